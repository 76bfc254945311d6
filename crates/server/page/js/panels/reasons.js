// Why a move is worse than the best one, in the language of the page: a sentence for each kind
// of reason.

import { t } from "../i18n.js";
import { line, side } from "./words.js";

/** Maximum number of moves shown of a line that names nothing. */
const SHOWN = 6;
/** @param {string[]} squares */
const shown = (squares) => line(squares.slice(0, SHOWN));

/** Maximum number of squares in a sentence; they are also marked on the board. */
const NAMED = 3;
/** @param {string[]} squares */
const named = (squares) => line(squares.slice(0, NAMED));

/** @param {string[]} squares */
const region = (squares) =>
  squares.length > NAMED
    ? t("reason.region_more", { squares: named(squares), count: squares.length - NAMED })
    : line(squares);

/**
 * What happens to a corner, with the mover's move beside it.
 * @param {string} key
 * @param {{beside: {class: string, square: string}|null, [name: string]: any}} found
 * @param {string[]} [moves]
 */
function corner(key, { beside, ...fields }, moves) {
  if (!beside) return t(key, fields);
  const words = { class: t(`reason.${beside.class}_square`), square: beside.square };
  const isPlayed = !moves || moves[0] === beside.square;
  return isPlayed ? t("reason.beside", words) + t(key, fields) : t(`${key}_after`, { ...fields, ...words });
}

/** How a game ended for a side: "wins by 4". @param {number} score */
function result(score) {
  const key = score > 0 ? "wins" : "loses";
  return score ? t(`reason.${key}`, { count: Math.abs(score) }) : t("reason.draws");
}

/**
 * The sentence for each kind, from the fields of the reason.
 *
 * @type {{[kind: string]: (reason: any) => string}}
 */
const SENTENCES = {
  gives_up_corner: ({ corner: taken, opponent, beside }) =>
    corner("reason.gives_up_corner", { corner: taken, opponent: side(opponent), beside }),
  loses_corner: ({ corner: lost, beside, line: moves }) =>
    corner("reason.loses_corner", { corner: lost, beside, line: line(moves) }, moves),
  passes_up_corner: ({ corner: missed }) => t("reason.passes_up_corner", { corner: missed }),
  misses_corner: ({ corner: missed, line: moves }) => t("reason.misses_corner", { corner: missed, line: line(moves) }),
  opens_corner: ({ corner: opened, opponent, beside, line: moves }) =>
    corner("reason.opens_corner", { corner: opened, opponent: side(opponent), beside, line: line(moves) }, moves),
  weakens_corner: ({ corner: weak, beside }) =>
    t("reason.weakens_corner", { corner: weak, class: t(`reason.${beside.class}_square`), square: beside.square }),
  wedge: ({ side: whose, is_allowed, square, between: [low, high], line: moves }) =>
    t(is_allowed ? "reason.wedge_allowed" : "reason.wedge_missed", {
      side: side(whose),
      square,
      low,
      high,
      line: line(moves),
    }),
  stoner_trap: ({ side: whose, is_allowed, square, x_square, corner: won, line: moves }) =>
    t(is_allowed ? "reason.trap_allowed" : "reason.trap_missed", {
      side: side(whose),
      square,
      x: x_square,
      corner: won,
      line: line(moves),
    }),
  misses_wipe_out: ({ best }) => t("reason.misses_wipe_out", { best }),
  runs_out_of_moves: ({ line: moves }) => t("reason.runs_out_of_moves", { line: line(moves) }),
  misses_pass: ({ opponent, line: moves }) =>
    t(moves.length > 1 ? "reason.misses_pass" : "reason.misses_pass_at_once", {
      opponent: side(opponent),
      best: moves[0],
      line: line(moves),
    }),
  opens_region: ({ region: squares, line: moves }) =>
    t("reason.opens_region", { region: region(squares), line: line(moves) }),
  spends_tempo: ({ opponent, region: squares }) =>
    t("reason.spends_tempo", { opponent: side(opponent), region: region(squares) }),
  lets_into_region: ({ opponent, region: squares }) =>
    t("reason.lets_into_region", { opponent: side(opponent), region: region(squares) }),
  loses_last_move: ({ opponent, region: squares }) =>
    t("reason.loses_last_move", { opponent: side(opponent), region: region(squares) }),
  parity: ({ opponent, region: squares }) => t("reason.parity", { opponent: side(opponent), region: region(squares) }),
  safe_moves: ({ side: whose, played, best, differing, line: moves }) =>
    t(played > best ? "reason.safe_moves_given" : "reason.safe_moves_lost", {
      side: side(whose),
      count: played,
      best,
      squares: named(differing),
      line: line(moves),
    }),
  stability: ({ side: whose, played, best, line: moves }) =>
    t("reason.stability", { side: side(whose), count: played, best, line: line(moves) }),
  frontier: ({ played, best }) => t("reason.frontier", { count: played, best }),
  leaves_square: ({ opponent, square, line: moves }) =>
    t("reason.leaves_square", { opponent: side(opponent), square, line: line(moves) }),
  leaves_move: ({ opponent, square, best }) => t("reason.leaves_move", { opponent: side(opponent), square, best }),
  misses_quiet_move: ({ best }) => t("reason.misses_quiet_move", { best }),
  loses_group: ({ opponent, group }) =>
    t("reason.loses_group", { opponent: side(opponent), count: group.length, squares: named(group) }),
  result: ({ mover, played, best }) =>
    t("reason.result", { side: side(mover), played: result(played), best: result(best) }),
  line: ({ line: moves, best_line }) =>
    Math.min(moves.length, best_line.length) > 1
      ? t("reason.line", { line: shown(moves), best: shown(best_line) })
      : t("reason.none"),
};

/**
 * A reason in words, or in the server's words if the kind is unknown.
 *
 * @param {Api.Reason|null} reason
 * @returns {string}
 */
export function reasonText(reason) {
  if (!reason) return "";
  const sentence = SENTENCES[reason.kind];
  return sentence ? sentence(reason) : reason.text;
}

/**
 * The reason for a mistake, or a hint to compare the lines if there is none.
 * @param {{reason: Api.Reason|null}} move
 */
export const mistakeText = ({ reason }) => reasonText(reason) || t("reason.none");
