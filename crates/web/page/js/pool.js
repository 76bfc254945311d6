/**
 * The search workers: one for the live analysis, and a pool for all other tasks. A task is one search. A worker runs
 * one task at a time.
 */

import { file, module, NETWORK, network, ORDERING, threadedModule } from "./data.js";
import { newLock, onDeath } from "./life.js";

/** Size of a worker's transposition table in MiB. */
export const HASH = 32;
const ANALYSIS_HASH = 64;
/** Milliseconds until a worker whose job was cancelled is replaced. */
const PATIENCE = 700;

const isPhone = matchMedia("(pointer: coarse) and (max-width: 800px)").matches;
export const size = Math.max(1, Math.min(isPhone ? 2 : 8, navigator.hardwareConcurrency || 2));

/**
 * @typedef {{key: number, task: string, request: number, isAnalysis: boolean, attempts: number,
 *   onFound: (snapshot: string, isFinal: boolean) => void, onFailure: (message: string) => void}} Job
 */

/** @type {Job[]} Jobs that wait for a worker, in order. */
const waiting = [];
/** @type {SearchWorker[]} */
const workers = [];
let nextKey = 1;
let hasNetwork = false;
/** @type {WebAssembly.Module|null} The multithreaded engine, or null before it has loaded or after one of its workers has died. */
let threaded = null;

class SearchWorker {
  /** @type {Job|null} */
  job = null;
  /** Whether the worker has an evaluation, and whether that is the ordering weights. */
  isReady = false;
  isSmall = false;
  lock = newLock();

  /** @type {Worker[]} Workers that share its memory. */
  helpers = [];
  /** The timeout after which the worker is replaced, while it may still be running a cancelled job; otherwise 0. */
  timer = 0;
  /** Called with the memory of a worker with several threads. */
  onMemory = (/** @type {WebAssembly.Memory} */ _memory) => {};

  /** @param {boolean} isAnalysis */
  constructor(isAnalysis) {
    this.isAnalysis = isAnalysis;
    this.module = isAnalysis ? threaded : null;
    this.worker = this.spawn("./search-worker.js");
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.prepare();
  }

  /** @param {string} file */
  spawn(file) {
    const worker = new Worker(new URL(file, import.meta.url), { type: "module" });
    worker.onerror = (event) => {
      event.preventDefault();
      this.die(event.message);
    };
    return worker;
  }

  async prepare() {
    const { lock } = this;
    const isShared = Boolean(this.module);
    const hash = this.isAnalysis ? ANALYSIS_HASH : HASH;
    const hasHelpers =
      isShared &&
      /** @type {Promise<WebAssembly.Memory>} */ (new Promise((resolve) => (this.onMemory = resolve))).then((memory) =>
        this.startHelpers(memory),
      );
    this.worker.postMessage({ type: "start", module: this.module ?? (await module), isShared, lock, hash });
    await this.provide(ORDERING);
    this.isSmall = !hasNetwork;
    if (hasNetwork) await this.provide(NETWORK);
    await hasHelpers;
    this.worker.postMessage({ type: "evaluate", isSmall: this.isSmall });
    this.worker.postMessage({ type: "pause", isHidden: document.hidden });
    this.isReady = true;
    // The network may have loaded meanwhile.
    if (this.isSmall && hasNetwork) return this.improve();
    if (this.job) this.tell(this.job);
  }

  /** @param {string} name */
  async provide(name) {
    this.worker.postMessage({ type: "provide", name, bytes: await file(name) });
  }

  /** Starts one helper worker per additional thread. @param {WebAssembly.Memory} memory */
  async startHelpers(memory) {
    if (!workers.includes(this)) return;
    const ready = Array.from({ length: size - 1 }, () => {
      const helper = this.spawn("./helper-worker.js");
      this.helpers.push(helper);
      helper.postMessage({ module: this.module, memory });
      /** @type {Promise<void>} */
      const started = new Promise(
        (resolve) => (helper.onmessage = ({ data }) => (data.died === undefined ? resolve() : this.die(data.died))),
      );
      return started;
    });
    await Promise.all(ready);
    this.worker.postMessage({ type: "help", count: ready.length });
  }

  /** Whether a worker with several threads can replace this one. */
  get isOutdated() {
    return this.isAnalysis && !this.module && Boolean(threaded);
  }

  /** Replaces the ordering weights with the network, and restarts the job, whose new key excludes earlier results. */
  async improve() {
    await this.provide(NETWORK);
    this.isSmall = false;
    this.worker.postMessage({ type: "evaluate", isSmall: false });
    if (!this.job) return;
    this.job.key = nextKey++;
    this.tell(this.job);
  }

