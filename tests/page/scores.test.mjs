// The scores of a game tree: each position has one value.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bestOf,
  inherit,
  lossOf,
  mistakeOf,
  reasonOf,
  setBook,
  setSaved,
  setSearched,
  setSeverities,
  valueOf,
} from "../../crates/server/page/js/scores.js";
import { afterPass, mainLine } from "../../crates/server/page/js/tree.js";
import { addLine, end, scored, treeOf } from "./support.mjs";

const scores = ({ moves }) => moves.map(({ move, score }) => `${move} ${score}`);
const book = (score, moves, found = true) => ({ found, score, lower: -64, upper: 64, moves });
const bookMove = (move, score) => ({ move, score, exact: false, level: 10 });

/** Checks that a position has the value of its best move, and moves have those of the positions after them. */
function assertOneValue(node) {
  const sign = node.position.mover === "white" ? -1 : 1;
  const { moves } = node;
  if (moves?.length) assert.equal(valueOf(node).score, sign * moves[0].score + 0, `the best move of ${node.ply?.move}`);
  for (const child of node.children) {
    const move = moves?.find((one) => one.move === child.ply.move);
    const value = valueOf(child);
    if (move && value) assert.equal(value.score, sign * move.score + 0, `the position after ${child.ply.move}`);
    assertOneValue(child);
  }
}

test("a position has the score of the move that leads to it", () => {
  const { root } = treeOf("f5");
  setSearched(root, [scored("f5", 2, 10), scored("d3", 1, 10)]);
  assert.equal(valueOf(root).score, 2);
  assert.deepEqual([valueOf(root.children[0]).score, valueOf(root.children[0]).depth], [2, 9]);
  const [, variation] = [addLine(root, "d3"), root.children[1]];
  inherit(variation);
  assert.equal(valueOf(variation).score, 1);
});

test("a deeper search of a position changes the move that leads to it, and the position before", () => {
  const { root } = treeOf("f5", "d6");
  const [, after] = mainLine(root);
  setSearched(root, [scored("f5", 2, 10), scored("d3", 1, 10)]);
  const changed = setSearched(after, [scored("d6", 0, 12), scored("f6", -3, 12)]);
  assert.deepEqual(scores(root), ["d3 1", "f5 0"]);
  assert.equal(valueOf(root).score, 1);
  assert.deepEqual(changed, [after, root, after.children[0]]);
  assertOneValue(root);
});

test("a shallow search agrees with a deeper one of the position before", () => {
  const { root } = treeOf("f5", "d6");
  const after = root.children[0];
  setSearched(root, [scored("f5", 2, 10, { pv: ["f5", "f6"] })]);
  setSearched(after, [scored("d6", 1, 4), scored("f6", -3, 4), scored("f4", -4, 4)]);
  assert.equal(valueOf(after).score, 2);
  assert.deepEqual(scores(after), ["f6 -2", "d6 -2", "f4 -4"]);
  assertOneValue(root);
});

test("the book comes before a search, and an exact score before the book", () => {
  const { root } = treeOf("f5");
  setSearched(root, [scored("f5", 2, 20), scored("d3", 1.5, 20), scored("c4", -1, 20)]);
  setBook(root, book(0, [bookMove("d3", 0)]));
  assert.equal(valueOf(root).score, 0);
  assert.deepEqual(scores(root), ["d3 0", "f5 0", "c4 -1"]);
  setSearched(root, [scored("f5", 4, 30, { exact: true }), scored("d3", 1, 30)]);
  assert.deepEqual(scores(root), ["f5 4", "d3 0"]);
  assertOneValue(root);
});

test("a leaf of the book has the book's score", () => {
  const { root } = treeOf("f5", "d6");
  setBook(root, book(0, [bookMove("f5", -2)]));
  const after = root.children[0];
  setBook(after, book(null, [], false));
  setSearched(after, [scored("d6", -1, 20)]);
  assert.equal(valueOf(after).score, -2);
  assertOneValue(root);
});

