// Saving games to a file in any format, or to the clipboard.

import { announce } from "../announce.js";
import { post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { seenBy, valueOf } from "../scores.js";
import { linkHash } from "../share.js";
import { store } from "../store.js";
import { button, choice, field } from "./dom.js";
import { errorText } from "./words.js";

/** @import {Node} from "../tree.js" */

/** @type {Api.Format[]} */
const FORMATS = ["sgf", "ggf", "pgn", "wthor", "obf"];
/** The fields of a record that the server accepts in addition to the game. */
const FIELDS = /** @type {const} */ (["number", "black", "white", "tournament", "round", "place", "date", "comment"]);

/** The note on a ply: its comment and evaluation. @param {Node} node */
function noteOf(node) {
  const { depth, note, comment, review } = node;
  const value = review?.score == null ? null : valueOf(node);
  const evaluation = note?.evaluation ?? (value ? seenBy(review?.mover ?? null, value.score) : null);
  const seconds = note?.seconds ?? null;
  if (!comment && evaluation === null && seconds === null) return null;
  return { ply: depth, evaluation, seconds, comment };
}

/** The current line of the game as a record. */
function currentRecord() {
  const nodes = store.line();
  const end = nodes[nodes.length - 1];
  // The recorded result applies only to the recorded line.
  const isOwn = end === store.mainLine().at(-1);
  const { meta } = store.tree;
  return {
    ...Object.fromEntries(FIELDS.filter((name) => meta[name] != null).map((name) => [name, meta[name]])),
    ...store.game(end),
    ...(isOwn && meta.result ? { result: meta.result } : {}),
    notes: nodes
      .slice(1)
      .map(noteOf)
      .filter((note) => note !== null),
  };
}

/** @param {Api.Exported} written */
function download({ file, content, base64 }) {
  const parts = base64 ? Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)) : content;
  const url = URL.createObjectURL(new Blob([parts], { type: base64 ? "application/octet-stream" : "text/plain" }));
  create("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * @param {() => Api.Record[]} listed the listed games
 */
export function buildExport(listed) {
  const format = choice([["transcript", "files.transcript"]], { on: { change: forget } });
  // The names of formats are the same in every language.
  format.prepend(...FORMATS.map((name) => create("option", { value: name }, name.toUpperCase())));
  format.value = FORMATS[0];
  const which = choice(
    [
      ["current", "files.this-game"],
      ["all", "files.all-games"],
    ],
    { on: { change: forget } },
  );
  const save = button("files.save", write, { class: "button primary" });
  const result = create("div", { class: "files-written" });
  const shown = create("textarea", {
    class: "field",
    rows: "3",
    readonly: true,
    i18nLabel: "files.to-copy",
    hidden: true,
  });
  /** @type {[string, string, () => string][]} */
  const copies = [
    ["files.copy-transcript", "files.copied-transcript", () => store.movesTo(store.line().at(-1))],
    ["files.copy-obf", "files.copied-obf", () => store.current.position.position],
    ["files.copy-link", "files.copied-link", () => new URL(linkHash(), location.href).href],
  ];
  const element = create(
    "section",
    { class: "panel-group" },
    create("div", { class: "panel-fields" }, field("files.format", format), field("files.which", which), save),
    result,
    create("div", { class: "panel-bar" }, ...copies.map(([key, said, text]) => button(key, () => copy(text(), said)))),
    shown,
  );

  function forget() {
    result.replaceChildren();
  }

  async function write() {
    forget();
    const games = which.value === "all" ? listed() : [currentRecord()];
    if (games.length === 0) return result.append(create("p", { i18n: "files.none-listed" }));
    save.disabled = true;
    try {
      const written = await post("export", { format: /** @type {Api.Format} */ (format.value), games });
      download(written);
      const said = t("files.written", { file: written.file, count: games.length });
      result.append(create("p", {}, said));
      announce(said);
      if (written.lost.length) {
        result.append(
          create("p", { class: "files-lost", i18n: "files.lost" }),
          create("ul", { class: "panel-bullets" }, ...written.lost.map((what) => create("li", {}, what))),
        );
      }
    } catch (error) {
      result.append(create("p", { class: "error", role: "alert" }, errorText(error)));
    } finally {
      save.disabled = false;
    }
  }

  /**
   * Copies to the clipboard; if the browser refuses, shows the text to be copied.
   * @param {string} text @param {string} said
   */
  async function copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      shown.hidden = true;
      store.notice(t(said));
    } catch {
      shown.hidden = false;
      shown.value = text;
      shown.select();
      store.notice(t("files.copy-yourself"));
    }
  }

  return {
    element,
    draw: (/** @type {boolean} */ hasList) => which.lastElementChild?.toggleAttribute("disabled", !hasList),
  };
}