  /** @param {Job} job */
  run(job) {
    this.job = job;
    if (this.isReady) this.tell(job);
  }

  /** @param {Job} job */
  tell({ key, task }) {
    this.worker.postMessage({ type: "begin", key, task });
  }

  /** @param {any} message from the worker */
  hear({ isLocked, memory, isFree, died, key, snapshot, isFinal }) {
    if (memory) return this.onMemory(memory);
    if (isFree) {
      clearTimeout(this.timer);
      this.timer = 0;
      return;
    }
    if (isLocked) return void onDeath(this.lock, () => this.die("killed"));
    if (died !== undefined) return this.die(died);
    const { job } = this;
    // The result of a cancelled job, or of a search by the ordering weights.
    if (!job || job.key !== key) return;
    if (isFinal) this.job = null;
    job.onFound(snapshot, isFinal);
    if (isFinal) assign();
  }

  /** Cancels the job. A worker that has not stopped in time is replaced: its current slice could run for minutes. */
  cancel() {
    this.worker.postMessage({ type: "cancel", key: this.job?.key });
    this.job = null;
    this.timer ||= setTimeout(() => this.replace(), PATIENCE);
  }

  /** Ends this worker and queues its job again, if it has one. */
  replace() {
    if (!this.end()) return;
    if (this.job) waiting.unshift(this.job);
    this.job = null;
    assign();
  }

  /** Ends the worker and its helpers. Returns false if it had already ended. */
  end() {
    const at = workers.indexOf(this);
    if (at < 0) return false;
    workers.splice(at, 1);
    clearTimeout(this.timer);
    for (const worker of [this.worker, ...this.helpers]) worker.terminate();
    return true;
  }

  /**
   * Drops a worker that died, and repeats its job once. `assign` makes a new worker when needed.
   * @param {string} message
   */
  die(message) {
    if (!this.end()) return;
    // Multithreading may be the cause, so fall back to one thread.
    if (this.module) threaded = null;
    const { job } = this;
    this.job = null;
    if (!job) return;
    job.attempts += 1;
    if (job.attempts > 1) job.onFailure(message);
    else waiting.unshift(job);
    assign();
  }
}

/**
 * The next waiting job: the first one of the request that has the fewest workers, so that a review delays no other request.
 * @param {boolean} isAnalysis
 */
function next(isAnalysis) {
  const running = (/** @type {Job} */ { request }) => workers.filter(({ job }) => job?.request === request).length;
  const own = waiting.filter((job) => job.isAnalysis === isAnalysis);
  return own.reduce(
    (best, job) => (best && running(best) <= running(job) ? best : job),
    /** @type {Job|null} */ (null),
  );
}

/** Gives waiting jobs to idle workers, and creates workers as needed. */
function assign() {
  for (const worker of [...workers]) if (!worker.job && worker.isOutdated) worker.end();
  for (const isAnalysis of [true, false]) {
    const own = workers.filter((worker) => worker.isAnalysis === isAnalysis);
    const most = isAnalysis ? 1 : size;
    for (;;) {
      const job = next(isAnalysis);
      if (!job) break;
      let worker = own.find((one) => !one.job);
      if (!worker && own.length < most) {
        worker = new SearchWorker(isAnalysis);
        own.push(worker);
        workers.push(worker);
      }
      if (!worker) break;
      waiting.splice(waiting.indexOf(job), 1);
      worker.run(job);
    }
  }
}

/**
 * Searches. Returns a function that cancels the search.
 * @param {string} task
 * @param {number} request the number of the request that needs it
 * @param {boolean} isAnalysis
 * @param {Job["onFound"]} onFound
 * @param {Job["onFailure"]} onFailure
 */
export function search(task, request, isAnalysis, onFound, onFailure) {
  /** @type {Job} */
  const job = { key: nextKey++, task, request, isAnalysis, attempts: 0, onFound, onFailure };
  waiting.push(job);
  assign();
  return () => {
    const at = waiting.indexOf(job);
    if (at >= 0) return void waiting.splice(at, 1);
    workers.find((worker) => worker.job === job)?.cancel();
    assign();
  };
}

network.then(() => {
  hasNetwork = true;
  for (const worker of workers) if (worker.isReady && worker.isSmall) worker.improve();
});

if (size > 1) threadedModule.then((compiled) => (threaded = compiled));

// A page in the background stops searching.
document.addEventListener("visibilitychange", () => {
  for (const { worker } of workers) worker.postMessage({ type: "pause", isHidden: document.hidden });
});
