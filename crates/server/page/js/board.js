/** The board of the page: the current node, its scores and its marks. */

import { post } from "./api.js";
import { stepBySwipe, stepByWheel } from "./board-gestures.js";
import { showMove, stopMotion } from "./board-motion.js";
import { BoardView } from "./board-view.js";
import { formatScore, t, translate } from "./i18n.js";
import { errorText } from "./panels/words.js";
import { roundScore } from "./scores.js";
import { settings } from "./settings.js";
import { discsOf, other } from "./squares.js";
import { store } from "./store.js";
import { pathTo } from "./tree.js";

/**
 * @import {Chip} from "./board-square.js"
 * @import {Marks} from "./store.js"
 * @import {Node} from "./tree.js"
 */

/** Losses in discs at which a score changes colour: an inaccuracy, a mistake, a blunder. */
const TIERS = [2, 5, 10];
/** Delay before the focused square gets a new name, because screen readers read new names aloud. */
const NAMING_PAUSE = 1500;
const PEEK_PAUSE = 70;
/** Maximum number of moves drawn for a hovered square: more would hide the board. */
const MAX_SHOWN = 8;
/** Maximum number of squares marked as a reason. */
const MAX_REASON = 6;

/** @type {BoardView} */
let view;
/** @type {string|null} */
let peeked = null;
let peekTimer = 0;
let namingTimer = 0;
/** @typedef {{ply: Api.Ply, position: Api.PositionView}} Step a ply and the position after it */

/** @type {Map<string, Step[]>} The plies of variations, as the server returned them. */
const variations = new Map();
/** @type {Step[]} The line of a panel that is played out: its plies so far; empty if there is none. */
let line = [];

/**
 * @param {HTMLElement} host
 * @returns {BoardView}
 */
export function mountBoard(host) {
  view = new BoardView(host, { label: "board.label", onChoose: choose, onPeek: peek });
  store.on("game", redraw);
  store.on("node", ({ from }) => {
    peeked = null;
    redraw();
    const { current } = store;
    const isNext = from && (current.parent === from || current.parent?.parent === from);
    const played = current.ply?.move === "pass" ? current.parent?.ply : current.ply;
    if (isNext && played) showMove(view.squares, played);
  });
  store.on("values", (node) => {
    if (node !== store.current) return;
    showMarks();
    nameSquares(true);
    namingTimer ||= setTimeout(() => nameSquares(), NAMING_PAUSE);
    if (peeked) showPeek();
  });
  // The move played next may be removed.
  store.on("tree", () => {
    if (!store.current) return;
    showMarks();
    nameSquares(true);
  });
  store.on("pv", showPanelLine);
  store.on("settings", redraw);
  store.on("language", () => {
    translate(host);
    redraw();
  });
  redraw();
  stepByWheel(host);
  stepBySwipe(host);
  return view;
}

/** @param {string} square */
async function choose(square) {
  if (store.chooser?.(square)) return;
  try {
    await store.play(square);
  } catch (error) {
    store.notice(errorText(error), "error");
  }
}

function redraw() {
  if (!store.current) return;
  const { columns, rows } = store.tree;
  stopMotion();
  view.setShape(columns, rows, settings.get("showCoordinates"));
  // A board that is much wider than tall gets more of the page's width.
  document.body.classList.toggle("wide-board", columns > rows * 1.4);
  translate(view.host);
  view.showVariation([]);
  line = [];
  showMarks();
  nameSquares();
}

/** Scores are hidden during a game against the engine. */
const hasValues = () => settings.get("showValues") && !store.valuesHidden;

/** The marks of panels on the current position. @param {Node} node */
const marksOf = (node) => (store.marks?.node === node ? store.marks : null);
/** @param {Marks|null} marks */
const reasonOf = (marks) => new Set(marks?.reason?.slice(0, MAX_REASON));

/** The square that was played next in the game, unless it would give a move away. @param {Node} node */
function nextMove(node) {
  const isSecret = !hasValues() || store.tree.engine || store.chooser || marksOf(node);
  const [next] = node.children;
  return isSecret || !next || next.ply.move === "pass" ? null : next.ply.move;
}

