// The tests of the board without its panels, one after another in the same browser.

import "./board-page.test.mjs";
import "./input.test.mjs";
import "./screen.test.mjs";
import "./saved-games.test.mjs";
import "./values.test.mjs";
import "./library.test.mjs";
import "./no-storage.test.mjs";
