// The drawing of the graph: the score after each ply, Black's side above. Labels are outside the
// plot area.

import { draw as drawn } from "../elements.js";
import { count } from "./words.js";

const HEIGHT = 136;
const MARGIN = { left: 46, right: 10, top: 10, bottom: 22 };

/** Possible limits of the vertical axis, in discs. */
const BOUNDS = [4, 8, 12, 16, 24, 32, 48, 64, 128];
const boundFor = (largest) => BOUNDS.find((bound) => bound >= largest) ?? 128;

/** The smallest round step that gives at most `most` ticks. */
function stepFor(extent, most) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200];
  return steps.find((step) => extent / step <= most) ?? 500;
}

/**
 * Shapes differ as well as colours: a triangle, a diamond, a cross.
 *
 * @type {Object<string, string>}
 */
const SHAPES = {
  inaccuracy: "M0 -5.5 L5.5 4.5 L-5.5 4.5 Z",
  mistake: "M0 -6.5 L6.5 0 L0 6.5 L-6.5 0 Z",
  blunder: "M-2 -6 L2 -6 L2 -2 L6 -2 L6 2 L2 2 L2 6 L-2 6 L-2 2 L-6 2 L-6 -2 L-2 -2 Z",
};

/** The mark of a mistake at a point. */
export function mistakeSign(kind, x = 0, y = 0) {
  return drawn("path", {
    class: `graph-sign is-${kind}`,
    d: SHAPES[kind],
    transform: `translate(${x} ${y})${kind === "blunder" ? " rotate(45)" : ""}`,
  });
}

/** The scales and positions of a graph. */
export class Scales {
  /** @param {import("./game-values.js").Point[]} points @param {number} width */
  constructor(points, width) {
    this.width = Math.max(width, 200);
    this.height = HEIGHT;
    this.plies = Math.max(1, points.length - 1);
    this.bound = boundFor(Math.max(...points.map(({ value }) => Math.abs(value ?? 0)), 1));
    this.top = MARGIN.top;
    this.bottom = HEIGHT - MARGIN.bottom;
    this.middle = (this.top + this.bottom) / 2;
    this.left = MARGIN.left;
    this.right = this.width - MARGIN.right;
  }

  x(ply) {
    return this.left + (ply / this.plies) * (this.right - this.left);
  }

  y(value) {
    const within = Math.max(-this.bound, Math.min(this.bound, value));
    return this.middle - (within / this.bound) * (this.middle - this.top);
  }

  /** The ply at a horizontal position. */
  plyAt(x) {
    const ply = Math.round(((x - this.left) / (this.right - this.left)) * this.plies);
    return Math.max(0, Math.min(this.plies, ply));
  }
}

/** Runs of consecutive points with known scores. */
function runs(points) {
  const found = [];
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

const path = (places) => places.map(([x, y], index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** The area between a run and the middle line, on one side only. */
function area(run, scales, sign) {
  const places = [];
  run.forEach(([ply, value], index) => {
    const before = run[index - 1];
    if (before && before[1] * value < 0) {
      // Where the line crosses the middle, one area ends and the other begins.
      const share = before[1] / (before[1] - value);
      places.push([scales.x(before[0] + share), scales.middle]);
    }
    places.push([scales.x(ply), scales.y(value * sign > 0 ? value : 0)]);
  });
  const ends = [[scales.x(run.at(-1)[0]), scales.middle], [scales.x(run[0][0]), scales.middle]];
  return `${path([...places, ...ends])}Z`;
}

function horizontal(scales, y, kind) {
  return drawn("line", { class: kind, x1: scales.left, x2: scales.right, y1: y, y2: y });
}

function words(x, y, kind, text, anchor = "end") {
  return drawn("text", { x, y, class: kind, "text-anchor": anchor }, text);
}

function axes(scales) {
  const parts = [];
  for (const value of [scales.bound, 0, -scales.bound]) {
    const y = scales.y(value);
    parts.push(horizontal(scales, y, value === 0 ? "graph-zero" : "graph-rule"));
    parts.push(words(scales.left - 6, y + 4, "graph-number", count(Math.abs(value))));
    if (value) parts.push(drawn("circle", { class: `graph-disc ${value > 0 ? "is-black" : "is-white"}`, cx: 9, cy: y, r: 6 }));
  }
  const step = stepFor(scales.plies, Math.max(3, (scales.right - scales.left) / 60));
  for (let ply = step; ply <= scales.plies; ply += step) {
    parts.push(words(scales.x(ply), scales.height - 6, "graph-number", count(ply), "middle"));
  }
  return parts;
}

/**
 * The whole graph except the mark of the current ply.
 *
 * @param {import("./game-values.js").Point[]} points
 * @param {Scales} scales
 * @returns {SVGElement[]}
 */
export function drawGraph(points, scales) {
  const parts = [];
  for (const run of runs(points)) {
    parts.push(drawn("path", { class: "graph-area is-black", d: area(run, scales, 1) }));
    parts.push(drawn("path", { class: "graph-area is-white", d: area(run, scales, -1) }));
  }
  parts.push(...axes(scales));
  for (const run of runs(points)) {
    if (run.length === 1) {
      const [[ply, value]] = run;
      parts.push(drawn("circle", { class: "graph-dot", cx: scales.x(ply), cy: scales.y(value), r: 2.5 }));
    } else {
      parts.push(drawn("path", { class: "graph-line", d: path(run.map(([ply, value]) => [scales.x(ply), scales.y(value)])) }));
    }
  }
  points.forEach(({ mistake, value }, ply) => {
    if (mistake) parts.push(mistakeSign(mistake, scales.x(ply), scales.y(value ?? 0)));
  });
  return parts;
}

/** The mark of the current ply. */
export function drawCursor(point, ply, scales) {
  const x = scales.x(ply);
  const parts = [drawn("line", { class: "graph-cursor", x1: x, x2: x, y1: scales.top, y2: scales.bottom })];
  if (point.value !== null) parts.push(drawn("circle", { class: "graph-here", cx: x, cy: scales.y(point.value), r: 4.5 }));
  return parts;
}
