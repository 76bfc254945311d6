// Playing against the engine, from the new-game dialog to the end of the game.

import { announce } from "../announce.js";
import { isAbort } from "../api.js";
import { confirm } from "../dialog.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { addToLibrary, discard } from "../library.js";
import { openNewGame, prepare } from "../new-game.js";
import { store } from "../store.js";
import { openTab } from "../tabs.js";
import { bringIntoView, buildWaiting, button, oncePerFrame, setText } from "./dom.js";
import { setHiding } from "./hiding.js";
import { EngineGame } from "./opponent-game.js";
import { buildView } from "./opponent-view.js";
import { clockTime, errorText, side } from "./words.js";

/**
 * @import {GameOptions} from "../new-game.js"
 * @import {Marks} from "../store.js"
 * @import {Ending, Node} from "../tree.js"
 */

/** Seconds left at which a low clock is announced, once. */
const LOW_CLOCK = 30;

/**
 * How the game ended early, by resignation or on time, and at which position.
 * @param {EngineGame} game @returns {Ending|undefined}
 */
function endingOf({ ending, head }) {
  if (ending?.by !== "resigned" && ending?.by !== "time") return undefined;
  return { by: ending.by, winner: ending.winner, moves: store.movesTo(head) };
}

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {EngineGame|null} */
  let game = null;
  /** @type {GameOptions|null} Those of the last game, for a rematch. */
  let options = null;
  /** @type {{node: Node, move: string}|null} */
  let hint = null;
  let isWarned = false;

  const idle = create(
    "div",
    { class: "panel-group" },
    create("p", { class: "soft", i18n: "opponent.idle" }),
    create(
      "div",
      {},
      button("new.title", () => openNewGame(), { class: "button primary", id: "play-new" }),
    ),
  );
  const problem = create("p", { class: "error", role: "alert" });
  const view = buildView({
    takeBack: () => game?.takeBack() && announce(t("opponent.said-taken-back")),
    hint: askHint,
    pause: () => (game?.isPaused ? game.resume() : game?.pause()),
    resign,
    goToGame,
    again: playAgain,
    change: () => openNewGame(),
    review,
  });
  const looking = buildWaiting("opponent.looking", view.element);
  element.append(problem, looking.element, idle, view.element);
  const paint = oncePerFrame(draw);

  /** Shows the game's last position again, after another game too. */
  function goToGame() {
    if (!game) return;
    if (game.tree === store.tree) store.goTo(game.head);
    else store.restore(game.tree, game.head);
  }

  /** Saves the game, and whether scores are hidden. */
  function saveGame() {
    if (!game || game.tree !== store.tree) return;
    const { ending: before, ...meta } = store.tree.meta;
    const ending = endingOf(game);
    store.tree.meta = { ...meta, side: game.human, ...(ending && { ending }) };
    if (Boolean(before) !== Boolean(ending)) store.emit("values", store.current);
    // A game that ends before its first move is not listed.
    if (game.isOver && !store.tree.root.children.length && store.tree.key) return void discard(store.tree.key);
    store.tree.engine = game.isOver ? null : { ...game.state, hides: Boolean(options?.hides) };
    addToLibrary();
  }

  /** Resumes a game after a reload or from the library. */
  function resume() {
    const { tree } = store;
    if (!tree?.engine || (game?.tree === tree && !game.isOver)) return;
    const { terms, hides, left, head } = tree.engine;
    game?.close();
    options = { terms, hides, start: "usual", board: tree.board, moves: "", plies: 0, tolerance: 0 };
    store.goTo(head);
    setHiding("game", hides);
    game = new EngineGame(terms, onGameEvent, { left });
    paint();
  }

  function draw() {
    idle.hidden = Boolean(game);
    view.element.hidden = !game;
    if (game) view.draw(game, hint);
  }

  /** Plays again on the same terms. */
  async function playAgain() {
    if (!options) return;
    setText(problem, "");
    try {
      await prepare(options, looking);
      begin(options);
    } catch (error) {
      // The user cancelled the search.
      if (!isAbort(error)) setText(problem, errorText(error));
    }
  }

  /** Starts a game from the position on the board. @param {GameOptions} chosen */
  function begin(chosen) {
    setText(problem, "");
    const { terms, hides } = chosen;
    if (!terms) return;
    options = chosen;
    openTab("play");
    game?.close();
    hint = null;
    isWarned = false;
    setHiding("game", hides);
    game = new EngineGame(terms, onGameEvent);
    saveGame();
    if (game.isOver) onGameEvent("over");
    else announce(t("opponent.said-begun", { side: side(game.human) }));
    paint();
    view.focus();
  }

  /** Handles the events of the game, and announces them. @param {string} what @param {string} [move] */
  function onGameEvent(what, move = "") {
    if (what === "clock") {
      warnOfClock();
      return paint();
    }
    if (hint && game && hint.node !== game.head) dropHint();
    saveGame();
    if (what === "moved") announce(t("opponent.said-moved", { move }));
    if (what === "refused") announce(t("opponent.said-refused"));
    if (what === "over" && game) {
      setHiding("game", false);
      announce(view.ending(game));
      bringIntoView(view.element);
    }
    paint();
  }

  function warnOfClock() {
    if (!game?.clock || isWarned || game.clock.side !== game.human) return;
    const left = game.clock.remaining(game.human);
    if (left > LOW_CLOCK || left <= 0) return;
    isWarned = true;
    announce(t("opponent.said-short", { time: clockTime(left) }));
  }

  async function askHint() {
    const asked = game;
    try {
      hint = (await asked?.hint()) ?? null;
      if (!hint || game !== asked) return;
      announce(t("opponent.hint-is", { move: hint.move }));
      showHint({ node: hint.node, good: hint.move });
    } catch (error) {
      setText(problem, errorText(error));
    }
    paint();
  }

  function dropHint() {
    hint = null;
    showHint(null);
  }

  /** Rings the square of a hint. @param {Marks|null} marks */
  function showHint(marks) {
    store.marks = marks;
    store.emit("values", store.current);
  }

  /** Shows the user's mistakes in the game. */
  function review() {
    openTab("game");
    const detail = { side: game?.human };
    document.querySelector(".panel-review")?.dispatchEvent(new CustomEvent("review", { detail }));
  }

  async function resign() {
    const asked = game;
    if (await confirm("opponent.resign", "opponent.resign-ask", "opponent.resign")) asked?.resign();
  }

  const unsubscribers = [
    store.on("language", paint),
    store.on("play", begin),
    store.on("values", paint),
    store.on("game", resume),
  ];
  resume();
  paint();

  return () => {
    game?.close();
    setHiding("game", false);
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
