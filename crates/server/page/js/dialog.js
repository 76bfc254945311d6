/** Dialogs and short notices. */

import { create, icon } from "./elements.js";
import { store } from "./store.js";

/**
 * Shows a dialog and gives what it was closed with. Escape, the close button
 * and a click beside it close it with "".
 * @param {{title: string, content: Node[], buttons?: {key: string, value: string, kind?: string}[],
 *   wide?: boolean}} options `title` and `key` are keys of texts
 * @returns {Promise<string>}
 */
export function openDialog({ title, content, buttons = [], wide = false }) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const form = create(
    "form",
    { method: "dialog", class: "dialog-form" },
    create(
      "header",
      { class: "dialog-head" },
      create("h2", { id, i18n: title }),
      create(
        "button",
        { type: "submit", value: "", class: "button quiet icon-button", formnovalidate: true, i18nLabel: "dialog.close" },
        icon("close"),
      ),
    ),
    create("div", { class: "dialog-body" }, ...content),
  );
  if (buttons.length) {
    form.append(
      create(
        "footer",
        { class: "dialog-foot" },
        ...buttons.map(({ key, value, kind = "" }) =>
          create("button", { type: "submit", value, class: `button ${kind}`, i18n: key }),
        ),
      ),
    );
  }
  const dialog = create("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id }, form);
  document.body.append(dialog);
  closeBeside(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}

/** A press beside a dialog closes it. */
export function closeBeside(dialog) {
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const isInside =
      event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!isInside) dialog.close("");
  });
}

/** Asks whether; `text` is the question in words, `key` the text of the button. */
export async function ask({ title, text, key, kind = "primary" }) {
  const answer = await openDialog({
    title,
    content: [create("p", {}, text)],
    buttons: [
      { key: "dialog.cancel", value: "" },
      { key, value: "yes", kind },
    ],
  });
  return answer === "yes";
}

const SHOWN = 6000;

/** Shows the notices of the store; errors stay until they are closed. */
export function mountNotices(host) {
  store.on("notice", ({ text, kind = "info" }) => {
    const notice = create(
      "div",
      { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" },
      create("p", {}, text),
      create(
        "button",
        {
          type: "button",
          class: "button quiet icon-button",
          i18nLabel: "dialog.close",
          on: { click: () => notice.remove() },
        },
        icon("close"),
      ),
    );
    host.append(notice);
    while (host.children.length > 3) host.firstElementChild.remove();
    if (kind !== "error") setTimeout(() => notice.remove(), SHOWN);
  });
}
