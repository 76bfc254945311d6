// The review of the whole game: requested from the server move by move, stored in the nodes,
// and shown as a list of mistakes with a summary for each side.

import { announce } from "../announce.js";
import { stream } from "../api.js";
import { t } from "../i18n.js";
import { keptReview } from "../saved-game.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { moveNumber } from "../tree.js";
import { oncePerFrame } from "./dom.js";
import { hidesValues, onHiding } from "./hiding.js";
import { saveReport } from "./report.js";
import { buildView } from "./review-view.js";
import { errorText } from "./words.js";

/**
 * @typedef {object} State
 * @property {"idle"|"running"|"done"|"stopped"|"failed"} phase
 * @property {boolean} isQuick whether a deeper review follows
 * @property {boolean} isDeepening whether this is that deeper review
 * @property {Set<number>} reviewed plies so far: a move arrives again if the connection was lost
 * @property {number} total moves in all
 * @property {Api.ReviewedGame|null} result
 * @property {boolean} isPresented whether its worst mistake was shown
 * @property {Node[]} nodes the line that is reviewed, from the root
 * @property {string} error
 *
 * @import {ApiError} from "../api.js"
 * @import {Node, Tree} from "../tree.js"
 */

/** @returns {State} */
const fresh = () => ({
  phase: "idle",
  isQuick: false,
  isDeepening: false,
  reviewed: new Set(),
  total: 0,
  result: null,
  isPresented: false,
  nodes: [],
  error: "",
});

/** Level of the quick review; a deeper one at the level of the settings follows and decides which moves are mistakes. */
const QUICK = 5;
/** Shorter games are not reviewed automatically. */
const MIN_MOVES = 8;

/** @type {WeakMap<Tree, State>} The reviews by tree, since the user may return to a game. */
const reviews = new WeakMap();

/** A review may have been cut off. @param {Node} node */
const isUnreviewed = ({ ply, review }) => ply && ply.move !== "pass" && (!review || review.isQuick);

