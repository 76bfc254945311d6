/** Creation of elements. */

import { t } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{[E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => unknown}} Listeners
 * @typedef {{on?: Listeners, [name: string]: Listeners|string|number|boolean|null|undefined}} Attributes
 * @typedef {Node|string|null|undefined} Child
 */

/**
 * Creates an element with attributes and children. The attribute `on` is an object of listeners;
 * `i18n`, `i18nLabel`, `i18nTitle` and `i18nPlaceholder` are message keys, and the messages follow
 * the language. False, null and undefined omit an attribute, and true makes it empty.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function create(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, { on = {}, ...attributes }, children) {
  for (const [event, listener] of Object.entries(on))
    element.addEventListener(event, /** @type {EventListener} */ (listener));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("i18n")) setText(element, name, String(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** @param {Element} element @param {string} name @param {string} key */
function setText(element, name, key) {
  if (!key) return;
  if (name === "i18n") {
    element.setAttribute("data-i18n", key);
    element.textContent = t(key);
    return;
  }
  const target = name.slice("i18n".length).toLowerCase();
  element.setAttribute(`data-i18n-${target}`, key);
  element.setAttribute(target === "label" ? "aria-label" : target, t(key));
}

/** An icon from `index.html`, by the name of its symbol. @param {string} name */
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
  if (!closest(event, "dialog")) focused()?.blur();
}

/**
 * The target of an event or its nearest ancestor that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement|null}
 */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** The element with the focus. */
export const focused = () => /** @type {HTMLElement|null} */ (document.activeElement);

/** An element of `index.html`. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
