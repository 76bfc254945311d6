/**
 * The user's games. Every change is saved, with variations, comments, review and clock: at once
 * in the browser, then in the server's library on disk. A game survives reloads and crashes of
 * the browser or the server, and can be opened in other tabs and browsers.
 */

import { ApiError, get, post } from "./api.js";
import { ready, t } from "./i18n.js";
import { local, PREFIX } from "./local-games.js";
import { errorText } from "./panels/words.js";
import { lineOf, pack } from "./saved-game.js";
import { linkHash } from "./share.js";
import { store } from "./store.js";
import { indicesTo } from "./tree.js";
import { plain } from "./words.js";

/**
 * @typedef {Omit<Api.Listed, "line"|"revision">} Entry a game in a list
 * @import {SavedGame} from "./local-games.js"
 * @import {KeptReview, Meta, Tree} from "./tree.js"
 */

/** Maximum number of games kept in the browser besides those that the server does not have yet. */
const MAX_LOCAL = 30;
/** The same if the server has no library. */
const MAX_LOCAL_ALONE = 150;
/** Milliseconds from a change until it is saved; scores change often while a search runs. */
const PAUSE = 300;
const LONG_PAUSE = 2000;
/** Milliseconds to wait until another tab, or this tab before its reload, releases a game. */
const LOCK_TIMEOUT = 1000;
/** Milliseconds between retries while the server does not respond. */
const RETRY_PAUSE = 1000;
/** HTTP statuses after which a retry is pointless: the server finds the game invalid or too large. */
const REFUSED = [400, 413];

let timer = 0;
let retry = 0;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener is called when the list of games changes */
export const onLibrary = (listener) => listeners.add(listener);
const notify = () => listeners.forEach((listener) => listener());

/** @type {Promise<boolean>|null} Whether the server has a library; the request is retried if the server does not respond. */
let libraryStatus = null;
const hasServer = () =>
  (libraryStatus ??= get("status").then(
    ({ library }) => library,
    () => {
      libraryStatus = null;
      retry ||= setTimeout(sendAll, RETRY_PAUSE);
      return false;
    },
  ));

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The game on the board, which has an id. @returns {SavedGame} */
function packGame() {
  const { tree } = store;
  const { board, start, isStandardStart, meta, root } = tree;
  const line = store.mainLine();
  const last = line[line.length - 1];
  return {
    id: /** @type {string} */ (tree.key),
    writer: tree.writer,
    version: newId(),
    revision: tree.revision ?? 0,
    isSaved: false,
    saved: tree.saved ?? Date.now(),
    link: linkOf(linkHash()),
    board,
    start: isStandardStart ? "start" : start,
    meta,
    moves: line.filter(({ ply }) => ply && ply.move !== "pass").length,
    line: store.movesTo(last),
    result: last.position.outcome?.black_score ?? null,
    ending: endingOf(meta, store.movesTo(last)),
    played: tree.played,
    review: reviewOf(tree.review, store.movesTo(last)),
    opening: line.findLast(({ position }) => position.opening)?.position.opening ?? null,
    engine: tree.engine ? { ...tree.engine, head: indicesTo(tree.engine.head) } : undefined,
    root: pack(root),
    path: indicesTo(store.current),
  };
}

/**
 * How a game with these moves ended by resignation or on time, and its winner: "resigned.black".
 * @param {Meta} meta @param {string} moves
 */
const endingOf = ({ ending }, moves) => (ending?.moves === moves ? `${ending.by}.${ending.winner}` : null);

/**
 * What is kept of a review, unless the game has other moves by now.
 * @param {KeptReview|undefined} review @param {string} moves
 */
const reviewOf = (review, moves) => (review?.moves === moves ? review : undefined);

/** A link without its ply: two tabs with the same line show the same game. @param {string} hash */
const linkOf = (hash) => hash.replace(/,[\d.-]*$/, "");
/** The board and the start of a link. @param {string} hash */
const startOf = (hash) => hash.split(",").slice(0, 2).join();

