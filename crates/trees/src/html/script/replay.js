// The state of the search at a step. It is computed from the windows on entry and the children
// already left.

/** Returns `future`, `open` or `left`; for a part never entered, `future` or `ghost`. */
function stateAt(tree, node, step) {
  if (node.isGhost) return tree.nodes[node.parent].left <= step ? "ghost" : "future";
  if (node.entered > step) return "future";
  return node.left > step ? "open" : "left";
}

/** The children that a move leads to and whose values are known at a step. */
function knownChildren(node, step) {
  return node.children.filter((child) => child.left <= step && child.move !== null && child.number !== null);
}

const MAX = 0;

/**
 * Returns α and β of a node at a step, α raised by Max's children and β lowered by
 * Min's, or null without a window or before the node is entered.
 */
function windowAt(node, step) {
  if (!node.window || node.entered > step) return null;
  if (node.left <= step) return node.windowOnReturn ?? node.window;
  let { alpha, beta, numbers } = node.window;
  let [least, most] = numbers;
  for (const child of knownChildren(node, step)) {
    if (node.mover === MAX && (least === null || child.number > least)) {
      least = child.number;
      alpha = child.value;
    } else if (node.mover !== MAX && (most === null || child.number < most)) {
      most = child.number;
      beta = child.value;
    }
  }
  return { alpha, beta, numbers: [least, most] };
}

/** The best child of a node so far. */
function bestAt(node, step) {
  let best = null;
  for (const child of knownChildren(node, step)) {
    const isBetter = best === null || (node.mover === MAX ? child.number > best.number : child.number < best.number);
    if (isBetter) best = child;
  }
  return best;
}

/** The nodes open at a step, from the root down. */
function openAt(tree, step) {
  const node = tree.nodeAt(step);
  if (!node) return [];
  const path = tree.pathTo(node);
  return tree.enters(step) ? path : path.slice(0, -1);
}
