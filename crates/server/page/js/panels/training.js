// What the Train tab shows: its cards, or the kind of training that one of them opened.

import { button } from "./dom.js";

/** The kinds of training, in the order of their cards. */
export const KINDS = ["openings", "puzzles", "mistakes", "lessons", "guess"];

/**
 * The kind of training that asks the cards of a deck. The server names the decks of openings after them.
 * @param {string} deck
 */
export const kindOf = (deck) => (["puzzles", "mistakes"].includes(deck) ? deck : "openings");

let shown = "cards";
/** @type {Set<(kind: string, part: string) => void>} */
const listeners = new Set();

/**
 * @param {string} kind one of `KINDS`, or `cards`
 * @param {string} [part] the name of a lesson, or `start` for a session that begins at once
 */
export function showTraining(kind, part = "") {
  shown = kind;
  for (const listener of listeners) listener(kind, part);
}

/**
 * Calls `listener` with the kind and the part that are shown, now and after each change.
 * @param {(kind: string, part: string) => void} listener
 */
export function onTraining(listener) {
  listeners.add(listener);
  listener(shown, "");
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
