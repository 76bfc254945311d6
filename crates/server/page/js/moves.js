/**
 * The moves of the game: the main line in numbered pairs with the score after each move, variations indented below the
 * move that they replace. Tab reaches one move, arrow keys move between moves.
 */

import { closest, create, icon, keepFocus } from "./elements.js";
import { formatScore, t } from "./i18n.js";
import { openMenu } from "./moves-menu.js";
import { MARKS } from "./panels/words.js";
import { mistakeOf, valueOf } from "./scores.js";
import { settings } from "./settings.js";
import { store } from "./store.js";
import { aheadWords } from "./values.js";
import { colourName } from "./words.js";

/** @import {Child, Node} from "./tree.js" */

/** @type {HTMLElement} */
let list;
/**
 * Buttons by the id of their node, those of the main line with their score.
 * @type {Map<number, {button: HTMLElement, number: number, isNumbered: boolean, score: HTMLElement|null}>}
 */
const buttons = new Map();
/** Whether scores are shown. */
let hasScores = true;
/** @type {Set<number>} Collapsed variations, by the id of their first node. */
const folded = new Set();

/** @param {Element} host */
export function mountMoves(host) {
  const more = create(
    "button",
    {
      type: "button",
      class: "button quiet icon-button",
      id: "moves-more",
      "aria-haspopup": "menu",
      i18nLabel: "moves.more",
      i18nTitle: "moves.more",
    },
    icon("more"),
  );
  more.addEventListener("click", () => openMenu(store.current, more, actions));
  host.querySelector(".section-head")?.append(more);
  list = create("div", { class: "moves-list", role: "group", i18nLabel: "moves.label" });
  host.append(list);
  list.addEventListener("mousedown", keepFocus);
  list.addEventListener("click", onClick);
  list.addEventListener("contextmenu", onMenu);
  list.addEventListener("keydown", onKey);
  store.on("game", showAll);
  store.on("tree", showAll);
  store.on("language", showAll);
  store.on("game", () => folded.clear());
  store.on("node", showCurrent);
  store.on("values", showMarks);
  store.on("values", () => showScores());
  store.on("settings", ({ name }) => showScores(name));
  if (store.tree) showAll();
  // A hidden list loses its scroll position.
  new ResizeObserver(() => store.current && showCurrent()).observe(list);
}

/** @type {import("./moves-menu.js").Actions} */
const actions = {
  isFolded: (node) => folded.has(node.id),
  fold(node) {
    if (!folded.delete(node.id)) folded.add(node.id);
    showAll();
    focusOn(node);
  },
  focusOn,
};

/** @type {Map<number, Child>} */
const nodes = new Map();
/** The node of a button. @param {HTMLElement|null} [button] */
const nodeOf = (button) => nodes.get(Number(button?.dataset.node));

function showAll() {
  const hadFocus = list.contains(document.activeElement);
  buttons.clear();
  nodes.clear();
  hasScores = !store.valuesHidden && settings.get("showValues");
  const { root } = store.tree;
  list.replaceChildren();
  if (root.comment) list.append(create("p", { class: "comment" }, root.comment));
  if (!root.children.length) list.append(create("p", { class: "soft moves-none", i18n: "moves.none" }));
  showMain(root);
  showCurrent();
  if (hadFocus) focusOn(store.current);
}

/** The main line: each row has a move of Black and one of White. @param {Node} root */
function showMain(root) {
  /** @type {HTMLElement|null} */
  let rows = null;
  /** @type {HTMLElement|null} */
  let row = null;
  let number = 1;
  /** @type {Child} */
  let node;
  for ([node] = root.children; node; [node] = node.children) {
    const isWhite = node.ply.mover === "white";
    if (!rows) list.append((rows = create("ol", { class: "moves-main" })));
    if (!row || !isWhite) {
      rows.append(
        (row = create("li", { class: "moves-row" }, create("span", { class: "moves-number" }, `${number}.`))),
      );
      if (isWhite) row.append(create("span", { class: "moves-gap", "aria-hidden": "true" }, "…"));
    }
    const score = create("span", { class: "move-score" });
    row.append(makeMove(node, number, false, score), score);
    if (node.ply.move !== "pass") number += 1;
    const others = node.parent.children.slice(1);
    if (others.length || node.comment) {
      const extra = create("li", { class: "moves-extra" });
      if (node.comment) extra.append(create("p", { class: "comment" }, node.comment));
      for (const variation of others) extra.append(makeVariation(variation, store.moveNumber(variation)));
      rows.append(extra);
      // The next move begins a new row, even if it is White's.
      row = null;
    }
  }
}

