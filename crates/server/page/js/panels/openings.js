// Openings to learn: a list by name, and a session that plays their lines.

import { get, isAbort, post } from "../api.js";
import { create } from "../elements.js";
import { openingName, openingNames, t } from "../i18n.js";
import { store } from "../store.js";
import { plain } from "../words.js";
import { deckSession } from "./deck-session.js";
import { buildWaiting, oncePerFrame, setText, show, watchVisibility } from "./dom.js";
import { backButton, kindOf, onTraining } from "./training.js";
import { errorText, side } from "./words.js";

/** Number of the learner's moves on each line of a new deck. */
const PLIES = 6;
/** Openings listed before the search is used. */
const LISTED = 12;

/** The opening and the side of a deck, which the server names "Tiger (black)". @param {string} deck */
function partsOf(deck) {
  const [, opening = deck, side] = /^(.*) \((black|white)\)$/.exec(deck) ?? [];
  /** @type {Api.Color|null} */
  const color = side === "black" || side === "white" ? side : null;
  return { opening: opening === "start" ? t("openings.start") : openingName(opening), color };
}

/** @param {string} deck */
function deckName(deck) {
  const { opening, color } = partsOf(deck);
  return color ? t("practice.deck-opening", { opening, side: side(color) }) : opening;
}

/** @import {Run} from "./deck-session.js" */

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = create("h3", { i18n: "train.openings", tabindex: "-1" });
  const problem = create("p", { class: "panel-status error", role: "status" });
  // The list.
  const own = create("ul", { class: "opening-list" });
  const search = create("input", {
    type: "search",
    class: "field",
    autocomplete: "off",
    i18nLabel: "openings.search",
    i18nPlaceholder: "openings.search",
    on: { input: () => drawNamed() },
  });
  const named = create("ul", { class: "opening-list" });
  const found = create("p", { class: "soft small-text", role: "status" });
  const lists = create(
    "div",
    { class: "panel-group" },
    own,
    create("h4", { i18n: "openings.all" }),
    create("p", { class: "soft small-text", i18n: "openings.words" }),
    search,
    named,
    found,
  );
  const waiting = buildWaiting("practice.waiting", lists);
  const session = deckSession({
    host: element,
    list: "openings.list",
    next,
    lineFor,
    answered: (question, { answers: [best] }) => answers.set(question.card, best),
    ask: ({ mover }) => t("openings.ask", { side: side(mover) }),
    title: ({ deck }) => deckName(deck),
    changed: () => draw(),
    load,
    fail,
  });
  element.append(
    create(
      "div",
      {},
      backButton(() => leave()),
    ),
    heading,
    problem,
    waiting.element,
    lists,
    session.element,
  );

  let isVisible = false;
  /** @type {Api.DeckStatistics[]} The learner's decks of openings. */
  let decks = [];
  /** @type {Api.Opening[]|null} */
  let openings = null;
  /** The moves that the session begins with, if any. @type {string|undefined} */
  let opening;
  /** The answers to the cards asked in the session. @type {Map<number, string>} */
  const answers = new Map();
  /** The lines shown in the session. @type {string[]} */
  let shown = [];

  /** @param {unknown} error */
  function fail(error) {
    setText(problem, error ? errorText(error) : "");
  }

  async function load() {
    try {
      openings ??= await get("openings");
      const { archive } = await get("status");
      decks = archive ? (await get("practice")).decks.filter(({ deck }) => kindOf(deck) === "openings") : [];
    } catch (error) {
      fail(error);
    }
    draw();
  }

  /**
   * Adds the lines of an opening, unless they were added before, and starts a session.
   * @param {string} moves @param {Api.Color} color
   */
  async function learn(moves, color) {
    fail(null);
    session.reserve();
    try {
      const game = { board: "8x8", start: "start", moves };
      const { deck } = await waiting.during((signal) =>
        post("practice/opening", { ...game, side: color, plies: PLIES }, { signal }),
      );
      if (!session.isRunning()) return;
      await load();
      await begin(deck, moves);
    } catch (error) {
      session.leave();
      if (!isAbort(error)) fail(error);
    }
  }

  /**
   * Starts with the line that begins with these moves, if given, whether or not it is due.
   * @param {string} deck @param {string} [moves]
   */
  async function begin(deck, moves) {
    fail(null);
    const { due = 0, new: fresh = 0 } = decks.find((one) => one.deck === deck) ?? {};
    opening = moves;
    answers.clear();
    shown = [];
    await session.begin(deck, due + fresh);
  }

  /**
   * The next position of the line, or the first one of the next line.
   * @param {Run} run @param {Api.Question} [last]
   */
  async function next({ deck, asked, all }, last) {
    let after = last ? last.moves + answers.get(last.card) : opening;
    // A line may lead through positions that were asked before.
    for (;;) {
      const { question } = await get("practice/next", { deck, after });
      const answer = question && answers.get(question.card);
      if (question && answer) {
        after = question.moves + answer;
        continue;
      }
      const isSameLine = Boolean(after && question?.moves.startsWith(after));
      return asked >= all && !isSameLine ? null : question;
    }
  }

  /** The line of a new card, unless one with its answer was shown. @param {Api.Question} question */
  async function lineFor({ new: isNew, card, moves }) {
    if (!isNew || shown.some((line) => line.startsWith(moves) && line.length > moves.length)) return null;
    const { moves: line } = await get("practice/line", { card });
    shown.push(line);
    return line;
  }

  function leave() {
    waiting.stop();
    session.leave();
  }

  /** @param {Api.DeckStatistics} deck */
  function ownRow({ deck, due, new: fresh, cards }) {
    const { opening, color } = partsOf(deck);
    const count = due + fresh;
    return create(
      "li",
      { class: "opening-row" },
      color ? create("span", { class: `mini-disc ${color}`, role: "img", "aria-label": side(color) }) : null,
      create("span", { class: "opening-name" }, opening),
      create(
        "span",
        { class: "soft small-text" },
        count ? t("train.due", { count }) : t("openings.known", { count: cards }),
      ),
      create(
        "button",
        { type: "button", class: "button small", disabled: !count, on: { click: () => begin(deck).catch(fail) } },
        t("practice.begin"),
      ),
    );
  }

  /** @param {{name: string, moves: string}} opening */
  function namedRow({ name, moves }) {
    const start = (/** @type {Api.Color} */ color) =>
      create(
        "button",
        {
          type: "button",
          class: "button small",
          "aria-label": t("practice.deck-opening", { opening: name, side: side(color) }),
          on: { click: () => learn(moves, color) },
        },
        create("span", { class: `mini-disc ${color}`, "aria-hidden": "true" }),
        ` ${side(color)}`,
      );
    return create(
      "li",
      { class: "opening-row" },
      create("span", { class: "opening-name" }, name, " ", create("span", { class: "soft small-text" }, moves)),
      start("black"),
      start("white"),
    );
  }

  /** The game on the board first, then the openings that the search finds. */
  function drawNamed() {
    const words = plain(search.value.trim());
    const hits = (openings ?? []).filter((one) => plain(`${openingNames(one)} ${one.moves}`).includes(words));
    const moves = store.tree?.board === "8x8" && store.tree.isStandardStart ? store.movesTo() : "";
    const here = moves && !words ? [{ name: t("openings.here"), moves }] : [];
    const shown = words ? hits : hits.slice(0, LISTED);
    named.replaceChildren(
      ...[...here, ...shown.map((one) => ({ name: openingNames(one), moves: one.moves }))].map(namedRow),
    );
    setText(
      found,
      words
        ? t("opponent.openings-found", { count: hits.length })
        : openings
          ? t("openings.more", { count: hits.length })
          : "",
    );
  }

  function draw() {
    const isRunning = session.isRunning();
    show(!isRunning, lists);
    session.draw();
    if (isRunning) return;
    own.replaceChildren(...decks.map(ownRow));
    drawNamed();
  }

  const paint = oncePerFrame(draw);
  const unsubscribers = [
    store.on("language", paint),
    store.on("node", () => isVisible && !session.isRunning() && paint()),
    watchVisibility(element, (nowVisible) => {
      isVisible = nowVisible;
      if (!isVisible || session.isRunning()) return;
      fail(null);
      load();
    }),
    onTraining((opened) => {
      show(opened === "openings", element);
      if (opened !== "openings") leave();
    }),
  ];
  draw();

  return () => {
    waiting.stop();
    session.destroy();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
