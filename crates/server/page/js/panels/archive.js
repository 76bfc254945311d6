// The archived games that reached the current position.

import { get, isAbort } from "../api.js";
import { importIntoArchive } from "../backup.js";
import { create, draw as drawn } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import {
  cell,
  field,
  figure,
  link,
  numberInput,
  oncePerFrame,
  row,
  setText,
  show,
  table,
  watchVisibility,
} from "./dom.js";
import { openGame } from "./files-import.js";
import { count, difference, errorText, score, share } from "./words.js";

/** Delay in milliseconds before a position is looked up. */
const PAUSE = 200;

const keys = (/** @type {string[]} */ ...names) => names.map((name) => `archive.${name}`);
const MOVE_HEADINGS = keys("move", "games", "wins", "share", "mean");

/** A bar of Black's wins, draws and White's wins. @param {Api.Tally} tally */
function bar({ games, black_wins: black, draws, white_wins: white }) {
  let x = 0;
  const part = (/** @type {number} */ wins, /** @type {string} */ kind) => {
    const width = (wins / Math.max(1, games)) * 100;
    x += width;
    return drawn("rect", { class: kind, x: x - width, y: 0, width, height: 12 });
  };
  return drawn(
    "svg",
    { class: "archive-bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    part(black, "is-black"),
    part(draws, "is-draw"),
    part(white, "is-white"),
  );
}

/** A row of counts and, if known, one of the players who played the move most. @param {Api.MoveStatistics} found */
function moveRows({ move, alike, players, ...tally }) {
  const { games, black_wins: black, draws, white_wins: white, mean_score: mean, black_share: points } = tally;
  const wins = create("span", { class: "small-text" }, [black, draws, white].map(count).join(" · "));
  const counts = row(
    [
      link(move, () => store.play(move), { "aria-label": t("panels.play", { move }) }),
      alike.length ? create("span", { class: "soft small-text" }, ` = ${alike.join(" ")}`) : "",
    ],
    figure(count(games)),
    create("td", { class: "archive-bar-cell" }, bar(tally), wins),
    figure(points === null ? "–" : share(points)),
    figure(mean === null ? "–" : difference(mean)),
  );
  if (!players.length) return [counts];
  const names = players.map((player) => `${player.name} (${count(player.games)})`).join(", ");
  const line = create("td", { colspan: MOVE_HEADINGS.length }, t("archive.players", { names }));
  return [counts, create("tr", { class: "archive-players" }, line)];
}

/** @param {number} number */
async function openNumber(number) {
  try {
    const { discs } = store.current.position;
    await openGame(await get(`archive/game/${number}`), discs.black + discs.white);
  } catch (error) {
    store.notice(errorText(error), "error");
  }
}

/** @param {Api.Record} game */
const gameRow = ({ number, black, white, tournament, year, result }) => {
  const value = result?.black_score ?? null;
  return row(
    link(`${black || "–"} – ${white || "–"}`, () => openNumber(number)),
    figure(value === null ? "–" : score(value, true)),
    cell(tournament || "–"),
    figure(year ? String(year) : "–"),
  );
};

/** @param {HTMLElement} element */
export function mount(element) {
  const year = () => numberInput("", 1900, 2100, { on: { input: ask } });
  const player = create("input", { type: "search", class: "field", autocomplete: "off", on: { input: ask } });
  const from = year();
  const until = year();
  const filters = create(
    "div",
    { class: "panel-fields" },
    field("panels.player", player),
    field("archive.from", from),
    field("archive.until", until),
  );
  const holds = create("p", { class: "soft small-text" });
  const status = create("p", { class: "panel-status soft", role: "status" });
  const results = create("div", { class: "panel-group" });
  const files = create("input", { type: "file", class: "files-picker", multiple: true, on: { change: add } });
  const adder = field("archive.import", files);
  element.append(filters, holds, status, results, adder);

  /** Adds the games of files to the archive. */
  async function add() {
    const chosen = [...(files.files ?? [])];
    files.value = "";
    files.disabled = true;
    try {
      const { written, duplicates, known, rejected, failed, isNameless } = await importIntoArchive(
        chosen,
        (done, all) => setText(status, t("archive.importing", { done, all })),
      );
      const problems = failed.map(({ file, error }) => t("files.failed", { file, message: errorText(error) }));
      if (rejected) problems.unshift(t("files.refused", { count: rejected }));
      const added = t("archive.imported", { count: written });
      const present = duplicates + known;
      const counts = present ? t("archive.present", { added, count: present }) : added;
      const words = [counts, ...problems].join("; ");
      const text = isNameless ? t("archive.nameless", { added: words }) : words;
      store.notice(text, problems.length ? "error" : undefined);
    } catch (problem) {
      store.notice(errorText(problem), "error");
    }
    files.disabled = false;
    asked = "";
    await init();
  }

  /** @type {Api.Totals|false|null} What the archive contains; null if unknown, false if there is no archive. */
  let archive = null;
  let isVisible = false;
  /** @type {Api.ArchivePosition|null} */
  let found = null;
  let error = "";
  /** The position and filters of the last request. */
  let asked = "";
  /** @type {AbortController|null} */
  let controller = null;
  let timer = 0;

  async function init() {
    error = "";
    try {
      archive = (await get("status")).archive ? await get("archive") : false;
    } catch (problem) {
      error = errorText(problem);
    }
    draw();
    ask();
  }

  /** The years of the filter, by default those of the archive. */
  function years() {
    if (!archive || ![from.value, until.value].some((value) => value.length === 4)) return undefined;
    const first = archive.first_year ?? 1900;
    const last = archive.last_year ?? 2100;
    const whole = (/** @type {string} */ value, /** @type {number} */ otherwise) =>
      value.length === 4 ? value : otherwise;
    return `${whole(from.value, first)}-${whole(until.value, last)}`;
  }

  /** Looks up the current position after a delay. */
  function ask() {
    clearTimeout(timer);
    if (!isVisible || !archive || !store.current) return;
    const wanted = { ...store.game(), player: player.value.trim() || undefined, years: years() };
    if (JSON.stringify(wanted) !== asked) timer = setTimeout(() => load(wanted), PAUSE);
  }

  /** @param {Api.Requests["get"]["archive/position"]["query"]} wanted */
  async function load(wanted) {
    controller?.abort();
    controller = new AbortController();
    asked = JSON.stringify(wanted);
    error = "";
    try {
      found = await get("archive/position", wanted, { signal: controller.signal });
    } catch (problem) {
      if (isAbort(problem)) return;
      found = null;
      error = errorText(problem);
    }
    draw();
  }

  function statusText() {
    if (error) return error;
    if (archive === false) return t("archive.none");
    if (archive?.games === 0) return t("archive.empty");
    return found ? t("archive.found", { count: found.all.games }) : t("archive.asking");
  }

  function draw() {
    show(archive, adder);
    show(archive ? archive.games : 0, filters, holds);
    status.classList.toggle("error", Boolean(error));
    if (archive) {
      const { first_year: first, last_year: last, games } = archive;
      setText(
        holds,
        t(first ? `archive.holds-${first === last ? "year" : "years"}` : "archive.holds", {
          count: games,
          first: String(first),
          last: String(last),
        }),
      );
    }
    setText(status, statusText());
    if (!found || error) return results.replaceChildren();
    const { moves, games, total } = found;
    const parts = [];
    if (moves.length) {
      parts.push(
        table("archive.moves", MOVE_HEADINGS, moves.flatMap(moveRows), { kind: "archive-moves", isTall: true }),
      );
    }
    if (games.length) {
      parts.push(
        table("archive.games", keys("game", "result", "tournament", "year"), games.map(gameRow), {
          kind: "archive-games",
          isTall: true,
        }),
      );
    }
    if (total > games.length)
      parts.push(create("p", { class: "soft small-text" }, t("archive.more", { count: total - games.length })));
    results.replaceChildren(...parts);
  }

  const unwatch = watchVisibility(element, (nowVisible) => {
    isVisible = nowVisible;
    if (nowVisible && archive === null) init();
    else ask();
  });
  const unsubscribers = [store.on("node", ask), store.on("language", oncePerFrame(draw)), unwatch];
  draw();

  return () => {
    clearTimeout(timer);
    controller?.abort();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