/** @param {Child} first @param {number} number */
function makeVariation(first, number) {
  const isFolded = folded.has(first.id);
  const block = create(
    "div",
    { class: "variation" },
    create(
      "button",
      {
        type: "button",
        class: "fold",
        "data-fold": first.id,
        tabindex: "-1",
        "aria-expanded": String(!isFolded),
        "aria-label": t("moves.fold", { move: first.ply.move }),
      },
      icon(isFolded ? "right" : "down"),
    ),
  );
  nodes.set(first.id, first);
  const line = create("div", { class: "variation-line" });
  block.append(line);
  line.append(makeMove(first, number, true));
  if (isFolded) {
    line.append(create("span", { class: "soft" }, t("moves.hidden", { count: sizeOf(first) - 1 })));
    return block;
  }
  const isPass = first.ply.move === "pass";
  showVariation(first, isPass ? number : number + 1, line);
  return block;
}

/** @param {Child} first @param {number} number @param {HTMLElement} line */
function showVariation(first, number, line) {
  if (first.comment) line.append(create("p", { class: "comment" }, first.comment));
  let mustNumber = Boolean(first.comment);
  /** @type {Child} */
  let node;
  for ([node] = first.children; node; [node] = node.children) {
    line.append(makeMove(node, number, mustNumber || node.ply.mover === "black"));
    mustNumber = false;
    if (node.ply.move !== "pass") number += 1;
    if (node.comment) line.append(create("p", { class: "comment" }, node.comment));
    for (const variation of node.parent.children.slice(1))
      line.append(makeVariation(variation, store.moveNumber(variation)));
    mustNumber = Boolean(node.comment) || node.parent.children.length > 1;
  }
}

/** @param {Node} node @returns {number} */
const sizeOf = (node) => 1 + node.children.reduce((sum, child) => sum + sizeOf(child), 0);

/** @param {Child} node @param {number} number @param {boolean} isNumbered @param {HTMLElement|null} [score] */
function makeMove(node, number, isNumbered, score = null) {
  nodes.set(node.id, node);
  const button = create("button", {
    type: "button",
    class: `move ${node.ply.mover}`,
    "data-node": node.id,
    tabindex: "-1",
  });
  buttons.set(node.id, { button, number, isNumbered, score });
  fillMove(node);
  return button;
}

/** @param {Child} node */
function fillMove(node) {
  const entry = buttons.get(node.id);
  if (!entry) return;
  const { button, number, isNumbered } = entry;
  const { mover, move } = node.ply;
  const mistake = mistakeOf(node);
  const isPass = move === "pass";
  const name = isPass ? t("moves.pass") : move;
  button.replaceChildren(
    ...(isNumbered ? [create("span", { class: "move-number" }, `${number}.`)] : []),
    create("span", { class: `mini-disc ${mover}` }),
    create("span", { class: "move-name" }, name),
    ...(mistake ? [create("span", { class: `move-mark is-${mistake}` }, MARKS[mistake])] : []),
  );
  const words = [isPass ? name : `${number}. ${name}`, colourName(mover)];
  if (mistake) words.push(t(`mistake.${mistake}`));
  if (node.comment) words.push(t("moves.commented"));
  button.setAttribute("aria-label", words.join(", "));
  fillScore(node);
}

/**
 * The score after a move, seen from the side that moved or, if the lines of the analysis are, from Black.
 * @param {Child} node
 */
