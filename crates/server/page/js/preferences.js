/** The dialog of settings. */

import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { language, languages, setLanguage } from "./i18n.js";
import { settings } from "./settings.js";

const MARKS = [
  "showLegal", "showValues", "showVariation", "showLastMove",
  "showFlips", "showStable", "showNumbers", "showCoordinates",
];

function toggle(name) {
  const input = create("input", { type: "checkbox", id: `setting-${name}` });
  input.checked = settings.get(name);
  input.addEventListener("change", () => settings.set(name, input.checked));
  return create("label", { class: "choice", for: input.id }, input, create("span", { i18n: `settings.${name}` }));
}

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

export function openPreferences() {
  const keep = (name) => (value) => settings.set(name, value);
  return openDialog({
    title: "settings.title",
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
        create(
          "fieldset",
          {},
          create("legend", { i18n: "settings.page" }),
          create(
            "div",
            { class: "row settings-row" },
            select("language", Object.keys(languages), language(), setLanguage),
            select("theme", ["system", "light", "dark"], settings.get("theme"), keep("theme")),
            select("motion", ["system", "less", "full"], settings.get("motion"), keep("motion")),
          ),
          toggle("singleKeys"),
        ),
      ),
    ],
  });
}
