/** Descriptions of game events. */

/** @import {Ending, Node} from "./tree.js" */

import { t } from "./i18n.js";

/** Text as searches compare it: without accents and in lower case. @param {string|null|undefined} text */
export const plain = (text) =>
  String(text ?? "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase();

/** "Black", "White". @param {Api.Color} colour */
export const colourName = (colour) => t(`colour.${colour}`);

/** Describes which moves of a game were left out, and why. @param {string[]} squares @param {number} loaded */
export const partialText = (squares, loaded) =>
  t("incoming.partly", { count: loaded, move: squares[loaded], number: loaded + 1, left: squares.length - loaded });

/** How a game ended: "Black wins 40–24". @param {Api.PositionView} position of a finished game */
export function resultWords({ discs, empties, outcome }) {
  const { black_score: score, winner } = /** @type {Api.FinalScore} */ (outcome);
  if (!winner) return t("result.draw", { black: discs.black, white: discs.white });
  // Empties go to the winner, as in the recorded score.
  const size = discs.black + discs.white + empties;
  const most = (size + Math.abs(score)) / 2;
  const [own, others] = winner === "black" ? [discs.black, discs.white] : [discs.white, discs.black];
  return t(empties ? `result.${winner}.empties` : `result.${winner}`, {
    most,
    least: size - most,
    own,
    others,
    count: empties,
  });
}

/** Whose turn it is, or how the game ended. @param {Api.PositionView} position */
export function turnWords(position) {
  return position.over ? t("status.over", { result: resultWords(position) }) : t(`status.${position.mover}`);
}

/**
 * Like `turnWords`, for a node; after a pass, a resignation or a loss on time, says that instead.
 * @param {Node} node @param {string} moves @param {Ending} [ending]
 */
export function stateWords({ position, ply }, moves, ending) {
  if (!position.over && ending?.moves === moves) return t(`status.${ending.by}.${ending.winner}`);
  return !position.over && ply?.move === "pass" ? plyWords(ply) : turnWords(position);
}

/** A ply: "Black plays d3, 3 discs flipped." @param {Api.Ply} ply */
export function plyWords({ mover, move, flips }) {
  if (move === "pass") return t(`says.${mover}.pass`);
  return t(`says.${mover}.plays`, { move, flips: t("says.flipped", { count: flips.length }) });
}
