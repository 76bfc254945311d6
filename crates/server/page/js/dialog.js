/** Dialogs and short notices. */

import { watchConnection } from "./api.js";
import { create, icon } from "./elements.js";
import { store } from "./store.js";
import { undo } from "./undo.js";

/**
 * Shows a dialog and resolves with the value of the button that closed it. Escape and the close button close it with "";
 * so does a click outside, unless a button of the dialog would save something.
 * @param {{title: string, content: Node[], buttons?: {key: string, value: string, kind?: string}[],
 *   wide?: boolean, back?: string, id?: string, onSubmit?: (value: string) => Promise<boolean>}} options `title`,
 *   `back` and `key` are message keys; a dialog with `back`, the words of the button that closes it, fills the window;
 *   `onSubmit` returns whether the dialog stays open after a button
 * @returns {Promise<string>}
 */
export function openDialog({ title, content, buttons = [], wide = false, back = "", id = "dialog", onSubmit }) {
  const heading = `${id}-title`;
  /** @returns {void} */
  const leave = () => dialog.close("");
  const head = create("h2", { id: heading, i18n: title });
  const closing = { type: "button", on: { click: leave } };
  const closer = back
    ? create("button", { ...closing, class: "button quiet" }, icon("back"), create("span", { i18n: back }))
    : create("button", { ...closing, class: "button quiet icon-button", i18nLabel: "dialog.close" }, icon("close"));
  const form = create(
    "form",
    { method: "dialog", novalidate: true },
    create("header", { class: "dialog-head" }, ...(back ? [closer, head] : [head, closer])),
    create("div", { class: "dialog-body" }, ...content),
  );
  if (buttons.length) {
    form.append(
      create(
        "footer",
        { class: "dialog-foot" },
        ...buttons.map(({ key, value, kind = "" }) =>
          // Enter presses the first button with an action.
          value
            ? create("button", { type: "submit", value, class: `button ${kind}`, i18n: key })
            : create("button", { type: "button", class: "button", i18n: key, on: { click: leave } }),
        ),
      ),
    );
  }
  const size = back ? " full" : wide ? " wide" : "";
  const dialog = create("dialog", { id, class: `dialog${size}`, "aria-labelledby": heading }, form);
  document.body.append(dialog);
  const saves = buttons.some(({ value }) => value);
  onClickOutside(dialog, (event) => (saves ? event.preventDefault() : leave()));
  if (onSubmit) {
    form.addEventListener("submit", async (event) => {
      const value = event.submitter?.getAttribute("value") ?? "";
      if (!value) return;
      event.preventDefault();
      if (!(await onSubmit(value))) dialog.close(value);
    });
  }
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/**
 * Calls a function for a click outside a dialog. By default, the click removes the focus from the dialog.
 * @param {HTMLDialogElement} dialog @param {(event: MouseEvent) => void} act
 */
function onClickOutside(dialog, act) {
  dialog.addEventListener("mousedown", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!isInside) act(event);
  });
}

const SHOWN = 6000;

/**
 * Shows the last notice of the store. An error stays until it is closed or another game is opened. A warning stays
 * beside later notices until it is closed or ends.
 * @param {Element} host
 */
export function mountNotices(host) {
  let hasGame = false;
  const clear = (/** @type {string} */ which) => host.querySelectorAll(which).forEach((notice) => notice.remove());
  store.on("game", () => {
    // A link may be wrong: its error comes before the first game.
    if (hasGame) clear(".error:not(.warning)");
    hasGame = true;
  });
  store.on("notice", ({ text, kind, isUndoable = false }) => {
    const isWarning = kind === "warning";
    clear(isWarning ? (text ? ".notice" : ".warning") : ".notice:not(.warning)");
    if (!text) return;
    const notice = create(
      "div",
      {
        class: `notice ${isWarning ? "error warning" : kind}`,
        role: kind === "info" ? "status" : "alert",
      },
      create("p", {}, text),
      isUndoable
        ? create("button", {
            type: "button",
            class: "button small notice-undo",
            i18n: "dialog.undo",
            on: { click: takeBack },
          })
        : null,
      create(
        "button",
        {
          type: "button",
          class: "button quiet icon-button",
          i18nLabel: "dialog.close",
          on: { click: close },
        },
        icon("close"),
      ),
    );
    function close() {
      notice.remove();
    }
    function takeBack() {
      close();
      undo();
    }
    host.append(notice);
    if (kind === "info") setTimeout(close, SHOWN);
  });
}

/** Shows a line while the server is not responding. */
export function mountConnectionLine() {
  const line = create("div", { class: "reconnecting", role: "status", hidden: true, i18n: "page.reconnecting" });
  document.body.prepend(line);
  watchConnection((isLost) => (line.hidden = !isLost));
}

/** Shows a notice of a change, with a button that undoes it. @param {string} text */
export const offerUndo = (text) => store.emit("notice", { text, kind: "info", isUndoable: true });

/**
 * Asks for confirmation.
 * @param {string} title @param {string} text @param {string} button all message keys @returns {Promise<boolean>}
 */
export async function confirm(title, text, button) {
  const answer = await openDialog({
    title,
    content: [create("p", { i18n: text })],
    buttons: [
      { key: "dialog.cancel", value: "" },
      { key: button, value: "yes", kind: "danger" },
    ],
  });
  return answer === "yes";
}
