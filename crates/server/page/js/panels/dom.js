// Building blocks of the panels.

/** @import {Attributes, Child} from "../elements.js" */

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";

let lastId = 0;

/** @param {string} prefix */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** A control below its label. @param {string} key @param {HTMLElement} control @param {...Child} more */
export function field(key, control, ...more) {
  control.id ||= freshId("panel-field");
  return create(
    "div",
    { class: "panel-field" },
    create("label", { class: "label", for: control.id, i18n: key }),
    control,
    ...more,
  );
}

/** @param {string} key @param {Attributes} [attributes] */
export function checkBox(key, attributes = {}) {
  const box = create("input", { type: "checkbox", ...attributes });
  return { box, label: create("label", { class: "choice" }, box, create("span", { i18n: key })) };
}

/** @param {string} key @param {(event: MouseEvent) => unknown} click @param {Attributes} [attributes] */
export function button(key, click, attributes = {}) {
  return create("button", { type: "button", class: "button", i18n: key, on: { click }, ...attributes });
}

/** A select element: values, each with its message key. @param {string[][]} choices @param {Attributes} [attributes] */
export const choice = (choices, attributes = {}) =>
  create("select", attributes, ...choices.map(([value, key]) => create("option", { value, i18n: key })));

/**
 * A field for a number in a range.
 * @param {string|number} value @param {number} min @param {number} max @param {Attributes} [attributes]
 */
export function numberInput(value, min, max, attributes = {}) {
  return create("input", {
    type: "number",
    inputmode: "decimal",
    min,
    max,
    value,
    class: "field panel-number",
    ...attributes,
  });
}

/** The number in a field, clamped to its range; its initial value if empty. @param {HTMLInputElement} input */
export function numberOf(input) {
  const number = Number.parseFloat(input.value);
  if (!Number.isFinite(number)) return Number(input.defaultValue);
  const within = Math.min(Number(input.max), Math.max(Number(input.min), number));
  return input.step === "any" ? within : Math.round(within);
}

/**
 * Loads a control's value from the settings, saves its changes, and returns the control.
 * @template {HTMLInputElement|HTMLSelectElement} C
 * @param {string} name
 * @param {C} control
 * @param {() => void} [changed]
 */
export function bindSetting(name, control, changed) {
  const isBox = control instanceof HTMLInputElement && control.type === "checkbox";
  if (isBox) control.checked = settings.get(name, control.checked);
  else control.value = settings.get(name, control.value);
  if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
  control.addEventListener("change", () => {
    if (control instanceof HTMLInputElement && control.type === "number" && !isInRange(control)) return;
    settings.set(name, isBox ? control.checked : control.value);
    changed?.();
  });
  return control;
}

/** Whether the number in a field is in its range; if not, shows an error below it. @param {HTMLInputElement} control */
export function isInRange(control) {
  const isValid = control.value !== "" && control.checkValidity();
  control.setAttribute("aria-invalid", String(!isValid));
  let error = control.nextElementSibling;
  if (!error?.matches(".error")) {
    if (isValid) return true;
    error = create("p", { class: "error small-text", role: "alert", id: freshId("panel-error") });
    control.setAttribute("aria-describedby", error.id);
    control.after(error);
  }
  setText(error, isValid ? "" : t("panels.range", { least: Number(control.min), most: Number(control.max) }));
  return isValid;
}

/** Changes the message key of an element. @param {Element} node @param {string} key */
export function rename(node, key) {
  node.setAttribute("data-i18n", key);
  setText(node, t(key));
}

/** @param {unknown} isShown @param {...HTMLElement} nodes */
export const show = (isShown, ...nodes) => nodes.forEach((node) => (node.hidden = !isShown));

/**
 * A scrollable table.
 *
 * @param {string|HTMLElement} caption a key, or the caption itself
 * @param {(string|Node)[]} heads keys or cells
 * @param {Element[]} rows
 */
