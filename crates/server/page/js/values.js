/** The score of a position, and its wording. */

import { formatScore, t } from "./i18n.js";

/**
 * The score of a node in discs, seen from Black: the result of a finished game, else what the
 * analysis or the review found.
 * @param {import("./store.js").Node|null} node
 * @returns {{score: number, exact: boolean}|null}
 */
export function valueOf(node) {
  const outcome = node?.position.outcome;
  if (outcome) return { score: outcome.black_score, exact: true };
  if (node?.value) return node.value;
  const { review, ply } = node ?? {};
  if (!Number.isFinite(review?.score)) return null;
  return { score: (ply.mover === "white" ? -review.score : review.score) + 0, exact: review.exact };
}

/** "Black +2.5", "Even". */
export function aheadWords({ score, exact }) {
  const size = exact ? Math.abs(score) : Math.round(Math.abs(score) * 2) / 2;
  if (size === 0) return t(exact ? "ahead.draw" : "ahead.even");
  return t(score > 0 ? "ahead.black" : "ahead.white", { score: formatScore(size, exact) });
}
