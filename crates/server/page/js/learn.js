/** The rules on one page, with a board to try them. */

import { post } from "./api.js";
import { BoardView } from "./board-view.js";
import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { t, translate } from "./i18n.js";
import { discsOf } from "./squares.js";
import { turnWords } from "./words.js";

/** The rules, in the order in which a beginner needs them. */
const RULES = ["goal", "move", "pass", "end", "corners", "mobility", "scores"];

export function openLearn() {
  const host = create("div", { class: "setup-board board-host" });
  const status = create("p", { role: "status", class: "learn-status" });
  const again = create("button", { type: "button", class: "button", i18n: "learn.again", on: { click: () => play("") } });
  const view = new BoardView(host, { label: "learn.board", onChoose: choose, onPeek: peek });
  let moves = "";
  let position = null;
  let last = null;
  let peeked = null;

  async function play(wanted) {
    const answer = await post("game", { moves: wanted });
    moves = answer.moves;
    position = answer.positions.at(-1);
    last = answer.plies.findLast(({ move }) => move !== "pass") ?? null;
    draw();
  }

  function draw() {
    view.setShape(8, 8);
    const discs = discsOf(position.position, 8, 8);
    const legal = new Map(position.legal.map((one) => [one.move, one]));
    const willFlip = new Set(legal.get(peeked)?.flips);
    view.show((square) => ({
      disc: discs.get(square),
      isLegal: legal.has(square),
      isLast: last?.move === square,
      isFlipped: last?.flips.includes(square),
      ghost: square === peeked && legal.has(square) ? position.mover : null,
      willFlip: willFlip.has(square),
    }));
    view.name((square) => {
      const words = [square, t(`board.${discs.get(square) ?? "empty"}`)];
      if (legal.has(square)) words.push(t("board.legal"), t("board.flips", { count: legal.get(square).flips.length }));
      return words.join(", ");
    });
    const flipped = last ? `${t("says.flipped", { count: last.flips.length })}. ` : "";
    status.textContent = `${flipped}${turnWords(position)}.`;
  }

  async function choose(square) {
    if (position.legal.some(({ move }) => move === square)) await play(moves + square);
    else if (!position.over) status.textContent = t("learn.illegal", { square });
  }

  function peek(square) {
    if (square === peeked || !position) return;
    peeked = square;
    draw();
  }

  play("");
  translate(host);
  return openDialog({
    id: "learn",
    title: "learn.title",
    wide: true,
    content: [
      create(
        "div",
        { class: "setup" },
        create("div", { class: "stack tight learn-board" }, host, status, create("div", {}, again)),
        create("ol", { class: "learn-rules" }, ...RULES.map((rule) => create("li", { i18n: `learn.${rule}` }))),
      ),
    ],
  });
}
