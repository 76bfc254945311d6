// The games of the library, and saving games to files.

import { announce } from "../announce.js";
import { get, post } from "../api.js";
import { exportAll, importAll } from "../backup.js";
import { offerUndo } from "../dialog.js";
import { create, icon } from "../elements.js";
import { language, openingName, t } from "../i18n.js";
import { discard, findGames, onLibrary, openGame } from "../library.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { leaveHome } from "../tabs.js";
import { record } from "../undo.js";
import { button, field, oncePerFrame, setText, watchVisibility } from "./dom.js";
import { listedGames } from "./files.js";
import { buildExport } from "./files-export.js";
import { imported, onImport } from "./files-import.js";
import { errorText } from "./words.js";

/** @import {Entry} from "../library.js" */

/** Number of games listed at first, and added by each click on "more". */
const LISTED = 30;

/** "against Novice (400)", "Ada – Grace", the opening, or "Game". @param {Entry} game */
function nameOf({ side, opening, ...names }) {
  const opponent = side && (side === "black" ? names.white : names.black);
  if (opponent) return t("home.against", { name: opponent });
  const { black, white } = names;
  if (black || white) return `${black || "–"} – ${white || "–"}`;
  return opening ? openingName(opening) : t("home.game");
}

/**
 * The result, for the user's side if it is known: "Won 45–19", "Black wins 45–19", "White wins by resignation".
 * @param {Entry} game
 */
function resultOf({ result, ending, side, board, unfinished }) {
  if (unfinished) return { words: t("home.unfinished"), kind: "" };
  const winner = ending?.split(".")[1] ?? (result ? (result > 0 ? "black" : "white") : "");
  const kind = side && winner ? (winner === side ? "is-won" : "is-lost") : "";
  if (ending) return { words: t(`status.${ending}`), kind };
  if (result === null) return null;
  const squares = board.split("x").reduce((product, length) => product * Number(length), 1);
  const [most, least] = [(squares + Math.abs(result)) / 2, (squares - Math.abs(result)) / 2];
  if (!result) return { words: t("result.draw", { black: most, white: least }), kind };
  return { words: t(kind ? `home.${kind}` : `result.${winner}`, { most, least }), kind };
}

/** @param {Entry} game */
function factsOf(game) {
  const { moves, saved, board, opening } = game;
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(saved);
  const facts = [t("home.moves", { count: moves }), day];
  const name = opening && openingName(opening);
  if (name && nameOf(game) !== name) facts.unshift(name);
  if (board !== "8x8") facts.unshift(board.replace("x", " × "));
  return facts.join(" · ");
}

/** @param {HTMLElement} element */
export function mount(element) {
  const search = create("input", {
    type: "search",
    class: "field",
    id: "home-search",
    autocomplete: "off",
    on: { input: draw },
  });
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
  const label = create("label", { class: "label", for: search.id, i18n: "home.search" });
  const finder = create("div", { hidden: true }, label, search);
  const writing = buildExport(listedGames);
  const saving = create(
    "div",
    { class: "panel-group home-saving", id: "home-saving", hidden: true },
    writing.element,
    backup,
  );
  const opener = button("files.export", toggleSaving, {
    class: "button small",
    "aria-expanded": "false",
    "aria-controls": saving.id,
  });
  const head = create("div", { class: "row" }, create("h3", { class: "grow", i18n: "home.games" }), opener);
  const older = create("div", { class: "row", hidden: true });
  element.append(head, saving, older, finder, list, more, none);
  get("status").then(
    ({ library }) => {
      backup.hidden = !library;
      if (library) offerOlder();
    },
    () => {},
  );
  let isVisible = false;
  let listed = LISTED;

  /** Offers the games of the library of an earlier version. */
  async function offerOlder() {
    const { file, games } = await get("library/older").catch(() => ({ file: null, games: 0 }));
    older.hidden = !games;
    if (!games || !file) return;
    const words = create("p", { class: "grow soft" }, t("home.older", { count: games, file }));
    older.replaceChildren(words, button("home.adopt", adopt, { class: "button small" }));
  }

  async function adopt() {
    try {
      await post("library/adopt", {});
      older.hidden = true;
      draw();
    } catch (error) {
      store.notice(errorText(error), "error");
    }
  }

  function toggleSaving() {
    saving.hidden = !saving.hidden;
    opener.setAttribute("aria-expanded", String(!saving.hidden));
  }

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

  /** @param {Entry} game */
  function row(game) {
    const result = resultOf(game);
    const name = [result?.words, nameOf(game)].filter(Boolean).join(", ");
    const facts = factsOf(game);
    const title = create("span", { class: "home-title" }, create("strong", {}, nameOf(game)));
    if (result) title.prepend(create("strong", { class: `home-result ${result.kind}` }, result.words));
    return create(
      "li",
      { class: "home-game" },
      create(
        "button",
        { type: "button", class: "home-open", on: { click: () => open(game) } },
        title,
        create("span", { class: "soft small-text" }, facts),
      ),
      create(
        "button",
        {
          type: "button",
          class: "button quiet icon-button",
          "aria-label": t("home.delete", { name, facts }),
          on: { click: () => remove(game) },
        },
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
      store.notice(errorText(error), "error");
    }
  }

  async function addAll() {
    const file = saved.files?.[0];
    saved.value = "";
    if (!file) return;
    try {
      const { games, cards, known, damaged, settings: chosen } = await importAll(await file.text());
      for (const [name, value] of Object.entries(chosen ?? {})) settings.set(name, value);
      if (!damaged) store.notice(t("home.imported", { games, cards }));
      else if (games + cards + known || chosen)
        store.notice(t("home.damaged", { count: damaged, games, cards }), "error");
      else store.notice(t("home.unreadable", { file: file.name }), "error");
      draw();
    } catch (error) {
      store.notice(errorText(error), "error");
    }
  }

  /** @param {Entry} game */
  async function open(game) {
    try {
      await openGame(game.id);
      leaveHome();
    } catch (error) {
      store.notice(errorText(error), "error");
    }
  }

  /** @param {Entry} game */
  function remove({ id }) {
    let restore = discard(id);
    record({ undo: () => restore(), redo: () => (restore = discard(id)) });
    offerUndo(t("home.deleted"));
    announce(t("home.deleted"));
  }

  const drawWriting = () => writing.draw(imported.games.length > 0);
  onImport(drawWriting, () => {});
  drawWriting();
  onLibrary(oncePerFrame(draw));
  store.on("language", draw);
  watchVisibility(element, (nowVisible) => {
    isVisible = nowVisible;
    draw();
  });
}
