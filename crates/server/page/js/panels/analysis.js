// The analysis of the current node: requests to the server. The view is in analysis-view.js.

import { announce } from "../announce.js";
import { stream } from "../api.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { buildView } from "./analysis-view.js";
import { lookUp } from "./book-values.js";
import { oncePerFrame } from "./dom.js";
import { hidesValues, onHiding } from "./hiding.js";
import { errorText, score } from "./words.js";

/** Delay before a search, so that holding an arrow key does not start one per node. */
const PAUSE_BETWEEN_SEARCHES = 120;

/** Settings whose change starts a new search. */
const LIMITS = ["wanted", "limit", "level", "time"].map((name) => `analysis.${name}`);

/**
 * @typedef {object} State
 * @property {Node|null} node the node that is analysed
 * @property {boolean} isSolving whether it is solved to the end
 * @property {"off"|"hidden"|"over"|"asked"|"queued"|"running"|"done"|"stopped"|"failed"} phase
 * @property {number} ahead number of searches ahead in the queue
 * @property {Api.Update|null} update the latest update
 * @property {{selectivity: number, depth: number, seconds: number}[]} passes iterations of the solve so far
 * @property {string} error
 *
 * @import {ApiError} from "../api.js"
 * @import {Node} from "../tree.js"
 */

/** The limits of a search from the settings, as the server names them. */
function limits() {
  const wanted = settings.get("analysis.wanted", "all");
  const kind = settings.get("analysis.limit", "endless");
  if (kind === "level") return { wanted, level: settings.get("analysis.level", 20) };
  if (kind === "time") return { wanted, time: settings.get("analysis.time", 10) };
  return { wanted };
}

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {State} */
  const state = { node: null, isSolving: false, phase: "off", ahead: 0, update: null, passes: [], error: "" };
  /** @type {ReturnType<typeof stream>|null} */
  let connection = null;
  let lastStart = 0;
  let timer = 0;

  const view = buildView(element, { toggle, solve, stop });
  const paint = oncePerFrame(() => view.draw(state));

  function close() {
    clearTimeout(timer);
    connection?.close();
    connection = null;
  }

  /** Requests the analysis of the current node, or shows why there is none. @param {boolean} isSolving */
  function run(isSolving) {
    close();
    const node = store.current;
    Object.assign(state, { node, isSolving, ahead: 0, update: null, passes: [], error: "" });
    state.phase = idlePhase(node, isSolving);
    if (state.phase === "asked") {
      const wait = Math.max(0, lastStart + PAUSE_BETWEEN_SEARCHES - performance.now());
      if (wait > 0) timer = setTimeout(open, wait);
      else open();
    }
    paint();
  }

  /** @param {Node|null} node @param {boolean} isSolving @returns {State["phase"]} */
  function idlePhase(node, isSolving) {
    if (!node) return "off";
    if (node.position.over) return "over";
    if (hidesValues()) return "hidden";
    return isSolving || settings.get("analysis.on") ? "asked" : "off";
  }

  function open() {
    const { node, isSolving } = state;
    if (!node) return;
    lastStart = performance.now();
    // Without the book's scores, those of the search are shown.
    lookUp(node).catch(() => {});
    const query = { ...store.game(node), ...(isSolving ? { exact: true, wanted: "all" } : limits()) };
    connection = stream("analysis", query, {
      queued: ({ ahead }) => receive(() => Object.assign(state, { phase: "queued", ahead })),
      update: (update) => receive(() => applyUpdate(update, "running")),
      done: (update) => receive(() => finish(update)),
      failed: (error) => receive(() => fail(error)),
    });
  }

  /** @param {() => void} handle */
  function receive(handle) {
    handle();
    paint();
  }

  /** @param {Api.Update} update @param {State["phase"]} phase */
  function applyUpdate(update, phase) {
    state.phase = phase;
    state.update = update;
    if (state.isSolving) recordPass(update);
    if (state.node && update.moves.length) store.setMoves(state.node, update.moves);
  }

  /** A solve has iterations of increasing selectivity. @param {Api.Update} update */
  function recordPass({ selectivity, depth, seconds }) {
    const latest = state.passes.at(-1);
    if (latest && latest.selectivity === selectivity && latest.depth === depth) latest.seconds = seconds;
    else state.passes.push({ selectivity, depth, seconds });
  }

  /** @param {Api.Update} update */
  function finish(update) {
    close();
    applyUpdate(update.moves.length ? update : (state.update ?? update), "done");
    const [best] = state.update?.moves ?? [];
    // Only solves are announced: the analysis follows every step and would talk constantly.
    if (best && state.isSolving) {
      announce(t("analysis.said-exact", { move: best.move, score: score(best.score, best.exact) }));
    }
  }

  /** @param {ApiError} error */
  function fail(error) {
    close();
    state.phase = "failed";
    state.error = errorText(error);
    announce(state.error);
  }

  /** @param {boolean} isOn */
  function toggle(isOn) {
    settings.set("analysis.on", isOn);
    if (!state.isSolving || !isOn) run(false);
  }

  function solve() {
    run(true);
    if (state.phase === "asked") announce(t("analysis.said-solving"));
  }

  /** Ends a solve and keeps its results. */
  function stop() {
    close();
    state.phase = "stopped";
    announce(t("analysis.said-stopped"));
    paint();
  }

  const unsubscribers = [
    store.on("node", () => store.current !== state.node && run(false)),
    store.on("game", () => run(false)),
    store.on("settings", ({ name }) => (LIMITS.includes(name) ? run(false) : paint())),
    store.on("values", (node) => node === state.node && paint()),
    store.on("language", paint),
    onHiding(() => run(false)),
  ];
  const unload = () => close();
  addEventListener("pagehide", unload);
  run(false);

  return () => {
    close();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    removeEventListener("pagehide", unload);
    element.replaceChildren();
  };
}
