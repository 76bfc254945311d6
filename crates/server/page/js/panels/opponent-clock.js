// The clocks of a game: minutes for each side, and an increment in seconds per move.

/** Interval at which the clocks are read, in milliseconds. */
const TICK = 100;

export class Clock {
  /**
   * @param {{minutes: number, increment: number}} black
   * @param {{minutes: number, increment: number}} white
   * @param {{tick: () => void, flagFall: (side: "black"|"white") => void}} listeners
   */
  constructor(black, white, listeners) {
    this.left = { black: black.minutes * 60, white: white.minutes * 60 };
    this.increment = { black: black.increment, white: white.increment };
    this.listeners = listeners;
    /** @type {"black"|"white"|null} the side whose clock is running */
    this.side = null;
    this.since = 0;
    this.timer = 0;
  }

  /** The seconds that a side has left. */
  remaining(side) {
    const running = this.side === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.left[side] - running);
  }

  /** Starts the clock of a side; null stops both. */
  run(side) {
    if (this.side === side) return;
    if (this.side) this.left[this.side] = this.remaining(this.side);
    this.side = side;
    this.since = performance.now();
    clearInterval(this.timer);
    if (side) this.timer = setInterval(() => this.check(), TICK);
    this.listeners.tick();
  }

  /** Adds a side's increment after its move. */
  addIncrement(side) {
    if (this.side === side) this.run(null);
    this.left[side] += this.increment[side];
  }

  check() {
    const { side } = this;
    if (this.remaining(side) > 0) return this.listeners.tick();
    this.run(null);
    this.left[side] = 0;
    this.listeners.flagFall(side);
  }

  stop() {
    this.run(null);
  }
}
