// Why a move is worse than the best one, in the language of the page: a sentence for each kind
// of reason.

import { t } from "../i18n.js";
import { line, otherSide, side } from "./words.js";

/** Maximum number of moves of a line in a sentence. */
const SHOWN = 6;
const shown = (squares) => line((squares ?? []).slice(0, SHOWN));

/** A note if more squares are listed than the difference of the two numbers explains. */
function balance(squares, one, other) {
  const count = squares.length - Math.abs(one - other);
  return count > 0 ? t("reason.balance", { count }) : "";
}

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
  runs_out_of_moves: ({ line: squares }) => t("reason.runs_out_of_moves", { line: shown(squares) }),
  misses_pass: ({ line: squares }) => t("reason.misses_pass", { line: shown(squares) }),
  stability: ({ side: whose, played, best, discs, line: squares }) =>
    t(played < best ? "reason.stability_lost" : "reason.stability_given", {
      side: side(whose), count: played, best, squares: line(discs), line: shown(squares),
    }) + balance(discs, played, best),
  mobility: ({ opponent, opponent_moves, opponent_moves_after_best, opened }) =>
    t("reason.mobility", { count: opponent_moves, opponent: side(opponent), best: opponent_moves_after_best, squares: line(opened) }) +
    balance(opened, opponent_moves, opponent_moves_after_best),
  moves_taken_away: ({ mover, moves, moves_after_best, taken, line: squares }) =>
    t("reason.moves_taken_away", { count: moves, side: side(mover), best: moves_after_best, squares: line(taken), line: shown(squares) }) +
    balance(taken, moves, moves_after_best),
  parity: ({ opponent, region }) =>
    t("reason.parity", { opponent: side(opponent), mover: side(otherSide(opponent)), count: region.length, squares: line(region) }),
  frontier: ({ played, best, exposed }) => t("reason.frontier", { count: played, best, squares: line(exposed) }) + balance(exposed, played, best),
  edge_square: ({ opponent, square, line: squares }) => t("reason.edge_square", { opponent: side(opponent), square, line: shown(squares) }),
  loses_group: ({ opponent, group }) => t("reason.loses_group", { opponent: side(opponent), squares: line(group) }),
  line: ({ line: squares, best_line }) => t("reason.line", { line: shown(squares), best: shown(best_line) }),
};

/**
 * A reason in words, or in the server's words if the kind is unknown.
 *
 * @param {{kind: string, text: string}|null} reason
 * @returns {string}
 */
export function reasonText(reason) {
  if (!reason) return "";
  const sentence = SENTENCES[reason.kind];
  return sentence ? sentence(reason) : (reason.text ?? "");
}