test("a search far deeper than the book overrules the score of its leaf", () => {
  for (const [searched, expected] of [
    [-1, 1],
    [6, -3],
  ]) {
    const { root } = treeOf("f5");
    const [after] = root.children;
    setSearched(root, [scored("f5", 1, 12), scored("d3", 0, 12)]);
    setBook(root, book(-2, [bookMove("f5", -2), bookMove("d3", -3)]));
    setBook(after, book(null, [], false));
    // The book's level is 10.
    setSearched(after, [scored("d6", searched, 24)]);
    assert.equal(valueOf(root).score, -2);
    assertOneValue(root);
    setSearched(after, [scored("d6", searched, 26)]);
    assert.equal(valueOf(root).score, expected);
    setSearched(root, [scored("f5", 1, 20), scored("d3", 0, 20)]);
    assert.equal(valueOf(root).score, expected);
    assertOneValue(root);
  }
});

test("a proven move refutes an estimate", () => {
  const { root } = treeOf("f5");
  const after = root.children[0];
  setSearched(root, [scored("f5", 3, 20)]);
  setSearched(after, [scored("d6", 1, 12), scored("f6", 0, 12, { exact: true })]);
  assert.equal(valueOf(after).score, 0);
  assertOneValue(root);
});

test("a pass has the value of the position after it", () => {
  const { root } = treeOf("f5", "pass", "d6");
  const [, passing, current] = mainLine(root);
  setSearched(root, [scored("f5", 6, 10, { pv: ["f5", "d6"] })]);
  assert.equal(valueOf(passing).score, 6);
  assert.equal(valueOf(current).score, 6);
  setSearched(current, [scored("d6", 8, 12)]);
  assert.equal(afterPass(passing), current);
  assert.deepEqual(scores(root), ["f5 8"]);
  assertOneValue(root);
});

test("the result of a game is exact", () => {
  const { root } = treeOf("f5", "d6");
  const [, before, last] = mainLine(root);
  end(last, -4);
  setSearched(root, [scored("f5", 10, 10), scored("d3", 0, 10)]);
  setSearched(before, [scored("d6", 1, 3), scored("f6", 2, 3)]);
  assert.equal(valueOf(last).score, -4);
  assert.deepEqual(scores(before), ["d6 4", "f6 2"]);
  assert.deepEqual(scores(root), ["d3 0", "f5 -4"]);
  assertOneValue(root);
});

test("a saved value stays until a search is as deep", () => {
  const { root } = treeOf("f5");
  setSaved(root, { score: 3, exact: false, depth: 18, selectivity: 95 });
  setSearched(root, [scored("f5", 1, 5), scored("d3", 0, 5)]);
  assert.deepEqual(scores(root), ["f5 3", "d3 0"]);
  setSearched(root, [scored("d3", 2, 19), scored("f5", 1, 19)]);
  assert.deepEqual(scores(root), ["d3 2", "f5 1"]);
});

test("a shallower search of the same position changes nothing", () => {
  const { root } = treeOf("f5");
  setSearched(root, [scored("f5", 2, 10)]);
  assert.deepEqual(setSearched(root, [scored("f5", 4, 3)]), []);
  assert.equal(valueOf(root).score, 2);
});

test("the loss of a move is the difference of the scores shown", () => {
  const { root } = treeOf("f5", "d6");
  setSearched(root, [scored("d3", 2.2, 10), scored("f5", -1.3, 10)]);
  assert.equal(lossOf(root.children[0]), 3.5);
  assert.equal(lossOf(root), null);
});

test("the kind of a mistake follows the scores shown", () => {
  const { root } = treeOf("f5", "d6");
  const [, node] = mainLine(root);
  const kinds = { inaccuracy: 2, mistake: 5, blunder: 10 };
  setSeverities(Object.entries(kinds).map(([severity, loss]) => ({ severity, loss })));
  node.review = { mistake: "mistake" };
  // Nothing is known but the review.
  assert.equal(mistakeOf(node), "mistake");
  for (const [score, kind] of [
    [-12, "blunder"],
    [-6, "mistake"],
    [-2, "inaccuracy"],
    [1, null],
  ]) {
    setSearched(
      root,
      [scored("d3", 2, 20 + score), scored("f5", score, 20 + score)].sort((a, b) => b.score - a.score),
    );
    assert.equal(mistakeOf(node), kind, `${score}`);
  }
  // A deeper search may reveal a mistake that the review missed.
  node.review = { mistake: null };
  setSearched(root, [scored("d3", 20, 30), scored("f5", 14, 30)]);
  assert.equal(mistakeOf(node), "mistake");
  // So may a deeper search of the position after the move.
  setSearched(root, [scored("d3", 20, 31), scored("f5", 19, 31)]);
  setSearched(node, [scored("d6", -10, 40)]);
  assert.equal(lossOf(node), 10);
  assert.equal(mistakeOf(node), "blunder");
  // Quick reviews mark no mistakes.
  node.review = { mistake: null, isQuick: true };
  assert.equal(mistakeOf(node), null);
  node.review = undefined;
  assert.equal(mistakeOf(node), null);
});

