// The list of the games in a file. Only visible rows are drawn, so that thousands of games stay
// fast.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { plain } from "../words.js";
import { field, oncePerFrame, setText } from "./dom.js";
import { count, score } from "./words.js";

/** @import {Listed} from "./files-import.js" */

/** The height of a row, as in the style sheet. */
const ROW = 38;
/** Number of rows drawn above and below the visible ones. */
const OVERSCAN = 8;

/** @param {Api.Record} record */
const finalScore = ({ result }) => result?.black_score ?? null;

/**
 * The content and sort key of each column.
 * @type {{[name: string]: {text: (game: Api.Record) => string, order: (game: Api.Record) => string|number}}}
 */
const COLUMNS = {
  number: { text: ({ number }) => count(number), order: ({ number }) => number },
  black: { text: ({ black }) => black || "–", order: ({ black }) => plain(black) },
  white: { text: ({ white }) => white || "–", order: ({ white }) => plain(white) },
  result: {
    text: (record) => {
      const value = finalScore(record);
      return value === null ? (record.result?.words ?? "–") : score(value, true);
    },
    order: (record) => finalScore(record) ?? -Infinity,
  },
  tournament: {
    text: ({ tournament, round }) => [tournament, round].filter(Boolean).join(", ") || "–",
    order: ({ tournament }) => plain(tournament),
  },
  date: { text: ({ date }) => date || "–", order: ({ date }) => date ?? "" },
};
const NAMES = Object.keys(COLUMNS);

/** @param {(record: Api.Record) => void} open */
export function buildList(open) {
  const filter = create("input", {
    type: "search",
    class: "field",
    autocomplete: "off",
    on: { input: () => arrange() },
  });
  const found = create("p", { class: "files-found soft small-text", role: "status" });
  const heads = NAMES.map((name) =>
    create(
      "th",
      { scope: "col" },
      create("button", {
        type: "button",
        class: "files-sort",
        i18n: `files.column-${name}`,
        on: { click: () => sortBy(name) },
      }),
    ),
  );
  const space = create("td", { colspan: NAMES.length });
  const above = create("tr", { class: "files-space", "aria-hidden": "true" }, space);
  const body = create("tbody", { on: { keydown: press } }, above);
  const head = create("thead", {}, create("tr", { "aria-rowindex": "1" }, ...heads));
  const table = create(
    "table",
    { class: "panel-table files-table" },
    create("caption", { class: "visually-hidden", i18n: "files.list" }),
    head,
    body,
  );
  // As tall as all rows together, so that the layout does not change while rows are drawn.
  const whole = create("div", {}, table);
  const scroller = create(
    "div",
    {
      class: "panel-scroll files-scroll",
      tabindex: "0",
      role: "region",
      i18nLabel: "files.list",
      on: { scroll: () => paint() },
    },
    whole,
  );
  const element = create("div", { class: "panel-group" }, field("panels.player", filter), found, scroller);

  /** @type {Listed[]} */
  let all = [];
  /** @type {Listed[]} The filtered games in the order of the list. */
  let shown = [];
  let sorted = { name: "number", isDown: false };
  let focused = -1;

  /** @param {string} name */
  function sortBy(name) {
    sorted = { name, isDown: sorted.name === name ? !sorted.isDown : name === "result" };
    arrange();
  }

  function arrange() {
    const query = plain(filter.value.trim());
    shown = all.filter(({ record }) => plain(record.black).includes(query) || plain(record.white).includes(query));
    const { order } = COLUMNS[sorted.name];
    const sign = sorted.isDown ? -1 : 1;
    const keyed = shown.map((game, index) => ({ game, key: order(game.record), index }));
    keyed.sort((a, b) => (a.key === b.key ? a.index - b.index : a.key < b.key ? -sign : sign));
    shown = keyed.map(({ game }) => game);
    heads.forEach((head, index) => {
      const isSorted = NAMES[index] === sorted.name;
      head.setAttribute("aria-sort", isSorted ? (sorted.isDown ? "descending" : "ascending") : "none");
    });
    setText(found, t("files.found", { count: shown.length, all: all.length }));
    table.setAttribute("aria-rowcount", String(shown.length + 1));
    scroller.scrollTop = 0;
    paint();
  }

  function draw() {
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW) - OVERSCAN);
    const last = Math.min(shown.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW) + OVERSCAN);
    space.style.height = `${first * ROW}px`;
    whole.style.height = `${head.offsetHeight + shown.length * ROW}px`;
    const hadFocus = body.contains(document.activeElement);
    body.replaceChildren(above, ...shown.slice(first, last).map((game, index) => buildRow(game, first + index)));
    if (hadFocus) focusOn(focused);
  }
  const paint = oncePerFrame(draw);

  /** Focuses the row of a game, if it is drawn. @param {number} index */
  function focusOn(index) {
    /** @type {HTMLElement|null} */
    const row = body.querySelector(`[data-index="${index}"]`);
    row?.focus({ preventScroll: true });
  }

  /** @param {Listed} game @param {number} index */
  function buildRow({ record }, index) {
    const [number, ...others] = NAMES.map((name) => COLUMNS[name].text(record));
    const name = t("files.open", { number, black: others[0], white: others[1] });
    const go = create(
      "button",
      {
        type: "button",
        class: "link",
        "data-index": index,
        "aria-label": name,
        on: { click: () => open(record), focus: () => (focused = index) },
      },
      number,
    );
    const marks = record.warnings.length
      ? [" ", create("span", { class: "files-warned", title: record.warnings.join("\n") }, "⚠")]
      : [];
    return create(
      "tr",
      { "aria-rowindex": index + 2, on: { dblclick: () => open(record) } },
      create("th", { scope: "row" }, go, ...marks),
      ...others.map((text) => create("td", { title: text }, text)),
    );
  }

  /** Arrow keys move between rows, including rows not drawn yet. @param {KeyboardEvent} event */
  function press(event) {
    const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 2);
    /** @type {{[key: string]: number}} */
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    focused = Math.max(0, Math.min(shown.length - 1, focused + step));
    const top = focused * ROW;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + 2 * ROW > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + 2 * ROW - scroller.clientHeight;
    draw();
    focusOn(focused);
  }

  return {
    element,
    /** @param {Listed[]} games */
    set(games) {
      if (games !== all) filter.value = "";
      all = games;
      arrange();
    },
    /** The filtered games, in order. */
    get records() {
      return shown.map(({ record }) => record);
    },
  };
}
