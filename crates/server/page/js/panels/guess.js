// Guess the move: the rest of the current game, move by move, for points.

import { announce } from "../announce.js";
import { post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bringIntoView, button, choice, field, oncePerFrame, setText, show } from "./dom.js";
import { setHiding } from "./hiding.js";
import { reasonText } from "./reasons.js";
import { backButton, onTraining } from "./training.js";
import { errorText, score, side } from "./words.js";

/** @import {Node} from "../tree.js" */

const SIDES = [
  ["both", "guess.both"],
  ["black", "panels.black"],
  ["white", "panels.white"],
];
/** Search level that scores the guesses. */
const LEVEL = 12;

/** @param {HTMLElement} element */
export function mount(element) {
  const who = choice(SIDES);
  const begin = button("guess.begin", start);
  const onward = button("guess.next", next, { class: "button primary" });
  const stop = button("practice.stop", () => end());
  const intro = create("p", { class: "soft", i18n: "guess.intro" });
  const form = create("div", { class: "panel-fields" }, field("guess.side", who), begin);
  const status = create("p", { class: "panel-status train-prompt", role: "status" });
  const why = create("p", { class: "soft" });
  const sum = create("p", {});
  element.append(
    create(
      "div",
      {},
      backButton(() => game && end()),
    ),
    create("h3", { i18n: "guess.heading" }),
    intro,
    form,
    status,
    create("div", { class: "panel-bar" }, onward, stop),
    why,
    sum,
  );

  /**
   * The nodes of the game, the place of the next move, and the answer to the guess of it.
   * @type {{nodes: Node[], place: number, side: string, guess: Api.Guess|null, isSent: boolean}|null}
   */
  let game = null;
  let message = "";
  let isError = false;
  let total = { points: 0, most: 0, players: 0, matched: 0, guesses: 0 };

  function start() {
    const nodes = store.line();
    const place = nodes.indexOf(store.current);
    if (place < 0 || place === nodes.length - 1) {
      showMessage(t("guess.no-moves"), true);
      return bringIntoView(status);
    }
    game = { nodes, place: place - 1, side: who.value, guess: null, isSent: false };
    total = { points: 0, most: 0, players: 0, matched: 0, guesses: 0 };
    setHiding("guess", true);
    document.body.dataset.guessing = "";
    store.chooser = choose;
    next();
  }

  /** Goes to the next move to guess. */
  function next() {
    if (!game) return;
    const { nodes, side: wanted, place: last } = game;
    const isAsked = (/** @type {Node} */ node, /** @type {number} */ place) =>
      place > last &&
      place < nodes.length - 1 &&
      node.position.legal.length > 1 &&
      (wanted === "both" || node.position.mover === wanted);
    const place = nodes.findIndex(isAsked);
    if (place < 0) return end(t("guess.over"));
    store.marks = null;
    Object.assign(game, { place, guess: null, isSent: false });
    store.goTo(nodes[place]);
    showMessage(t("guess.ask", { side: side(nodes[place].position.mover), number: place + 1 }));
    announce(message);
    bringIntoView(status);
  }

  /** @param {string} square */
  function choose(square) {
    if (!game || store.current !== game.nodes[game.place]) return false;
    const isLegal = store.current.position.legal.some(({ move }) => move === square);
    if (isLegal && !game.isSent) send(square);
    return true;
  }

  /** @param {string} square */
  async function send(square) {
    const asked = game;
    const node = asked?.nodes[asked.place];
    const played = asked?.nodes[asked.place + 1].ply?.move;
    if (!asked || !node || !played) return;
    asked.isSent = true;
    showMessage(t("guess.judging"));
    try {
      const guess = await post("guess", { ...store.game(node), guess: square, played, level: LEVEL });
      if (game !== asked) return;
      asked.guess = guess;
      total.points += guess.points;
      total.players += guess.played_points;
      total.most += 10;
      total.guesses += 1;
      total.matched += guess.guess === guess.played ? 1 : 0;
      store.marks = { node, good: guess.best, bad: guess.loss >= 0.5 ? square : "" };
      store.emit("values", node);
      showMessage(guessText(guess));
      announce(message);
      onward.focus({ preventScroll: true });
      bringIntoView(status);
    } catch (error) {
      asked.isSent = false;
      showMessage(errorText(error), true);
    }
  }

  /** @param {Api.Guess} guess */
  function guessText({ points, guess, best, played, score: value }) {
    const words = [t("guess.points", { count: points, move: guess, score: score(value, false) })];
    if (best !== guess) words.push(t("guess.best", { move: best }));
    words.push(t(played === guess ? "guess.same" : "guess.played", { move: played }));
    return words.join(" ");
  }

  function end(text = "") {
    if (store.chooser === choose) store.chooser = null;
    const node = game?.nodes[game.place];
    if (node && store.marks?.node === node) store.marks = null;
    game = null;
    delete document.body.dataset.guessing;
    setHiding("guess", false);
    if (store.current) store.emit("values", store.current);
    showMessage(text);
  }

  /** @param {string} text @param {boolean} [bad] */
  function showMessage(text, bad = false) {
    message = text;
    isError = bad;
    draw();
  }

  function draw() {
    setText(status, message);
    status.classList.toggle("error", isError);
    setText(why, game?.guess ? reasonText(game.guess.reason, game.guess.guess) : "");
    setText(sum, total.guesses ? t("guess.total", total) : "");
    show(!game, intro, form);
    show(Boolean(game?.guess), onward);
    show(Boolean(game), stop);
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    store.on("game", () => game && end()),
    onTraining((kind) => show(kind === "guess", element)),
  ];
  draw();

  return () => {
    end();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
