/** Stepping through the game, and playing a square by name. */

import { create, icon } from "./elements.js";
import { t } from "./i18n.js";
import { errorText } from "./panels/words.js";
import { isSquare } from "./squares.js";
import { store } from "./store.js";

const STEPS = [
  { name: "start", act: () => store.toStart(), isBack: true },
  { name: "back", act: () => store.back(), isBack: true },
  { name: "forward", act: () => store.forward(), isBack: false },
  { name: "end", act: () => store.toEnd(), isBack: false },
];

/** Plays a square, or passes it to `store.chooser`. Returns why it was not played, or "". @param {string} text */
export async function playNamed(text) {
  const square = text.trim().toLowerCase();
  if (!isSquare(square)) return t("entry.noSquare", { text: text.trim() });
  if (store.chooser?.(square)) return "";
  try {
    return (await store.play(square)) ? "" : t("entry.notLegal", { square });
  } catch (error) {
    return errorText(error);
  }
}

/** @param {Element} host @returns {{focus: () => void}} */
export function mountEntry(host) {
  const buttons = STEPS.map(({ name, act }) =>
    create(
      "button",
      {
        type: "button",
        id: `step-${name}`,
        class: "button icon-button",
        i18nLabel: `step.${name}`,
        i18nTitle: `step.${name}`,
        on: { click: act },
      },
      icon(name),
    ),
  );
  const field = create("input", {
    class: "field",
    id: "square-field",
    maxlength: "4",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    i18nPlaceholder: "entry.example",
    "aria-describedby": "square-error",
  });
  const error = create("p", { class: "error", id: "square-error", role: "alert" });
  const showError = (/** @type {string} */ text) => {
    error.textContent = text;
    field.setAttribute("aria-invalid", String(Boolean(text)));
  };
  const form = create(
    "form",
    { class: "entry", on: { submit } },
    create("label", { for: "square-field", i18n: "entry.label" }),
    field,
    create("button", { type: "submit", class: "button", i18n: "entry.play" }),
  );
  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (!field.value.trim()) return;
    const problem = await playNamed(field.value);
    showError(problem);
    if (!problem) field.value = "";
  }
  field.addEventListener("input", () => showError(""));
  host.append(create("div", { class: "steps", role: "group", i18nLabel: "step.label" }, ...buttons), form, error);

  function show() {
    const { current } = store;
    if (!current) return;
    const isFirst =
      !current.parent ||
      store
        .path()
        .slice(0, -1)
        .every(({ position }) => !position.legal.length);
    STEPS.forEach(({ isBack }, index) => {
      const isEnd = isBack ? isFirst : !current.children.length;
      // A focused button stays enabled: otherwise the focus would move to the top of the page.
      if (isEnd && document.activeElement === buttons[index]) buttons[index].setAttribute("aria-disabled", "true");
      else {
        buttons[index].removeAttribute("aria-disabled");
        buttons[index].disabled = isEnd;
      }
    });
  }
  store.on("node", () => {
    show();
    showError("");
  });
  store.on("tree", show);
  show();
  return { focus: () => field.focus() };
}
