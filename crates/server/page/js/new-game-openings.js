// The opening of a new game, found by part of its name or by its moves.

import { get } from "./api.js";
import { create } from "./elements.js";
import { openingNames, t } from "./i18n.js";
import { field, setText } from "./panels/dom.js";
import { errorText } from "./panels/words.js";
import { plain } from "./words.js";

/** The opening field; `value` is the transcript, or null for none. */
export function buildOpenings() {
  const filter = create("input", {
    type: "search",
    class: "field",
    autocomplete: "off",
    i18nPlaceholder: "opponent.opening-filter-hint",
    on: { input: show },
  });
  const list = create("select", { size: "6", class: "opponent-openings" });
  const found = create("p", { class: "soft small-text", role: "status" });
  const element = create(
    "div",
    { class: "panel-group" },
    field("opponent.opening-filter", filter),
    field("opponent.opening", list),
    found,
  );
  /** @type {Api.Opening[]|null} */
  let openings = null;

  async function load() {
    if (openings) return;
    openings = [];
    try {
      openings = await get("openings");
    } catch (error) {
      openings = null;
      setText(found, errorText(error));
      return;
    }
    show();
  }

  function show() {
    if (!openings) return;
    const query = plain(filter.value.trim());
    const hits = openings.filter((one) => plain(`${openingNames(one)} ${one.moves}`).includes(query));
    const selected = list.value;
    list.replaceChildren(
      create("option", { value: "" }, t("opponent.no-opening")),
      ...hits.map((one) => create("option", { value: one.moves }, `${openingNames(one)} · ${one.moves}`)),
    );
    list.value = selected;
    if (list.selectedIndex < 0) list.selectedIndex = 0;
    setText(found, t("opponent.openings-found", { count: hits.length }));
  }

  return {
    element,
    load,
    show,
    get value() {
      return list.value || null;
    },
  };
}
