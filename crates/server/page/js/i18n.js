/**
 * The texts of the page and how numbers are written.
 *
 * A text is a string with `{name}` for what is filled in, or, where a count
 * decides (`values.count`), an object of plural forms: `{"one": …, "other": …}`.
 * Elements with `data-i18n` (text), `data-i18n-label` (aria-label),
 * `data-i18n-title` and `data-i18n-placeholder` are written again when the
 * language changes.
 *
 * Beyond the first agreement: `ready`, `language`, `translate`, `formatNumber`,
 * `formatScore`, `has`, plural forms.
 */

import { settings } from "./settings.js";
import { store } from "./store.js";

/** Codes, each with what the language calls itself. */
export const languages = { en: "English", fr: "Français" };

const firstChoice = () =>
  navigator.languages.map((code) => code.slice(0, 2).toLowerCase()).find((code) => code in languages) ?? "en";

let code = settings.get("language");
if (!(code in languages)) code = firstChoice();
let texts = {};
let plural = new Intl.PluralRules(code);

/** The texts of a language: the page's own and those of its panels. */
async function fetchTexts(which) {
  const parts = await Promise.all(
    [`i18n/${which}.json`, `i18n/panels/${which}.json`].map(async (file) => {
      const response = await fetch(file);
      return response.ok ? response.json() : {};
    }),
  );
  return Object.assign({}, ...parts);
}

async function use(which) {
  texts = await fetchTexts(which);
  code = which;
  plural = new Intl.PluralRules(which);
  document.documentElement.lang = which;
  translate(document);
  store.emit("language", which);
}

/** Settled when the first texts are here. */
export const ready = use(code);

/** The code of the language now spoken. */
export const language = () => code;

/** Speaks another language at once, and from now on. */
export async function setLanguage(which) {
  if (!(which in languages)) return;
  settings.set("language", which);
  await use(which);
}

/** Whether there is a text of that key. */
export const has = (key) => Object.hasOwn(texts, key);

/**
 * The text of a key.
 * @param {string} key
 * @param {Object<string, string|number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let text = texts[key] ?? key;
  if (typeof text === "object") text = text[plural.select(Math.abs(values.count ?? 0))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** Fills in the texts below an element, itself included. */
export function translate(root) {
  const each = (name, write) => {
    if (root.matches?.(`[${name}]`)) write(root, t(root.getAttribute(name)));
    for (const one of root.querySelectorAll(`[${name}]`)) write(one, t(one.getAttribute(name)));
  };
  each("data-i18n", (one, text) => (one.textContent = text));
  each("data-i18n-label", (one, text) => one.setAttribute("aria-label", text));
  each("data-i18n-title", (one, text) => one.setAttribute("title", text));
  each("data-i18n-placeholder", (one, text) => one.setAttribute("placeholder", text));
}

/** A number as the language writes it, with a true minus sign. */
export function formatNumber(number, options) {
  return new Intl.NumberFormat(code, options).format(number).replace("-", "−");
}

/** A score with its sign: whole when exact, to a tenth otherwise. */
export function formatScore(score, exact = false) {
  const digits = exact ? 0 : 1;
  return formatNumber(score, {
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
