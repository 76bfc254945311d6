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
      on: { click: () => session().playLine(session().asked()?.judged?.[name] ?? []) },
    });
  const [answer, best] = [build("line"), build("best_line")];
  return {
    elements: [answer, best],
    /** Shows the line after the first answer if it is wrong, and that of the best move once it is known. */
    draw() {
      const asked = session().asked();
      const judged = asked?.judged;
      show(judged && asked?.answer === judged.answer && !asked.isRight, answer);
      show(judged && asked?.isOver, best);
      if (!judged) return;
      setText(answer, t("mistakes.show-line", { move: judged.answer }));
      setText(best, t("mistakes.show-line", { move: judged.answers[0] }));
    },
  };
}
