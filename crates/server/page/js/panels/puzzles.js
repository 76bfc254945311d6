// Puzzles: one after another on the board, at the strength of the player, with a rating and a streak.

import { get, isAbort, post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import {
  bindSetting,
  bringIntoView,
  buildWaiting,
  button,
  choice,
  field,
  figure,
  oncePerFrame,
  row,
  setText,
  show,
  table,
} from "./dom.js";
import { lineButtons } from "./line-buttons.js";
import { answerText, reasonText } from "./reasons.js";
import { boardSession } from "./session.js";
import { backButton, onTraining, showTraining } from "./training.js";
import { count, either, errorText, roundLoss, score, share, side } from "./words.js";

/**
 * @typedef {Api.Requests["post"]["practice/puzzle"]["body"]} Wanted
 * @import {Asked} from "./session.js"
 */

/** @type {Api.Theme[]} The themes to choose from; few built-in puzzles are wipe-outs. */
const THEMES = [
  "corner",
  "corner-sacrifice",
  "x-square",
  "wedge",
  "mobility",
  "quiet",
  "tempo",
  "parity",
  "swindle",
  "pass",
  "endgame",
];
/** @type {NonNullable<Wanted["strength"]>[]} */
const STRENGTHS = ["easier", "equal", "harder"];
/** Answers before the best move is shown. */
const TRIES = 2;
/** Number of puzzles made at a time. */
const MADE = 5;

/** @param {string} words */
const capitalised = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);
/** @param {string} theme */
const themeName = (theme) => t(`theme.${theme}`);

/** A rating with its deviation. @param {{rating: number, deviation: number}} known */
export const ratingText = ({ rating, deviation }) =>
  t("puzzles.rating", { rating: String(Math.round(rating)), deviation: String(Math.round(deviation)) });

