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
 * - `values`   the node whose `value`, `moves` or `review` changed
 * - `pv`       `store.pv` changed: the line shown on the board, or null
 * - `play`     a game against the engine begins: the options chosen in the dialog
 * - `settings` `{name, value}`
 * - `language` the language code
 * - `notice`   `{text, kind}`, kind `info` or `error`: a message to the user
 *
 * @typedef {{mover: 'black'|'white', move: string, flips: string[]}} Ply
 * @typedef {{position: string, mover: 'black'|'white'|null,
 *   legal: {move: string, flips: string[]}[], discs: {black: number, white: number},
 *   empties: number, stable: string[], over: boolean,
 *   outcome: {black_score: number, winner: 'black'|'white'|null}|null,
 *   opening: string|null}} Position
 * @typedef {{move: string, score: number, exact: boolean, depth: number,
 *   selectivity: number, pv: string[], isBook?: boolean}} ScoredMove
 * @typedef {{id: number, parent: Node|null, children: Node[], ply: Ply|null,
 *   position: Position, depth: number,
 *   value: {score: number, exact: boolean, depth: number, selectivity: number}|null,
 *   review: object|null, moves: ScoredMove[]|null, searched?: ScoredMove[], book?: object,
 *   comment: string|null, note: object|null}} Node `moves` has the best scores known, `searched`
 *   those of the search, `book` the entry of the book
 * @typedef {{id: number, board: string, columns: number, rows: number, start: string,
 *   isStandardStart: boolean, meta: object, root: Node, key?: string, writer?: string,
 *   revision?: number, isInLibrary?: boolean, engine?: object|null}} Tree `key` is its id in the library,
 *   `writer` the id of this copy, `revision` the last one saved; `engine` is the state of a
 *   running game against the engine
 */

import { post } from "./api.js";
import { record } from "./undo.js";

/** @type {Map<string, Set<Function>>} */
const listeners = new Map();
let nextId = 1;
/** Moves and games are requested one after another, in the order of the clicks. */
let queue = Promise.resolve();
/** The latest game requested: responses to earlier requests are dropped. */
let latest = 0;

function enqueue(work) {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
}

/** @returns {Node} */
function makeNode(parent, ply, position) {
  return {
    id: nextId++,
    parent,
    children: [],
    ply,
    position,
    depth: parent ? parent.depth + 1 : 0,
    value: null,
    review: null,
    moves: null,
    comment: null,
    note: null,
  };
}

/** The standard start of each board, as the server returned it. */
const standardStarts = new Map();

/** Adds plies below a node, reusing existing nodes, and returns the last one. */
function append(node, plies, positions) {
  plies.forEach((ply, index) => {
    let child = node.children.find((one) => one.ply.move === ply.move);
    if (!child) {
      child = makeNode(node, ply, positions[index + 1]);
      node.children.push(child);
    }
    node = child;
  });
  return node;
}

/** A position with a forced pass is skipped: the position after the pass is shown. */
const isPassing = (node) => !node.position.over && node.position.legal.length === 0;
const afterPass = (node) => (isPassing(node) && node.children[0] ? afterPass(node.children[0]) : node);

/** @returns {Tree} */
function makeTree(answer, meta, notes) {
  const { board, columns, rows, start, plies, positions } = answer;
  const root = makeNode(null, null, positions[0]);
  append(root, plies, positions);
  const isStandardStart = standardStarts.get(board) === start;
  const tree = { id: nextId++, board, columns, rows, start, isStandardStart, meta, root };
  const line = store.mainLine(tree);
  for (const note of notes) {
    const node = line[note.ply];
    if (node) Object.assign(node, { note, comment: note.comment || null });
  }
  return tree;
}

