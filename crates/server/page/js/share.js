/**
 * The game in the URL: `#g=8x8,start,f5d6(f6)c3,2` has the board, the start, the moves with their
 * variations and the current place. The space in a position is written `_`.
 *
 * Each game has its own entry in the browser's history; moves within a game update it. Going
 * back restores the whole tree with its variations.
 */

import { ready, t } from "./i18n.js";
import { squaresIn } from "./incoming-text.js";
import { gameOfTab, gameWithLine } from "./library.js";
import { movesBelow, placeOf, readMoves, readPlace } from "./link-moves.js";
import { errorText } from "./panels/words.js";
import { store } from "./store.js";
import { partialText } from "./words.js";

/** @import {Node, Tree} from "./tree.js" */

/** Browsers limit how often the URL may change. */
const PAUSE = 250;

let timer = 0;
/** @type {{tree: Tree, current: Node}|null} */
let pending = null;
let isReturning = false;
/** @type {Map<number, {tree: Tree, current: Node}>} Trees of this visit by id, with the current node of each. */
const visited = new Map();

/** The link to a game and a place in it. @param {Node} [node] @param {Tree} [tree] */
export function linkHash(node = store.current, { board, isStandardStart, start, root } = store.tree) {
  return `#g=${[board, isStandardStart ? "start" : start.replaceAll(" ", "_"), movesBelow(root), placeOf(store.path(node))].join(",")}`;
}

/**
 * @typedef {{board: string, start: string, moves: string, hasVariations: boolean, ply: number, path: number[]}} Wanted
 *   the game and the place that a link names
 */

/** @param {string} hash @returns {Wanted|null} */
export function readHash(hash) {
  const [, text] = /^#g=(.+)$/.exec(hash) ?? [];
  if (!text) return null;
  let parts;
  try {
    parts = decodeURIComponent(text).split(",");
  } catch {
    return null;
  }
  return /^(\d+x\d+)?$/.test(parts[0]) ? readGame(parts) : null;
}

/**
 * @param {(string|undefined)[]} parts the board, starting position, moves and current ply in a link
 * @returns {Wanted}
 */
export function readGame([board = "8x8", start = "start", moves = "", ply = ""]) {
  return {
    board: board || "8x8",
    start: start.replaceAll("_", " ").trim() || "start",
    moves,
    hasVariations: moves.includes("("),
    ply: /^\d+$/.test(ply) ? Number(ply) : Infinity,
    path: readPlace(ply || "1000"),
  };
}

/** Shows an error once the messages are loaded. @param {() => string} words */
async function showError(words) {
  await ready;
  store.notice(words(), "error");
}

/** Restores the game that the browser saved for the URL; returns null if there is none. @param {Wanted|null} wanted */
async function openSaved(wanted) {
  const own = store.tree ? null : await gameOfTab(location.hash);
  const saved = own ?? (wanted && gameWithLine(location.hash));
  if (!saved) return null;
  try {
    await store.rebuild(saved);
    return own || !wanted ? store.current : store.goTo(nodeAt(wanted.path));
  } catch {
    // The URL still has the moves.
    return null;
  }
}

/** The node at a place. @param {number[]} path */
const nodeAt = (path) =>
  path.reduce((node, index) => node.children[index] ?? node.children[0] ?? node, /** @type {Node} */ (store.tree.root));

/** Opens a game with variations; returns null if a move is illegal. @param {Wanted} wanted */
async function openVariations({ board, start, moves, path }) {
  try {
    return await store.rebuild({ board, start, meta: {}, root: readMoves(moves), path });
  } catch {
    return null;
  }
}

/** Removes the variations from moves. @param {string} moves */
function mainLine(moves) {
  for (let rest = moves; ; ) {
    const next = rest.replace(/\([^()]*\)?/, "");
    if (next === rest) return rest;
    rest = next;
  }
}

/** The game in the URL, or the standard start. */
export async function openAddress() {
  const wanted = readHash(location.hash);
  const saved = await openSaved(wanted);
  if (saved) return saved;
  if (!wanted) {
    if (location.hash.length > 1) await showError(() => t("share.unknown"));
    return location.hash.length > 1 && store.tree ? store.current : store.newGame();
  }
  return openGame(wanted);
}

/** Opens a game from a link, up to its first illegal move. @param {Wanted} wanted */
export async function openGame(wanted) {
  const whole = wanted.hasVariations ? await openVariations(wanted) : null;
  if (whole) return whole;
  const moves = mainLine(wanted.moves);
  if (moves.trim() && !squaresIn(moves).length) {
    await showError(() => t("share.unknown"));
    return store.tree ? store.current : store.newGame();
  }
  try {
    const node = await store.newGame({ ...wanted, moves, partial: true });
    const squares = squaresIn(moves);
    const loaded = store.mainLine().filter(({ ply }) => ply && ply.move !== "pass").length;
    if (loaded < squares.length) await showError(() => partialText(squares, loaded));
    return node;
  } catch (error) {
    await showError(() => t("share.wrong", { message: errorText(error) }));
    return store.tree ? store.current : store.newGame();
  }
}

/**
 * The entry of the browser's history, with the position for the first frame after a reload.
 * @param {Tree} tree @param {Node} node
 */
const stateOf = ({ id, board }, { position }) => ({ tree: id, board, position: position.position });

/** @param {Tree} tree @param {Node} current */
function write(tree, current) {
  visited.set(tree.id, { tree, current });
  history.replaceState(stateOf(tree, current), "", linkHash(current, tree));
}

/** Drops a pending update. */
function forget() {
  clearTimeout(timer);
  timer = 0;
  pending = null;
}

/** Makes a pending update. */
function flush() {
  const due = pending;
  forget();
  if (due) write(due.tree, due.current);
}

/** Updates the URL and the history; call it once, before the first game. Training is one entry, with the game's URL. */
export function mountHistory() {
  store.on("game", () => {
    const { tree, current } = store;
    // A pending update belongs to the entry of the previous game.
    if (isReturning) forget();
    else flush();
    if (tree.isTraining) {
      // Going back leaves the training.
      if (!history.state?.isTraining) history.pushState({ ...history.state, isTraining: true }, "");
      return;
    }
    const known = history.state?.tree;
    if (isReturning || known === undefined || known === tree.id) return write(tree, current);
    visited.set(tree.id, { tree, current });
    history.pushState(stateOf(tree, current), "", linkHash());
  });
  const writeSoon = () => {
    const { tree, current } = store;
    if (tree.isTraining) return;
    visited.set(tree.id, { tree, current });
    pending = { tree, current };
    timer ||= setTimeout(flush, PAUSE);
  };
  store.on("node", writeSoon);
  store.on("tree", writeSoon);
  addEventListener("popstate", async ({ state }) => {
    forget();
    isReturning = true;
    try {
      const known = visited.get(state?.tree);
      if (known) store.restore(known.tree, known.current);
      else await openAddress();
    } finally {
      isReturning = false;
    }
  });
}

/** Copies the link to the position. */
export async function copyLink() {
  const link = new URL(linkHash(), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    store.notice(t("share.copied"));
  } catch {
    // Without permission to write to the clipboard (or without https), show the link instead.
    store.notice(t("share.link", { link }));
  }
}
