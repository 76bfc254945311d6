/**
 * A board drawn as SVG, navigable by keyboard as a grid. It draws what it is given and reports
 * the chosen square; it knows no rules.
 */

import { BoardSquare, CELL, RADIUS } from "./board-square.js";
import { closest, draw, keepFocus } from "./elements.js";
import { squareName } from "./squares.js";

/** Width of the frame at the left and top, which have the coordinates, and at the other sides. */
const FRAME = 22;
const BARE_FRAME = 6;

let pictures = 0;

export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {{label: string, onChoose: (square: string, isByKey?: boolean) => void,
   *   onPeek?: (square: string|null) => void}} options `onPeek` is called with the
   *   square under the pointer or the one with the keyboard focus
   */
  constructor(host, { label, onChoose, onPeek = () => {} }) {
    this.host = host;
    this.onChoose = onChoose;
    this.onPeek = onPeek;
    this.id = `board-${++pictures}`;
    this.columns = 0;
    this.rows = 0;
    /** @type {Map<string, BoardSquare>} */
    this.squares = new Map();
    this.active = "";
    /** @type {string|null} */
    this.pointed = null;
    this.hasCoordinates = true;
    this.field = draw("g");
    this.overlay = draw("g", { class: "board-overlay", "aria-hidden": "true", "pointer-events": "none" });
    this.picture = draw("svg", { class: "board", role: "grid", "data-i18n-label": label });
    this.listen();
  }

  /**
   * Draws an empty board of a shape, unless it is already drawn.
   * @param {number} columns @param {number} rows @param {boolean} [hasCoordinates]
   */
  setShape(columns, rows, hasCoordinates = true) {
    if (columns === this.columns && rows === this.rows && hasCoordinates === this.hasCoordinates) return false;
    Object.assign(this, { columns, rows, hasCoordinates });
    // Until now, the host may show the board from the HTML.
    if (!this.picture.isConnected) this.host.replaceChildren(this.picture);
    const frame = hasCoordinates ? FRAME : BARE_FRAME;
    const width = columns * CELL + frame + BARE_FRAME;
    const height = rows * CELL + frame + BARE_FRAME;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.setAttribute("aria-rowcount", String(rows));
    this.picture.setAttribute("aria-colcount", String(columns));
    this.host.style.setProperty("--board-width", String(width));
    this.host.style.setProperty("--board-height", String(height));
    this.host.style.setProperty("--board-columns", String(columns));
    this.squares.clear();
    this.field = draw("g", { transform: `translate(${frame} ${frame})` });
    for (let row = 0; row < rows; row++) this.field.append(this.makeRow(row));
    this.overlay.replaceChildren();
    this.field.append(this.overlay);
    this.picture.replaceChildren(
      makeColours(this.id),
      draw("g", { "aria-hidden": "true" }, ...this.makeGround(frame, width, height)),
      this.field,
    );
    this.setActive(
      this.squares.has(this.active) ? this.active : squareName(Math.floor(columns / 2), Math.floor(rows / 2)),
    );
    return true;
  }

  /** @param {number} row */
  makeRow(row) {
    const group = draw("g", { role: "row", "aria-rowindex": row + 1 });
    for (let column = 0; column < this.columns; column++) {
      const square = new BoardSquare(squareName(column, row), column, row, this.id);
      this.squares.set(square.name, square);
      group.append(square.element);
    }
    return group;
  }

  /** @param {number} frame @param {number} width @param {number} height */
  makeGround(frame, width, height) {
    const { columns, rows } = this;
    /** @type {SVGElement[]} */
    const parts = [
      draw("rect", { class: "board-frame", width, height, rx: 8 }),
      draw("rect", {
        class: "board-felt",
        x: frame,
        y: frame,
        width: columns * CELL,
        height: rows * CELL,
        fill: `url(#${this.id}-felt)`,
      }),
    ];
    let lines = "";
    for (let column = 0; column <= columns; column++) lines += `M${frame + column * CELL} ${frame}v${rows * CELL}`;
    for (let row = 0; row <= rows; row++) lines += `M${frame} ${frame + row * CELL}h${columns * CELL}`;
    parts.push(draw("path", { class: "board-lines", d: lines }));
    if (columns >= 7 && rows >= 7) {
      for (const column of [2, columns - 2]) {
        for (const row of [2, rows - 2]) {
          parts.push(
            draw("circle", { class: "board-point", cx: frame + column * CELL, cy: frame + row * CELL, r: 4.5 }),
          );
        }
      }
    }
    if (this.hasCoordinates) parts.push(...this.makeCoordinates(frame));
    return parts;
  }

  /** @param {number} frame */
  makeCoordinates(frame) {
    const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      draw("text", { class: "board-coordinate", x, y }, text);
    const texts = [];
    for (let column = 0; column < this.columns; column++) {
      texts.push(at(frame + (column + 0.5) * CELL, 16, squareName(column, 0)[0]));
    }
    for (let row = 0; row < this.rows; row++)
      texts.push(at(frame / 2, frame + (row + 0.5) * CELL + 5, String(row + 1)));
    return texts;
  }

  /** @param {(square: string) => import("./board-square.js").Face} faceOf */
  show(faceOf) {
    for (const square of this.squares.values()) square.show(faceOf(square.name));
  }

  /**
   * @param {(square: string) => string} labelOf the accessible name of a square
   * @param {boolean} isCalm skips the focused square, which would be read aloud repeatedly
   */
  name(labelOf, isCalm = false) {
    for (const { element, name } of this.squares.values()) {
      if (isCalm && element === document.activeElement) continue;
      const label = labelOf(name);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
  }

  /**
   * Draws numbered discs over the squares, replacing earlier ones.
   * @param {{square: string, colour?: Api.Color|null, number: number}[]} steps
   */
  showVariation(steps) {
    this.overlay.replaceChildren(
      ...steps.flatMap(({ square, colour, number }) => {
        const place = this.squares.get(square);
        if (!place) return [];
        const { column, row } = place;
        const x = (column + 0.5) * CELL;
        const y = (row + 0.5) * CELL;
        return draw(
          "g",
          { class: `step ${colour ?? "unknown"}` },
          draw("circle", { class: "step-disc", cx: x, cy: y, r: RADIUS - 2 }),
          draw("text", { class: "step-number", x, y: y + 7 }, String(number)),
        );
      }),
    );
  }

  /** Sets the square that Tab reaches. @param {string} name */
  setActive(name) {
    this.squares.get(this.active)?.element.setAttribute("tabindex", "-1");
    this.active = name;
    this.squares.get(name)?.element.setAttribute("tabindex", "0");
  }

  focus() {
    this.squares.get(this.active)?.element.focus();
  }

  listen() {
    const { picture } = this;
    const nameOf = (/** @type {Event} */ event) => closest(event, "[data-square]")?.dataset.square ?? null;
    const peek = () => {
      /** @type {SVGElement|null} */
      const focused = picture.querySelector(".square:focus-visible");
      this.onPeek(this.pointed ?? focused?.dataset.square ?? null);
    };
    picture.addEventListener("click", (event) => {
      const name = nameOf(event);
      if (!name) return;
      this.setActive(name);
      this.onChoose(name);
    });
    picture.addEventListener("mousedown", keepFocus);
    picture.addEventListener("keydown", (event) => this.onKey(event));
    picture.addEventListener("focusin", (event) => {
      const name = nameOf(event);
      if (name) this.setActive(name);
      peek();
    });
    picture.addEventListener("focusout", () => setTimeout(peek));
    picture.addEventListener("pointerover", (event) => {
      // A touch is about to play the square, so it is not a hover.
      this.pointed = event.pointerType === "touch" ? null : nameOf(event);
      peek();
    });
    picture.addEventListener("pointerleave", () => {
      this.pointed = null;
      peek();
    });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const square = this.squares.get(this.active);
    if (!square) return;
    let { column, row } = square;
    switch (event.key) {
      case "ArrowLeft":
        column -= 1;
        break;
      case "ArrowRight":
        column += 1;
        break;
      case "ArrowUp":
        row -= 1;
        break;
      case "ArrowDown":
        row += 1;
        break;
      case "Home":
        column = 0;
        if (event.ctrlKey) row = 0;
        break;
      case "End":
        column = this.columns - 1;
        if (event.ctrlKey) row = this.rows - 1;
        break;
      case "Enter":
      case " ":
        event.preventDefault();
        event.stopPropagation();
        this.onChoose(this.active, true);
        return;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
    const next = squareName(column, row);
    if (!this.squares.has(next)) return;
    this.setActive(next);
    this.focus();
  }
}

/** Gradients of felt and discs, lit from the upper left. @param {string} id */
function makeColours(id) {
  const stop = (/** @type {string} */ offset, /** @type {string} */ colour) =>
    draw("stop", { offset, "stop-color": colour });
  const light = { cx: "36%", cy: "30%", r: "78%" };
  return draw(
    "defs",
    {},
    draw(
      "radialGradient",
      { id: `${id}-black`, ...light },
      stop("0", "#565c60"),
      stop(".35", "#2b3033"),
      stop("1", "#0b0d0e"),
    ),
    draw(
      "radialGradient",
      { id: `${id}-white`, ...light },
      stop("0", "#ffffff"),
      stop(".55", "#f4f2ec"),
      stop("1", "#c9c5b9"),
    ),
    draw(
      "radialGradient",
      { id: `${id}-felt`, cx: "45%", cy: "38%", r: "80%" },
      draw("stop", { class: "felt-middle", offset: "0" }),
      draw("stop", { class: "felt-edge", offset: "1" }),
    ),
  );
}
