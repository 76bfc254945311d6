// What is seen of a review.

import { create, draw as drawn } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { button, choice, field, numberInput, numberOf, setText } from "./dom.js";
import { mistakeSign } from "./graph-drawing.js";
import { hidesValues } from "./hiding.js";
import { offerLine } from "./line-on-board.js";
import { reasonText } from "./reasons.js";
import { MARKS, count, decimal, lost, namedMove, score, side } from "./words.js";

const COUNTS = ["moves", "best_moves", "inaccuracies", "mistakes", "blunders", "loss"];

/** A setting of this panel. */
function kept(control, name, read, changed) {
  control.addEventListener("change", () => {
    settings.set(name, read());
    changed?.();
  });
  return control;
}

/**
 * @param {HTMLElement} root
 * @param {{start: () => void, stop: () => void}} actions
 */
export function buildView(root, actions) {
  const level = numberInput(settings.get("review.level", 16), 1, 60);
  kept(level, "review.level", () => {
    level.value = String(numberOf(level, 16));
    return Number(level.value);
  });
  let state = null;
  const go = button("review.start", () => (state?.phase === "running" ? actions.stop() : actions.start()), {
    class: "button primary",
  });
  const progress = create("progress", { i18nLabel: "review.progress", max: 1, value: 0 });
  const status = create("p", { class: "panel-status soft" });
  const summary = buildSummary();
  const turning = create("p", { class: "review-turning" });
  const shownSide = choice(
    [["both", "review.both"], ["black", "panels.black"], ["white", "panels.white"]],
    settings.get("review.side", "both"),
  );
  kept(shownSide, "review.side", () => shownSide.value, () => draw(state));
  const heading = create("h3", { class: "panel-heading", i18n: "review.list" });
  const filter = field("review.show", shownSide);
  const list = create("ol", { class: "review-list" });

  root.classList.add("panel", "panel-review");
  root.append(
    create("div", { class: "panel-bar" }, field("review.level", level), go),
    progress,
    status,
    summary.element,
    turning,
    create("div", { class: "panel-bar review-head" }, heading, filter),
    list,
  );

  function draw(now) {
    state = now;
    if (!state || !store.tree) return;
    const isRunning = state.phase === "running";
    const isHidden = hidesValues();
    go.setAttribute("data-i18n", isRunning ? "review.stop" : "review.start");
    setText(go, t(go.getAttribute("data-i18n")));
    go.disabled = !isRunning && (isHidden || store.line().length < 2);
    progress.hidden = !isRunning;
    progress.max = Math.max(1, state.total);
    progress.value = state.reviewed;
    setText(status, isHidden ? t("review.hidden") : statusText(state));
    status.classList.toggle("error", state.phase === "failed");
    summary.draw(isHidden ? null : state.result);
    drawTurning(isHidden ? null : state.result?.turning_point);
    drawList(isHidden);
  }

  function drawTurning(point) {
    turning.hidden = !point;
    if (!point) return;
    const node = state.nodes[point.ply ?? point];
    const review = node?.review;
    if (!review) return;
    const words = t("review.turning-words", {
      side: side(review.mover),
      before: score(point.before ?? review.best_score, true),
      after: score(point.after ?? review.score, true),
      best: point.best ?? review.best,
    });
    const link = create("button", { type: "button", class: "link", on: { click: () => store.goTo(node) } }, namedMove(node));
    turning.replaceChildren(create("strong", { i18n: "review.turning" }), " ", link, " ", words);
  }

  /** The list is made anew only where it differs, so that the focus stays. */
  let drawnList = "";
  function drawList(isHidden) {
    const wrong = isHidden
      ? []
      : store.line().filter(({ review }) => review?.mistake && ["both", review.mover].includes(shownSide.value));
    const nothing = wrong.length === 0;
    heading.parentElement.hidden = isHidden || (nothing && state.phase === "idle");
    const key = `${document.documentElement.lang}:${wrong.map(({ id, review }) => `${id}/${review.loss}`)}`;
    if (key !== drawnList) {
      drawnList = key;
      const focused = list.contains(document.activeElement) ? document.activeElement.dataset.node : null;
      list.replaceChildren(...wrong.map(buildMistake));
      if (focused) list.querySelector(`[data-node="${focused}"]`)?.focus();
    }
    for (const one of list.querySelectorAll("[data-node]")) {
      const isHere = Number(one.dataset.node) === store.current.id;
      if (isHere) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }

  return { draw };
}

function statusText({ phase, reviewed, total, error, nodes }) {
  if (phase === "running") return t("review.running", { done: reviewed, total });
  if (phase === "stopped") return t("review.stopped", { done: reviewed, total });
  if (phase === "failed") return t("review.failed", { message: error });
  if (phase === "idle") return store.line().length < 2 ? t("review.no-moves") : t("review.idle");
  const wrong = nodes.filter(({ review }) => review?.mistake).length;
  return t("review.done", { count: wrong });
}

/** One mistake: its sign, the move, what it lost, what was better, and why. */
function buildMistake(node) {
  const { review } = node;
  const sign = drawn("svg", { class: "graph-key", viewBox: "-9 -9 18 18", "aria-hidden": "true" }, mistakeSign(review.mistake));
  const head = create(
    "span",
    { class: "review-move" },
    create("strong", {}, `${namedMove(node)}${MARKS[review.mistake]}`),
    ` ${t("review.mistake-words", {
      count: review.loss,
      side: side(review.mover),
      kind: t(`graph.${review.mistake}`),
      loss: lost(review.loss),
      best: review.best,
    })}`,
  );
  const go = create(
    "button",
    { type: "button", class: "review-item", "data-node": node.id, on: { click: () => store.goTo(node) } },
    sign,
    create("span", {}, head, create("span", { class: "review-why" }, reasonText(review.reason))),
  );
  const best = node.parent.moves?.find(({ move }) => move === review.best);
  offerLine(go, node.parent, best?.pv?.length ? best.pv : [review.best]);
  return create("li", {}, go);
}

/** The table of both sides. */
function buildSummary() {
  const cells = COUNTS.map(() => [create("td", { class: "panel-figure" }), create("td", { class: "panel-figure" })]);
  const head = create(
    "tr",
    {},
    create("th", { scope: "col" }, create("span", { class: "visually-hidden", i18n: "review.count" })),
    create("th", { scope: "col", i18n: "panels.black" }),
    create("th", { scope: "col", i18n: "panels.white" }),
  );
  const rows = COUNTS.map((name, index) =>
    create("tr", {}, create("th", { scope: "row", i18n: `review.count-${name}` }), ...cells[index]),
  );
  const element = create(
    "table",
    { class: "panel-table review-summary" },
    create("caption", { class: "panel-caption", i18n: "review.summary" }),
    create("thead", {}, head),
    create("tbody", {}, ...rows),
  );
  return {
    element,
    draw(result) {
      element.hidden = !result;
      if (!result) return;
      COUNTS.forEach((name, index) => {
        [result.black, result.white].forEach((counts, column) => {
          const number = counts[name] ?? 0;
          setText(cells[index][column], name === "loss" ? decimal(number) : count(number));
        });
      });
    },
  };
}
