// Why a move is worse than the best one, in the language of the page: a sentence for each kind
// of reason.

import { t } from "../i18n.js";
import { line, side } from "./words.js";

/** Maximum number of moves of a line in a sentence. */
const SHOWN = 6;
const shown = (squares) => line((squares ?? []).slice(0, SHOWN));

/** Maximum number of squares in a sentence; they are also marked on the board. */
const NAMED = 3;
const named = (squares) => line(squares.slice(0, NAMED));

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
      side: side(whose), count: played, best, squares: named(discs), line: shown(squares),
    }),
  mobility: ({ opponent, opponent_moves, opponent_moves_after_best, opened }) =>
    t("reason.mobility", { count: opponent_moves, opponent: side(opponent), best: opponent_moves_after_best, squares: named(opened) }),
  moves_taken_away: ({ mover, moves, moves_after_best, taken, line: squares }) =>
    t("reason.moves_taken_away", {
      count: moves, side: side(mover), best: moves_after_best, line: shown(squares),
      // A square filled in the line says nothing about mobility.
      squares: named(taken.filter((square) => !squares.includes(square))),
    }),
  parity: ({ opponent, region }) => t("reason.parity", { opponent: side(opponent), count: region.length, squares: named(region) }),
  frontier: ({ played, best, exposed }) => t("reason.frontier", { count: played, best, squares: named(exposed) }),
  edge_square: ({ opponent, square, line: squares }) => t("reason.edge_square", { opponent: side(opponent), square, line: shown(squares) }),
  loses_group: ({ opponent, group }) => t("reason.loses_group", { opponent: side(opponent), count: group.length, squares: named(group) }),
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

/** The reason for a mistake, or a hint to compare the lines if there is none. */
export const mistakeText = ({ reason }) => reasonText(reason) || t("reason.none");
