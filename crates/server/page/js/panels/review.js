// The review of the whole game: asked of the server move by move, kept on the
// nodes, and told as a list of mistakes with a summary of each side.

import { announce } from "../announce.js";
import { stream } from "../api.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { painter } from "./dom.js";
import { hidesValues, onHiding } from "./hiding.js";
import { buildView } from "./review-view.js";
import { errorText } from "./words.js";

/**
 * @typedef {object} State
 * @property {"idle"|"running"|"done"|"stopped"|"failed"} phase
 * @property {number} reviewed moves so far
 * @property {number} total moves in all
 * @property {any} result what `done` said
 * @property {any[]} nodes the line that is reviewed, from the root
 * @property {string} error
 */

/** @returns {State} */
const fresh = () => ({ phase: "idle", reviewed: 0, total: 0, result: null, nodes: [], error: "" });

/** The review of each tree that had one: games may be gone back to. */
const reviews = new WeakMap();

/** @param {HTMLElement} element */
export function mount(element) {
  let state = fresh();
  let connection = null;

  const view = buildView(element, { start, stop });
  const paint = painter(() => view.draw(state));

  function close() {
    connection?.close();
    connection = null;
  }

  function start(level) {
    close();
    const nodes = store.line();
    state = { ...fresh(), phase: "running", nodes, total: nodes.length - 1 };
    reviews.set(store.tree, state);
    const reviewing = state;
    const hear = (handle) => (detail) => {
      handle(reviewing, detail);
      paint();
    };
    connection = stream("review", { ...store.game(nodes.at(-1)), level }, {
      queued: () => {},
      move: hear(take),
      done: hear(finish),
      failed: hear(fail),
    });
    announce(t("review.said-started", { count: state.total }));
    paint();
  }

  /** A move that was valued; they come in any order. */
  function take(reviewing, reviewed) {
    const { alternatives, ...review } = reviewed;
    const node = reviewing.nodes[review.ply];
    // The answer is of the game that was sent, which the tree still holds.
    if (!node || (node.ply.move !== review.move && node.ply.move !== "pass")) return;
    reviewing.reviewed += 1;
    if (alternatives?.length && !node.parent.moves) node.parent.moves = alternatives;
    store.setReview(node, review);
  }

  function finish(reviewing, result) {
    close();
    reviewing.phase = "done";
    reviewing.result = result;
    const wrong = reviewing.nodes.filter(({ review }) => review?.mistake).length;
    announce(t("review.done", { count: wrong }));
  }

  function fail(reviewing, error) {
    close();
    reviewing.phase = "failed";
    reviewing.error = errorText(error);
    announce(reviewing.error);
  }

  /** Ends the review; what has come stays. */
  function stop() {
    close();
    state.phase = "stopped";
    announce(t("review.said-stopped"));
    paint();
  }

  function changeGame() {
    if (state.phase === "running") stop();
    state = reviews.get(store.tree) ?? fresh();
    paint();
  }

  const leave = [
    store.on("game", changeGame),
    ...["tree", "node", "values", "language"].map((event) => store.on(event, paint)),
    onHiding(() => {
      if (hidesValues() && state.phase === "running") stop();
      paint();
    }),
  ];
  addEventListener("pagehide", close);
  paint();

  return () => {
    close();
    leave.forEach((off) => off());
    removeEventListener("pagehide", close);
    element.replaceChildren();
  };
}
