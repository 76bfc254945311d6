/** The games that the browser keeps, each as text under a key of its own. */

/**
 * @typedef {SavedTree & {id: string, writer?: string, version?: string, isSaved?: boolean, saved: number, link: string,
 *   moves: number, line?: string, result: number|null, ending?: string|null, opening: string|null}} SavedGame a game as
 *   it is kept in the browser and sent to the library; `isSaved` says whether the library has this version, and `saved`
 *   is when the game itself changed last: a review does not change it
 * @import {SavedNode, SavedTree} from "./saved-game.js"
 */

export const PREFIX = "outflank.game.";

const isObject = (/** @type {unknown} */ value) => Boolean(value) && typeof value === "object";

/** Whether the moves of a node and its descendants are text. @param {SavedNode} node @returns {boolean} */
const isNode = ({ m, k }) =>
  (m === undefined || typeof m === "string") &&
  (k === undefined || (Array.isArray(k) && k.every((child) => isObject(child) && isNode(child))));

/**
 * Parses a saved game; null if it is damaged.
 * @param {string|null} text
 * @returns {SavedGame|null}
 */
function parse(text) {
  try {
    const game = JSON.parse(text ?? "null");
    const isGame =
      isObject(game) &&
      [game.id, game.link, game.board, game.start].every((field) => typeof field === "string") &&
      typeof game.saved === "number" &&
      [game.meta, game.root].every(isObject) &&
      Array.isArray(game.path) &&
      isNode(game.root);
    return isGame ? game : null;
  } catch {
    return null;
  }
}

/** @type {Map<string, SavedGame>} The games that the browser could not store; this tab keeps them while it is open. */
const unstored = new Map();

export const local = {
  /** @param {string} id @returns {SavedGame|null} */
  get(id) {
    const kept = unstored.get(id);
    if (kept) return kept;
    try {
      const game = parse(localStorage.getItem(PREFIX + id));
      return game?.id === id ? game : null;
    } catch {
      return null;
    }
  },
  /** @param {SavedGame} game @returns {boolean} whether the browser stores it and all games that it could not store before */
  set(game) {
    try {
      localStorage.setItem(PREFIX + game.id, JSON.stringify(game));
    } catch {
      // The storage is full, or there is none.
      const isEvictable = (/** @type {SavedGame} */ { id, isSaved }) =>
        id !== game.id && isSaved !== false && !unstored.has(id);
      const oldest = local.all().findLast(isEvictable);
      if (oldest) {
        local.remove(oldest.id);
        return local.set(game);
      }
      unstored.set(game.id, game);
      return false;
    }
    unstored.delete(game.id);
    const [next] = unstored.values();
    return !next || local.set(next);
  },
  /** @param {string} id */
  remove(id) {
    unstored.delete(id);
    try {
      localStorage.removeItem(PREFIX + id);
    } catch {
      // Without storage there is nothing to remove.
    }
  },
  /** Newest first, skipping damaged games. @returns {SavedGame[]} */
  all() {
    /** @type {string[]} */
    let keys = [];
    try {
      keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    } catch {
      // There is no storage.
    }
    const ids = new Set([...unstored.keys(), ...keys.map((key) => key.slice(PREFIX.length))]);
    const games = [...ids].map(local.get).filter((game) => game !== null);
    return games.sort((a, b) => b.saved - a.saved);
  },
};
