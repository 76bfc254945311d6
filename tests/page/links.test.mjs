// Moves and places in links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readPlace } from "../../crates/server/page/js/link-moves.js";

test("a place is a path of child indices", () => {
  assert.deepEqual(readPlace("3"), [0, 0, 0]);
  assert.deepEqual(readPlace("3.1-2"), [0, 2, 0]);
});

test("a place that no link of the page has is the nearest one", () => {
  for (const start of ["-1", "0.9", "x", "", "NaN"]) assert.deepEqual(readPlace(start), [], start);
  assert.equal(readPlace("2.5").length, 2);
  assert.equal(readPlace("1e9").length, 1000);
  assert.deepEqual(readPlace("2.7-1.0--1.x-y"), [0, 0]);
});
