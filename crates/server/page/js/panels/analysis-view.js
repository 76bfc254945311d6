// The view of the analysis: the controls, the status and the counts.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { buildTable } from "./analysis-table.js";
import { button, choice, field, kept, numberInput, rename, setText, show } from "./dom.js";
import { setHiding } from "./hiding.js";
import { count, duration, percent, roughly, score, side } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {{toggle: (isOn: boolean) => void, solve: () => void, stop: () => void, restart: () => void}} actions
 */
export function buildView(root, actions) {
  const isOn = () => Boolean(settings.get("analysis.on"));
  const power = create("button", {
    type: "button",
    role: "switch",
    class: "button panel-switch",
    i18n: "analysis.switch",
    on: { click: () => actions.toggle(!isOn()) },
  });
  const wanted = kept(
    "analysis.wanted",
    choice([["3", "analysis.wanted-3"], ["1", "analysis.wanted-1"], ["all", "analysis.wanted-all"]]),
    actions.restart,
  );
  const limit = kept(
    "analysis.limit",
    choice([["endless", "analysis.endless"], ["level", "analysis.by-level"], ["time", "analysis.by-time"]]),
    actions.restart,
  );
  const level = field("panels.level", kept("analysis.level", numberInput(20, 1, 60), actions.restart));
  const time = field("analysis.seconds", kept("analysis.time", numberInput(10, 0.1, 3600, { step: "any" }), actions.restart));
  const sides = kept("analysis.side", choice([["mover", "analysis.from-mover"], ["black", "panels.black"]]));
  const solve = button("analysis.solve", () => (isSolvingNow(latest) ? actions.stop() : actions.solve()));
  const status = create("p", { class: "panel-status soft" });
  const unhide = button("analysis.unhide", () => setHiding(false));
  const passes = create("ol", { class: "analysis-passes", i18nLabel: "analysis.passes" });
  const table = buildTable();
  const counts = create("dl", { class: "panel-facts" });
  let latest = null;

  root.append(
    create("div", { class: "panel-bar" }, power, solve),
    create(
      "div",
      { class: "panel-fields" },
      field("analysis.wanted", wanted),
      field("analysis.limit", limit),
      level,
      time,
      field("analysis.side", sides),
    ),
    status,
    unhide,
    passes,
    table.element,
    counts,
  );

  const isSolvingNow = (state) => Boolean(state?.isSolving && ["asked", "queued", "running"].includes(state.phase));

  /** @param {import("./analysis.js").State} state */
  function draw(state) {
    latest = state;
    power.setAttribute("aria-checked", String(isOn()));
    show(limit.value === "level", level);
    show(limit.value === "time", time);
    rename(solve, isSolvingNow(state) ? "analysis.stop" : "analysis.solve");
    solve.disabled = !isSolvingNow(state) && ["hidden", "over"].includes(state.phase);
    setText(status, statusText(state));
    status.classList.toggle("error", state.phase === "failed");
    unhide.hidden = state.phase !== "hidden";
    drawPasses(state);
    const isShown = !["hidden", "over"].includes(state.phase);
    // Earlier results stay visible until new ones arrive.
    table.draw(state.node, isShown ? (state.update?.moves ?? state.node?.moves ?? []) : []);
    drawCounts(isShown ? state.update : null);
  }

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

  function drawCounts(update) {
    counts.hidden = !update;
    if (!update) return;
    const facts = [
      ["analysis.nodes", roughly(update.nodes ?? 0)],
      ["analysis.time", duration(update.seconds ?? 0)],
      ["analysis.speed", t("analysis.per-second", { nodes: roughly(update.speed ?? 0) })],
    ];
    if (counts.children.length === 0) {
      counts.append(...facts.map(([key]) => create("div", {}, create("dt", { i18n: key }), create("dd"))));
    }
    facts.forEach(([, words], index) => setText(counts.children[index].lastChild, words));
  }

  return { draw };
}

/** The status of the search in words. */
function statusText({ phase, ahead, update, node, isSolving, error }) {
  switch (phase) {
    case "queued":
      return t("analysis.queued", { count: ahead });
    case "running":
      return runningText(update, isSolving);
    case "done":
      return update?.moves?.[0]?.exact ? t("analysis.done-exact") : t("analysis.done", { depth: count(update?.depth ?? 0) });
    case "over":
      return outcomeText(node);
    case "failed":
      return error;
    case "hidden":
      return t("panels.hidden");
    default:
      return t(`analysis.is-${phase}`);
  }
}

function runningText(update, isSolving) {
  const { depth = 0, selectivity = 100 } = update ?? {};
  const isFull = selectivity >= 100;
  const key = `analysis.${isSolving ? "solving" : "running"}${isFull ? "-full" : ""}`;
  return t(key, { depth: count(depth), percent: percent(selectivity) });
}

/** How a finished game ended. */
function outcomeText(node) {
  const outcome = node.position.outcome;
  if (!outcome) return t("analysis.is-over");
  if (!outcome.winner) return t("analysis.over-draw");
  return t("analysis.over-won", { side: side(outcome.winner), score: score(Math.abs(outcome.black_score), true) });
}
