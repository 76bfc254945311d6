// Hides scores where they would give moves away, as in a game against the engine. The state is
// `store.valuesHidden`; 'values' is emitted when it changes.

import { store } from "../store.js";

export const hidesValues = () => Boolean(store.valuesHidden);

/** @param {boolean} isHidden */
export function setHiding(isHidden) {
  if (hidesValues() === isHidden) return;
  store.valuesHidden = isHidden;
  store.emit("values", store.current);
}

/**
 * Calls `listener` when scores are hidden or shown again.
 *
 * @param {() => void} listener
 * @returns {() => void} removes the listener
 */
export function onHiding(listener) {
  let known = hidesValues();
  return store.on("values", () => {
    if (hidesValues() === known) return;
    known = hidesValues();
    listener();
  });
}
