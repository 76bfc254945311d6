// The form before a game against the engine.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { checkBox, choice, field, freshId, kept as keptAs, numberInput, numberOf, setText, show as showIf } from "./dom.js";
import { buildOpenings } from "./opponent-openings.js";

/** Attributes of a field for fractional numbers. */
const ANY = { step: "any" };
const BOARDS = ["8x8", "4x4", "5x5", "6x6", "7x7", "9x7", "10x10", "11x11", "16x8"];
/** The highest level for each description. */
const LEVEL_WORDS = [[3, "beginner"], [7, "weak"], [13, "medium"], [21, "strong"], [60, "master"]];

/** The description of a level. */
export function levelWord(level) {
  const [, word] = LEVEL_WORDS.find(([most]) => level <= most) ?? LEVEL_WORDS.at(-1);
  return t(`opponent.level-${word}`);
}

const kept = (name, control) => keptAs(`opponent.${name}`, control);

/** A row of radio buttons. */
function radios(legend, name, choices, chosen) {
  const group = freshId(name);
  const inputs = choices.map(([value]) =>
    create("input", { type: "radio", name: group, value, checked: value === settings.get(`opponent.${name}`, chosen) }),
  );
  const labels = choices.map(([, key], index) =>
    create("label", { class: "choice" }, inputs[index], create("span", { i18n: key })),
  );
  const element = create(
    "fieldset",
    { on: { change: () => settings.set(`opponent.${name}`, read()) } },
    create("legend", { class: "label", i18n: legend }),
    create("div", { class: "row" }, ...labels),
  );
  const read = () => inputs.find((input) => input.checked)?.value ?? chosen;
  return { element, read };
}

/** Fields for the minutes and increment of one side. */
function clockFields(i18n, name) {
  const minutes = kept(`${name}-minutes`, numberInput(10, 0.1, 600, ANY));
  const increment = kept(`${name}-increment`, numberInput(5, 0, 600, ANY));
  const element = create(
    "fieldset",
    {},
    create("legend", { class: "label", i18n }),
    create("div", { class: "panel-fields" }, field("opponent.minutes", minutes), field("opponent.increment", increment)),
  );
  return { element, read: () => ({ minutes: numberOf(minutes), increment: numberOf(increment) }) };
}

/**
 * @param {(agreed: any) => void} submit
 */
export function buildSetup(submit) {
  const color = radios(
    "opponent.color",
    "color",
    [["black", "panels.black"], ["white", "panels.white"], ["random", "opponent.random"]],
    "black",
  );
  const kind = kept("kind", choice([["level", "opponent.by-level"], ["time", "opponent.by-time"]]));
  const level = kept("level", create("input", { type: "range", min: "1", max: "60", step: "1", value: "8" }));
  const levelText = create("output", { class: "opponent-level" });
  const time = kept("time", numberInput(3, 0.1, 600, ANY));
  const board = create("select", {}, ...BOARDS.map((value) => create("option", { value }, value.replace("x", "×"))));
  kept("board", board);
  const start = kept(
    "start",
    choice([["usual", "opponent.start-usual"], ["current", "opponent.start-current"], ["balanced", "opponent.start-balanced"]]),
  );
  const plies = kept("plies", numberInput(10, 1, 40));
  const tolerance = kept("tolerance", numberInput(2, 0, 20, ANY));
  const clock = kept("clock", choice([["none", "opponent.clock-none"], ["clock", "opponent.clock-set"]]));
  const human = clockFields("opponent.clock-human", "human");
  const engine = clockFields("opponent.clock-engine", "engine");
  const gives = checkBox("opponent.gives");
  kept("gives", gives.box);
  const gift = kept("gift", numberInput(10, 1, 64));
  const openings = buildOpenings();
  const hides = checkBox("opponent.hides", { checked: true });
  kept("hides", hides.box);

  const parts = {
    level: field("opponent.level", level, levelText),
    time: field("opponent.seconds", time),
    board: field("opponent.board", board),
    plies: field("opponent.plies", plies),
    tolerance: field("opponent.tolerance", tolerance),
    clocks: create("div", { class: "panel-pair" }, human.element, engine.element),
    gift: field("opponent.gift", gift),
  };
  const needs = create("p", { class: "soft small-text", i18n: "opponent.opening-needs" });
  const more = create(
    "details",
    { class: "panel-details", on: { toggle: () => openings.load() } },
    create("summary", { i18n: "opponent.more" }),
    create(
      "div",
      { class: "panel-group" },
      create("div", { class: "panel-fields" }, field("opponent.start", start), parts.board, parts.plies, parts.tolerance),
      create("div", { class: "panel-fields" }, field("opponent.strength", kind), field("opponent.clock", clock)),
      parts.clocks,
      hides.label,
      gives.label,
      parts.gift,
      openings.element,
      needs,
    ),
  );
  const form = create(
    "form",
    { class: "opponent-setup", on: { submit: agree, change: show, input: show } },
    color.element,
    parts.level,
    parts.time,
    create("button", { type: "submit", class: "button primary", i18n: "opponent.begin" }),
    more,
  );

  /** Shows only the fields that apply. */
  function show() {
    showIf(kind.value === "level", parts.level);
    showIf(kind.value === "time", parts.time);
    const number = Number(level.value);
    setText(levelText, t("opponent.level-words", { level: number, words: levelWord(number) }));
    level.setAttribute("aria-valuetext", levelText.textContent);
    showIf(start.value !== "current", parts.board);
    showIf(start.value === "balanced", parts.plies, parts.tolerance);
    showIf(clock.value !== "none", parts.clocks);
    showIf(gives.box.checked, parts.gift);
    showIf(takesOpening(), openings.element);
    showIf(!takesOpening(), needs);
  }

  const takesOpening = () => start.value === "usual" && board.value === "8x8";

  function agree(event) {
    event.preventDefault();
    const chosen = color.read();
    const drawnLot = Math.random() < 0.5 ? "black" : "white";
    submit({
      start: start.value,
      board: start.value === "current" ? store.tree.board : board.value,
      plies: numberOf(plies),
      tolerance: numberOf(tolerance),
      hides: hides.box.checked,
      terms: {
        human: chosen === "random" ? drawnLot : chosen,
        strength: kind.value === "level" ? { level: Number(level.value) } : { time: numberOf(time) },
        giveAway: gives.box.checked ? numberOf(gift) : null,
        opening: takesOpening() ? openings.value : null,
        clock: clock.value === "none" ? null : { human: human.read(), engine: engine.read() },
      },
    });
  }

  show();
  return {
    element: form,
    /** Updates texts that are composed of several. */
    retranslate() {
      openings.show();
      show();
    },
  };
}
