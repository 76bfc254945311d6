/** A square of the board: its disc and its marks. */

import { draw } from "./elements.js";

/** Side of a square in SVG units. */
export const CELL = 64;
const MIDDLE = CELL / 2;
export const RADIUS = 26;

/**
 * The content of a square.
 * @typedef {{disc?: Api.Color, isLegal?: boolean, isLast?: boolean, isFlipped?: boolean,
 *   isStable?: boolean, number?: number, ghost?: Api.Color|null, willFlip?: boolean,
 *   isNext?: boolean, isReason?: boolean, verdict?: "good"|"bad"|null, chip?: Chip}} Face
 * @typedef {{text: string, title: string, tier: number, isBest: boolean, isExact: boolean}} Chip the score of a move
 */

/** A disc with both faces, one of them visible, so that a flip can be animated. @param {string} id */
function makeDisc(id) {
  return draw(
    "g",
    { class: "disc" },
    draw("ellipse", { class: "disc-shadow", cx: MIDDLE + 1, cy: MIDDLE + 3.5, rx: RADIUS, ry: RADIUS - 0.5 }),
    draw("circle", { class: "face black", cx: MIDDLE, cy: MIDDLE, r: RADIUS, fill: `url(#${id}-black)` }),
    draw("circle", { class: "face white", cx: MIDDLE, cy: MIDDLE, r: RADIUS, fill: `url(#${id}-white)` }),
  );
}

/** @type {{[name: string]: (face: Face) => SVGElement}} */
const MARKS = {
  legal: () => draw("circle", { class: "mark-legal", cx: MIDDLE, cy: MIDDLE, r: 7 }),
  ghost: (face) => draw("circle", { class: `mark-ghost ${face.ghost}`, cx: MIDDLE, cy: MIDDLE, r: RADIUS }),
  chip: ({ chip }) => makeChip(/** @type {Chip} */ (chip)),
  flipped: () => draw("circle", { class: "mark-flipped", cx: MIDDLE, cy: MIDDLE, r: RADIUS - 4 }),
  willFlip: () => draw("circle", { class: "mark-will-flip", cx: MIDDLE, cy: MIDDLE, r: RADIUS - 1 }),
  // Below the number, if any.
  stable: (face) =>
    draw("path", {
      class: `mark-stable ${face.disc}`,
      d: face.number ? `M${MIDDLE} 45l5 5l-5 5l-5-5z` : `M${MIDDLE} 23l9 9l-9 9l-9-9z`,
    }),
  number: (face) => draw("text", { class: `mark-number ${face.disc}`, x: MIDDLE, y: MIDDLE + 7 }, String(face.number)),
  last: (face) => draw("circle", { class: `mark-last ${face.disc}`, cx: MIDDLE, cy: MIDDLE, r: 6 }),
  reason: () => draw("rect", { class: "mark-reason", x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 6 }),
  next: () => draw("circle", { class: "mark-next", cx: MIDDLE, cy: MIDDLE, r: RADIUS + 2 }),
  // A ring for the best move, a crossed ring for the mistake: they differ in shape as well as colour.
  verdict: (face) =>
    draw(
      "g",
      { class: `mark-verdict is-${face.verdict}` },
      draw("circle", { cx: MIDDLE, cy: MIDDLE, r: RADIUS + 2 }),
      face.verdict === "bad"
        ? draw("path", { d: `M${MIDDLE - 20} ${MIDDLE + 20}L${MIDDLE + 20} ${MIDDLE - 20}` })
        : null,
    ),
};

/** For each mark, whether a face shows it. @type {{[name in keyof typeof MARKS]: (face: Face) => unknown}} */
const SHOWN = {
  legal: (face) => face.isLegal && !face.chip && !face.ghost,
  ghost: (face) => face.ghost && !face.chip,
  chip: (face) => face.chip,
  flipped: (face) => face.isFlipped && face.disc,
  willFlip: (face) => face.willFlip && face.disc,
  stable: (face) => face.isStable && face.disc,
  number: (face) => face.number && face.disc,
  last: (face) => face.isLast && face.disc && !face.number,
  next: (face) => face.isNext,
  reason: (face) => face.isReason,
  verdict: (face) => face.verdict,
};

