// The review of the whole game: requested from the server move by move, stored in the nodes,
// and shown as a list of mistakes with a summary for each side.

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
 * @property {any} result the data of `done`
 * @property {any[]} nodes the line that is reviewed, from the root
 * @property {string} error
 */

/** @returns {State} */
const fresh = () => ({ phase: "idle", reviewed: 0, total: 0, result: null, nodes: [], error: "" });

/** The reviews by tree, since the user may return to a game. */
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

  /** Handles a reviewed move; moves arrive in any order. */
  function take(reviewing, reviewed) {
    const { alternatives, ...review } = reviewed;
    const node = reviewing.nodes[review.ply];
    // The answer belongs to the game that was sent, which is still in the tree.
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

  /** Ends the review and keeps the moves received. */
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
