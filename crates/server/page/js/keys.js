/**
 * Keyboard commands. Each is listed in the help; single-character commands, and squares typed
 * anywhere ("f" and then "5"), can be switched off.
 *
 * A panel may add commands: `addCommand({ keys: ["A"], label: "analysis.key", act })`. A key is
 * named as in `KeyboardEvent.key`, after the modifiers `Ctrl+`, `Alt+` and `Shift+`. Characters
 * have no `Shift+`: `A`, not `Shift+a`.
 */

import { openDialog } from "./dialog.js";
import { closest, create } from "./elements.js";
import { playNamed } from "./entry.js";
import { t } from "./i18n.js";
import { settings } from "./settings.js";
import { store } from "./store.js";

/** @typedef {{keys: string[], label: string, act: () => unknown}} Command `label` is a message key */

/** @type {Command[]} */
const commands = [];
/** Keys handled elsewhere, which are also listed in the help. */
const OTHER_KEYS = [
  { keys: ["←", "→", "↑", "↓"], label: "keys.moveOnBoard" },
  { keys: ["Enter"], label: "keys.playOnBoard" },
  { keys: ["f", "5"], label: "keys.typed" },
  { keys: ["Ctrl+v"], label: "keys.paste" },
  { keys: ["wheel"], label: "keys.wheel" },
  { keys: ["Shift+F10"], label: "keys.menu" },
  { keys: ["Delete"], label: "keys.delete" },
  { keys: ["Alt+↑"], label: "keys.promote" },
  { keys: ["+", "-"], label: "keys.fold" },
  { keys: ["Escape"], label: "keys.escape" },
];

const TYPING_PAUSE = 1500;
let typed = "";
let typedTimer = 0;

/** @param {Command} command */
export function addCommand(command) {
  commands.push(command);
}

/** Whether the focus is in a text field or a dialog. @param {Event} event */
const isTaken = (event) =>
  closest(
    event,
    "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable], dialog, [role=menu]",
  );

/** Elements that handle arrow keys themselves. @param {Event} event */
const hasArrows = (event) =>
  closest(
    event,
    "[role=tablist], [role=grid], [role=slider], [role=listbox], [role=tree], [role=radiogroup], .moves-list, input, summary",
  );

/** @param {KeyboardEvent} event */
function nameOf(event) {
  const isCharacter = event.key.length === 1;
  return [
    event.ctrlKey || event.metaKey ? "Ctrl+" : "",
    event.altKey ? "Alt+" : "",
    event.shiftKey && !isCharacter ? "Shift+" : "",
    event.key,
  ].join("");
}

/** Handles squares typed anywhere: a letter, then its row. Returns whether it handled the key. @param {string} key */
function typeSquare(key) {
  const { columns, rows } = store.tree;
  clearTimeout(typedTimer);
  if (/^[a-p]$/i.test(key) && key.toLowerCase().charCodeAt(0) - 97 < columns) {
    typed = key.toLowerCase();
  } else if (typed && /^\d$/.test(key)) {
    typed += key;
  } else {
    typed = "";
    return false;
  }
  const row = Number(typed.slice(1));
  // On boards with ten or more rows, 1 may be the first digit of another row.
  const isOpen = typed.length === 1 || (typed.length === 2 && row * 10 <= rows);
  const play = () => {
    const square = typed;
    typed = "";
    if (square.length > 1) playTyped(square);
  };
  if (isOpen) typedTimer = setTimeout(play, TYPING_PAUSE);
  else play();
  return true;
}

/** @param {string} square */
async function playTyped(square) {
  const problem = await playNamed(square);
  if (problem) store.notice(problem);
}

export function mountKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || !store.tree || isTaken(event)) return;
    const name = nameOf(event);
    const isSingle = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isSingle && !settings.get("singleKeys")) return;
    if (isSingle && typeSquare(event.key)) return event.preventDefault();
    if (/^(Arrow|Home$|End$)/.test(name) && hasArrows(event)) return;
    const command = commands.find(({ keys }) => keys.includes(name));
    if (!command) return;
    event.preventDefault();
    command.act();
  });
}

/** @type {{[key: string]: string}} */
const ARROWS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** The name as printed on the keys: a capital letter is typed with Shift. @param {string} name */
const asTyped = (name) =>
  name.replace(/^Ctrl\+(\w)$/, (_, letter) => `Ctrl+${letter < "a" ? "Shift+" : ""}${letter.toUpperCase()}`);

/** @param {string} name */
function keyWords(name) {
  const words = asTyped(name)
    .split(/(?<=.)\+(?=.)/)
    .map((part) => {
      const key = `key.${part}`;
      const text = t(key);
      return text === key ? (ARROWS[part] ?? part) : text;
    });
  return create("kbd", {}, words.join(" + "));
}

export function openHelp() {
  const rows = [...commands, ...OTHER_KEYS].map(({ keys, label }) =>
    create("div", { class: "key-row" }, create("dt", {}, ...keys.map(keyWords)), create("dd", { i18n: label })),
  );
  return openDialog({
    title: "keys.title",
    wide: true,
    content: [create("p", { class: "soft", i18n: "keys.intro" }), create("dl", { class: "key-list" }, ...rows)],
  });
}
