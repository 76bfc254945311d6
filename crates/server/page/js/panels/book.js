// The book's scores for the current position, beside the engine's scores and the archive's games.

import { get, isAbort } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bookEditor } from "./book-edit.js";
import { lookUp } from "./book-values.js";
import { cell, figure, link, oncePerFrame, row, setText, show, table, watchVisibility } from "./dom.js";
import { hidesValues, onHiding } from "./hiding.js";
import { count, errorText, score, share, side } from "./words.js";

/** @import {Node} from "../tree.js" */

/** Delay in milliseconds before a position is looked up. */
const PAUSE = 100;

const keys = (/** @type {string[]} */ ...names) => names.map((name) => `book.${name}`);
const meaning = (/** @type {string|null} */ grade) => (grade ? t(`book.grade-${grade}`) : "");

/** @param {HTMLElement} element */
export function mount(element) {
  const status = create("p", { class: "panel-status soft", role: "status" });
  const results = create("div", { class: "panel-group" });
  const editor = bookEditor(() => {
    found = null;
    ask();
  });
  element.append(create("h3", { i18n: "book.heading" }), status, results, editor.element);

  /** @type {Api.Status|null} The server's status; null until it is loaded. */
  let has = null;
  let isVisible = false;
  /**
   * The responses for a node.
   * @type {{node: Node, known: Api.KnownPosition, games: Api.ArchivePosition|null}|null}
   */
  let found = null;
  let error = "";
  /** @type {AbortController|null} */
  let controller = null;
  let timer = 0;

  /** Looks up the current position after a delay. */
  function ask() {
    clearTimeout(timer);
    if (isVisible && store.current && found?.node !== store.current && !hidesValues()) timer = setTimeout(load, PAUSE);
    draw();
  }

  async function load() {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    const node = store.current;
    error = "";
    try {
      has ??= await get("status");
      if (!has.book) return draw();
      const game = store.game(node);
      const known = await lookUp(node, signal);
      if (!known) return draw();
      found = { node, known, games: null };
      draw();
      if (!has.archive || !known.moves.length) return;
      const games = await get("archive/position", game, { signal });
      if (found?.node === node) found.games = games;
    } catch (problem) {
      if (isAbort(problem)) return;
      error = errorText(problem);
    }
    draw();
  }

  function statusText() {
    if (error) return error;
    if (has && !has.book) return t("book.none");
    if (found?.node !== store.current) return "";
    const { known, node } = found;
    if (!known.moves.length) return `${t("book.unknown")} ${t("book.size", { count: known.positions })}.`;
    if (!known.found || known.score === null) return t("book.outside");
    const isExact = known.lower === known.upper;
    return t("book.score", {
      score: score(known.score, isExact),
      side: side(node.position.mover),
      meaning: meaning(known.grade),
    });
  }

  /** The archive's entry for a move, which symmetric moves share. @param {string} move */
  function played(move) {
    return found?.games?.moves.find((one) => one.move === move || one.alike.includes(move));
  }

  /** @param {Api.KnownMove} known */
  function moveRow({ move, score: value, exact, grade, lines, inside }) {
    const engine = found?.node.searched?.find((one) => one.move === move);
    const games = played(move);
    const points = games?.black_share ?? null;
    return row(
      [
        link(move, () => store.play(move), { "aria-label": t("panels.play", { move }) }),
        inside ? "" : create("span", { class: "soft small-text" }, ` ${t("book.leaf")}`),
      ],
      figure(score(value, exact)),
      figure(engine ? score(engine.score, engine.exact) : "–"),
      cell(grade ? create("abbr", { title: meaning(grade) }, grade) : "–"),
      figure(inside ? count(lines) : "–"),
      ...(has?.archive
        ? [figure(games ? count(games.games) : "–"), figure(points === null ? "–" : share(points))]
        : []),
    );
  }

  function draw() {
    show(!hidesValues(), element);
    const here = !error && found?.node === store.current ? found : null;
    show(here && has?.book_edit && here.node.position.legal.length, editor.element);
    if (here) editor.update(here.known);
    setText(status, statusText());
    status.classList.toggle("error", Boolean(error));
    if (!here?.known.moves.length) return results.replaceChildren();
    const heads = keys("move", "value", "engine", "grade", "lines", ...(has?.archive ? ["games", "share"] : []));
    results.replaceChildren(table("book.moves", heads, here.known.moves.map(moveRow)));
  }

  const paint = oncePerFrame(draw);
  const unsubscribers = [
    store.on("node", ask),
    store.on("values", (node) => node === store.current && paint()),
    store.on("language", paint),
    onHiding(ask),
    watchVisibility(element.parentElement ?? element, (nowVisible) => {
      isVisible = nowVisible;
      ask();
    }),
  ];
  draw();

  return () => {
    clearTimeout(timer);
    controller?.abort();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
