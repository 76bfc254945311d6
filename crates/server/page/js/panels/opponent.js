// Playing against the engine: the form before the game, the game, and its end.

import { announce } from "../announce.js";
import { post } from "../api.js";
import { confirm } from "../dialog.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { keep } from "../library.js";
import { store } from "../store.js";
import { buildWaiting, painter, setText } from "./dom.js";
import { setHiding } from "./hiding.js";
import { EngineGame } from "./opponent-game.js";
import { buildSetup } from "./opponent-setup.js";
import { buildView } from "./opponent-view.js";
import { clockTime, errorText, side } from "./words.js";

/** Seconds left at which a low clock is announced, once. */
const SHORT = 30;

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {EngineGame|null} */
  let game = null;
  /** The terms of the last game, for a rematch. */
  let agreed = null;
  let hint = null;
  let isWarned = false;

  const setup = buildSetup(begin);
  const problem = create("p", { class: "error", role: "alert" });
  const view = buildView({
    takeBack: () => game?.takeBack() && announce(t("opponent.said-taken-back")),
    hint: askHint,
    pause: () => (game.isPaused ? game.resume() : game.pause()),
    resign,
    goToGame: () => store.goTo(game.head),
    again: () => begin(agreed),
    change: leaveGame,
    review,
  });
  const looking = buildWaiting("opponent.looking", setup.element);
  element.append(problem, looking.element, setup.element, view.element);
  const paint = painter(draw);

  /** Whether the scores are hidden is kept with the game, too. */
  function keepGame() {
    if (!game || game.tree !== store.tree) return;
    store.tree.engine = game.isOver ? null : { ...game.kept, hides: agreed.hides };
    keep();
  }

  /** Goes on with a game that was left by a reload or opened from the library. */
  function resume() {
    const { tree } = store;
    if (!tree?.engine || (game?.tree === tree && !game.isOver)) return;
    const { terms, hides, left, head } = tree.engine;
    game?.close();
    agreed = { terms, hides, start: "usual", board: tree.board };
    store.goTo(head);
    setHiding(hides);
    game = new EngineGame(terms, hear, { left });
    paint();
  }

  function draw() {
    setup.element.hidden = Boolean(game);
    view.element.hidden = !game;
    if (game) view.draw(game, hint);
  }

  /** Starts a game with the given terms, replacing the current one. */
  async function begin(wanted) {
    problem.textContent = "";
    agreed = wanted;
    try {
      await prepare(wanted);
    } catch (error) {
      // A search that the user cancelled is no problem.
      if (error.name !== "AbortError") setText(problem, errorText(error));
      return;
    }
    game?.close();
    hint = null;
    isWarned = false;
    setHiding(wanted.hides);
    game = new EngineGame(wanted.terms, hear);
    keepGame();
    if (game.isOver) hear("over");
    else announce(t("opponent.said-begun", { side: side(game.human) }));
    paint();
    view.focus();
  }

  async function prepare({ start, board, plies, tolerance, terms }) {
    // A rematch begins from the same position.
    if (start === "current") {
      agreed.position ??= { ...store.game(), meta: players(terms) };
      if (agreed.isRepeated) await store.newGame(agreed.position);
      agreed.isRepeated = true;
      return;
    }
    if (start === "balanced") {
      const { moves, start: position } = await looking.during((signal) => post("balanced", { board, plies, tolerance }, { signal }));
      await store.newGame({ board, start: position ?? "start", moves, meta: players(terms) });
      return;
    }
    await store.newGame({ board, start: "start", moves: "", meta: players(terms) });
  }

  /** Sets the names in the game record. */
  function players({ human }) {
    const names = [t("opponent.you"), "Outflank"];
    const [black, white] = human === "black" ? names : names.reverse();
    return { black, white };
  }

  /** Handles the events of the game, and announces them. */
  function hear(what, detail) {
    if (what === "clock") {
      warnOfClock();
      return paint();
    }
    if (hint && game && hint.node !== game.head) dropHint();
    keepGame();
    if (what === "moved") announce(t("opponent.said-moved", { move: detail.move }));
    if (what === "refused") announce(t("opponent.said-refused"));
    if (what === "over" && game) {
      setHiding(false);
      announce(view.ending(game));
    }
    paint();
  }

  function warnOfClock() {
    if (!game?.clock || isWarned || game.clock.side !== game.human) return;
    const left = game.clock.remaining(game.human);
    if (left > SHORT || left <= 0) return;
    isWarned = true;
    announce(t("opponent.said-short", { time: clockTime(left) }));
  }

  async function askHint() {
    const asked = game;
    try {
      hint = await asked.hint();
      if (!hint || game !== asked) return;
      announce(t("opponent.hint-is", { move: hint.move }));
      store.pv = { node: hint.node, squares: [hint.move] };
      store.emit("pv", store.pv);
    } catch (error) {
      setText(problem, errorText(error));
    }
    paint();
  }

  function dropHint() {
    hint = null;
    store.pv = null;
    store.emit("pv", null);
  }

  /** The end of a game leads to its mistakes. */
  function review() {
    document.querySelector("#tab-game").click();
    document.querySelector(".panel-review").dispatchEvent(new Event("review"));
  }

  async function resign() {
    const asked = game;
    if (await confirm("opponent.resign", "opponent.resign-ask", "opponent.resign")) asked?.resign();
  }

  /** Returns to the form. */
  function leaveGame() {
    dropHint();
    game?.close();
    game = null;
    setHiding(false);
    draw();
    setup.element.querySelector("input, select")?.focus();
  }

  const leave = [
    store.on("language", () => {
      setup.retranslate();
      paint();
    }),
    store.on("values", paint),
    store.on("game", resume),
  ];
  resume();
  paint();

  return () => {
    game?.close();
    setHiding(false);
    leave.forEach((off) => off());
    element.replaceChildren();
  };
}
