// The user's mistakes: a session that asks the cards that are due, and the progress over the saved games.

import { get } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { deckSession } from "./deck-session.js";
import { button, oncePerFrame, setText, show, watchVisibility } from "./dom.js";
import { MISTAKES } from "./mistake-later.js";
import { buildProgress } from "./progress.js";
import { backButton, onTraining } from "./training.js";
import { errorText, side } from "./words.js";

/** @param {HTMLElement} element */
export function mount(element) {
  const heading = create("h3", { i18n: "train.mistakes", tabindex: "-1" });
  const problem = create("p", { class: "panel-status error", role: "status" });
  const facts = create("p", {});
  const start = button("practice.begin", () => begin().catch(fail), { class: "button primary" });
  const overview = create("div", { class: "panel-bar" }, facts, start);
  const session = deckSession({
    host: element,
    list: "progress.open",
    next: async ({ asked, all }) => (asked < all ? (await get("practice/next", { deck: MISTAKES })).question : null),
    ask: ({ mover }) => t("mistakes.deck-ask", { side: side(mover) }),
    changed: () => draw(),
    load,
    fail,
  });
  const progress = buildProgress();
  element.append(
    create(
      "div",
      {},
      backButton(() => session.leave()),
    ),
    heading,
    problem,
    overview,
    session.element,
    progress.element,
  );

  /** @type {Api.DeckStatistics|null} The deck; null if there is none or it is not known yet. */
  let deck = null;
  let isVisible = false;
  /** @param {unknown} error */
  function fail(error) {
    setText(problem, error ? errorText(error) : "");
  }

  async function load() {
    try {
      const { archive } = await get("status");
      const decks = archive ? (await get("practice")).decks : [];
      deck = decks.find((one) => one.deck === MISTAKES) ?? null;
    } catch (error) {
      fail(error);
    }
    draw();
  }

  const dueCount = () => (deck ? deck.due + deck.new : 0);

  async function begin() {
    fail(null);
    await load();
    if (dueCount() && !session.isRunning()) await session.begin(MISTAKES, dueCount());
  }

  function draw() {
    const isRunning = session.isRunning();
    const due = dueCount();
    show(!isRunning, overview, progress.element);
    setText(
      facts,
      deck
        ? due
          ? t("train.due", { count: due })
          : t("openings.known", { count: deck.cards })
        : t("train.no-mistakes"),
    );
    show(due, start);
    progress.setVisible(isVisible && !isRunning);
    session.draw();
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    watchVisibility(element, (nowVisible) => {
      isVisible = nowVisible;
      if (session.isRunning()) draw();
      else load();
    }),
    onTraining((kind, part) => {
      show(kind === "mistakes", element);
      if (kind !== "mistakes") session.leave();
      else if (part === "start") begin().catch(fail);
    }),
  ];
  draw();

  return () => {
    session.destroy();
    progress.leave();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
