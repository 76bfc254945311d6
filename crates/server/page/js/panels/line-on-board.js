// A line of moves shown on the board while something is pointed at or focused.

import { store } from "../store.js";

let holder = null;

/** @param {{node: any, squares: string[]}|null} line */
function show(line) {
  store.pv = line;
  store.emit("pv", line);
}

/**
 * Shows a line on the board as long as the mouse or the focus is on an element.
 *
 * @param {HTMLElement} element
 * @param {any} node the node from which the line is played
 * @param {string[]} [first] the line, which `set` changes
 */
export function offerLine(element, node, first = []) {
  let squares = first;
  const take = () => {
    holder = element;
    show({ node, squares });
  };
  const leave = () => {
    if (holder !== element) return;
    holder = null;
    show(null);
  };
  element.addEventListener("pointerenter", take);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("focusin", take);
  element.addEventListener("focusout", leave);
  return {
    /** Another line; shown at once if this one is being shown. */
    set(line) {
      const isSame = line.join() === squares.join();
      squares = line;
      if (!isSame && holder === element) show({ node, squares });
    },
    /** Takes the line from the board, when its element goes. */
    drop: leave,
  };
}
