/** Names of squares and the discs of a position, without rules. */

/** @param {number} column from 0 @param {number} row from 0 */
export const squareName = (column, row) => String.fromCharCode(97 + column) + (row + 1);

/** @returns {{column: number, row: number}|null} null for an invalid name */
export function squarePlace(name) {
  const [, letter, digits] = /^([a-p])([1-9]\d?)$/.exec(name) ?? [];
  return letter ? { column: letter.charCodeAt(0) - 97, row: Number(digits) - 1 } : null;
}

/** All squares of a shape, row by row. @returns {string[]} */
export function allSquares(columns, rows) {
  return Array.from({ length: columns * rows }, (_, index) => squareName(index % columns, Math.floor(index / columns)));
}

const COLOURS = { X: "black", O: "white" };

/**
 * The discs of a position by square, without empty squares.
 * @returns {Map<string, 'black'|'white'>}
 */
export function discsOf(position, columns, rows) {
  const discs = new Map();
  allSquares(columns, rows).forEach((square, index) => {
    const colour = COLOURS[position[index]];
    if (colour) discs.set(square, colour);
  });
  return discs;
}

export const other = (colour) => (colour === "black" ? "white" : "black");
