// Building blocks of the panels.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";

let lastId = 0;

export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** A control below its label. */
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

export function checkBox(key, attributes = {}) {
  const box = create("input", { type: "checkbox", ...attributes });
  return { box, label: create("label", { class: "choice" }, box, create("span", { i18n: key })) };
}

export function button(key, click, attributes = {}) {
  return create("button", { type: "button", class: "button", i18n: key, on: { click }, ...attributes });
}

/** A select element: values, each with its message key. */
export const choice = (choices, attributes = {}) =>
  create("select", attributes, ...choices.map(([value, key]) => create("option", { value, i18n: key })));

/** A field for a number in a range. */
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

/** The number in a field, clamped to its range; its initial value if empty. */
export function numberOf(input) {
  const number = Number.parseFloat(input.value);
  if (!Number.isFinite(number)) return Number(input.defaultValue);
  const within = Math.min(Number(input.max), Math.max(Number(input.min), number));
  return input.step === "any" ? within : Math.round(within);
}

/** Loads a control's value from the settings, saves its changes, and returns the control. */
export function bindSetting(name, control, changed) {
  const property = control.type === "checkbox" ? "checked" : "value";
  control[property] = settings.get(name, control[property]);
  if (control.selectedIndex < 0) control.selectedIndex = 0;
  control.addEventListener("change", () => {
    if (control.type === "number" && !isInRange(control)) return;
    settings.set(name, control[property]);
    changed?.();
  });
  return control;
}

/** Whether the number in a field is in its range; if not, shows an error below it. */
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

/** Changes the message key of an element. */
export function rename(node, key) {
  node.setAttribute("data-i18n", key);
  setText(node, t(key));
}

export const show = (isShown, ...nodes) => nodes.forEach((node) => (node.hidden = !isShown));

/**
 * A scrollable table.
 *
 * @param {string|Node} caption a key, or the caption itself
 * @param {(string|Node)[]} heads keys or cells
 * @param {Node[]} rows
 */
export function table(caption, heads, rows, { kind = "", isTall = false } = {}) {
  const isKey = typeof caption === "string";
  const title = isKey ? create("caption", { class: "panel-caption", i18n: caption }) : caption;
  title.id ||= freshId("panel-caption");
  // Headings align with the numbers below them.
  const isFigure = (index) => rows[0]?.children[index]?.classList.contains("panel-figure");
  const heading = (key, index) =>
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

/** A row: its heading, then its cells; numbers are right-aligned. */
export const row = (head, ...cells) => create("tr", {}, create("th", { scope: "row" }, ...[head].flat()), ...cells);
export const cell = (...content) => create("td", {}, ...content);
export const figure = (...content) => create("td", { class: "panel-figure" }, ...content);

/** A button that looks like a link, for use in a sentence or table. */
export const link = (words, click, attributes = {}) =>
  create("button", { type: "button", class: "link", on: { click }, ...attributes }, words);

/** Sets the text of a node only if it differs, to avoid needless layout. */
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

/** Scrolls an element into view; on phones, where it may be taller than its panel, to its top. */
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
  const observer = new IntersectionObserver((entries) => listener(entries.at(-1).isIntersecting));
  observer.observe(node);
  return () => observer.disconnect();
}

/**
 * A line for a long request: what runs, for how long, and a button that cancels it.
 * @param {string} key that of a message with the placeholder `{seconds}`
 * @param {HTMLElement} form disabled meanwhile
 */
export function buildWaiting(key, form) {
  let controller = null;
  const words = create("p", { role: "status" });
  const element = create(
    "div",
    { class: "panel-bar", hidden: true },
    words,
    button("dialog.cancel", () => controller?.abort()),
  );
  return {
    element,
    /** Shows the line until the work ends. */
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
