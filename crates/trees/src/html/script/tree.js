// The data of the page, and the trees: nodes with their children, their ply, and the steps
// at which they were entered and left.

const DATA = JSON.parse(byId("data").textContent);

const readWindow = (window) => (window ? { alpha: window[0], beta: window[1], numbers: [window[2], window[3]] } : null);

function readNode(raw, id) {
  return {
    id,
    isGhost: false,
    parent: raw.p ?? null,
    move: raw.m ?? null,
    mover: raw.s ?? null,
    remaining: raw.r ?? null,
    purpose: raw.u ?? "value",
    window: readWindow(raw.w),
    windowOnReturn: readWindow(raw.x),
    value: raw.v ?? null,
    number: raw.n ?? null,
    kind: raw.k ?? null,
    ending: raw.e ?? null,
    cut: raw.c ?? null,
    leftOut: raw.o ?? 0,
    isBest: raw.l ?? false,
    board: raw.b ?? null,
    caption: raw.t ?? null,
    size: null,
    children: [],
    below: [],
    ply: 0,
    pass: 0,
    entered: Infinity,
    left: Infinity,
    drawnBelow: 0,
  };
}

/** Returns a part that was never entered as a node of the drawing. */
function ghostOf(parent, raw, id) {
  return {
    ...readNode({ p: parent.id, m: raw.mv ?? undefined, v: raw.value ?? undefined }, id),
    isGhost: true,
    size: raw.nodes,
    ply: parent.ply + 1,
    pass: parent.pass,
  };
}

class SearchTree {
  constructor(raw) {
    Object.assign(this, raw);
    this.nodes = raw.nodes.map(readNode);
    this.passes = raw.passes.map((pass, index) => ({
      name: pass.name || "the search",
      index,
      root: pass.root,
      first: Infinity,
      last: 0,
    }));
    const passOfRoot = new Map(this.passes.map((pass) => [pass.root, pass.index]));
    for (const node of this.nodes) {
      const parent = this.nodes[node.parent];
      node.ply = parent ? parent.ply + 1 : 0;
      node.pass = parent ? parent.pass : passOfRoot.get(node.id);
      parent?.children.push(node);
    }
    this.readSteps();
    raw.nodes.forEach((rawNode, id) => this.addGhosts(this.nodes[id], rawNode.g ?? []));
    // Children have greater indices than their parents.
    for (const node of this.nodes.toReversed()) {
      if (node.parent !== null) this.nodes[node.parent].drawnBelow += node.drawnBelow + 1;
    }
    this.numberInOrder();
  }

  addGhosts(node, parts) {
    node.below = [...node.children];
    for (const part of parts) {
      const ghost = ghostOf(node, part, this.nodes.length);
      this.nodes.push(ghost);
      node.below.push(ghost);
    }
  }

  /** Steps are counted from 1. At step 0, no node has been entered. */
  readSteps() {
    this.steps.forEach((step, index) => {
      const node = this.nodes[step < 0 ? -1 - step : step];
      if (step < 0) node.left = index + 1;
      else node.entered = index + 1;
      const pass = this.passes[node.pass];
      pass.first = Math.min(pass.first, index + 1);
      pass.last = index + 1;
    });
  }

  /** Numbers the nodes in reading order: a node, then its subtree. */
  numberInOrder() {
    let order = 0;
    for (const pass of this.passes) {
      const stack = pass.root === null ? [] : [this.nodes[pass.root]];
      while (stack.length > 0) {
        const node = stack.pop();
        node.order = order++;
        stack.push(...node.below.toReversed());
      }
    }
  }

  /** Returns the node of a step, or null before the first. */
  nodeAt(step) {
    const number = this.steps[step - 1];
    return number === undefined ? null : this.nodes[number < 0 ? -1 - number : number];
  }

  /** Returns whether a step enters its node. */
  enters(step) {
    return this.steps[step - 1] >= 0;
  }

  passAt(step) {
    const node = this.nodeAt(Math.max(step, 1));
    return node ? node.pass : 0;
  }

  rootOf(pass) {
    return this.nodes[this.passes[pass]?.root] ?? null;
  }

  above(node) {
    return node.parent === null ? null : this.nodes[node.parent];
  }

  /** Returns the path from the root to a node, inclusive. */
  pathTo(node) {
    const path = [];
    for (let at = node; at; at = this.above(at)) path.unshift(at);
    return path;
  }

  movesTo(node) {
    return this.pathTo(node).flatMap((at) => (at.move === null ? [] : [at.move]));
  }

  /**
   * Returns the node that a sequence of moves leads to in a pass, and the number of moves
   * that exist in the tree.
   */
  follow(pass, moves) {
    let node = this.rootOf(pass);
    let taken = 0;
    while (node && taken < moves.length) {
      // The re-search has more information than the test before it.
      const next = node.below.findLast((child) => child.move === moves[taken]);
      if (!next) break;
      node = next;
      taken += 1;
    }
    return { node, taken };
  }
}

const TREES = DATA.trees.map((raw) => new SearchTree(raw));
