/**
 * The game tree: a node for each position, with the moves played from it as children. The first child continues the
 * main line.
 *
 * @import {ScoredMove, Value} from "./scores.js"
 * @import {GameState} from "./panels/opponent-game.js"
 *
 * @typedef {{id: number, children: Child[], position: Api.PositionView, depth: number, value: Value|null,
 *   moves: ScoredMove[]|null, searched?: ScoredMove[], book?: Api.KnownPosition, saved?: Value|null,
 *   found?: ScoredMove[], own?: Value|null, review: Review|null, comment: string|null,
 *   note: Api.Note|null}} NodeFields
 *   `value` and `moves` are the best scores known; scores.js computes them from `searched`, the scores of a search,
 *   `book`, the entry of the book, and `saved`, the value saved with the game. `found` and `own` are the moves and the value by these and the nodes below
 * @typedef {Omit<Api.ReviewedMove, "alternatives"> & {isQuick?: boolean}} Review of the move to a node; a quick one is
 *   not final
 * @typedef {NodeFields & {parent: null, ply: null}} Root
 * @typedef {NodeFields & {parent: Node, ply: Api.Ply}} Child
 * @typedef {Root|Child} Node
 *
 * @typedef {Partial<Omit<Api.Record, "board"|"start"|"moves"|"notes"|"warnings">> & {side?: Api.Color, ending?: Ending}} Meta
 *   the record of a game; `side` is the user's
 * @typedef {{by: "resigned"|"time", winner: Api.Color|null, moves: string}} Ending how a game ended early, and its moves
 * @typedef {{moves: string, record: Api.ReviewedGame["record"], summary?: Omit<Api.ReviewedGame, "record">}} KeptReview
 *   what is kept of the review of these moves
 * @typedef {{id: number, board: string, columns: number, rows: number, start: string,
 *   isStandardStart: boolean, meta: Meta, root: Root, key?: string, writer?: string,
 *   revision?: number, isInLibrary?: boolean, isTraining?: boolean, engine?: GameState|null, played?: number|null, saved?: number,
 *   review?: KeptReview}} Tree `key` is its id in the library,
 *   `writer` the id of this copy, `revision` the last one saved; a training tree is not a game of the user; `engine` is the state of a
 *   running game against the engine; `played` is when the game began, in milliseconds since 1970; `review` is what is
 *   kept of the review of a line
 */

let nextId = 1;

/** @param {Api.PositionView} position @param {number} depth */
function makeFields(position, depth) {
  return {
    id: nextId++,
    children: [],
    position,
    depth,
    value: null,
    moves: null,
    review: null,
    comment: null,
    note: null,
  };
}

/**
 * Adds plies below a node, reusing existing nodes, and returns the last one.
 * @param {Node} node
 * @param {Api.Ply[]} plies
 * @param {Api.PositionView[]} positions those before and after each ply
 */
export function append(node, plies, positions) {
  plies.forEach((ply, index) => {
    let child = node.children.find((one) => one.ply?.move === ply.move);
    if (!child) {
      child = { ...makeFields(positions[index + 1], node.depth + 1), parent: node, ply };
      node.children.push(child);
    }
    node = child;
  });
  return node;
}

/**
 * A new tree with the main line of a game.
 * @param {Api.Game} game
 * @param {boolean} isStandardStart
 * @param {Meta} meta
 * @param {Api.Note[]} notes
 * @returns {Tree}
 */
export function makeTree({ board, columns, rows, start, plies, positions }, isStandardStart, meta, notes) {
  /** @type {Root} */
  const root = { ...makeFields(positions[0], 0), parent: null, ply: null };
  append(root, plies, positions);
  const line = mainLine(root);
  for (const note of notes) {
    const node = line[note.ply];
    if (node) Object.assign(node, { note, comment: note.comment || null });
  }
  return { id: nextId++, board, columns, rows, start, isStandardStart, meta, root };
}

/** Whether the side to move must pass. @param {Node} node */
export const isPassing = (node) => !node.position.over && node.position.legal.length === 0;

/**
 * The node itself, or the one after a forced pass, since positions with a forced pass are skipped.
 * @param {Node} node
 * @returns {Node}
 */
export const afterPass = (node) => (isPassing(node) && node.children[0] ? afterPass(node.children[0]) : node);

/**
 * The nodes from the root to a node.
 * @param {Node|null} node
 */
export function pathTo(node) {
  /** @type {Node[]} */
  const nodes = [];
  for (let one = node; one; one = one.parent) nodes.unshift(one);
  return nodes;
}

/**
 * The nodes from a node along first children.
 * @param {Node} node
 * @returns {Node[]}
 */
export function mainLine(node) {
  const nodes = [node];
  for (let [child] = node.children; child; [child] = child.children) nodes.push(child);
  return nodes;
}

/** The moves from the root to a node, without passes. @param {Node} node */
export const movesTo = (node) =>
  pathTo(node)
    .map(({ ply }) => (ply && ply.move !== "pass" ? ply.move : ""))
    .join("");

/** The number of a node's move in its transcript, from 1; passes are not counted. @param {Node} node */
export const moveNumber = (node) => pathTo(node).filter(({ ply }) => ply && ply.move !== "pass").length;

/**
 * The node at the end of a path of child indices, as far as it exists.
 * @param {Node} node
 * @param {number[]} path
 * @returns {Node}
 */
export const follow = (node, path) => path.reduce((one, index) => one.children[index] ?? one, node);

/** The path to a node as child indices. @param {Node} node */
export const indicesTo = (node) =>
  pathTo(node).flatMap((one) => (one.parent ? [one.parent.children.indexOf(one)] : []));
