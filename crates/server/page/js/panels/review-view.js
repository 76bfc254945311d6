// The view of a review.

import { create, draw as drawn, focused } from "../elements.js";
import { has, language, t } from "../i18n.js";
import { addCommand } from "../keys.js";
import { bestOf, lossOf, mistakeOf, reasonOf, seenBy, valueOf } from "../scores.js";
import { store } from "../store.js";
import { openTab } from "../tabs.js";
import { bindSetting, button, choice, field, figure, link, rename, row, setText, show, table } from "./dom.js";
import { countsOf } from "./game-values.js";
import { mistakeSign } from "./graph-drawing.js";
import { hidesValues } from "./hiding.js";
import { buildCard } from "./mistake-card.js";
import { ratingsOf } from "./people.js";
import { mistakeText } from "./reasons.js";
import { count, decimal, MARKS, namedMove, otherSide, roundLoss, score, side } from "./words.js";

/**
 * @typedef {Child & {review: Review}} Mistake
 * @import {Child, Node, Review} from "../tree.js"
 * @import {Value} from "../scores.js"
 * @import {State} from "./review.js"
 */

const COUNTS = /** @type {const} */ (["moves", "best_moves", "inaccuracies", "mistakes", "blunders", "loss"]);

/** @param {Node} node @returns {node is Mistake} */
const isMistake = (node) => Boolean(mistakeOf(node));

/**
 * @param {HTMLElement} root
 * @param {{toggle: () => void, save: () => void}} actions `toggle` starts a review or stops the one that runs
 */
