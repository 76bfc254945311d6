/**
 * Light or dark, and how much may move. It stands in the page before all other
 * modules, so that nothing is seen in the wrong colours first.
 */

import { settings } from "./settings.js";
import { store } from "./store.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now. */
export const isDark = () => {
  const theme = settings.get("theme");
  return theme === "system" ? dark.matches : theme === "dark";
};

/** From light to dark and back; what the system has is followed again. */
export function switchTheme() {
  const next = isDark() ? "light" : "dark";
  settings.set("theme", next === (dark.matches ? "dark" : "light") ? "system" : next);
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.get("theme");
  dataset.motion = settings.get("motion");
  dataset.dark = String(isDark());
}

store.on("settings", apply);
dark.addEventListener("change", apply);
apply();
