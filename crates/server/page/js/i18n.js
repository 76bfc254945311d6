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

/** Language codes, each with the language's own name. */
export const languages = { en: "English", fr: "Français", ja: "日本語" };

/** Languages that have names of their own for openings, in `i18n/openings/`. */
const WITH_OPENINGS = ["ja"];

const firstChoice = () =>
  navigator.languages.map((code) => code.slice(0, 2).toLowerCase()).find((code) => code in languages) ?? "en";

const codes = [settings.get("language"), new URLSearchParams(location.search).get("language"), firstChoice()];
let code = codes.find((one) => one in languages);
let messages = {};
/** @type {Object<string, string>} */
let openings = {};
let plural = new Intl.PluralRules(code);

async function fetchWords(file) {
  const response = await fetch(`i18n/${file}.json`);
  return response.ok ? response.json() : {};
}

/** Loads the messages of a language, which are those of the page and of its panels, and the names of openings. */
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

export async function setLanguage(which) {
  if (!(which in languages)) return;
  settings.set("language", which);
  await use(which);
}

/** Whether a message with this key exists. */
export const has = (key) => Object.hasOwn(messages, key);

/**
 * Returns the message with the given key.
 * @param {string} key
 * @param {Object<string, string|number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let text = messages[key] ?? key;
  if (typeof text === "object") text = text[plural.select(Math.abs(values.count ?? 0))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/** The name of an opening in the language of the page, or the English one. The words in brackets stay as they are. */
export const openingName = (name) => name.replace(/^.*?(?= \(|$)/, (known) => openings[known] ?? known);

/**
 * All names of an opening in the language of the page, each once.
 * @param {{name: string, also?: string[]}} opening
 */
export const openingNames = ({ name, also = [] }) => [...new Set([name, ...also].map(openingName))].join(" / ");

ApiError.words = t;

/** Sets the messages of an element and its descendants. */
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

/** Formats by language and options, cached because they are slow to construct. */
const formats = new Map();

/** Formats a number for the language, with a true minus sign. */
export function formatNumber(number, options) {
  const key = code + JSON.stringify(options ?? null);
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(code, options));
  return formats.get(key).format(number).replace("-", "−");
}

/** Formats a score with its sign: whole if exact, otherwise rounded to half discs. */
export function formatScore(score, exact = false) {
  const digits = exact ? 0 : 1;
  return formatNumber(roundScore({ score, exact }), {
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
