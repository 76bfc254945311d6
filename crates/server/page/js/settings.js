/**
 * The user's settings, saved in the browser.
 *
 * A panel may have its own settings, under names that begin with the panel's name
 * (`analysis.level`): `settings.get(name, otherwise)`.
 */

import { store } from "./store.js";

const KEY = "outflank.settings";

const DEFAULTS = {
  /** @type {string|null} Null: the first of the browser's languages that the page supports. */
  language: null,
  /** `system`, `light` or `dark`. */
  theme: "system",
  /** `system`, `less` or `full`. */
  motion: "system",
  /** Marks on the board. */
  showLegal: true,
  showValues: true,
  showVariation: true,
  showLastMove: true,
  showFlips: false,
  showStable: false,
  showNumbers: false,
  showCoordinates: true,
  /** Single-letter commands, and squares typed anywhere. */
  singleKeys: true,
  /** Whether positions are analysed, and opened games reviewed, automatically. */
  "analysis.on": true,
  "review.auto": true,
  /** The level of the review that follows the quick one. */
  "review.level": 14,
  /** The open tab. */
  tab: "analysis",
};

/**
 * @template {string} N
 * @typedef {N extends keyof typeof DEFAULTS ? (typeof DEFAULTS)[N] : unknown} Setting
 */

/**
 * The type of a setting with this default.
 * @template V
 * @typedef {V extends string ? string : V extends number ? number : V extends boolean ? boolean : V} Wide
 */

/**
 * The saved settings; none without storage, as in some private windows.
 * @returns {{[name: string]: any}}
 */
function load() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeOf(found) === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {unknown} value */
const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Whether a saved value has the type of the default. @param {unknown} value @param {unknown} fallback */
const fits = (value, fallback) => value !== undefined && (fallback == null || typeOf(value) === typeOf(fallback));

const chosen = load();

export const settings = {
  /** A copy of the settings that the user has changed. */
  all: () => ({ ...chosen }),

  /**
   * The saved value, or the default if there is none or it has the wrong type.
   * @template {string} N
   * @template [V=Setting<N>]
   * @param {N} name
   * @param {V} [otherwise] the default
   * @returns {Wide<V>}
   */
  get(name, otherwise) {
    const fallback = otherwise ?? /** @type {{[name: string]: any}} */ (DEFAULTS)[name];
    return fits(chosen[name], fallback) ? chosen[name] : fallback;
  },

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    if (settings.get(name) === value) return;
    chosen[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // The setting lasts until the page is closed.
    }
    store.emit("settings", { name, value });
  },
};
