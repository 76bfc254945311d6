/**
 * The games that the browser keeps: each game is saved as it grows, with its variations,
 * comments and review, and comes back after a reload, a crash or in another tab.
 */

import { linkHash } from "./share.js";
import { store } from "./store.js";

const PREFIX = "outflank.game.";
/** Games kept; the oldest make room. */
const MOST = 150;
/** Milliseconds between a change and its saving; scores change often while a search runs. */
const PAUSE = 300;
const LONG_PAUSE = 2000;

let timer = 0;
const listeners = new Set();

/** @param {() => void} listener is called when the list of games changes */
export const onLibrary = (listener) => listeners.add(listener);
const tell = () => listeners.forEach((listener) => listener());

/** A node with all that the user or the engine added to it. */
function pack({ ply, comment, note, review, value, children }) {
  const fields = { m: ply?.move, c: comment ?? undefined, n: note ?? undefined, r: review ?? undefined, v: value ?? undefined };
  return { ...fields, k: children.length ? children.map(pack) : undefined };
}

/** The indices of the children that lead to a node. */
const pathTo = (node) => store.path(node).slice(1).map((one) => one.parent.children.indexOf(one));

function packGame() {
  const { tree } = store;
  const { board, start, isUsualStart, meta, root } = tree;
  const line = store.mainLine();
  const end = line.at(-1).position;
  return {
    id: tree.key,
    saved: Date.now(),
    link: linkOf(linkHash()),
    board,
    start: isUsualStart ? "start" : start,
    meta,
    moves: line.filter(({ ply }) => ply && ply.move !== "pass").length,
    result: end.outcome?.black_score ?? null,
    opening: line.reduce((name, { position }) => position.opening ?? name, null),
    engine: tree.engine ? { ...tree.engine, head: pathTo(tree.engine.head) } : undefined,
    root: pack(root),
    path: pathTo(store.current),
  };
}

/** A link without its ply: two tabs with the same line show the same game. */
const linkOf = (hash) => hash.replace(/,\d*$/, "");

/** Saves the game on the board now. */
export function save() {
  clearTimeout(timer);
  timer = 0;
  const { tree } = store;
  if (!tree?.isKept) return;
  const text = JSON.stringify(packGame());
  try {
    localStorage.setItem(PREFIX + tree.key, text);
  } catch {
    // The storage is full, or there is none.
    const [oldest] = allGames().slice(-1);
    if (oldest && oldest.id !== tree.key) {
      localStorage.removeItem(PREFIX + oldest.id);
      return save();
    }
  }
  tell();
}

/** Saves the game on the board after a pause. */
function saveSoon(pause = PAUSE) {
  if (store.tree?.isKept) timer ||= setTimeout(save, pause);
}

/** Marks the game on the board as one to keep. */
export function keep() {
  const { tree } = store;
  tree.isKept = true;
  tree.key ??= `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  session.set(tree.key);
  saveSoon();
}

/** The kept games, the latest first. */
export function allGames() {
  const games = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) games.push(JSON.parse(localStorage.getItem(key)));
    }
  } catch {
    // Without storage there are no games.
  }
  return games.sort((a, b) => b.saved - a.saved);
}

/** Removes a game from the library; returns a function that brings it back. */
export function discard(id) {
  const text = localStorage.getItem(PREFIX + id);
  localStorage.removeItem(PREFIX + id);
  tell();
  return () => {
    localStorage.setItem(PREFIX + id, text);
    tell();
  };
}

/** The kept game of this tab before a reload, if the address is still that of it. */
export function ownGame(hash) {
  const game = history.state && allGames().find(({ id }) => id === session.get());
  return game?.link.startsWith(linkOf(hash)) ? game : null;
}

/** The name of this tab's game, which outlives a reload but not the tab. */
const session = {
  get() {
    try {
      return sessionStorage.getItem("outflank.game");
    } catch {
      return null;
    }
  },
  set(key) {
    try {
      if (key) sessionStorage.setItem("outflank.game", key);
      else sessionStorage.removeItem("outflank.game");
    } catch {
      // Without storage the address remains.
    }
  },
};

/**
 * The kept game with the line of an address, for a second tab. It gets a name of its own once
 * it changes, so that neither tab overwrites the other.
 */
export function sameGame(hash) {
  const found = allGames().find(({ link }) => link === linkOf(hash));
  return found ? { ...found, id: null } : null;
}

/** Begins to keep games. */
export function mountLibrary() {
  store.on("tree", keep);
  store.on("node", () => saveSoon());
  store.on("values", () => saveSoon(LONG_PAUSE));
  store.on("game", () => {
    clearTimeout(timer);
    timer = 0;
    session.set(store.tree.key);
    saveSoon();
  });
  addEventListener("pagehide", save);
  // Another tab saved or discarded a game.
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && tell());
  const oldest = allGames().slice(MOST);
  for (const { id } of oldest) localStorage.removeItem(PREFIX + id);
}
