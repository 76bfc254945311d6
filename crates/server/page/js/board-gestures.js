/** Stepping through the game with the wheel or a finger over the board. */

import { store } from "./store.js";

/** Pixels of wheel movement per step, and minimum milliseconds between steps. */
const WHEEL = { distance: 40, pause: 60 };
/** Minimum length in pixels of a sideways swipe that makes a step. */
const SWIPE = 45;

/** Steps by the wheel: down is forward. @param {HTMLElement} host */
export function stepByWheel(host) {
  let turned = 0;
  let last = 0;
  host.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (turned * event.deltaY < 0) turned = 0;
      turned += event.deltaY * (event.deltaMode ? WHEEL.distance : 1);
      if (Math.abs(turned) < WHEEL.distance || event.timeStamp - last < WHEEL.pause) return;
      last = event.timeStamp;
      if (turned > 0) store.forward();
      else store.back();
      turned = 0;
    },
    { passive: false },
  );
}

/** Steps by a swipe: left is forward, as when turning a page. @param {HTMLElement} host */
export function stepBySwipe(host) {
  /** @type {Touch|null} */
  let start = null;
  host.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), {
    passive: true,
  });
  host.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!start) return;
    const across = end.clientX - start.clientX;
    const along = end.clientY - start.clientY;
    start = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(along)) return;
    if (across < 0) store.forward();
    else store.back();
  });
}
