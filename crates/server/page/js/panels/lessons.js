// The lessons: a few sentences beside the board, then positions to solve on it.

import { announce } from "../announce.js";
import { ApiError, post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bringIntoView, button, oncePerFrame, setText, show } from "./dom.js";
import { firstIn, LESSONS, nextIn, recordSolved, solvedIn } from "./lesson-progress.js";
import { reasonText } from "./reasons.js";
import { backButton, onTraining } from "./training.js";
import { trainingBoard } from "./training-board.js";
import { errorText, line, otherSide, side } from "./words.js";

const NAMES = Object.keys(LESSONS);
/** Number of texts of each lesson, before its example. */
const TEXTS = 2;
/** Search level that judges the answers. */
const LEVEL = 12;
/** Plies of the line that shows what is wrong with a move. */
const SHOWN = 5;
/** Milliseconds between the moves of a line that is played out. */
const PAUSE = 800;
/** Facts about the rules, which need no search. */
const RULES = ["legal", "flips"];

/**
 * @typedef {{fact: string, moves: string, answer: string, squares?: string[], count?: number, black?: string,
 *   white?: string, year?: number}} Position a position of a lesson and its answer
 * @typedef {{positions: Position[], tolerance: number}} Lesson
 * @typedef {{position: Position, node: Node, tries: number, isSolved: boolean, isSent: boolean}} Asked
 * @import {Node} from "../tree.js"
 */

/** Loads the positions of all lessons. The browser caches the file. @returns {Promise<{[name: string]: Lesson}>} */
async function load() {
  const response = await fetch("lessons.json");
  if (!response.ok) throw new ApiError({ status: response.status, message: response.statusText });
  return response.json();
}

