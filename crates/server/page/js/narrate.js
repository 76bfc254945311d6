/** Announces changes on the board to screen readers. */

import { announce } from "./announce.js";
import { t } from "./i18n.js";
import { store } from "./store.js";
import { plyWords, turnWords } from "./words.js";

/** @import {Node} from "./tree.js" */

/**
 * The plies between two nodes, if the second follows the first within a few plies.
 * @param {Node} from @param {Node} node
 */
function pliesBetween(from, node) {
  /** @type {Api.Ply[]} */
  const plies = [];
  for (let one = /** @type {Node|null} */ (node); one && one !== from; one = one.parent) {
    if (plies.length > 2 || !one.ply) return null;
    plies.unshift(one.ply);
  }
  return plies;
}

export function mountNarrator() {
  store.on("node", ({ from }) => {
    const { current } = store;
    const turn = `${turnWords(current.position)}.`;
    if (!from) {
      const count = store.moveNumber(store.mainLine().at(-1) ?? current);
      announce(`${count ? t("says.game", { count }) : t("says.new")} ${turn}`);
      return;
    }
    const plies = pliesBetween(from, current);
    if (plies?.length) announce([...plies.map(plyWords), turn].join(" "));
    else announce(`${t("says.after", { count: store.moveNumber(current) })} ${turn}`);
  });
}