test("a shallow search does not overrule the review of a saved game", () => {
  const { root } = treeOf("f5", "d6");
  const [, node] = mainLine(root);
  setSeverities([{ severity: "inaccuracy", loss: 2 }]);
  const reason = { kind: "corner", squares: ["a1"] };
  node.review = { mistake: "inaccuracy", best: "d3", reason };
  setSaved(root, { score: 2, exact: false, depth: 12, selectivity: 73 });
  setSaved(node, { score: -1, exact: false, depth: 11, selectivity: 73 });
  setSearched(root, [scored("c4", 1, 1), scored("f5", 0.5, 1), scored("d3", 0, 1)]);
  assert.deepEqual([mistakeOf(node), bestOf(node), reasonOf(node)], ["inaccuracy", "d3", reason]);
  // A search that is as deep may find another best move, which the reason does not explain.
  setSearched(root, [scored("c4", 3, 12), scored("d3", 2, 12), scored("f5", -1, 12)]);
  assert.deepEqual([mistakeOf(node), bestOf(node), reasonOf(node)], ["inaccuracy", "c4", null]);
});

test("the best move is no mistake, whatever a deeper search of the position after it says", () => {
  const { root } = treeOf("f5", "d6");
  const [, node] = mainLine(root);
  setSeverities([{ severity: "inaccuracy", loss: 2 }]);
  node.review = { mistake: null, best: "f5", reason: null };
  setSaved(root, { score: 2, exact: false, depth: 12, selectivity: 73 });
  setSearched(node, [scored("d6", 3, 20)]);
  assert.equal(lossOf(node), 5);
  assert.equal(mistakeOf(node), null);
});

test("a pass loses nothing", () => {
  const { root } = treeOf("f5", "pass");
  const [, , pass] = mainLine(root);
  setSearched(root, [scored("f5", 9, 10)]);
  setSearched(pass, [scored("d3", 20, 10)]);
  assert.equal(lossOf(pass), null);
});

test("only the book or a proof marks a book move", () => {
  setSeverities([{ severity: "inaccuracy", loss: 2 }]);
  const kinds = [
    [{ from_book: true }, { from_book: true }, 2, null],
    [{ from_book: true }, { from_book: true }, 3, "inaccuracy"],
    [{ from_book: true }, {}, 3, null],
    [{}, { from_book: true }, 2, "inaccuracy"],
    [{ from_book: true, exact: true }, { exact: true }, 3, "inaccuracy"],
  ];
  for (const [played, best, loss, kind] of kinds) {
    const { root } = treeOf("f5", "d6");
    const [, node] = mainLine(root);
    node.review = { mistake: null };
    setSearched(root, [
      { ...scored("d3", loss, 10), ...best },
      { ...scored("f5", 0, 10), ...played },
    ]);
    assert.equal(mistakeOf(node), kind, JSON.stringify([played, best, loss]));
  }
});

test("random scores from all sources never give a position two values", () => {
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const names = ["a1", "b2", "c3", "d4"];
  for (let round = 0; round < 300; round++) {
    const { root } = treeOf(...names.slice(0, 3));
    const nodes = mainLine(root);
    nodes.push(addLine(root, "d4", "a1"), addLine(nodes[1], "c3", "pass", "b2"));
    const positions = [...new Set(nodes.flatMap((node) => [node, node.parent ?? root]))].filter(
      (node) => afterPass(node) === node,
    );
    for (let step = 0; step < 12; step++) {
      const node = positions[random(positions.length)];
      const depth = 1 + random(20);
      const moves = names
        .map((move) => scored(move, random(41) - 20, depth, { exact: random(8) === 0 }))
        .sort((a, b) => b.score - a.score);
      if (random(5)) setSearched(node, moves);
      else if (random(2)) setSaved(node, { score: random(41) - 20, exact: false, depth, selectivity: 100 });
      assertOneValue(root);
    }
  }
});