/**
 * The content of each tree as this tab loaded or last saved it, with its reviews and without.
 * @type {WeakMap<Tree, {all: string, own: string}>}
 */
const contents = new WeakMap();

/** Sorts the keys of an object, because the library may return them in another order. @param {unknown} value */
const sortKeys = (value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;

/** A game without its place, its scores and the fields that each save changes. @param {SavedGame} game */
function contentOf({ id, writer, version, revision, isSaved, saved, link, path, ...content }) {
  const without = (/** @type {string[]} */ left) =>
    JSON.stringify(content, (name, value) => (left.includes(name) ? undefined : sortKeys(value)));
  return { all: without(["v"]), own: without(["v", "r", "review"]) };
}

/** Saves the game on the board now. If it has not changed, its place and scores are kept in this browser alone. */
export function save() {
  clearTimeout(timer);
  timer = 0;
  const { tree } = store;
  if (!tree?.isInLibrary) return;
  const game = packGame();
  const content = contentOf(game);
  const before = contents.get(tree);
  if (before?.all === content.all) {
    const copy = local.get(game.id);
    // Another tab may have changed the copy.
    if (copy && contentOf(copy).all === content.all) local.set({ ...copy, path: game.path, root: game.root });
    return;
  }
  if (before?.own !== content.own) tree.saved = game.saved = Date.now();
  contents.set(tree, content);
  warn(local.set(game));
  notify();
  send(game.id, game);
}

let isWarned = false;
let allKept = true;

/**
 * Shows a warning while games can be saved neither in the browser nor on the server.
 * @param {boolean} isKept whether the browser stored the games
 */
async function warn(isKept) {
  allKept = isKept;
  if (isKept) return endWarning();
  // A later save may have succeeded meanwhile.
  if ((await hasServer()) || allKept || isWarned) return;
  isWarned = true;
  store.warn(t("engine.not-kept"));
}

function endWarning() {
  if (isWarned) store.endWarning();
  isWarned = false;
}

/** Saves the game on the board after a pause. */
function saveSoon(pause = PAUSE) {
  if (store.tree?.isInLibrary) timer ||= setTimeout(save, pause);
}

/** Adds the game on the board to the library, after the move just made is drawn. */
export function addToLibrary() {
  const { tree } = store;
  tree.isInLibrary = true;
  tree.key ??= newId();
  tree.writer ??= newId();
  // A game from a file may have a date.
  tree.played ??= Date.parse(tree.meta.date ?? "") || Date.now();
  session.set(tree.key);
  clearTimeout(timer);
  timer = setTimeout(save);
}

/** Opens the saved game with the line of the game on the board, if the browser has one. @returns {Promise<void>|null} */
export function openSaved() {
  const { board, start, line } = packGame();
  const found = local
    .all()
    .find((game) => !game.engine && game.board === board && game.start === start && game.line === line);
  return found ? openGame(found.id) : null;
}

/** @type {Map<string, SavedGame|null>} Games being sent, by id, each with the next version to send, if any. */
const sending = new Map();
/** @type {Map<string, string|undefined>} The version of each game that the server refused last; the game stays in the browser. */
const refused = new Map();

/** Sends a game to the server, one version at a time. @param {string} id @param {SavedGame|null} [game] */
async function send(id, game = local.get(id)) {
  if (!game || (refused.has(id) && refused.get(id) === game.version)) return;
  if (sending.has(id)) return void sending.set(id, game);
  sending.set(id, null);
  try {
    if (!(await hasServer())) return void sending.delete(id);
    const { revision } = await post("library/save", requestOf(game), { keepalive: true });
    confirm(game, revision);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) await resolveConflict(game, error);
    else if (error instanceof ApiError && REFUSED.includes(error.status)) {
      if (!refused.has(id)) store.notice(errorText(error), "error");
      refused.set(id, game.version);
    } else retry ||= setTimeout(sendAll, RETRY_PAUSE);
  }
  const next = sending.get(id);
  sending.delete(id);
  if (next) send(next.id, { ...next, revision: revisionOf(next.id) || next.revision });
}

