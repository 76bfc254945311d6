// The answer of an explanation: both moves, the reason, the terms with bars.

import { create, draw as drawn } from "../elements.js";
import { has, t } from "../i18n.js";
import { offerLine } from "./line-on-board.js";
import { reasonText } from "./reasons.js";
import { MARKS, certainty, difference, line, lost, score } from "./words.js";

/** Half the width of a bar's field, in its own units. */
const HALF = 100;
/** Differences smaller than this are no news. */
const TINY = 0.05;

/** The key of a term's name: `corner access` and `corner_access` are one. */
const termKey = (name) => `explain.term-${name.toLowerCase().replaceAll(/[\s_]+/g, "-")}`;

/** A term in words: by its key, or as the server calls it. */
function termText(term) {
  const key = termKey(term.name);
  return has(key) ? t(key) : (term.text ?? term.name);
}

/** What a term means, where that is known. */
function termMeaning(term) {
  const key = `${termKey(term.name)}-meaning`;
  return has(key) ? t(key) : "";
}

/** A bar from the middle: to the left what the move costs, to the right what it gains. */
function bar(value, most) {
  const length = (Math.abs(value) / most) * (HALF - 2);
  const isCost = value < 0;
  return drawn(
    "svg",
    { class: "explain-bar", viewBox: `${-HALF} 0 ${2 * HALF} 14`, preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("rect", { class: isCost ? "is-cost" : "is-gain", x: isCost ? -length : 0, y: 1, width: length, height: 12 }),
    drawn("line", { class: "explain-axis", x1: 0, x2: 0, y1: 0, y2: 14 }),
  );
}

export function buildAnswer() {
  const element = create("div", { class: "explain-answer" });
  let drops = [];

  /** The whole in a sentence or two. */
  function summary({ move, best, loss, mistake, reason }) {
    if (!(loss > 0)) return t("explain.is-best", { move: move.move });
    const words = t(mistake ? `explain.is-${mistake}` : "explain.is-slight", {
      count: loss,
      move: move.move,
      mark: MARKS[mistake] ?? "",
      loss: lost(loss),
      best: best.move,
    });
    const why = reasonText(reason);
    return why ? `${words} ${why}` : words;
  }

  function valuedRow(node, valued, i18n) {
    const row = create(
      "tr",
      { tabindex: "0" },
      create("th", { scope: "row" }, create("span", { i18n }), " ", create("strong", {}, valued.move)),
      create("td", { class: "panel-figure" }, score(valued.score, valued.exact)),
      create("td", {}, certainty(valued)),
      create("td", { class: "analysis-line" }, line(valued.pv ?? [])),
    );
    drops.push(offerLine(row, node, valued.pv?.length ? valued.pv : [valued.move]).drop);
    return row;
  }

  function moves(node, { move, best }) {
    const head = ["move-column", "value", "certainty", "line"].map((name) =>
      create("th", { scope: "col", i18n: `explain.${name}` }),
    );
    const rows = [valuedRow(node, move, "explain.this-move")];
    if (best.move !== move.move) rows.push(valuedRow(node, best, "explain.better-move"));
    return create(
      "div",
      { class: "panel-scroll", tabindex: "0", role: "region", i18nLabel: "explain.moves" },
      create(
        "table",
        { class: "panel-table" },
        create("caption", { class: "panel-caption", i18n: "explain.moves" }),
        create("thead", {}, create("tr", {}, ...head)),
        create("tbody", {}, ...rows),
      ),
    );
  }

  function termRow(term, most) {
    const meaning = termMeaning(term);
    const name = create("th", { scope: "row" }, termText(term));
    if (meaning) name.append(create("span", { class: "explain-meaning" }, meaning));
    return create(
      "tr",
      {},
      name,
      create("td", { class: "explain-bar-cell" }, bar(term.difference, most)),
      create("td", { class: "panel-figure" }, create("strong", {}, difference(term.difference, 2))),
      create("td", { class: "panel-figure" }, difference(term.played, 2)),
      create("td", { class: "panel-figure" }, difference(term.best, 2)),
    );
  }

  function terms({ terms: all, move, best }) {
    const telling = all.filter((term) => Math.abs(term.difference) >= TINY);
    if (telling.length === 0) return create("p", { i18n: "explain.no-terms" });
    const most = Math.max(...telling.map((term) => Math.abs(term.difference)));
    const head = ["term", "bar", "difference", "after-played", "after-best"];
    const values = { move: move.move, best: best.move };
    const total = all.reduce((sum, term) => sum + term.difference, 0);
    return create(
      "div",
      { class: "panel-scroll", tabindex: "0", role: "region", "aria-label": t("explain.terms", values) },
      create(
        "table",
        { class: "panel-table explain-terms" },
        create("caption", { class: "panel-caption" }, t("explain.terms", values)),
        create("thead", {}, create("tr", {}, ...head.map((name) => create("th", { scope: "col" }, t(`explain.${name}`, values))))),
        create("tbody", {}, ...telling.map((term) => termRow(term, most))),
        create(
          "tfoot",
          {},
          create(
            "tr",
            {},
            create("th", { scope: "row", colspan: 2, i18n: "explain.sum" }),
            create("td", { class: "panel-figure" }, create("strong", {}, difference(total, 2))),
            create("td", { colspan: 2 }),
          ),
        ),
      ),
    );
  }

  return {
    element,
    summary,
    draw(node, found) {
      drops.forEach((drop) => drop());
      drops = [];
      element.hidden = !found;
      if (!found) return element.replaceChildren();
      const parts = [create("p", { class: `explain-verdict is-${found.mistake ?? "fine"}` }, summary(found)), moves(node, found)];
      if (found.best.move !== found.move.move && found.terms?.length) {
        parts.push(terms(found), create("p", { class: "panel-hint soft small-text", i18n: "explain.hint" }));
      }
      element.replaceChildren(...parts);
    },
  };
}
