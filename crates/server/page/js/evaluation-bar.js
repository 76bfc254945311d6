/** The evaluation bar beside the board. */

import { t } from "./i18n.js";
import { store } from "./store.js";
import { valueOf } from "./scores.js";
import { aheadWords } from "./values.js";

/** The lead in discs at which the bar is three quarters full. */
const HALF = 10;

/** Black's share of the bar: steep near zero, where games are decided. */
const shareOf = (score) => 0.5 + Math.atan(score / HALF) / Math.PI;

/** @param {HTMLElement} bar */
export function mountEvaluationBar(bar) {
  function show() {
    if (!store.current) return;
    const value = store.valuesHidden ? null : valueOf(store.current);
    bar.style.setProperty("--black-share", value ? shareOf(value.score).toFixed(3) : 0.5);
    bar.classList.toggle("is-unknown", !value);
    const words = value ? aheadWords(value) : t("bar.unknown");
    bar.setAttribute("aria-label", t("bar.label", { words }));
    bar.title = words;
  }
  for (const event of ["node", "values", "language"]) store.on(event, show);
  show();
}
