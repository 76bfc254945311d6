// Reviews saved games one after another in the background. Each review is kept with its game as soon as it is done, so
// that a stopped run goes on with the games that are left.

import { stream } from "../api.js";
import { keepReview, savedGame } from "../library.js";
import { keptReview, lineOf } from "../saved-game.js";
import { settings } from "../settings.js";
import { errorText } from "./words.js";

/**
 * @typedef {{all: number, done: number, scored: number, moves: number, close: () => void}} Run the games to review, how
 *   many are done, the moves of the current game that are scored and all of its moves
 */

/** @type {Run|null} */
let run = null;
let error = "";
/** @type {Set<() => void>} */
const listeners = new Set();
const notify = () => listeners.forEach((listener) => listener());

/** @param {() => void} listener called with each change; returns a function that removes it */
export function onGameReviews(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current run, or null, and the error of the last one. */
export const gameReviews = () => ({ run, error });

/**
 * The review of a game; null if it was stopped.
 * @param {Run} of
 * @param {{board: string, start: string, moves: string}} game
 * @returns {Promise<Api.ReviewedGame|null>}
 */
function review(of, { board, start, moves }) {
  Object.assign(of, { scored: 0, moves: moves.length / 2 });
  return new Promise((resolve, reject) => {
    const level = Number(settings.get("review.level"));
    /** @type {Set<number>} */
    const scored = new Set();
    const connection = stream(
      "review",
      { board, start, moves, level },
      {
        move({ ply, move }) {
          if (move !== "pass") scored.add(ply);
          of.scored = scored.size;
          notify();
        },
        done: resolve,
        failed: reject,
      },
    );
    of.close = () => {
      connection.close();
      resolve(null);
    };
  });
}

/** Reviews games in this order. @param {string[]} ids */
export async function reviewGames(ids) {
  if (run) return;
  /** @type {Run} */
  const of = { all: ids.length, done: 0, scored: 0, moves: 0, close: () => {} };
  run = of;
  error = "";
  notify();
  try {
    for (const id of ids) {
      const { board, start, root } = await savedGame(id);
      if (run !== of) return;
      const moves = lineOf(root);
      const result = await review(of, { board, start, moves });
      if (run !== of) return;
      // The page was left.
      if (!result) break;
      await keepReview(id, keptReview(moves, result));
      of.done += 1;
      notify();
    }
  } catch (reason) {
    if (run === of) error = errorText(reason);
  }
  if (run === of) run = null;
  notify();
}

export function stopGameReviews() {
  const stopped = run;
  run = null;
  stopped?.close();
  notify();
}

addEventListener("pagehide", () => run?.close());
