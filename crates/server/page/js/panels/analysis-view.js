// The view of the analysis: who is ahead, the best move, the best lines.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { valueOf } from "../scores.js";
import { settings } from "../settings.js";
import { aheadWords } from "../values.js";
import { resultWords } from "../words.js";
import { buildLines } from "./analysis-lines.js";
import { button, rename, setText, show } from "./dom.js";
import { showValues } from "./hiding.js";
import { compact, count, duration, percent } from "./words.js";

/**
 * @import {ScoredMove} from "../scores.js"
 * @import {Node} from "../tree.js"
 * @import {State} from "./analysis.js"
 */

const BUSY = ["asked", "queued", "running"];

/**
 * @param {HTMLElement} root
 * @param {{toggle: (isOn: boolean) => void, solve: () => void, stop: () => void}} actions
 */
export function buildView(root, actions) {
  const isOn = () => Boolean(settings.get("analysis.on"));
  const power = create("button", {
    type: "button",
    role: "switch",
    class: "button quiet panel-switch",
    i18n: "analysis.switch",
    on: { click: () => actions.toggle(!isOn()) },
  });
  const lead = create("p", { class: "headline-lead" });
  const best = create("p", { class: "headline-best" });
  const status = create("p", { class: "panel-status soft" });
  const unhide = button("analysis.unhide", showValues);
  const passes = create("ol", { class: "analysis-passes", i18nLabel: "analysis.passes" });
  const lines = buildLines();
  const solve = button("analysis.solve", () => (isSolvingNow(latest) ? actions.stop() : actions.solve()), {
    class: "button small quiet",
  });
  const counts = create("p", { class: "analysis-counts soft small-text" });
  /** @type {State|null} */
  let latest = null;

  root.append(
    // The buttons are above everything that grows, so that they stay under the pointer.
    create(
      "div",
      { class: "headline" },
      create("div", { class: "grow" }, lead, best),
      create("div", { class: "headline-actions" }, power, solve),
    ),
    status,
    unhide,
    lines.element,
    passes,
    counts,
  );

  const isSolvingNow = (/** @type {State|null} */ state) => Boolean(state?.isSolving && BUSY.includes(state.phase));

  /** @param {State} state */
  function draw(state) {
    latest = state;
    const { node, phase, update } = state;
    power.setAttribute("aria-checked", String(isOn()));
    rename(solve, isSolvingNow(state) ? "analysis.stop" : "analysis.solve");
    show(!["hidden", "over"].includes(phase) || isSolvingNow(state), solve);
    const isShown = phase !== "hidden";
    drawHeadline(node, isShown);
    // The switch already says that analysis is off, and the scores need the space.
    const words = phase === "off" && node?.moves ? "" : statusText(state);
    setText(status, words);
    show(words, status);
    status.classList.toggle("error", phase === "failed");
    unhide.hidden = isShown;
    drawPasses(state);
    if (node) lines.draw(node, isShown && phase !== "over" ? (node.moves ?? []) : []);
    drawCounts(isShown && phase !== "over" ? update : null);
  }

  /**
   * "Black +2.0" and "e7 · depth 23"; without a score, whose turn it is.
   * @param {Node|null} node @param {boolean} isShown
   */
  function drawHeadline(node, isShown) {
    if (!node) return;
    const { position } = node;
    const value = isShown ? valueOf(node) : null;
    if (position.over) setText(lead, resultWords(position));
    else setText(lead, value ? aheadWords(value) : t(`status.${position.mover}`));
    const [first] = (isShown && !position.over && node.moves) || [];
    setText(best, first ? bestWords(first) : "");
    lead.title = value && !value.exact ? t("analysis.finely", { score: Math.abs(value.score).toFixed(2) }) : "";
  }

  /** @param {State} state */
  function drawPasses({ isSolving, passes: done, phase }) {
    passes.hidden = !isSolving || done.length === 0;
    if (passes.hidden) return;
    const items = done.map(({ selectivity, depth, seconds }, index) => {
      const isLast = index === done.length - 1 && phase !== "done";
      const key = selectivity >= 100 ? "analysis.pass-full" : "analysis.pass";
      const words = t(key, { depth: count(depth), percent: percent(selectivity), time: duration(seconds) });
      return create("li", { class: isLast ? "is-going" : "is-done" }, words);
    });
    passes.replaceChildren(...items);
  }

  /** @param {Api.Update|null} update */
  function drawCounts(update) {
    const words = update
      ? t("analysis.effort", {
          depth: count(update.depth),
          nodes: compact(update.nodes),
          time: duration(update.seconds),
          speed: compact(update.speed),
        })
      : "";
    setText(counts, words);
  }

  return { draw };
}

/** The best move and how far it was searched. @param {ScoredMove} move */
function bestWords({ move, depth, exact, selectivity, from_book }) {
  if (exact) return t("analysis.best-exact", { move });
  if (from_book) return t("analysis.best-book", { move, depth: count(depth) });
  return t("analysis.best-at", { move, depth: count(depth), percent: percent(selectivity) });
}

/** The state of the search, in words. @param {State} state */
function statusText({ phase, ahead, update, isSolving, error }) {
  switch (phase) {
    case "queued":
      return ahead > 0 ? t("analysis.queued", { count: ahead }) : "";
    case "running":
      return isSolving ? solvingText(update) : "";
    case "done":
      return isSolving && update?.moves[0]?.exact ? t("analysis.done-exact") : "";
    case "failed":
      return error;
    case "hidden":
      return t("panels.hidden");
    case "asked":
    case "over":
      return "";
    default:
      return t(`analysis.is-${phase}`);
  }
}

/** @param {Api.Update|null} update */
function solvingText(update) {
  const { depth = 0, selectivity = 100 } = update ?? {};
  const key = selectivity >= 100 ? "analysis.solving-full" : "analysis.solving";
  return t(key, { depth: count(depth), percent: percent(selectivity) });
}
