/**
 * The colour theme and the amount of motion. Loaded before all other modules, so that the page
 * never appears in the wrong colours.
 */

import { settings } from "./settings.js";
import { store } from "./store.js";

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

store.on("settings", apply);
dark.addEventListener("change", apply);
apply();
