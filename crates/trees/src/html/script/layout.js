// Positions of the nodes of a tree, in one row per ply. The algorithm is the one in layout.rs,
// which explains it.

/** Gap between neighbours. */
const GAP = 12;

/**
 * Places `root` and its descendants by `below(node)`. `size(node)` is the size of a
 * node, and `rise` the height between rows, for the moves. Returns the boxes, parents
 * before children, and the total size.
 */
function layOut(root, below, size, rise) {
  const heights = [];
  const boxes = [];
  const top = measure(root, 0);
  const rows = [rise / 2];
  heights.forEach((height, depth) => rows.push(rows[depth] + height + rise));
  const leftmost = Math.min(...top.left);
  const width = Math.max(...top.right) - leftmost;
  place(top, -leftmost, null);
  return { boxes, width, height: rows.at(-1) - rise / 2, byId: new Map(boxes.map((box) => [box.node.id, box])) };

  /** Returns the outline of a subtree, row by row, relative to the middle of its root. */
  function measure(node, depth) {
    const { w, h } = size(node);
    heights[depth] = Math.max(heights[depth] ?? 0, h);
    const parts = below(node).map((child) => measure(child, depth + 1));
    const shifts = offsets(parts);
    const left = [-w / 2];
    const right = [w / 2];
    parts.forEach((part, index) => {
      part.left.forEach((edge, row) => (left[row + 1] ??= edge + shifts[index]));
      part.right.forEach((edge, row) => (right[row + 1] = edge + shifts[index]));
    });
    return { node, depth, w, h, parts, shifts, left, right };
  }

  function place(part, x, parent) {
    const box = { node: part.node, x, y: rows[part.depth], w: part.w, h: part.h, depth: part.depth, parent };
    boxes.push(box);
    part.parts.forEach((child, index) => place(child, x + part.shifts[index], box));
  }
}

/** Returns the middles of siblings relative to that of their parent. */
function offsets(parts) {
  const mirrored = parts.toReversed().map(({ left, right }) => ({
    left: right.map((edge) => -edge),
    right: left.map((edge) => -edge),
  }));
  const fromRight = packed(mirrored).toReversed();
  return packed(parts).map((offset, index) => (offset - fromRight[index]) / 2);
}

/** Places siblings from left to right, each as far left as its outline allows, centred over 0. */
function packed(parts) {
  const edges = [];
  const shifts = parts.map((part) => {
    let shift = 0;
    for (let row = 0; row < Math.min(edges.length, part.left.length); row++) {
      shift = Math.max(shift, edges[row] + GAP - part.left[row]);
    }
    part.right.forEach((edge, row) => (edges[row] = edge + shift));
    return shift;
  });
  const middle = (shifts.at(-1) ?? 0) / 2;
  return shifts.map((shift) => shift - middle);
}
