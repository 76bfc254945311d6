/**
 * What the user chose, kept by the browser from one visit to the next.
 *
 * Beyond the first agreement: a panel may keep settings of its own under names
 * that begin with its own (`analysis.level`): `settings.get(name, otherwise)`.
 */

import { store } from "./store.js";

const KEY = "outflank.settings";

const DEFAULTS = {
  /** Null: the first of the browser's languages that the page speaks. */
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
  /** Commands of a single letter, and squares typed anywhere. */
  singleKeys: true,
  /** The tab that was open. */
  tab: "analysis",
};

/** A browser that keeps nothing (a private window, say) still has settings for the visit. */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

const chosen = kept();

export const settings = {
  /** @param {string} name @param {*} [otherwise] what a setting is that nobody chose */
  get(name, otherwise = DEFAULTS[name]) {
    return chosen[name] ?? otherwise;
  },

  set(name, value) {
    if (settings.get(name) === value) return;
    chosen[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // It holds for this visit.
    }
    store.emit("settings", { name, value });
  },
};
