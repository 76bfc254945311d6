/** Names of squares and the discs of a position, without rules. */

/** @param {number} column from 0 @param {number} row from 0 */
export const squareName = (column, row) => String.fromCharCode(97 + column) + (row + 1);

/** Whether text names a square of some board. @param {string} text */
export const isSquare = (text) => /^[a-p][1-9]\d?$/.test(text);

/** The column and row of a square, from 0. @param {string} name */
export const placeOf = (name) => ({ column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 });

/** All squares of a shape, row by row. @param {number} columns @param {number} rows @returns {string[]} */
export function allSquares(columns, rows) {
  return Array.from({ length: columns * rows }, (_, index) => squareName(index % columns, Math.floor(index / columns)));
}

/** @type {{[letter: string]: Api.Color}} */
const COLOURS = { X: "black", O: "white" };

/**
 * The discs of a position by square, without empty squares.
 * @returns {Map<string, Api.Color>}
 * @param {string} position @param {number} columns @param {number} rows
 */
export function discsOf(position, columns, rows) {
  const discs = new Map();
  allSquares(columns, rows).forEach((square, index) => {
    const colour = COLOURS[position[index]];
    if (colour) discs.set(square, colour);
  });
  return discs;
}

/** @param {Api.Color|null} colour @returns {Api.Color} */
export const other = (colour) => (colour === "black" ? "white" : "black");
