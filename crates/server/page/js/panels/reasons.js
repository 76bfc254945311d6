// Why a move is worse than the best one, in the language of the page: a sentence for each kind
// of reason.

import { t } from "../i18n.js";
import { line, otherSide, side } from "./words.js";

/** Maximum number of moves of a line in a sentence. */
const SHOWN = 6;
const shown = (squares) => line((squares ?? []).slice(0, SHOWN));

/**
 * The sentence for each kind, from the fields of the reason.
 *
 * @type {Object<string, (reason: any) => string>}
 */
const SENTENCES = {
  gives_up_corner: ({ corner }) => t("reason.gives_up_corner", { corner }),
  loses_corner: ({ corner, line: squares }) => t("reason.loses_corner", { corner, line: shown(squares) }),
  passes_up_corner: ({ corner }) => t("reason.passes_up_corner", { corner }),
  misses_corner: ({ corner, line: squares }) => t("reason.misses_corner", { corner, line: shown(squares) }),
  misses_wipe_out: ({ best }) => t("reason.misses_wipe_out", { best }),
  mobility: ({ opponent, opponent_moves, own_moves, opponent_moves_after_best }) =>
    t("reason.mobility", {
      count: opponent_moves,
      opponent: side(opponent),
      mover: side(otherSide(opponent)),
      own: own_moves,
      best: opponent_moves_after_best,
    }),
  runs_out_of_moves: ({ line: squares }) => t("reason.runs_out_of_moves", { line: shown(squares) }),
  loses_stability: ({ discs, line: squares }) =>
    t("reason.loses_stability", { count: Math.abs(discs), line: shown(squares) }),
  frontier: ({ played, best }) => t("reason.frontier", { count: played, best }),
  ends_worse: ({ line: squares, best_line }) => t("reason.ends_worse", { line: shown(squares), best: shown(best_line) }),
};

/**
 * A reason in words, or the server's text if the kind is unknown.
 *
 * @param {{kind: string, text: string}|null} reason
 * @returns {string}
 */
export function reasonText(reason) {
  if (!reason) return "";
  const sentence = SENTENCES[reason.kind];
  return sentence ? sentence(reason) : (reason.text ?? "");
}

/** The squares that a reason mentions, to be shown on the board. */
export function reasonLine(reason) {
  return reason?.line ?? (reason?.corner ? [reason.corner] : []);
}
