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
 * - `notice`   `{text, kind}`, kind `info` or `error`: a message to the user
 *
 * @typedef {import("./tree.js").Node} Node
 * @typedef {import("./tree.js").Tree} Tree
 */

import { post } from "./api.js";
import { lineOf, unpack } from "./saved-game.js";
import { inherit, setBook, setSearched } from "./scores.js";
import { afterPass, append, follow, isPassing, mainLine, makeTree, moveNumber, movesTo, pathTo } from "./tree.js";
import { record } from "./undo.js";

/** @type {Map<string, Set<Function>>} */
const listeners = new Map();
/** Moves and games are requested one after another, in the order of the clicks. */
let queue = Promise.resolve();
/** The latest game requested: responses to earlier requests are dropped. */
let latest = 0;

function enqueue(work) {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
}

/** The standard start of each board, as the server returned it. */
const standardStarts = new Map();

/** A tree from the answer to the request `game`. */
function treeOf(answer, meta, notes) {
  return makeTree(answer, standardStarts.get(answer.board) === answer.start, meta, notes);
}

export const store = {
  /** @type {Tree|null} Null until the server's first response. */
  tree: null,
  /** @type {Node|null} */
  current: null,

  /**
   * The line of a panel that is played out on the board, or null: all of it, or its first `count` moves.
   * @type {{node: Node, squares: string[], count?: number}|null}
   */
  pv: null,
  /** Whether scores are hidden; `values` is emitted when it changes. */
  valuesHidden: false,
  /** Whether the board does not show which moves are legal; `values` is emitted when it changes. */
  legalHidden: false,
  /**
   * Moves marked on the board as bad and good, and squares that show the reason; `values` is
   * emitted when they change.
   * @type {{node: Node, bad: string, good: string, reason?: string[]}|null}
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
   */
  on(event, listener) {
    if (!listeners.has(event)) listeners.set(event, new Set());
    listeners.get(event).add(listener);
    return () => listeners.get(event).delete(listener);
  },

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

  notice(text, kind = "info") {
    store.emit("notice", { text, kind });
  },

  /**
   * Loads a game and shows its end, or the position after `ply` plies. If the server refuses it,
   * rejects with an ApiError and keeps the old game.
   * @param {{board?: string, start?: string, moves?: string, meta?: object, notes?: object[],
   *   ply?: number, partial?: boolean}} game `partial` keeps the moves before an illegal one
   * @returns {Promise<Node>}
   */
  newGame({ board = "8x8", start = "start", moves = "", meta = {}, notes = [], ply = Infinity, partial = false } = {}) {
    const request = ++latest;
    return enqueue(async () => {
      const answer = await post("game", { board, start, moves, partial: partial || undefined });
      if (start === "start") standardStarts.set(answer.board, answer.start);
      if (request !== latest) return store.current;
      const tree = treeOf(answer, meta, notes);
      const node = store.mainLine(tree)[Math.min(ply, answer.plies.length)];
      const { tree: before, current } = store;
      store.restore(tree, node);
      if (before) record({ undo: () => store.restore(before, current), redo: () => store.restore(tree, node) });
      return store.current;
    });
  },

  /**
   * Loads a game from `/api/import` and shows it after `ply` plies.
   * @returns {Promise<Node>}
   */
  load(game, ply = 0) {
    const { board, start, moves, notes, warnings, ...meta } = game;
    return store.newGame({ board, start, moves, meta, notes: notes ?? [], ply });
  },

  /**
   * Restores a saved game with its variations, comments and review, at the node where it was left.
   * @param {object} game as the library stores it
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

  /** Restores an earlier tree and its current node. */
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

  /** @returns {Node} the node, or the one after a forced pass */
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
    if (store.tree) store.goTo(store.line().at(-1));
  },

  /** Moves the variation of a node to the front of its siblings. */
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

  /** Removes a node and its descendants; a forced pass is removed with its move. */
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

  /** The nodes from the root to the current node, then along first children. */
  line() {
    return store.current ? [...store.path().slice(0, -1), ...mainLine(store.current)] : [];
  },

  /** The nodes from the root to a node. @returns {Node[]} */
  path: (node = store.current) => pathTo(node),

  /** The nodes from the root along first children. @returns {Node[]} */
  mainLine: (tree = store.tree) => (tree ? mainLine(tree.root) : []),

  /** The node of the main line after `ply` plies. @returns {Node|undefined} */
  nodeAt: (ply, tree = store.tree) => store.mainLine(tree)[ply],

  /** The transcript from the start to a node, without passes. */
  movesTo: (node = store.current) => movesTo(node),

  /** The number of a node's move in its transcript, from 1. */
  moveNumber: (node) => moveNumber(node),

  /** The three fields of a game in a request. */
  game(node = store.current) {
    const { board, start } = store.tree;
    return { board, start, moves: store.movesTo(node) };
  },

  /** Sets the moves of a node that a search has scored, best first. */
  setMoves: (node, moves) => emitValues(setSearched(node, moves)),

  /** Sets what the book knows of a node: an object from `/api/book`. */
  setBook: (node, book) => emitValues(setBook(node, book)),

  /** Sets the review of the ply that led to a node. */
  setReview(node, review) {
    node.review = review;
    store.emit("values", node);
  },

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
 * @param {Tree} [tree] the tree that changes
 */
function change(make, unmake, after = () => {}, afterUndo = () => {}, tree = store.tree) {
  const run = (work, show) => () => {
    if (store.tree !== tree) store.restore(tree, tree.root);
    work();
    store.emit("tree");
    show();
  };
  if (store.tree === tree) run(make, after)();
  record({ undo: run(unmake, afterUndo), redo: run(make, after) });
}

/** Reports the nodes whose scores changed. */
const emitValues = (nodes) => nodes.forEach((node) => store.emit("values", node));

/** The node after `moves` from `node`, requested from the server unless it exists. */
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
    () => {},
    () => store.goTo(node),
    tree,
  );
  return last;
}
