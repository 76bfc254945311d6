// A tidy drawing: no two subtrees touch, parents stand over the middle of their
// children, plies stand in rows.

/** Between neighbours. */
const GAP = 12;

/**
 * Places `root` and what `below(node)` gives. `size(node)` is the room of a node
 * and `rise` the height between rows, where moves are written. Gives the boxes,
 * parents before children, and the size of the whole.
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

  /** The outline of a subtree, ply by ply, seen from its root. */
  function measure(node, depth) {
    const { w, h } = size(node);
    heights[depth] = Math.max(heights[depth] ?? 0, h);
    const parts = below(node).map((child) => measure(child, depth + 1));
    const left = [];
    const right = [];
    const shifts = [];
    for (const part of parts) {
      let shift = 0;
      for (let row = 0; row < Math.min(right.length, part.left.length); row++) {
        shift = Math.max(shift, right[row] + GAP - part.left[row]);
      }
      shifts.push(shift);
      part.left.forEach((edge, row) => (left[row] ??= edge + shift));
      part.right.forEach((edge, row) => (right[row] = edge + shift));
    }
    const middle = parts.length === 0 ? 0 : (shifts[0] + shifts.at(-1)) / 2;
    return {
      node,
      depth,
      w,
      h,
      parts,
      shifts: shifts.map((shift) => shift - middle),
      left: [-w / 2, ...left.map((edge) => edge - middle)],
      right: [w / 2, ...right.map((edge) => edge - middle)],
    };
  }

  function place(part, x, parent) {
    const box = { node: part.node, x, y: rows[part.depth], w: part.w, h: part.h, depth: part.depth, parent };
    boxes.push(box);
    part.parts.forEach((child, index) => place(child, x + part.shifts[index], box));
  }
}
