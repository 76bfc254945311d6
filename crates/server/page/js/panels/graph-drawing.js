// The drawing of the graph: the score after each ply, Black's side above. The scale is that of the square root: steep
// near zero, where games are decided. Labels are outside the plot area.

import { draw as drawn } from "../elements.js";
import { count } from "./words.js";

/**
 * @typedef {[number, number]} Place a ply and its score, or a point of the drawing
 * @import {Point} from "./game-values.js"
 */

const HEIGHT = 140;
export const MARGIN = { left: 46, right: 10, top: 10, bottom: 22 };

/** The labelled scores, in discs; the last is the limit, unless a larger board has a larger score. */
const LABELS = [0, 4, 16, 64];

/** The smallest round step that gives at most `most` ticks. @param {number} extent @param {number} most */
export function stepFor(extent, most) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200];
  return steps.find((step) => extent / step <= most) ?? 500;
}

/**
 * Shapes differ as well as colours: a triangle, a diamond, a cross.
 *
 * @type {{[mistake in Api.Severity]: string}}
 */
const SHAPES = {
  inaccuracy: "M0 -5.5 L5.5 4.5 L-5.5 4.5 Z",
  mistake: "M0 -6.5 L6.5 0 L0 6.5 L-6.5 0 Z",
  blunder: "M-2 -6 L2 -6 L2 -2 L6 -2 L6 2 L2 2 L2 6 L-2 6 L-2 2 L-6 2 L-6 -2 L-2 -2 Z",
};

/** The mark of a mistake at a point. @param {Api.Severity} kind @param {number} [x] @param {number} [y] */
export function mistakeSign(kind, x = 0, y = 0) {
  return drawn("path", {
    class: `graph-sign is-${kind}`,
    d: SHAPES[kind],
    transform: `translate(${x} ${y})${kind === "blunder" ? " rotate(45)" : ""}`,
  });
}

/** The scales and positions of a graph. */
export class Scales {
  /** @param {Point[][]} lines @param {number} width */
  constructor(lines, width) {
    this.width = Math.max(width, 200);
    this.height = HEIGHT;
    this.plies = Math.max(1, ...lines.map((points) => points.length - 1));
    this.bound = Math.max(...LABELS, ...lines.flat().map(({ value }) => Math.abs(value ?? 0)));
    this.top = MARGIN.top;
    this.bottom = HEIGHT - MARGIN.bottom;
    this.middle = (this.top + this.bottom) / 2;
    this.left = MARGIN.left;
    this.right = this.width - MARGIN.right;
  }

  /** @param {number} ply */
  x(ply) {
    return this.left + (ply / this.plies) * (this.right - this.left);
  }

  /** @param {number} value */
  y(value) {
    return this.middle - Math.sign(value) * Math.sqrt(Math.abs(value) / this.bound) * (this.middle - this.top);
  }

  /** The ply at a horizontal position. @param {number} x */
  plyAt(x) {
    const ply = Math.round(((x - this.left) / (this.right - this.left)) * this.plies);
    return Math.max(0, Math.min(this.plies, ply));
  }
}

/** Runs of consecutive points with known scores. @param {Point[]} points */
function runs(points) {
  /** @type {Place[][]} */
  const found = [];
  /** @type {Place[]} */
  let run = [];
  points.forEach((point, ply) => {
    if (point.value === null) {
      if (run.length) found.push(run);
      run = [];
    } else run.push([ply, point.value]);
  });
  if (run.length) found.push(run);
  return found;
}

/** The path through some places. @param {Place[]} places */
export const path = (places) =>
  places.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/**
 * The area between a run and the middle line, on one side only.
 * @param {Place[]} run @param {Scales} scales @param {number} sign
 */
function area(run, scales, sign) {
  /** @type {Place[]} */
  const places = [];
  run.forEach(([ply, value], index) => {
    const before = run[index - 1];
    if (before && before[1] * value < 0) {
      // Where the line crosses the middle, one area ends and the other begins.
      const [from, to] = [before[1], value].map((one) => scales.y(one) - scales.middle);
      const share = from / (from - to);
      places.push([scales.x(before[0] + share), scales.middle]);
    }
    places.push([scales.x(ply), scales.y(value * sign > 0 ? value : 0)]);
  });
  places.push([scales.x(run[run.length - 1][0]), scales.middle], [scales.x(run[0][0]), scales.middle]);
  return `${path(places)}Z`;
}

