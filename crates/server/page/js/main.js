/** Assembles the page. */

import { announce } from "./announce.js";
import { get } from "./api.js";
import { mountBoard } from "./board.js";
import { mountConnectionLine, mountNotices } from "./dialog.js";
import { byId, create } from "./elements.js";
import { mountEntry } from "./entry.js";
import { mountEvaluationBar } from "./evaluation-bar.js";
import { mountHeader } from "./header.js";
import { ready, t } from "./i18n.js";
import { mountIncoming } from "./incoming.js";
import { addCommand, mountKeys, openHelp } from "./keys.js";
import { mountLibrary } from "./library.js";
import { mountMoves } from "./moves.js";
import { mountNarrator } from "./narrate.js";
import { keepOffline } from "./offline.js";
import { setHiding } from "./panels/hiding.js";
import { errorText } from "./panels/words.js";
import { setSeverities } from "./scores.js";
import { mountHistory, openAddress } from "./share.js";
import { mountStatus } from "./status.js";
import { store } from "./store.js";
import { leaveHome, makeTabs } from "./tabs.js";
import { redo, undo } from "./undo.js";

/**
 * @import {BoardView} from "./board-view.js"
 * @import {Tabs} from "./tabs.js"
 */

/**
 * The tabs and their panels. Headings within a panel begin at h3. The element of a tab receives
 * the events `shown` when it opens and `left` when another tab opens.
 */
const TABS = {
  analysis: ["paste", "analysis", "book", "explain", "umigame"],
  game: ["review", "graph"],
  play: ["opponent"],
  files: ["home", "files", "games"],
  archive: ["archive"],
  train: ["train", "openings", "puzzles", "mistakes", "lessons", "guess"],
};

/** @typedef {{mount: (element: HTMLElement) => unknown}} Panel */

/** Panels, whose modules load while the first game is requested. */
/** @type {{[name: string]: () => Promise<Panel>}} */
const PANELS = {
  analysis: () => import("./panels/analysis.js"),
  book: () => import("./panels/book.js"),
  explain: () => import("./panels/explain.js"),
  graph: () => import("./panels/graph.js"),
  review: () => import("./panels/review.js"),
  opponent: () => import("./panels/opponent.js"),
  home: () => import("./panels/home.js"),
  files: () => import("./panels/files.js"),
  games: () => import("./panels/games.js"),
  paste: () => import("./panels/paste.js"),
  archive: () => import("./panels/archive.js"),
  train: () => import("./panels/train.js"),
  openings: () => import("./panels/openings.js"),
  puzzles: () => import("./panels/puzzles.js"),
  mistakes: () => import("./panels/mistakes.js"),
  lessons: () => import("./panels/lessons.js"),
  guess: () => import("./panels/guess.js"),
  umigame: () => import("./panels/umigame.js"),
};

/** Loads the modules of all panels. @returns {Map<string, Promise<Panel>>} */
function loadPanels() {
  const modules = new Map(Object.entries(PANELS).map(([name, load]) => [name, load()]));
  // Mounting a panel reports its error.
  for (const module of modules.values()) module.catch(() => {});
  return modules;
}

/** @param {Tabs} tabs @param {Map<string, Promise<Panel>>} modules */
async function mountPanels(tabs, modules) {
  const places = Object.entries(TABS).flatMap(([tab, names]) =>
    names.map((name) => {
      const element = create("section", { class: `panel panel-${name}` });
      tabs.panels.get(tab)?.append(element);
      return { name, element };
    }),
  );
  await Promise.all(
    places.map(async ({ name, element }) => {
      try {
        (await modules.get(name))?.mount(element);
      } catch (error) {
        // The other panels still work.
        reportError(error);
      }
    }),
  );
}

/** @param {{focus: () => void}} entry @param {Tabs} tabs @param {BoardView} view */
function mountCommands(entry, tabs, view) {
  const alternative = (/** @type {number} */ step) => {
    const { current } = store;
    if (!current.parent) return;
    const { children } = current.parent;
    const next = children[children.indexOf(current) + step];
    if (next) store.goTo(next);
  };
  addCommand({ keys: ["ArrowLeft", "Shift+ArrowLeft"], label: "keys.back", act: store.back });
  addCommand({ keys: ["ArrowRight", "Shift+ArrowRight"], label: "keys.forward", act: store.forward });
  addCommand({ keys: ["Home", "Shift+Home"], label: "keys.start", act: store.toStart });
  addCommand({ keys: ["End", "Shift+End"], label: "keys.end", act: store.toEnd });
  addCommand({ keys: ["Ctrl+z"], label: "keys.undo", act: () => undo() && announce(t("keys.undone")) });
  addCommand({ keys: ["Ctrl+y", "Ctrl+Z"], label: "keys.redo", act: () => redo() && announce(t("keys.redone")) });
  addCommand({ keys: ["Shift+ArrowUp"], label: "keys.previousVariation", act: () => alternative(-1) });
  addCommand({ keys: ["Shift+ArrowDown"], label: "keys.nextVariation", act: () => alternative(1) });
  addCommand({ keys: ["/"], label: "keys.square", act: entry.focus });
  addCommand({ keys: ["*"], label: "keys.board", act: () => view.focus() });
  Object.keys(TABS).forEach((name, index) =>
    addCommand({ keys: [String(index + 1)], label: `tab.${name}`, act: () => tabs.open(name, true) }),
  );
  addCommand({ keys: ["?"], label: "keys.help", act: openHelp });
}

/**
 * Hides the scores of the first screen, where they would only puzzle a newcomer, until there is a move or another tab
 * opens.
 * @param {Tabs} tabs
 */
function hideFirstScores({ panels }) {
  setHiding("start", true);
  const reveal = () => {
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    for (const panel of panels.values()) panel.removeEventListener("shown", reveal);
    setHiding("start", false);
  };
  const unsubscribers = [store.on("game", reveal), store.on("tree", reveal)];
  for (const panel of panels.values()) panel.addEventListener("shown", reveal);
}

async function begin() {
  mountNotices(byId("notices"));
  // A visitor without a game sees the first screen.
  const isReturning = Boolean(location.hash || history.state);
  mountHistory();
  // Request the first game at the same time as the messages.
  const first = openAddress();
  first.catch(() => {});
  // While the server does not respond, other requests wait for it, but this one fails: repeat it after the first game.
  const status = get("status").catch(() => first.then(() => get("status")));
  status.catch(() => {});
  const panels = loadPanels();
  await ready;
  mountConnectionLine();
  const view = mountBoard(byId("board"));
  mountEvaluationBar(byId("evaluation"));
  mountStatus(byId("status"), byId("opening"));
  const entry = mountEntry(byId("entry"));
  mountHeader(view);
  try {
    await first;
    setSeverities((await status).severities);
  } catch (error) {
    store.notice(errorText(error), "error");
    return;
  }
  document.body.dataset.ready = "board";
  mountLibrary();
  mountNarrator();
  mountMoves(byId("moves"));
  const tabs = makeTabs(byId("panels"), Object.keys(TABS), isReturning ? undefined : "files");
  if (!isReturning) hideFirstScores(tabs);
  store.on("tree", leaveHome);
  mountCommands(entry, tabs, view);
  mountKeys();
  mountIncoming();
  await mountPanels(tabs, panels);
  document.body.dataset.ready = "all";
  const { content } = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=outflank-service-worker]"));
  keepOffline(content);
}

begin();
