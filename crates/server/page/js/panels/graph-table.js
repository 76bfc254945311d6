// The graph as a table, which is drawn only while open.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { cell, figure, link, row, table } from "./dom.js";
import { lost, namedMove, score, side } from "./words.js";

const COLUMNS = ["move", "side", "value-column", "loss", "mark"];

export function buildTable() {
  const scroller = table(
    "graph.caption",
    COLUMNS.map((name) => `graph.column-${name}`),
    [],
    { isTall: true },
  );
  const body = scroller.querySelector("tbody");
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
  return row(
    link(namedMove(node), () => store.goTo(node), { "data-ply": ply }),
    cell(side(node.ply.mover)),
    figure(value === null ? "–" : score(value, isExact)),
    figure(loss > 0 ? lost(loss) : "–"),
    cell(mistake ? t(`graph.${mistake}`) : "–"),
  );
}
