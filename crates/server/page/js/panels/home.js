// The first screen: play, analyse, learn, and the games of the library.

import { announce } from "../announce.js";
import { get } from "../api.js";
import { exportAll, importAll } from "../backup.js";
import { offerUndo } from "../dialog.js";
import { create, icon } from "../elements.js";
import { formatNumber, language, t } from "../i18n.js";
import { discard, findGames, onLibrary, openGame } from "../library.js";
import { openNewGame } from "../new-game.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { leaveHome, openTab } from "../tabs.js";
import { record } from "../undo.js";
import { field, oncePerFrame, setText, watchVisibility } from "./dom.js";
import { showTraining } from "./training.js";

/** Number of games listed at first, and added by each click on "more". */
const LISTED = 30;

/** "Ada – Grace", else the opening, else "Game". */
function nameOf({ black, white, opening }) {
  if (black || white) return `${black || "–"} – ${white || "–"}`;
  return opening ?? t("home.game");
}

function factsOf({ moves, result, saved, board, unfinished }) {
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(saved);
  const facts = [t("home.moves", { count: moves }), day];
  if (unfinished) facts.unshift(t("home.unfinished"));
  if (result !== null) facts.unshift(formatNumber(result, { signDisplay: "exceptZero" }));
  if (board !== "8x8") facts.unshift(board.replace("x", " × "));
  return facts.join(" · ");
}

/** @param {HTMLElement} element */
export function mount(element) {
  const start = (name, tab, act) =>
    create(
      "button",
      { type: "button", class: "home-start", id: `home-${name}`, on: { click: act ?? (() => openTab(tab)) } },
      icon(name === "learn" ? "help" : `tab-${tab}`),
      create("strong", { i18n: `home.${name}` }),
      create("span", { class: "soft small-text", i18n: `home.${name}-words` }),
    );
  const openLessons = () => {
    showTraining("lessons");
    openTab("train");
  };
  const search = create("input", { type: "search", class: "field", id: "home-search", autocomplete: "off", on: { input: draw } });
  const list = create("ol", { class: "home-games" });
  const none = create("p", { class: "soft", i18n: "home.none" });
  const more = create("button", { type: "button", class: "button", hidden: true, on: { click: showMore } });
  const saved = create("input", { type: "file", class: "files-picker", on: { change: addAll } });
  const backup = create(
    "div",
    { class: "panel-group", hidden: true },
    create("button", { type: "button", class: "button", i18n: "home.export", on: { click: saveAll } }),
    field("home.import", saved),
  );
  const finder = create("div", { hidden: true }, create("label", { class: "label", for: search.id, i18n: "home.search" }), search);
  element.append(
    create("div", { class: "home-starts" }, start("play", "play", () => openNewGame()), start("analyse", "analysis"), start("learn", "train", openLessons)),
    create("h3", { i18n: "home.games" }),
    finder,
    list,
    more,
    none,
    backup,
  );
  get("status").then(({ library }) => (backup.hidden = !library), () => {});
  let isVisible = false;
  let listed = LISTED;

  /** The latest request: responses to earlier ones are dropped. */
  let latest = 0;
  async function draw() {
    if (!isVisible) return;
    const request = ++latest;
    const { games, found, all } = await findGames(search.value.trim(), listed);
    if (request !== latest) return;
    finder.hidden = all < 4;
    none.hidden = all > 0;
    more.hidden = found <= games.length;
    setText(more, t("home.more", { count: found - games.length }));
    list.replaceChildren(...games.map(row));
  }

  function showMore() {
    listed += LISTED;
    draw();
  }

  function row(game) {
    const name = nameOf(game);
    const facts = factsOf(game);
    return create(
      "li",
      { class: "home-game" },
      create(
        "button",
        { type: "button", class: "home-open", on: { click: () => open(game) } },
        create("strong", {}, name),
        create("span", { class: "soft small-text" }, facts),
      ),
      create(
        "button",
        { type: "button", class: "button quiet icon-button", "aria-label": t("home.delete", { name, facts }), on: { click: () => remove(game) } },
        icon("close"),
      ),
    );
  }

  /** Saves games, cards and settings as one file. */
  async function saveAll() {
    try {
      const { name, content } = await exportAll(settings.all());
      const href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
      create("a", { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
    } catch (error) {
      store.notice(error.message, "error");
    }
  }

  async function addAll() {
    const [file] = saved.files;
    saved.value = "";
    try {
      const { games, cards, known, damaged, settings: chosen } = await importAll(await file.text());
      for (const [name, value] of Object.entries(chosen ?? {})) settings.set(name, value);
      if (!damaged) store.notice(t("home.imported", { games, cards }));
      else if (games + cards + known || chosen) store.notice(t("home.damaged", { count: damaged, games, cards }), "error");
      else store.notice(t("home.unreadable", { file: file.name }), "error");
      draw();
    } catch (error) {
      store.notice(error.message, "error");
    }
  }

  async function open(game) {
    try {
      await openGame(game.id);
      leaveHome();
    } catch (error) {
      store.notice(error.message, "error");
    }
  }

  function remove({ id }) {
    let restore = discard(id);
    record({ undo: () => restore(), redo: () => (restore = discard(id)) });
    offerUndo(t("home.deleted"));
    announce(t("home.deleted"));
  }

  onLibrary(oncePerFrame(draw));
  store.on("language", draw);
  watchVisibility(element, (nowVisible) => {
    isVisible = nowVisible;
    draw();
  });
}
