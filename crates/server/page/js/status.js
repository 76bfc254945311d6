/** Above the board: players, discs and whose turn it is; below it: the opening. */

import { create } from "./elements.js";
import { openingName, t } from "./i18n.js";
import { store } from "./store.js";
import { colourName, stateWords } from "./words.js";

/** @import {Node} from "./tree.js" */

/** @param {Api.Color} colour */
function makePlayer(colour) {
  const count = create("output", { class: "player-count" });
  const name = create("span", { class: "player-name" });
  const element = create(
    "div",
    { class: `player ${colour}` },
    create("span", { class: `mini-disc ${colour}`, "aria-hidden": "true" }),
    name,
    count,
  );
  return { element, count, name, colour };
}

/** The name of the opening at a node: the last one on its line. @param {Node} node */
export function openingOf(node) {
  for (let one = /** @type {Node|null} */ (node); one; one = one.parent) {
    if (one.position.opening) return one.position.opening;
  }
  return null;
}

/** @param {Element} above @param {Element} below */
export function mountStatus(above, below) {
  const players = [makePlayer("black"), makePlayer("white")];
  const turn = create("p", { class: "turn" });
  above.append(players[0].element, turn, players[1].element);
  const opening = create("p", { class: "opening" });
  below.append(opening);

  function show() {
    const { current, tree } = store;
    if (!current) return;
    for (const { element, count, name, colour } of players) {
      name.textContent = tree.meta[colour] || colourName(colour);
      count.textContent = String(current.position.discs[colour]);
      count.setAttribute(
        "aria-label",
        t("status.discs", { colour: colourName(colour), count: current.position.discs[colour] }),
      );
      element.classList.toggle("to-move", current.position.mover === colour);
    }
    turn.textContent = stateWords(current, store.movesTo(), tree.meta.ending);
    const name = openingOf(current);
    opening.textContent = name ? t("status.opening", { name: openingName(name) }) : "";
  }
  store.on("node", show);
  store.on("values", show);
  store.on("language", show);
  show();
}
