/** Pasting and dropping games, positions and files anywhere. */

import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { store } from "./store.js";

/** The panel for files, loaded on demand. */
const filesPanel = () => import("./panels/files.js");

/** The boards that a position without a shape may be on, the most common first. */
const SHAPES = [[8, 8], [6, 6], [10, 10], [9, 7], [7, 7], [4, 4], [12, 10], [16, 8]];

/** A transcript: squares and passes, with optional numbers and spaces. */
function transcriptOf(text) {
  const words = text.replace(/\b\d+\s*[.)]\s*/g, " ").trim();
  if (!/^(?:[a-p](?:1[0-6]|[1-9])|pass|pa|ps|--|[\s,;-])+$/i.test(words)) return null;
  return (words.match(/[a-p](?:1[0-6]|[1-9])/gi) ?? []).join("").toLowerCase() || null;
}

/** A position: squares and the side to move; the number of squares determines the board. */
function positionOf(text) {
  const [, squares, mover] = /^([-.xo*@\s]+?)\s+([xo*@])[\s;]*$/i.exec(text.trim()) ?? [];
  if (!squares) return null;
  const lines = squares.trim().split(/\s+/);
  const count = lines.join("").length;
  const isDrawn = lines.length > 1 && lines.every((line) => line.length === lines[0].length);
  const here = store.tree;
  const shape = isDrawn
    ? [lines[0].length, lines.length]
    : [[here.columns, here.rows], ...SHAPES].find(([columns, rows]) => columns * rows === count);
  return shape ? { board: shape.join("x"), start: `${lines.join("")} ${mover}` } : null;
}

/** Loads a text in any format. */
export async function takeText(text) {
  if (!text.trim()) return;
  const link = /#g=\S+/.exec(text);
  if (link && /^\S+$/.test(text.trim())) {
    location.hash = link[0];
    return;
  }
  const moves = transcriptOf(text);
  const game = moves ? { board: await boardFor(moves), moves } : positionOf(text);
  if (game && !game.board) return;
  if (!game) return (await filesPanel()).importText(text);
  try {
    await store.newGame(game);
    store.notice(t(moves ? "incoming.transcript" : "incoming.position"));
  } catch (error) {
    store.notice(t("incoming.wrong", { message: error.message }), "error");
  }
}

/** A transcript does not name its board: use the current one, unless it is too small. */
async function boardFor(moves) {
  const { board, columns, rows } = store.tree;
  if (board === "8x8") return board;
  const fits = moves.match(/[a-p]\d+/g).every((square) => square.charCodeAt(0) - 97 < columns && Number(square.slice(1)) <= rows);
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

async function takeFiles(files) {
  try {
    await (await filesPanel()).importFiles(files);
  } catch (error) {
    store.notice(error.message, "error");
  }
}

const isField = (target) => target.closest?.("input, textarea, [contenteditable]");

export function mountIncoming() {
  document.addEventListener("paste", (event) => {
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    const { files } = event.clipboardData;
    event.preventDefault();
    if (files.length) takeFiles([...files]);
    else takeText(event.clipboardData.getData("text/plain"));
  });
  const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const show = (isOver) => document.body.classList.toggle("dropping", isOver);
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
    takeFiles([...event.dataTransfer.files]);
  });
}
