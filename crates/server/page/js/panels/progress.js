// The user's progress over the saved games that are reviewed: ratings, kinds of mistakes, and what to train next. The
// API decides which games are the user's, of which kind a mistake is, and what to train.

import { post } from "../api.js";
import { create } from "../elements.js";
import { language, t } from "../i18n.js";
import { findGames, onLibrary } from "../library.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { bindSetting, button, field, figure, freshId, link, oncePerFrame, row, setText, show, table } from "./dom.js";
import { gameReviews, onGameReviews, reviewGames, stopGameReviews } from "./game-reviews.js";
import { rated } from "./people.js";
import { ratingGraph } from "./progress-graph.js";
import { showTraining } from "./training.js";
import { decimal, errorText } from "./words.js";

/**
 * @import {Entry} from "../library.js"
 * @import {Rated} from "./progress-graph.js"
 */

/** @param {Api.GameProgress} game @returns {game is Rated} */
const isRated = (game) => Boolean(game.rating);

/** Far more games than a player saves. */
const ALL = 100_000;

export function buildProgress() {
  const name = create("input", { type: "text", class: "field", autocomplete: "name", maxlength: "100" });
  const known = create("datalist", { id: freshId("progress-names") });
  name.setAttribute("list", known.id);
  bindSetting("progress.name", name, () => load());
  const problem = create("p", { class: "panel-status error", role: "status" });
  const none = create("p", { class: "soft", i18n: "progress.none" });
  const level = create("p", { class: "progress-level" });
  const next = create("p", { class: "progress-next" });
  const graph = create("div", { class: "progress-graph" });
  const kinds = create("div", {});
  const unreviewed = create("p", { class: "grow" });
  const start = button("progress.review", () => progress && reviewGames(progress.unreviewed), { class: "button" });
  const stop = button("progress.stop", stopGameReviews, { class: "button" });
  const bar = create("progress", { i18nLabel: "progress.reviewing-label", max: 1, value: 0 });
  const reviews = create("div", { class: "panel-bar" }, unreviewed, start, stop);
  const element = create(
    "section",
    { class: "panel-group progress", "aria-labelledby": "progress-heading" },
    create("h4", { id: "progress-heading", i18n: "progress.heading" }),
    problem,
    none,
    reviews,
    bar,
    next,
    level,
    graph,
    kinds,
    field("progress.name", name, create("p", { class: "soft small-text", i18n: "progress.name-words" }), known),
  );

  /** @type {Api.Progress|null} The answer of the API; null before it. */
  let progress = null;
  let isVisible = false;
  let latest = 0;

  async function load() {
    if (!isVisible) return;
    const request = ++latest;
    try {
      const { games } = await findGames("", ALL);
      const fields = (/** @type {Entry} */ { id, saved, played, moves, unfinished, side, black, white, review }) => ({
        ...{ id, moves, unfinished, black, white, review },
        side: /** @type {Api.Color|null} */ (side),
        played: played ?? saved,
      });
      const found = await post("progress", { name: settings.get("progress.name", ""), games: games.map(fields) });
      if (request !== latest) return;
      progress = found;
      drawNames(games);
      setText(problem, "");
    } catch (error) {
      if (request === latest) setText(problem, errorText(error));
    }
    draw();
  }

  /** Offers the names of players whose side is not known. @param {Entry[]} games */
  function drawNames(games) {
    const names = games.flatMap(({ side, black, white }) => (side ? [] : [black, white]));
    const sorted = [...new Set(names.flatMap((one) => one || []))].sort((a, b) => a.localeCompare(b, language()));
    known.replaceChildren(...sorted.map((value) => create("option", { value })));
  }

  function draw() {
    if (!progress) return;
    const { games, counted, kinds: found, next: training, unreviewed: left } = progress;
    const ratings = games.filter(isRated);
    show(!games.length && !left.length, none);
    drawNext(training, found);
    show(ratings.length, level, graph);
    if (ratings.length) {
      const [first, last] = [ratings[0], ratings[ratings.length - 1]];
      const values = { count: ratings.length, rating: rated(last.mean), first: rated(first.rating.rating) };
      setText(level, t(ratings.length > 1 ? "progress.level" : "progress.level-one", values));
      graph.replaceChildren(ratingGraph(ratings, Math.max(graph.clientWidth, 240)));
    }
    show(found.length, kinds);
    kinds.replaceChildren(...(found.length ? [kindsTable(found, counted)] : []));
    drawReviews(left.length);
  }

  /**
   * One sentence, with a link to the training.
   * @param {Api.NextTraining|null} training @param {Api.KindLosses[]} found
   */
  function drawNext(training, found) {
    show(training, next);
    if (!training) return;
    const { kind, lesson } = training;
    const discs = found.find((one) => one.kind === kind)?.discs_per_game ?? 0;
    const way = lesson
      ? link(t("progress.lesson", { lesson: t(`lesson.${lesson}`) }), () => showTraining("lessons", lesson))
      : link(t("train.open-puzzles"), () => showTraining("puzzles"));
    next.replaceChildren(t("progress.next", { kind: t(`kind.${kind}`), discs: decimal(discs) }), " ", way);
  }

  /** @param {number} left */
  function drawReviews(left) {
    const { run, error } = gameReviews();
    show(run || left || error, reviews);
    show(run, stop, bar);
    show(!run && left, start);
    bar.max = Math.max(1, run?.all ?? 1);
    bar.value = run ? run.done + run.scored / Math.max(1, run.moves) : 0;
    const count = run ? run.all : left;
    setText(
      unreviewed,
      run ? t("progress.reviewing", { number: run.done + 1, count }) : error || t("progress.unreviewed", { count }),
    );
  }

  const paint = oncePerFrame(draw);
  const reload = oncePerFrame(load);
  const unsubscribers = [
    store.on("language", paint),
    onGameReviews(oncePerFrame(() => progress && drawReviews(progress.unreviewed.length))),
  ];
  onLibrary(reload);

  return {
    element,
    /** Loads the progress whenever it becomes visible. @param {boolean} nowVisible */
    setVisible(nowVisible) {
      if (isVisible === nowVisible) return;
      isVisible = nowVisible;
      load();
    },
    leave: () => unsubscribers.forEach((unsubscribe) => unsubscribe()),
  };
}

/** @param {Api.KindLosses[]} found @param {number} counted */
function kindsTable(found, counted) {
  const rows = found.map(({ kind, mistakes_per_game: often, discs_per_game: discs }) =>
    row(t(`kind.${kind}`), figure(decimal(often)), figure(decimal(discs))),
  );
  const caption = create("caption", { class: "panel-caption" }, t("progress.kinds", { count: counted }));
  return table(caption, ["progress.kind", "progress.often", "progress.discs"], rows, { kind: "progress-kinds" });
}
