// A review as one HTML file that opens anywhere, without the program: the file of
// `analyze --html`, filled by the page in its language.

import { get } from "../api.js";
import { language, openingName, t } from "../i18n.js";
import { saveFile } from "../picture.js";
import { bestOf, lossOf, mistakeOf, reasonOf, seenBy, valueOf } from "../scores.js";
import { store } from "../store.js";
import { resultWords } from "../words.js";
import { countsOf } from "./game-values.js";
import { ratingsOf } from "./people.js";
import { reasonText } from "./reasons.js";
import { decimal, side } from "./words.js";

/** @import {Child, Node} from "../tree.js" */

/** The placeholder that the JSON replaces. */
const DATA = "/*DATA*/";
/** The counts in a summary. */
const COUNTS = /** @type {const} */ (["moves", "inaccuracies", "mistakes", "blunders"]);

/** @param {Child} node */
function moveOf(node) {
  const { ply, review, depth } = node;
  const { move, mover } = ply;
  const value = move === "pass" ? null : valueOf(node);
  const mistake = mistakeOf(node);
  const reason = mistake && reasonOf(node);
  return {
    ply: depth,
    mover,
    move,
    score: value && seenBy(mover, value.score),
    exact: value?.exact ?? false,
    best: bestOf(node) || null,
    loss: lossOf(node) ?? review?.loss ?? 0,
    mistake,
    reason: reason ? reasonText(reason, move) : null,
    squares: reason ? reason.squares : [],
  };
}

/** @param {Api.Color} color @param {Api.SideSummary} counts */
function summaryOf(color, counts) {
  const values = Object.fromEntries(COUNTS.map((name) => [name, counts[name]]));
  return t("report.summary", { side: side(color), ...values, best: counts.best_moves, loss: decimal(counts.loss) });
}

/** The messages of the file. */
const texts = () => ({
  black: side("black"),
  white: side("white"),
  board: t("board.label"),
  graph: t("report.graph"),
  moves: t("moves.heading"),
  mistakes: t("report.mistakes"),
  none: t("report.none"),
  lost: t("report.lost"),
  start: t("step.start"),
  back: t("step.back"),
  forward: t("step.forward"),
  end: t("step.end"),
  made: t("report.made"),
});

/** Saves the review of a line, with its summary. @param {Node[]} nodes @param {Api.ReviewedGame|null} result */
export async function saveReport(nodes, result) {
  const { template } = await get("report");
  const counts = result && countsOf(nodes, result);
  const { meta, columns, rows } = store.tree;
  const last = nodes[nodes.length - 1].position;
  const opening = nodes.findLast(({ position }) => position.opening)?.position.opening;
  const data = {
    lang: language(),
    title:
      meta.black || meta.white ? `${meta.black || side("black")} – ${meta.white || side("white")}` : t("report.title"),
    facts: [meta.tournament, meta.year, opening && openingName(opening), last.over ? resultWords(last) : null]
      .filter(Boolean)
      .join(" · "),
    columns,
    rows,
    positions: nodes.map(({ position }) => position.position),
    moves: nodes.flatMap((node) => (node.ply ? moveOf(node) : [])),
    summary: counts ? [summaryOf("black", counts.black), summaryOf("white", counts.white), ...ratingsOf(result)] : [],
    texts: texts(),
  };
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  saveFile("review.html", new Blob([template.replace(DATA, () => json)], { type: "text/html" }));
}
