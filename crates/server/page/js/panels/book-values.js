// The book's scores of positions, which the store prefers to the estimates of searches.

import { get } from "../api.js";
import { store } from "../store.js";

/** @import {Node} from "../tree.js" */

/** @type {Api.Status|null} */
let status = null;

/**
 * Looks a node up in the book and gives its scores to the store.
 * @param {Node} node a node of the current tree
 * @param {AbortSignal} [signal]
 * @returns {Promise<Api.KnownPosition|null>} the entry, null without a book
 */
export async function lookUp(node, signal) {
  const game = store.game(node);
  status ??= await get("status");
  if (!status.book) return null;
  const known = await get("book", game, { signal });
  store.setBook(node, known);
  return known;
}
