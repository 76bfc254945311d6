// Puzzles from the games of the archive, by spaced repetition.

import { announce } from "../announce.js";
import { get, post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import {
  bringIntoView,
  buildWaiting,
  button,
  field,
  figure,
  isInRange,
  numberInput,
  numberOf,
  oncePerFrame,
  row,
  setText,
  show,
  table,
  watchVisibility,
} from "./dom.js";
import { setHiding } from "./hiding.js";
import { reasonText } from "./reasons.js";
import { backButton, onTraining } from "./training.js";
import { count, dueText, errorText, line, score, share, side } from "./words.js";

const part = (some, all) => (all ? share(some / all) : "–");

const capitalised = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

const PUZZLES = "puzzles";

function statisticsTables({ decks, themes }) {
  // New cards are asked too, so they are due.
  const deckRows = decks.map(({ cards, new: fresh, due, answers, right }) =>
    row(
      t("train.puzzles"),
      ...[cards, due + fresh, fresh].map((number) => figure(count(number))),
      figure(part(right, answers)),
    ),
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
  const heading = create("h3", { i18n: "train.puzzles" });
  const status = create("p", { class: "panel-status", role: "status", tabindex: "-1" });
  const why = create("p", { class: "soft" });
  const begin = button("practice.begin", next, { class: "button primary" });
  const onward = button("practice.next", next, { class: "button primary" });
  const stop = button("practice.stop", () => end());
  const many = numberInput(5, 1, 100);
  const least = numberInput(4, 1, 14);
  const most = numberInput(14, 1, 14);
  const make = button("practice.make", addPuzzles);
  const forms = create(
    "div",
    { class: "panel-group" },
    create("h4", { i18n: "practice.puzzles" }),
    create(
      "div",
      { class: "panel-fields" },
      field("practice.many", many),
      field("practice.least", least),
      field("practice.most", most),
      make,
    ),
  );
  const waiting = buildWaiting("practice.waiting", forms);
  const results = create("div", { class: "panel-group" });
  element.append(
    create(
      "div",
      {},
      backButton(() => asked && end()),
    ),
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

  const decksShown = () => (statistics?.decks ?? []).filter(({ deck }) => deck === PUZZLES);

  /** Shows the next card. */
  async function next() {
    try {
      const { question } = await get("practice/next", { deck: PUZZLES });
      if (!question) return end(t("practice.nothing"));
      const { board, start, moves, mover } = question;
      asked = null;
      const node = await store.newGame({ board, start, moves });
      setHiding(true);
      asked = { question, node, judged: null };
      store.chooser = choose;
      showMessage(t("practice.ask-puzzle", { side: side(mover) }));
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
    if (themes.length)
      words.push(t("practice.about", { themes: themes.map((theme) => t(`theme.${theme}`)).join(", ") }));
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

  /** Makes puzzles and reports how many were added. */
  async function add(body) {
    try {
      const { added } = await waiting.during((signal) => post("practice/puzzles", body, { signal }));
      statistics = await get("practice");
      showMessage(t("practice.added", { count: added }));
      status.focus({ preventScroll: true });
      bringIntoView(status);
    } catch (error) {
      if (error.name === "AbortError") return;
      showMessage(errorText(error), true);
      bringIntoView(status);
    }
  }

  function addPuzzles() {
    const inputs = [many, least, most];
    if (!inputs.map(isInRange).every(Boolean)) return;
    const [number, from, to] = inputs.map(numberOf);
    add({ count: number, least: Math.min(from, to), most: Math.max(from, to) });
  }

  function draw() {
    setText(status, hasArchive === false ? t("practice.none") : message);
    status.classList.toggle("error", isError);
    setText(why, asked?.judged ? reasonText(asked.judged.reason) : "");
    const isAsking = Boolean(asked);
    show(!isAsking, intro);
    show(hasArchive && !isAsking, begin, forms, results);
    status.classList.toggle("train-prompt", isAsking);
    show(Boolean(asked?.judged), onward);
    show(isAsking, stop);
    begin.disabled = !decksShown().length;
    results.replaceChildren(...statisticsTables({ decks: decksShown(), themes: statistics?.themes ?? [] }));
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    // Another game ends the session.
    store.on("game", () => asked && end()),
    watchVisibility(element, (nowVisible) => nowVisible && hasArchive === null && init()),
    onTraining((opened) => {
      show(opened === "puzzles", element);
      showMessage("");
    }),
  ];

  return () => {
    end();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
