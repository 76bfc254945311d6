// Hides scores where they would give moves away, as in a game against the engine. The state is
// `store.valuesHidden`; 'values' is emitted when it changes.

import { store } from "../store.js";

/** @typedef {"start"|"game"|"training"|"try"|"guess"} Reason why scores are hidden */

/** @type {Set<Reason>} */
const reasons = new Set();

export const hidesValues = () => Boolean(store.valuesHidden);

/** Hides scores for a reason, or ends that reason: they are hidden while there is one. @param {Reason} why @param {boolean} isHidden */
export function setHiding(why, isHidden) {
  if (isHidden) reasons.add(why);
  else reasons.delete(why);
  if (hidesValues() === reasons.size > 0) return;
  store.valuesHidden = reasons.size > 0;
  store.emit("values", store.current);
}

/** Shows scores, whatever hides them. */
export function showValues() {
  for (const why of [...reasons]) setHiding(why, false);
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
