// The scores of a line, ply by ply, from all sources: the analysis of its nodes, the review of
// its moves, and the end of the game.

import { fromBlack } from "./words.js";

/**
 * @typedef {object} Point
 * @property {any} node
 * @property {number|null} value discs, seen from Black; null if unknown
 * @property {boolean} isExact
 * @property {null|"inaccuracy"|"mistake"|"blunder"} mistake the move that led here
 * @property {number} loss discs that this move lost
 * @property {{black: number, white: number}} lost discs lost so far by each side
 */

/** The most reliable score of a node. */
function valueOf(node, next) {
  const outcome = node.position.outcome;
  if (outcome) return { score: outcome.black_score, exact: true };
  if (node.value?.exact) return node.value;
  return fromReviews(node, next) ?? node.value;
}

/** The scores of a node from the reviews of the moves before and after it. */
function fromReviews({ review, ply }, next) {
  const after = next?.review;
  if (Number.isFinite(after?.best_score)) {
    return { score: fromBlack(after.best_score, after.mover), exact: after.exact };
  }
  if (Number.isFinite(review?.score)) return { score: fromBlack(review.score, ply.mover), exact: review.exact };
  return null;
}

/**
 * @param {any[]} nodes a line from the root
 * @returns {Point[]}
 */
export function valuesOf(nodes) {
  const lost = { black: 0, white: 0 };
  return nodes.map((node, index) => {
    const value = valueOf(node, nodes[index + 1]);
    const loss = Math.max(0, node.review?.loss ?? 0);
    if (node.ply) lost[node.ply.mover] += loss;
    return {
      node,
      value: value ? value.score : null,
      isExact: Boolean(value?.exact),
      mistake: node.review?.mistake ?? null,
      loss,
      lost: { ...lost },
    };
  });
}
