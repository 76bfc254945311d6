// Why a move is worse than the best one, in the language of the page: a sentence for each kind
// of reason.

import { has, t } from "../i18n.js";
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

/** @typedef {[key: string, fields: {[name: string]: string|number}]} Sentence a message and what it names */

/**
 * What happens to a corner, with the mover's move beside it.
 * @param {string} key
 * @param {{beside: {class: string, square: string}|null, [name: string]: any}} found
 * @param {string[]} [moves]
 * @returns {Sentence}
 */
function corner(key, { beside, ...fields }, moves) {
  if (!beside) return [key, fields];
  const words = { class: t(`reason.${beside.class}_square`), square: beside.square };
  const isPlayed = !moves || moves[0] === beside.square;
  return isPlayed ? [key, { ...fields, move: t("reason.beside", words) }] : [`${key}_after`, { ...fields, ...words }];
}

/** How a game ended for a side: "wins by 4". @param {number} score */
function result(score) {
  const key = score > 0 ? "wins" : "loses";
  return score ? t(`reason.${key}`, { count: Math.abs(score) }) : t("reason.draws");
}

/**
 * The sentence for each kind, from the fields of the reason.
 *
 * @type {{[kind: string]: (reason: any) => Sentence}}
 */
const SENTENCES = {
  gives_up_corner: ({ corner: taken, opponent, beside }) =>
    corner("reason.gives_up_corner", { corner: taken, opponent: side(opponent), beside }),
  leaves_corner: ({ corner: left, opponent }) => ["reason.leaves_corner", { corner: left, opponent: side(opponent) }],
  loses_corner: ({ corner: lost, beside, line: moves }) =>
    corner("reason.loses_corner", { corner: lost, beside, line: line(moves) }, moves),
  passes_up_corner: ({ corner: missed }) => ["reason.passes_up_corner", { corner: missed }],
  misses_corner: ({ corner: missed, line: moves }) => ["reason.misses_corner", { corner: missed, line: line(moves) }],
  opens_corner: ({ corner: opened, opponent, beside, line: moves }) =>
    corner("reason.opens_corner", { corner: opened, opponent: side(opponent), beside, line: line(moves) }, moves),
  weakens_corner: ({ corner: weak, beside }) => [
    "reason.weakens_corner",
    { corner: weak, class: t(`reason.${beside.class}_square`), square: beside.square },
  ],
  wedge: ({ side: whose, is_allowed, square, between: [low, high], line: moves }) => [
    is_allowed ? "reason.wedge_allowed" : "reason.wedge_missed",
    {
      side: side(whose),
      square,
      low,
      high,
      line: line(moves),
    },
  ],
  stoner_trap: ({ side: whose, is_allowed, square, x_square, corner: won, line: moves }) => [
    is_allowed ? "reason.trap_allowed" : "reason.trap_missed",
    {
      side: side(whose),
      square,
      x: x_square,
      corner: won,
      line: line(moves),
    },
  ],
  misses_wipe_out: ({ best }) => ["reason.misses_wipe_out", { best }],
  allows_wipe_out: ({ line: moves }) => ["reason.allows_wipe_out", { line: line(moves) }],
  runs_out_of_moves: ({ line: moves }) => ["reason.runs_out_of_moves", { line: line(moves) }],
  misses_pass: ({ opponent, line: moves }) => [
    moves.length > 1 ? "reason.misses_pass" : "reason.misses_pass_at_once",
    {
      opponent: side(opponent),
      best: moves[0],
      line: line(moves),
    },
  ],
  opens_region: ({ region: squares, line: moves }) => [
    "reason.opens_region",
    { region: region(squares), line: line(moves) },
  ],
  spends_tempo: ({ opponent, region: squares }) => [
    "reason.spends_tempo",
    { opponent: side(opponent), region: region(squares) },
  ],
  lets_into_region: ({ opponent, region: squares }) => [
    "reason.lets_into_region",
    { opponent: side(opponent), region: region(squares) },
  ],
  loses_last_move: ({ opponent, region: squares }) => [
    "reason.loses_last_move",
    { opponent: side(opponent), region: region(squares) },
  ],
  parity: ({ opponent, region: squares }) => ["reason.parity", { opponent: side(opponent), region: region(squares) }],
  safe_moves: ({ side: whose, played, best, differing, line: moves }) => [
    played > best
      ? "reason.safe_moves_given"
      : best - played > named(differing).split(" ").length
        ? "reason.safe_moves_lost_some"
        : "reason.safe_moves_lost",
    {
      side: side(whose),
      count: played,
      best,
      squares: named(differing),
      line: line(moves),
    },
  ],
  stability: ({ side: whose, played, best, line: moves }) => [
    "reason.stability",
    { side: side(whose), count: played, best, line: line(moves) },
  ],
  frontier: ({ played, best }) => ["reason.frontier", { count: played, best }],
  leaves_square: ({ opponent, square, line: moves }) => [
    "reason.leaves_square",
    { opponent: side(opponent), square, line: line(moves) },
  ],
  leaves_move: ({ opponent, square, best }) => ["reason.leaves_move", { opponent: side(opponent), square, best }],
  misses_quiet_move: ({ best }) => ["reason.misses_quiet_move", { best }],
  loses_group: ({ opponent, group }) => [
    "reason.loses_group",
    { opponent: side(opponent), count: group.length, squares: named(group) },
  ],
  result: ({ mover, played, best }) => [
    "reason.result",
    { side: side(mover), played: result(played), best: result(best) },
  ],
  line: ({ line: moves, best_line }) =>
    Math.min(moves.length, best_line.length) > 1
      ? ["reason.line", { line: shown(moves), best: shown(best_line) }]
      : ["reason.none", {}],
};

/**
 * A reason in words, or in the server's words if the kind is unknown.
 *
 * @param {Api.Reason|null} reason
 * @param {string} move the move that is worse
 * @param {string} [secret] a square to leave unnamed, if there is a message without it
 * @returns {string}
 */
export function reasonText(reason, move, secret) {
  if (!reason) return "";
  const sentence = SENTENCES[reason.kind];
  if (!sentence) return reason.text;
  const [key, fields] = sentence(reason);
  const text = t(key, { move, ...fields });
  const unnamed = `${key}_unnamed`;
  return secret && text.includes(secret) && has(unnamed) ? t(unnamed, { move, ...fields }) : text;
}

/**
 * The reason for a mistake, or a hint to compare the lines if there is none.
 * @param {{reason: Api.Reason|null, move: string}} move
 */
export const mistakeText = ({ reason, move }) => reasonText(reason, move) || t("reason.none");

/** The reason why an answer is wrong, or a hint to compare the lines. @param {Api.Judged|Api.AnswerObject} judged */
export const answerText = ({ right, reason, answer }) => (right ? "" : mistakeText({ reason, move: answer }));
