// Umigame numbers of the current position, its safe moves, and what people play in it.

import { isAbort, post } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import {
  bindSetting,
  bringIntoView,
  buildWaiting,
  button,
  field,
  figure,
  isInRange,
  link,
  numberInput,
  numberOf,
  oncePerFrame,
  row,
  setText,
  show,
  table,
} from "./dom.js";
import { peopleTable } from "./people.js";
import { count, errorText, score, side } from "./words.js";

/** @import {Node} from "../tree.js" */

/** @param {HTMLElement} element */
export function mount(element) {
  const plies = bindSetting("umigame.plies", numberInput(6, 1, 30));
  const loss = bindSetting("umigame.loss", numberInput(0, 0, 8));
  const level = bindSetting("umigame.level", numberInput(8, 1, 30));
  const form = create(
    "div",
    { class: "panel-fields" },
    field("umigame.plies", plies),
    field("umigame.loss", loss),
    field("panels.level", level),
    button("umigame.count", ask, { class: "button primary" }),
  );
  const waiting = buildWaiting("umigame.waiting", form);
  const status = create("p", { class: "panel-status error", role: "alert" });
  const results = create("div", { class: "panel-group", role: "status" });
  element.append(
    create("h3", { i18n: "umigame.heading" }),
    create("p", { class: "soft", i18n: "umigame.intro" }),
    form,
    waiting.element,
    status,
    results,
  );

  /** @type {{node: Node, choices: Api.Choices, numbers: Api.UmigameAnswer}|null} The responses for a node. */
  let found = null;
  let error = "";

  async function ask() {
    if (![plies, loss, level].map(isInRange).every(Boolean)) return;
    const node = store.current;
    const game = { ...store.game(), level: numberOf(level) };
    error = "";
    try {
      found = await waiting.during(async (signal) => {
        const choices = await post("choices", game, { signal });
        const numbers = await post("umigame", { ...game, plies: numberOf(plies), loss: numberOf(loss) }, { signal });
        return { node, choices, numbers };
      });
    } catch (problem) {
      if (isAbort(problem)) return;
      [found, error] = [null, errorText(problem)];
    }
    draw();
    bringIntoView(error ? status : results);
  }

  const keys = (/** @type {string[]} */ ...names) => names.map((name) => `umigame.${name}`);

  /** @param {Api.Choices} choices */
  function choicesText({ legal, winning, drawing, losing, safe }) {
    return t("umigame.choices", { count: safe, legal, winning, drawing, losing });
  }

  function draw() {
    setText(status, error);
    show(Boolean(error), status);
    if (found?.node !== store.current) return results.replaceChildren();
    const { numbers, choices } = found;
    const sideRow = (/** @type {Api.Color} */ color) => {
      const { lines, ends, positions } = numbers[color];
      return row(side(color), ...[lines, ends, positions].map((number) => figure(count(number))));
    };
    const moveRow = (/** @type {Api.UmigameMove} */ { move, score: value, black, white }) =>
      row(
        link(move, () => store.play(move), { "aria-label": t("panels.play", { move }) }),
        figure(score(value, true)),
        figure(count(black)),
        figure(count(white)),
      );
    const notes = [t("umigame.basis", { count: numbers.scored, level: numbers.level, plies: numbers.plies })];
    if (!numbers.complete) notes.push(t("umigame.partial"));
    const people = peopleTable(choices);
    results.replaceChildren(
      create("p", {}, choicesText(choices)),
      table("umigame.caption", keys("side", "lines", "ends", "moves"), [sideRow("black"), sideRow("white")]),
      table("umigame.after", keys("move", "score", "black", "white"), numbers.moves.map(moveRow)),
      ...(people ? [people] : []),
      create("p", { class: "soft small-text" }, notes.join(" ")),
    );
  }

  const unsubscribers = [store.on("node", draw), store.on("language", oncePerFrame(draw))];
  draw();

  return () => {
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