/** The content of all squares, collected once rather than per square. */
function showMarks() {
  if (line.length) return showLine();
  const { current, tree } = store;
  const { position } = current;
  const discs = discsOf(position.position, tree.columns, tree.rows);
  const legal = new Set(position.legal.map(({ move }) => move));
  const stable = new Set(settings.get("showStable") ? position.stable : []);
  const numbers = numbersOf(settings.get("showNumbers") ? current : null);
  const chips = chipsOf(hasValues() ? current : null);
  const last = lastMove(current);
  const marks = marksOf(current);
  const reason = reasonOf(marks);
  const next = nextMove(current);
  const flipped = new Set(settings.get("showFlips") && last ? last.flips : []);
  const hovered = store.legalHidden ? null : position.legal.find(({ move }) => move === peeked);
  const willFlip = new Set(hovered?.flips);
  view.show((square) => ({
    disc: discs.get(square),
    isLegal: legal.has(square) && settings.get("showLegal") && !store.legalHidden,
    isLast: settings.get("showLastMove") && last?.move === square,
    isFlipped: flipped.has(square),
    isStable: stable.has(square),
    number: numbers.get(square),
    chip: chips.get(square),
    isNext: square === next,
    isReason: reason.has(square),
    verdict: verdictOf(marks, square),
    ghost: hovered?.move === square ? position.mover : null,
    willFlip: willFlip.has(square),
  }));
}

/** @param {Marks|null} marks @param {string} square @returns {"good"|"bad"|null} */
const verdictOf = (marks, square) => marks && (square === marks.good ? "good" : square === marks.bad ? "bad" : null);

/** The position at the end of the line that is played out, and the numbers of its moves. */
const endOfLine = () => ({
  discs: discsOf(line[line.length - 1].position.position, store.tree.columns, store.tree.rows),
  numbers: new Map(line.map(({ ply }, index) => [ply.move, index + 1])),
});

/** Shows the line that is played out, without scores. */
function showLine() {
  const { current } = store;
  const { discs, numbers } = endOfLine();
  const marks = marksOf(current);
  const reason = reasonOf(marks);
  view.show((square) => ({
    disc: discs.get(square),
    number: numbers.get(square),
    isReason: reason.has(square),
    verdict: verdictOf(marks, square),
  }));
}

/** The last move on the board, ignoring passes. @param {Node} node */
function lastMove(node) {
  /** @type {Node|null} */
  let one = node;
  while (one?.ply?.move === "pass") one = one.parent;
  return one?.ply;
}

/** @param {Node|null} node */
function numbersOf(node) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const { ply } of pathTo(node)) {
    if (ply && ply.move !== "pass") numbers.set(ply.move, numbers.size + 1);
  }
  return numbers;
}

/** @param {Node|null} node */
function chipsOf(node) {
  /** @type {Map<string, Chip>} */
  const chips = new Map();
  const moves = node?.moves ?? [];
  const best = moves.length ? roundScore(moves[0]) : 0;
  for (const { move, score, exact, depth } of moves) {
    // Moves with the same score on the board look the same.
    const loss = best - roundScore({ score, exact });
    chips.set(move, {
      text: formatScore(score, exact),
      title: t("board.finely", { score: score.toFixed(2), depth }),
      tier: loss < 0.05 ? 0 : 1 + TIERS.filter((least) => loss >= least).length,
      isBest: loss < 0.05,
      isExact: exact,
    });
  }
  return chips;
}

