/** Creation of elements. */

import { t } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element with attributes and children. The attribute `on` is an object of listeners;
 * `i18n`, `i18nLabel`, `i18nTitle` and `i18nPlaceholder` are message keys, and the messages follow
 * the language. False, null and undefined omit an attribute, and true makes it empty.
 * @param {string} tag
 * @param {Object<string, *>} [attributes]
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function create(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. @returns {SVGElement} */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name.startsWith("i18n")) {
      setText(element, name, value);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function setText(element, name, key) {
  if (!key) return;
  if (name === "i18n") {
    element.setAttribute("data-i18n", key);
    element.textContent = t(key);
    return;
  }
  const target = { i18nLabel: "label", i18nTitle: "title", i18nPlaceholder: "placeholder" }[name];
  element.setAttribute(`data-i18n-${target}`, key);
  element.setAttribute(target === "label" ? "aria-label" : target, t(key));
}

/** An icon from `index.html`, by the name of its symbol. */
export function icon(name) {
  return draw(
    "svg",
    { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" },
    draw("use", { href: `#icon-${name}` }),
  );
}

/**
 * Keeps a mouse press from moving the focus, and blurs any field, so that the arrow keys still
 * step through the game.
 * @param {MouseEvent} event
 */
export function keepFocus(event) {
  event.preventDefault();
  if (!event.target.closest("dialog")) document.activeElement?.blur();
}
