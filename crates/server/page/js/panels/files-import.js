// The games read from files and pasted text, those rejected, and the messages about them. It is
// separate from the panel because files can also be dropped on the page, and text pasted into
// it.

import { post } from "../api.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { errorText } from "./words.js";

export const imported = {
  /** @type {any[]} the games, as the server returns them */
  games: [],
  /** @type {{number: number, error: string, file: string}[]} */
  rejected: [],
  /** @type {{file: string, message: string}[]} files that could not be read at all */
  failed: [],
  /** @type {string[]} the names of the files read */
  names: [],
  isReading: false,
};

const listeners = new Set();

/** @param {() => void} listener @returns {() => void} removes the listener */
export function onImport(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener());

async function readOne(name, bytes) {
  // Transcripts do not name their board: use the current one.
  const query = { board: store.tree?.board ?? "8x8", name };
  const { games, rejected } = await post("import", bytes, { query });
  imported.games.push(...games.map((record) => ({ record, file: name })));
  imported.rejected.push(...rejected.map((one) => ({ ...one, file: name })));
}

/** @param {{name: string, bytes: Blob}[]} sources */
async function read(sources) {
  Object.assign(imported, { games: [], rejected: [], failed: [], names: sources.map(({ name }) => name), isReading: true });
  tell();
  for (const { name, bytes } of sources) {
    try {
      await readOne(name, bytes);
    } catch (error) {
      imported.failed.push({ file: name, message: errorText(error) });
    }
  }
  imported.isReading = false;
  tell();
  const { games, failed } = imported;
  for (const { file, message } of failed) store.notice(t("files.failed", { file, message }), "error");
  if (games.length === 1) await openGame(games[0].record);
  // The list itself shows the result.
  else if (games.length && !document.querySelector(".panel-files")?.offsetParent) store.notice(t("files.read", { count: games.length }));
  return imported;
}

/** Opens a game, and shows its warnings. */
export async function openGame(record) {
  try {
    await store.load(record);
    for (const warning of record.warnings ?? []) store.notice(warning);
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
 * Reads a text in any format.
 *
 * @param {string} text
 */
export const importText = (text) => read([{ name: t("files.pasted-name"), bytes: new Blob([text]) }]);