function fillScore(node) {
  const score = buttons.get(node.id)?.score;
  if (!score) return;
  const value = hasScores && node.ply.move !== "pass" ? valueOf(node) : null;
  const isTurned = node.ply.mover === "white" && settings.get("analysis.side") !== "black";
  score.textContent = value ? formatScore((isTurned ? -value.score : value.score) + 0, value.exact) : "";
  score.title = value ? aheadWords(value) : "";
}

/** Shows or hides all scores if that has changed. */
function showScores(setting = "") {
  const now = !store.valuesHidden && settings.get("showValues");
  if (now === hasScores && setting !== "analysis.side") return;
  hasScores = now;
  for (const node of nodes.values()) fillScore(node);
}

/** @param {Node} node */
function showMarks(node) {
  // What a move lost depends on the scores before and after it.
  for (const one of [node, ...node.children]) if (one.ply && buttons.has(one.id)) fillMove(one);
  // On phones the list is one line, and a new mark shifts the moves after it.
  const current = buttons.get(store.current.id)?.button;
  if (current && node !== store.current && list.scrollWidth > list.clientWidth) scrollTo(current);
}

function showCurrent() {
  const { current } = store;
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const entry = buttons.get(current.id);
  entry?.button.setAttribute("aria-current", "true");
  setReachable(entry?.button ?? moveButtons()[0]);
  if (entry) scrollTo(entry.button);
  else list.scrollTo(0, 0);
}

/** The buttons of the moves, in their order in the list. @returns {HTMLElement[]} */
const moveButtons = () => [...list.querySelectorAll(/** @type {"button"} */ (".move"))];

let scrolling = 0;

/** In the next frame, scrolls the list to a move without scrolling the page. @param {HTMLElement} button */
function scrollTo(button) {
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(() => scrollNow(button));
}

/** @param {HTMLElement} button */
function scrollNow(button) {
  const box = button.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
  // On phones the moves are on one line.
  if (list.scrollWidth > list.clientWidth) list.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
}

/** @param {HTMLElement} [button] */
function setReachable(button) {
  for (const one of moveButtons()) one.tabIndex = -1;
  if (button) button.tabIndex = 0;
}

/** @param {Node|null} node */
function focusOn(node) {
  const button = (node && buttons.get(node.id)?.button) ?? moveButtons()[0];
  if (!button) return;
  setReachable(button);
  button.focus();
}

/** @param {MouseEvent} event */
function onClick(event) {
  const first = nodes.get(Number(closest(event, "[data-fold]")?.dataset.fold));
  if (first) return actions.fold(first);
  const node = nodeOf(closest(event, ".move"));
  if (node) store.goTo(node);
}

/** @param {MouseEvent} event */
function onMenu(event) {
  const button = closest(event, ".move");
  const node = nodeOf(button);
  if (!button || !node) return;
  event.preventDefault();
  openMenu(node, button, actions);
}

/** The first node of a node's variation, or null on the main line. @param {Node} node */
export function variationOf(node) {
  let one = node;
  while (one.parent && one.parent.children[0] === one) one = one.parent;
  return one.parent ? one : null;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const button = closest(event, ".move");
  const node = nodeOf(button);
  if (!button || !node) return;
  const all = moveButtons();
  const index = all.indexOf(button);
  const go = (/** @type {HTMLElement|undefined} */ target) => {
    if (!target) return;
    setReachable(target);
    target.focus();
  };
  const isMenu = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (isMenu) openMenu(node, button, actions);
  else if (event.altKey && event.key === "ArrowUp") store.promote(node);
  else if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  else if (event.key === "ArrowRight" || event.key === "ArrowDown") go(all[index + 1]);
  else if (event.key === "ArrowLeft" || event.key === "ArrowUp") go(all[index - 1]);
  else if (event.key === "Home") go(all[0]);
  else if (event.key === "End") go(all.at(-1));
  else if (event.key === "Delete") {
    const next = all[index - 1];
    store.remove(node);
    focusOn(nodeOf(next) ?? store.current);
  } else if (event.key === "+" || event.key === "-") {
    const first = variationOf(node);
    if (!first || (event.key === "-") === folded.has(first.id)) return;
    actions.fold(first);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
