/** The fields of a new game: opponent, colour, clock, start, and more. */

import { get } from "./api.js";
import { create } from "./elements.js";
import { formatNumber, t } from "./i18n.js";
import { buildOpenings } from "./new-game-openings.js";
import {
  bindSetting,
  checkBox,
  choice,
  field,
  freshId,
  numberInput,
  numberOf,
  setText,
  show as showIf,
} from "./panels/dom.js";
import { settings } from "./settings.js";
import { store } from "./store.js";

/**
 * @import {GameOptions} from "./new-game.js"
 * @import {Strength, Terms} from "./panels/opponent-game.js"
 */

/** Attributes of a field for fractional numbers. */
const ANY = { step: "any" };
const BOARDS = ["8x8", "4x4", "5x5", "6x6", "7x7", "9x7", "10x10", "11x11", "16x8"];
/** The highest level for each description. */
/** @type {[number, string][]} */
const LEVEL_WORDS = [
  [3, "beginner"],
  [7, "weak"],
  [13, "medium"],
  [21, "strong"],
  [60, "master"],
];
/** Clocks by name: minutes for each side, and the increment in seconds. */
/** @type {{[name: string]: [number, number]}} */
const CLOCKS = { 3: [3, 0], 5: [5, 0], 10: [10, 5], 30: [30, 0] };
/** Opponents that are not in the server's list. */
const OTHERS = ["level", "time", "nobody"];

/** @param {number} level */
export function levelWord(level) {
  const [, word] = LEVEL_WORDS.find(([most]) => level <= most) ?? LEVEL_WORDS[LEVEL_WORDS.length - 1];
  return t(`opponent.level-${word}`);
}

/** "Club player (1500)". @param {{name?: string, rating?: number|null}} opponent */
export function opponentName({ name, rating }) {
  const words = t(`opponent.named-${name}`);
  return rating ? t("opponent.rated", { name: words, rating: formatNumber(rating, { useGrouping: false }) }) : words;
}

/**
 * @template {HTMLInputElement|HTMLSelectElement} C
 * @param {string} name
 * @param {C} control
 */
const saved = (name, control) => bindSetting(`opponent.${name}`, control);

/** @param {string} value @param {HTMLElement} words @returns {[string, HTMLElement]} */
const choiceOf = (value, words) => [value, words];

/**
 * Radio buttons whose value is saved in the settings.
 * @param {string} legend
 * @param {string} name
 * @param {[string, HTMLElement][]} choices
 * @param {string} chosen
 * @param {"row"|"tools"} [kind]
 */
function radios(legend, name, choices, chosen, kind = "row") {
  const group = freshId(name);
  const wanted = settings.get(`opponent.${name}`, chosen);
  const known = choices.some(([value]) => value === wanted) ? wanted : chosen;
  const inputs = choices.map(([value]) =>
    create("input", { type: "radio", name: group, value, checked: value === known }),
  );
  const labels = choices.map(([, words], index) =>
    create("label", { class: kind === "row" ? "choice" : "tool" }, inputs[index], words),
  );
  const read = () => inputs.find((input) => input.checked)?.value ?? chosen;
  const element = create(
    "fieldset",
    { on: { change: () => settings.set(`opponent.${name}`, read()) } },
    create("legend", { class: "label", i18n: legend }),
    create("div", { class: kind === "row" ? "row" : "tools" }, ...labels),
  );
  return { element, read };
}

/** Fields for the minutes and increment of one side. @param {string} i18n @param {string} name */
function clockFields(i18n, name) {
  const minutes = saved(`${name}-minutes`, numberInput(10, 0.1, 600, ANY));
  const increment = saved(`${name}-increment`, numberInput(5, 0, 600, ANY));
  const element = create(
    "fieldset",
    {},
    create("legend", { class: "label", i18n }),
    create(
      "div",
      { class: "panel-fields" },
      field("opponent.minutes", minutes),
      field("opponent.increment", increment),
    ),
  );
  return { element, read: () => ({ minutes: numberOf(minutes), increment: numberOf(increment) }) };
}

/** The clocks of both sides, or none. */
function buildClock() {
  const names = Object.keys(CLOCKS);
  const options = names.map((name) => {
    const [minutes, increment] = CLOCKS[name];
    return create(
      "option",
      { value: name },
      t(increment ? "opponent.clock-words-increment" : "opponent.clock-words", { count: minutes, increment }),
    );
  });
  const select = choice([["none", "opponent.clock-none"]]);
  select.append(...options, create("option", { value: "clock", i18n: "opponent.clock-set" }));
  saved("clock", select);
  const human = clockFields("opponent.clock-human", "human");
  const engine = clockFields("opponent.clock-engine", "engine");
  const sides = create("div", { class: "panel-pair" }, human.element, engine.element);
  return {
    select,
    sides,
    read() {
      if (select.value === "none") return null;
      if (select.value === "clock") return { human: human.read(), engine: engine.read() };
      const [minutes, increment] = CLOCKS[select.value];
      return { human: { minutes, increment }, engine: { minutes, increment } };
    },
  };
}

/** @type {Promise<Api.Opponent[]>|null} The server's opponents, requested once; a failed request is repeated next time. */
let opponents = null;
const loadOpponents = () =>
  (opponents ??= get("opponents").catch((error) => {
    opponents = null;
    throw error;
  }));

/**
 * Builds the fields.
 * @param {{opponent?: string}} [first] the preselected opponent; by default that of the last game
 * @returns {Promise<{element: HTMLElement, read: () => GameOptions}>}
 */
