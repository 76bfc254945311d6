/**
 * The state of the page: the game tree and the current node.
 *
 * It does not touch the DOM and knows no rules: the server plays each move, and its response
 * becomes the next node.
 *
 * Events and their details:
 * - `game`     a new tree; `node` follows
 * - `tree`     nodes were added or removed, or a comment changed
 * - `node`     a new current node: `{from: Node|null}`, the previous one
 * - `values`   a node whose `value`, `moves` or `review` changed
 * - `pv`       `store.pv` changed: the line shown on the board, or null
 * - `play`     a game against the engine begins: the options chosen in the dialog
 * - `settings` `{name, value}`
 * - `language` the language code
 * - `notice`   a message to the user
 *
 * @typedef {{game: void, tree: void, node: {from: Node|null}, values: Node, pv: Line|null, play: GameOptions,
 *   settings: {name: string, value: unknown}, language: string, notice: Notice}} Events
 * @typedef {{text: string, kind: "info"|"error"|"warning", isUndoable?: boolean}} Notice
 * @typedef {{node: Node, squares: string[], count?: number}} Line moves from a node: all of them, or the first `count`
 * @typedef {{node: Node, bad?: string, good: string, reason?: string[]}} Marks
 *
 * @import {Meta, Node, Review, Tree} from "./tree.js"
 * @import {GameOptions} from "./new-game.js"
 * @import {SavedTree} from "./saved-game.js"
 * @import {ScoredMove} from "./scores.js"
 */

import { post } from "./api.js";
import { lineOf, unpack } from "./saved-game.js";
import { inherit, setBook, setSearched } from "./scores.js";
import { afterPass, append, follow, isPassing, mainLine, makeTree, moveNumber, movesTo, pathTo } from "./tree.js";
import { record } from "./undo.js";

/** @type {Map<keyof Events, Set<(detail: any) => unknown>>} */
const listeners = new Map();
/** Moves and games are requested one after another, in the order of the clicks. */
/** @type {Promise<unknown>} */
let queue = Promise.resolve();
/** The latest game requested: responses to earlier requests are dropped. */
let latest = 0;

/** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function enqueue(work) {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
}

/** @type {Map<string, string>} The standard start of each board, as the server returned it. */
const standardStarts = new Map();

/**
 * A tree from the answer to the request `game`.
 * @param {Api.Game} answer @param {Meta} meta @param {Api.Note[]} notes
 */
function treeOf(answer, meta, notes) {
  return makeTree(answer, standardStarts.get(answer.board) === answer.start, meta, notes);
}

/** @returns {Node} */
const currentNode = () => store.current;
/** @returns {Tree} */
const currentTree = () => store.tree;

