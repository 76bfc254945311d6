// The graph of the game, below the panels: score by ply, and mistakes; a variation is dashed. It is a slider for the
// keyboard and screen readers, and is also available as a table.

import { byId, create, draw as drawn } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { oncePerFrame, setText } from "./dom.js";
import { valuesOf } from "./game-values.js";
import { drawCursor, drawGraph, Scales } from "./graph-drawing.js";
import { buildTable } from "./graph-table.js";
import { hidesValues } from "./hiding.js";
import { lost, MARKS, namedMove, score, side } from "./words.js";

/**
 * @import {Node} from "../tree.js"
 * @import {Point} from "./game-values.js"
 */

/** A shorter game has no graph. */
const MIN_MOVES = 2;
/** Pixels between the readout and the mark of the current move. */
const READOUT_GAP = 10;
/** Plies per press of Page Up or Page Down. */
const PAGE = 10;

/** The index at which a line leaves the main line; −1 if it does not. @param {Node[]} line @param {Node[]} main */
const forkOf = (line, main) => line.findIndex((node, index) => node !== main[index]);

/** The scores of a line, without those that are hidden. @param {Node[]} nodes @returns {Point[]} */
function shownValues(nodes) {
  const values = valuesOf(nodes);
  if (!hidesValues()) return values;
  return values.map((one) => ({ ...one, value: null, mistake: null, loss: 0, lost: { black: 0, white: 0 } }));
}

/** @param {HTMLElement} element */
export function mount(element) {
  const whole = drawn("g");
  const cursor = drawn("g");
  const picture = drawn("svg", { class: "graph-picture", "aria-hidden": "true" }, whole, cursor);
  const slider = create(
    "div",
    {
      class: "graph-slider",
      role: "slider",
      tabindex: "0",
      i18nLabel: "graph.slider",
      "aria-valuemin": "0",
      on: { keydown: press, pointerdown: grab, pointermove: point, pointerleave: () => showPly(null) },
    },
    picture,
  );
  const readout = create("p", { class: "graph-readout small-text", hidden: true });
  const table = buildTable();
  const host = byId("graph");
  host.append(slider, readout);
  element.append(table.element);

  /** @type {Point[]} the line on the board */
  let points = [];
  /** The main line of the game; the same as `points`, unless a variation is on the board. */
  let game = points;
  /** @type {Scales|null} */
  let scales = null;
  /** @type {number|null} The ply under the mouse. */
  let pointed = null;
  /** Whether the line itself may have changed, not only the current ply. */
  let isStale = true;

  const currentPly = () => points.findIndex(({ node }) => node === store.current);

  function draw() {
    if (!store.current) return;
    const width = slider.clientWidth;
    if (!width) return;
    if (isStale || !scales) {
      isStale = false;
      const fork = forkOf(store.line(), store.mainLine());
      points = shownValues(store.line());
      game = fork < 0 ? points : shownValues(store.mainLine());
      scales = new Scales([points, game], width);
      picture.setAttribute("viewBox", `0 0 ${scales.width} ${scales.height}`);
      picture.setAttribute("width", String(scales.width));
      picture.setAttribute("height", String(scales.height));
      whole.replaceChildren(...drawGraph(game, scales, fork < 0 ? null : { points, from: fork - 1 }));
      table.set(points);
    }
    const ply = Math.max(0, currentPly());
    cursor.replaceChildren(...drawCursor(points[ply], ply, scales));
    slider.setAttribute("aria-valuemax", String(points.length - 1));
    slider.setAttribute("aria-valuenow", String(ply));
    slider.setAttribute("aria-valuetext", describe(points[ply]));
    const read = pointed === null ? null : at(pointed);
    readout.hidden = !read;
    if (read) showReadout(describe(read), ply, scales);
    table.mark(ply);
  }
  const paint = oncePerFrame(draw);
  const renew = () => {
    isStale = true;
    showHost();
    paint();
  };
  /** At once, not in the next frame, so that the layout does not jump. */
  const showHost = () => (host.hidden = Math.max(store.mainLine().length, store.line().length) <= MIN_MOVES);

  /** The point at a ply: that of the line on the board, or that of the game if it is longer. */
  const at = (/** @type {number} */ ply) => points[ply] ?? game[ply];

  /**
   * Shows text beside the mark of the current ply, where there is more room.
   * @param {string} text @param {number} ply @param {Scales} scales
   */
  function showReadout(text, ply, scales) {
    setText(readout, text);
    const inset = slider.offsetLeft;
    const here = scales.x(ply);
    const isLeft = here > (scales.left + scales.right) / 2;
    readout.style.left = `${inset + (isLeft ? scales.left : here + READOUT_GAP)}px`;
    readout.style.right = `${inset + scales.width - (isLeft ? here - READOUT_GAP : scales.right)}px`;
  }

  /** A description of a ply, for the line below the graph and for screen readers. @param {Point} point */
  function describe({ node, value, isExact, mistake, loss, lost: so }) {
    const words = [node.ply ? `${namedMove(node)} (${side(node.ply.mover)})` : t("graph.start")];
    if (value === null) words.push(t("graph.unknown"));
    else words.push(t(isExact ? "graph.value" : "graph.value-about", { score: score(value, isExact) }));
    if (mistake) words.push(t(`graph.is-${mistake}`, { count: loss, mark: MARKS[mistake], loss: lost(loss) }));
    if (so.black || so.white) words.push(t("graph.so-far", { black: lost(so.black), white: lost(so.white) }));
    return words.join(" · ");
  }

  /** @param {PointerEvent} event */
  const plyUnder = (event) => scales?.plyAt(event.clientX - picture.getBoundingClientRect().left) ?? null;

  /** @param {number|null} ply */
  function goToPly(ply) {
    if (ply === null) return;
    const wanted = at(Math.max(0, Math.min(Math.max(points.length, game.length) - 1, ply)));
    if (wanted) store.goTo(wanted.node);
  }

  /** @param {PointerEvent} event */
  function grab(event) {
    if (!scales || event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    goToPly(plyUnder(event));
  }

  /** @param {PointerEvent} event */
  function point(event) {
    if (!scales) return;
    if (slider.hasPointerCapture(event.pointerId)) goToPly(plyUnder(event));
    showPly(plyUnder(event));
  }

  /** @param {number|null} ply */
  function showPly(ply) {
    pointed = ply;
    paint();
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const ply = currentPly();
    /** @type {{[key: string]: () => void}} */
    const steps = {
      ArrowRight: () => store.forward(),
      ArrowUp: () => store.forward(),
      ArrowLeft: () => store.back(),
      ArrowDown: () => store.back(),
      PageUp: () => goToPly(ply + PAGE),
      PageDown: () => goToPly(ply - PAGE),
      Home: () => store.toStart(),
      End: () => store.toEnd(),
    };
    const step = steps[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    // The page has its own commands for these keys.
    event.preventDefault();
    event.stopPropagation();
    step();
  }

  const sizes = new ResizeObserver(renew);
  sizes.observe(slider);
  const unsubscribers = [
    store.on("game", renew),
    store.on("tree", renew),
    store.on("values", renew),
    store.on("language", renew),
    // A step into another variation changes the line.
    store.on("node", () => (currentPly() < 0 ? renew() : paint())),
  ];
  renew();

  return () => {
    sizes.disconnect();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
