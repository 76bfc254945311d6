// The scores of a line, ply by ply, from all sources: the analysis of its nodes, the review of
// its moves, and the end of the game.

import { lossOf, mistakeOf, valueOf } from "../scores.js";

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
      mistake: mistakeOf(node),
      loss,
      lost: { ...lost },
    };
  });
}

/**
 * The counts of a review, with the mistakes and the loss by the scores that are shown.
 * @param {Node[]} nodes the line that was reviewed, from the root
 * @param {Api.ReviewedGame} result
 * @returns {{black: Api.SideSummary, white: Api.SideSummary}}
 */
export function countsOf(nodes, result) {
  const points = valuesOf(nodes);
  /** @param {Api.Color} side */
  const counts = (side) => {
    const own = points.filter(({ node }) => node.ply?.mover === side);
    const number = (/** @type {Api.Severity} */ kind) => own.filter(({ mistake }) => mistake === kind).length;
    return {
      ...result[side],
      inaccuracies: number("inaccuracy"),
      mistakes: number("mistake"),
      blunders: number("blunder"),
      loss: points.at(-1)?.lost[side] ?? 0,
    };
  };
  return { black: counts("black"), white: counts("white") };
}