export const store = {
  // Both are null until the server's first response. Only what runs before it must expect that.
  tree: /** @type {Tree} */ (/** @type {unknown} */ (null)),
  current: /** @type {Node} */ (/** @type {unknown} */ (null)),

  /** @type {Line|null} The line of a panel that is played out on the board. */
  pv: null,
  /** Whether scores are hidden; `values` is emitted when it changes. */
  valuesHidden: false,
  /** Whether the board does not show which moves are legal; `values` is emitted when it changes. */
  legalHidden: false,
  /**
   * Moves marked on the board as bad and good, and squares that show the reason; `values` is
   * emitted when they change.
   * @type {Marks|null}
   */
  marks: null,
  /**
   * Called with each square chosen on the board; returns true if it handled the square, which is
   * then not played.
   * @type {((square: string) => boolean)|null}
   */
  chooser: null,

  /**
   * Calls `listener` with the detail of each event of this name; returns a function that
   * removes it.
   * @template {keyof Events} E
   * @param {E} event
   * @param {(detail: Events[E]) => unknown} listener
   */
  on(event, listener) {
    const own = listeners.get(event) ?? new Set();
    listeners.set(event, own.add(listener));
    return () => own.delete(listener);
  },

  /**
   * @template {keyof Events} E
   * @param {E} event
   * @param {Events[E]} [detail]
   */
  emit(event, detail) {
    // A listener that throws must not stop the others.
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(detail);
      } catch (error) {
        reportError(error);
      }
    }
  },

  /**
   * Shows a notice instead of the last one, which it removes unless that is a warning; without text, none.
   * @param {string} text @param {"info"|"error"} [kind]
   */
  notice(text, kind = "info") {
    store.emit("notice", { text, kind });
  },

  /** Shows a notice that stays until it is closed or the warning ends. @param {string} text */
  warn(text) {
    store.emit("notice", { text, kind: "warning" });
  },

  endWarning() {
    store.emit("notice", { text: "", kind: "warning" });
  },

  /**
   * Loads a game and shows its end, or the position after `ply` plies. If the server refuses it,
   * rejects with an ApiError and keeps the old game.
   * @param {{board?: string, start?: string, moves?: string, meta?: Meta, notes?: Api.Note[],
   *   ply?: number, partial?: boolean, isTraining?: boolean}} game `partial` keeps the moves before an illegal one;
   *   a training game is neither saved nor kept in the history
   * @returns {Promise<Node>}
   */
  newGame(game = {}) {
    const { board = "8x8", start = "start", moves = "", meta = {}, notes = [], ply = Infinity } = game;
    const { partial, isTraining } = game;
    const request = ++latest;
    return enqueue(async () => {
      const answer = await post("game", { board, start, moves, partial });
      if (start === "start") standardStarts.set(answer.board, answer.start);
      if (request !== latest) return store.current;
      const tree = Object.assign(treeOf(answer, meta, notes), { isTraining });
      const node = store.mainLine(tree)[Math.min(ply, answer.plies.length)];
      const { tree: before, current } = store;
      store.restore(tree, node);
      if (before && !isTraining && !before.isTraining)
        record({ undo: () => store.restore(before, current), redo: () => store.restore(tree, node) });
      return store.current;
    });
  },

  /**
   * Loads a game from `/api/import` and shows it after `ply` plies.
   * @param {Api.Record} game
   * @returns {Promise<Node>}
   */
  load(game, ply = 0) {
    const { board, start, moves, notes, warnings, ...meta } = game;
    return store.newGame({ board, start, moves, meta, notes, ply });
  },

  /**
   * Restores a saved game with its variations, comments and review, at the node where it was left.
   * @param {SavedTree} game
   * @returns {Promise<Node>}
   */
  rebuild({ id, writer, revision, board, start, meta, engine, root, path, played, saved, review }) {
    const request = ++latest;
    return enqueue(async () => {
      const answer = await post("game", { board, start, moves: lineOf(root) });
      if (start === "start") standardStarts.set(answer.board, answer.start);
      const tree = Object.assign(treeOf(answer, meta, []), {
        key: id ?? undefined,
        writer: writer ?? undefined,
        revision,
        isInLibrary: Boolean(id),
        saved,
        played: played ?? saved,
        review,
      });
      await unpack(tree, tree.root, root);
      if (request !== latest) return store.current;
      if (engine) tree.engine = { ...engine, head: follow(tree.root, engine.head) };
      store.restore(tree, follow(tree.root, path));
      return store.current;
    });
  },

  /** Restores an earlier tree and its current node. @param {Tree} tree @param {Node} node */
  restore(tree, node) {
    latest += 1;
    store.tree = tree;
    store.current = afterPass(node);
    store.emit("game");
    store.emit("node", { from: null });
  },

  /**
   * Plays a square in the current position, as a new variation if it differs. Returns null if
   * the square is illegal.
   * @param {string} square
   * @returns {Promise<Node|null>}
   */
  play(square) {
    return enqueue(async () => {
      const node = store.current;
      if (!node?.position.legal.some(({ move }) => move === square)) return null;
      const { tree } = store;
      const next = await extend(node, square);
      return store.tree === tree ? store.goTo(next) : null;
    });
  },

  /** @returns {Node} the node, or the one after a forced pass @param {Node} node */
  goTo(node) {
    const from = store.current;
    store.current = afterPass(node);
    if (store.current !== from) store.emit("node", { from });
    return store.current;
  },

  back() {
    let node = store.current?.parent;
    while (node && isPassing(node) && node.parent) node = node.parent;
    if (node) store.goTo(node);
  },

  forward() {
    const [child] = store.current?.children ?? [];
    if (child) store.goTo(child);
  },

  toStart() {
    if (store.tree) store.goTo(store.tree.root);
  },

  toEnd() {
    if (store.tree) store.goTo(store.line().at(-1) ?? store.tree.root);
  },

  /** Moves the variation of a node to the front of its siblings. @param {Node} node */
  promote(node) {
    let branch = node;
    while (branch.parent && branch.parent.children[0] === branch) branch = branch.parent;
    if (!branch.parent) return;
    const { parent } = branch;
    const before = [...parent.children];
    const after = [branch, ...before.filter((child) => child !== branch)];
    change(
      () => (parent.children = after),
      () => (parent.children = before),
    );
  },

  /** Removes a node and its descendants; a forced pass is removed with its move. @param {Node} node */
  remove(node) {
    while (node.parent && isPassing(node.parent)) node = node.parent;
    if (!node.parent) return;
    const { parent } = node;
    const before = [...parent.children];
    const after = before.filter((child) => child !== node);
    const { current } = store;
    const isInside = store.path().includes(node);
    change(
      () => (parent.children = after),
      () => (parent.children = before),
      () => isInside && store.goTo(parent),
      () => isInside && store.goTo(current),
    );
  },

  /** The nodes from the root to the current node, then along first children. @returns {Node[]} */
  line() {
    return store.current ? [...store.path().slice(0, -1), ...mainLine(store.current)] : [];
  },

  /** The nodes from the root to a node. @param {Node} [node] @returns {Node[]} */
  path: (node = currentNode()) => pathTo(node),

  /** The nodes from the root along first children. @param {Tree} [tree] @returns {Node[]} */
  mainLine: (tree = currentTree()) => (tree ? mainLine(tree.root) : []),

  /** The node of the main line after `ply` plies. @param {number} ply @param {Tree} [tree] @returns {Node|undefined} */
  nodeAt: (ply, tree = currentTree()) => store.mainLine(tree)[ply],

  /** The transcript from the start to a node, without passes. @param {Node} [node] @returns {string} */
  movesTo: (node = currentNode()) => movesTo(node),

  /** The number of a node's move in its transcript, from 1. @param {Node} node */
  moveNumber: (node) => moveNumber(node),

  /** The three fields of a game in a request. @param {Node} [node] @returns {{board: string, start: string, moves: string}} */
  game(node = currentNode()) {
    const { board, start } = store.tree;
    return { board, start, moves: store.movesTo(node) };
  },

  /** Sets the moves of a node that a search has scored, best first. @param {Node} node @param {ScoredMove[]} moves */
  setMoves: (node, moves) => emitValues(setSearched(node, moves)),

  /**
   * Sets what the book knows of a node: an object from `/api/book`.
   * @param {Node} node @param {Api.KnownPosition} book
   */
  setBook: (node, book) => emitValues(setBook(node, book)),

  /** Sets the review of the ply that led to a node. @param {Node} node @param {Review} review */
  setReview(node, review) {
    node.review = review;
    store.emit("values", node);
  },

  /** @param {Node} node @param {string} comment */
  setComment(node, comment) {
    const before = node.comment;
    const after = comment.trim() || null;
    change(
      () => (node.comment = after),
      () => (node.comment = before),
    );
  },
};

