/** The board in the HTML, which is shown until the modules and the game have loaded. */

import { discsOf, placeOf } from "./squares.js";

/**
 * The position to draw before the game has loaded: "start", a position, or "" if unknown; null on boards other than 8x8.
 * @param {boolean} isEmbedded
 */
function firstPosition(isEmbedded) {
  // The history entry survives a reload.
  const { board, position } = history.state ?? {};
  if (position) return board === "8x8" ? position : null;
  const query = new URLSearchParams(location.search);
  const game = isEmbedded ? `#g=${["board", "start", "game"].map((name) => query.get(name) ?? "")}` : location.hash;
  if (/^(#g=(8x8)?,(start)?,(,.*)?)?$/.test(game)) return "start";
  return /^#g=(8x8)?,/.test(game) ? "" : null;
}

/** @param {[string, string]} disc a square and its colour */
const drawDisc = ([square, colour]) => {
  const { column, row } = placeOf(square);
  return `<use href="#first-${colour}" x="${64 * column}" y="${64 * row}"/>`;
};

/** Replaces the starting discs in the HTML with those of the first position. @param {boolean} isEmbedded */
export function drawFirstBoard(isEmbedded) {
  const board = document.querySelector(".first-board");
  const position = firstPosition(isEmbedded);
  if (position === null) board?.remove();
  else if (position !== "start") {
    const discs = board?.querySelector(".first-discs");
    if (discs) discs.innerHTML = [...discsOf(position, 8, 8)].map(drawDisc).join("");
  }
}
