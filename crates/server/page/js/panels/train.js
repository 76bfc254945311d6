// The first screen of the Train tab: a card for each kind of training.

import { get } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { button, oncePerFrame, rename, setText, show, watchVisibility } from "./dom.js";
import { doneCount, lessonsDone } from "./lesson-progress.js";
import { ratingText } from "./puzzles.js";
import { KINDS, kindOf, onTraining, showTraining } from "./training.js";

/** @param {HTMLElement} element */
export function mount(element) {
  const cards = new Map(KINDS.map((kind) => [kind, create("p", { class: "small-text train-facts" })]));
  const buttons = new Map(
    KINDS.map((kind) => [
      kind,
      button(`train.open-${kind}`, () => showTraining(kind, kind === "mistakes" && due ? "start" : ""), {
        class: "button primary",
        id: `train-${kind}`,
      }),
    ]),
  );
  const progress = button("progress.open", () => showTraining("mistakes"), { class: "button" });
  /** Number of the user's mistakes that are due. */
  let due = 0;
  const grid = create(
    "div",
    { class: "train-cards" },
    ...KINDS.map((kind) =>
      create(
        "section",
        { class: "train-card", "aria-labelledby": `train-${kind}-name` },
        create("h3", { id: `train-${kind}-name`, i18n: `train.${kind}` }),
        create("p", { class: "soft", i18n: `train.${kind}-words` }),
        cards.get(kind),
        create("div", { class: "row" }, buttons.get(kind), kind === "mistakes" ? progress : null),
      ),
    ),
  );
  element.append(grid);

  let isVisible = false;
  /** @type {Api.PracticeStatistics|null} The decks of the archive and the results with puzzles; null if there is none. */
  let statistics = null;
  let latest = 0;
  /** @type {string|null} */
  let opened = null;

  async function load() {
    if (!isVisible) return;
    const request = ++latest;
    // Without an archive there are no cards.
    const found = await get("status")
      .then(({ archive }) => (archive ? get("practice") : null))
      .catch(() => null);
    if (request !== latest) return;
    statistics = found;
    draw();
  }

  /** The cards of a kind of training: all, and those that are due. @param {string} kind */
  function cardsOf(kind) {
    const decks = statistics?.decks.filter(({ deck }) => kindOf(deck) === kind) ?? [];
    const sum = (/** @type {(deck: Api.DeckStatistics) => number} */ number) =>
      decks.reduce((all, deck) => all + number(deck), 0);
    return { all: sum(({ cards }) => cards), due: sum((deck) => deck.due + deck.new) };
  }

  /** @param {string} kind */
  function factsOf(kind) {
    if (kind === "lessons") {
      const [done, all] = lessonsDone();
      return doneCount() ? t("train.lessons-done", { done, all }) : "";
    }
    if (kind === "guess" || !statistics) return "";
    const { puzzles } = statistics;
    if (kind === "puzzles") return puzzles.rated ? t("train.puzzles-rating", { rating: ratingText(puzzles) }) : "";
    const { all, due: count } = cardsOf(kind);
    if (!all) return t(`train.no-${kind}`);
    return count ? t("train.due", { count }) : t("openings.known", { count: all });
  }

  function draw() {
    for (const [kind, facts] of cards) setText(facts, factsOf(kind));
    due = cardsOf("mistakes").due;
    const practise = buttons.get("mistakes");
    if (practise) rename(practise, due ? "train.open-mistakes" : "progress.open");
    show(due, progress);
  }

  const unsubscribers = [
    store.on("language", oncePerFrame(draw)),
    store.on("settings", ({ name }) => name === "lessons.solved" && draw()),
    onTraining((kind) => {
      show(kind === "cards", element);
      // Back on the cards, the focus is where it was.
      if (kind === "cards" && opened) buttons.get(opened)?.focus({ preventScroll: true });
      opened = kind === "cards" ? null : kind;
    }),
    watchVisibility(element, (nowVisible) => {
      isVisible = nowVisible;
      load();
    }),
  ];
  draw();

  return () => {
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
