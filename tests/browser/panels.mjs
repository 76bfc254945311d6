// The tests of the panels, one after another in the same browser. Those that practise an opening
// by name come first, because the cards that other tests add would be asked first.

import "./panels.test.mjs";
import "./train.test.mjs";
import "./mistakes.test.mjs";
import "./lessons.test.mjs";
import "./walk.test.mjs";
import "./archive.test.mjs";
import "./book.test.mjs";
import "./people.test.mjs";
import "./session.test.mjs";
