/**
 * Recognition of pasted text: a link, a file in some format, a position, or moves among other
 * words. It knows no rules: the server plays the moves up to the first illegal one.
 */

/** @type {[number, number][]} The boards that a position without a shape may be on, the most common first. */
const SHAPES = [
  [8, 8],
  [6, 6],
  [10, 10],
  [9, 7],
  [7, 7],
  [4, 4],
  [12, 10],
  [16, 8],
];

/** A word of squares and passes, possibly with a number before it and punctuation around it. */
const WORD = /^[([{"'“]*(?:\d{1,3}[.):]+)?((?:[a-p](?:1[0-6]|[1-9])|pa)+)[)\]}"'”.,;:!?]*$/i;
/** A word that begins with several squares, and its rest. */
const START = /^((?:[a-p](?:1[0-6]|[1-9])){3,})(.+)$/i;
const SQUARE = /[a-p](?:1[0-6]|[1-9])/gi;
/** A run of squares inside a link, too long to be part of a word. */
const RUN = /(?:[a-h][1-8]){4,}/gi;

/**
 * The squares in some text, in order. Whatever follows several squares in the same word is returned like a square, so
 * that it is reported as an illegal move.
 * @param {string} text
 * @returns {string[]}
 */
export function squaresIn(text) {
  // Full-width letters are read; words in other scripts, such as 棋譜：, are not part of a move.
  const words = text
    .normalize("NFKC")
    .replace(/\P{ASCII}+:?/gu, " ")
    .replace(/https?:\/\/\S+/gi, (link) => ` ${(link.match(RUN) ?? []).join(" ")} `)
    .replace(/[-,;/|]+/g, " ")
    .split(/\s+/);
  return words.flatMap((word) => {
    const [, squares = "", rest = ""] = WORD.exec(word) ?? START.exec(word) ?? [];
    return [...(squares.match(SQUARE) ?? []), rest].filter(Boolean).map((one) => one.toLowerCase());
  });
}

/** The moves of a damaged GGF or SGF game. @param {string} text @returns {string[]} */
export const squaresOfTags = (text) =>
  [...text.matchAll(/[;\])][BW]\[([a-p]\d{1,2})(?=[/\]])/gi)].map(([, square]) => square.toLowerCase());

/** Whether text looks like a file of games. @param {string} text */
export const isFile = (text) => /\(;\s*(?:GM|FF|SZ|AP|PB|PC|BO|[BW])\[/i.test(text) || /^\s*\[\w+\s+"/m.test(text);

/** Whether pasted text consists of a link alone. @param {string} text */
export const isBareLink = (text) => /^\s*https?:\/\/\S+\s*$/i.test(text);

/**
 * A position: squares and the side to move; the number of squares determines the board.
 * @param {string} text
 * @param {{columns: number, rows: number}} here the board to try first
 */
export function positionIn(text, here) {
  const [, squares, mover] = /^([-._xo*@\s]+?)\s+([xo*@bw])(?:[\s;].*)?$/i.exec(text.trim()) ?? [];
  if (!squares) return null;
  const lines = squares.trim().split(/\s+/);
  const count = lines.join("").length;
  const isDrawn = lines.length > 1 && lines.every((line) => line.length === lines[0].length);
  const shape = isDrawn
    ? /** @type {[number, number]} */ ([lines[0].length, lines.length])
    : [[here.columns, here.rows], ...SHAPES].find(([columns, rows]) => columns * rows === count);
  const side = /b/i.test(mover) ? "X" : /w/i.test(mover) ? "O" : mover;
  return shape ? { board: shape.join("x"), start: `${lines.join("").replaceAll("_", "-")} ${side}` } : null;
}
