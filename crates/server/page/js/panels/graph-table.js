// The graph as a table, which is drawn only while open.

import { create, focused } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { cell, figure, link, row, table } from "./dom.js";
import { lost, namedMove, score, side } from "./words.js";

/** @import {Point} from "./game-values.js" */

const COLUMNS = ["move", "side", "value-column", "loss", "mark"];

export function buildTable() {
  const scroller = table(
    "graph.caption",
    COLUMNS.map((name) => `graph.column-${name}`),
    [],
    { isTall: true },
  );
  const body = /** @type {HTMLElement} */ (scroller.querySelector("tbody"));
  const details = create(
    "details",
    { class: "panel-details", on: { toggle: () => draw() } },
    create("summary", { i18n: "graph.table" }),
    scroller,
  );
  /** @type {Point[]} */
  let points = [];
  let current = 0;

  function draw() {
    if (!details.open) return;
    const ply = body.contains(focused()) ? focused()?.dataset.ply : null;
    body.replaceChildren(...points.map(buildRow).slice(1));
    mark(current);
    /** @type {HTMLElement|null} */
    const button = ply ? body.querySelector(`[data-ply="${ply}"]`) : null;
    button?.focus();
  }

  /** Marks the row of the current ply. @param {number} ply */
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
    /** @param {Point[]} values */
    set(values) {
      points = values;
      draw();
    },
  };
}

/** The row of a ply. @param {Point} point @param {number} ply */
function buildRow({ node, value, isExact, mistake, loss }, ply) {
  if (!node.ply) return row("");
  return row(
    link(namedMove(node), () => store.goTo(node), { "data-ply": ply }),
    cell(side(node.ply.mover)),
    figure(value === null ? "–" : score(value, isExact)),
    figure(loss > 0 ? lost(loss) : "–"),
    cell(mistake ? t(`graph.${mistake}`) : "–"),
  );
}
