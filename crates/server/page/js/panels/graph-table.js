// The graph as a table, drawn only while it is open.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { lost, namedMove, score, side } from "./words.js";

const COLUMNS = ["move", "side", "value-column", "loss", "mark"];

export function buildTable() {
  const body = create("tbody");
  const table = create(
    "table",
    { class: "panel-table" },
    create("caption", { class: "panel-caption", i18n: "graph.caption" }),
    create("thead", {}, create("tr", {}, ...COLUMNS.map((name) => create("th", { scope: "col", i18n: `graph.column-${name}` })))),
    body,
  );
  const scroller = create("div", { class: "panel-scroll is-tall", tabindex: "0", role: "region", i18nLabel: "graph.caption" }, table);
  const details = create(
    "details",
    { class: "panel-details", on: { toggle: () => draw() } },
    create("summary", { i18n: "graph.table" }),
    scroller,
  );
  let points = [];
  let current = 0;

  function draw() {
    if (!details.open) return;
    const focused = body.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    body.replaceChildren(...points.slice(1).map((point, index) => buildRow(point, index + 1)));
    mark(current);
    if (focused) body.querySelector(`[data-ply="${focused}"]`)?.focus();
  }

  /** Marks the row of the current ply. */
  function mark(ply) {
    current = ply;
    if (!details.open) return;
    for (const [index, row] of [...body.children].entries()) {
      if (index + 1 === ply) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  return {
    element: details,
    mark,
    set(values) {
      points = values;
      draw();
    },
  };
}

function buildRow({ node, value, isExact, mistake, loss }, ply) {
  const go = create(
    "button",
    { type: "button", class: "link", "data-ply": ply, on: { click: () => store.goTo(node) } },
    namedMove(node),
  );
  return create(
    "tr",
    {},
    create("th", { scope: "row" }, go),
    create("td", {}, side(node.ply.mover)),
    create("td", { class: "panel-figure" }, value === null ? "–" : score(value, isExact)),
    create("td", { class: "panel-figure" }, loss > 0 ? lost(loss) : "–"),
    create("td", {}, mistake ? t(`graph.${mistake}`) : "–"),
  );
}
