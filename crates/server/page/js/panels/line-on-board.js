// A line of moves that is shown on the board while its element is hovered or focused.

import { store } from "../store.js";

/** @import {Line} from "../store.js" */
/** @import {Node} from "../tree.js" */

/** @type {HTMLElement|null} */
let holder = null;

/** @param {Line|null} line */
function show(line) {
  store.pv = line;
  store.emit("pv", line);
}

/**
 * Shows a line on the board while an element is hovered or focused.
 *
 * @param {HTMLElement} element
 * @param {Node} node the node from which the line is played
 * @param {string[]} [first] the line; `set` changes it
 */
export function offerLine(element, node, first = []) {
  let squares = first;
  const enter = () => {
    holder = element;
    show({ node, squares });
  };
  const leave = () => {
    if (holder !== element) return;
    holder = null;
    show(null);
  };
  // An element that appears under a resting pointer is not pointed at.
  element.addEventListener("pointermove", ({ movementX, movementY }) => {
    if (holder !== element && (movementX || movementY)) enter();
  });
  element.addEventListener("pointerleave", leave);
  element.addEventListener("focusin", enter);
  element.addEventListener("focusout", leave);
  return {
    /** Changes the line, and redraws it if the board shows it. @param {string[]} line */
    set(line) {
      const isSame = line.join() === squares.join();
      squares = line;
      if (!isSame && holder === element) show({ node, squares });
    },
    /** Removes the line from the board; call it when the element is removed. */
    drop: leave,
  };
}