export function buildView(root, actions) {
  /** @type {State} */
  let state;
  /** @type {string|null} */
  let ownSide = null;
  const wrong = () =>
    store
      .line()
      .filter(isMistake)
      .filter(({ review }) => ["both", review.mover].includes(shownSide.value));
  const go = button("review.start", actions.toggle);
  const progress = create("progress", { i18nLabel: "review.progress", max: 1, value: 0 });
  const status = create("p", { class: "panel-status grow" });
  const figures = create("div", { class: "review-figures", role: "group", i18nLabel: "review.summary" });
  const title = create("summary", { i18n: "review.counts" });
  const summary = create("details", { class: "panel-details" }, title);
  const turning = create("p", { class: "review-turning" });
  const ratings = create("div", { class: "review-ratings" });
  const shownSide = choice([
    ["both", "review.both"],
    ["black", "panels.black"],
    ["white", "panels.white"],
  ]);
  bindSetting("review.side", shownSide, () => draw(state));
  const head = create("div", { class: "panel-bar review-head" }, field("review.show", shownSide));
  const list = create("ol", { class: "review-list", i18nLabel: "review.list" });
  const card = buildCard(wrong);
  const save = button("report.save", () => actions.save(), { class: "button small" });
  const bar = (/** @type {HTMLElement[]} */ ...parts) => create("div", { class: "panel-bar" }, ...parts);
  root.append(bar(status, go), progress, card.element, figures, turning, list, head, summary, bar(save));
  addCommand({ keys: ["."], label: "keys.nextMistake", act: () => step(1) });
  addCommand({ keys: [","], label: "keys.previousMistake", act: () => step(-1) });

  /** @param {number} by */
  function step(by) {
    openTab("game");
    card.go(by);
  }

  /** @param {State} now */
  function draw(now) {
    state = now;
    if (!store.tree) return;
    const isRunning = state.phase === "running";
    const isHidden = hidesValues();
    rename(go, isRunning ? "review.stop" : state.phase === "idle" ? "review.start" : "review.again");
    go.disabled = !isRunning && (isHidden || store.line().length < 2);
    show(isRunning, progress);
    progress.max = Math.max(1, state.total);
    progress.value = state.reviewed.size;
    setText(status, isHidden ? t("panels.hidden") : statusText(state));
    status.classList.toggle("error", state.phase === "failed");
    const result = isHidden ? null : state.result;
    const counts = result && countsOf(state.nodes, result);
    show(result, figures, summary, save);
    if (counts) figures.replaceChildren(buildFigure("black", counts.black), buildFigure("white", counts.white));
    summary.replaceChildren(title, ratings, ...(counts ? [summaryTable(counts)] : []));
    drawTurning(result?.turning_point);
    ratings.replaceChildren(
      ...(result ? ratingsOf(result).map((words) => create("p", { class: "small-text" }, words)) : []),
    );
    drawList(isHidden);
    if (card.shown() && !isHidden) card.draw();
  }

  /** @param {Api.TurningPoint|null} [point] */
  function drawTurning(point) {
    const node = point && state.nodes[point.ply];
    const [before, after] = [node?.parent, node].map(valueOf);
    if (!node?.ply || !node.review || !before || !after || !mistakeOf(node)) return show(false, turning);
    show(true, turning);
    const { mover } = node.review;
    const seen = (/** @type {Value} */ value) => score(seenBy(mover, value.score), value.exact);
    const words = t("review.turning-words", {
      side: side(mover),
      before: seen(before),
      after: seen(after),
      best: bestOf(node),
    });
    const move = link(namedMove(node), () => store.goTo(node));
    turning.replaceChildren(create("strong", { i18n: "review.turning" }), " ", move, " ", words);
  }

  /** The buttons of the list. @returns {HTMLElement[]} */
  const items = () => [...list.querySelectorAll(/** @type {"button"} */ ("[data-node]"))];

  /** The list is rebuilt only if it differs, to keep the focus. */
  let drawnList = "";
  /** @param {boolean} isHidden */
  function drawList(isHidden) {
    const shown = isHidden ? [] : wrong();
    show(!isHidden && state.phase !== "idle", head);
    const key = `${language()}:${shown.map((node) => `${node.id}/${lossOf(node)}/${bestOf(node)}`)}`;
    if (key !== drawnList) {
      drawnList = key;
      const id = list.contains(focused()) ? focused()?.dataset.node : null;
      list.replaceChildren(...shown.map((node) => buildMistake(node, card.open)));
      if (id)
        items()
          .find(({ dataset }) => dataset.node === id)
          ?.focus({ preventScroll: true });
    }
    for (const one of items()) {
      if (Number(one.dataset.node) === card.shown()?.id) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  }

  /** Shows the mistake that lost most, and returns whether there is one. */
  function openWorst() {
    const lossBy = (/** @type {Mistake} */ node) => lossOf(node) ?? node.review.loss;
    const [first, ...others] = wrong();
    if (!first) return false;
    card.open(others.reduce((most, node) => (lossBy(most) >= lossBy(node) ? most : node), first));
    return true;
  }

  /**
   * Lists the mistakes of one side, until another game is opened; `own` is the user's side, if known.
   * @param {string} side @param {string|null} [own]
   */
  function showSide(side, own = null) {
    shownSide.value = side;
    ownSide = own;
  }

  /** The number of mistakes, with the selected side's first. @param {Node[]} nodes */
  function countText(nodes) {
    const found = nodes.filter(isMistake);
    const { length: black } = found.filter(({ review }) => review.mover === "black");
    const white = found.length - black;
    const shown = /** @type {"both"|Api.Color} */ (shownSide.value);
    if (shown === "both") return t("review.done", { count: black + white, black, white });
    const [count, others] = shown === "black" ? [black, white] : [white, black];
    if (shown === ownSide) return t("review.done-own", { count, others });
    return t("review.done-side", { count, others, side: side(shown), other: side(otherSide(shown)) });
  }

  /** @param {State} state */
  function statusText({ phase, isDeepening, reviewed, total, error, nodes }) {
    if (phase === "failed") return error;
    if (phase === "idle") return t(store.line().length < 2 ? "review.no-moves" : "review.idle");
    if (phase === "done") return countText(nodes);
    if (phase === "running" && isDeepening) return t("review.deepening", { done: reviewed.size, total });
    return t(`review.${phase}`, { done: reviewed.size, total });
  }

  return {
    draw,
    openWorst,
    showSide,
    countText,
    leave: card.leave,
    pause: card.pause,
    resume: card.resume,
    isTrying: card.isTrying,
    isOpen: () => Boolean(card.shown()),
  };
}

/**
 * What a side lost in all, and the share of its best moves and of each kind of mistake as a bar.
 * @param {Api.Color} color @param {Api.SideSummary} counts
 */
function buildFigure(color, counts) {
  const kinds = [
    { kind: "best", mark: t("review.best"), number: counts.best_moves },
    { kind: "inaccuracy", mark: MARKS.inaccuracy, number: counts.inaccuracies },
    { kind: "mistake", mark: MARKS.mistake, number: counts.mistakes },
    { kind: "blunder", mark: MARKS.blunder, number: counts.blunders },
  ];
  const bar = create("div", { class: "review-bar", "aria-hidden": "true" });
  for (const { kind, number } of kinds) {
    const part = create("span", { class: `is-${kind}` });
    part.style.width = `${(100 * number) / Math.max(1, counts.moves)}%`;
    bar.append(part);
  }
  const parts = kinds.map(({ kind, mark, number }) => {
    const swatch = create("span", { class: `review-swatch is-${kind}`, "aria-hidden": "true" });
    return create("span", {}, swatch, `${mark} ${count(number)}`);
  });
  return create(
    "div",
    {},
    create("p", {}, create("span", { class: `mini-disc ${color}` }), ` ${side(color)}`),
    create("p", {}, create("strong", { class: "review-loss" }, decimal(counts.loss)), ` ${t("review.discs-lost")}`),
    bar,
    create("p", { class: "review-parts" }, ...parts),
  );
}

/**
 * A mistake on one line: the move, the loss, and the reason in a word.
 * @param {Mistake} node @param {(node: Mistake) => void} open
 */
function buildMistake(node, open) {
  const { review } = node;
  const mistake = /** @type {Api.Severity} */ (mistakeOf(node));
  const reason = reasonOf(node);
  const kind = `reason-word.${reason?.kind}`;
  const why = mistakeText({ reason, move: review.move });
  const loss = roundLoss(lossOf(node) ?? review.loss);
  const words = t("review.mistake-words", { ...loss, best: bestOf(node) });
  const go = create(
    "button",
    {
      type: "button",
      class: "review-item",
      "data-node": node.id,
      title: `${words} ${why}`.trim(),
      on: { click: () => open(node) },
    },
    drawn("svg", { class: "graph-key", viewBox: "-9 -9 18 18", "aria-hidden": "true" }, mistakeSign(mistake)),
    create("span", { class: `mini-disc ${review.mover}`, role: "img", "aria-label": side(review.mover) }),
    create("strong", { class: "review-move" }, `${namedMove(node)} ${MARKS[mistake]}`),
    create("span", { class: "review-cost" }, `−${loss.loss}`),
    create("span", { class: "review-why" }, has(kind) ? t(kind) : ""),
  );
  return create("li", {}, go);
}

/** @param {{black: Api.SideSummary, white: Api.SideSummary}} counts */
function summaryTable({ black, white }) {
  const text = (/** @type {Api.SideSummary} */ counts, /** @type {(typeof COUNTS)[number]} */ name) =>
    name === "loss" ? decimal(counts[name]) : count(counts[name]);
  const rows = COUNTS.map((name) =>
    row(
      create("span", { i18n: `review.count-${name}` }),
      ...[black, white].map((counts) => figure(text(counts, name))),
    ),
  );
  return table("review.summary", ["review.count", "panels.black", "panels.white"], rows, { kind: "review-summary" });
}
