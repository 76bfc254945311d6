// The first screen: play, analyse, learn, and the games that the browser keeps.

import { announce } from "../announce.js";
import { offerUndo } from "../dialog.js";
import { create, icon } from "../elements.js";
import { formatNumber, language, t } from "../i18n.js";
import { openLearn } from "../learn.js";
import { allGames, discard, onLibrary } from "../library.js";
import { store } from "../store.js";
import { leaveHome } from "../tabs.js";
import { record } from "../undo.js";
import { watchSight } from "./dom.js";

/** Games listed before a search. */
const LISTED = 30;

const plain = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** "Ada – Grace", else the opening, else "Game". */
function nameOf({ meta, opening }) {
  if (meta.black || meta.white) return `${meta.black || "–"} – ${meta.white || "–"}`;
  return opening ?? t("home.game");
}

function factsOf({ moves, result, saved, board }) {
  const day = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(saved);
  const facts = [t("home.moves", { count: moves }), day];
  if (result !== null) facts.unshift(formatNumber(result, { signDisplay: "exceptZero" }));
  if (board !== "8x8") facts.unshift(board.replace("x", " × "));
  return facts.join(" · ");
}

/** @param {HTMLElement} element */
export function mount(element) {
  const start = (name, tab, act) =>
    create(
      "button",
      { type: "button", class: "home-start", id: `home-${name}`, on: { click: act ?? (() => document.querySelector(`#tab-${tab}`).click()) } },
      icon(name === "learn" ? "help" : `tab-${tab}`),
      create("strong", { i18n: `home.${name}` }),
      create("span", { class: "soft small-text", i18n: `home.${name}-words` }),
    );
  const search = create("input", { type: "search", class: "field", id: "home-search", autocomplete: "off", on: { input: draw } });
  const list = create("ol", { class: "home-games" });
  const none = create("p", { class: "soft", i18n: "home.none" });
  const finder = create("div", {}, create("label", { class: "label", for: search.id, i18n: "home.search" }), search);
  element.append(
    create("div", { class: "home-starts" }, start("play", "play"), start("analyse", "analysis"), start("learn", "", openLearn)),
    create("h3", { i18n: "home.games" }),
    finder,
    list,
    none,
  );
  let isSeen = false;

  function draw() {
    if (!isSeen) return;
    const sought = plain(search.value.trim());
    const games = allGames();
    const found = games.filter((game) => plain(`${nameOf(game)} ${game.opening ?? ""} ${game.link}`).includes(sought)).slice(0, LISTED);
    finder.hidden = games.length < 4;
    none.hidden = games.length > 0;
    list.replaceChildren(...found.map(row));
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

  async function open(game) {
    try {
      await store.rebuild(game);
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

  onLibrary(draw);
  store.on("language", draw);
  watchSight(element, (seen) => {
    isSeen = seen;
    draw();
  });
}
