// The view of a review.

import { create, draw as drawn } from "../elements.js";
import { language, t } from "../i18n.js";
import { store } from "../store.js";
import { button, choice, field, figure, isInRange, kept, link, numberInput, numberOf, rename, row, setText, show, table } from "./dom.js";
import { mistakeSign } from "./graph-drawing.js";
import { hidesValues } from "./hiding.js";
import { offerLine } from "./line-on-board.js";
import { reasonText } from "./reasons.js";
import { MARKS, count, decimal, lost, namedMove, score, side } from "./words.js";

const COUNTS = ["moves", "best_moves", "inaccuracies", "mistakes", "blunders", "loss"];

const isMistake = ({ review }) => Boolean(review?.mistake);

/**
 * @param {HTMLElement} root
 * @param {{start: (level: number) => void, stop: () => void}} actions
 */
export function buildView(root, actions) {
  let state = null;
  const level = kept("review.level", numberInput(16, 1, 60));
  const go = button("review.start", () => (state.phase === "running" ? actions.stop() : start()), {
    class: "button primary",
  });
  function start() {
    if (isInRange(level)) actions.start(numberOf(level));
    else level.focus();
  }
  const progress = create("progress", { i18nLabel: "review.progress", max: 1, value: 0 });
  const status = create("p", { class: "panel-status soft" });
  const summary = create("div");
  const turning = create("p", { class: "review-turning" });
  const shownSide = choice([["both", "review.both"], ["black", "panels.black"], ["white", "panels.white"]]);
  kept("review.side", shownSide, () => draw(state));
  const head = create(
    "div",
    { class: "panel-bar review-head" },
    create("h3", { i18n: "review.list" }),
    field("review.show", shownSide),
  );
  const list = create("ol", { class: "review-list" });
  root.append(
    create("div", { class: "panel-fields" }, field("panels.level", level), go),
    progress,
    status,
    summary,
    turning,
    head,
    list,
  );

  function draw(now) {
    state = now;
    if (!store.tree) return;
    const isRunning = state.phase === "running";
    const isHidden = hidesValues();
    rename(go, isRunning ? "review.stop" : "review.start");
    go.disabled = !isRunning && (isHidden || store.line().length < 2);
    show(isRunning, progress);
    progress.max = Math.max(1, state.total);
    progress.value = state.reviewed;
    setText(status, isHidden ? t("panels.hidden") : statusText(state));
    status.classList.toggle("error", state.phase === "failed");
    const result = isHidden ? null : state.result;
    show(result, summary);
    summary.replaceChildren(...(result ? [summaryTable(result)] : []));
    drawTurning(result?.turning_point);
    drawList(isHidden);
  }

  function drawTurning(point) {
    const node = point && state.nodes[point.ply];
    show(node?.review, turning);
    if (turning.hidden) return;
    const { mover } = node.review;
    const words = t("review.turning-words", {
      side: side(mover),
      before: score(point.before, true),
      after: score(point.after, true),
      best: point.best,
    });
    const move = link(namedMove(node), () => store.goTo(node));
    turning.replaceChildren(create("strong", { i18n: "review.turning" }), " ", move, " ", words);
  }

  /** The list is rebuilt only if it differs, to keep the focus. */
  let drawnList = "";
  function drawList(isHidden) {
    const wrong = isHidden
      ? []
      : store.line().filter((node) => isMistake(node) && ["both", node.review.mover].includes(shownSide.value));
    show(!isHidden && (wrong.length || state.phase !== "idle"), head);
    const key = `${language()}:${wrong.map(({ id, review }) => `${id}/${review.loss}`)}`;
    if (key !== drawnList) {
      drawnList = key;
      const focused = list.contains(document.activeElement) ? document.activeElement.dataset.node : null;
      list.replaceChildren(...wrong.map(buildMistake));
      if (focused) list.querySelector(`[data-node="${focused}"]`)?.focus();
    }
    for (const one of list.querySelectorAll("[data-node]")) {
      if (Number(one.dataset.node) === store.current.id) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }

  return { draw };
}

function statusText({ phase, reviewed, total, error, nodes }) {
  if (phase === "failed") return error;
  if (phase === "idle") return t(store.line().length < 2 ? "review.no-moves" : "review.idle");
  if (phase === "done") return t("review.done", { count: nodes.filter(isMistake).length });
  return t(`review.${phase}`, { done: reviewed, total });
}

/** A mistake: its mark, the move, the loss, the better move and the reason. */
function buildMistake(node) {
  const { review } = node;
  const words = t("review.mistake-words", {
    count: review.loss,
    side: side(review.mover),
    kind: t(`graph.${review.mistake}`),
    loss: lost(review.loss),
    best: review.best,
  });
  const go = create(
    "button",
    { type: "button", class: "review-item", "data-node": node.id, on: { click: () => store.goTo(node) } },
    drawn("svg", { class: "graph-key", viewBox: "-9 -9 18 18", "aria-hidden": "true" }, mistakeSign(review.mistake)),
    create(
      "span",
      {},
      create("strong", {}, `${namedMove(node)}${MARKS[review.mistake]}`),
      ` ${words}`,
      create("span", { class: "review-why" }, reasonText(review.reason)),
    ),
  );
  const best = node.parent.moves?.find(({ move }) => move === review.best);
  offerLine(go, node.parent, best?.pv?.length ? best.pv : [review.best]);
  return create("li", {}, go);
}

function summaryTable({ black, white }) {
  const text = (counts, name) => (name === "loss" ? decimal(counts[name]) : count(counts[name]));
  const rows = COUNTS.map((name) =>
    row(create("span", { i18n: `review.count-${name}` }), ...[black, white].map((counts) => figure(text(counts, name)))),
  );
  return table("review.summary", ["review.count", "panels.black", "panels.white"], rows, { kind: "review-summary" });
}
