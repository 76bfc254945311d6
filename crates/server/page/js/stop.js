/** Stopping the program, which may run without a window of its own. */

import { get, post } from "./api.js";
import { confirm } from "./dialog.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { save } from "./library.js";
import { errorText } from "./panels/words.js";
import { store } from "./store.js";

/** Whether the page can stop the program. */
export const canStop = () =>
  get("status").then(
    ({ stop }) => stop,
    () => false,
  );

/** Stops the program if the user confirms it, and says so in place of the page. */
export async function stopProgram() {
  if (!(await confirm("stop.title", "stop.text", "header.stop"))) return;
  save();
  try {
    await post("stop", {});
  } catch (error) {
    return store.notice(errorText(error), "error");
  }
  // What the page still does fails, unseen.
  document.body.replaceChildren(
    create("main", { class: "stopped" }, create("p", { role: "status", tabindex: "-1" }, t("stop.done"))),
  );
  document.querySelector("p")?.focus();
}
