// Keeps the position of a mistake as a card of the deck "mistakes", which is practised in Train.

import { announce } from "../announce.js";
import { get, post } from "../api.js";
import { offerUndo } from "../dialog.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { record } from "../undo.js";
import { button, link, setText, show } from "./dom.js";
import { errorText } from "./words.js";

/**
 * @typedef {{node: Node, game: ReturnType<typeof store.game>, card: number|null|undefined, removed: string}} Shown
 * @import {Node} from "../tree.js"
 */

/** Minimum level of the search that judges the answers: the mistake may come from a deeper search than the review. */
const MIN_LEVEL = 12;

/** The deck, as the server names it. */
export const MISTAKES = "mistakes";

/** A button that adds the position to the deck; once it is there, words that say so and a button that removes it. */
export function buildLater() {
  const add = button("later.add", () => change(put), { class: "button small" });
  const words = create("span", { i18n: "later.kept" });
  const remove = link("", () => change(take));
  const kept = create("span", { class: "mistake-kept" }, words, " ", remove);
  const element = create("div", { class: "row", hidden: true }, add, kept);

  /**
   * The position shown: its node, its game, the number of its card (null without a card, undefined if unknown), and the
   * card that was removed, with its answers.
   * @type {Shown|null}
   */
  let shown = null;
  /** @type {boolean|null} Whether there are cards at all; null if unknown. */
  let hasCards = null;

  /** Asks whether the position has a card. @param {Shown} of */
  async function look(of) {
    try {
      hasCards ??= (await get("status")).archive;
      if (hasCards) of.card = (await get("practice/card", { deck: MISTAKES, ...of.game })).card;
      paint();
    } catch {
      // Without an answer there is no button.
    }
  }

  /** @param {Shown} of */
  async function put(of) {
    const level = Math.max(MIN_LEVEL, Number(settings.get("review.level")));
    of.card = (await post("practice/mistake", { ...of.game, level })).card;
    return t("later.added");
  }

  /** @param {Shown} of */
  async function take(of) {
    of.removed = (await post("practice/remove", { card: Number(of.card) })).line;
    of.card = null;
    return t("later.removed");
  }

  /** @param {Shown} of */
  async function restore(of) {
    await post("storage/import", new Blob([of.removed]));
    await look(of);
  }

  /** Makes a change that can be undone. @param {(of: Shown) => Promise<string>} make */
  async function change(make) {
    const of = shown;
    if (!of) return;
    element.inert = true;
    try {
      const said = await make(of);
      const quietly = (/** @type {(of: Shown) => Promise<unknown>} */ work) => () => {
        work(of)
          .catch((error) => store.notice(errorText(error), "error"))
          .finally(paint);
      };
      const [undo, redo] = make === put ? [take, restore] : [restore, take];
      record({ undo: quietly(undo), redo: quietly(redo) });
      offerUndo(said);
      announce(said);
    } catch (error) {
      store.notice(errorText(error), "error");
    } finally {
      element.inert = false;
      paint();
    }
    if (shown === of) (of.card ? remove : add).focus({ preventScroll: true });
  }

  function paint() {
    const card = shown?.card;
    show(card !== undefined, element);
    show(card === null, add);
    show(Boolean(card), kept);
    setText(remove, t("later.remove"));
  }

  return {
    element,
    /** Shows the state of a position, or nothing. @param {Node|null} node the node before the mistake, or null */
    draw(node) {
      if (node !== (shown?.node ?? null)) {
        shown = node && { node, game: store.game(node), card: undefined, removed: "" };
        if (shown) look(shown);
      }
      paint();
    },
  };
}