/** @param {string} id */
const revisionOf = (id) => (store.tree?.key === id ? store.tree.revision : local.get(id)?.revision) ?? 0;

/** @param {SavedGame} game */
function requestOf(game) {
  const { id, writer = id, revision = 0, saved, board, meta, opening, line = "", moves, result, engine } = game;
  const words = (/** @type {string|null|undefined} */ text) => text?.slice(0, 200) ?? null;
  return {
    id,
    writer,
    revision,
    saved,
    entry: {
      board,
      black: words(meta.black),
      white: words(meta.white),
      opening,
      line,
      moves,
      result,
      unfinished: Boolean(engine),
      side: meta.side ?? null,
      ending: game.ending ?? null,
      played: game.played ?? null,
      review: game.review?.record ?? null,
    },
    content: game,
  };
}

/**
 * Records that the server has a game, so that its local copy may be evicted.
 * @param {SavedGame} game @param {number} revision
 */
function confirm({ id, version }, revision) {
  refused.delete(id);
  endWarning();
  if (store.tree?.key === id) store.tree.revision = revision;
  const copy = local.get(id);
  if (copy) local.set({ ...copy, revision, isSaved: copy.version === version });
  notify();
}

/**
 * Resolves a conflict with a version that another tab has saved. If they differ only in reviews and scores, this tab's
 * version replaces it; otherwise, this tab's becomes a game of its own.
 * @param {SavedGame} game @param {Error} error
 */
async function resolveConflict(game, error) {
  const { id } = game;
  let theirs;
  try {
    theirs = await fromServer(id, null);
  } catch {
    retry ||= setTimeout(sendAll, RETRY_PAUSE);
    return;
  }
  if (contentOf(theirs).own !== contentOf(game).own) return fork(id, error);
  const { revision = 0 } = theirs;
  confirm({ ...game, version: undefined }, revision);
  sending.set(id, { ...(sending.get(id) ?? game), revision });
}

/**
 * Turns local changes into a new game, because another tab has saved the old one since, and says so.
 * @param {string} id @param {Error} error
 */
function fork(id, { message }) {
  store.notice(message, "error");
  const ids = { id: newId(), writer: newId(), revision: 0 };
  const { tree } = store;
  sending.set(id, null);
  const copy = local.get(id);
  local.remove(id);
  if (tree?.key === id) {
    Object.assign(tree, { key: ids.id, writer: ids.writer, revision: 0 });
    session.set(tree.key);
    contents.delete(tree);
    save();
  } else if (copy) {
    local.set({ ...copy, ...ids, isSaved: false });
    send(ids.id);
  }
}

/** Sends all games that the server does not have. */
function sendAll() {
  clearTimeout(retry);
  retry = 0;
  for (const { id, isSaved } of local.all()) if (!isSaved) send(id);
}

/**
 * The games of the library and those that only the browser has, latest first.
 * @param {string} search words that must all occur
 * @param {number} limit
 * @returns {Promise<{games: Entry[], found: number, all: number}>}
 */
export async function findGames(search, limit) {
  const words = plain(search).split(/\s+/);
  const fits = (/** @type {SavedGame} */ game) => words.every((word) => plain(textOf(game)).includes(word));
  const here = local.all().filter(({ id }) => !deleted.has(id));
  const listed = (await hasServer()) && (await get("library", { search, limit }).catch(() => null));
  if (!listed) {
    const found = here.filter(fits);
    return { games: found.slice(0, limit).map(entryOf), found: found.length, all: here.length };
  }
  const known = new Set(listed.games.map(({ id }) => id));
  const others = here.filter((game) => game.isSaved === false && !known.has(game.id));
  const games = [...others.filter(fits).map(entryOf), ...listed.games].sort((a, b) => b.saved - a.saved);
  return {
    games: games.slice(0, limit),
    found: listed.found + others.filter(fits).length,
    all: listed.all + others.length,
  };
}

