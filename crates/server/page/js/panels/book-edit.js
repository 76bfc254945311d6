// Edits of the opening book: adds the current position by a search, sets its score, or removes it.

import { post } from "../api.js";
import { offerUndo } from "../dialog.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { record } from "../undo.js";
import { button, field, numberInput, numberOf, show } from "./dom.js";
import { errorText } from "./words.js";

const LEVEL = 20;
const MAX_LEVEL = 60;
const DONE = { add: "book.added", score: "book.entered", remove: "book.removed" };

/**
 * Builds the controls; `changed` is called after each change, undo and redo.
 * @param {() => void} changed
 */
export function bookEditor(changed) {
  const level = numberInput(LEVEL, 1, MAX_LEVEL);
  const entered = numberInput("", -64, 64, { step: 1 });
  const add = button("book.add", () =>
    change("add", () => post("book/add", { ...store.game(), level: numberOf(level) }), level),
  );
  const set = button("book.set", () =>
    change("score", () => post("book/score", { ...store.game(), score: numberOf(entered) }), entered),
  );
  const remove = button("book.remove", () => change("remove", () => post("book/remove", store.game())));
  const scoreFields = create("div", { class: "panel-fields" }, field("book.own-score", entered), set, remove);
  const element = create(
    "div",
    { class: "panel-group" },
    create("div", { class: "panel-fields" }, field("book.level", level), add),
    scoreFields,
  );
  const buttons = [add, set, remove];

  /**
   * @param {keyof typeof DONE} kind
   * @param {() => Promise<Api.BookChanged>} ask
   * @param {HTMLInputElement} [input]
   */
  async function change(kind, ask, input) {
    if (input && !(input.value && input.checkValidity())) {
      input.reportValidity();
      return;
    }
    buttons.forEach((one) => (one.disabled = true));
    try {
      const { change: number } = await ask();
      if (number === null) return store.notice(t("book.unchanged"));
      record({ undo: () => replace("book/undo", number), redo: () => replace("book/redo", number) });
      offerUndo(t(DONE[kind]));
      entered.value = "";
    } catch (problem) {
      store.notice(errorText(problem), "error");
    } finally {
      buttons.forEach((one) => (one.disabled = false));
      changed();
    }
  }

  /** @param {"book/undo"|"book/redo"} path @param {number} number */
  async function replace(path, number) {
    try {
      const { done } = await post(path, { change: number });
      if (!done) store.notice(t("book.changed-since"), "error");
    } catch (problem) {
      store.notice(errorText(problem), "error");
    }
    changed();
  }

  return {
    element,
    /** Shows the controls that apply to a position. @param {Api.KnownPosition} known */
    update(known) {
      show(known.found, scoreFields);
      add.textContent = t(known.found ? "book.deepen" : "book.add");
    },
  };
}
