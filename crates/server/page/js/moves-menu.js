/** The menu of a move, for pointer and keyboard. */

import { announce } from "./announce.js";
import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { variationOf } from "./moves.js";
import { store } from "./store.js";

let close = () => {};

/**
 * @param {import("./store.js").Node} node
 * @param {HTMLElement} anchor the element at which the menu opens and to which the focus then returns
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
  ].filter(Boolean);
  const menu = create(
    "div",
    { class: "menu", role: "menu", "aria-label": t("moves.more") },
    ...items.map(({ key, kind = "" }, index) =>
      create(
        "button",
        { type: "button", role: "menuitem", tabindex: "-1", class: `menu-item ${kind}`, "data-index": index },
        t(key),
      ),
    ),
  );
  const entries = [...menu.children];
  const leave = (isBack) => {
    menu.remove();
    document.removeEventListener("pointerdown", onOutside, true);
    close = () => {};
    if (isBack && anchor.isConnected) anchor.focus();
  };
  close = () => leave(false);
  const choose = (index) => {
    leave(true);
    items[index].act();
  };
  function onOutside(event) {
    if (!menu.contains(event.target)) leave(false);
  }
  menu.addEventListener("click", (event) => {
    const entry = event.target.closest("[data-index]");
    if (entry) choose(Number(entry.dataset.index));
  });
  menu.addEventListener("keydown", (event) => {
    const index = entries.indexOf(document.activeElement);
    const to = {
      ArrowDown: (index + 1) % entries.length,
      ArrowUp: (index + entries.length - 1) % entries.length,
      Home: 0,
      End: entries.length - 1,
    }[event.key];
    if (to !== undefined) entries[to].focus();
    else if (event.key === "Escape") leave(true);
    else if (event.key === "Tab") return leave(false);
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", onOutside, true);
  // Inside a landmark but outside the list, whose later items would cover it.
  document.querySelector("main").append(menu);
  place(menu, anchor);
  entries[0].focus();
}

/** Places the menu below its anchor, or where there is room. */
function place(menu, anchor) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
  const top = box.bottom + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : box.bottom + 4;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}

function promote(node) {
  store.promote(node);
  announce(t("moves.promoted"));
}

function remove(node, focusOn) {
  const { parent } = node;
  store.remove(node);
  announce(t("moves.deleted"));
  focusOn(parent);
}

async function copy(node) {
  const moves = store.movesTo(node);
  try {
    await navigator.clipboard.writeText(moves);
    store.notice(t("moves.copied"));
  } catch {
    store.notice(moves);
  }
}

async function editComment(node) {
  const save = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
      field.form.requestSubmit(field.form.querySelector("[value=save]"));
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