/**
 * Changes the tree and records how to undo it.
 * @param {() => void} make
 * @param {() => void} unmake
 * @param {() => void} [after] shows a position after the change
 * @param {() => void} [afterUndo] shows a position after it is undone
 * @param {Tree} tree the tree that changes
 */
function change(make, unmake, after = () => {}, afterUndo = () => {}, tree = currentTree()) {
  const run = (/** @type {() => void} */ work, /** @type {() => void} */ show) => () => {
    if (store.tree !== tree) store.restore(tree, tree.root);
    work();
    store.emit("tree");
    show();
  };
  if (store.tree === tree) run(make, after)();
  record({ undo: run(unmake, afterUndo), redo: run(make, after) });
}

/** Reports the nodes whose scores changed. @param {Node[]} nodes @returns {void} */
const emitValues = (nodes) => nodes.forEach((node) => store.emit("values", node));

/**
 * The node after `moves` from `node`, requested from the server unless it exists.
 * @param {Node} node @param {string} moves
 */
async function extend(node, moves) {
  const known = node.children.find(({ ply }) => ply.move === moves);
  if (known) return known;
  const { tree } = store;
  const { board, start } = tree;
  const answer = await post("game", { board, start, moves: store.movesTo(node) + moves, from: node.depth });
  const before = [...node.children];
  const last = append(node, answer.plies, answer.positions);
  inherit(last);
  const after = node.children;
  change(
    () => (node.children = after),
    () => (node.children = before),
    () => store.goTo(last),
    () => store.goTo(node),
    tree,
  );
  return last;
}
