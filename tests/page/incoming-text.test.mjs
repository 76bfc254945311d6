// Recognition of pasted text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isBareLink, isFile, positionIn, squaresIn } from "../../crates/server/page/js/incoming-text.js";

const STANDARD = { columns: 8, rows: 8 };

for (const [what, text] of [
  ["squares run together", "f5d6c3d3c4"],
  ["capitals and spaces", " F5 D6\nC3 D3 C4 "],
  ["numbers and pairs", "1. f5 d6 2. c3 d3 3. c4"],
  ["marks of an annotator", "1.f5 d6?! 2.c3! d3?? 3.c4!?"],
  ["a heading", "Moves of the game:\nf5, d6, c3, d3, c4."],
  ["full-width letters", "Ｆ５Ｄ６Ｃ３Ｄ３Ｃ４"],
  ["Japanese words before the moves", "棋譜：F5D6C3D3C4"],
  ["arrows", "f5 → d6 → c3 → d3 → c4"],
  ["a link with the moves", "see https://example.org/?game=f5d6c3d3c4&x=1"],
  ["quotation marks", "“f5 d6 c3 d3 c4”"],
]) {
  test(`moves are found in ${what}`, () => assert.deepEqual(squaresIn(text), ["f5", "d6", "c3", "d3", "c4"]));
}

test("words that are not moves are left out", () => {
  assert.deepEqual(squaresIn("hello, I am at home; a b1c f55d"), []);
  assert.ok(isBareLink(" https://example.org/game/123 "));
  assert.ok(!isBareLink("https://example.org f5"));
});

test("what follows squares in a word is an illegal move", () => {
  assert.deepEqual(squaresIn("f5d6c3zz"), ["f5", "d6", "c3", "zz"]);
  assert.deepEqual(squaresIn("f5d6c3d3?x c4"), ["f5", "d6", "c3", "d3", "?x", "c4"]);
});

test("passes are left out", () => {
  assert.deepEqual(squaresIn("f5f6pae6 pa f4"), ["f5", "f6", "e6", "f4"]);
});

test("files are recognized by their first tags", () => {
  for (const text of ["(;GM[Othello]PC[x]", "(;FF[4]GM[2]", '[Event "x"]\n1. f5']) assert.ok(isFile(text), text);
  assert.ok(!isFile("f5d6c3"));
});

test("a position tells its board", () => {
  const start = `${"-".repeat(27)}OX------XO${"-".repeat(27)}`;
  assert.deepEqual(positionIn(`${start} X`, STANDARD), { board: "8x8", start: `${start} X` });
  assert.deepEqual(positionIn("----\n-OX-\n-XO-\n---- b", STANDARD), { board: "4x4", start: "-----OX--XO----- X" });
  assert.equal(positionIn("f5d6", STANDARD), null);
  assert.equal(positionIn("-O- X", STANDARD), null);
});
