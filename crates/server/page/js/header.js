/** The commands at the top: new game, set up, copy link, settings; in a menu: image, how the search works, keys, stop. */

import { openDialog } from "./dialog.js";
import { byId, closest, create, icon } from "./elements.js";
import { t } from "./i18n.js";
import { openHelp } from "./keys.js";
import { openNewGame } from "./new-game.js";
import { savePng, saveSvg } from "./picture.js";
import { openPreferences } from "./preferences.js";
import { openSetup } from "./setup.js";
import { copyLink } from "./share.js";
import { canStop, stopProgram } from "./stop.js";
import { store } from "./store.js";

/** @import {BoardView} from "./board-view.js" */

/** @param {BoardView} view */
async function openPicture(view) {
  const answer = await openDialog({
    title: "picture.title",
    content: [create("p", { i18n: "picture.text" })],
    buttons: [
      { key: "picture.svg", value: "svg" },
      { key: "picture.png", value: "png", kind: "primary" },
    ],
  });
  if (answer === "svg") saveSvg(view.picture);
  else if (answer === "png") await savePng(view.picture);
}

/** The page is loaded on demand: few visitors open it. */
const openTrees = async () => (await import("./search-trees.js")).openSearchTrees();

/** @param {BoardView} view */
export function mountHeader(view) {
  const ifGame = (/** @type {() => unknown} */ act) => () => store.tree && act();
  const button = (/** @type {string} */ name, /** @type {() => unknown} */ act) =>
    create(
      "button",
      { type: "button", id: `open-${name}`, class: "button quiet", on: { click: act } },
      icon(name),
      create("span", { i18n: `header.${name}` }),
    );
  const actions = byId("actions");
  const stop = button("stop", stopProgram);
  stop.hidden = true;
  canStop().then((can) => (stop.hidden = !can));
  actions.append(
    button(
      "new",
      ifGame(() => openNewGame()),
    ),
    button("setup", ifGame(openSetup)),
    button("share", ifGame(copyLink)),
    button("settings", openPreferences),
    create(
      "div",
      { class: "actions-more" },
      button(
        "picture",
        ifGame(() => openPicture(view)),
      ),
      button("trees", ifGame(openTrees)),
      button("help", openHelp),
      stop,
    ),
  );
  mountMenu(actions);
  const show = () => {
    document.title = t("page.title");
  };
  store.on("language", show);
  show();
}

/** A button opens the menu: the rarer commands, on phones all of them. @param {HTMLElement} actions */
function mountMenu(actions) {
  const opener = create(
    "button",
    {
      type: "button",
      id: "open-menu",
      class: "button quiet icon-button menu-opener",
      "aria-expanded": "false",
      "aria-controls": "actions",
      i18nLabel: "header.menu",
    },
    icon("menu"),
  );
  actions.before(opener);
  const toggle = (/** @type {boolean} */ isOpen) => {
    actions.classList.toggle("is-open", isOpen);
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  opener.addEventListener("click", () => toggle(!actions.classList.contains("is-open")));
  document.addEventListener("click", (event) => {
    if (!closest(event, "#open-menu")) toggle(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !actions.classList.contains("is-open")) return;
    toggle(false);
    opener.focus();
  });
}
