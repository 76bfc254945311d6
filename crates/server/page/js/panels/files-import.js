// The games read from files and pasted text, those rejected, and the messages about them. This
// module is separate from the panel because files can be dropped, and text pasted, anywhere.

import { ApiError, post } from "../api.js";
import { has, t } from "../i18n.js";
import { addToLibrary, openSaved } from "../library.js";
import { store } from "../store.js";
import { leaveHome, openTab } from "../tabs.js";
import { errorText } from "./words.js";
import { holdsNames, nameGames, readNames } from "./wthor-names.js";

/**
 * @import {Node} from "../tree.js"
 * @import {Names} from "./wthor-names.js"
 */

/** @typedef {{record: Api.Record, file: string}} Listed a game and the file that it is from */

export const imported = {
  /** @type {Listed[]} */
  games: [],
  /** @type {{number: number, error: string, file: string}[]} */
  rejected: [],
  /** @type {{file: string, message: string, key: string}[]} files that could not be read at all */
  failed: [],
  /** @type {string[]} warnings that many games share */
  warnings: [],
  /** @type {string[]} the names of the files read */
  names: [],
  isReading: false,
};

/** @type {Set<{changed: () => void, done: () => void}>} */
const listeners = new Set();

/** A warning shared by more games than this is shown once, not for each game. */
const MAX_REPEATED = 5;

/**
 * @param {() => void} changed
 * @param {() => void} done called when reading has finished
 * @returns {() => void} removes the listeners
 */
export function onImport(changed, done) {
  const listener = { changed, done };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const notify = () => listeners.forEach(({ changed }) => changed());

/** @param {string} name @param {Blob} bytes @param {Names} wthorNames */
async function readOne(name, bytes, wthorNames) {
  // Transcripts do not name their board: use the current one.
  const query = { board: store.tree?.board ?? "8x8", name };
  const { format, games, rejected } = await post("import", bytes, { query });
  if (format === "wthor") await nameGames(games, bytes, wthorNames);
  for (const text of sharedWarnings(games)) imported.warnings.push(text);
  imported.games.push(...games.map((record) => ({ record, file: name })));
  imported.rejected.push(...rejected.map((one) => ({ ...one, file: name })));
}

/** Removes the warnings that many games share, and returns them. @param {Api.Record[]} games */
function sharedWarnings(games) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const text of games.flatMap(({ warnings }) => warnings)) numbers.set(text, (numbers.get(text) ?? 0) + 1);
  const shared = [...numbers].flatMap(([text, number]) => (number > MAX_REPEATED ? text : []));
  for (const game of games) game.warnings = game.warnings.filter((text) => !shared.includes(text));
  return shared;
}

/**
 * @param {{name: string, bytes: Blob}[]} sources
 * @param {boolean} isQuiet whether the caller reports errors
 */
async function read(sources, isQuiet = false) {
  const names = sources.map(({ name }) => name);
  store.notice("");
  Object.assign(imported, { games: [], rejected: [], failed: [], warnings: [], names, isReading: true });
  notify();
  const wthorNames = await readNames(sources);
  for (const { name, bytes } of sources) {
    if (holdsNames(name)) continue;
    try {
      await readOne(name, bytes, wthorNames);
    } catch (error) {
      imported.failed.push({ file: name, message: errorText(error), key: error instanceof ApiError ? error.key : "" });
    }
  }
  imported.isReading = false;
  notify();
  const { games, failed } = imported;
  if (isQuiet && !games.length) Object.assign(imported, { rejected: [], failed: [], warnings: [], names: [] });
  if (games.length === 1) {
    const { record } = games[0];
    await openGame(record);
    // A transcript has nothing that a saved game with its moves lacks.
    const isTranscript = !record.black && !record.white && !record.notes.length;
    await ((isTranscript && openSaved()) || addToLibrary());
    leaveHome();
  }
  // The list of the games comes to the front.
  else {
    if (games.length) openTab("files");
    listeners.forEach(({ done }) => done());
  }
  if (!isQuiet) {
    const errors = failed.map(({ file, message }) => t("files.failed", { file, message }));
    if (names.every(holdsNames)) errors.push(t("files.only-names"));
    if (errors.length) store.notice(errors.join(" "), "error");
  }
  return { games, failed };
}

/** Names the parts of games that could not be kept. @param {string[]} warnings */
export function omissionText(warnings) {
  const words = (/** @type {string} */ name) => (has(`omission.${name}`) ? t(`omission.${name}`) : name);
  return t("files.all-lack", { what: warnings.map(words).join(", ") });
}

/**
 * Opens a game and shows its warnings; `discs` is the number of discs in the position to show.
 * @param {Api.Record} record @param {number} [discs]
 */
export async function openGame(record, discs = 0) {
  try {
    await store.load(record);
    const count = (/** @type {Node} */ { position }) => position.discs.black + position.discs.white;
    const found = store.mainLine().find((node) => count(node) === discs);
    if (found) store.goTo(found);
    if (record.warnings.length) store.notice(omissionText(record.warnings));
  } catch (error) {
    store.notice(errorText(error), "error");
  }
}

/**
 * Reads files; a single game is opened at once.
 *
 * @param {Iterable<File>} files
 */
export const importFiles = (files) => read([...files].map((file) => ({ name: file.name, bytes: file })));

/**
 * Reads text in any format.
 *
 * @param {string} text
 * @param {boolean} [isQuiet] whether the caller reports errors
 */
export const importText = (text, isQuiet) => read([{ name: t("files.pasted-name"), bytes: new Blob([text]) }], isQuiet);
