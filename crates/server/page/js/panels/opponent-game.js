// A game against the engine: whose turn it is, requests to the engine, the discs that it has given
// away, and the end of the game. This module draws nothing: opponent-view.js is notified of
// changes.

import { isAbort, post } from "../api.js";
import { store } from "../store.js";
import { overrideUndo } from "../undo.js";
import { Clock } from "./opponent-clock.js";
import { otherSide } from "./words.js";

/** Maximum time for a move of the engine, as a multiple of an even share of its remaining time. */
const MAX_SHARE = 1.5;
/** Minimum search time in seconds. */
const MIN_SECONDS = 0.1;
/** The lowest level of hints: a weak opponent would give bad advice. */
const HINT_LEVEL = 12;
/** The lowest level at which the engine plays from the opening book. */
const MIN_BOOK_LEVEL = 8;

/**
 * @typedef {object} Terms the terms of the game
 * @property {Api.Color} human the user's side
 * @property {Strength} strength
 * @property {string} [name] a named opponent
 * @property {number|null} [rating] that of a named opponent
 * @property {number|null} giveAway discs that the engine gives away in the game
 * @property {string|null} opening transcript that the engine plays
 * @property {{human: Limit, engine: Limit}|null} clock
 *
 * @typedef {{level?: number, time?: number, human?: number}} Strength exactly one of them
 * @typedef {{minutes: number, increment: number}} Limit the increment is in seconds
 * @typedef {{terms: Terms, head: Node, left: {black: number, white: number}|null, hides: boolean}} GameState
 *   what resumes a game: `left` are the seconds of its clocks, `hides` whether scores are hidden
 *
 * @typedef {object} Ending
 * @property {"played"|"time"|"resigned"|"left"} by
 * @property {Api.Color|null} winner
 *
 * @import {Child, Node} from "../tree.js"
 */

export class EngineGame {
  /**
   * @param {Terms} terms
   * @param {(what: "clock"|"change"|"refused"|"moved"|"over", move?: string) => void} notify `move` is the engine's
   * @param {Pick<GameState, "left">|null} [saved] the clock of a game resumed after a reload; the game
   *   stays paused until the user continues
   */
  constructor(terms, notify, saved = null) {
    this.terms = terms;
    this.notify = notify;
    this.human = terms.human;
    this.engine = otherSide(terms.human);
    this.tree = store.tree;
    /** The last node of the game. */
    this.head = store.current;
    /** Nodes seen so far: any other node was just played. */
    /** @type {WeakSet<Node>} */
    this.seen = new WeakSet();
    this.addSeen(store.tree.root);
    /** @type {Map<Node, number>} discs given away by the engine's move to a node */
    this.gifts = new Map();
    /** @type {Ending|null} */
    this.ending = null;
    this.isPaused = false;
    /** Whether the game continues after training. */
    this.isInterrupted = false;
    this.isInOpening = false;
    /** Whether the engine's move is being played, and the discs that this move gives away. */
    this.isAnswering = false;
    this.gift = 0;
    /** @type {unknown} */
    this.error = null;
    /** @type {AbortController|null} */
    this.controller = null;
    this.clock = terms.clock
      ? new Clock(
          terms.human === "black" ? terms.clock.human : terms.clock.engine,
          terms.human === "white" ? terms.clock.human : terms.clock.engine,
          { tick: () => this.notify("clock"), flagFall: (side) => this.end("time", otherSide(side)) },
        )
      : null;
    this.unsubscribers = [store.on("node", () => this.follow()), store.on("game", () => this.changeGame())];
    overrideUndo(() => this.takeBack());
    if (saved?.left && this.clock) {
      this.clock.left = saved.left;
      this.isPaused = true;
    }
    this.continue();
  }

  /** The state that resumes the game after a reload. */
  get state() {
    const { terms, head, clock } = this;
    const left = clock ? { black: clock.remaining("black"), white: clock.remaining("white") } : null;
    return { terms, head, left };
  }

  /** @param {Node} node */
  addSeen(node) {
    this.seen.add(node);
    node.children.forEach((child) => this.addSeen(child));
  }

  get isOver() {
    return this.ending !== null;
  }

  get isThinking() {
    return this.controller !== null;
  }

  get isHumanToMove() {
    return !this.isOver && this.head.position.mover === this.human;
  }

  /** Whether the user is viewing a position other than the game's. */
  get isElsewhere() {
    return store.current !== this.head;
  }

  /** Discs that the engine has given away up to the last node. */
  get given() {
    return store.path(this.head).reduce((sum, node) => sum + (this.gifts.get(node) ?? 0), 0);
  }

  /**
   * The nodes after `from` up to `to`; null if `to` does not descend from `from`.
   * @param {Node} from @param {Node} to
   */
  static between(from, to) {
    /** @type {Child[]} */
    const nodes = [];
    for (let node = to; node !== from; node = node.parent) {
      if (!node.ply) return null;
      nodes.unshift(node);
    }
    return nodes;
  }

  /** Handles a new current node: a move, a move replacing an earlier one, or just a view. */
  follow() {
    const node = store.current;
    if (this.isOver || store.tree !== this.tree || node === this.head) return this.notify("change");
    const isNew = !this.seen.has(node);
    this.addSeen(this.tree.root);
    const played = EngineGame.between(this.head, node);
    // One step after the last node is a move, even if it was played before.
    const isStep = played?.filter(({ ply }) => ply.move !== "pass").length === 1;
    const isEngines = this.head.position.mover === this.engine && !this.isPaused && !this.isAnswering;
    if (isStep && isEngines) return isNew ? this.refuse(played[0]) : this.notify("change");
    if (!isStep && !isNew) return this.notify("change");
    this.move(node);
  }

