// The first screen: play, analyse, learn.

import { create, icon } from "../elements.js";
import { openNewGame } from "../new-game.js";
import { openTab } from "../tabs.js";
import { showTraining } from "./training.js";

/** @param {HTMLElement} element */
export function mount(element) {
  const start = (/** @type {string} */ name, /** @type {string} */ iconName, /** @type {() => unknown} */ act) =>
    create(
      "button",
      { type: "button", class: "home-start", id: `home-${name}`, on: { click: act } },
      icon(iconName),
      create("strong", { i18n: `home.${name}` }),
      create("span", { class: "soft small-text", i18n: `home.${name}-words` }),
    );
  const openLessons = () => {
    showTraining("lessons");
    openTab("train");
  };
  element.append(
    create(
      "div",
      { class: "home-starts" },
      start("play", "tab-play", () => openNewGame()),
      start("analyse", "tab-analysis", () => openTab("analysis")),
      start("learn", "tab-train", openLessons),
    ),
  );
}
