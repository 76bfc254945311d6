/** The buttons at the top: new game, set up, share, picture, settings, help. */

import { create, icon } from "./elements.js";
import { language, languages, setLanguage, t } from "./i18n.js";
import { openHelp } from "./keys.js";
import { offerUndo, openDialog } from "./dialog.js";
import { savePng, saveSvg } from "./picture.js";
import { openPreferences } from "./preferences.js";
import { openSetup } from "./setup.js";
import { copyLink } from "./share.js";
import { store } from "./store.js";
import { isDark, switchTheme } from "./theme.js";

/** Boards offered for a new game; the setup dialog supports all others. */
const BOARDS = ["8x8", "6x6", "10x10", "9x7", "4x4", "16x8"];

async function openNewGame() {
  const field = create(
    "select",
    { id: "new-board" },
    ...BOARDS.map((board) => create("option", { value: board }, board.replace("x", " × "))),
  );
  const { board } = store.tree;
  if (BOARDS.includes(board)) field.value = board;
  const answer = await openDialog({
    title: "new.title",
    content: [
      create(
        "div",
        { class: "stack" },
        create("div", {}, create("label", { class: "label", for: "new-board", i18n: "new.board" }), field),
        create("p", { class: "soft small-text", i18n: "new.hint" }),
      ),
    ],
    buttons: [
      { key: "dialog.cancel", value: "" },
      { key: "new.begin", value: "begin", kind: "primary" },
    ],
  });
  if (answer !== "begin") return;
  try {
    await store.newGame({ board: field.value });
    offerUndo(t("new.begun"));
  } catch (error) {
    store.notice(error.message, "error");
  }
}

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

/** @param {import("./board-view.js").BoardView} view */
export function mountHeader(view) {
  const ifGame = (act) => () => store.tree && act();
  const button = (name, act, isText = true) =>
    create(
      "button",
      {
        type: "button", id: `open-${name}`, class: `button quiet${isText ? "" : " icon-button"}`,
        i18nTitle: `header.${name}`, i18nLabel: `header.${name}`, on: { click: act },
      },
      icon(name),
      isText ? create("span", { class: "button-text", i18n: `header.${name}` }) : null,
    );
  const theme = button("theme", switchTheme, false);
  const tongue = create(
    "select",
    { id: "language", class: "language", i18nLabel: "header.language" },
    ...Object.entries(languages).map(([code, name]) => create("option", { value: code, lang: code }, name)),
  );
  tongue.addEventListener("change", () => setLanguage(tongue.value));
  document.getElementById("actions").append(
    button("new", ifGame(openNewGame)),
    button("setup", ifGame(openSetup)),
    button("share", ifGame(copyLink)),
    button("picture", ifGame(() => openPicture(view))),
    create("span", { class: "actions-gap" }),
    tongue,
    theme,
    button("settings", openPreferences, false),
    button("help", openHelp, false),
  );
  const show = () => {
    tongue.value = language();
    theme.setAttribute("aria-pressed", String(isDark()));
    theme.title = t(isDark() ? "header.toLight" : "header.toDark");
    document.title = t("page.title");
  };
  for (const event of ["language", "settings"]) store.on(event, show);
  show();
}
