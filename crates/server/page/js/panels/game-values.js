// The scores of a line, ply by ply, from all sources: the analysis of its nodes, the review of
// its moves, and the end of the game.

import { lossOf, valueOf } from "../scores.js";

/**
 * @typedef {object} Point
 * @property {Node} node
 * @property {number|null} value discs, seen from Black; null if unknown
 * @property {boolean} isExact
 * @property {Api.Severity|null} mistake the move that led here
 * @property {number} loss discs that this move lost
 * @property {{black: number, white: number}} lost discs lost so far by each side
 *
 * @import {Node} from "../tree.js"
 */

/**
 * @param {Node[]} nodes a line from the root
 * @returns {Point[]}
 */
export function valuesOf(nodes) {
  const lost = { black: 0, white: 0 };
  return nodes.map((node) => {
    const value = valueOf(node);
    const loss = lossOf(node) ?? Math.max(0, node.review?.loss ?? 0);
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
