/**
 * The colour theme, the amount of motion, and whether the page is embedded (`?embed`). Loaded before all other modules,
 * so that the page never appears in the wrong colours or layout, or with the wrong discs.
 */

import { drawFirstBoard } from "./first-board.js";
// Requests the texts at once.
import "./i18n.js";
import { settings } from "./settings.js";
import { store } from "./store.js";

/** Whether the page shows only a board: `?embed`. */
export const isEmbedded = new URLSearchParams(location.search).has("embed");

const dark = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => {
  const theme = settings.get("theme");
  return theme === "system" ? dark.matches : theme === "dark";
};

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.get("theme");
  dataset.motion = settings.get("motion");
  dataset.dark = String(isDark());
}

document.documentElement.classList.toggle("is-embedded", isEmbedded);
store.on("settings", apply);
dark.addEventListener("change", apply);
apply();
if (document.readyState === "loading")
  document.addEventListener("readystatechange", () => drawFirstBoard(isEmbedded), { once: true });
else drawFirstBoard(isEmbedded);
