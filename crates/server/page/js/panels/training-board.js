// The board during training: its positions are not games of the user, and the previous game comes back.

import { store } from "../store.js";
import { setHiding } from "./hiding.js";

/**
 * @param {object} options
 * @param {(square: string) => boolean} options.choose takes each square chosen on the board
 * @param {() => void} options.lost is called when another game was loaded, which stays on the board
 */
export function trainingBoard({ choose, lost }) {
  /** @type {{tree: Tree, node: Node}|null} The previous game, or null outside training. */
  let before = null;
  let ownLoads = 0;
  let latestLoad = 0;

  function begin() {
    end();
    before = { tree: store.tree, node: store.current };
    setHiding("training", true);
    store.chooser = choose;
  }

  /**
   * Loads a position. Returns its node, or null if the training has ended or loads another one.
   * @param {NonNullable<Parameters<typeof store.newGame>[0]>} game
   */
  async function put(game) {
    const of = before;
    const load = ++latestLoad;
    ownLoads += 1;
    try {
      const node = await store.newGame({ ...game, isTraining: true });
      if (before !== of || load !== latestLoad) return null;
      if (store.movesTo(store.mainLine().at(-1)) === game.moves) return node;
    } finally {
      ownLoads -= 1;
    }
    // Another game was loaded meanwhile.
    end(true);
    lost();
    return null;
  }

  /** Restores the previous game, unless another one was loaded. */
  function end(isLost = false) {
    if (!before) return;
    const { tree, node } = before;
    before = null;
    store.marks = null;
    store.legalHidden = false;
    if (store.chooser === choose) store.chooser = null;
    setHiding("training", false);
    // This also stops a load.
    if (tree && !isLost && (store.tree !== tree || ownLoads)) store.restore(tree, node);
    else if (store.current) store.emit("values", store.current);
  }

  const unsubscribe = store.on("game", () => {
    if (!before || ownLoads) return;
    end(true);
    lost();
  });

  return {
    begin,
    put,
    end,
    isRunning: () => Boolean(before),
    destroy() {
      end();
      unsubscribe();
    },
  };
}

/** @import {Node, Tree} from "../tree.js" */
