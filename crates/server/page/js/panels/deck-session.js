// A session that asks the cards of a deck: the questions beside the board, and at the end what to repeat.

import { announce } from "../announce.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bringIntoView, button, link, setText, show } from "./dom.js";
import { lineButtons } from "./line-buttons.js";
import { answerText } from "./reasons.js";
import { boardSession } from "./session.js";
import { dueText, either, score } from "./words.js";

/**
 * @typedef {{deck: string, all: number, asked: number, wrong: {question: Api.Question, answers: string[]}[],
 *   shown: {question: Api.Question, line: string}|null, isOver: boolean}} Run
 *   the number of positions to ask and asked, those answered wrongly, and the line that is shown before its first question
 */

/**
 * @param {object} options
 * @param {HTMLElement} options.host the panel
 * @param {string} options.list the message key of the button that leaves the finished session
 * @param {(run: Run, last: Api.Question|undefined) => Promise<Api.Question|null>} options.next the question after `last`
 * @param {(question: Api.Question) => Promise<string|null>} [options.lineFor] the line to show first, if any
 * @param {(question: Api.Question, judged: Api.AnswerObject) => void} [options.answered]
 * @param {(question: Api.Question) => string} options.ask the words of a question
 * @param {(run: Run) => string} [options.title]
 * @param {() => void} options.changed draws the panel when a session begins or is left
 * @param {() => void} options.load loads what the panel shows of the decks
 * @param {(error: unknown) => void} options.fail shows an error, or none for null
 */
export function deckSession({ host, list, next, lineFor, answered, ask, title, changed, load, fail }) {
  const place = create("p", { class: "soft" });
  const prompt = create("p", { class: "train-prompt", role: "status", tabindex: "-1" });
  const why = create("p", { class: "soft" });
  const repeats = create("ul", { class: "panel-bullets" });
  const onward = button("practice.next", goOn, { class: "button primary" });
  const stop = button("practice.stop", finish);
  const over = button(list, leave, { class: "button" });
  const lines = lineButtons(() => session);
  const bar = create("div", { class: "panel-bar" }, onward, ...lines.elements, stop, over);
  const element = create("div", { class: "panel-group" }, place, prompt, why, repeats, bar);

  /** @type {Run|null} */
  let run = null;

  const session = boardSession({
    changed: follow,
    words: () => prompt.textContent,
    failed: fail,
    lost: leave,
  });

  /** Takes the board, before the deck is known. */
  function reserve() {
    run = { deck: "", all: 0, asked: 0, wrong: [], shown: null, isOver: false };
    session.begin();
    draw();
  }

  /** @param {string} deck @param {number} all the number of cards to ask */
  async function begin(deck, all) {
    run = { deck, all, asked: 0, wrong: [], shown: null, isOver: false };
    if (!session.isRunning()) session.begin();
    changed();
    await goOn();
  }

  /** Asks the next card, or the one whose line was shown. */
  async function goOn() {
    const of = run;
    if (!of) return;
    try {
      const shown = of.shown;
      of.shown = null;
      const question = shown?.question ?? (await next(of, session.asked()?.question));
      if (run !== of) return;
      if (!question) return finish();
      const line = shown ? null : await lineFor?.(question);
      if (run !== of) return;
      if (line) {
        of.shown = { question, line };
        // After the first question, the moves up to this one are known.
        const from = of.asked ? question.moves.length / 2 : 0;
        return await session.demonstrate({ moves: line, ply: from });
      }
      of.asked += 1;
      await session.ask(question);
    } catch (error) {
      fail(error);
    }
  }

  /** Draws a question, an answer or a line. */
  function follow() {
    fail(null);
    const asked = session.asked();
    if (run && asked?.judged) {
      const { question, judged } = asked;
      answered?.(question, judged);
      if (!judged.right) run.wrong.push({ question, answers: judged.answers });
    }
    draw();
    (asked && !asked.judged ? prompt : onward).focus({ preventScroll: true });
    bringIntoView(asked?.judged ? prompt : host);
  }

  /** Ends the session with what to repeat. */
  function finish() {
    if (!run) return;
    run.isOver = true;
    session.end();
    draw();
    announce(prompt.textContent);
    over.focus({ preventScroll: true });
    load();
  }

  function leave() {
    if (!run) return;
    run = null;
    session.end();
    changed();
    load();
  }

  function promptText() {
    if (!run?.deck) return "";
    const { isOver, asked: count, wrong, shown } = run;
    if (isOver) return count ? t("openings.result", { count, right: count - wrong.length }) : t("practice.nothing");
    if (shown) return t("openings.shown", { moves: shown.line });
    const asked = session.asked();
    if (!asked) return "";
    const { question, judged } = asked;
    if (!judged) return ask(question);
    const { right, answer, answers, exact, days } = judged;
    const [own, best] = [judged.score, judged.best_score].map((value) => score(value, exact));
    const words = { move: answer, score: own, best: either(answers), best_score: best };
    return `${t(right ? "practice.right" : "practice.wrong", words)} ${dueText(days)}`;
  }

  /** A link that opens a position. @param {Run["wrong"][number]} wrong */
  function repeat({ question: { board, start, moves }, answers }) {
    const words = { number: moves.length / 2 + 1, last: moves.slice(-2), best: either(answers) };
    const open = () => store.newGame({ board, start, moves }).catch(fail);
    return create("li", {}, link(t(moves ? "openings.repeat" : "openings.repeat-first", words), open));
  }

  function draw() {
    show(run?.deck, element);
    if (!run) return;
    const asked = session.asked();
    const judged = asked?.judged;
    const number = { place: run.asked, count: Math.max(run.all, run.asked) };
    setText(place, [title?.(run), asked && t("openings.place", number)].filter(Boolean).join(" · "));
    setText(prompt, promptText());
    setText(why, judged ? answerText(judged) : "");
    repeats.replaceChildren(...(run.isOver ? run.wrong : []).map(repeat));
    show(judged || run.shown, onward);
    lines.draw();
    show(!run.isOver, stop);
    show(run.isOver, over);
  }
  draw();

  return {
    element,
    reserve,
    begin,
    leave,
    draw,
    isRunning: () => Boolean(run),
    destroy() {
      leave();
      session.destroy();
    },
  };
}
