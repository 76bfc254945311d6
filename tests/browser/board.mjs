// The tests of the board but for its panels, which take one after another the same browser.

import "./board-page.test.mjs";
import "./input.test.mjs";
import "./screen.test.mjs";
import "./kept.test.mjs";
import "./library.test.mjs";
