// The tests of the panels, which take one after another the same browser.

import "./panels.test.mjs";
import "./walk.test.mjs";
import "./train.test.mjs";
import "./archive.test.mjs";
import "./book.test.mjs";
import "./people.test.mjs";
import "./session.test.mjs";
