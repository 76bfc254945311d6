// Hiding of scores: during a game against the engine they would give away the moves.
// `store.valuesHidden` tells the whole page, and 'values' is emitted when it changes.

import { store } from "../store.js";

/** Whether scores are hidden. */
export const hidesValues = () => Boolean(store.valuesHidden);

/** @param {boolean} isHidden */
export function setHiding(isHidden) {
  if (hidesValues() === isHidden) return;
  store.valuesHidden = isHidden;
  store.emit("values", store.current);
}

/**
 * Calls `tell` when scores are hidden or shown again.
 *
 * @param {() => void} tell
 * @returns {() => void} removes the listener
 */
export function onHiding(tell) {
  let known = hidesValues();
  return store.on("values", () => {
    if (hidesValues() === known) return;
    known = hidesValues();
    tell();
  });
}
