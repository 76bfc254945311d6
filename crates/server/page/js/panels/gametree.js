// Search trees of the current position, drawn in a frame.

import { show } from "../api.js";
import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { button, choice, field, bindSetting, numberInput, numberOf, setText } from "./dom.js";

/** The names of searches are the same in every language. */
const SEARCHES = ["minimax", "alpha-beta", "negamax", "scout", "pvs", "alpha-beta-table", "mtdf", "deepening", "deepening-table"];
const EVALUATIONS = ["phased", "discs", "components", "positional"];
const ORDERS = ["given", "squares", "heuristic", "random", "worst", "perfect"];

/** @param {HTMLElement} element */
export function mount(element) {
  const named = (names, kind) => choice(names.map((name) => [name, `gametree.${kind}-${name}`]));
  const depth = bindSetting("gametree.depth", numberInput(3, 1, 8));
  const evaluation = bindSetting("gametree.evaluation", named(EVALUATIONS, "evaluation"));
  const order = bindSetting("gametree.order", named(ORDERS, "order"));
  const chosen = settings.get("gametree.searches", SEARCHES.slice(0, 2));
  const boxes = SEARCHES.map((value) => create("input", { type: "checkbox", value, checked: chosen.includes(value) }));
  const status = create("p", { class: "panel-status soft", role: "status" });
  const open = create("a", { class: "button", target: "_blank", rel: "noopener", i18n: "gametree.open", hidden: true });
  const host = create("div");
  element.append(
    create("p", { class: "soft small-text", i18n: "gametree.about" }),
    create(
      "div",
      { class: "panel-fields" },
      field("gametree.depth", depth),
      field("gametree.evaluation", evaluation),
      field("gametree.order", order),
    ),
    create(
      "fieldset",
      {},
      create("legend", { class: "label", i18n: "gametree.searches" }),
      create("div", { class: "row" }, ...boxes.map((box) => create("label", { class: "choice" }, box, box.value))),
    ),
    create("div", { class: "panel-bar" }, button("gametree.draw", load, { class: "button primary" }), open),
    status,
    host,
  );

  let words = () => {};
  /** Shows a message, to be translated again when the language changes. */
  function showMessage(key, isError = false, values = {}) {
    words = () => setText(status, t(key, values));
    status.classList.toggle("error", isError);
    words();
  }

  function load() {
    const searches = boxes.filter((box) => box.checked).map((box) => box.value);
    if (searches.length === 0) return showMessage("gametree.no-search", true);
    settings.set("gametree.searches", searches);
    const fields = {
      ...store.game(),
      depth: numberOf(depth),
      searches: searches.join(","),
      evaluation: evaluation.value,
      order: order.value,
    };
    showMessage("gametree.drawing");
    // A new frame adds no entry to the page's history.
    const frame = create("iframe", { class: "gametree-frame", i18nTitle: "gametree.frame" });
    host.replaceChildren(frame);
    open.hidden = true;
    show(frame, "tree", fields).then(
      (address) => {
        if (address) open.setAttribute("href", address);
        open.hidden = !address;
        showMessage("gametree.drawn", false, { move: fields.moves || t("panels.start") });
      },
      (error) => {
        if (frame.isConnected) host.replaceChildren();
        showMessage("gametree.failed", true, { message: error.message });
      },
    );
  }

  const unsubscribers = [
    store.on("language", () => words()),
    // The tree is no longer that of the current position.
    store.on("node", () => host.firstChild && showMessage("gametree.is-old")),
  ];
  return () => {
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
