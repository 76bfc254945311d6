// Practice by spaced repetition: the cards of the archive. The cards "Openings" and "Puzzles" of the Train tab both open
// this panel, each with its own decks.

import { announce } from "../announce.js";
import { get, post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bringIntoView, button, buildWaiting, choice, field, figure, isInRange, numberInput, numberOf, oncePerFrame, row, setText, show, table, watchVisibility } from "./dom.js";
import { setHiding } from "./hiding.js";
import { reasonText } from "./reasons.js";
import { backButton, onTraining } from "./training.js";
import { count, errorText, line, score, share, side } from "./words.js";

const SIDES = [
  ["black", "panels.black"],
  ["white", "panels.white"],
];

/** When a card is due again, in words. */
function dueText(days) {
  if (days >= 1.5) return t("practice.in-days", { count: Math.round(days) });
  return t("practice.in-hours", { count: Math.max(1, Math.round(days * 24)) });
}

const part = (some, all) => (all ? share(some / all) : "–");

/** The name of a deck in the language of the page; the server names it "Tiger (black)" or "puzzles". */
function deckName(deck) {
  if (deck === PUZZLES) return t("practice.deck-puzzles");
  const [, opening, color] = /^(.*) \((black|white)\)$/.exec(deck) ?? [];
  if (!color) return deck;
  return t(opening === "start" ? "practice.deck-start" : "practice.deck-opening", { opening, side: side(color) });
}

const capitalised = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

const PUZZLES = "puzzles";

function statisticsTables({ decks, themes }) {
  // New cards are asked too, so they are due.
  const deckRows = decks.map(({ deck, cards, new: fresh, due, answers, right }) =>
    row(deckName(deck), ...[cards, due + fresh, fresh].map((number) => figure(count(number))), figure(part(right, answers))),
  );
  const themeRows = themes.map(({ theme, puzzles, tried, solved }) =>
    row(capitalised(t(`theme.${theme}`)), figure(count(puzzles)), figure(count(tried)), figure(part(solved, tried))),
  );
  const heads = (...names) => names.map((name) => `practice.${name}`);
  const tables = [];
  if (deckRows.length) tables.push(table("practice.decks", heads("deck", "cards", "due", "new", "share"), deckRows));
  if (themeRows.length) tables.push(table("practice.themes", heads("theme", "puzzles", "tried", "solved"), themeRows));
  return tables;
}

