// Openings to learn: a list by name, and a session that plays their lines.

import { announce } from "../announce.js";
import { get, isAbort, post } from "../api.js";
import { create } from "../elements.js";
import { openingName, openingNames, t } from "../i18n.js";
import { store } from "../store.js";
import { plain } from "../words.js";
import { bringIntoView, buildWaiting, button, link, oncePerFrame, setText, show, watchVisibility } from "./dom.js";
import { lineButtons } from "./line-buttons.js";
import { answerText } from "./reasons.js";
import { boardSession } from "./session.js";
import { backButton, kindOf, onTraining } from "./training.js";
import { dueText, either, errorText, score, side } from "./words.js";

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
  // The session.
  const place = create("p", { class: "soft" });
  const prompt = create("p", { class: "train-prompt", role: "status", tabindex: "-1" });
  const why = create("p", { class: "soft" });
  const repeats = create("ul", { class: "panel-bullets" });
  const onward = button("practice.next", () => next(), { class: "button primary" });
  const stop = button("practice.stop", () => finish());
  const lines = lineButtons(() => session);
  const toList = button("openings.list", () => leave(), { class: "button" });
  const asking = create(
    "div",
    { class: "panel-group" },
    place,
    prompt,
    why,
    repeats,
    create("div", { class: "panel-bar" }, onward, ...lines.elements, stop, toList),
  );
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
    asking,
  );

  let isVisible = false;
  /** @type {Api.DeckStatistics[]} The learner's decks of openings. */
  let decks = [];
  /** @type {Api.Opening[]|null} */
  let openings = null;
  /**
   * The session: its deck, the number of positions asked and to ask, those answered wrongly, and the first question while
   * the moves that lead to it are shown.
   * @type {{deck: string, moves?: string, all: number, asked: number, answers: Map<number, string>,
   *   wrong: {moves: string, answers: string[]}[], shown: Api.Question|null, isOver: boolean}|null}
   */
  let run = null;

  const session = boardSession({
    changed,
    words: () => prompt.textContent,
    failed: (error) => fail(error),
    lost: leave,
  });

  /** @param {unknown} error */
  const fail = (error) => setText(problem, error ? errorText(error) : "");

  async function load() {
    try {
      openings ??= await get("openings");
      const { archive } = await get("status");
      decks = archive ? (await get("practice")).decks.filter(({ deck }) => kindOf(deck) === "openings") : [];
      fail(null);
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
    try {
      const game = { board: "8x8", start: "start", moves };
      const { deck } = await waiting.during((signal) =>
        post("practice/opening", { ...game, side: color, plies: PLIES }, { signal }),
      );
      await load();
      await begin(deck, moves);
    } catch (error) {
      if (!isAbort(error)) fail(error);
    }
  }

  /**
   * Starts with the line that begins with these moves, if given, whether or not it is due.
   * @param {string} deck @param {string} [moves]
   */
  async function begin(deck, moves) {
    const { due = 0, new: fresh = 0 } = decks.find((one) => one.deck === deck) ?? {};
    run = { deck, moves, all: due + fresh, asked: 0, answers: new Map(), wrong: [], shown: null, isOver: false };
    session.begin();
    await next();
  }

  /** Asks the next position of the line, or the first one of the next line. A new opening is shown first. */
  async function next() {
    const of = run;
    if (!of) return;
    try {
      if (of.shown) {
        const question = of.shown;
        of.shown = null;
        return await ask(of, question);
      }
      const { question: before } = session.asked() ?? {};
      let after = before ? before.moves + of.answers.get(before.card) : of.moves;
      /** @type {Api.Question|null} */
      let question;
      // A line may lead through positions that were asked before.
      for (;;) {
        ({ question } = await get("practice/next", { deck: of.deck, after }));
        if (run !== of) return;
        const answer = question && of.answers.get(question.card);
        if (!question || !answer) break;
        after = question.moves + answer;
      }
      const isSameLine = Boolean(after && question?.moves.startsWith(after));
      if (!question || (of.asked >= of.all && !isSameLine)) return finish();
      if (of.asked || !question.new) return await ask(of, question);
      of.shown = question;
      await session.demonstrate({ moves: question.moves });
    } catch (error) {
      fail(error);
    }
  }

  /** @param {NonNullable<typeof run>} of @param {Api.Question} question */
  async function ask(of, question) {
    of.asked += 1;
    await session.ask(question);
  }

  /** Draws a question or an answer. */
  function changed() {
    draw();
    const asked = session.asked();
    if (run && asked?.judged) {
      const { question, judged } = asked;
      run.answers.set(question.card, judged.answers[0]);
      if (!judged.right) run.wrong.push({ moves: question.moves, answers: judged.answers });
    }
    (asked && !asked.judged ? prompt : onward).focus({ preventScroll: true });
    bringIntoView(asked?.judged ? prompt : element);
  }

  /** Ends the session with what to repeat. */
  function finish() {
    if (run) run.isOver = true;
    session.end();
    draw();
    announce(prompt.textContent);
    toList.focus({ preventScroll: true });
    load();
  }

  function leave() {
    if (!run) return;
    run = null;
    session.end();
    load();
  }

  function promptText() {
    if (!run) return "";
    if (run.isOver)
      return run.asked
        ? t("openings.result", { count: run.asked, right: run.asked - run.wrong.length })
        : t("practice.nothing");
    if (run.shown) return t("openings.shown", { moves: run.shown.moves });
    const asked = session.asked();
    if (!asked) return "";
    const { question, judged } = asked;
    if (!judged) return t("openings.ask", { side: side(question.mover) });
    const { right, answer, answers, score: value, exact, days } = judged;
    return `${t(right ? "practice.right" : "practice.wrong", { move: answer, score: score(value, exact), best: either(answers) })} ${dueText(days)}`;
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
    show(!run, lists);
    show(run, asking);
    if (!run) {
      own.replaceChildren(...decks.map(ownRow));
      return drawNamed();
    }
    const { opening, color } = partsOf(run.deck);
    const asked = session.asked();
    const number = { place: run.asked, count: Math.max(run.all, run.asked) };
    const words = [color ? t("practice.deck-opening", { opening, side: side(color) }) : opening];
    if (asked) words.push(t("openings.place", number));
    setText(place, words.join(" · "));
    setText(prompt, promptText());
    setText(why, asked?.judged ? answerText(asked.judged) : "");
    const wrong = run.isOver ? run.wrong : [];
    repeats.replaceChildren(
      ...wrong.map(({ moves, answers }) =>
        create(
          "li",
          {},
          link(t("openings.repeat", { moves, best: either(answers) }), () => store.newGame({ moves }).catch(fail)),
        ),
      ),
    );
    show(asked?.judged || run.shown, onward);
    lines.draw();
    show(!run.isOver, stop);
    show(run.isOver, toList);
  }

  const paint = oncePerFrame(draw);
  const unsubscribers = [
    store.on("language", paint),
    store.on("node", () => isVisible && !run && paint()),
    watchVisibility(element, (nowVisible) => {
      isVisible = nowVisible;
      if (isVisible && !run) load();
    }),
    onTraining((opened) => {
      show(opened === "openings", element);
      if (opened !== "openings") leave();
    }),
  ];
  draw();

  return () => {
    leave();
    session.destroy();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
