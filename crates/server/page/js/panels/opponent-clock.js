// The clocks of a game: minutes for each side, and an increment in seconds per move.

/** @import {Limit} from "./opponent-game.js" */

/** Interval at which the clocks are read, in milliseconds. */
const TICK = 100;

export class Clock {
  /**
   * @param {Limit} black
   * @param {Limit} white
   * @param {{tick: () => void, flagFall: (side: Api.Color) => void}} listeners
   */
  constructor(black, white, listeners) {
    this.left = { black: black.minutes * 60, white: white.minutes * 60 };
    this.increment = { black: black.increment, white: white.increment };
    this.listeners = listeners;
    /** @type {Api.Color|null} the side whose clock is running */
    this.side = null;
    this.since = 0;
    this.timer = 0;
  }

  /** The seconds that a side has left. @param {Api.Color} side */
  remaining(side) {
    const running = this.side === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.left[side] - running);
  }

  /** Starts the clock of a side; null stops both. @param {Api.Color|null} side */
  run(side) {
    if (this.side === side) return;
    if (this.side) this.left[this.side] = this.remaining(this.side);
    this.side = side;
    this.since = performance.now();
    clearInterval(this.timer);
    if (side) this.timer = setInterval(() => this.check(), TICK);
    this.listeners.tick();
  }

  /** Adds a side's increment after its move. @param {Api.Color} side */
  addIncrement(side) {
    if (this.side === side) this.run(null);
    this.left[side] += this.increment[side];
  }

  check() {
    const { side } = this;
    if (!side) return;
    if (this.remaining(side) > 0) return this.listeners.tick();
    this.run(null);
    this.left[side] = 0;
    this.listeners.flagFall(side);
  }

  stop() {
    this.run(null);
  }
}