function nameSquares(isCalm = false) {
  if (!isCalm) {
    clearTimeout(namingTimer);
    namingTimer = 0;
  }
  if (line.length) return nameLine(isCalm);
  const { current, tree } = store;
  const { position } = current;
  const discs = discsOf(position.position, tree.columns, tree.rows);
  const legal = new Map(store.legalHidden ? [] : position.legal.map((one) => [one.move, one]));
  const values = new Map(hasValues() ? current.moves?.map((one) => [one.move, one]) : []);
  const last = lastMove(current);
  const stable = new Set(settings.get("showStable") ? position.stable : []);
  const numbers = numbersOf(settings.get("showNumbers") ? current : null);
  const reason = reasonOf(marksOf(current));
  const next = nextMove(current);
  view.name((square) => {
    const parts = [square, t(`board.${discs.get(square) ?? "empty"}`)];
    const flips = legal.get(square)?.flips;
    if (flips) parts.push(t("board.legal"));
    const value = values.get(square);
    if (value) {
      parts.push(t(value.exact ? "board.exact" : "board.value", { value: formatScore(value.score, value.exact) }));
      if (value === current.moves?.[0]) parts.push(t("board.best"));
    }
    if (flips) parts.push(t("board.flips", { count: flips.length }));
    const number = numbers.get(square);
    if (number) parts.push(t("board.number", { number }));
    if (square === next) parts.push(t("board.next"));
    if (reason.has(square)) parts.push(t("board.reason"));
    if (stable.has(square)) parts.push(t("board.stable"));
    if (last?.move === square) parts.push(t("board.last"));
    else if (settings.get("showFlips") && last?.flips.includes(square)) parts.push(t("board.flipped"));
    return parts.join(", ");
  }, isCalm);
}

/** @param {boolean} isCalm */
function nameLine(isCalm) {
  const { discs, numbers } = endOfLine();
  const reason = reasonOf(marksOf(store.current));
  view.name((square) => {
    const parts = [square, t(`board.${discs.get(square) ?? "empty"}`)];
    const number = numbers.get(square);
    if (number) parts.push(t("board.number", { number }));
    if (reason.has(square)) parts.push(t("board.reason"));
    return parts.join(", ");
  }, isCalm);
}

/** Shows what a hovered square would flip, and its principal variation. @param {string|null} square */
function peek(square) {
  if (square === peeked) return;
  peeked = square;
  if (!store.current) return;
  showMarks();
  clearTimeout(peekTimer);
  view.showVariation([]);
  if (square) peekTimer = setTimeout(showPeek, PEEK_PAUSE);
}

/** Plays out the line of a panel, or shows the current position again. */
async function showPanelLine() {
  const { pv, current } = store;
  const isHere = pv?.node === current && pv.squares.length;
  const plies = isHere ? (await pliesOf(current, pv.squares)).slice(0, pv.count) : [];
  // Another line or another position may be on the board by now.
  if (store.pv !== pv || store.current !== current) return;
  const isStep = plies.length === line.length + 1 && line.every((one, index) => one === plies[index]);
  line = plies;
  stopMotion();
  showMarks();
  nameSquares();
  if (isStep) showMove(view.squares, line[line.length - 1].ply);
}

async function showPeek() {
  const { current } = store;
  const square = peeked;
  const pv = current.moves?.find(({ move }) => move === square)?.pv;
  if (!settings.get("showVariation") || store.valuesHidden || !pv?.length) return;
  const squares = pv.slice(0, MAX_SHOWN);
  // Drawn first as if the line had no passes.
  drawSteps(squares, (index) => (index % 2 ? other(current.position.mover) : current.position.mover));
  const plies = await pliesOf(current, squares);
  if (current === store.current && peeked === square) drawSteps(squares, (index) => plies[index]?.ply.mover);
}

/**
 * Draws the moves of a variation as numbered discs, the first move of each square.
 * @param {string[]} squares @param {(index: number) => Api.Color|null|undefined} colourOf
 */
function drawSteps(squares, colourOf) {
  const steps = squares.map((square, index) => ({ square, number: index + 1, colour: colourOf(index) }));
  const isFirst = (/** @type {{square: string}} */ { square }, /** @type {number} */ index) =>
    view.squares.has(square) && squares.indexOf(square) === index;
  view.showVariation(steps.filter(isFirst));
}

/**
 * The plies of a variation without passes, each with the position after it; none if the server does not respond.
 * @param {Node} node @param {string[]} squares
 */
async function pliesOf(node, squares) {
  const key = `${node.id} ${squares.join("")}`;
  let found = variations.get(key);
  if (!found) {
    const moves = store.movesTo(node) + squares.join("");
    try {
      const { plies, positions } = await post("game", { ...store.game(node), moves, from: node.depth, partial: true });
      if (variations.size > 500) variations.clear();
      const all = plies.map((ply, index) => ({ ply, position: positions[index + 1] }));
      found = all.filter(({ ply }) => ply.move !== "pass");
      variations.set(key, found);
    } catch {
      return [];
    }
  }
  return found;
}