/** By how much a rating changed, with its sign. @param {number} change */
const changeText = (change) => `${change < 0 ? "−" : "+"}${Math.abs(Math.round(change))}`;

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = create("h3", { i18n: "train.puzzles", tabindex: "-1" });
  const rating = create("p", { class: "puzzle-rating" });
  const streak = create("p", { class: "soft" });
  const theme = bindSetting(
    "puzzles.theme",
    choice([["", "puzzles.all-themes"], ...THEMES.map((name) => [name, `theme.${name}`])]),
    chosen,
  );
  const strength = choice(STRENGTHS.map((name) => [name, `puzzles.${name}`]));
  strength.value = "equal";
  bindSetting("puzzles.strength", strength, chosen);
  const choices = create(
    "div",
    { class: "panel-fields" },
    field("puzzles.theme", theme),
    field("puzzles.strength", strength),
  );
  const prompt = create("p", { class: "train-prompt", role: "status", tabindex: "-1" });
  const reply = create("p", { class: "train-reply" });
  const about = create("p", { class: "soft" });
  const problem = create("p", { class: "panel-status error", role: "status" });
  const onward = button("practice.next", next, { class: "button primary" });
  const reveal = button("mistakes.reveal", () => session.reveal());
  const lines = lineButtons(() => session);
  const make = button("puzzles.make", addPuzzles, { class: "button quiet train-more" });
  const waiting = buildWaiting("practice.waiting", make);
  const themes = create("div", { class: "panel-group" });
  element.append(
    create(
      "div",
      {},
      backButton(() => leave()),
    ),
    heading,
    choices,
    problem,
    prompt,
    reply,
    create("div", { class: "puzzle-head" }, rating, streak),
    create("div", { class: "panel-bar" }, onward, reveal, ...lines.elements),
    about,
    make,
    waiting.element,
    themes,
  );

  /** @type {Api.PracticeStatistics|null} The results so far; null until they are known. */
  let statistics = null;
  /** Whether there is nothing to ask. */
  let isEmpty = false;
  let isOpen = false;
  /** The error or the result of the last request. */
  let message = "";
  let request = 0;

  const session = boardSession({
    tries: TRIES,
    changed,
    words: () => [prompt, reply].map((one) => one.textContent).join(" "),
    failed: fail,
    lost: () => showTraining("cards"),
  });

  /** @param {unknown} error */
  function fail(error) {
    message = errorText(error);
    draw();
  }

  async function load() {
    statistics = await get("practice");
  }

  async function open() {
    try {
      if (!(await get("status")).archive) {
        message = t("practice.none");
        return draw();
      }
      await Promise.all([load(), next()]);
      draw();
    } catch (error) {
      fail(error);
    }
  }

  /** Asks the next puzzle. */
  async function next() {
    const mine = ++request;
    message = "";
    try {
      /** @type {Wanted} */
      const wanted = {
        strength: /** @type {Wanted["strength"]} */ (strength.value),
        theme: theme.value ? /** @type {Api.Theme} */ (theme.value) : undefined,
      };
      const { question } = await post("practice/puzzle", wanted);
      if (mine !== request || !isOpen) return;
      isEmpty = !question;
      if (!question) {
        session.end();
        return draw();
      }
      if (!session.isRunning()) session.begin();
      if (!(await session.ask(question))) return;
      prompt.focus({ preventScroll: true });
      bringIntoView(heading);
    } catch (error) {
      fail(error);
    }
  }

  /** A new theme or strength asks another puzzle, unless the answer to this one is being read. */
  function chosen() {
    if (isOpen && !session.asked()?.judged) next();
  }

  /** Draws an answer. */
  function changed() {
    draw();
    const asked = session.asked();
    if (!asked?.judged) return;
    if (asked.isOver) onward.focus({ preventScroll: true });
    bringIntoView(asked.isOver ? onward : reply);
    load().then(draw, fail);
  }

  /** Makes puzzles from games, and asks the first of them. */
  async function addPuzzles() {
    try {
      const { added } = await waiting.during((signal) => post("practice/puzzles", { count: MADE }, { signal }));
      if (!isOpen) return;
      if (added && !session.asked()?.judged) await next();
      message = added ? t("puzzles.made", { count: added }) : t("puzzles.none-made");
      draw();
    } catch (error) {
      if (!isAbort(error)) fail(error);
    }
  }

  function leave() {
    isOpen = false;
    request += 1;
    message = "";
    session.end();
  }

  /** @param {Asked} asked */
  function replyText({ judged, last, isOver }) {
    if (!judged || !last) return "";
    const { answer, answers, right, loss, exact } = last;
    const words = { move: answer, score: score(last.score, exact), ...roundLoss(loss) };
    if (right) return t("practice.right", words);
    const key = answer === judged.answer ? "puzzles.wrong" : "puzzles.wrong-too";
    const [why, then] = isOver
      ? [answerText(last), t("puzzles.best", { best: either(answers), score: score(last.best_score, exact) })]
      : [hintText(last), t("puzzles.again")];
    return `${t(key, words)} ${why} ${then}`;
  }

  /** A reason that does not name the best move. @param {Api.Judged} judged */
  function hintText({ answer, answers, reason, hint }) {
    if (hint) return reasonText(hint, answer);
    const why = reasonText(reason, answer, answers[0]);
    return why && !answers.some((square) => why.includes(square)) ? why : t("puzzles.look");
  }

  /** @param {Asked} asked */
  function aboutText({ question, judged, isOver }) {
    /** @type {string[]} */
    const words = [];
    if (question.rating) words.push(t("puzzles.its-rating", { rating: String(Math.round(question.rating)) }));
    const named = isOver && judged ? judged.themes.filter((name) => name !== "other") : [];
    if (named.length) words.push(t("puzzles.about", { themes: named.map(themeName).join(", ") }));
    if (judged && !judged.rated) words.push(t("puzzles.unrated"));
    return words.join(" · ");
  }

  /** @param {Asked|null} asked */
  function drawProgress(asked) {
    show(statistics, rating, streak);
    if (!statistics) return;
    const known = statistics.puzzles;
    // The answer comes before the new statistics.
    const rated = asked?.judged?.rated;
    rating.replaceChildren(
      create("span", { class: "soft" }, `${t("puzzles.yours")} `),
      create("strong", {}, ratingText(rated ?? known)),
      rated
        ? create("span", { class: `puzzle-change ${rated.change < 0 ? "is-down" : "is-up"}` }, changeText(rated.change))
        : "",
    );
    setText(streak, known.best_streak ? t("puzzles.streak", { count: known.streak, best: known.best_streak }) : "");
    // A wrong answer must not reveal the theme of a puzzle that is tried again.
    if (asked?.judged && !asked.isOver) return;
    const listed = statistics.themes.filter(({ theme: name }) => name !== "other");
    const rows = listed.map(({ theme: name, tried, solved }) =>
      row(capitalised(themeName(name)), figure(count(tried)), figure(tried ? share(solved / tried) : "–")),
    );
    const heads = ["practice.theme", "practice.tried", "practice.solved"];
    themes.replaceChildren(...(known.rated ? [table("practice.themes", heads, rows)] : []));
  }

  function draw() {
    const asked = session.asked();
    const judged = asked?.judged;
    drawProgress(asked);
    show(statistics, choices, make);
    setText(
      prompt,
      asked ? t("puzzles.ask", { side: side(asked.question.mover) }) : isEmpty ? t("puzzles.nothing") : "",
    );
    setText(reply, asked ? replyText(asked) : "");
    reply.classList.toggle("is-right", Boolean(judged && asked?.isRight));
    reply.classList.toggle("is-wrong", Boolean(judged && !asked?.isRight));
    setText(about, asked ? aboutText(asked) : "");
    setText(problem, message);
    show(isEmpty ? false : asked?.isOver || (isOpen && !asked), onward);
    show(judged && !asked?.isOver, reveal);
    lines.draw();
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    onTraining((opened) => {
      show(opened === "puzzles", element);
      if (opened !== "puzzles") return leave();
      if (isOpen) return;
      isOpen = true;
      open();
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
