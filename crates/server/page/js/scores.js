/**
 * The best scores known of each position, so that the page shows one value for it everywhere. A position's value may
 * come from its own search, from the search of the position before it, from the book, or from a saved game: exact
 * scores come first, then the deepest, where a score of the book counts as one 16 plies deeper.
 *
 * @typedef {Pick<Api.ScoredMove, "move"|"score"|"exact"|"depth"|"selectivity"|"pv">
 *   & Partial<Pick<Api.ScoredMove, "from_book">>} ScoredMove `score` is in discs for the side that moves
 * @typedef {Omit<ScoredMove, "move"|"pv"> & {pv?: string[]}} Value `score` is in discs, seen from Black; `depth` is in
 *   plies from the position
 * @import {Node} from "./tree.js"
 */

import { afterPass, pathTo } from "./tree.js";

/**
 * Sets the moves of a node that a search has scored, best first, and returns the nodes whose scores changed.
 * @param {Node} node
 * @param {ScoredMove[]} moves
 * @returns {Node[]}
 */
export function setSearched(node, moves) {
  const { searched } = node;
  // A new search starts shallow: deeper results stay until it catches up.
  if (searched && searched.length >= moves.length && isSurer(searched[0], moves[0])) return [];
  node.searched = moves;
  return update(node);
}

/**
 * Sets what the book knows of a node, and returns the nodes whose scores changed.
 * @param {Node} node
 * @param {Api.KnownPosition} book
 */
export function setBook(node, book) {
  node.book = book;
  return update(node);
}

/**
 * Sets the value saved with a node.
 * @param {Node} node
 * @param {Value|null} value
 */
export function setSaved(node, value) {
  node.saved = value;
  update(node);
}

/** Gives a new node the score that the position before it has for it. @param {Node} node */
export function inherit(node) {
  if (!node.position.over) computeShown(node);
}

/**
 * The value of a position: the result of a finished game, or the best score known.
 * @param {Node|null|undefined} node
 * @returns {Value|null}
 */
export function valueOf(node) {
  if (!node) return null;
  const shown = afterPass(node);
  return (shown.position.over ? ownOf(shown) : shown.value) ?? null;
}

/**
 * A score in discs as it is shown: exact, or rounded to half a disc, alike for both sides.
 * @param {{score: number, exact: boolean}} known
 */
export const roundScore = ({ score, exact }) =>
  (exact ? score : (Math.sign(score) * Math.round(Math.abs(score) * 2)) / 2) + 0;

/**
 * Discs that the move to a node loses by the scores shown, or null if the scores are unknown or the move is a pass.
 * @param {Node} node
 */
export function lossOf(node) {
  const [before, after] = [node.parent, node].map(valueOf);
  if (!before || !after || !node.ply || node.ply.move === "pass") return null;
  return Math.max(0, seenBy(node.ply.mover, roundScore(before) - roundScore(after)));
}

/** @type {Api.SeverityLimit[]} The kinds of mistakes, mildest first. */
let severities = [];
/** @param {typeof severities} known */
export const setSeverities = (known) => (severities = known);

/** Whether the search of a position is at least as sure as the value saved with it. @param {Node|null} node */
const isSearchTrusted = (node) => Boolean(node?.searched) && !isSurer(node?.saved, node?.searched?.[0]);

/**
 * Whether a move counts as no mistake because the book has it, as in `Severity::of_move`: a shallow search must not
 * overrule the book.
 * @param {Value|null} best @param {Value|null} played @param {number} loss
 */
const isExcusedByBook = (best, played, loss) =>
  played?.from_book && !(played.exact && best?.exact) && (loss <= severities[0].loss || !best?.from_book);

/**
 * The severity of the mistake in a reviewed move, by the scores shown. Quick reviews mark no mistakes, because a deeper
 * review follows.
 * @param {Node} node
 * @returns {Api.Severity|null}
 */
export function mistakeOf(node) {
  const { review, parent, ply } = node;
  if (!review || review.isQuick || bestOf(node) === ply?.move) return null;
  const loss = lossOf(node);
  if (loss === null || !severities.length) return review.mistake;
  if (isExcusedByBook(valueOf(parent), valueOf(node), loss)) return null;
  return severities.findLast(({ loss: least }) => loss >= least)?.severity ?? null;
}

/**
 * The best move in the position before a reviewed move: the first of those shown or, if the saved value is surer than the
 * search, the review's.
 * @param {Node} node
 */
export function bestOf({ parent, review }) {
  const first = parent?.moves?.[0]?.move;
  return (isSearchTrusted(parent) && first) || review?.best || first || "";
}

