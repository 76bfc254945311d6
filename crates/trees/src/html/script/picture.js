// Drawing of nodes and edges.

/** Height between rows, for edges, moves and fold marks. */
const RISE = 66;

const FONT = getComputedStyle(document.body).fontFamily;
const ruler = document.createElement("canvas").getContext("2d");
const widths = new Map();

function textWidth(text, size) {
  const key = `${size} ${text}`;
  if (!widths.has(key)) {
    ruler.font = `600 ${size}px ${FONT}`;
    widths.set(key, ruler.measureText(text).width);
  }
  return widths.get(key);
}

/** Maximum length of a label in the picture, in characters. The panel shows the whole label. */
const MOST_SIGNS = 16;
const shorten = (text) => (text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS - 1)}…` : text);

const isLeaf = (node) => node.ending === "outcome" || node.ending === "heuristic";

const CUT_SIGNS = { alpha: "α", beta: "β", table: "T", stability: "S", probcut: "P" };
const PURPOSE_SIGNS = { test: "?", again: "2", shallow: "~" };

/** The sizes of the elements of a tree. */
class Sizes {
  constructor(tree, options) {
    this.tree = tree;
    this.options = options;
    // A loop, because a tree may have more nodes than a call can take arguments.
    let [inner, leaf] = [0, 0];
    for (const node of tree.nodes) {
      const label = textWidth(valueLabel(node), 12.5);
      if (isLeaf(node)) leaf = Math.max(leaf, label);
      else if (!node.isGhost) inner = Math.max(inner, label);
    }
    this.side = Math.max(46, Math.ceil(inner * 1.62 + 4));
    this.tall = Math.round(Math.max(40, this.side * 0.68));
    this.leaf = Math.max(32, Math.ceil(leaf + 14));
    this.hasWindows = tree.nodes.some((node) => node.window !== null);
  }

  cell(board) {
    const rows = cellsOf(DATA.boards[board]);
    const side = Math.max(rows.length, ...rows.map((row) => row.length));
    return Math.max(4, Math.min(16, Math.floor(60 / Math.max(1, side))));
  }

  /** Returns the parts of a node from top to bottom, with their positions. */
  of(node) {
    const label = node.move === null ? 0 : textWidth(this.moveLabel(node), 12) + 4;
    if (node.isGhost) {
      const below = this.ghostText(node);
      const w = Math.max(this.ghostBox(node), label, textWidth(below, 11));
      return { w, h: below === "" ? 24 : 40 };
    }
    const badges = node.cut || node.purpose !== "value" ? 28 : 0;
    let w = Math.max((isLeaf(node) ? this.leaf : this.side) + badges, label);
    let h = isLeaf(node) ? 26 : this.tall;
    const at = {};
    if (this.showsBounds(node)) {
      at.bounds = h;
      w = Math.max(w, 56);
      h += 32;
    }
    const caption = this.caption(node);
    if (caption !== "") {
      at.caption = h;
      w = Math.max(w, textWidth(caption, 12));
      h += 17;
    }
    if (this.options.boards && node.board !== null) {
      at.board = h + 5;
      const size = boardSize(node.board, this.cell(node.board));
      w = Math.max(w, size.w);
      h += size.h + 7;
    }
    return { w, h, at };
  }

  showsBounds(node) {
    return this.options.bounds && this.hasWindows && !isLeaf(node);
  }

  caption(node) {
    const text = node.caption === null || node.caption === node.value ? "" : node.caption;
    return shorten(text);
  }

  moveLabel(node) {
    const move = shorten(node.move);
    return movesAgain(this.tree, node) ? `↻ ${move}` : move;
  }

  ghostBox(node) {
    return Math.max(30, textWidth(valueLabel(node), 12) + 10);
  }

  ghostText(node) {
    return node.size === null ? "" : count(node.size, "node");
  }
}

function triangle(mover, side, tall) {
  const half = side / 2;
  return mover === MAX ? `M0 0L${half} ${tall}H${-half}z` : `M${-half} 0H${half}L0 ${tall}z`;
}

/** The outline of a node: MAX points up, MIN points down, leaves are boxes. */
function outline(sizes, node) {
  if (node.isGhost) {
    const w = sizes.ghostBox(node);
    return svg("rect", { class: "shape", x: -w / 2, y: 0, width: w, height: 24, rx: 4 });
  }
  if (isLeaf(node)) {
    const w = sizes.leaf;
    const round = node.ending === "heuristic" ? 13 : 2;
    return svg("rect", { class: "shape", x: -w / 2, y: 0, width: w, height: 26, rx: round });
  }
  return svg("path", { class: "shape", d: triangle(node.mover, sizes.side, sizes.tall) });
}

function valueBase(sizes, node) {
  if (isLeaf(node) || node.isGhost) return 18;
  return node.mover === MAX ? sizes.tall - 7 : 15;
}

function badge(x, sign, name) {
  return svg(
    "g",
    { class: `badge ${name}`, transform: `translate(${x} 6)` },
    svg("circle", { r: 8.5 }),
    svg("text", { y: 4 }, sign),
  );
}

function boundLines(scene, node, top) {
  const window = windowAt(node, scene.step);
  if (!window) return [];
  const change = scene.change?.node === node ? scene.change.bound : null;
  const line = (sign, text, y) => {
    const name = change === sign && scene.change.was !== scene.change.is ? "bound changed" : "bound";
    return svg("text", { class: name, y }, `${sign} ${text}`);
  };
  return [line("α", alphaText(window), top + 14), line("β", betaText(window), top + 28)];
}

/** The mark below a node that folds and unfolds it. */
function foldMark(scene, node, top) {
  if (node.below.length === 0 && node.leftOut === 0) return null;
  if (node.below.length === 0) {
    const text = `${number(node.leftOut)} not recorded`;
    return svg("text", { class: "not-kept", y: top + 16 }, text);
  }
  const isOpen = scene.view.isOpen(node);
  const text = isOpen ? "−" : `+${number(node.drawnBelow)}`;
  const w = isOpen ? 16 : Math.max(20, textWidth(text, 11) + 12);
  return svg(
    "g",
    { class: isOpen ? "fold" : "fold folded", "data-fold": node.id, transform: `translate(0 ${top + 12})` },
    svg("rect", { class: "reach", x: -Math.max(w, 28) / 2, y: -14, width: Math.max(w, 28), height: 28 }),
    svg("rect", { class: "mark", x: -w / 2, y: -8, width: w, height: 16, rx: 8 }),
    svg("text", { y: 4 }, text),
  );
}

function nodeClass(scene, node) {
  const { tree, step } = scene;
  const state = stateAt(tree, node, step);
  const names = ["node", state, isLeaf(node) ? node.ending : node.mover === MAX ? "max" : "min"];
  if (node.isGhost) names.push("part", tree.above(node).cut.cause);
  if (state === "left" && node.cut) names.push("cut", node.cut.cause);
  if (node.purpose !== "value") names.push(node.purpose);
  if (bestLineShows(tree, node, step)) names.push("best");
  return names.join(" ");
}

/** Draws a node with its labels. */
function drawNode(scene, box) {
  const { node } = box;
  const { sizes, tree, step } = scene;
  const { at } = sizes.of(node);
  const state = stateAt(tree, node, step);
  const parent = tree.above(node);
  const siblings = parent ? parent.below : [node];
  const group = svg("g", {
    id: scene.itemId(node),
    class: nodeClass(scene, node),
    role: "treeitem",
    "data-node": node.id,
    "aria-level": box.depth + 1,
    "aria-setsize": siblings.length,
    "aria-posinset": siblings.indexOf(node) + 1,
    "aria-expanded": node.below.length === 0 ? null : String(scene.view.isOpen(node)),
    "aria-selected": String(node === scene.chosen),
    "aria-label": nodeWords(tree, node, step),
    transform: `translate(${box.x} ${box.y})`,
  });
  const frame = (name, out) =>
    svg("rect", { class: name, x: -box.w / 2 - out, y: -out, width: box.w + 2 * out, height: box.h + 2 * out, rx: 6 });
  if (node === scene.current) group.append(frame("now", 3));
  else if (node === scene.currentAbove) group.append(frame("now inside", 3));
  if (scene.hits.has(node.id)) group.append(frame("hit", 1));
  if (node === scene.chosen) group.append(frame("chosen", 6));
  // The whole box is clickable.
  group.append(svg("rect", { class: "reach", x: -box.w / 2, y: 0, width: box.w, height: box.h }));
  group.append(outline(sizes, node));
  const sign = node.isGhost && node.value === null ? "✕" : valueLabel(node);
  const label = state === "left" || state === "ghost" ? sign : "";
  if (label !== "") group.append(svg("text", { class: "value", y: valueBase(sizes, node) }, label));
  if (node.move !== null) {
    group.append(svg("text", { class: "move", y: -8 }, sizes.moveLabel(node)));
  }
  if (node.isGhost) {
    const text = state === "ghost" ? sizes.ghostText(node) : "";
    if (text !== "") group.append(svg("text", { class: "caption", y: 37 }, text));
    return group;
  }
  if (at.bounds !== undefined) group.append(...boundLines(scene, node, at.bounds));
  if (at.caption !== undefined) {
    group.append(svg("text", { class: "caption", y: at.caption + 14 }, sizes.caption(node)));
  }
  if (at.board !== undefined) {
    const cell = sizes.cell(node.board);
    const board = drawBoard(node.board, cell);
    board.setAttribute("transform", `translate(${-boardSize(node.board, cell).w / 2} ${at.board})`);
    group.append(board);
  }
  const side = (isLeaf(node) ? sizes.leaf : sizes.side) / 2 + 5;
  if (node.purpose !== "value") group.append(badge(-side, PURPOSE_SIGNS[node.purpose], "purpose"));
  if (node.cut && state === "left") {
    group.append(badge(side, CUT_SIGNS[node.cut.cause], `cause ${node.cut.cause}`));
  }
  const mark = foldMark(scene, node, box.h);
  if (mark) group.append(mark);
  return group;
}

/** Draws the edge to a child, with strokes if it was cut off. */
function drawEdge(scene, box) {
  const { tree, step } = scene;
  const { node, parent } = box;
  const [x1, y1, x2, y2] = [parent.x, parent.y + parent.h + 12, box.x, box.y - 20];
  const middle = (y1 + y2) / 2;
  const state = stateAt(tree, node, step);
  const names = ["edge", state];
  if (bestLineShows(tree, node, step)) names.push("best");
  if (node.isGhost) names.push(tree.above(node).cut.cause);
  if (node.purpose !== "value") names.push(node.purpose);
  const line = svg("path", {
    class: names.join(" "),
    d: `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}V${node.move === null ? box.y : y2}`,
  });
  if (state !== "ghost") return [line];
  // One stroke for alpha, two for beta, three for the others.
  const cause = tree.above(node).cut.cause;
  const strokes = cause === "alpha" ? [0] : cause === "beta" ? [-2.5, 2.5] : [-4, 0, 4];
  const d = strokes.map((dy) => `M${x2 - 6} ${y2 - 3 + dy + 2}l12 -4`).join("");
  return [line, svg("path", { class: `stroke ${cause}`, d })];
}