/** @param {Chip} chip */
function makeChip(chip) {
  const width = Math.max(34, Math.min(CELL - 4, chip.text.length * 10.6 + 13));
  const box = { x: MIDDLE - width / 2, y: MIDDLE - 14, width, height: 28 };
  const group = draw("g", {
    class: `chip tier-${chip.tier}${chip.isBest ? " best" : ""}${chip.isExact ? " exact" : ""}`,
  });
  if (chip.isBest) {
    // The best move is also marked by an outline, not by colour alone.
    group.append(draw("rect", { class: "chip-ring", ...grown(box, 4), rx: chip.isExact ? 7 : 18 }));
  }
  group.append(
    draw("rect", { class: "chip-box", ...box, rx: chip.isExact ? 4 : 14 }),
    draw("text", { class: chip.text.length > 4 ? "chip-text long" : "chip-text", x: MIDDLE, y: MIDDLE + 6 }, chip.text),
  );
  return group;
}

/** @param {{x: number, y: number, width: number, height: number}} box @param {number} by */
const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export class BoardSquare {
  /** @param {string} name @param {number} column @param {number} row @param {string} id of the board's SVG */
  constructor(name, column, row, id) {
    this.name = name;
    this.column = column;
    this.row = row;
    this.id = id;
    /** @type {SVGElement|null} */
    this.disc = null;
    /** @type {Face} */
    this.face = {};
    /** @type {Map<string, {element: Element, signature: string}>} */
    this.marks = new Map();
    /** @type {SVGElement|null} */
    this.title = null;
    this.ground = draw("rect", { class: "square-ground", width: CELL, height: CELL });
    this.element = draw(
      "g",
      {
        class: "square",
        role: "gridcell",
        tabindex: "-1",
        "data-square": name,
        "aria-colindex": column + 1,
        transform: `translate(${column * CELL} ${row * CELL})`,
      },
      this.ground,
    );
    this.top = draw("rect", { class: "square-focus", x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 4 });
    this.element.append(this.top);
  }

  /** @param {Face} face */
  show(face) {
    const before = this.face;
    this.face = face;
    if (before.disc !== face.disc) this.showDisc(face.disc);
    this.element.toggleAttribute("data-legal", Boolean(face.isLegal));
    this.showTitle(face.chip?.title);
    for (const [name, isShown] of Object.entries(SHOWN)) {
      const signature = isShown(face) ? signatureOf(name, face) : "";
      const mark = this.marks.get(name);
      if ((mark?.signature ?? "") === signature) continue;
      mark?.element.remove();
      this.marks.delete(name);
      if (!signature) continue;
      const element = MARKS[name](face);
      element.setAttribute("pointer-events", "none");
      // Rings and reason highlights are below the score.
      if (["next", "verdict", "reason"].includes(name)) this.ground.after(element);
      else this.top.before(element);
      this.marks.set(name, { element, signature });
    }
  }

  /** A tooltip: the score with two decimals. @param {string} [text] */
  showTitle(text = "") {
    if ((this.title?.textContent ?? "") === text) return;
    this.title?.remove();
    this.title = text ? draw("title", {}, text) : null;
    if (this.title) this.element.prepend(this.title);
  }

  /** @param {Api.Color} [colour] */
  showDisc(colour) {
    if (!colour) {
      this.disc?.remove();
      this.disc = null;
      return;
    }
    if (!this.disc) {
      this.disc = makeDisc(this.id);
      // Above the ground and the marks on it.
      const below = this.element.querySelectorAll(".square-ground, .mark-next, .mark-verdict, .mark-reason");
      below[below.length - 1].after(this.disc);
    }
    for (const face of this.disc.querySelectorAll(".face")) {
      face.setAttribute("opacity", face.classList.contains(colour) ? "1" : "0");
    }
  }
}

/** Two faces with the same signature show the same mark. @param {string} name @param {Face} face */
function signatureOf(name, face) {
  /** @type {{[name: string]: unknown}} */
  const depends = {
    chip: Object.values(face.chip ?? {}),
    ghost: face.ghost,
    number: `${face.number}${face.disc}`,
    verdict: face.verdict,
    stable: `${face.disc}${Boolean(face.number)}`,
    last: face.disc,
  };
  return `${name}${depends[name] ?? ""}`;
}
