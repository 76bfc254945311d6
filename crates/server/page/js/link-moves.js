/**
 * The moves of a game in a link: squares run together, each followed by its alternatives in
 * parentheses, `f5(d3c5)d6`. A place in the game is its number of plies, then the depth and child
 * index of each node where the path leaves the first child: `5.2-1`.
 */

import { indicesTo } from "./tree.js";

/**
 * @import {SavedNode} from "./saved-game.js"
 * @import {Child, Node} from "./tree.js"
 */

/** @param {Node} node @returns {string} the moves below a node */
export function movesBelow(node) {
  const [main, ...others] = node.children;
  if (!main) return "";
  return nameOf(main) + others.map((other) => `(${nameOf(other)}${movesBelow(other)})`).join("") + movesBelow(main);
}

/** @param {Child} node */
const nameOf = ({ ply }) => (ply.move === "pass" ? "" : ply.move);

/** @param {Node[]} path the nodes from the root */
export function placeOf(path) {
  const branches = indicesTo(path[path.length - 1]);
  return [branches.length, ...branches.flatMap((index, depth) => (index > 0 ? `${depth}-${index}` : []))].join(".");
}

/**
 * Reads moves with their alternatives.
 * @param {string} text
 * @returns {SavedNode} the root, as the library stores games
 */
export function readMoves(text) {
  /** @typedef {SavedNode & {k: SavedNode[]}} Read */
  /** @type {Read} */
  const root = { k: [] };
  /** The nodes from the root to the last move. */
  let path = [root];
  /** @type {Read[][]} */
  const left = [];
  for (const [token] of text.matchAll(/[a-p](?:1[0-6]|[1-9])|[()]/gi)) {
    if (token === "(") {
      left.push(path);
      path = path.slice(0, Math.max(1, path.length - 1));
    } else if (token === ")") path = left.pop() ?? path;
    else {
      const node = { m: token.toLowerCase(), k: [] };
      path[path.length - 1].k.push(node);
      path = [...path, node];
    }
  }
  return root;
}

/** Reads a place into a path of child indices. @param {string} text */
export function readPlace(text) {
  const [plies, ...branches] = text.split(".");
  const path = Array(Math.min(Math.max(Math.trunc(Number(plies)) || 0, 0), 1000)).fill(0);
  for (const branch of branches) {
    const [depth, index] = branch.split("-").map(Number);
    if (depth < path.length && index > 0) path[depth] = index;
  }
  return path;
}