/** @param {HTMLElement} element */
export function mount(element) {
  const back = backButton(() => leave());
  const toList = button("lessons.list", () => leave(), { class: "button quiet train-back" });
  const list = create("ol", { class: "lesson-list" });
  const intro = create("p", { class: "soft", i18n: "lessons.intro" });
  const heading = create("h3", { tabindex: "-1" });
  const where = create("p", { class: "soft lesson-place" });
  const prompt = create("p", { class: "train-prompt", role: "status" });
  const reply = create("p", { class: "train-reply", role: "status" });
  const source = create("p", { class: "soft small-text" });
  const scores = create("p", { class: "soft small-text", i18n: "lessons.scores" });
  const onward = button("lessons.next", next, { class: "button primary" });
  const again = button("lessons.again", () => showPosition(asked?.tries), { class: "button primary" });
  const following = () => NAMES[NAMES.indexOf(lesson?.name ?? "") + 1];
  const reveal = button("mistakes.reveal", showAnswer);
  const nextLesson = button("lessons.next-lesson", () => open(following()), { class: "button primary" });
  const repeat = button("lessons.repeat", () => lesson && open(lesson.name));
  element.append(
    create("div", { class: "panel-bar" }, back, toList),
    heading,
    intro,
    list,
    scores,
    where,
    prompt,
    reply,
    create("div", { class: "panel-bar" }, onward, again, reveal, nextLesson, repeat),
    source,
  );

  /**
   * The open lesson: its positions, its place, and the number of positions solved at the first try. The texts are at
   * places below −1, the example at −1, the questions from 0.
   * @type {Lesson & {name: string, place: number, first: number, isFinished: boolean}|null}
   */
  let lesson = null;
  /**
   * The position on the board and how it was answered.
   * @type {Asked|null}
   */
  let asked = null;
  let message = "";
  let isError = false;
  let timer = 0;

  const board = trainingBoard({ choose, lost: leave });

  /** @param {string} name */
  async function open(name) {
    try {
      const all = await load();
      leave();
      // A lesson that was left goes on at its first position that is not solved.
      const place = nextIn(name) ?? -1 - TEXTS;
      lesson = { name, ...all[name], place, first: place < 0 ? 0 : firstIn(name), isFinished: false };
      board.begin();
      document.body.dataset.guessing = "";
      await showPosition();
    } catch (error) {
      showMessage(errorText(error), true);
    }
  }

  /** Shows the position of the current place: the example, also beside the texts, or a question. */
  async function showPosition(tries = 0) {
    clearTimeout(timer);
    const of = lesson;
    if (!of) return;
    const { place, positions } = of;
    const position = positions[Math.max(place, -1) + 1];
    asked = null;
    store.legalHidden = place >= 0 && RULES.includes(position.fact);
    const node = await board.put({ moves: position.moves });
    if (!node || lesson !== of || of.place !== place) return;
    asked = { position, node, tries, isSolved: false, isSent: false };
    store.marks = place === -1 ? { node, good: position.answer, bad: "", reason: position.squares } : null;
    store.emit("values", node);
    showMessage("");
    // While the lesson goes on, the focus stays within it.
    (place < 0 ? onward : heading).focus({ preventScroll: true });
    bringIntoView(heading);
  }

  function next() {
    if (!lesson) return;
    if (lesson.place === lesson.positions.length - 2 && asked?.isSolved) return finish();
    lesson.place += 1;
    return showPosition();
  }

  /** @param {string} square */
  function choose(square) {
    if (!asked || !lesson || lesson.place < 0 || lesson.isFinished || asked.isSent || store.current !== asked.node)
      return true;
    const { legal } = store.current.position;
    const move = legal.find((one) => one.move === square);
    if (RULES.includes(asked.position.fact)) judgeRule(square, asked, move);
    else if (move) send(square, asked);
    return true;
  }

  /** Judges an answer about the rules. @param {string} square @param {Asked} of @param {Api.LegalMove} [move] */
  function judgeRule(square, of, move) {
    const { fact, answer } = of.position;
    if (answer === square) return solve(square, of, t(`lesson.why-${fact}`, valuesOf(square, of)));
    // A disc on the board is no answer.
    if (!move && store.current.position.position[placeOf(square)] !== "-") return;
    of.tries += 1;
    store.marks = { node: of.node, good: "", bad: square };
    store.emit("values", of.node);
    const fewer = move && t("lesson.flips-fewer", { move: square, count: move.flips.length });
    showMessage(fewer ?? t("lesson.illegal", { square }), true);
    announce(message);
  }

  /** Has the engine judge an answer. @param {string} square @param {Asked} of */
  async function send(square, of) {
    of.isSent = true;
    showMessage(t("guess.judging"));
    try {
      const topic = /** @type {Api.Lesson|undefined} */ (lesson?.name);
      const found = await post("explain", { ...store.game(of.node), move: square, level: LEVEL, lesson: topic });
      if (asked !== of || !lesson) return;
      if (found.loss <= lesson.tolerance) {
        const { answer, fact } = of.position;
        return solve(square, of, t(answer === square ? `lesson.why-${fact}` : "lesson.as-good", valuesOf(square, of)));
      }
      refute(square, of, found);
    } catch (error) {
      if (asked !== of) return;
      of.isSent = false;
      showMessage(errorText(error), true);
    }
  }

  /** @param {string} square @param {Asked} of @param {string} why @param {boolean} [isShown] */
  function solve(square, of, why, isShown = false) {
    if (!lesson) return;
    const { node, tries } = of;
    const isFirst = tries === 0;
    of.isSolved = true;
    of.isSent = true;
    if (isFirst) lesson.first += 1;
    if (!isShown) recordSolved(lesson.name, lesson.place, isFirst);
    // The board takes no move until the next position.
    store.legalHidden = true;
    store.marks = { node, good: square, bad: "", reason: of.position.squares };
    store.emit("values", node);
    showMessage(isShown ? why : `${t("lesson.right")} ${why}`);
    announce(message);
    onward.focus({ preventScroll: true });
    bringIntoView(reply);
  }

  /**
   * Plays out what the opponent does to a wrong move.
   * @param {string} square
   * @param {Asked} of
   * @param {Api.Explanation} found
   */
  async function refute(square, of, { move: { pv }, reason }) {
    of.tries += 1;
    store.legalHidden = true;
    const moves = (pv.length ? pv : [square]).slice(0, SHOWN);
    // The line must not give the answer away.
    const end = moves.indexOf(of.position.answer);
    const squares = end < 0 ? moves : moves.slice(0, end);
    // The answer can still be found. The lines themselves would name it.
    const why = reason?.kind === "line" ? "" : reasonText(reason, square, of.position.answer);
    const replies = line(squares.slice(1));
    showMessage(
      t(replies ? "lesson.wrong" : "lesson.wrong-last", { ...valuesOf(square, of), line: replies, why }),
      true,
    );
    announce(message);
    again.focus({ preventScroll: true });
    bringIntoView(reply);
    if (!(await board.put({ moves: of.position.moves + squares.join(""), ply: of.node.depth }))) return;
    const step = () => {
      if (asked !== of) return;
      const node = store.current;
      store.forward();
      if (store.current !== node) timer = setTimeout(step, PAUSE);
    };
    step();
  }

  /** Shows the answer after wrong ones. */
  async function showAnswer() {
    const of = lesson;
    await showPosition(asked?.tries);
    if (lesson !== of || !asked || asked.isSolved) return;
    const { answer, fact } = asked.position;
    solve(answer, asked, t(`lesson.why-${fact}`, valuesOf(answer, asked)), true);
  }

  function finish() {
    if (!lesson) return;
    giveBack();
    lesson.isFinished = true;
    showMessage("");
    (NAMES.at(-1) === lesson.name ? toList : nextLesson).focus({ preventScroll: true });
  }

  /** Gives the board back to the previous game. */
  function giveBack() {
    clearTimeout(timer);
    asked = null;
    delete document.body.dataset.guessing;
    board.end();
  }

  function leave() {
    if (lesson) giveBack();
    lesson = null;
    showMessage("");
  }

  /** @param {string} text @param {boolean} [bad] */
  function showMessage(text, bad = false) {
    message = text;
    isError = bad;
    draw();
  }

  /** What the sentence of a fact may name. @param {string} square @param {Asked} of */
  function valuesOf(square, of) {
    const { squares = [], count = 0 } = of.position;
    const { mover } = of.node.position;
    return { move: square, squares: line(squares), count, side: side(mover), opponent: side(otherSide(mover)) };
  }

  function promptText() {
    if (!lesson) return "";
    const { name, place } = lesson;
    if (lesson.isFinished) return t("lesson.finished", { count: lesson.positions.length - 1, first: lesson.first });
    if (place < -1) return t(`lesson.${name}-${place + TEXTS + 2}`);
    if (!asked) return "";
    const { fact, answer } = asked.position;
    const values = valuesOf(answer, asked);
    if (place === -1) return t("lesson.example", { ...values, why: t(`lesson.why-${fact}`, values) });
    return t(`lesson.ask-${fact}`, valuesOf("", asked));
  }

  /** @param {string} name @param {number} index */
  function itemOf(name, index) {
    const solved = solvedIn(name);
    const all = LESSONS[name];
    const isDone = solved >= all;
    const words = isDone ? `✓ ${solved}/${all}` : `${solved}/${all}`;
    return create(
      "li",
      {},
      create(
        "button",
        { type: "button", class: "lesson-item", id: `lesson-${name}`, on: { click: () => open(name) } },
        create("span", { class: "lesson-number" }, String(index + 1)),
        create("span", { class: "lesson-name" }, t(`lesson.${name}`)),
        create("span", { class: "soft small-text" }, words),
      ),
    );
  }

  function draw() {
    const isOpen = Boolean(lesson);
    const { name = "", place = 0, positions = [], isFinished = false } = lesson ?? {};
    const isAsking = isOpen && place >= 0 && !isFinished;
    const count = positions.length - 1;
    setText(heading, isOpen ? `${NAMES.indexOf(name) + 1}. ${t(`lesson.${name}`)}` : t("train.lessons"));
    show(!isOpen, intro, list, scores, back);
    show(isOpen, toList, where, prompt);
    if (!isOpen) list.replaceChildren(...NAMES.map(itemOf));
    setText(where, isAsking ? t("lesson.place", { place: place + 1, count }) : "");
    setText(prompt, promptText());
    setText(reply, message);
    reply.classList.toggle("is-wrong", isError);
    reply.classList.toggle("is-right", Boolean(asked?.isSolved) && !isError);
    show(isOpen && !isFinished && (place < 0 || Boolean(asked?.isSolved)), onward);
    const { tries = 0, isSolved = false, isSent = false } = asked ?? {};
    show(isAsking && tries && !isSolved && isSent, again);
    show(isAsking && tries > 1 && !isSolved, reveal);
    show(isFinished && NAMES.at(-1) !== name, nextLesson);
    show(isFinished, repeat);
    const { black = "", white = "", year } = asked?.position ?? {};
    setText(source, year ? t("lesson.source", { black, white, year: String(year) }) : "");
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    onTraining((kind, part) => {
      show(kind === "lessons", element);
      if (kind !== "lessons") leave();
      else if (part) open(part);
      else draw();
    }),
  ];
  draw();

  return () => {
    leave();
    board.destroy();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}

/** The place of a square in the text of an 8×8 position. */
const placeOf = (/** @type {string} */ square) => (Number(square[1]) - 1) * 8 + square.charCodeAt(0) - 97;
