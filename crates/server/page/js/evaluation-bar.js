/** The evaluation bar beside the board. */

/** @import {Value} from "./scores.js" */

import { create } from "./elements.js";
import { formatNumber, t } from "./i18n.js";
import { roundScore, valueOf } from "./scores.js";
import { store } from "./store.js";
import { aheadWords } from "./values.js";

/** The lead in discs at which the bar is three quarters full. */
const HALF = 10;

/** Black's share of the bar: steep near zero, where games are decided. @param {number} score */
const shareOf = (score) => 0.5 + Math.atan(score / HALF) / Math.PI;

/** The lead without its sign: its end of the bar says whose it is. @param {Value} value */
const leadOf = (value) => formatNumber(Math.abs(roundScore(value)));

/** @param {HTMLElement} bar */
export function mountEvaluationBar(bar) {
  const lead = create("span", { class: "evaluation-lead", "aria-hidden": "true" });
  bar.append(lead);
  function show() {
    if (!store.current) return;
    const value = store.valuesHidden ? null : valueOf(store.current);
    bar.style.setProperty("--black-share", value ? shareOf(value.score).toFixed(3) : "0.5");
    bar.classList.toggle("is-unknown", !value);
    lead.textContent = value ? leadOf(value) : "";
    lead.classList.toggle("is-white", Boolean(value && value.score < 0));
    const words = value ? aheadWords(value) : t("bar.unknown");
    bar.setAttribute("aria-label", t("bar.label", { words }));
    bar.title = words;
  }
  store.on("node", show);
  store.on("values", show);
  store.on("language", show);
  show();
}