/** @param {SavedGame} game */
const textOf = ({ meta, opening, link }) => [meta.black, meta.white, opening, link].filter(Boolean).join(" ");

/** The list entry of a local game. @param {SavedGame} game @returns {Entry} */
const entryOf = ({ id, saved, board, meta, opening, moves, result, ending = null, engine, played = null, review }) => ({
  id,
  saved,
  board,
  black: meta.black ?? null,
  white: meta.white ?? null,
  opening,
  moves,
  result,
  unfinished: Boolean(engine),
  side: meta.side ?? null,
  ending,
  played,
  review: review?.record ?? null,
});

/** A listed game as it was saved last. @param {string} id */
export async function savedGame(id) {
  const copy = local.get(id);
  const isNewest = copy && (copy.isSaved === false || !(await hasServer()));
  return isNewest ? copy : fromServer(id, copy);
}

/**
 * Keeps the review of a saved game with it, unless its moves have changed since.
 * @param {string} id
 * @param {KeptReview} review
 */
export async function keepReview(id, review) {
  if (store.tree?.key === id) {
    store.tree.review = review;
    return save();
  }
  const game = await savedGame(id);
  if (lineOf(game.root) !== review.moves) return;
  const reviewed = { ...game, review, version: newId() };
  if (local.get(id)) local.set({ ...reviewed, isSaved: false });
  await send(id, reviewed);
  notify();
}

/** Opens a listed game. @param {string} id */
export async function openGame(id) {
  const game = await savedGame(id);
  warnIfOpen(id);
  // A new writer: another tab may have the same game open.
  await store.rebuild({ ...game, writer: newId() });
}

