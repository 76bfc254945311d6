/** The dialog of a new game, against an opponent or on a free board. */

import { isAbort, post } from "./api.js";
import { offerUndo, openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { buildFields, opponentName } from "./new-game-fields.js";
import { buildWaiting, isInRange, setText } from "./panels/dom.js";
import { errorText } from "./panels/words.js";
import { store } from "./store.js";
import { leaveHome } from "./tabs.js";

/**
 * @typedef {{start: string, board: string, moves: string, plies: number, tolerance: number, hides: boolean,
 *   terms: Terms|null, position?: {board: string, start: string, moves: string, meta: Meta}}} GameOptions
 *   the options chosen in the dialog; a rematch begins from the same `position`
 * @typedef {ReturnType<typeof buildWaiting>} Waiting
 * @import {Terms} from "./panels/opponent-game.js"
 * @import {Meta} from "./tree.js"
 */

/**
 * Opens the dialog and begins the game.
 * @param {{opponent?: string}} [first] the preselected opponent
 */
export async function openNewGame(first = {}) {
  let fields;
  try {
    fields = await buildFields(first);
  } catch (error) {
    store.notice(errorText(error), "error");
    return;
  }
  const waiting = buildWaiting("opponent.looking", fields.element);
  const problem = create("p", { class: "error", role: "alert" });
  await openDialog({
    id: "new-game",
    title: "new.title",
    content: [fields.element, waiting.element, problem],
    buttons: [
      { key: "dialog.cancel", value: "" },
      { key: "opponent.begin", value: "begin", kind: "primary" },
    ],
    onSubmit: async () => {
      setText(problem, "");
      /** @type {NodeListOf<HTMLInputElement>} */
      const numbers = fields.element.querySelectorAll("input[type=number]");
      const wrong = [...numbers].filter((input) => input.offsetParent && !isInRange(input));
      if (wrong.length) {
        wrong[0].focus();
        return true;
      }
      try {
        await begin(fields.read(), waiting);
        return false;
      } catch (error) {
        // The user cancelled the search.
        if (!isAbort(error)) setText(problem, errorText(error));
        return true;
      }
    },
  });
}

/**
 * Begins a game; without an opponent, it is played on a free board.
 * @param {GameOptions} options @param {Waiting} waiting
 */
async function begin(options, waiting) {
  await prepare(options, waiting);
  if (options.terms) return store.emit("play", options);
  leaveHome();
  offerUndo(t("new.begun"));
}

/**
 * Sets up the position from which a game begins.
 * @param {GameOptions} options which a rematch reuses
 * @param {Waiting} waiting
 */
export async function prepare(options, waiting) {
  const { start, board, plies, tolerance, moves, terms } = options;
  const meta = players(terms);
  if (start === "current") {
    // A rematch begins from the same position.
    options.position ??= { ...store.game(), meta };
    return store.newGame(options.position);
  }
  if (start === "balanced") {
    const found = await waiting.during((signal) => post("balanced", { board, plies, tolerance }, { signal }));
    return store.newGame({ board, start: found.start, moves: found.moves, meta });
  }
  return store.newGame({ board, start: "start", moves, meta });
}

/** The names in the record of the game. @param {Terms|null} terms */
function players(terms) {
  if (!terms) return {};
  const names = [t("opponent.you"), opponentWords(terms)];
  const [black, white] = terms.human === "black" ? names : names.reverse();
  return { black, white };
}

/** The name of the opponent, as in "Outflank, level 8". @param {Terms} terms */
function opponentWords(terms) {
  if (terms.name) return opponentName(terms);
  return terms.strength.level ? t("opponent.outflank-level", { level: terms.strength.level }) : "Outflank";
}
