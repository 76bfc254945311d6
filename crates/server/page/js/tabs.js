/** Tabs: Tab reaches one of them, arrow keys move between them. */

import { byId, closest, create, icon, keepFocus } from "./elements.js";
import { settings } from "./settings.js";

/**
 * @typedef {{panels: Map<string, HTMLElement>, open: (name: string, hasFocus?: boolean) => void}} Tabs
 */

/**
 * @param {Element} host
 * @param {string[]} names the message key of a tab is `tab.` and its name
 * @param {string} [first] the tab to open; by default the one opened last
 * @returns {Tabs}
 */
export function makeTabs(host, names, first = settings.get("tab")) {
  /** @type {Map<string, HTMLElement>} */
  const panels = new Map();
  /** @type {Map<string, HTMLElement>} */
  const tabs = new Map();
  const list = create("div", { class: "tabs", role: "tablist", i18nLabel: "tab.label" });
  host.append(list);
  for (const name of names) {
    const tab = create(
      "button",
      {
        type: "button",
        class: "tab",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        on: { click: () => open(name) },
      },
      icon(`tab-${name}`),
      create("span", { i18n: `tab.${name}` }),
    );
    const panel = create(
      "div",
      { class: "tab-panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0" },
      create("h2", { class: "visually-hidden", i18n: `tab.${name}` }),
    );
    list.append(tab);
    host.append(panel);
    tabs.set(name, tab);
    panels.set(name, panel);
  }

  /** @param {string} name @param {boolean} [hasFocus] */
  function open(name, hasFocus = false) {
    for (const [one, tab] of tabs) {
      const isOpen = one === name;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
    }
    for (const [one, panel] of panels) {
      const isOpen = one === name;
      if (!isOpen && !panel.hidden) panel.dispatchEvent(new CustomEvent("left"));
      panel.hidden = !isOpen;
    }
    if (hasFocus) tabs.get(name)?.focus({ preventScroll: true });
    const rail = railOf();
    // On phones all tabs share one scroller: start at its top.
    if (rail.dataset.tab !== name) rail.scrollTop = 0;
    rail.dataset.tab = name;
    settings.set("tab", name);
    // A panel that was hidden when its data arrived may have to measure itself.
    panels.get(name)?.dispatchEvent(new CustomEvent("shown"));
  }

  list.addEventListener("mousedown", keepFocus);
  list.addEventListener("keydown", (event) => {
    const index = names.indexOf(closest(event, "[role=tab]")?.id.slice(4) ?? "");
    /** @type {{[key: string]: number}} */
    const places = {
      ArrowRight: (index + 1) % names.length,
      ArrowLeft: (index + names.length - 1) % names.length,
      Home: 0,
      End: names.length - 1,
    };
    const to = places[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(names[to], true);
  });
  open(names.includes(first) ? first : names[0]);
  return { panels, open };
}

/** Opens a tab by its name. @param {string} name */
export const openTab = (name) => byId(`tab-${name}`).click();

/** The part of the page that has the tabs. */
const railOf = () => /** @type {HTMLElement} */ (document.querySelector(".rail"));

/** Leaves the first screen for the analysis, when there is something to analyse. */
export function leaveHome() {
  if (railOf().dataset.tab === "files") openTab("analysis");
}