/** @param {string} id @param {SavedGame|null} copy @returns {Promise<SavedGame>} */
async function fromServer(id, copy) {
  try {
    const { revision, content } = await get(`library/game/${id}`);
    return /** @type {SavedGame} */ ({ ...content, revision });
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
}

/** @type {Set<string>} Games deleted since the page was loaded, perhaps not on the server yet. */
const deleted = new Set();

/** Removes a game from the library; returns a function that restores it. @param {string} id */
export function discard(id) {
  const copy = local.get(id);
  const ask = async (/** @type {"library/delete"|"library/restore"} */ path) => {
    try {
      if (await hasServer()) await post(path, { id });
    } catch (error) {
      // The server may never have had the game.
      if (!(error instanceof ApiError && error.status === 404)) store.notice(errorText(error), "error");
    }
    notify();
  };
  const { tree } = store;
  const isOpen = tree.key === id;
  // The game on the board is saved again once it changes.
  if (isOpen) tree.isInLibrary = false;
  deleted.add(id);
  local.remove(id);
  ask("library/delete");
  notify();
  return () => {
    deleted.delete(id);
    if (isOpen) tree.isInLibrary = true;
    if (copy) local.set(copy);
    ask("library/restore");
    notify();
  };
}

/**
 * Whether this is a reload or a step through the history, rather than a link opened in the tab.
 * Browsers may lose the state of a history entry that is only milliseconds old.
 */
const isReturning = () => Boolean(history.state) || isReload();
const isReload = () =>
  performance
    .getEntriesByType("navigation")
    .some((one) => /** @type {PerformanceNavigationTiming} */ (one).type === "reload");

/** The game that this tab had open before a reload, if the URL still matches. @param {string} hash */
export async function gameOfTab(hash) {
  const id = session.get();
  if (!id || !isReturning()) return null;
  const isOwn = claim(id);
  const game = local.get(id) ?? ((await hasServer()) ? await fromServer(id, null).catch(() => null) : null);
  // The URL may lag a few milliseconds behind the game.
  const isSame = isReload() ? startOf(game?.link ?? "") === startOf(hash) : game?.link === linkOf(hash);
  if (!game || !isSame) return null;
  if (await isOwn) return game;
  warnIfOpen(id);
  return copyOf(game);
}

/** The game that this tab has locked, and the function that releases the lock. */
let claimed = { id: /** @type {string|null} */ (null), release: () => {}, isHeld: false };

/**
 * Locks a game for this tab, and returns whether it got the lock. A duplicated tab starts with
 * the id of the original's game; a page that reloads releases its lock a little late.
 * @param {string|null} [id]
 * @returns {boolean|Promise<boolean>}
 */
function claim(id = null) {
  if (claimed.id === id) return true;
  claimed.release();
  claimed = { id, release: () => {}, isHeld: false };
  if (!id || !navigator.locks) return true;
  return new Promise((resolve) => {
    const hold = () => {
      if (claimed.id === id) claimed.isHeld = true;
      resolve(true);
      return /** @type {Promise<void>} */ (
        new Promise((done) => (claimed.id === id ? (claimed.release = done) : done()))
      );
    };
    navigator.locks
      .request(PREFIX + id, { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, hold)
      .catch(() => resolve(false));
  });
}

/** Says so if another tab has a game open. @param {string} id */
async function warnIfOpen(id) {
  if (!navigator.locks) return;
  const { held } = await navigator.locks.query();
  if (claimed.id === id && claimed.isHeld) return;
  if (!held?.some(({ name }) => name === PREFIX + id)) return;
  await ready;
  store.notice(t("library.open"));
}

/** The id of this tab's game; it survives a reload but not the tab. */
const session = {
  get() {
    try {
      return sessionStorage.getItem("outflank.game");
    } catch {
      return null;
    }
  },
  /** @param {string} [key] */
  set(key) {
    claim(key);
    try {
      if (key) sessionStorage.setItem("outflank.game", key);
      else sessionStorage.removeItem("outflank.game");
    } catch {
      // Without storage, the URL still has the game.
    }
  },
};

/**
 * A copy of the saved game with the line of a URL, for a second tab. The copy gets its own id once
 * it changes, so that neither tab overwrites the other.
 * @param {string} hash
 */
export function gameWithLine(hash) {
  const found = local.all().find(({ link }) => link === linkOf(hash));
  if (!found) return null;
  warnIfOpen(found.id);
  return copyOf(found);
}

/** @param {SavedGame} game */
const copyOf = (game) => ({ ...game, id: null, writer: null, revision: 0 });

/** Makes the game on the board this tab's game. @param {Tree} tree */
function take(tree) {
  session.set(tree.key);
  // A game that was never saved is not known yet.
  if (tree.isInLibrary && tree.saved && !contents.has(tree)) contents.set(tree, contentOf(packGame()));
}

/** Starts saving games. */
export function mountLibrary() {
  store.on("tree", addToLibrary);
  store.on("node", () => saveSoon());
  store.on("values", () => saveSoon(LONG_PAUSE));
  store.on("game", () => {
    clearTimeout(timer);
    timer = 0;
    const { tree } = store;
    if (tree.isTraining) return;
    take(tree);
    saveSoon();
  });
  take(store.tree);
  addEventListener("pagehide", () => {
    if (timer) save();
    claim(null);
  });
  // The page may come back from the back/forward cache.
  addEventListener("pageshow", ({ persisted }) => persisted && claim(store.tree.key));
  addEventListener("online", sendAll);
  // Another tab saved or discarded a game.
  addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && notify());
  sendAll();
  const saved = local.all().filter(({ isSaved }) => isSaved);
  for (const { id } of [...saved.slice(MAX_LOCAL), ...local.all().slice(MAX_LOCAL_ALONE)]) local.remove(id);
}
