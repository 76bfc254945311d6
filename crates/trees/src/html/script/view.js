// The view of one tree: the step, the selected node, the folded nodes.

/** Number of nodes unfolded initially. */
const FIRST_NODES = 60;

class View {
  constructor(tree, index) {
    this.tree = tree;
    this.index = index;
    this.step = tree.steps.length;
    this.pass = tree.passAt(this.step);
    this.chosen = tree.rootOf(this.pass);
    this.zoom = null;
    /** Nodes unfolded automatically, and those that the reader folded or unfolded. */
    this.unfolded = new Set();
    this.byHand = new Map();
    /** The current node and its ancestors, which are unfolded while it is current. */
    this.revealed = new Set();
    this.hits = [];
    this.hitAt = -1;
    /** Changes whenever the set of drawn nodes changes. */
    this.version = 0;
    tree.passes.forEach((pass) => this.unfoldSome(pass.index));
  }

  /** Unfolds ply after ply up to the limit, and the principal variation. */
  unfoldSome(pass) {
    const root = this.tree.rootOf(pass);
    if (!root) return;
    let row = [root];
    let drawn = 1;
    while (row.length > 0) {
      const next = row.flatMap((node) => node.below);
      drawn += next.length;
      if (drawn > FIRST_NODES && row[0] !== root) break;
      row.forEach((node) => this.unfolded.add(node.id));
      row = next;
    }
    for (let at = root; at; at = at.children.find((child) => child.isBest)) {
      this.unfolded.add(at.id);
    }
  }

  isOpen(node) {
    if (node.below.length === 0) return false;
    return this.byHand.get(node.id) ?? (this.unfolded.has(node.id) || this.revealed.has(node.id));
  }

  below(node) {
    return this.isOpen(node) ? node.below : [];
  }

  toggle(node) {
    this.byHand.set(node.id, !this.isOpen(node));
    this.version += 1;
    if (this.chosen) this.chosen = this.nearestDrawn(this.chosen);
  }

  /** Unfolds the nodes above a ply, and folds those at it. */
  foldBelow(ply) {
    this.byHand.clear();
    this.unfolded.clear();
    for (const node of this.tree.nodes) {
      if (node.ply < ply) this.unfolded.add(node.id);
      else if (node.below.length > 0) this.byHand.set(node.id, false);
    }
    this.version += 1;
    if (this.chosen) this.chosen = this.nearestDrawn(this.chosen);
  }

  /** Returns the node, or its lowest ancestor that is drawn. */
  nearestDrawn(node) {
    const path = this.tree.pathTo(node);
    const folded = path.findIndex((at) => !this.isOpen(at));
    return folded < 0 ? node : path[Math.min(folded, path.length - 1)];
  }

  choose(node) {
    for (const above of this.tree.pathTo(node).slice(0, -1)) {
      if (this.isOpen(above)) continue;
      this.byHand.delete(above.id);
      this.unfolded.add(above.id);
      this.version += 1;
    }
    this.setPass(node.pass);
    this.chosen = node;
  }

  setPass(pass) {
    if (pass === this.pass) return;
    this.pass = pass;
    this.version += 1;
    const { first, last } = this.tree.passes[pass];
    if (this.step < first || this.step > last) this.step = Math.max(last, 0);
    this.find(this.query ?? "");
  }

  goTo(step, follow) {
    this.step = Math.max(0, Math.min(this.tree.steps.length, step));
    const pass = this.tree.passAt(this.step);
    if (pass !== this.pass) {
      this.pass = pass;
      this.version += 1;
      this.chosen = this.tree.rootOf(pass);
      this.find(this.query ?? "");
    }
    this.reveal(follow);
    if (follow) {
      const node = this.tree.nodeAt(this.step) ?? this.tree.rootOf(this.pass);
      if (node) this.chosen = this.nearestDrawn(node);
    }
  }

  /** Unfolds the path to the current node while it is followed. */
  reveal(follow) {
    const node = follow ? this.tree.nodeAt(this.step) : null;
    const before = this.revealed;
    this.revealed = new Set(node ? this.tree.pathTo(node).map((at) => at.id) : []);
    const changed = [...before].some((id) => !this.revealed.has(id) && !this.unfolded.has(id));
    const added = [...this.revealed].some((id) => !before.has(id) && !this.unfolded.has(id));
    if (changed || added) this.version += 1;
    if (changed && this.chosen) this.chosen = this.nearestDrawn(this.chosen);
  }

  find(query) {
    this.query = query;
    this.hits = find(this.tree, this.pass, query);
    this.hitAt = -1;
  }

  /** Selects the next or the previous hit. */
  hit(direction) {
    if (this.hits.length === 0) return;
    const start = this.hitAt < 0 && direction < 0 ? 0 : this.hitAt;
    this.hitAt = (start + direction + this.hits.length) % this.hits.length;
    this.choose(this.hits[this.hitAt]);
  }
}
