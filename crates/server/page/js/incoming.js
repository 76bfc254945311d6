/** Pasting and dropping games, positions and files anywhere. */

import { post } from "./api.js";
import { offerUndo, openDialog } from "./dialog.js";
import { closest, create } from "./elements.js";
import { t } from "./i18n.js";
import { isBareLink, isFile, positionIn, squaresIn, squaresOfTags } from "./incoming-text.js";
import { addToLibrary, openSaved } from "./library.js";
import { errorText } from "./panels/words.js";
import { placeOf } from "./squares.js";
import { store } from "./store.js";
import { leaveHome } from "./tabs.js";
import { partialText } from "./words.js";

/** The panel for files, loaded on demand. */
const filesPanel = () => import("./panels/files.js");

/** Loads text in any format. @param {string} text */
export async function loadText(text) {
  if (!text.trim()) return;
  const link = /#g=[^\s"'<>]+/.exec(text);
  if (link) return void (location.hash = link[0]);
  if (isFile(text)) {
    const { games, failed } = await (await filesPanel()).importText(text, true);
    if (games.length) return;
    const refused = failed.find(({ key }) => key === "too_large");
    if (refused) return store.notice(refused.message, "error");
    return loadMoves(squaresOfTags(text), text);
  }
  const position = positionIn(text, store.tree);
  if (position) return loadPosition(position);
  return loadMoves(squaresIn(text), text);
}

/** Loads text that may have a game on each line. @param {string} text */
export async function loadGames(text) {
  const { games } = await (await filesPanel()).importText(text, true);
  if (!games.length) await loadText(text);
}

/** @param {{board: string, start: string}} position */
async function loadPosition(position) {
  try {
    await store.newGame(position);
    leaveHome();
    offerUndo(t("incoming.position"));
  } catch (error) {
    store.notice(t("incoming.wrong", { message: errorText(error) }), "error");
  }
}

/**
 * Plays squares up to the first illegal move, and reports what was left out.
 * @param {string[]} squares @param {string} text
 */
async function loadMoves(squares, text) {
  if (!squares.length) {
    const words = text.trim().replace(/\s+/g, " ");
    const shown = words.length > 40 ? `${words.slice(0, 39)}…` : words;
    return store.notice(t(isBareLink(text) ? "incoming.bareLink" : "incoming.nothing", { text: shown }), "error");
  }
  const board = await boardFor(squares);
  if (!board) return;
  try {
    await openMoves(board, squares);
  } catch (error) {
    store.notice(t("incoming.wrong", { message: errorText(error) }), "error");
  }
}

/**
 * Opens a game up to its first illegal move; opens nothing if the first move is illegal.
 * @param {string} board @param {string[]} squares
 */
async function openMoves(board, squares) {
  const [columns, rows] = board.split("x").map(Number);
  const end = squares.findIndex((square) => {
    const { column, row } = placeOf(square);
    return !(column >= 0 && column < columns && row >= 0 && row < rows);
  });
  // No game has more moves than the board has squares.
  const wanted = squares.slice(0, end < 0 ? columns * rows : end);
  const { moves } = await post("game", { board, moves: wanted.join(""), partial: true });
  const loaded = squaresIn(moves).length;
  if (!loaded) return store.notice(t("incoming.illegal", { move: squares[0] }), "error");
  await store.newGame({ board, moves });
  await (openSaved() ?? addToLibrary());
  leaveHome();
  offerUndo(loaded < squares.length ? partialText(squares, loaded) : t("incoming.transcript"));
}

/** A transcript does not name its board: use the current one, unless it is too small. @param {string[]} squares */
async function boardFor(squares) {
  const { board, columns, rows } = store.tree;
  if (board === "8x8") return board;
  const fits = squares.every((square) => square.charCodeAt(0) - 97 < columns && Number(square.slice(1)) <= rows);
  if (!fits) return "8x8";
  const answer = await openDialog({
    title: "incoming.which",
    content: [create("p", {}, t("incoming.whichText", { board: board.replace("x", " × ") }))],
    buttons: [
      { key: "incoming.usual", value: "8x8" },
      { key: "incoming.here", value: board, kind: "primary" },
    ],
  });
  return answer || null;
}

/** @param {File[]} files */
async function loadFiles(files) {
  try {
    await (await filesPanel()).importFiles(files);
  } catch (error) {
    store.notice(errorText(error), "error");
  }
}

/** Whether a paste belongs to a text field; the square field accepts only a square. @param {ClipboardEvent} event */
function isField(event) {
  const field = closest(event, "input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]");
  return field && !(field.id === "square-field" && textOf(event).trim().length > 3);
}

/** @param {ClipboardEvent} event */
const textOf = ({ clipboardData }) => clipboardData?.getData("text/plain") ?? "";

export function mountIncoming() {
  document.addEventListener("paste", (event) => {
    if (isField(event) || document.querySelector("dialog[open]")) return;
    const files = event.clipboardData?.files;
    event.preventDefault();
    if (files?.length) loadFiles([...files]);
    else loadText(textOf(event));
  });
  const carriesFiles = (/** @type {DragEvent} */ event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const show = (/** @type {boolean} */ isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) show(false);
  });
  document.addEventListener("drop", (event) => {
    show(false);
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    loadFiles([...(event.dataTransfer?.files ?? [])]);
  });
}
