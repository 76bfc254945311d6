// Whether values are hidden: while a game is played against the engine they
// would give away the moves. `store.valuesHidden` says so to the whole page, and
// whenever it changes, 'values' is emitted.

import { store } from "../store.js";

/** Whether values must not be shown. */
export const hidesValues = () => Boolean(store.valuesHidden);

/** @param {boolean} isHidden */
export function setHiding(isHidden) {
  if (hidesValues() === isHidden) return;
  store.valuesHidden = isHidden;
  store.emit("values", store.current);
}

/**
 * Tells when values are hidden or shown again.
 *
 * @param {() => void} tell
 * @returns {() => void} stops telling
 */
export function onHiding(tell) {
  let known = hidesValues();
  return store.on("values", () => {
    if (hidesValues() === known) return;
    known = hidesValues();
    tell();
  });
}
