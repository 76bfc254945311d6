// Game trees without a server: positions have only what the tree and the scores need.

import { append, makeTree } from "../../crates/server/page/js/tree.js";

const other = { black: "white", white: "black" };

/** A position with this side to move; a legal move is one that the tests name, or `a1`. */
const position = (mover, legal = ["a1"]) => ({
  mover,
  legal: legal.map((move) => ({ move, flips: [] })),
  over: false,
  outcome: null,
});

/** The plies and positions of moves: `pass` follows a position without legal moves. */
function game(moves, mover = "black") {
  const plies = [];
  const positions = [position(mover, moves[0] === "pass" ? [] : undefined)];
  moves.forEach((move, index) => {
    plies.push({ mover, move, flips: [] });
    mover = other[mover];
    positions.push(position(mover, moves[index + 1] === "pass" ? [] : undefined));
  });
  return { plies, positions };
}

/** A tree with this main line. */
export const treeOf = (...moves) =>
  makeTree({ board: "8x8", columns: 8, rows: 8, start: "", ...game(moves) }, true, {}, []);

/** Adds a variation after a node, and returns its last node. */
export function addLine(node, ...moves) {
  const { plies, positions } = game(moves, node.position.mover);
  return append(node, plies, positions);
}

/** Ends the game at a node. */
export const end = (node, score) =>
  Object.assign(node.position, { mover: null, legal: [], over: true, outcome: { black_score: score, winner: null } });

/** A scored move. */
export const scored = (move, score, depth, more = {}) => ({
  move,
  score,
  depth,
  exact: false,
  selectivity: 100,
  pv: [move],
  ...more,
});
