/** A worker that runs one search at a time, in slices, so that the search can be cancelled. */

import { load } from "./glue.js";
import { hold } from "./life.js";

/** @type {Awaited<ReturnType<typeof load>>} The bindings of the engine. */
let engine;
/** @type {WebSearchWorker} */
let searcher;
/** @type {number|null} The number of the running task, if any. */
let running = null;
let isPaused = false;
let hash = 16;
let threads = 1;

/** @type {{[type: string]: (message: any) => unknown}} */
const handlers = {
  async start({ module, isShared, hash: mebibytes, lock }) {
    if (await hold(lock)) postMessage({ isLocked: true });
    hash = mebibytes;
    engine = await load(isShared);
    await engine.default({ module_or_path: module });
    if (isShared) postMessage({ memory: engine.shared_memory() });
  },
  provide: ({ name, bytes }) => engine.provide(name, bytes),
  /** Uses workers that share the memory of this one. */
  help({ count }) {
    engine.start_helpers(count);
    threads = 1 + count;
  },
  /** Ends the task and creates a searcher with the network or the ordering weights. */
  evaluate({ isSmall }) {
    running = null;
    searcher?.free();
    searcher = new engine.WebSearchWorker(hash, threads, isSmall);
  },
  begin({ key, task }) {
    searcher.begin(task);
    running = key;
    goOn();
  },
  cancel({ key }) {
    if (running === key) running = null;
    postMessage({ isFree: true });
  },
  pause({ isHidden }) {
    isPaused = isHidden;
    if (!isPaused) goOn();
  },
};

/** Schedules the next slice behind the messages that have arrived. */
const turns = new MessageChannel();
let isWaiting = false;

function goOn() {
  if (isWaiting || running === null) return;
  isWaiting = true;
  turns.port2.postMessage(null);
}

turns.port1.onmessage = () => {
  isWaiting = false;
  if (running === null || isPaused) return;
  guard(() => {
    const found = searcher.advance();
    const { snapshot, is_final: isFinal } = found;
    found.free();
    postMessage({ key: running, snapshot, isFinal });
    if (isFinal) running = null;
    goOn();
  });
};

/** @param {() => unknown} work @returns {Promise<unknown>} */
function guard(work) {
  const fail = (/** @type {unknown} */ error) => {
    postMessage({ died: String(error) });
    close();
  };
  try {
    return Promise.resolve(work()).catch(fail);
  } catch (error) {
    fail(error);
    return Promise.resolve();
  }
}

/** @type {Promise<unknown>} */
let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue.then(() => guard(() => handlers[data.type](data)));
});
