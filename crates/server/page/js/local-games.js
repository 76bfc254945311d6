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

export const local = {
  /** @param {string} id @returns {SavedGame|null} */
  get(id) {
    try {
      const game = parse(localStorage.getItem(PREFIX + id));
      return game?.id === id ? game : null;
    } catch {
      return null;
    }
  },
  /** @param {SavedGame} game @returns {boolean} whether the browser keeps it */
  set(game) {
    try {
      localStorage.setItem(PREFIX + game.id, JSON.stringify(game));
      return true;
    } catch {
      // The storage is full, or there is none.
      const oldest = local.all().findLast(({ id, isSaved }) => id !== game.id && isSaved !== false);
      if (!oldest) return false;
      local.remove(oldest.id);
      return local.set(game);
    }
  },
  /** @param {string} id */
  remove(id) {
    try {
      localStorage.removeItem(PREFIX + id);
    } catch {
      // Without storage there is nothing to remove.
    }
  },
  /** Newest first, skipping damaged games. @returns {SavedGame[]} */
  all() {
    try {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
      const games = keys.map((key) => local.get(key.slice(PREFIX.length)));
      return games.filter((game) => game !== null).sort((a, b) => b.saved - a.saved);
    } catch {
      // There is no storage.
      return [];
    }
  },
};
