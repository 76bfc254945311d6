// The laboratory's tree of the searches from the current position, as the
// server draws it, in a frame of its own.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { settings } from "../settings.js";
import { store } from "../store.js";
import { button, checkBox, choice, field, numberInput, numberOf, setText } from "./dom.js";

const SEARCHES = ["minimax", "alpha-beta", "negamax", "scout", "pvs", "alpha-beta-table", "mtdf", "deepening", "deepening-table"];
const EVALUATIONS = ["phased", "discs", "components", "positional"];
const ORDERS = ["given", "squares", "heuristic", "random", "worst", "perfect"];

/** @param {HTMLElement} element */
export function mount(element) {
  const chosen = settings.get("gametree.searches", ["minimax", "alpha-beta"]);
  const depth = numberInput(settings.get("gametree.depth", 3), 1, 8);
  const named = (names, kind) => names.map((name) => [name, `gametree.${kind}-${name}`]);
  const evaluation = choice(named(EVALUATIONS, "evaluation"), settings.get("gametree.evaluation", "phased"));
  const order = choice(named(ORDERS, "order"), settings.get("gametree.order", "given"));
  const boxes = SEARCHES.map((name) => {
    const part = checkBox(`gametree.search-${name}`, { checked: chosen.includes(name) });
    return { name, ...part };
  });
  const status = create("p", { class: "panel-status soft", role: "status" });
  const open = create("a", { class: "button", target: "_blank", rel: "noopener", i18n: "gametree.open", hidden: true });
  const host = create("div", { class: "gametree-host" });
  element.classList.add("panel", "panel-gametree");
  element.append(
    create("p", { class: "panel-hint soft small-text", i18n: "gametree.about" }),
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
      create("div", { class: "row" }, ...boxes.map(({ label }) => label)),
    ),
    create("div", { class: "panel-bar" }, button("gametree.draw", load, { class: "button primary" }), open),
    status,
    host,
  );

  let words = null;
  /** Says something that follows the language. */
  function say(key, values = {}, isError = false) {
    words = () => {
      setText(status, key ? t(key, values) : "");
      status.classList.toggle("error", isError);
    };
    words();
  }

  const searches = () => boxes.filter(({ box }) => box.checked).map(({ name }) => name);

  function load() {
    const names = searches();
    if (names.length === 0) return say("gametree.no-search", {}, true);
    settings.set("gametree.searches", names);
    settings.set("gametree.depth", numberOf(depth, 3));
    settings.set("gametree.evaluation", evaluation.value);
    settings.set("gametree.order", order.value);
    const fields = { ...store.game(), depth: numberOf(depth, 3), searches: names.join(","), evaluation: evaluation.value, order: order.value };
    const address = `/api/tree?${new URLSearchParams(fields)}`;
    say("gametree.drawing");
    // A frame made anew leaves no entry in the history of the page.
    const frame = create("iframe", { class: "gametree-frame", src: address, i18nTitle: "gametree.frame" });
    frame.addEventListener("load", () => check(frame, address));
    host.replaceChildren(frame);
    open.hidden = true;
  }

  /** Whether a tree has come, or an error of the server, which a frame would show bare. */
  function check(frame, address) {
    const content = frame.contentDocument;
    const problem = content?.contentType === "application/json" ? errorOf(content.body.textContent) : null;
    if (problem || !content || content.URL === "about:blank") {
      host.replaceChildren();
      return say("gametree.failed", { message: problem ?? t("panels.failed") }, true);
    }
    open.setAttribute("href", address);
    open.hidden = false;
    say("gametree.drawn", { move: store.movesTo().length ? store.movesTo() : t("gametree.start") });
  }

  const leave = [
    store.on("language", () => words?.()),
    // The tree drawn is that of another position from now on.
    store.on("node", () => host.firstChild && say("gametree.is-old")),
  ];
  return () => {
    leave.forEach((off) => off());
    element.replaceChildren();
  };
}

/** The message of an error that the server answered with. */
function errorOf(text) {
  try {
    return JSON.parse(text).error?.message || t("panels.failed");
  } catch {
    return t("panels.failed");
  }
}