/** The review's reason for a mistake, if the best move is still the one that it found. @param {Node} node */
export const reasonOf = (node) => (bestOf(node) === node.review?.best ? (node.review.reason ?? null) : null);

/** A score seen from Black as `mover` sees it, and the reverse; adding 0 turns −0 into 0. @param {number} score */
export const seenBy = (/** @type {string|null} */ mover, score) => (mover === "white" ? -score : score) + 0;

/** A score of the book is as sure as a search that is this many plies deeper than that of the book. */
const BOOK_PLIES = 16;

/** @param {ScoredMove|Value} known */
const sureDepth = ({ depth, from_book }) => depth + (from_book ? BOOK_PLIES : 0);

/**
 * Whether the first of two scores is preferred.
 * @param {ScoredMove|Value|null|undefined} one
 * @param {ScoredMove|Value|null|undefined} other
 */
function isSurer(one, other) {
  if (!one || !other) return Boolean(one);
  if (one.exact !== other.exact) return one.exact;
  const difference = sureDepth(one) - sureDepth(other);
  return difference > 0 || (difference === 0 && one.selectivity > other.selectivity);
}

/**
 * The surest value; of equals, the first.
 * @param {(Value|null|undefined)[]} values
 * @returns {Value|null}
 */
const surest = (...values) => values.reduce((best, one) => (isSurer(one, best) ? one : best), null) ?? null;

/** @param {ScoredMove} one @param {ScoredMove} other */
const byScore = (one, other) =>
  other.score - one.score || Number(other.from_book ?? false) - Number(one.from_book ?? false);

/** The node of the position in which the move to a node was played. @param {Node} node @returns {Node|null} */
function positionBefore(node) {
  let one = node;
  while (one.ply?.move === "pass" && one.parent) one = one.parent;
  return one.parent;
}

/**
 * The moves of a node as its search and the book score them.
 * @param {Node} node
 * @returns {ScoredMove[]}
 */
function rawMoves({ searched, book }) {
  const known = new Map(book?.moves.map((one) => [one.move, one]));
  const most = book?.found ? book.score : null;
  /** @param {ScoredMove} move */
  const scored = (move) => {
    if (move.exact) return move;
    const inBook = known.get(move.move);
    if (inBook) return { ...move, score: inBook.score, exact: inBook.exact, depth: inBook.level, from_book: true };
    // The book has searched the other moves of its positions, too.
    return most !== null && move.score > most ? { ...move, score: most } : move;
  };
  return (searched ?? []).map(scored);
}

/** The value of a position as a move that leads to it: `mover` plays it. @param {string} move @param {Value} value */
const asMove = (move, value, /** @type {string|null} */ mover) => ({
  ...value,
  move,
  score: seenBy(mover, value.score),
  depth: value.depth + 1,
  pv: [move, ...(value.pv ?? [])],
});

/** The value of the position after a move of `mover`. @param {ScoredMove} move @returns {Value} */
const afterMove = ({ score, exact, depth, selectivity, from_book, pv }, /** @type {string|null} */ mover) => ({
  score: seenBy(mover, score),
  exact,
  depth: depth - 1,
  selectivity,
  from_book,
  pv: pv.slice(1),
});

/** The value of a position whose best move this is. @param {ScoredMove} move @returns {Value} */
const bestValue = ({ score, exact, depth, selectivity, from_book, pv }, /** @type {string|null} */ mover) => ({
  score: seenBy(mover, score),
  exact,
  depth,
  selectivity,
  from_book,
  pv,
});

/**
 * A value, or that of a better move that is surer.
 * @param {Value|null} known
 * @param {ScoredMove[]} moves best first
 * @param {string|null} mover
 */
function unlessRefuted(known, moves, mover) {
  const better = known && moves.find((one) => one.score > seenBy(mover, known.score) && isSurer(one, known));
  return better ? bestValue(better, mover) : known;
}

/** The value of a node by its own search, or the result of the game. @param {Node} node @returns {Value|null} */
const ownOf = ({ own, position: { outcome } }) =>
  outcome ? { score: outcome.black_score, exact: true, depth: 0, selectivity: 100 } : (own ?? null);

/**
 * The moves of a node with the surest scores, best first. The position after a move may have been searched itself.
 * @param {Node} node
 * @returns {ScoredMove[]}
 */
function surestMoves(node) {
  const { mover } = node.position;
  const moves = rawMoves(node).map((move) => {
    const child = node.children.find(({ ply }) => ply?.move === move.move);
    const after = child && afterPass(child);
    const before = afterMove(move, mover);
    const value = after && unlessRefuted(surest(before, ownOf(after)), after.found ?? [], after.position.mover);
    return !value || value === before ? move : asMove(move.move, value, mover);
  });
  return moves.sort(byScore);
}