export function table(caption, heads, rows, { kind = "", isTall = false } = {}) {
  const isKey = typeof caption === "string";
  const title = isKey ? create("caption", { class: "panel-caption", i18n: caption }) : caption;
  title.id ||= freshId("panel-caption");
  // Headings align with the numbers below them.
  const isFigure = (/** @type {number} */ index) => rows[0]?.children[index]?.classList.contains("panel-figure");
  const heading = (/** @type {string} */ key, /** @type {number} */ index) =>
    create("th", { scope: "col", i18n: key, class: isFigure(index) ? "panel-figure" : "" });
  const cells = heads.map((head, index) => (typeof head === "string" ? heading(head, index) : head));
  return create(
    "div",
    { class: `panel-scroll${isTall ? " is-tall" : ""}`, tabindex: "0", role: "region", "aria-labelledby": title.id },
    create(
      "table",
      { class: `panel-table ${kind}` },
      title,
      create("thead", {}, create("tr", {}, ...cells)),
      create("tbody", {}, ...rows),
    ),
  );
}

/**
 * A row: its heading, then its cells; numbers are right-aligned.
 * @param {Child|Child[]} head @param {...Child} cells
 */
export const row = (head, ...cells) => create("tr", {}, create("th", { scope: "row" }, ...[head].flat()), ...cells);
/** @param {...Child} content */
export const cell = (...content) => create("td", {}, ...content);
/** @param {...Child} content */
export const figure = (...content) => create("td", { class: "panel-figure" }, ...content);

/**
 * A button that looks like a link, for use in a sentence or table.
 * @param {string} words @param {(event: MouseEvent) => unknown} click @param {Attributes} [attributes]
 */
export const link = (words, click, attributes = {}) =>
  create("button", { type: "button", class: "link", on: { click }, ...attributes }, words);

/** Sets the text of a node only if it differs, to avoid needless layout. @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Returns a function that calls `draw` at most once per frame, so that streamed updates never
 * block the user.
 *
 * @param {() => void} draw
 * @returns {() => void}
 */
export function oncePerFrame(draw) {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      draw();
    });
  };
}

/**
 * Scrolls an element into view; on phones, where it may be taller than its panel, to its top.
 * @param {Element} element
 */
export function bringIntoView(element) {
  element.scrollIntoView({ block: matchMedia("(max-width: 899px)").matches ? "start" : "nearest" });
}

/**
 * Calls `listener` whenever an element becomes visible or hidden, so that a hidden panel sends no
 * requests.
 *
 * @param {Element} node
 * @param {(isVisible: boolean) => void} listener
 * @returns {() => void} removes the observer
 */
export function watchVisibility(node, listener) {
  const observer = new IntersectionObserver((entries) => listener(Boolean(entries.at(-1)?.isIntersecting)));
  observer.observe(node);
  return () => observer.disconnect();
}

/**
 * A line for a long request: what runs, for how long, and a button that cancels it.
 * @param {string} key that of a message with the placeholder `{seconds}`
 * @param {HTMLElement} form disabled meanwhile
 */
export function buildWaiting(key, form) {
  /** @type {AbortController|null} */
  let controller = null;
  const words = create("p", { role: "status" });
  const element = create("div", { class: "panel-bar", hidden: true }, words, button("dialog.cancel", stop));
  function stop() {
    controller?.abort();
  }
  return {
    element,
    stop,
    /**
     * Shows the line until the work ends.
     * @template T
     * @param {(signal: AbortSignal) => Promise<T>} work
     */
    async during(work) {
      const began = performance.now();
      controller = new AbortController();
      const tick = () => setText(words, t(key, { seconds: Math.floor((performance.now() - began) / 1000) }));
      const timer = setInterval(tick, 1000);
      tick();
      element.hidden = false;
      form.inert = true;
      try {
        return await work(controller.signal);
      } finally {
        clearInterval(timer);
        element.hidden = true;
        form.inert = false;
      }
    },
  };
}
