// A field to paste games into, and a button that opens files. The analysis shows it while there is no move to analyse.

import { create } from "../elements.js";
import { loadGames } from "../incoming.js";
import { store } from "../store.js";
import { button } from "./dom.js";
import { importFiles } from "./files-import.js";

/** @returns {HTMLElement} */
export function buildPaste() {
  const picker = create("input", { type: "file", class: "visually-hidden", multiple: true, on: { change: open } });
  const text = create("textarea", {
    class: "field",
    rows: "1",
    spellcheck: "false",
    i18nLabel: "files.paste",
    i18nPlaceholder: "files.paste-hint",
  });

  function open() {
    // The input is emptied, so that the same file can be opened again.
    const files = [...(picker.files ?? [])];
    picker.value = "";
    if (files.length) importFiles(files);
  }

  const load = () => text.value.trim() && loadGames(text.value);

  return create(
    "div",
    { class: "paste" },
    text,
    button("files.read-text", load),
    create(
      "label",
      { class: "button paste-file", i18nTitle: "files.pick" },
      picker,
      create("span", { i18n: "files.open-file" }),
    ),
  );
}

/** @param {HTMLElement} element */
export function mount(element) {
  element.append(buildPaste());
  const show = () => (element.hidden = !store.tree || store.tree.root.children.length > 0);
  store.on("game", show);
  store.on("tree", show);
  show();
}
