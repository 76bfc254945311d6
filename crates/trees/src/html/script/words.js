// Descriptions of the search in words.

/** Replaces hyphens with minus signs. */
const typeset = (text) => text.replace(/(^|[\s(≥≤=])-(?=[\d∞])/g, "$1−");

const alphaText = (window) => (window.alpha === null ? "−∞" : typeset(window.alpha));
const betaText = (window) => (window.beta === null ? "∞" : typeset(window.beta));

const ROLES = ["Max", "Min"];

/** The side to move, with its role. */
function sideWords(tree, mover) {
  const name = tree.sides[mover];
  return name === ROLES[mover] ? name : `${name} (${ROLES[mover]})`;
}

function placeWords(tree, node) {
  const moves = tree.movesTo(node);
  return moves.length === 0 ? "at the root" : `after ${moves.join(" ")}`;
}

function moverWords(tree, node) {
  const side = node.mover === null ? "The end of the game" : sideWords(tree, node.mover);
  return `${side} ${placeWords(tree, node)}`;
}

/** Returns whether the side that moved to a node moves again. */
function movesAgain(tree, node) {
  const parent = tree.above(node);
  return parent !== null && node.move !== null && node.mover !== null && node.mover === parent.mover;
}

const KINDS = { exact: "", "at least": "≥", "at most": "≤" };

/** The value as displayed in a node. */
function valueLabel(node) {
  if (node.value === null) return "";
  const sign = node.isGhost ? "" : (KINDS[node.kind] ?? "");
  return sign + typeset(node.value);
}

function valueWords(node) {
  if (node.value === null) return "no value";
  const kind = node.kind === "at least" || node.kind === "at most" ? `${node.kind} ` : "";
  return kind + typeset(node.value);
}

const CAUSES = {
  alpha: "alpha cut",
  beta: "beta cut",
  table: "cut by the table",
  stability: "cut by stable discs",
  probcut: "cut by ProbCut",
};

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const PURPOSES = {
  value: "",
  test: "test with a null window",
  again: "searched again after a test",
  shallow: "shallow search for ProbCut",
};

function partWords(node) {
  const size = node.size === null ? "" : `, ${count(node.size, "node")}`;
  return `never entered${size}`;
}

const NUMBER = new Intl.NumberFormat("en");
const number = (n) => NUMBER.format(n);
const count = (n, what) => `${number(n)} ${what}${n === 1 ? "" : "s"}`;

/** Describes a node for screen readers. */
function nodeWords(tree, node, step) {
  const state = stateAt(tree, node, step);
  const words = [node.move ?? (node.parent === null ? "root" : node.isGhost ? "whole subtree" : "same position")];
  if (node.isGhost) {
    words.push(state === "ghost" ? partWords(node) : "not yet entered");
    return words.join(", ");
  }
  if (node.mover !== null) {
    words.push(sideWords(tree, node.mover) + (movesAgain(tree, node) ? " moves again" : " to move"));
  }
  words.push(PURPOSES[node.purpose]);
  if (state === "future") words.push("not yet entered");
  const window = windowAt(node, step);
  if (state === "open" && window) {
    words.push(`open, alpha ${alphaText(window)}, beta ${betaText(window)}`);
  } else if (state === "open") {
    words.push("open");
  }
  if (state === "left") {
    words.push(`value ${valueWords(node)}`, node.cut ? CAUSES[node.cut.cause] : "");
    if (bestLineShows(tree, node, step)) words.push("on the principal variation");
  }
  return words.filter((word) => word !== "").join(", ");
}

/** The principal variation is known once the root of its pass is left. */
function bestLineShows(tree, node, step) {
  return node.isBest && tree.rootOf(node.pass).left <= step;
}

/** The change that a child makes to its parent's bound or best value. */
function changeAt(tree, step) {
  const child = tree.nodeAt(step);
  const node = child && tree.above(child);
  if (!node || tree.enters(step) || child.move === null || child.number === null) return null;
  const before = windowAt(node, step - 1);
  const after = windowAt(node, step);
  const isMax = node.mover === MAX;
  if (!before) {
    return { node, bound: null, was: bestAt(node, step - 1)?.value ?? null, is: bestAt(node, step).value };
  }
  const text = isMax ? alphaText : betaText;
  const [least, most] = after.numbers;
  return {
    node,
    bound: isMax ? "α" : "β",
    was: text(before),
    is: text(after),
    crosses: least !== null && most !== null && least >= most,
    alpha: alphaText(after),
    beta: betaText(after),
  };
}

function changeWords(tree, step) {
  const change = changeAt(tree, step);
  if (!change) return "";
  const { node, bound, was, is } = change;
  const where = moverWords(tree, node);
  if (bound === null) {
    if (was === null) return `${where}: best so far ${typeset(is)}.`;
    return was === is
      ? `${where}: no better than ${typeset(was)}.`
      : `${where}: best so far ${typeset(is)} instead of ${typeset(was)}.`;
  }
  const moved =
    was === is ? `${bound} stays ${is}` : `${bound} ${bound === "α" ? "rises" : "falls"} from ${was} to ${is}`;
  const cut = change.crosses
    ? `, and with α = ${change.alpha} and β = ${change.beta} the other moves here cannot matter`
    : "";
  return `${where}: ${moved}${cut}.`;
}

function enterWords(tree, node) {
  const why = PURPOSES[node.purpose];
  const window = node.window ? ` with α = ${alphaText(node.window)} and β = ${betaText(node.window)}` : "";
  return `${moverWords(tree, node)} is entered${window}${why === "" ? "" : ` (${why})`}.`;
}

function leaveWords(tree, node) {
  const place = placeWords(tree, node);
  const value = valueWords(node);
  switch (node.ending) {
    case "outcome":
      return `The game is over ${place}: ${value}.`;
    case "heuristic":
      return `The depth limit is reached ${place}: the heuristic value is ${value}.`;
    case "cut":
      return `${capital(CAUSES[node.cut.cause])} ${place}: ${typeset(node.cut.why)}`;
    default:
      return `${moverWords(tree, node)} has tried all moves: ${value}.`;
  }
}

/** Describes a step. */
function stepWords(tree, step) {
  const node = tree.nodeAt(step);
  if (!node) {
    return tree.steps.length === 0
      ? "No step of this search was recorded."
      : `No node has been entered yet. The search has ${count(tree.steps.length, "step")}.`;
  }
  if (tree.enters(step)) return enterWords(tree, node);
  const change = changeWords(tree, step);
  return leaveWords(tree, node) + (change === "" ? "" : ` ${change}`);
}
