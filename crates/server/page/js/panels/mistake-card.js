// A mistake to learn from: the position before it, the move played and the best one on the
// board, both lines played out, and another try.

import { announce } from "../announce.js";
import { post } from "../api.js";
import { isMotionAllowed } from "../board-motion.js";
import { create, icon } from "../elements.js";
import { t } from "../i18n.js";
import { bestOf, lossOf, mistakeOf, reasonOf, roundScore } from "../scores.js";
import { store } from "../store.js";
import { bringIntoView, button, setText, show } from "./dom.js";
import { setHiding } from "./hiding.js";
import { buildLater } from "./mistake-later.js";
import { mistakeText, reasonText } from "./reasons.js";
import { errorText, MARKS, namedMove, roundLoss, side } from "./words.js";

/** Milliseconds between the moves of a line. */
const STEP = 600;
/** Maximum number of moves played out. */
const MAX_MOVES = 6;
/** Maximum for the line of a reason, which must reach the corner or pass that the reason names. */
const MAX_REASON = 8;
/** Loss in discs, as shown, from which a move counts as wrong. */
const MIN_LOSS = 1;
/** Search level that explains another try. */
const LEVEL = 12;

/**
 * @import {Marks} from "../store.js"
 * @import {Node} from "../tree.js"
 * @import {Mistake} from "./review-view.js"
 */

/**
 * @param {() => Mistake[]} mistakes the nodes of the mistakes, in order
 */
