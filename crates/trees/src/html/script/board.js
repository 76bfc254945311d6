// Boards, small at the nodes and large in the panel.

function cellsOf(board) {
  return typeof board === "string" ? board.split("/").map((row) => [...row]) : board;
}

const BOARD_WORDS = { X: 0, x: 0, O: 1, o: 1 };

/** Returns the size of a board with cells of a given size. */
function boardSize(index, cell) {
  const rows = cellsOf(DATA.boards[index]);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return { w: columns * cell + 2, h: rows.length * cell + 2 };
}

const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Draws a board with a constant number of elements. */
function drawBoard(index, cell) {
  const paths = { square: "", max: "", min: "", last: "" };
  const texts = [];
  const radius = cell * 0.4;
  cellsOf(DATA.boards[index]).forEach((row, y) =>
    row.forEach((sign, x) => {
      const [left, top] = [1 + x * cell, 1 + y * cell];
      const [middleX, middleY] = [left + cell / 2, top + cell / 2];
      if (sign === " ") return;
      paths.square += `M${left} ${top}h${cell}v${cell}h${-cell}z`;
      const side = BOARD_WORDS[sign];
      if (side !== undefined) paths[side === MAX ? "max" : "min"] += disc(middleX, middleY, radius);
      if (sign === "x" || sign === "o") paths.last += disc(middleX, middleY, radius * 0.4);
      if (sign.startsWith("=")) {
        const size = Math.min(cell * 0.6, (cell * 1.4) / Math.max(1, sign.length - 1));
        texts.push(svg("text", { x: middleX, y: middleY, "font-size": size }, sign.slice(1)));
      }
    }),
  );
  const board = svg("g", { class: "board" });
  for (const [name, path] of Object.entries(paths)) {
    if (path !== "") board.append(svg("path", { class: name, d: path }));
  }
  board.append(...texts);
  return board;
}

/** Describes a board for screen readers. */
function boardWords(tree, index) {
  const signs = cellsOf(DATA.boards[index]).flat();
  const pieces = (side) => signs.filter((sign) => BOARD_WORDS[sign] === side).length;
  return `Board: ${tree.sides[0]} ${pieces(0)}, ${tree.sides[1]} ${pieces(1)}`;
}
