// A session that asks cards on the board: it loads their positions, takes and marks the answers, plays out lines, and
// restores the game that was on the board before.

import { announce } from "../announce.js";
import { post } from "../api.js";
import { isMotionAllowed } from "../board-motion.js";
import { store } from "../store.js";
import { trainingBoard } from "./training-board.js";

/** Milliseconds between the moves of a line. */
const STEP = 600;
/** Maximum number of moves played out of a line of best play. */
const MAX_MOVES = 8;

/**
 * A card that was asked: `judged` is the server's judgement of the first answer, `last` that of the last answer, and
 * `isOver` says whether the best move is shown.
 * @typedef {{question: Api.Question, node: Node, judged: Api.AnswerObject|null, last: Api.Judged|null, answer: string,
 *   isRight: boolean, isOver: boolean}} Asked
 * @import {Node} from "../tree.js"
 */

/**
 * @param {object} options
 * @param {number} [options.tries] how many answers may be given before the best one is shown
 * @param {() => void} options.changed draws the session
 * @param {() => string} options.words what to announce after a change
 * @param {(error: unknown) => void} options.failed
 * @param {() => void} options.lost ends the session because another game was loaded
 */
export function boardSession({ tries = 1, changed, words, failed, lost }) {
  /** @type {Asked|null} */
  let asked = null;
  let tried = 0;
  let isSent = false;
  let timer = 0;

  const board = trainingBoard({
    choose,
    lost() {
      forget();
      lost();
    },
  });

  /** Forgets the card and its line. */
  function forget() {
    stopLine();
    store.legalHidden = false;
    if (asked && store.marks?.node === asked.node) store.marks = null;
    asked = null;
  }

  /**
   * Plays moves on the board from a ply on; without motion, shows their end.
   * @param {{moves: string, ply: number}} game
   */
  async function demonstrate({ moves, ply }) {
    forget();
    store.legalHidden = true;
    if (!(await board.put({ moves, ply: isMotionAllowed() ? ply : Infinity }))) return;
    changed();
    announce(words());
    const step = () => {
      store.forward();
      if (store.current.children.length) timer = setTimeout(step, STEP);
    };
    if (store.current.children.length) timer = setTimeout(step, STEP);
  }

  /** Asks a card. Returns whether it is on the board. @param {Api.Question} question */
  async function ask(question) {
    forget();
    const { board: shape, start, moves } = question;
    const node = await board.put({ board: shape, start, moves });
    if (!node) return false;
    tried = 0;
    isSent = false;
    asked = { question, node, judged: null, last: null, answer: "", isRight: false, isOver: false };
    changed();
    announce(words());
    return true;
  }

  /** Takes a square as the answer. While the session runs, nothing is played. @param {string} square */
  function choose(square) {
    if (!asked || asked.isOver || isSent || store.current !== asked.node || square === asked.answer) return true;
    if (store.current.position.legal.some(({ move }) => move === square)) send(square, asked);
    return true;
  }

  /** @param {string} square @param {Asked} of */
  async function send(square, of) {
    isSent = true;
    stopLine();
    try {
      const answered = { card: of.question.card, answer: square };
      // The first answer counts.
      if (of.judged) of.last = await post("practice/judge", answered);
      else of.last = of.judged = await post("practice/answer", answered);
      if (asked !== of) return;
      tried += 1;
      of.answer = square;
      of.isRight = of.last.right;
      of.isOver = of.isRight || tried >= tries;
      show(of);
    } catch (error) {
      if (asked === of) failed(error);
    } finally {
      if (asked === of) isSent = false;
    }
  }

  /** Shows the best move. */
  function reveal() {
    if (!asked) return;
    asked.isOver = true;
    show(asked);
  }

  /** Shows the last answer and, if the card is over, the best one. @param {Asked} card */
  function show({ node, judged, answer, isRight, isOver }) {
    const good = isRight ? answer : (judged?.answers[0] ?? "");
    // The board takes no move until the next card.
    store.legalHidden = isOver;
    store.marks = { node, good: isOver ? good : "", bad: isRight ? "" : answer };
    store.emit("values", node);
    changed();
    announce(words());
  }

  /** Plays out a line from the position asked. @param {string[]} squares */
  function playLine(squares) {
    stopLine();
    if (!asked) return;
    const { node } = asked;
    const shown = squares.slice(0, MAX_MOVES);
    store.goTo(node);
    const step = (/** @type {number} */ count) => {
      store.pv = { node, squares: shown, count };
      store.emit("pv", store.pv);
      if (count < shown.length) timer = setTimeout(step, STEP, count + 1);
    };
    step(isMotionAllowed() ? 1 : shown.length);
  }

  function stopLine() {
    clearTimeout(timer);
    if (!store.pv) return;
    store.pv = null;
    store.emit("pv", null);
  }

  /** Ends the session and restores the previous game. */
  function end() {
    forget();
    board.end();
  }

  return {
    begin: board.begin,
    demonstrate,
    ask,
    reveal,
    playLine,
    end,
    asked: () => asked,
    isRunning: board.isRunning,
    destroy() {
      forget();
      board.destroy();
    },
  };
}
