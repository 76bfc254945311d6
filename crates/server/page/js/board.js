/** The board of the page: the current node, its scores and its marks. */

import { post } from "./api.js";
import { BoardView } from "./board-view.js";
import { stepBySwipe, stepByWheel } from "./board-gestures.js";
import { showMove, stopMotion } from "./board-motion.js";
import { formatScore, t, translate } from "./i18n.js";
import { settings } from "./settings.js";
import { discsOf, other } from "./squares.js";
import { store } from "./store.js";

/** Losses in discs at which a score changes colour: an inaccuracy, a mistake, a blunder. */
const TIERS = [2, 5, 10];
/** Delay before the focused square gets a new name, because screen readers read new names aloud. */
const NAMING_PAUSE = 1500;
const PEEK_PAUSE = 70;
/** Maximum number of moves drawn for a hovered square: more would hide the board. */
const MAX_SHOWN = 8;

let view = null;
let peeked = null;
let peekTimer = 0;
let namingTimer = 0;
/** The movers along variations, as the server returned them. */
const variations = new Map();

/**
 * @param {Element} host
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
    const played = current.ply?.move === "pass" ? current.parent : current;
    if (isNext && played.ply) showMove(view.squares, played.ply);
  });
  store.on("values", (node) => {
    if (node !== store.current) return;
    showMarks();
    nameSquares(true);
    namingTimer ||= setTimeout(nameSquares, NAMING_PAUSE);
    if (peeked) showPeek();
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

async function choose(square) {
  if (store.chooser?.(square)) return;
  try {
    await store.play(square);
  } catch (error) {
    store.notice(error.message, "error");
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
  showMarks();
  nameSquares();
}

/** Scores are hidden during a game against the engine. */
const hasValues = () => settings.get("showValues") && !store.valuesHidden;

/** The content of all squares, collected once rather than per square. */
function showMarks() {
  const { current, tree } = store;
  const { position } = current;
  const discs = discsOf(position.position, tree.columns, tree.rows);
  const legal = new Set(position.legal.map(({ move }) => move));
  const stable = new Set(settings.get("showStable") ? position.stable : []);
  const numbers = settings.get("showNumbers") ? numbersOf(current) : new Map();
  const chips = hasValues() ? chipsOf(current) : new Map();
  const last = lastMove(current);
  const marks = store.marks?.node === current ? store.marks : null;
  const reason = new Set(marks?.reason);
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
    isReason: reason.has(square),
    verdict: marks && (square === marks.good ? "good" : square === marks.bad ? "bad" : null),
    ghost: hovered?.move === square ? position.mover : null,
    willFlip: willFlip.has(square),
  }));
}

/** The last move on the board, ignoring passes. */
function lastMove(node) {
  while (node?.ply?.move === "pass") node = node.parent;
  return node?.ply ?? null;
}

function numbersOf(node) {
  const numbers = new Map();
  for (const { ply } of store.path(node)) {
    if (ply && ply.move !== "pass") numbers.set(ply.move, numbers.size + 1);
  }
  return numbers;
}

function chipsOf(node) {
  const chips = new Map();
  const best = node.moves?.[0]?.score;
  for (const { move, score, exact, depth } of node.moves ?? []) {
    const loss = best - score;
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
  const { current, tree } = store;
  const { position } = current;
  const discs = discsOf(position.position, tree.columns, tree.rows);
  const legal = new Map(store.legalHidden ? [] : position.legal.map((one) => [one.move, one]));
  const values = new Map(hasValues() ? current.moves?.map((one) => [one.move, one]) : []);
  const last = lastMove(current);
  const stable = new Set(settings.get("showStable") ? position.stable : []);
  const numbers = settings.get("showNumbers") ? numbersOf(current) : new Map();
  const reason = new Set(store.marks?.node === current ? store.marks.reason : []);
  view.name((square) => {
    const parts = [square, t(`board.${discs.get(square) ?? "empty"}`)];
    if (legal.has(square)) parts.push(t("board.legal"));
    const value = values.get(square);
    if (value) {
      parts.push(t(value.exact ? "board.exact" : "board.value", { value: formatScore(value.score, value.exact) }));
      if (value.move === current.moves[0].move) parts.push(t("board.best"));
    }
    if (legal.has(square)) parts.push(t("board.flips", { count: legal.get(square).flips.length }));
    if (numbers.has(square)) parts.push(t("board.number", { number: numbers.get(square) }));
    if (reason.has(square)) parts.push(t("board.reason"));
    if (stable.has(square)) parts.push(t("board.stable"));
    if (last?.move === square) parts.push(t("board.last"));
    else if (settings.get("showFlips") && last?.flips.includes(square)) parts.push(t("board.flipped"));
    return parts.join(", ");
  }, isCalm);
}

/** Shows what a hovered square would flip, and its principal variation. */
function peek(square) {
  if (square === peeked) return;
  peeked = square;
  if (!store.current) return;
  showMarks();
  clearTimeout(peekTimer);
  view.showVariation([]);
  if (square) peekTimer = setTimeout(showPeek, PEEK_PAUSE);
}

/** Shows the line of a panel, or none. */
function showPanelLine() {
  const { pv } = store;
  if (pv?.node === store.current && pv.squares.length) follow(pv.node, pv.squares, () => store.pv === pv, pv.hasArrows);
  else view.showVariation([]);
}

async function showPeek() {
  const { current } = store;
  const square = peeked;
  const pv = current.moves?.find(({ move }) => move === square)?.pv;
  if (!settings.get("showVariation") || store.valuesHidden || !pv?.length) return;
  await follow(current, pv.slice(0, MAX_SHOWN), () => peeked === square);
}

/** Draws a variation, first as if it had no passes, then with the movers that the server returns. */
async function follow(node, squares, isWanted, hasArrows = false) {
  const key = `${node.id} ${squares.join("")}`;
  let movers = variations.get(key);
  const drawSteps = () => {
    const seen = new Set();
    const steps = squares.map((square, index) => ({
      square,
      number: index + 1,
      colour: movers?.[index] ?? (index % 2 ? other(node.position.mover) : node.position.mover),
    }));
    view.showVariation(steps.filter(({ square }) => view.squares.has(square) && !seen.has(square) && seen.add(square)), hasArrows);
  };
  drawSteps();
  if (movers) return;
  try {
    const { plies } = await post("game", {
      ...store.game(node),
      moves: store.movesTo(node) + squares.join(""),
      from: node.depth,
    });
    movers = plies.filter(({ move }) => move !== "pass").map(({ mover }) => mover);
  } catch {
    return;
  }
  if (variations.size > 500) variations.clear();
  variations.set(key, movers);
  if (node === store.current && isWanted()) drawSteps();
}
