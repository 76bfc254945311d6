// Buttons that play out the lines after the answer to a card and after the best move.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { setText, show } from "./dom.js";

/** @param {() => ReturnType<typeof import("./session.js").boardSession>} session */
export function lineButtons(session) {
  const build = (/** @type {"line"|"best_line"} */ name) =>
    create("button", {
      type: "button",
      class: "button",
      on: { click: () => session().playLine(session().asked()?.last?.[name] ?? []) },
    });
  const [answer, best] = [build("line"), build("best_line")];
  return {
    elements: [answer, best],
    /** Shows the line after the last answer if it is wrong, and that of the best move once it is known. */
    draw() {
      const asked = session().asked();
      const last = asked?.last;
      show(last && !last.right, answer);
      show(last && asked?.isOver, best);
      if (!last) return;
      setText(answer, t("mistakes.show-line", { move: last.answer }));
      setText(best, t("mistakes.show-line", { move: last.answers[0] }));
    },
  };
}
