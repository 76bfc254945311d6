// Loading games from files and text.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bringIntoView, oncePerFrame, setText } from "./dom.js";
import { imported, importFiles, importText, omissionText, onImport, openGame } from "./files-import.js";
import { buildList } from "./files-list.js";
import { buildPaste } from "./paste.js";

export { importFiles, importText };

/** Maximum number of rejected games listed. */
const MAX_REJECTED = 200;

/** @type {ReturnType<typeof buildList>|null} */
let list = null;
/** The games that are listed, in order. */
export const listedGames = () => list?.records ?? [];

/** @param {HTMLElement} element */
export function mount(element) {
  const status = create("p", { class: "panel-status soft", role: "status", tabindex: "-1" });
  const refused = create("details", { class: "panel-details" });
  const games = buildList(openGame);
  list = games;
  element.append(buildPaste(), status, refused, games.element);

  function draw() {
    const { games: found, names, isReading, rejected, failed, warnings } = imported;
    if (isReading) setText(status, t("files.reading", { file: names.join(", ") }));
    else if (names.length === 0) setText(status, "");
    else {
      const read = t("files.read-from", { count: found.length, file: names.join(", ") });
      setText(status, warnings.length ? `${read} ${omissionText(warnings)}` : read);
    }
    drawRefused([
      ...failed.map(({ file, message }) => ({ file, number: 0, message })),
      ...rejected.map((one) => ({ file: one.file, number: one.number, message: one.error })),
    ]);
    games.element.hidden = found.length < 2;
    games.set(found);
  }

  /** Shows what was read: the list, or why there is none. */
  function reveal() {
    draw();
    if (!element.offsetParent) return;
    status.focus({ preventScroll: true });
    bringIntoView(imported.games.length > 1 ? games.element : status);
  }

  /** @param {{file: string, number: number, message: string}[]} all */
  function drawRefused(all) {
    refused.hidden = all.length === 0;
    const items = all
      .slice(0, MAX_REJECTED)
      .map(({ file, number, message }) =>
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