/** @param {HTMLElement} element */
export function mount(element) {
  let state = fresh();
  /** @type {ReturnType<typeof stream>|null} */
  let connection = null;
  /** Whether to show the worst mistake when the review is done. */
  let opensWorst = false;

  /** @type {HTMLElement|null} */
  const tab = element.closest(".tab-panel");
  const isVisible = () => !tab?.hidden;
  const view = buildView(element, { toggle, save });
  const paint = oncePerFrame(() => view.draw(state));

  function close() {
    connection?.close();
    connection = null;
  }

  const deepLevel = () => Number(settings.get("review.level"));

  /**
   * Reviews the line on the board.
   * @param {number} level @param {{isQuick?: boolean, isDeepening?: boolean}} [kind]
   */
  function start(level, { isQuick = false, isDeepening = false } = {}) {
    close();
    const nodes = store.line();
    const last = nodes[nodes.length - 1];
    state = {
      ...fresh(),
      phase: "running",
      isQuick,
      isDeepening,
      nodes,
      total: moveNumber(last),
    };
    reviews.set(store.tree, state);
    const reviewing = state;
    /**
     * @template T
     * @param {(reviewing: State, detail: T) => void} handle
     * @returns {(detail: T) => void}
     */
    const receive = (handle) => (detail) => {
      handle(reviewing, detail);
      paint();
    };
    connection = stream(
      "review",
      { ...store.game(last), level },
      {
        move: receive(applyMove),
        done: receive(finish),
        failed: receive(fail),
      },
    );
    if (!isQuick && !isDeepening) announce(t("review.said-started", { count: state.total }));
    paint();
  }

  /** Reviews the line quickly, then deeper. */
  function startQuickly() {
    const isQuick = deepLevel() > QUICK;
    start(isQuick ? QUICK : deepLevel(), { isQuick });
  }

  /** Reviews a newly opened game. */
  function startAutomatically() {
    const nodes = store.line();
    const isNew = nodes.length > MIN_MOVES && nodes.some(isUnreviewed);
    if (isNew && settings.get("review.auto") && !hidesValues() && !store.tree.engine) startQuickly();
  }

  /** Handles a reviewed move; moves arrive in any order. @param {State} reviewing @param {Api.ReviewedMove} reviewed */
  function applyMove(reviewing, reviewed) {
    const { alternatives, ...review } = reviewed;
    const node = reviewing.nodes[review.ply];
    // The line may have changed since the request.
    if (!node?.ply || (node.ply.move !== review.move && node.ply.move !== "pass")) return;
    if (review.move !== "pass") reviewing.reviewed.add(review.ply);
    if (alternatives.length) store.setMoves(node.parent, alternatives);
    const isOpen = reviewing.isQuick && !review.exact;
    store.setReview(node, isOpen ? { ...review, mistake: null, reason: null, isQuick: true } : review);
  }

  /** @param {State} reviewing @param {Api.ReviewedGame} result */
  function finish(reviewing, result) {
    close();
    reviewing.phase = "done";
    if (reviewing.isQuick) {
      if (store.line().at(-1) === reviewing.nodes.at(-1)) return start(deepLevel(), { isDeepening: true });
      reviewing.phase = "stopped";
      return;
    }
    reviewing.result = result;
    const last = reviewing.nodes.at(-1);
    store.tree.review = keptReview(store.movesTo(last), result);
    // The library saves it.
    store.emit("values", last);
    present();
    announce(view.countText(reviewing.nodes));
  }

  /** Shows the worst mistake of a finished or saved review once, unless the user looks at another position. */
  function present() {
    const isEnd = !store.current.parent || !store.current.children.length;
    const isReady = ["done", "idle"].includes(state.phase) && !hidesValues() && !view.isOpen();
    if (!isReady || !(opensWorst || (isEnd && !state.isPresented && isVisible()))) return;
    opensWorst = false;
    state.isPresented = view.openWorst();
  }

  /** @param {State} reviewing @param {ApiError} error */
  function fail(reviewing, error) {
    close();
    reviewing.phase = "failed";
    reviewing.error = errorText(error);
    announce(reviewing.error);
  }

  function toggle() {
    if (state.phase === "running") {
      announce(t("review.said-stopped"));
      return stop();
    }
    opensWorst = true;
    start(deepLevel());
  }

  async function save() {
    try {
      await saveReport(state.nodes, state.result);
    } catch (error) {
      store.notice(errorText(error), "error");
    }
  }

  /** Ends the review and keeps the moves received. */
  function stop() {
    close();
    state.phase = "stopped";
    paint();
  }

  function changeGame() {
    if (state.phase === "running") stop();
    opensWorst = false;
    state = reviews.get(store.tree) ?? saved() ?? fresh();
    view.leave();
    view.showSide(settings.get("review.side", "both"));
    startAutomatically();
    paint();
  }

  /** The review that was saved with the game, if it is whole. @returns {State|null} */
  function saved() {
    const { review } = store.tree;
    const nodes = store.mainLine();
    const last = nodes.at(-1);
    if (!review?.summary || review.moves !== store.movesTo(last) || nodes.some(isUnreviewed)) return null;
    const { record, summary } = review;
    return {
      ...fresh(),
      phase: "done",
      nodes,
      total: moveNumber(nodes[nodes.length - 1]),
      result: { record, ...summary },
    };
  }

  const unsubscribers = [
    store.on("game", changeGame),
    store.on("tree", paint),
    store.on("node", paint),
    store.on("values", paint),
    store.on("language", paint),
    onHiding(() => {
      // The review continues while a mistake is tried again.
      if (hidesValues() && !view.isTrying() && state.phase === "running") stop();
      // A game opened while scores were hidden is reviewed once they are shown.
      if (!hidesValues() && state.phase === "idle" && !store.tree.isTraining) startAutomatically();
      paint();
    }),
  ];
  addEventListener("pagehide", close);
  element.addEventListener("review", (event) => {
    const { side } = /** @type {CustomEvent<{side: Api.Color}>} */ (event).detail;
    view.showSide(side, side);
    const isDone = state.phase === "done" && state.nodes.at(-1) === store.line().at(-1);
    if (isDone) return view.openWorst();
    opensWorst = true;
    if (state.phase !== "running") startQuickly();
  });
  tab?.addEventListener("left", view.pause);
  tab?.addEventListener("shown", () => {
    view.resume();
    present();
  });
  state = saved() ?? state;
  view.draw(state);
  startAutomatically();

  return () => {
    close();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    removeEventListener("pagehide", close);
    element.replaceChildren();
  };
}
