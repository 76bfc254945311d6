/** The settings dialog. */

import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { language, languages, setLanguage } from "./i18n.js";
import { bindSetting, choice, field, numberInput, show } from "./panels/dom.js";
import { settings } from "./settings.js";

const MARKS = /** @type {const} */ ([
  "showLegal",
  "showValues",
  "showVariation",
  "showLastMove",
  "showFlips",
  "showStable",
  "showNumbers",
  "showCoordinates",
]);

/** The choices of the engine's settings, the default first. */
const CHOICES = {
  wanted: ["all", "3", "1"],
  lines: ["few", "one", "all"],
  side: ["mover", "black"],
  limit: ["endless", "level", "time"],
};

/** @param {(typeof MARKS)[number]|"review.auto"|"singleKeys"} name */
function toggle(name) {
  const input = create("input", { type: "checkbox", id: `setting-${name}` });
  input.checked = settings.get(name);
  input.addEventListener("change", () => settings.set(name, input.checked));
  return create("label", { class: "choice", for: input.id }, input, create("span", { i18n: `settings.${name}` }));
}

/** @param {string} name @param {string[]} values @param {string} value @param {(value: string) => unknown} change */
function select(name, values, value, change) {
  const field = create(
    "select",
    { id: `setting-${name}` },
    ...values.map((one) =>
      name === "language"
        ? create("option", { value: one, lang: one }, languages[one])
        : create("option", { value: one, i18n: `settings.${name}.${one}` }),
    ),
  );
  field.value = value;
  field.addEventListener("change", () => change(field.value));
  return create("div", {}, create("label", { class: "label", for: field.id, i18n: `settings.${name}` }), field);
}

/** What the engine does, and how its results are shown. */
function engineFields() {
  const names = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    values.map((value) => [value, `settings.${name}.${value}`]);
  const select = (/** @type {keyof typeof CHOICES} */ name) =>
    bindSetting(`analysis.${name}`, choice(names(name, CHOICES[name])), draw);
  const limit = select("limit");
  const level = field("settings.level", bindSetting("analysis.level", numberInput(20, 1, 60)));
  const time = field("settings.seconds", bindSetting("analysis.time", numberInput(10, 0.1, 3600, { step: "any" })));
  function draw() {
    show(limit.value === "level", level);
    show(limit.value === "time", time);
  }
  draw();
  return create(
    "fieldset",
    {},
    create("legend", { i18n: "settings.engine" }),
    toggle("review.auto"),
    create(
      "div",
      { class: "row settings-row" },
      field("settings.wanted", select("wanted")),
      field("settings.lines", select("lines")),
      field("settings.side", select("side")),
      field("settings.limit", limit),
      level,
      time,
      field("settings.review.level", bindSetting("review.level", numberInput(14, 1, 60))),
    ),
  );
}

export function openPreferences() {
  const save = (/** @type {string} */ name) => (/** @type {string} */ value) => settings.set(name, value);
  return openDialog({
    title: "settings.title",
    wide: true,
    content: [
      create(
        "div",
        { class: "stack" },
        create(
          "fieldset",
          {},
          create("legend", { i18n: "settings.board" }),
          create("div", { class: "choices" }, ...MARKS.map(toggle)),
        ),
        engineFields(),
        create(
          "fieldset",
          {},
          create("legend", { i18n: "settings.page" }),
          create(
            "div",
            { class: "row settings-row" },
            select("language", Object.keys(languages), language(), setLanguage),
            select("theme", ["system", "light", "dark"], settings.get("theme"), save("theme")),
            select("motion", ["system", "less", "full"], settings.get("motion"), save("motion")),
          ),
          toggle("singleKeys"),
        ),
      ),
    ],
  });
}