export const store = {
  /** @type {Tree|null} Null until the server's first response. */
  tree: null,
  /** @type {Node|null} */
  current: null,

  /**
   * The line of a panel that is shown on the board, or null.
   * @type {{node: Node, squares: string[], hasArrows?: boolean}|null}
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
      const tree = makeTree(answer, meta, notes);
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
  rebuild({ id, writer, revision, board, start, meta, engine, root, path }) {
    const request = ++latest;
    return enqueue(async () => {
      const answer = await post("game", { board, start, moves: lineOf(root) });
      if (start === "start") standardStarts.set(answer.board, answer.start);
      const tree = Object.assign(makeTree(answer, meta, []), { key: id ?? undefined, writer: writer ?? undefined, revision, isInLibrary: Boolean(id) });
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
    change(() => (parent.children = after), () => (parent.children = before));
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
    const nodes = store.path();
    while (nodes.at(-1)?.children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  },

  /** The nodes from the root to a node. @returns {Node[]} */
  path(node = store.current) {
    const nodes = [];
    for (let one = node; one; one = one.parent) nodes.unshift(one);
    return nodes;
  },

  /** The nodes from the root along first children. @returns {Node[]} */
  mainLine(tree = store.tree) {
    const nodes = tree ? [tree.root] : [];
    while (nodes.at(-1)?.children.length) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  },

  /** The node of the main line after `ply` plies. @returns {Node|undefined} */
  nodeAt(ply, tree = store.tree) {
    return store.mainLine(tree)[ply];
  },

  /** The transcript from the start to a node, without passes. */
  movesTo(node = store.current) {
    return store
      .path(node)
      .map(({ ply }) => (ply && ply.move !== "pass" ? ply.move : ""))
      .join("");
  },

  /** The number of a node's move in its transcript, from 1; passes are not counted. */
  moveNumber(node) {
    return store.path(node).filter(({ ply }) => ply && ply.move !== "pass").length;
  },

  /** The three fields of a game in a request. */
  game(node = store.current) {
    const { board, start } = store.tree;
    return { board, start, moves: store.movesTo(node) };
  },

  /** Sets the moves of a node that a search has scored, best first. */
  setMoves(node, moves) {
    const [best] = moves;
    // A new search starts shallow: deeper results stay until it catches up.
    if (node.moves?.length >= moves.length && best && isDeeper(node.searched?.[0] ?? node.value, best)) return;
    node.searched = moves;
    combineScores(node);
  },

  /** Sets what the book knows of a node: an object from `/api/book`. */
  setBook(node, book) {
    node.book = book;
    combineScores(node);
  },

  /** Sets the review of the ply that led to a node. */
  setReview(node, review) {
    node.review = review;
    store.emit("values", node);
  },

  setComment(node, comment) {
    const before = node.comment;
    const after = comment.trim() || null;
    change(() => (node.comment = after), () => (node.comment = before));
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

/** The moves from a saved node along first children, without passes. */
function lineOf({ m: move = "", k: children = [] }) {
  return (move === "pass" ? "" : move) + (children.length ? lineOf(children[0]) : "");
}

/** The node at the end of a path of child indices. */
const follow = (node, path) => path.reduce((one, index) => one.children[index] ?? one, node);

/** Copies the fields of a saved node to a node of the tree, and requests missing variations. */
async function unpack(tree, node, { c: comment = null, n: note = null, r: review = null, v: value = null, k: children = [] }) {
  // Links omit passes.
  if (isPassing(node) && node.children[0] && children[0] && children[0].m !== "pass") {
    return unpack(tree, node.children[0], { k: children });
  }
  Object.assign(node, { comment, note, review, value });
  const { board, start } = tree;
  for (const child of children) {
    const find = () => node.children.find(({ ply }) => ply.move === child.m);
    if (!find()) {
      const answer = await post("game", { board, start, moves: store.movesTo(node) + lineOf(child), from: node.depth });
      append(node, answer.plies, answer.positions);
    }
    if (!find()) throw new Error(`${child.m} is not legal`);
    await unpack(tree, find(), child);
  }
}

/** Sets the moves and the value of a node to the best that is known: exact, from the book, or from a search. */
function combineScores(node) {
  const { searched, book } = node;
  const isFound = Boolean(book?.found);
  if (searched) node.moves = book?.moves.length ? searched.map((one) => withBookScore(one, book)).sort(byScore) : searched;
  const [best] = node.moves ?? [];
  const known = isFound && !best?.exact ? { ...best, score: book.score, exact: book.lower === book.upper } : best;
  if (known) {
    const { score, exact, depth, selectivity } = known;
    // Adding 0 turns −0, which would be shown with a sign, into 0.
    node.value = { score: (node.position.mover === "white" ? -score : score) + 0, exact, depth, selectivity };
  }
  store.emit("values", node);
}

/** A move with the book's score, if it has one; otherwise capped at the book's score of the position. */
function withBookScore(searched, { found, score, moves }) {
  if (searched.exact) return searched;
  const known = moves.find(({ move }) => move === searched.move);
  if (known) return { ...searched, score: known.score, exact: known.exact, isBook: true };
  return found && searched.score > score ? { ...searched, score } : searched;
}

const byScore = (one, other) => other.score - one.score || Number(other.isBook ?? false) - Number(one.isBook ?? false);

/** Whether a known score is from a deeper search than another. */
function isDeeper(known, other) {
  if (!known || known.exact !== other.exact) return Boolean(known?.exact);
  return known.depth > other.depth;
}

/** The node after `moves` from `node`, requested from the server unless it exists. */
async function extend(node, moves) {
  const known = node.children.find(({ ply }) => ply.move === moves);
  if (known) return known;
  const { tree } = store;
  const { board, start } = tree;
  const answer = await post("game", { board, start, moves: store.movesTo(node) + moves, from: node.depth });
  const before = [...node.children];
  const last = append(node, answer.plies, answer.positions);
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
