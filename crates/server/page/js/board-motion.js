/** Animation of placed and flipped discs, unless the user prefers reduced motion. */

import { settings } from "./settings.js";

const PLACE_DURATION = 150;
const FLIP_DURATION = 320;
/** Delay of a flip per square of distance from the placed disc, so that flips run along the line. */
const FLIP_DELAY = 55;

export function isMotionAllowed() {
  const choice = settings.get("motion");
  if (choice !== "system") return choice === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Minimum milliseconds since the previous move for a move to be animated. */
const MIN_INTERVAL = 200;

/** @type {Animation[]} The animations of the last move. */
let running = [];
/** When the last move was shown. */
let last = -MIN_INTERVAL;

/** Ends running animations: the board always shows the current state. */
export function stopMotion() {
  for (const animation of running) animation.cancel();
  running = [];
}

/**
 * Animates a move that the board already shows, unless the user steps through the game quickly.
 * @param {Map<string, import("./board-square.js").BoardSquare>} squares
 * @param {Api.Ply} ply
 */
export function showMove(squares, { move, mover, flips }) {
  const played = squares.get(move);
  const now = performance.now();
  const isTooFast = now - last < MIN_INTERVAL;
  last = now;
  if (!played?.disc || isTooFast || !isMotionAllowed()) return;
  const placed = played.disc.animate(
    [
      { transform: "scale(.55)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ],
    { duration: PLACE_DURATION, easing: "ease-out" },
  );
  running.push(placed);
  for (const name of flips) {
    const square = squares.get(name);
    if (!square?.disc) continue;
    const distance = Math.max(Math.abs(square.column - played.column), Math.abs(square.row - played.row));
    flip(square.disc, mover, PLACE_DURATION / 2 + distance * FLIP_DELAY);
  }
}

/** @param {Element} disc @param {Api.Color} colour @param {number} delay */
function flip(disc, colour, delay) {
  /** @type {KeyframeAnimationOptions} */
  const timing = { duration: FLIP_DURATION, delay, fill: "backwards" };
  const flipping = disc.animate(
    [{ transform: "scaleX(1)" }, { transform: "scaleX(.04)", offset: 0.5 }, { transform: "scaleX(1)" }],
    { ...timing, easing: "ease-in-out" },
  );
  running.push(flipping);
  const seen = (/** @type {number} */ first, /** @type {number} */ second) => [
    { opacity: first, offset: 0 },
    { opacity: first, offset: 0.5 },
    { opacity: second, offset: 0.5 },
    { opacity: second, offset: 1 },
  ];
  for (const face of disc.querySelectorAll(".face")) {
    const isNew = face.classList.contains(colour);
    running.push(face.animate(seen(isNew ? 0 : 1, isNew ? 1 : 0), timing));
  }
}
