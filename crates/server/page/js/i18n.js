/**
 * The messages of the page and the format of numbers.
 *
 * A message is a string with placeholders such as `{name}` or, if it depends on a count
 * (`values.count`), an object of plural forms: `{"one": …, "other": …}`. Elements with
 * `data-i18n` (text), `data-i18n-label` (aria-label), `data-i18n-title` and
 * `data-i18n-placeholder` are updated when the language changes.
 */

import { ApiError } from "./api.js";
import { roundScore } from "./scores.js";
import { settings } from "./settings.js";
import { store } from "./store.js";

/**
 * Language codes, each with the language's own name.
 * @type {{[code: string]: string}}
 */
export const languages = { en: "English", fr: "Français", ja: "日本語" };

/** Languages with their own names for openings, in `i18n/openings/`. */
const WITH_OPENINGS = ["ja"];

const codes = [
  settings.get("language"),
  new URLSearchParams(location.search).get("language"),
  ...navigator.languages.map((one) => one.slice(0, 2).toLowerCase()),
];
let code = codes.find((one) => one && Object.hasOwn(languages, one)) ?? "en";
/** @type {{[key: string]: string|{[form: string]: string}}} */
let messages = {};
/** @type {{[name: string]: string}} */
let openings = {};
let plural = new Intl.PluralRules(code);

/** @param {string} file */
async function fetchWords(file) {
  const response = await fetch(`i18n/${file}.json`);
  return response.ok ? response.json() : {};
}

/**
 * Loads the messages of a language, which are those of the page and of its panels, and the names of openings.
 * @param {string} which
 */
async function use(which) {
  const names = WITH_OPENINGS.includes(which) ? fetchWords(`openings/${which}`) : {};
  const parts = await Promise.all([which, `panels/${which}`].map(fetchWords));
  openings = await names;
  messages = Object.assign({}, ...parts);
  code = which;
  plural = new Intl.PluralRules(which);
  document.documentElement.lang = which;
  translate(document);
  store.emit("language", which);
}

/** Resolves when the first messages are loaded. */
export const ready = use(code);

export const language = () => code;

/** @param {string} which */
export async function setLanguage(which) {
  if (!Object.hasOwn(languages, which)) return;
  settings.set("language", which);
  await use(which);
}

/** Whether a message with this key exists. @param {string} key */
export const has = (key) => Object.hasOwn(messages, key);

/**
 * Returns the message with the given key.
 * @param {string} key
 * @param {{[name: string]: string|number}} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let text = messages[key] ?? key;
  if (typeof text === "object") text = text[plural.select(Math.abs(Number(values.count ?? 0)))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/**
 * The name of an opening in the language of the page, or the English one. The words in brackets stay as they are.
 * @param {string} name
 */
export const openingName = (name) => name.replace(/^.*?(?= \(|$)/, (known) => openings[known] ?? known);

/**
 * All names of an opening in the language of the page, each once.
 * @param {{name: string, also?: string[]}} opening
 */
export const openingNames = ({ name, also = [] }) => [...new Set([name, ...also].map(openingName))].join(" / ");

ApiError.words = t;

/** Sets the messages of an element or the document, and of its descendants. @param {Element|Document} root */
export function translate(root) {
  const each = (/** @type {string} */ name, /** @type {(one: Element, text: string) => void} */ write) => {
    const found = [...root.querySelectorAll(`[${name}]`)];
    if (root instanceof Element && root.matches(`[${name}]`)) found.unshift(root);
    for (const one of found) write(one, t(one.getAttribute(name) ?? ""));
  };
  each("data-i18n", (one, text) => (one.textContent = text));
  each("data-i18n-label", (one, text) => one.setAttribute("aria-label", text));
  each("data-i18n-title", (one, text) => one.setAttribute("title", text));
  each("data-i18n-placeholder", (one, text) => one.setAttribute("placeholder", text));
}

/**
 * Formats by language and options, cached because they are slow to construct.
 * @type {Map<string, Intl.NumberFormat>}
 */
const formats = new Map();

/**
 * Formats a number for the language, with a true minus sign.
 * @param {number} number @param {Intl.NumberFormatOptions} [options]
 */
export function formatNumber(number, options) {
  const key = code + JSON.stringify(options ?? null);
  const format = formats.get(key) ?? new Intl.NumberFormat(code, options);
  formats.set(key, format);
  return format.format(number).replace("-", "−");
}

/**
 * Formats a score with its sign: whole if exact, otherwise rounded to half discs.
 * @param {number} score @param {boolean} [exact]
 */
export function formatScore(score, exact = false) {
  const digits = exact ? 0 : 1;
  return formatNumber(roundScore({ score, exact }), {
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
