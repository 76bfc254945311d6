// What was read from files and pasted texts: the games, those refused, and what
// is to be said of it. It is kept apart from the panel, because files are also
// dropped on the page and texts pasted into it.

import { post } from "../api.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { errorText } from "./words.js";

export const imported = {
  /** @type {any[]} the games, as the server gives them */
  games: [],
  /** @type {{number: number, error: string, file: string}[]} */
  rejected: [],
  /** @type {{file: string, message: string}[]} files of which nothing could be read */
  failed: [],
  /** @type {string[]} what was read */
  names: [],
  isReading: false,
};

const listeners = new Set();

/** @param {() => void} listener @returns {() => void} stops telling */
export function onImport(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener());

async function readOne(name, bytes) {
  // Transcripts say nothing of the board: it is the one on the screen.
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
  // Whoever has the list before him sees it.
  else if (games.length && !document.querySelector(".panel-files")?.offsetParent) store.notice(t("files.read", { count: games.length }));
  return imported;
}

/** Opens a game, and tells of what was doubtful in it. */
export async function openGame(record) {
  try {
    await store.load(record);
    for (const warning of record.warnings ?? []) store.notice(warning);
  } catch (error) {
    store.notice(errorText(error), "error");
  }
}

/**
 * Reads files; one game alone is opened at once.
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
