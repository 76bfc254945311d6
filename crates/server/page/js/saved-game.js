/** A game as the library stores it: `{id, writer, revision, board, start, meta, engine, root, path, played,
 * review}`. `review` is what is kept of the review of the moves that it names: `{moves, record, summary}`. */

import { post } from "./api.js";
import { bestOf, setSaved } from "./scores.js";
import { append, isPassing, movesTo } from "./tree.js";

/**
 * @import {GameState} from "./panels/opponent-game.js"
 * @import {KeptReview, Meta, Node, Review} from "./tree.js"
 * @import {Value} from "./scores.js"
 * @typedef {{m?: string, c?: string, n?: Api.Note, r?: Review, v?: Value, k?: SavedNode[]}} SavedNode
 *   move, comment, note, review, value and children
 * @typedef {{id?: string|null, writer?: string|null, revision?: number, board: string, start: string, meta: Meta,
 *   engine?: Omit<GameState, "head"> & {head: number[]}, root: SavedNode, path: number[], played?: number|null,
 *   saved?: number, review?: KeptReview}} SavedTree
 */

/**
 * A node and its descendants.
 * @param {Node} node
 * @returns {SavedNode}
 */
export function pack(node) {
  const { ply, comment, note, value, children } = node;
  const v = value ? valueOf(value) : undefined;
  const fields = { m: ply?.move, c: comment ?? undefined, n: note ?? undefined, r: shownReview(node), v };
  return { ...fields, k: children.length ? children.map(pack) : undefined };
}

/** The review of a node's move; if searches have changed the best move, with that, and without the reason. @param {Node} node */
function shownReview(node) {
  const { review } = node;
  const best = bestOf(node);
  return !review || !best || best === review.best ? (review ?? undefined) : { ...review, best, reason: null };
}

/** What is kept of the review of moves. @param {string} moves @param {Api.ReviewedGame} result @returns {KeptReview} */
export const keptReview = (moves, { record, ...summary }) => ({ moves, record, summary });

/** A value as it is saved, always with its fields in this order. @param {Value} value */
const valueOf = ({ score, exact, depth, selectivity, from_book }) => ({ score, exact, depth, selectivity, from_book });

/**
 * The moves from a saved node along first children, without passes.
 * @param {SavedNode} node
 * @returns {string}
 */
export function lineOf({ m: move = "", k: children = [] }) {
  return (move === "pass" ? "" : move) + (children.length ? lineOf(children[0]) : "");
}

/**
 * Copies the fields of a saved node to a node of the tree, and requests missing variations.
 * @param {import("./tree.js").Tree} tree
 * @param {Node} node
 * @param {SavedNode} saved
 * @returns {Promise<void>}
 */
export async function unpack(tree, node, { c: comment, n: note, r: review, v: value, k: children = [] }) {
  // Links omit passes.
  if (isPassing(node) && node.children[0] && children[0] && children[0].m !== "pass") {
    return unpack(tree, node.children[0], { k: children });
  }
  Object.assign(node, { comment: comment ?? null, note: note ?? null, review: review ?? null });
  if (value) setSaved(node, value);
  const { board, start } = tree;
  for (const child of children) {
    const find = () => node.children.find(({ ply }) => ply?.move === child.m);
    if (!find()) {
      const answer = await post("game", { board, start, moves: movesTo(node) + lineOf(child), from: node.depth });
      append(node, answer.plies, answer.positions);
    }
    const found = find();
    if (!found) throw new Error(`${child.m} is not legal`);
    await unpack(tree, found, child);
  }
}