/**
 * Whether a surer score has replaced that of a move that gives a book position its score.
 * @param {Api.KnownPosition} book @param {ScoredMove[]} found
 */
const isOverruled = (book, found) =>
  book.moves.some(
    (known) => known.score === book.score && found.some(({ move, from_book }) => move === known.move && !from_book),
  );

/** Computes a node's own value, and returns whether it changed. @param {Node} node */
function computeOwn(node) {
  const { book, saved, found: oldFound, own: oldOwn } = node;
  const { mover } = node.position;
  const found = surestMoves(node);
  const [best] = found;
  let value = best ? bestValue(best, mover) : null;
  if (book?.found && book.score !== null && !best?.exact && !isOverruled(book, found)) {
    const score = seenBy(mover, book.score);
    const depth = book.moves.find((known) => known.score === book.score)?.level ?? 0;
    value = { selectivity: 100, ...value, depth, score, exact: book.lower === book.upper, from_book: true };
  }
  node.found = found;
  node.own = unlessRefuted(surest(value, saved), found, mover);
  return !isEqual(oldOwn, node.own) || !areEqual(oldFound, found);
}

/** The value that the position before a node has for it. @param {Node} node @returns {Value|null} */
function valueBefore(node) {
  const before = positionBefore(node);
  const move = before && pathTo(node)[before.depth + 1].ply?.move;
  if (!before || !move) return null;
  const { mover } = before.position;
  const shown = before.moves?.find((one) => one.move === move);
  if (shown) return afterMove(shown, mover);
  const known = before.book?.moves.find((one) => one.move === move);
  return known
    ? { score: seenBy(mover, known.score), exact: known.exact, depth: known.level, selectivity: 100, from_book: true }
    : null;
}

/** Computes what is shown of a node, and returns whether it changed. @param {Node} node */
function computeShown(node) {
  const { value, moves, found = [] } = node;
  const { mover } = node.position;
  const before = valueBefore(node);
  node.value = before?.pv ? before : surest(node.own, before);
  node.moves = found.length && node.value ? agreeing(found, node.value, mover) : null;
  return !isEqual(value, node.value) || !areEqual(moves, node.moves);
}

/**
 * Moves whose best has the value of the position: a surer search may have found another value than theirs. Its reply,
 * or else the best of the less sure, gets that value, and the others at most that.
 * @param {ScoredMove[]} moves best first
 * @param {Value} known
 * @param {string|null} mover
 */
function agreeing(moves, known, mover) {
  const score = seenBy(mover, known.score);
  if (moves[0].score === score && moves[0].exact === known.exact) return moves;
  const unsure = moves.filter((one) => !isSurer(one, known));
  const reply = unsure.find(({ move }) => move === known.pv?.[0]) ?? unsure[0] ?? moves[0];
  const { exact, depth, selectivity, from_book } = known;
  return moves
    .map((one) => {
      if (one === reply) return { ...one, score, exact, depth, selectivity, from_book };
      return one.score > score ? { ...one, score, exact: false } : one;
    })
    .sort(
      (one, other) => other.score - one.score || Number(other.move === reply.move) - Number(one.move === reply.move),
    );
}

/** @param {Value|null|undefined} one @param {Value|null|undefined} other */
const isEqual = (one, other) =>
  one?.score === other?.score && one?.exact === other?.exact && one?.depth === other?.depth;

/** @param {ScoredMove[]|null|undefined} some @param {ScoredMove[]|null|undefined} others */
const areEqual = (some, others) =>
  some?.length === others?.length &&
  !some?.some((one, index) => one.move !== others?.[index].move || !isEqual(one, others[index]));

/**
 * Computes the scores of a node, and of the positions before and after it, which share them.
 * @param {Node} node
 * @returns {Node[]} this node, and those whose scores changed
 */
function update(node) {
  const touched = new Set([node]);
  for (let one = /** @type {Node|null} */ (node); one && computeOwn(one); ) {
    one = positionBefore(one);
    if (one) touched.add(one);
  }
  const changed = new Set([node]);
  /** @param {Node} one */
  const show = (one) => {
    if (one.position.over) return;
    const isChanged = computeShown(one);
    if (isChanged) changed.add(one);
    if (isChanged || touched.has(one)) one.children.map(afterPass).forEach(show);
  };
  show([...touched].at(-1) ?? node);
  return [...changed];
}