/** A line across the plot area. @param {{left: number, right: number}} scales @param {number} y @param {string} kind */
export function horizontal(scales, y, kind) {
  return drawn("line", { class: kind, x1: scales.left, x2: scales.right, y1: y, y2: y });
}

/**
 * A label.
 * @param {number} x @param {number} y @param {string} kind @param {string} text @param {string} [anchor]
 */
export function words(x, y, kind, text, anchor = "end") {
  return drawn("text", { x, y, class: kind, "text-anchor": anchor }, text);
}

/**
 * The disc scale, and the move numbers, which skip passes as the list of moves does.
 * @param {Scales} scales @param {Point[]} points
 */
function axes(scales, points) {
  /** @type {SVGElement[]} */
  const parts = [];
  for (const size of LABELS) {
    for (const value of size ? [size, -size] : [0]) {
      const y = scales.y(value);
      parts.push(horizontal(scales, y, value === 0 ? "graph-zero" : "graph-rule"));
      parts.push(words(scales.left - 6, y + 4, "graph-number", count(size)));
      if (size !== LABELS.at(-1)) continue;
      parts.push(drawn("circle", { class: `graph-disc ${value > 0 ? "is-black" : "is-white"}`, cx: 9, cy: y, r: 6 }));
    }
  }
  const step = stepFor(scales.plies, Math.max(3, (scales.right - scales.left) / 60));
  let number = 0;
  points.forEach(({ node }, ply) => {
    if (!node.ply || node.ply.move === "pass") return;
    number += 1;
    if (number % step === 0)
      parts.push(words(scales.x(ply), scales.height - 6, "graph-number", count(number), "middle"));
  });
  return parts;
}

/**
 * The line through the points with known scores from the ply `from` on.
 * @param {Point[]} points @param {Scales} scales @param {number} [from] @param {string} [kind]
 */
function drawLine(points, scales, from = 0, kind = "") {
  return runs(points)
    .map((run) => run.filter(([ply]) => ply >= from))
    .filter((run) => run.length)
    .map((run) => {
      /** @type {Place[]} */
      const places = run.map(([ply, value]) => [scales.x(ply), scales.y(value)]);
      if (places.length > 1) return drawn("path", { class: `graph-line${kind}`, d: path(places) });
      return drawn("circle", { class: "graph-dot", cx: places[0][0], cy: places[0][1], r: 2.5 });
    });
}

/** @param {Point[]} points @param {Scales} scales @param {number} [from] */
function drawSigns(points, scales, from = 0) {
  return points.flatMap(({ mistake, value }, ply) => {
    if (!mistake || ply <= from) return [];
    return [mistakeSign(mistake, scales.x(ply), scales.y(value ?? 0))];
  });
}

/**
 * The whole graph except the mark of the current ply.
 *
 * @param {Point[]} points of the game
 * @param {Scales} scales
 * @param {{points: Point[], from: number}|null} variation its line from the root, and the
 *   ply at which it leaves the game
 * @returns {SVGElement[]}
 */
export function drawGraph(points, scales, variation) {
  const areas = runs(points).flatMap((run) => [
    drawn("path", { class: "graph-area is-black", d: area(run, scales, 1) }),
    drawn("path", { class: "graph-area is-white", d: area(run, scales, -1) }),
  ]);
  const longer = variation && variation.points.length > points.length ? variation.points : points;
  /** @type {SVGElement[]} */
  const parts = [...areas, ...axes(scales, longer), ...drawLine(points, scales)];
  if (variation) parts.push(...drawLine(variation.points, scales, variation.from, " is-variation"));
  parts.push(...drawSigns(points, scales));
  if (variation) parts.push(...drawSigns(variation.points, scales, variation.from));
  return parts;
}

/** The mark of the current ply. @param {Point} point @param {number} ply @param {Scales} scales */
export function drawCursor(point, ply, scales) {
  const x = scales.x(ply);
  /** @type {SVGElement[]} */
  const parts = [drawn("line", { class: "graph-cursor", x1: x, x2: x, y1: scales.top, y2: scales.bottom })];
  if (point.value !== null)
    parts.push(drawn("circle", { class: "graph-here", cx: x, cy: scales.y(point.value), r: 4.5 }));
  return parts;
}
