// The display of an explanation: both moves, the reason, and bars of the terms.

import { create, draw as drawn } from "../elements.js";
import { has, t } from "../i18n.js";
import { figure, row, table } from "./dom.js";
import { offerLine } from "./line-on-board.js";
import { reasonText } from "./reasons.js";
import { certainty, difference, line, lost, MARKS, score } from "./words.js";

/**
 * @import {Child} from "../elements.js"
 * @import {Node} from "../tree.js"
 */

/** Half the width of a bar, in its own units. */
const HALF = 100;
/** Minimum difference of a term that is shown. */
const MIN_DIFFERENCE = 0.05;

/** The explanation in one or two sentences. @param {Api.Explanation} found */
export function summary({ move, best, loss, mistake, reason }) {
  const values = {
    count: Math.abs(loss),
    loss: lost(Math.abs(loss)),
    move: move.move,
    best: best.move,
    mark: mistake ? MARKS[mistake] : "",
  };
  if (loss < 0) return t("explain.is-better", values);
  if (loss === 0) return t("explain.is-best", values);
  const why = reasonText(reason, move.move);
  return `${t(`explain.is-${mistake ?? "slight"}`, values)}${why ? ` ${why}` : ""}`;
}

/** A bar from the middle: losses to the left, gains to the right. @param {number} value @param {number} most */
function bar(value, most) {
  const width = (Math.abs(value) / most) * (HALF - 2);
  const isCost = value < 0;
  return drawn(
    "svg",
    { class: "explain-bar", viewBox: `${-HALF} 0 ${2 * HALF} 14`, preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("rect", { class: isCost ? "is-cost" : "is-gain", x: isCost ? -width : 0, y: 1, width, height: 12 }),
    drawn("line", { class: "explain-axis", x1: 0, x2: 0, y1: 0, y2: 14 }),
  );
}

/** @param {Node} node @param {Api.ScoredMove} scored @param {string} i18n */
function scoredRow(node, scored, i18n) {
  const { move, pv } = scored;
  const whole = row(
    [create("span", { i18n }), " ", create("strong", {}, move)],
    create("td", { class: "panel-figure", title: certainty(scored) }, score(scored.score, scored.exact)),
    create("td", { class: "analysis-line" }, line(pv)),
  );
  // Focusable, so that the line can be shown by keyboard.
  whole.tabIndex = 0;
  offerLine(whole, node, pv.length ? pv : [move]);
  return whole;
}

/** @param {Node} node @param {Api.Explanation} found */
function movesTable(node, { move, best }) {
  const rows = [scoredRow(node, move, "explain.this-move")];
  if (best.move !== move.move) rows.push(scoredRow(node, best, "explain.better-move"));
  return table(
    "explain.moves",
    ["move", "value", "line"].map((name) => `analysis.${name}`),
    rows,
  );
}

/**
 * The row of a term, with its name or, if that is unknown, the server's wording.
 * @param {Api.TermDifference} term @param {number} most
 */
function termRow({ name, text, difference: gain, played, best }, most) {
  const key = `explain.term-${name.replaceAll(" ", "-")}`;
  /** @type {Child[]} */
  const words = [has(key) ? t(key) : text];
  if (has(`${key}-meaning`)) words.push(create("span", { class: "explain-meaning" }, t(`${key}-meaning`)));
  return row(
    words,
    create("td", { class: "explain-bar-cell" }, bar(gain, most)),
    figure(create("strong", {}, difference(gain, 2))),
    figure(difference(played, 2)),
    figure(difference(best, 2)),
  );
}

/** Rounds a difference as displayed, so that the figures add up. */
const shownAs = (/** @type {number} */ number) => Math.round(number * 100) / 100;

/**
 * A row for the part of the loss that the terms do not explain, or for the sum.
 * @param {string} i18n @param {number} gain @param {number} most
 */
const sumRow = (i18n, gain, most) =>
  row(
    create("span", { i18n }),
    create("td", { class: "explain-bar-cell" }, bar(gain, most)),
    figure(create("strong", {}, difference(gain, 2))),
    figure(),
    figure(),
  );

/** The terms, the rest, and their sum, which is the loss. @param {Api.Explanation} found */
function termsTable({ terms, move, best, loss }) {
  // Interplay means nothing to a player, so it counts as part of the rest.
  const shown = terms.filter(({ name, difference: gain }) => name !== "interplay" && Math.abs(gain) >= MIN_DIFFERENCE);
  const sum = -shownAs(loss);
  const rest = shownAs(sum - shown.reduce((all, term) => all + shownAs(term.difference), 0));
  const most = Math.max(Math.abs(rest), Math.abs(sum), ...shown.map((term) => Math.abs(term.difference)));
  const values = { move: move.move, best: best.move };
  const head = (/** @type {string} */ name) => create("th", { scope: "col" }, t(`explain.${name}`, values));
  return table(
    create("caption", { class: "panel-caption" }, t("explain.terms", values)),
    ["term", "bar", "difference", "after-played", "after-best"].map(head),
    [...shown.map((term) => termRow(term, most)), sumRow("explain.rest", rest, most), sumRow("explain.sum", sum, most)],
    { kind: "explain-terms" },
  );
}

/** The elements of an explanation for the position of a node. @param {Node} node @param {Api.Explanation} found */
export function answerParts(node, found) {
  const parts = [
    create("p", { class: `explain-verdict is-${found.mistake ?? "fine"}` }, summary(found)),
    movesTable(node, found),
  ];
  if (found.best.move !== found.move.move && found.terms.length) {
    parts.push(termsTable(found), create("p", { class: "soft small-text", i18n: "explain.hint" }));
  }
  return parts;
}
