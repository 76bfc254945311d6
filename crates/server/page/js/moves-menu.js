/** The menu of a move, for pointer and keyboard. */

import { announce } from "./announce.js";
import { openDialog } from "./dialog.js";
import { closest, create } from "./elements.js";
import { t } from "./i18n.js";
import { variationOf } from "./moves.js";
import { store } from "./store.js";

/**
 * @typedef {{isFolded: (node: Node) => boolean, fold: (node: Node) => void, focusOn: (node: Node|null) => void}} Actions
 *   those of the list of moves
 * @import {Node} from "./tree.js"
 */

let close = () => {};

/**
 * @param {Node} node
 * @param {HTMLElement} anchor the element at which the menu opens and to which the focus then returns
 * @param {Actions} actions
 */
export function openMenu(node, anchor, { isFolded, fold, focusOn }) {
  close();
  const first = variationOf(node);
  const items = [
    first && { key: "moves.promote", act: () => promote(node) },
    first && { key: isFolded(first) ? "moves.unfold" : "moves.foldUp", act: () => fold(first) },
    { key: node.comment ? "moves.editComment" : "moves.comment", act: () => editComment(node) },
    { key: "moves.copy", act: () => copy(node) },
    node.parent && { key: "moves.delete", kind: "danger", act: () => remove(node, focusOn) },
  ].filter((one) => one !== null);
  const menu = create("div", { class: "menu", role: "menu", "aria-label": t("moves.more") });
  const entries = items.map(({ key, kind = "" }, index) =>
    create(
      "button",
      { type: "button", role: "menuitem", tabindex: "-1", class: `menu-item ${kind}`, "data-index": index },
      t(key),
    ),
  );
  menu.append(...entries);
  const leave = (/** @type {boolean} */ isBack) => {
    menu.remove();
    document.removeEventListener("pointerdown", onOutside, true);
    close = () => {};
    if (isBack && anchor.isConnected) anchor.focus();
  };
  close = () => leave(false);
  const choose = (/** @type {number} */ index) => {
    leave(true);
    items[index].act();
  };
  /** @param {Event} event */
  function onOutside(event) {
    if (closest(event, ".menu") !== menu) leave(false);
  }
  menu.addEventListener("click", (event) => {
    const entry = closest(event, "[data-index]");
    if (entry) choose(Number(entry.dataset.index));
  });
  menu.addEventListener("keydown", (event) => {
    const index = entries.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    /** @type {{[key: string]: number}} */
    const places = {
      ArrowDown: (index + 1) % entries.length,
      ArrowUp: (index + entries.length - 1) % entries.length,
      Home: 0,
      End: entries.length - 1,
    };
    const to = places[event.key];
    if (to !== undefined) entries[to].focus();
    else if (event.key === "Escape") leave(true);
    else if (event.key === "Tab") return leave(false);
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", onOutside, true);
  // Inside a landmark but outside the list, whose later items would cover it.
  document.querySelector("main")?.append(menu);
  place(menu, anchor);
  entries[0].focus();
}

/** Places the menu below its anchor, or where there is room. @param {HTMLElement} menu @param {HTMLElement} anchor */
function place(menu, anchor) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  const top = box.bottom + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : box.bottom + 4;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}

/** @param {Node} node */
function promote(node) {
  store.promote(node);
  announce(t("moves.promoted"));
}

/** @param {Node} node @param {Actions["focusOn"]} focusOn */
function remove(node, focusOn) {
  const { parent } = node;
  store.remove(node);
  announce(t("moves.deleted"));
  focusOn(parent);
}

/** @param {Node} node */
async function copy(node) {
  const moves = store.movesTo(node);
  try {
    await navigator.clipboard.writeText(moves);
    store.notice(t("moves.copied"));
  } catch {
    store.notice(moves);
  }
}

/** @param {Node} node */
async function editComment(node) {
  /** @param {KeyboardEvent} event */
  const save = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    /** @type {HTMLElement|null|undefined} */
    const button = field.form?.querySelector("[value=save]");
    field.form?.requestSubmit(button);
  };
  const field = create(
    "textarea",
    { class: "field", rows: "5", id: "comment-field", autofocus: true, on: { keydown: save } },
    node.comment ?? "",
  );
  const answer = await openDialog({
    title: "moves.comment",
    content: [create("label", { class: "label", for: "comment-field", i18n: "moves.commentLabel" }), field],
    buttons: [
      { key: "dialog.cancel", value: "" },
      { key: "dialog.save", value: "save", kind: "primary" },
    ],
  });
  if (answer === "save") store.setComment(node, field.value);
}
