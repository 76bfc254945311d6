/** How the search works: search trees of the current position, on a full page in front of the board. */

import { show } from "./api.js";
import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { bindSetting, button, choice, field, numberInput, numberOf, setText } from "./panels/dom.js";
import { settings } from "./settings.js";
import { store } from "./store.js";

const SEARCHES = [
  "minimax",
  "alpha-beta",
  "negamax",
  "scout",
  "pvs",
  "alpha-beta-table",
  "mtdf",
  "deepening",
  "deepening-table",
];
/** @typedef {Api.Requests["show"]["tree"]["query"]} Query */

/** @type {NonNullable<Query["evaluation"]>[]} */
const EVALUATIONS = ["phased", "discs", "components", "positional"];
/** @type {NonNullable<Query["order"]>[]} */
const ORDERS = ["given", "squares", "heuristic", "random", "worst", "perfect"];
/** Maximum number of searches side by side. */
const MAX_SEARCHES = 4;

/** Gives the page in the frame the typeface of this page. @param {HTMLIFrameElement} frame */
async function dress(frame) {
  const page = frame.contentDocument?.defaultView;
  const bytes = await (await fetch("fonts/source-sans-3.woff2")).arrayBuffer();
  // The page may have been closed meanwhile.
  if (!page || !frame.isConnected) return;
  const face = new page.FontFace("Source Sans 3", bytes, { weight: "200 900" });
  page.document.fonts.add(await face.load());
}

/** Opens the page and draws the trees of the position on the board. */
export function openSearchTrees() {
  const named = (/** @type {string[]} */ names, /** @type {string} */ kind) =>
    choice(names.map((name) => [name, `gametree.${kind}-${name}`]));
  const depth = bindSetting("gametree.depth", numberInput(3, 1, 8));
  const evaluation = bindSetting("gametree.evaluation", named(EVALUATIONS, "evaluation"));
  const order = bindSetting("gametree.order", named(ORDERS, "order"));
  const chosen = settings.get("gametree.searches", SEARCHES.slice(0, 2));
  const boxes = SEARCHES.map((value) => create("input", { type: "checkbox", value, checked: chosen.includes(value) }));
  const status = create("p", { class: "soft grow", role: "status" });
  const open = create("a", {
    class: "button small",
    target: "_blank",
    rel: "noopener",
    i18n: "gametree.open",
    hidden: true,
  });
  const host = create("div", { class: "search-trees-host" });
  const words = (/** @type {HTMLInputElement} */ one) => create("span", { i18n: `gametree.search-${one.value}` });
  const form = create(
    "details",
    { class: "panel-details search-trees-form" },
    create("summary", { i18n: "gametree.choose" }),
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
      create("div", { class: "row" }, ...boxes.map((one) => create("label", { class: "choice" }, one, words(one)))),
    ),
    button("gametree.draw", load, { class: "button primary" }),
  );

  /** @param {string} key @param {boolean} [isError] @param {{[name: string]: string|number}} [values] */
  function showMessage(key, isError = false, values = {}) {
    setText(status, t(key, values));
    status.classList.toggle("error", isError);
  }

  function load() {
    const searches = boxes.filter((one) => one.checked).map((one) => one.value);
    if (searches.length === 0) return showMessage("gametree.no-search", true);
    if (searches.length > MAX_SEARCHES) return showMessage("gametree.too-many", true, { count: MAX_SEARCHES });
    settings.set("gametree.searches", searches);
    if (store.current.position.over) return showMessage("gametree.failed", true, { message: t("error.over") });
    const fields = {
      ...store.game(),
      depth: numberOf(depth),
      searches: searches.join(","),
      evaluation: /** @type {Query["evaluation"]} */ (evaluation.value),
      order: /** @type {Query["order"]} */ (order.value),
    };
    showMessage("gametree.drawing");
    // The tree needs the height.
    form.open = false;
    // A new frame adds no entry to the page's history.
    const frame = create("iframe", {
      class: "search-trees",
      "data-theme": document.documentElement.dataset.theme,
      i18nTitle: "gametree.frame",
    });
    frame.addEventListener("drawn", () => dress(frame));
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

  openDialog({
    id: "search-trees",
    title: "gametree.title",
    back: "gametree.back",
    content: [form, create("div", { class: "row" }, status, open), host],
  });
  load();
}