  /** Handles a move made for the engine while it searches. @param {Node} node */
  refuse(node) {
    store.goTo(this.head);
    store.remove(node);
    this.notify("refused");
  }

  /** Continues the game from a node that was just played. @param {Node} node */
  move(node) {
    // A pass follows the move that was played.
    const mover = (node.ply?.move === "pass" ? node.parent : node)?.ply?.mover;
    if (this.isAnswering && this.gift) this.gifts.set(node, this.gift);
    this.abort();
    this.head = node;
    this.isPaused = false;
    if (mover) this.clock?.addIncrement(mover);
    this.continue();
  }

  /** Lets the side to move continue. */
  continue() {
    const { position } = this.head;
    if (position.over) return this.end("played", position.outcome?.winner ?? null);
    this.clock?.run(this.isPaused ? null : position.mover);
    this.notify("change");
    if (position.mover === this.engine && !this.isPaused) this.think();
  }

  /** The request for a move at a level, for a time, or at a rating. @param {Strength} strength */
  request(strength) {
    const { giveAway, opening } = this.terms;
    // Weak opponents do not know openings.
    const book = Boolean(strength.time) || Number(strength.level) >= MIN_BOOK_LEVEL;
    return { ...store.game(this.head), ...strength, give_away: giveAway, given: this.given, opening, book };
  }

  /** The seconds that the engine's clock allows for this move. */
  share() {
    if (!this.clock) return Infinity;
    const moves = Math.ceil(this.head.position.empties / 2) + 1;
    return Math.max(MIN_SECONDS, (MAX_SHARE * this.clock.remaining(this.engine)) / moves);
  }

  async think() {
    const own = (this.controller = new AbortController());
    this.error = null;
    this.notify("change");
    try {
      const answer = await this.choose(own);
      if (this.controller === own) await this.answer(answer);
    } catch (error) {
      if (this.controller !== own) return;
      this.controller = null;
      this.error = error;
      this.pause();
    }
  }

  /**
   * Requests a move by level or time; if a level takes too long, a timed search replaces it.
   * @param {AbortController} own
   */
  async choose(own) {
    const { strength } = this.terms;
    const share = this.share();
    if (strength.time)
      return post("choose", this.request({ time: Math.min(strength.time, share) }), { signal: own.signal });
    if (share === Infinity) return post("choose", this.request(strength), { signal: own.signal });
    const level = new AbortController();
    const stop = () => level.abort();
    own.signal.addEventListener("abort", stop);
    const timer = setTimeout(stop, share * 1000);
    try {
      return await post("choose", this.request(strength), { signal: level.signal });
    } catch (error) {
      if (!isAbort(error) || own.signal.aborted) throw error;
      return await post("choose", this.request({ time: Math.max(MIN_SECONDS, share / 4) }), { signal: own.signal });
    } finally {
      clearTimeout(timer);
      own.signal.removeEventListener("abort", stop);
    }
  }

  /** Plays the engine's move after the last node, whatever the user is viewing. @param {Api.Chosen} chosen */
  async answer({ move, given, from_opening: isInOpening }) {
    this.gift = given;
    this.isInOpening = isInOpening;
    this.isAnswering = true;
    try {
      if (this.isElsewhere) store.goTo(this.head);
      if ((await store.play(move)) === null) throw new Error(`${move} is not legal`);
    } finally {
      this.isAnswering = false;
    }
    this.notify("moved", move);
  }

  abort() {
    this.controller?.abort();
    this.controller = null;
  }

  /** Stops the engine and the clocks. */
  pause() {
    this.abort();
    this.isPaused = true;
    this.clock?.run(null);
    this.notify("change");
  }

  resume() {
    this.isPaused = false;
    this.error = null;
    if (this.isElsewhere) store.goTo(this.head);
    this.continue();
  }

  /** The node before the user's last move, if any. */
  beforeLastMove() {
    for (let node = this.head; node.ply; node = node.parent) {
      if (node.ply.mover === this.human && node.ply.move !== "pass") return node;
    }
    return null;
  }

  /** Takes back the user's last move and the engine's reply. */
  takeBack() {
    if (store.tree !== this.tree) return false;
    const move = this.beforeLastMove();
    // A move cannot be taken back while it is being played.
    if (!move || this.isAnswering) return false;
    this.abort();
    this.isPaused = false;
    this.ending = null;
    this.error = null;
    this.head = move.parent;
    store.goTo(this.head);
    store.remove(move);
    this.head = store.current;
    overrideUndo(() => this.takeBack());
    this.continue();
    return true;
  }

  /** The move that a strong engine would play for the user. */
  async hint() {
    const node = this.head;
    const { move } = await post("choose", {
      ...store.game(node),
      level: Math.max(HINT_LEVEL, this.terms.strength.level ?? 0),
      book: true,
    });
    return this.head === node && !this.isOver ? { node, move } : null;
  }

  resign() {
    this.end("resigned", this.engine);
  }

  /** Training interrupts the game; any other game ends it. */
  changeGame() {
    if (this.isOver) return;
    if (store.tree.isTraining) {
      this.isInterrupted ||= !this.isPaused;
      this.pause();
    } else if (store.tree !== this.tree) this.end("left", null);
    else if (this.isInterrupted) {
      this.isInterrupted = false;
      this.resume();
    }
  }

  /** @param {Ending["by"]} by @param {Api.Color|null} winner */
  end(by, winner) {
    if (this.isOver) return;
    this.abort();
    this.clock?.stop();
    overrideUndo(null);
    this.ending = { by, winner };
    this.notify("over");
  }

  /** Removes all listeners and discards the game. */
  close() {
    this.ending ??= { by: "left", winner: null };
    overrideUndo(null);
    this.abort();
    this.clock?.stop();
    this.unsubscribers.forEach((unsubscribe) => unsubscribe());
  }
}
