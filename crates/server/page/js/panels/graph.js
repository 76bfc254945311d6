// The graph of the game, below the panels: score by ply, and mistakes. It is a slider for the
// keyboard and screen readers, and is also available as a table.

import { create, draw as drawn } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { oncePerFrame, setText } from "./dom.js";
import { valuesOf } from "./game-values.js";
import { Scales, drawCursor, drawGraph } from "./graph-drawing.js";
import { buildTable } from "./graph-table.js";
import { hidesValues } from "./hiding.js";
import { MARKS, lost, namedMove, score, side } from "./words.js";

/** Plies per press of Page Up or Page Down. */
const PAGE = 10;

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
  document.querySelector("#graph").append(slider, readout);
  element.append(table.element);

  /** @type {import("./game-values.js").Point[]} */
  let points = [];
  let scales = null;
  /** The ply under the mouse. */
  let pointed = null;
  /** Whether the line itself may have changed, not only the current ply. */
  let isStale = true;

  const currentPly = () => points.findIndex(({ node }) => node === store.current);

  function draw() {
    const width = slider.clientWidth;
    if (!store.current?.position || !width) return;
    if (isStale) {
      isStale = false;
      points = valuesOf(store.line());
      if (hidesValues()) points = points.map((one) => ({ ...one, value: null, mistake: null, lost: { black: 0, white: 0 } }));
      scales = new Scales(points, width);
      picture.setAttribute("viewBox", `0 0 ${scales.width} ${scales.height}`);
      picture.setAttribute("width", String(scales.width));
      picture.setAttribute("height", String(scales.height));
      whole.replaceChildren(...drawGraph(points, scales));
      table.set(points);
    }
    const ply = Math.max(0, currentPly());
    cursor.replaceChildren(...drawCursor(points[ply], ply, scales));
    slider.setAttribute("aria-valuemax", String(points.length - 1));
    slider.setAttribute("aria-valuenow", String(ply));
    slider.setAttribute("aria-valuetext", describe(points[ply]));
    readout.hidden = !points[pointed];
    if (points[pointed]) setText(readout, describe(points[pointed]));
    table.mark(ply);
  }
  const paint = oncePerFrame(draw);
  const renew = () => {
    isStale = true;
    paint();
  };

  /** A description of a ply, for the line below the graph and for screen readers. */
  function describe({ node, value, isExact, mistake, loss, lost: so }) {
    const words = [node.ply ? `${namedMove(node)} (${side(node.ply.mover)})` : t("graph.start")];
    if (value === null) words.push(t("graph.unknown"));
    else words.push(t(isExact ? "graph.value" : "graph.value-about", { score: score(value, isExact) }));
    if (mistake) words.push(t(`graph.is-${mistake}`, { count: loss, mark: MARKS[mistake], loss: lost(loss) }));
    if (so.black || so.white) words.push(t("graph.so-far", { black: lost(so.black), white: lost(so.white) }));
    return words.join(" · ");
  }

  const plyUnder = (event) => scales.plyAt(event.clientX - picture.getBoundingClientRect().left);

  function goToPly(ply) {
    const wanted = points[Math.max(0, Math.min(points.length - 1, ply))];
    if (wanted) store.goTo(wanted.node);
  }

  function grab(event) {
    if (!scales || event.button !== 0) return;
    slider.setPointerCapture(event.pointerId);
    goToPly(plyUnder(event));
  }

  function point(event) {
    if (!scales) return;
    if (slider.hasPointerCapture(event.pointerId)) goToPly(plyUnder(event));
    showPly(plyUnder(event));
  }

  function showPly(ply) {
    pointed = ply;
    paint();
  }

  function press(event) {
    const ply = currentPly();
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
    ...["game", "tree", "values", "language"].map((event) => store.on(event, renew)),
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
