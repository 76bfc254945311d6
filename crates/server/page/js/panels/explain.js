// A move compared with the best one: the scores, the reason in words, and the terms of the
// evaluation in which they differ.

import { announce } from "../announce.js";
import { isAbort, post } from "../api.js";
import { create, focused } from "../elements.js";
import { t } from "../i18n.js";
import { store } from "../store.js";
import { bindSetting, button, field, isInRange, numberInput, numberOf, oncePerFrame, setText } from "./dom.js";
import { answerParts, summary } from "./explain-answer.js";
import { hidesValues, onHiding } from "./hiding.js";
import { errorText, namedMove, side } from "./words.js";

/** @import {Node} from "../tree.js" */

/** The move that led to the current node, in the list of moves. */
const PLAYED = "played";
const BEST = "";

/**
 * The explanations for each node, keyed by request, so that none is requested twice.
 * @type {WeakMap<Node, Map<string, Api.Explanation>>}
 */
const answers = new WeakMap();

/** @param {HTMLElement} element */
export function mount(element) {
  const move = create("select", { on: { change: chooseMove } });
  const against = create("select", { on: { change: showKnown } });
  const level = bindSetting("explain.level", numberInput(14, 1, 60), showKnown);
  const go = button("explain.go", ask, { class: "button primary" });
  const status = create("p", { class: "panel-status soft" });
  const answer = create("div", { class: "explain-answer" });
  const fields = [field("explain.move", move), field("explain.against", against), field("panels.level", level), go];
  element.append(
    create(
      "details",
      { class: "panel-details" },
      create("summary", { i18n: "explain.heading" }),
      create("div", { class: "panel-fields" }, ...fields),
      status,
      answer,
    ),
  );

  /** @type {AbortController|null} */
  let controller = null;
  let error = "";
  /** @type {Node|null} */
  let shownNode = null;

  /** The position before the selected move, and the move. */
  function subject() {
    const node = store.current;
    const led = move.value === PLAYED ? movedNode(node) : null;
    return led ? { node: led.parent, played: led.ply.move } : { node, played: move.value };
  }

  /** The node of the last move that was not a pass. @param {Node} node */
  function movedNode(node) {
    /** @type {Node|null} */
    let one = node;
    while (one?.ply?.move === "pass") one = one.parent;
    return one?.ply ? one : null;
  }

  function fillMoves() {
    const node = store.current;
    if (!node) return;
    const led = movedNode(node);
    const groups = [];
    if (led) {
      groups.push(
        create(
          "optgroup",
          { label: t("explain.played") },
          create("option", { value: PLAYED }, `${namedMove(led)} (${side(led.ply.mover)})`),
        ),
      );
    }
    if (node.position.legal.length) {
      const choices = node.position.legal.map((legal) => create("option", { value: legal.move }, legal.move));
      groups.push(create("optgroup", { label: t("explain.legal", { side: side(node.position.mover) }) }, ...choices));
    }
    const selected = shownNode === node ? move.value : "";
    shownNode = node;
    move.replaceChildren(...groups);
    // At the start of a game no move has been played: compare the second best.
    move.value = selected || (led ? PLAYED : (node.moves?.[1]?.move ?? ""));
    if (move.selectedIndex < 0) move.selectedIndex = 0;
    fillAgainst();
  }

  function fillAgainst() {
    const selected = against.value;
    const choices = [create("option", { value: BEST, i18n: "explain.best" })];
    if (move.value) {
      const { node, played } = subject();
      for (const legal of node.position.legal) {
        if (legal.move !== played) choices.push(create("option", { value: legal.move }, legal.move));
      }
    }
    against.replaceChildren(...choices);
    against.value = selected;
    if (against.selectedIndex < 0) against.selectedIndex = 0;
  }

  function chooseMove() {
    against.value = BEST;
    fillAgainst();
    showKnown();
  }

  const keyOf = (/** @type {string} */ played) => `${played}/${against.value}/${level.value}`;

  function showKnown() {
    controller?.abort();
    controller = null;
    error = "";
    draw();
  }

  async function ask() {
    if (!isInRange(level)) return level.focus();
    controller?.abort();
    const own = (controller = new AbortController());
    const { node, played } = subject();
    const key = keyOf(played);
    error = "";
    draw();
    try {
      const other = against.value === BEST ? undefined : against.value;
      const body = { ...store.game(node), move: played, against: other, level: numberOf(level) };
      const found = await post("explain", body, { signal: own.signal });
      answers.set(node, (answers.get(node) ?? new Map()).set(key, found));
      if (controller !== own) return;
      controller = null;
      announce(summary(found));
    } catch (problem) {
      if (isAbort(problem) || controller !== own) return;
      controller = null;
      error = errorText(problem);
    }
    draw();
  }

  function draw() {
    const isHidden = hidesValues();
    const isAsked = Boolean(controller);
    move.disabled = against.disabled = !move.value;
    go.disabled = isHidden || isAsked || !move.value;
    const { node, played } = subject();
    const found = move.value && !isHidden && !isAsked ? answers.get(node)?.get(keyOf(played)) : null;
    // A focused row shows its line on the board, and the line must disappear with the row.
    if (answer.contains(document.activeElement)) focused()?.blur();
    answer.replaceChildren(...(found ? answerParts(node, found) : []));
    status.classList.toggle("error", Boolean(error));
    status.hidden = Boolean(found) && !error;
    if (isHidden) setText(status, t("panels.hidden"));
    else if (error) setText(status, error);
    else setText(status, t(isAsked ? "explain.asked" : move.value ? "explain.idle" : "explain.no-move"));
  }

  function follow() {
    controller?.abort();
    controller = null;
    error = "";
    fillMoves();
    draw();
  }
  const paint = oncePerFrame(follow);

  const unsubscribers = [
    store.on("node", paint),
    store.on("game", paint),
    store.on("language", paint),
    onHiding(paint),
  ];
  paint();

  return () => {
    controller?.abort();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
    element.replaceChildren();
  };
}
