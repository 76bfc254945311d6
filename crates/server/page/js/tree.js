/**
 * The game tree: a node for each position, with the moves played from it as children. The first child continues the
 * main line.
 *
 * @typedef {'black'|'white'} Color
 * @typedef {{mover: Color, move: string, flips: string[]}} Ply
 * @typedef {{position: string, mover: Color|null,
 *   legal: {move: string, flips: string[]}[], discs: {black: number, white: number},
 *   empties: number, stable: string[], over: boolean,
 *   outcome: {black_score: number, winner: Color|null}|null,
 *   opening: string|null}} Position
 * @typedef {import("./scores.js").ScoredMove} ScoredMove
 * @typedef {import("./scores.js").Value} Value
 * @typedef {{id: number, parent: Node|null, children: Node[], ply: Ply|null,
 *   position: Position, depth: number, value: Value|null, moves: ScoredMove[]|null,
 *   searched?: ScoredMove[], book?: any, saved?: Value|null, found?: ScoredMove[], own?: Value|null,
 *   review: any, comment: string|null, note: any}} Node
 *   `value` and `moves` are the best scores known; scores.js computes them from `searched`, the scores of a search,
 *   `book`, the entry of the book, and `saved`, the value saved with the game. `found` and `own` are the moves and the value by these and the nodes below
 * @typedef {{id: number, board: string, columns: number, rows: number, start: string,
 *   isStandardStart: boolean, meta: any, root: Node, key?: string, writer?: string,
 *   revision?: number, isInLibrary?: boolean, engine?: any, played?: number,
 *   review?: {moves: string, record: object}}} Tree `key` is its id in the library,
 *   `writer` the id of this copy, `revision` the last one saved; `engine` is the state of a
 *   running game against the engine; `played` is when the game began, in milliseconds since 1970; `review` is what is
 *   kept of the review of a line
 */

let nextId = 1;

/**
 * @param {Node|null} parent
 * @param {Ply|null} ply
 * @param {Position} position
 * @returns {Node}
 */
function makeNode(parent, ply, position) {
  return {
    id: nextId++,
    parent,
    children: [],
    ply,
    position,
    depth: parent ? parent.depth + 1 : 0,
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
 * @param {Ply[]} plies
 * @param {Position[]} positions those before and after each ply
 */
export function append(node, plies, positions) {
  plies.forEach((ply, index) => {
    let child = node.children.find((one) => one.ply?.move === ply.move);
    if (!child) {
      child = makeNode(node, ply, positions[index + 1]);
      node.children.push(child);
    }
    node = child;
  });
  return node;
}

/**
 * A new tree with the main line of a game.
 * @param {{board: string, columns: number, rows: number, start: string, plies: Ply[], positions: Position[]}} game
 *   the answer to the request `game`
 * @param {boolean} isStandardStart
 * @param {any} meta
 * @param {{ply: number, comment?: string}[]} notes
 * @returns {Tree}
 */
export function makeTree({ board, columns, rows, start, plies, positions }, isStandardStart, meta, notes) {
  const root = makeNode(null, null, positions[0]);
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
  const nodes = [];
  for (let one = node; one; one = one.parent) nodes.unshift(one);
  return nodes;
}

/**
 * The nodes from a node along first children.
 * @param {Node} node
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
 */
export const follow = (node, path) => path.reduce((one, index) => one.children[index] ?? one, node);

/** The path to a node as child indices. @param {Node} node */
export const indicesTo = (node) =>
  pathTo(node).flatMap((one) => (one.parent ? [one.parent.children.indexOf(one)] : []));
