/**
 * Saves the library, the cards and the settings to one file, restores them, and adds game files to the archive.
 */

import { ApiError, get, post } from "./api.js";

/** Maximum length of a request in characters, far enough below the server's limit in bytes. */
const PIECE = 1 << 20;

/**
 * The games of the library, the cards with their answers, and settings, as one file.
 * @param {object} settings
 * @returns {Promise<{name: string, content: string}>}
 */
export async function exportAll(settings = {}) {
  const { file, content } = await get("storage/export");
  return { name: file, content: `${JSON.stringify({ settings })}\n${content}` };
}

/**
 * Adds the content of a file from `exportAll`. Keeps newer games and cards. The lines do not depend on each other, so
 * damaged ones are left out and counted.
 * @param {string} content
 */
export async function importAll(content) {
  const total = { games: 0, cards: 0, answers: 0, known: 0, damaged: 0 };
  /** @type {object|null} */
  let settings = null;
  /** @param {string[]} lines @returns {Promise<void>} */
  const send = async (lines) => {
    if (!lines.length) return;
    try {
      const counts = await post("storage/import", new Blob([lines.join("\n")]));
      add(total, counts);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 400)) throw error;
      // One of the lines is not a game or a card.
      if (lines.length === 1) total.damaged += 1;
      else for (const half of [lines.slice(0, lines.length / 2), lines.slice(lines.length / 2)]) await send(half);
    }
  };
  /** @type {string[]} */
  let piece = [];
  let size = 0;
  for (const text of content.split("\n").filter((one) => one.trim())) {
    const kind = kindOf(text);
    if (!kind) total.damaged += 1;
    if (kind === "settings") settings = JSON.parse(text).settings;
    if (kind !== "game" && kind !== "card") continue;
    if (piece.length && size + text.length > PIECE) {
      await send(piece);
      piece = [];
      size = 0;
    }
    piece.push(text);
    size += text.length;
  }
  await send(piece);
  return { ...total, settings };
}

/**
 * Adds counts to the totals of the same names.
 * @template {string} N
 * @param {{[name in N]: number}} total
 * @param {{[name in N]?: number}} counts
 */
function add(total, counts) {
  for (const name of /** @type {N[]} */ (Object.keys(total))) total[name] += counts[name] ?? 0;
}

/** The kind of a line: `settings`, `game` or `card`; null if it is damaged. @param {string} text */
function kindOf(text) {
  try {
    const found = JSON.parse(text);
    return ["settings", "game", "card"].find((key) => found?.[key]) ?? null;
  } catch {
    return null;
  }
}

/**
 * Adds the games in `files` to the archive. The names for WTHOR files come from a `.jou` and a `.trn` file among them.
 * Goes on after a file that cannot be read, and returns it in `failed`. `isNameless`: there are WTHOR files, but not both files of
 * names.
 * @param {Iterable<File>} files
 * @param {(done: number, all: number, counts: Api.Imported2) => void} [onProgress]
 * @param {{signal?: AbortSignal}} [options]
 */
export async function importIntoArchive(files, onProgress = () => {}, { signal } = {}) {
  const endsWith = (/** @type {File} */ { name }, /** @type {string} */ end) => name.toLowerCase().endsWith(end);
  const all = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const [players, tournaments] = [".jou", ".trn"].map((end) => all.find((file) => endsWith(file, end)));
  const games = all.filter((file) => !endsWith(file, ".jou") && !endsWith(file, ".trn"));
  const total = { read: 0, written: 0, rejected: 0, duplicates: 0, known: 0 };
  /** @type {{file: string, error: ApiError}[]} */
  const failed = [];
  onProgress(0, games.length, total);
  for (const [at, file] of games.entries()) {
    signal?.throwIfAborted();
    const tables = endsWith(file, ".wtb") && players && tournaments ? { players, tournaments } : null;
    const names = tables && { players: tables.players.size, tournaments: tables.tournaments.size };
    const body = new Blob(tables ? [tables.players, tables.tournaments, file] : [file]);
    const query = { name: file.name, last: at + 1 === games.length, ...names };
    try {
      add(total, await post("archive/import", body, { query, signal }));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 400)) throw error;
      failed.push({ file: file.name, error });
    }
    onProgress(at + 1, games.length, total);
  }
  const isNameless = !(players && tournaments) && games.some((file) => endsWith(file, ".wtb"));
  return { ...total, failed, isNameless };
}
