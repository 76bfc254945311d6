// What the Train tab shows: its cards, or the kind of training that one of them opened.

import { button } from "./dom.js";

/** The kinds of training, in the order of their cards. */
export const KINDS = ["openings", "puzzles", "lessons", "guess"];

let shown = "cards";
const listeners = new Set();

/** @param {string} kind one of `KINDS`, or `cards` */
export function showTraining(kind) {
  shown = kind;
  for (const listener of listeners) listener(kind);
}

/** Calls `listener` with what is shown, now and after each change. */
export function onTraining(listener) {
  listeners.add(listener);
  listener(shown);
  return () => listeners.delete(listener);
}

/** A button that leads back to the cards. @param {() => void} [leave] ends what runs */
export function backButton(leave = () => {}) {
  const back = () => {
    leave();
    showTraining("cards");
  };
  return button("train.back", back, { class: "button quiet train-back" });
}
