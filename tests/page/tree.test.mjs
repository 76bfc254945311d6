// The game tree.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  afterPass,
  follow,
  indicesTo,
  isPassing,
  mainLine,
  moveNumber,
  movesTo,
  pathTo,
} from "../../crates/server/page/js/tree.js";
import { addLine, treeOf } from "./support.mjs";

test("the main line is that of the first children", () => {
  const { root } = treeOf("f5", "d6", "c3");
  addLine(root.children[0], "f6", "e6");
  assert.deepEqual(
    mainLine(root).map(({ ply }) => ply?.move),
    [undefined, "f5", "d6", "c3"],
  );
  assert.deepEqual(
    mainLine(root).map(({ depth }) => depth),
    [0, 1, 2, 3],
  );
});

test("moves that exist are not added again", () => {
  const { root } = treeOf("f5", "d6");
  const last = addLine(root, "f5", "d6", "c3");
  assert.equal(root.children.length, 1);
  assert.equal(movesTo(last), "f5d6c3");
  assert.equal(pathTo(last).length, 4);
});

test("passes are skipped in transcripts and numbers", () => {
  const { root } = treeOf("f5", "pass", "d6");
  const [, passing, , last] = mainLine(root);
  assert.ok(isPassing(passing));
  assert.equal(afterPass(passing).depth, 2);
  assert.equal(movesTo(last), "f5d6");
  assert.equal(moveNumber(last), 2);
});

test("a path of indices leads to its node, or as far as it exists", () => {
  const { root } = treeOf("f5", "d6");
  const last = addLine(root.children[0], "f6", "e6");
  assert.deepEqual(indicesTo(last), [0, 1, 0]);
  assert.equal(follow(root, indicesTo(last)), last);
  assert.equal(follow(root, [0, 1, 0, 3]), last);
});
