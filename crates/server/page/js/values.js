/** The wording of scores. */

/** @import {Value} from "./scores.js" */

import { formatScore, t } from "./i18n.js";
import { roundScore } from "./scores.js";

/** "Black +2.5", "Even". @param {Value} known */
export function aheadWords(known) {
  const score = roundScore(known);
  if (score === 0) return t(known.exact ? "ahead.draw" : "ahead.even");
  return t(score > 0 ? "ahead.black" : "ahead.white", { score: formatScore(Math.abs(score), known.exact) });
}
