/** Descriptions of game events. */

import { t } from "./i18n.js";

/** Text as searches compare it: without accents and in lower case. */
export const plain = (text) =>
  String(text ?? "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase();

/** "Black", "White". */
export const colourName = (colour) => t(`colour.${colour}`);

/** Describes which moves of a game were left out, and why. */
export const partialText = (squares, loaded) =>
  t("incoming.partly", { count: loaded, move: squares[loaded], number: loaded + 1, left: squares.length - loaded });

/** How a game ended: "Black wins 40–24". */
export function resultWords({ discs, empties, outcome }) {
  const { black_score: score, winner } = outcome;
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

/** Whose turn it is, or how the game ended. */
export function turnWords(position) {
  return position.over ? t("status.over", { result: resultWords(position) }) : t(`status.${position.mover}`);
}

/** Like `turnWords`, for a node; after a pass, a resignation or a loss on time, says that instead. */
export function stateWords({ position, ply }, moves, ending) {
  if (!position.over && ending?.moves === moves) return t(`status.${ending.by}.${ending.winner}`);
  return !position.over && ply?.move === "pass" ? plyWords(ply) : turnWords(position);
}

/** A ply: "Black plays d3, 3 discs flipped." */
export function plyWords({ mover, move, flips }) {
  if (move === "pass") return t(`says.${mover}.pass`);
  return t(`says.${mover}.plays`, { move, flips: t("says.flipped", { count: flips.length }) });
}
