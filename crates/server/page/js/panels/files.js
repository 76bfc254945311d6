// Loading games from files and text, and saving them to files and the clipboard.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { loadGames } from "../incoming.js";
import { store } from "../store.js";
import { bringIntoView, button, field, oncePerFrame, setText } from "./dom.js";
import { buildExport } from "./files-export.js";
import { importFiles, importText, imported, omissionText, onImport, openGame } from "./files-import.js";
import { buildList } from "./files-list.js";

export { importFiles, importText };

/** Maximum number of rejected games listed. */
const MAX_REJECTED = 200;

/** @param {HTMLElement} element */
export function mount(element) {
  const picker = create("input", {
    type: "file",
    class: "files-picker",
    multiple: true,
    on: {
      change: () => {
        if (picker.files.length) importFiles(picker.files);
        picker.value = "";
      },
    },
  });
  const text = create("textarea", { class: "field", rows: "3", spellcheck: "false", i18nPlaceholder: "files.paste-hint" });
  const read = button("files.read-text", () => text.value.trim() && loadGames(text.value));
  const status = create("p", { class: "panel-status soft", role: "status", tabindex: "-1" });
  const refused = create("details", { class: "panel-details" });
  const list = buildList(openGame);
  const writing = buildExport(() => list.records);
  element.append(
    create(
      "section",
      { class: "panel-group" },
      create("h3", { i18n: "files.import" }),
      field("files.pick", picker),
      field("files.paste", text),
      create("div", { class: "panel-bar" }, read),
      status,
      refused,
      list.element,
    ),
    writing.element,
  );

  function draw() {
    const { games, names, isReading, rejected, failed, warnings } = imported;
    if (isReading) setText(status, t("files.reading", { file: names.join(", ") }));
    else if (names.length === 0) setText(status, "");
    else {
      const read = t("files.read-from", { count: games.length, file: names.join(", ") });
      setText(status, warnings.length ? `${read} ${omissionText(warnings)}` : read);
    }
    drawRefused([...failed, ...rejected.map((one) => ({ file: one.file, number: one.number, message: one.error }))]);
    list.element.hidden = games.length < 2;
    list.set(games);
    writing.draw(games.length > 0);
  }

  /** Shows what was read: the list, or why there is none. */
  function reveal() {
    draw();
    if (!element.offsetParent) return;
    status.focus({ preventScroll: true });
    bringIntoView(imported.games.length > 1 ? list.element : status);
  }

  function drawRefused(all) {
    refused.hidden = all.length === 0;
    const items = all.slice(0, MAX_REJECTED).map(({ file, number, message }) =>
      create("li", {}, number ? t("files.refused-game", { number, message }) : t("files.failed", { file, message })),
    );
    refused.replaceChildren(
      create("summary", {}, t("files.refused", { count: all.length })),
      create("ul", { class: "panel-bullets" }, ...items),
    );
  }

  const paint = oncePerFrame(draw);
  const unsubscribers = [onImport(paint, reveal), store.on("language", paint)];
  paint();
  return () => {
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
