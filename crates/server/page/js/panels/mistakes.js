// The user's mistakes: a session that asks the cards that are due, and the progress over the saved games.

import { announce } from "../announce.js";
import { get } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bringIntoView, button, link, oncePerFrame, setText, show, watchVisibility } from "./dom.js";
import { lineButtons } from "./line-buttons.js";
import { MISTAKES } from "./mistake-later.js";
import { buildProgress } from "./progress.js";
import { answerText } from "./reasons.js";
import { boardSession } from "./session.js";
import { backButton, onTraining } from "./training.js";
import { dueText, either, errorText, score, side } from "./words.js";

/** @typedef {{question: Api.Question, answers: string[]}} Wrong a position that was answered wrongly */

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = create("h3", { i18n: "train.mistakes", tabindex: "-1" });
  const problem = create("p", { class: "panel-status error", role: "status" });
  const facts = create("p", {});
  const start = button("practice.begin", () => begin().catch(fail), { class: "button primary" });
  const overview = create("div", { class: "panel-bar" }, facts, start);
  const place = create("p", { class: "soft" });
  const prompt = create("p", { class: "train-prompt", role: "status", tabindex: "-1" });
  const why = create("p", { class: "soft" });
  const repeats = create("ul", { class: "panel-bullets" });
  const onward = button("practice.next", () => next(), { class: "button primary" });
  const stop = button("practice.stop", () => finish());
  const over = button("progress.open", () => leave(), { class: "button" });
  const lines = lineButtons(() => session);
  const asking = create(
    "div",
    { class: "panel-group" },
    place,
    prompt,
    why,
    repeats,
    create("div", { class: "panel-bar" }, onward, ...lines.elements, stop, over),
  );
  const progress = buildProgress();
  element.append(
    create(
      "div",
      {},
      backButton(() => leave()),
    ),
    heading,
    problem,
    overview,
    asking,
    progress.element,
  );

  /** @type {Api.DeckStatistics|null} The deck; null if there is none or it is not known yet. */
  let deck = null;
  let isVisible = false;
  /**
   * The session: the number of positions to ask and asked, and those answered wrongly.
   * @type {{all: number, asked: number, wrong: Wrong[], isOver: boolean}|null}
   */
  let run = null;

  const session = boardSession({
    changed,
    words: () => prompt.textContent,
    failed: (error) => fail(error),
    lost: () => leave(),
  });

  /** @param {unknown} error */
  const fail = (error) => setText(problem, error ? errorText(error) : "");

  async function load() {
    try {
      const { archive } = await get("status");
      const decks = archive ? (await get("practice")).decks : [];
      deck = decks.find((one) => one.deck === MISTAKES) ?? null;
      fail(null);
    } catch (error) {
      fail(error);
    }
    draw();
  }

  const dueCount = () => (deck ? deck.due + deck.new : 0);

  async function begin() {
    await load();
    if (!dueCount() || run) return;
    run = { all: dueCount(), asked: 0, wrong: [], isOver: false };
    session.begin();
    await next();
  }

  async function next() {
    const of = run;
    if (!of) return;
    try {
      const { question } = await get("practice/next", { deck: MISTAKES });
      if (run !== of) return;
      if (!question || of.asked >= of.all) return finish();
      of.asked += 1;
      await session.ask(question);
    } catch (error) {
      fail(error);
    }
  }

  /** Draws a question or an answer. */
  function changed() {
    draw();
    const asked = session.asked();
    if (!run || !asked) return;
    const { question, judged } = asked;
    if (judged && !judged.right) run.wrong.push({ question, answers: judged.answers });
    (judged ? onward : prompt).focus({ preventScroll: true });
    bringIntoView(judged ? prompt : element);
  }

  /** Ends the session with what to repeat. */
  function finish() {
    if (run) run.isOver = true;
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
    load();
  }

  function promptText() {
    if (!run) return "";
    if (run.isOver) return t("openings.result", { count: run.asked, right: run.asked - run.wrong.length });
    const asked = session.asked();
    if (!asked) return "";
    const { question, judged } = asked;
    if (!judged) return t("mistakes.deck-ask", { side: side(question.mover) });
    const { right, answer, answers, score: value, exact, days } = judged;
    return `${t(right ? "practice.right" : "practice.wrong", { move: answer, score: score(value, exact), best: either(answers) })} ${dueText(days)}`;
  }

  /** @param {Wrong} wrong */
  function repeat({ question: { board, start: from, moves }, answers }) {
    const open = () => store.newGame({ board, start: from, moves }).catch(fail);
    return create("li", {}, link(t("openings.repeat", { moves, best: either(answers) }), open));
  }

  function draw() {
    show(!run, overview, progress.element);
    show(run, asking);
    const due = dueCount();
    setText(
      facts,
      deck
        ? due
          ? t("train.due", { count: due })
          : t("openings.known", { count: deck.cards })
        : t("train.no-mistakes"),
    );
    show(due, start);
    progress.setVisible(isVisible && !run);
    if (!run) return;
    const asked = session.asked();
    const judged = asked?.judged;
    setText(place, asked ? t("openings.place", { place: run.asked, count: Math.max(run.all, run.asked) }) : "");
    setText(prompt, promptText());
    setText(why, judged ? answerText(judged) : "");
    repeats.replaceChildren(...(run.isOver ? run.wrong : []).map(repeat));
    show(judged, onward);
    lines.draw();
    show(!run.isOver, stop);
    show(run.isOver, over);
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    watchVisibility(element, (nowVisible) => {
      isVisible = nowVisible;
      if (run) draw();
      else load();
    }),
    onTraining((kind, part) => {
      show(kind === "mistakes", element);
      if (kind !== "mistakes") leave();
      else if (part === "start") begin().catch(fail);
    }),
  ];
  draw();

  return () => {
    leave();
    session.destroy();
    progress.leave();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