/** @param {HTMLElement} element */
export function mount(element) {
  const intro = create("p", { class: "soft", i18n: "practice.intro" });
  const heading = create("h3", {});
  const status = create("p", { class: "panel-status", role: "status", tabindex: "-1" });
  const why = create("p", { class: "soft" });
  const begin = button("practice.begin", next, { class: "button primary" });
  const onward = button("practice.next", next, { class: "button primary" });
  const stop = button("practice.stop", () => end());
  const learnSide = choice(SIDES);
  const plies = numberInput(6, 1, 20);
  const learn = button("practice.learn", addOpening);
  const many = numberInput(5, 1, 100);
  const least = numberInput(4, 1, 14);
  const most = numberInput(14, 1, 14);
  const make = button("practice.make", addPuzzles);
  const openingForm = create(
    "div",
    { class: "panel-group" },
    create("h4", { i18n: "practice.opening" }),
    create("p", { class: "soft small-text", i18n: "practice.opening-intro" }),
    create("div", { class: "panel-fields" }, field("practice.side", learnSide), field("practice.plies", plies), learn),
  );
  const puzzleForm = create(
    "div",
    { class: "panel-group" },
    create("h4", { i18n: "practice.puzzles" }),
    create("div", { class: "panel-fields" }, field("practice.many", many), field("practice.least", least), field("practice.most", most), make),
  );
  const forms = create("div", {}, openingForm, puzzleForm);
  const waiting = buildWaiting("practice.waiting", forms);
  const results = create("div", { class: "panel-group" });
  element.append(
    create("div", {}, backButton(() => asked && end())),
    heading,
    intro,
    status,
    create("div", { class: "panel-bar" }, begin, onward, stop),
    why,
    forms,
    waiting.element,
    results,
  );

  /** Whether the server has an archive; null if unknown. */
  let hasArchive = null;
  let statistics = null;
  /** The card that opened the panel: `openings` or `puzzles`. */
  let kind = "openings";
  /** The current card, its node and its answer. */
  let asked = null;
  let message = "";
  let isError = false;

  const showMessage = (text, bad = false) => {
    message = text;
    isError = bad;
    draw();
  };

  async function init() {
    try {
      hasArchive = (await get("status")).archive;
      if (hasArchive) statistics = await get("practice");
      draw();
    } catch (error) {
      showMessage(errorText(error), true);
    }
  }

  /** The decks of the open kind. */
  const decksShown = () => (statistics?.decks ?? []).filter(({ deck }) => (deck === PUZZLES) === (kind === "puzzles"));

  /** Shows the next card. */
  async function next() {
    try {
      // Of several openings, the first one with a card to ask.
      const deck = decksShown().find(({ due, new: fresh }) => due + fresh)?.deck;
      if (!deck) return end(t("practice.nothing"));
      const { question } = await get("practice/next", { deck });
      if (!question) return end(t("practice.nothing"));
      const { board, start, moves, mover } = question;
      asked = null;
      const node = await store.newGame({ board, start, moves });
      setHiding(true);
      asked = { question, node, judged: null };
      store.chooser = choose;
      showMessage(t(question.puzzle ? "practice.ask-puzzle" : "practice.ask", { side: side(mover), opening: question.opening ?? "" }));
      announce(message);
      bringIntoView(status);
    } catch (error) {
      end(errorText(error), true);
    }
  }

  /** Takes a square as the answer. */
  function choose(square) {
    if (!asked || store.current !== asked.node) return false;
    const isLegal = store.current.position.legal.some(({ move }) => move === square);
    if (isLegal && !asked.judged && !asked.isSent) send(square);
    return true;
  }

  async function send(square) {
    const { question, node } = asked;
    asked.isSent = true;
    try {
      const judged = await post("practice/answer", { card: question.card, answer: square });
      asked.judged = judged;
      store.marks = { node, good: judged.answers[0], bad: judged.right ? "" : square };
      store.emit("values", node);
      statistics = await get("practice");
      showMessage(answerText(judged));
      announce(message);
      onward.focus({ preventScroll: true });
      bringIntoView(element);
    } catch (error) {
      asked.isSent = false;
      showMessage(errorText(error), true);
    }
  }

  function answerText({ right, answer, answers, score: value, exact, themes, days }) {
    const key = right ? "practice.right" : "practice.wrong";
    const words = [t(key, { move: answer, score: score(value, exact), best: line(answers) })];
    if (themes.length) words.push(t("practice.about", { themes: themes.map((theme) => t(`theme.${theme}`)).join(", ") }));
    words.push(dueText(days));
    return words.join(" ");
  }

  function end(text = "", bad = false) {
    if (store.chooser === choose) store.chooser = null;
    if (asked && store.marks?.node === asked.node) store.marks = null;
    asked = null;
    setHiding(false);
    if (store.current) store.emit("values", store.current);
    showMessage(text, bad);
  }

  /** Sends a form and reports what was added. */
  async function add(path, body) {
    try {
      const { deck, added } = await waiting.during((signal) => post(path, body, { signal }));
      statistics = await get("practice");
      showMessage(t("practice.added", { count: added, deck: deckName(deck) }));
      status.focus({ preventScroll: true });
      bringIntoView(status);
    } catch (error) {
      if (error.name === "AbortError") return;
      showMessage(errorText(error), true);
      bringIntoView(status);
    }
  }

  function addOpening() {
    if (isInRange(plies)) add("practice/opening", { ...store.game(), side: learnSide.value, plies: numberOf(plies) });
  }

  function addPuzzles() {
    const inputs = [many, least, most];
    if (!inputs.map(isInRange).every(Boolean)) return;
    const [number, from, to] = inputs.map(numberOf);
    add("practice/puzzles", { count: number, least: Math.min(from, to), most: Math.max(from, to) });
  }

  function draw() {
    setText(heading, t(`train.${kind}`));
    setText(status, hasArchive === false ? t("practice.none") : message);
    status.classList.toggle("error", isError);
    setText(why, asked?.judged ? reasonText(asked.judged.reason) : "");
    const isAsking = Boolean(asked);
    show(!isAsking, intro);
    show(hasArchive && !isAsking, begin, forms, results);
    show(kind === "openings", openingForm);
    show(kind === "puzzles", puzzleForm);
    status.classList.toggle("train-prompt", isAsking);
    show(Boolean(asked?.judged), onward);
    show(isAsking, stop);
    begin.disabled = !decksShown().length;
    const themes = kind === "puzzles" ? (statistics?.themes ?? []) : [];
    results.replaceChildren(...statisticsTables({ decks: decksShown(), themes }));
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    // Another game ends the session.
    store.on("game", () => asked && end()),
    watchVisibility(element, (nowVisible) => nowVisible && hasArchive === null && init()),
    onTraining((opened) => {
      const isMine = opened === "openings" || opened === "puzzles";
      show(isMine, element);
      if (isMine) kind = opened;
      showMessage("");
    }),
  ];

  return () => {
    end();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
