// The best lines, each shown as a score and moves that wrap. Rows persist between updates, so that
// the row under the mouse or with the focus stays in place.

import { create, focused } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { link, setText } from "./dom.js";
import { offerLine } from "./line-on-board.js";
import { certainty, count, fromBlack, precisely, score, side } from "./words.js";

/**
 * @import {ScoredMove} from "../scores.js"
 * @import {Node} from "../tree.js"
 */

/** How many lines are listed; the board shows the score of every move. */
/** @type {{[lines: string]: number}} */
const LISTED = { few: 3, one: 1, all: Infinity };

export function buildLines() {
  const list = create("ol", { class: "lines" });
  /** @type {Map<string, ReturnType<typeof buildRow>>} */
  let rows = new Map();
  /** @type {Node|null} */
  let shownNode = null;

  /** @param {Node} node @param {ScoredMove[]} moves */
  function draw(node, moves) {
    if (node !== shownNode) {
      for (const row of rows.values()) row.drop();
      rows = new Map();
      list.replaceChildren();
      shownNode = node;
    }
    list.hidden = moves.length === 0;
    if (list.hidden) return;
    const isFromBlack = settings.get("analysis.side") === "black";
    list.setAttribute("aria-label", t("analysis.lines", { side: side(isFromBlack ? "black" : node.position.mover) }));
    const listed = moves.slice(0, LISTED[settings.get("analysis.lines", "few")] ?? LISTED.few);
    const depth = listed[0].depth;
    listed.forEach((scored, index) => {
      const row = rows.get(scored.move) ?? buildRow(node, scored.move);
      rows.set(scored.move, row);
      row.fill(scored, isFromBlack, depth);
      put(row.element, index);
    });
    const wanted = new Set(listed.map((scored) => scored.move));
    for (const [move, row] of rows) {
      if (wanted.has(move)) continue;
      row.drop();
      row.element.remove();
      rows.delete(move);
    }
  }

  /** Moves a row to its place without losing the focus inside it. @param {Element} row @param {number} index */
  function put(row, index) {
    if (list.children[index] === row) return;
    const inside = row.contains(focused()) ? focused() : null;
    list.insertBefore(row, list.children[index] ?? null);
    inside?.focus({ preventScroll: true });
  }

  return { element: list, draw };
}

/** The row of one move: its score, the move, and the line after it. @param {Node} node @param {string} move */
function buildRow(node, move) {
  const value = create("span", { class: "line-value" });
  const play = link(move, () => store.play(move), { class: "link line-move" });
  const rest = create("span", { class: "line-rest" });
  const depth = create("span", { class: "line-depth soft small-text" });
  const whole = create(
    "li",
    { class: "line-row" },
    value,
    create("span", { class: "line-moves" }, play, " ", rest, " ", depth),
  );
  const offer = offerLine(whole, node);

  return {
    element: whole,
    drop: offer.drop,
    /** @param {ScoredMove} scored @param {boolean} isFromBlack @param {number} usualDepth */
    fill(scored, isFromBlack, usualDepth) {
      play.setAttribute("aria-label", t("panels.play", { move }));
      const shown = isFromBlack ? fromBlack(scored.score, node.position.mover) : scored.score;
      setText(value, score(shown, scored.exact));
      value.classList.toggle("is-exact", scored.exact);
      value.title = `${precisely(shown)} · ${certainty(scored)} · ${t("analysis.at-depth", { depth: count(scored.depth) })}`;
      setText(rest, scored.pv.slice(1).join(" "));
      setText(depth, scored.depth === usualDepth ? "" : t("analysis.at-depth", { depth: count(scored.depth) }));
      offer.set(scored.pv);
    },
  };
}
