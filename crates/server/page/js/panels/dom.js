// Small parts that the panels build themselves of.

import { create } from "../elements.js";

let lastId = 0;

/** An id that no other element of the page has. */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** A control below its words. */
export function field(key, control, ...more) {
  control.id ||= freshId("panel-field");
  return create("div", { class: "panel-field" }, create("label", { class: "label", for: control.id, i18n: key }), control, ...more);
}

/** A check box with its words behind it. */
export function checkBox(key, attributes = {}) {
  const box = create("input", { type: "checkbox", ...attributes });
  return { box, label: create("label", { class: "choice" }, box, create("span", { i18n: key })) };
}

/** A button with its text by key. */
export function button(key, click, attributes = {}) {
  return create("button", { type: "button", class: "button", i18n: key, on: { click }, ...attributes });
}

/**
 * A list to choose from.
 *
 * @param {[string, string][]} choices value and key of the text
 * @param {string} chosen
 */
export function choice(choices, chosen, attributes = {}) {
  const select = create("select", attributes, ...choices.map(([value, key]) => create("option", { value, i18n: key })));
  select.value = chosen;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  return select;
}

/** A field for a number within bounds. */
export function numberInput(value, min, max, attributes = {}) {
  return create("input", { type: "number", inputmode: "decimal", min, max, value, class: "field panel-number", ...attributes });
}

/** The number of a field, within its bounds; `fallback` where it holds none. */
export function numberOf(input, fallback) {
  const number = Number.parseFloat(input.value);
  if (!Number.isFinite(number)) return fallback;
  return Math.min(Number(input.max || Infinity), Math.max(Number(input.min || -Infinity), number));
}

/** Sets a text only where it changes, so that nothing is laid out in vain. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Draws at most once a frame, however often it is asked to: what streams in
 * must never keep the page from what the user does.
 *
 * @param {() => void} draw
 * @returns {() => void}
 */
export function painter(draw) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  };
}

/**
 * Tells whenever an element comes into sight or leaves it, so that a panel that
 * is not looked at asks the server for nothing.
 *
 * @param {Element} node
 * @param {(isSeen: boolean) => void} tell
 * @returns {() => void} stops telling
 */
export function watchSight(node, tell) {
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1).isIntersecting));
  observer.observe(node);
  return () => observer.disconnect();
}