export async function buildFields({ opponent: first } = {}) {
  const named = await loadOpponents();
  if (first) settings.set("opponent.opponent", first);
  const opponent = radios(
    "opponent.against",
    "opponent",
    [
      ...named.map((one) => choiceOf(one.name, create("span", {}, opponentName(one)))),
      ...OTHERS.map((name) => choiceOf(name, create("span", { i18n: `opponent.against-${name}` }))),
    ],
    // The default is the weakest opponent with a human rating.
    named.find(({ rating }) => rating)?.name ?? "level",
    "tools",
  );
  const words = (/** @type {string} */ name) => create("span", { i18n: name });
  const color = radios(
    "opponent.color",
    "color",
    [
      ["black", words("panels.black")],
      ["white", words("panels.white")],
      ["random", words("opponent.random")],
    ],
    "black",
  );
  const level = saved("level", create("input", { type: "range", min: "1", max: "60", step: "1", value: "8" }));
  const levelText = create("output", { class: "opponent-level" });
  const time = saved("time", numberInput(3, 0.1, 600, ANY));
  const clock = buildClock();
  const start = saved(
    "start",
    choice(["usual", "opening", "balanced", "current"].map((name) => [name, `opponent.start-${name}`])),
  );
  const openings = buildOpenings();
  const played = checkBox("opponent.opening-played", { checked: true });
  saved("opening-played", played.box);
  const plies = saved("plies", numberInput(8, 1, 40));
  const tolerance = saved("tolerance", numberInput(2, 0, 20, ANY));
  const board = create(
    "select",
    { id: "new-board" },
    ...BOARDS.map((value) => create("option", { value }, value.replace("x", " × "))),
  );
  saved("board", board);
  const gives = checkBox("opponent.gives");
  saved("gives", gives.box);
  const gift = saved("gift", numberInput(10, 1, 64));
  const hides = checkBox("opponent.hides", { checked: true });
  saved("hides", hides.box);

  const parts = {
    level: field("opponent.level", level, levelText),
    time: field("opponent.seconds", time),
    clock: field("opponent.clock", clock.select),
    openings: create("div", { class: "panel-group" }, openings.element, played.label),
    balanced: create(
      "div",
      { class: "panel-fields" },
      field("opponent.plies", plies),
      field("opponent.tolerance", tolerance),
    ),
    board: field("opponent.board", board),
    hint: create("p", { class: "soft small-text", i18n: "new.hint" }),
    gift: field("opponent.gift", gift),
  };
  const more = create(
    "details",
    { class: "panel-details" },
    create("summary", { i18n: "opponent.more" }),
    create("div", { class: "panel-group" }, parts.board, parts.hint, hides.label, gives.label, parts.gift),
  );
  const element = create(
    "div",
    { class: "opponent-setup", on: { change: show, input: show } },
    opponent.element,
    parts.level,
    parts.time,
    color.element,
    create("div", { class: "panel-fields" }, parts.clock, field("opponent.start", start)),
    clock.sides,
    parts.openings,
    parts.balanced,
    more,
  );

  const isOpening = () => start.value === "opening";
  const isAlone = () => opponent.read() === "nobody";
  /** Human-like opponents play only 8x8, without a handicap. */
  const isPerson = () => named.some((one) => one.name === opponent.read() && "human" in one.strength);

  /** Shows only the fields that apply. */
  function show() {
    const who = opponent.read();
    showIf(who === "level", parts.level);
    showIf(who === "time", parts.time);
    showIf(!isAlone(), color.element, parts.clock, hides.label, played.label);
    showIf(!isAlone() && !isPerson(), gives.label);
    showIf(!isAlone() && !isPerson() && gives.box.checked, parts.gift);
    showIf(!isAlone() && clock.select.value === "clock", clock.sides);
    showIf(isOpening(), parts.openings);
    showIf(start.value === "balanced", parts.balanced);
    showIf(["usual", "balanced"].includes(start.value) && !isPerson(), parts.board, parts.hint);
    showIf(![parts.board, hides.label, gives.label].every(({ hidden }) => hidden), more);
    if (isOpening()) openings.load();
    const number = Number(level.value);
    setText(levelText, t("opponent.level-words", { level: number, words: levelWord(number) }));
    level.setAttribute("aria-valuetext", levelText.textContent);
  }

  /**
   * The strength that the server needs, and the name of the opponent.
   * @returns {{strength: Strength, name?: string, rating?: number|null}}
   */
  function readOpponent() {
    const who = opponent.read();
    if (who === "level") return { strength: { level: Number(level.value) } };
    if (who === "time") return { strength: { time: numberOf(time) } };
    const { name, rating, strength } = /** @type {Api.Opponent} */ (named.find((one) => one.name === who));
    return { strength, name, rating };
  }

  function readBoard() {
    if (start.value === "current") return store.tree.board;
    return isOpening() || isPerson() ? "8x8" : board.value;
  }

  /** @returns {Terms|null} */
  function readTerms() {
    if (isAlone()) return null;
    const chosen = color.read();
    const isBlack = chosen === "random" ? Math.random() < 0.5 : chosen === "black";
    return {
      human: isBlack ? "black" : "white",
      ...readOpponent(),
      giveAway: gives.box.checked && !isPerson() ? numberOf(gift) : null,
      opening: isOpening() && !played.box.checked ? openings.value : null,
      clock: clock.read(),
    };
  }

  show();
  return {
    element,
    read: () => ({
      start: start.value,
      board: readBoard(),
      moves: isOpening() && (isAlone() || played.box.checked) ? (openings.value ?? "") : "",
      plies: numberOf(plies),
      tolerance: numberOf(tolerance),
      hides: hides.box.checked,
      terms: readTerms(),
    }),
  };
}