export function buildCard(mistakes) {
  const place = create("h3");
  const what = create("p", { class: "mistake-what" });
  const why = create("p", { class: "review-why" });
  const legend = create(
    "p",
    { class: "mistake-legend soft" },
    create("span", { class: "reason-swatch", "aria-hidden": "true" }),
    create("span", { i18n: "mistakes.legend" }),
  );
  const answer = create("p", { class: "mistake-answer", role: "status" });
  const stepper = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    create(
      "button",
      {
        type: "button",
        class: "button quiet icon-button",
        i18nLabel: `mistakes.${name}`,
        i18nTitle: `mistakes.${name}`,
        on: { click: act },
      },
      icon(name === "next" ? "forward" : "back"),
    );
  const player = (/** @type {(mistake: Mistake) => string} */ moveOf) =>
    create("button", {
      type: "button",
      class: "button small",
      on: { click: () => node && playLine(node, moveOf(node)) },
    });
  const playedLine = player(({ review }) => review.move);
  const bestLine = player(bestOf);
  const again = button("mistakes.try", () => node && tryAgain(node), { class: "button small primary" });
  const reveal = button("mistakes.reveal", () => node && showMarks(node), { class: "button small" });
  const later = buildLater();
  const steppers = [stepper("previous", () => go(-1)), stepper("next", () => go(1))];
  const element = create(
    "section",
    { class: "mistake-card", i18nLabel: "mistakes.label", hidden: true },
    create("div", { class: "row mistake-head" }, create("div", { class: "grow" }, place), again, reveal, ...steppers),
    answer,
    what,
    why,
    create("div", { class: "row" }, playedLine, bestLine, later.element, legend),
  );

  /** @type {Mistake|null} The mistake that is shown. */
  let node = null;
  let isTrying = false;
  let timer = 0;

  /** Shows a mistake from the position before it. @param {Mistake} mistake */
  function open(mistake) {
    leave();
    node = mistake;
    store.goTo(mistake.parent);
    draw();
    showMarks(mistake);
    bringIntoView(element);
    announce(`${place.textContent}. ${what.textContent} ${why.textContent}`);
  }

  function draw() {
    show(node, element);
    if (!node) return;
    const all = mistakes();
    const { review } = node;
    // A deeper search may have cleared the mistake, or it is not among those listed.
    const number = all.indexOf(node) + 1;
    setText(place, number ? t("mistakes.place", { number, all: all.length }) : t("mistakes.label"));
    const mistake = mistakeOf(node);
    if (!mistake) {
      what.replaceChildren(create("strong", { class: "mistake-move" }, namedMove(node)), ` ${t("mistakes.cleared")}`);
      setText(why, "");
      show(true, ...steppers);
      later.draw(null);
      return show(false, playedLine, bestLine, again, reveal, legend);
    }
    if (isTrying) setText(what, t("mistakes.ask", { side: side(review.mover), move: namedMove(node) }));
    else {
      what.replaceChildren(
        create("strong", { class: "mistake-move" }, `${namedMove(node)}${MARKS[mistake]}`),
        ` ${t("mistakes.words", { side: side(review.mover), ...roundLoss(lossOf(node) ?? review.loss), best: bestOf(node) })}`,
      );
    }
    setText(why, isTrying ? "" : mistakeText({ reason: reasonOf(node), move: review.move }));
    setText(playedLine, t("mistakes.show-line", { move: review.move }));
    setText(bestLine, t("mistakes.show-line", { move: bestOf(node) }));
    // A deeper search may find a better move.
    if (store.marks?.node === node.parent && store.marks.good !== bestOf(node)) markBoth(node);
    show(!isTrying, playedLine, bestLine, again, ...steppers);
    show(!isTrying && reasonOf(node)?.squares.length, legend);
    show(isTrying, reveal);
    later.draw(isTrying ? null : node.parent);
  }

  /** The played move in red, the best in green. @param {Mistake} mistake */
  function showMarks(mistake) {
    endTry();
    setText(answer, "");
    draw();
    markBoth(mistake);
    // If there is no other reason, the line itself is shown.
    if ((reasonOf(mistake)?.kind ?? "line") === "line") playLine(mistake, bestOf(mistake), true);
  }

  /** @param {Mistake} mistake */
  function markBoth(mistake) {
    const { parent, ply } = mistake;
    mark({ node: parent, bad: ply.move, good: bestOf(mistake), reason: reasonOf(mistake)?.squares });
  }

  /** @param {Marks|null} marks */
  function mark(marks) {
    store.marks = marks;
    store.emit("values", store.current);
  }

  /** @param {Mistake} mistake */
  function tryAgain(mistake) {
    stopLine();
    store.goTo(mistake.parent);
    isTrying = true;
    mark(null);
    setHiding("try", true);
    store.chooser = judge;
    draw();
    bringIntoView(element);
    setText(answer, t("mistakes.your-turn", { side: side(mistake.review.mover) }));
  }

  function endTry() {
    // A session of training may hide the scores.
    if (!isTrying) return;
    isTrying = false;
    if (store.chooser === judge) store.chooser = null;
    setHiding("try", false);
  }

  /** Judges a move that the user tries. @param {string} square */
  function judge(square) {
    if (!node || store.current !== node.parent) return false;
    const before = node.parent;
    if (!before.position.legal.some(({ move }) => move === square)) return true;
    const scored = before.moves?.find(({ move }) => move === square);
    const [first] = before.moves ?? [];
    const loss = scored && first ? roundScore(first) - roundScore(scored) : null;
    const isRight = square === bestOf(node) || (loss !== null && loss < MIN_LOSS);
    if (isRight) {
      const mistake = node;
      showMarks(mistake);
      setText(answer, t("mistakes.right", { move: square }));
      playLine(mistake, square, true);
    } else if (square === node.ply.move) setText(answer, t("mistakes.same", { move: square }));
    else {
      const key = loss === null ? "mistakes.wrong" : "mistakes.wrong-by";
      const say = (/** @type {string} */ why) =>
        setText(answer, t(key, { move: square, ...roundLoss(loss ?? 0), why }).replace("  ", " "));
      say("");
      addHint(before, square, say);
    }
    return true;
  }

  /**
   * Adds why a move that was tried is wrong, without naming the best move.
   * @param {Node} before @param {string} square @param {(why: string) => void} say
   */
  async function addHint(before, square, say) {
    const words = answer.textContent;
    try {
      const { hint } = await post("explain", { ...store.game(before), move: square, level: LEVEL });
      const isSame = isTrying && store.current === before && answer.textContent === words;
      if (hint && isSame) say(reasonText(hint, square));
    } catch (error) {
      if (isTrying && answer.textContent === words) say(errorText(error));
    }
  }

  /**
   * The line that begins with a move: the PV shown, or the reason's line if the PV departs from it.
   * @param {Mistake} mistake @param {string} move
   */
  function lineOf(mistake, move) {
    const { parent } = mistake;
    const reason = reasonOf(mistake);
    const line = reason?.line;
    /** @type {string[]} */
    const named = reason?.kind !== "line" && Array.isArray(line) && line[0] === move ? line : [];
    const scored = parent.moves?.find((one) => one.move === move)?.pv ?? [];
    const whole = named.every((square, index) => square === scored[index]) ? scored : named;
    return whole.length ? whole.slice(0, Math.max(MAX_MOVES, Math.min(named.length, MAX_REASON))) : [move];
  }

  /**
   * Plays out the line that begins with a move, move by move.
   * @param {Mistake} mistake @param {string} move @param {boolean} [keepsAnswer]
   */
  function playLine(mistake, move, keepsAnswer = false) {
    stopLine();
    if (!keepsAnswer) setText(answer, "");
    const before = mistake.parent;
    store.goTo(before);
    const squares = lineOf(mistake, move);
    const step = (/** @type {number} */ count) => {
      store.pv = { node: before, squares, count };
      store.emit("pv", store.pv);
      if (count < squares.length) timer = setTimeout(step, STEP, count + 1);
    };
    step(isMotionAllowed() ? 1 : squares.length);
  }

  function stopLine() {
    clearTimeout(timer);
    if (store.pv) {
      store.pv = null;
      store.emit("pv", null);
    }
  }

  /** Leaves the board to another tab. */
  function pause() {
    if (!node) return;
    stopLine();
    if (isTrying) endTry();
    setText(answer, "");
    mark(null);
  }

  /** Shows the mistake again, if the board still has its position. */
  function resume() {
    if (node && store.current === node.parent) showMarks(node);
  }

  function leave() {
    if (!node) return;
    stopLine();
    endTry();
    node = null;
    mark(null);
    draw();
  }

  /** Goes to another mistake; if none is shown, to the one nearest to the current position. @param {number} step */
  function go(step) {
    const all = mistakes();
    if (!all.length) return;
    const { depth } = store.current;
    const nearest =
      step > 0 ? all.findIndex((one) => one.depth > depth) : all.findLastIndex((one) => one.depth <= depth);
    const index = node ? all.indexOf(node) + step : nearest;
    if (all[index]) open(all[index]);
  }

  store.on("node", () => node && store.current !== node.parent && leave());
  store.on("language", draw);

  return { element, open, go, leave, pause, resume, draw, shown: () => node, isTrying: () => isTrying };
}
