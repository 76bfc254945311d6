// The tests of the panels, which take one after another the same browser. Those that practise an
// opening by name come before others add lines, which would be asked first.

import "./panels.test.mjs";
import "./train.test.mjs";
import "./walk.test.mjs";
import "./archive.test.mjs";
import "./book.test.mjs";
import "./people.test.mjs";
import "./session.test.mjs";
