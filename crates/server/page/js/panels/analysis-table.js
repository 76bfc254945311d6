// The table of scored moves, best first. Rows persist between updates, so that the row under
// the mouse or the focus stays in place.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { cell, figure, link, row, setText, table } from "./dom.js";
import { offerLine } from "./line-on-board.js";
import { certainty, count, fromBlack, line, score, side } from "./words.js";

const COLUMNS = ["move", "value", "certainty", "depth", "line"];

/** The table; `draw` shows the moves of a node. */
export function buildTable() {
  const caption = create("caption", { class: "panel-caption" });
  const scroller = table(caption, COLUMNS.map((name) => `analysis.${name}`), [], { kind: "analysis-table" });
  const body = scroller.querySelector("tbody");
  /** @type {Map<string, any>} */
  let rows = new Map();
  let shownNode = null;

  function draw(node, moves) {
    if (node !== shownNode) {
      for (const row of rows.values()) row.drop();
      rows = new Map();
      body.replaceChildren();
      shownNode = node;
    }
    scroller.hidden = moves.length === 0;
    if (moves.length === 0) return;
    const isFromBlack = settings.get("analysis.side") === "black";
    setText(caption, t("analysis.caption", { side: side(isFromBlack ? "black" : node.position.mover) }));
    moves.forEach((valued, index) => {
      if (!rows.has(valued.move)) rows.set(valued.move, buildRow(node, valued.move));
      const row = rows.get(valued.move);
      row.fill(valued, isFromBlack);
      put(row.element, index);
    });
    const wanted = new Set(moves.map((valued) => valued.move));
    for (const [move, row] of rows) {
      if (wanted.has(move)) continue;
      row.drop();
      row.element.remove();
      rows.delete(move);
    }
  }

  /** Moves a row to its place without losing the focus inside it. */
  function put(row, index) {
    if (body.children[index] === row) return;
    const focused = row.contains(document.activeElement) ? document.activeElement : null;
    body.insertBefore(row, body.children[index] ?? null);
    focused?.focus({ preventScroll: true });
  }

  return { element: scroller, draw };
}

/** The row of one move. */
function buildRow(node, move) {
  const play = link(move, () => store.play(move));
  const cells = { value: figure(), certainty: cell(), depth: figure(), line: create("td", { class: "analysis-line" }) };
  const whole = row(play, ...Object.values(cells));
  const offer = offerLine(whole, node);

  return {
    element: whole,
    drop: offer.drop,
    fill(valued, isFromBlack) {
      play.setAttribute("aria-label", t("panels.play", { move }));
      const shown = isFromBlack ? fromBlack(valued.score, node.position.mover) : valued.score;
      setText(cells.value, score(shown, valued.exact));
      setText(cells.certainty, certainty(valued));
      cells.certainty.classList.toggle("is-exact", Boolean(valued.exact));
      setText(cells.depth, count(valued.depth));
      setText(cells.line, line(valued.pv ?? []));
      offer.set(valued.pv ?? [move]);
    },
  };
}
