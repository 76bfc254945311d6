// The games of the archive that came through the current position.

import { get } from "../api.js";
import { create, draw as drawn } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { field, numberInput, painter, setText, watchSight } from "./dom.js";
import { openGame } from "./files-import.js";
import { count, difference, errorText, score, share } from "./words.js";

/** The position is looked up when the user has stopped at it for so long. */
const PAUSE = 200;

/** Wins of Black, draws, wins of White as one bar. */
function bar({ games, black_wins: black, draws, white_wins: white }) {
  let start = 0;
  const part = (wins, kind) => {
    const width = (wins / Math.max(1, games)) * 100;
    const rect = drawn("rect", { class: kind, x: start, y: 0, width, height: 12 });
    start += width;
    return rect;
  };
  return drawn(
    "svg",
    { class: "archive-bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    part(black, "is-black"),
    part(draws, "is-draw"),
    part(white, "is-white"),
  );
}

/** The cells of a tally. */
function tallyCells(tally) {
  const { games, black_wins: black, draws, white_wins: white, mean_score: mean, black_share: points } = tally;
  return [
    create("td", { class: "panel-figure" }, count(games)),
    create("td", { class: "archive-bar-cell" }, bar(tally), create("span", { class: "archive-wins" }, `${count(black)} · ${count(draws)} · ${count(white)}`)),
    create("td", { class: "panel-figure" }, Number.isFinite(points) ? share(points) : "–"),
    create("td", { class: "panel-figure" }, Number.isFinite(mean) ? difference(mean) : "–"),
  ];
}

const table = (i18n, columns, rows) =>
  create(
    "div",
    { class: "panel-scroll is-tall", tabindex: "0", role: "region", i18nLabel: i18n },
    create(
      "table",
      { class: "panel-table" },
      create("caption", { class: "panel-caption", i18n }),
      create("thead", {}, create("tr", {}, ...columns.map((name) => create("th", { scope: "col", i18n: `archive.${name}` })))),
      create("tbody", {}, ...rows),
    ),
  );

function moveRow(entry) {
  const play = create(
    "button",
    { type: "button", class: "link", "aria-label": t("archive.play", { move: entry.move }), on: { click: () => store.play(entry.move) } },
    entry.move,
  );
  const alike = entry.alike?.length ? create("span", { class: "soft small-text" }, ` = ${entry.alike.join(" ")}`) : "";
  const players = (entry.players ?? []).map(([name, games]) => `${name} (${count(games)})`).join(", ");
  return create("tr", {}, create("th", { scope: "row" }, play, alike), ...tallyCells(entry), create("td", { class: "archive-players" }, players));
}

async function openNumber(number) {
  try {
    await openGame(await get(`archive/game/${number}`));
  } catch (error) {
    store.notice(errorText(error), "error");
  }
}

function gameRow({ number, black, white, tournament, year, black_score: result }) {
  const open = create("button", { type: "button", class: "link", on: { click: () => openNumber(number) } }, `${black || "–"} – ${white || "–"}`);
  return create(
    "tr",
    {},
    create("th", { scope: "row" }, open),
    create("td", { class: "panel-figure" }, Number.isFinite(result) ? score(result, true) : "–"),
    create("td", {}, tournament || "–"),
    create("td", { class: "panel-figure" }, year ? String(year) : "–"),
  );
}

/** @param {HTMLElement} element */
export function mount(element) {
  const player = create("input", { type: "search", class: "field", autocomplete: "off", on: { input: () => ask() } });
  const from = numberInput("", 1900, 2100, { on: { input: () => ask() } });
  const until = numberInput("", 1900, 2100, { on: { input: () => ask() } });
  const filters = create(
    "div",
    { class: "panel-fields" },
    field("archive.player", player),
    field("archive.from", from),
    field("archive.until", until),
  );
  const holds = create("p", { class: "panel-hint soft small-text" });
  const status = create("p", { class: "panel-status soft", role: "status" });
  const results = create("div", { class: "panel-group" });
  element.classList.add("panel", "panel-archive");
  element.append(filters, holds, status, results);

  /** What the archive holds; null before it is known, false if there is none. */
  let archive = null;
  let isSeen = false;
  let found = null;
  let error = "";
  /** The position and filters that were asked for last. */
  let asked = "";
  let control = null;
  let timer = 0;

  async function meet() {
    try {
      archive = (await get("status")).archive ? await get("archive") : false;
    } catch (problem) {
      if (problem.status === 404) archive = false;
      else error = errorText(problem);
    }
    draw();
    ask();
  }

  function query() {
    const years = [from.value, until.value].map((year) => year.trim());
    return {
      ...store.game(),
      player: player.value.trim() || undefined,
      years: years.some(Boolean) ? years.join("-") : undefined,
    };
  }

  /** Asks for the position of now, once the user has come to rest. */
  function ask() {
    clearTimeout(timer);
    if (!isSeen || !archive || !store.current) return;
    const wanted = query();
    if (JSON.stringify(wanted) === asked) return;
    timer = setTimeout(() => load(wanted), PAUSE);
  }

  async function load(wanted) {
    control?.abort();
    const own = (control = new AbortController());
    asked = JSON.stringify(wanted);
    error = "";
    try {
      found = await get("archive/position", wanted, { signal: own.signal });
    } catch (problem) {
      if (problem.name === "AbortError") return;
      found = null;
      error = errorText(problem);
    }
    draw();
  }

  function draw() {
    filters.hidden = holds.hidden = !archive;
    status.classList.toggle("error", Boolean(error));
    if (archive) {
      const [first, last] = archive.years ?? [];
      setText(holds, t(first ? "archive.holds-years" : "archive.holds", { count: archive.games, first: String(first), last: String(last) }));
    }
    if (error) setText(status, t("archive.failed", { message: error }));
    else if (archive === false) setText(status, t("archive.none"));
    else if (!found) setText(status, t("archive.asking"));
    else setText(status, t("archive.found", { count: found.all.games }));
    if (!found || error) return results.replaceChildren();
    const parts = [];
    if (found.moves.length) parts.push(table("archive.moves", ["move", "games", "wins", "share", "mean", "players"], found.moves.map(moveRow)));
    if (found.games.length) parts.push(table("archive.list", ["game", "result", "tournament", "year"], found.games.map(gameRow)));
    if (found.total > found.games.length) parts.push(create("p", { class: "soft small-text" }, t("archive.more", { count: found.total - found.games.length })));
    results.replaceChildren(...parts);
  }

  const unwatch = watchSight(element, (seen) => {
    isSeen = seen;
    if (seen && archive === null) meet();
    else ask();
  });
  const leave = [store.on("node", ask), store.on("game", ask), store.on("language", painter(draw))];
  setText(status, t("archive.asking"));

  return () => {
    clearTimeout(timer);
    control?.abort();
    unwatch();
    leave.forEach((off) => off());
    element.replaceChildren();
  };
}
