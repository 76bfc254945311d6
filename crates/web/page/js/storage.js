/**
 * Sends requests to the archive and the library in this browser. One tab, the leader, runs the worker that keeps them
 * and answers the other tabs. When it closes, another takes over, and unanswered requests are repeated, which is
 * harmless.
 */

import { queryOf } from "./api.js";
import { bytesOf } from "./body.js";
import { newLock, onDeath } from "./life.js";

const NAME = "outflank-storage";
/** How many workers a request may kill before it fails; also how many may die while starting. */
const MAX_ATTEMPTS = 3;
/** Number of answered requests to remember, to recognise late repeats. */
const MAX_ANSWERED = 1000;

const tab = crypto.getRandomValues(new Uint32Array(3)).join("-");
/**
 * @typedef {{type: "request", key: string, method: string, path: string, query: string, body: Uint8Array}} Message a request
 * @typedef {{key: string, json?: string, error?: string}} Answer
 */

/** @type {Map<string, {message: Message, resolve: (answer: any) => void, reject: (error: unknown) => void}>} This tab's. */
const waiting = new Map();
/** @type {BroadcastChannel} */
let channel;
/** @type {Leader|null} Set in the tab that has the worker. */
let leader = null;
let nextId = 1;

/**
 * Whether saved data is kept; null until that is known. If it is not, `reason` says why, and `isFull` whether only
 * the space is missing.
 * @typedef {{kept: boolean|null, isFull: boolean, reason: string}} State
 */
/** @type {State} */
let state = { kept: null, isFull: false, reason: "" };
/** @type {Set<(state: State) => void>} */
const listeners = new Set();

/** @param {(state: State) => void} listener */
export function onState(listener) {
  listeners.add(listener);
  if (state.kept !== null) listener(state);
}

/** @param {boolean} kept @param {string} reason @param {boolean} [isFull] */
function setState(kept, reason, isFull = false) {
  if (state.kept === kept && state.reason === reason) return;
  state = { kept, isFull, reason };
  for (const listener of listeners) listener(state);
}

/** The worker, and the requests of all tabs that it has not answered. */
class Leader {
  /** @type {Map<string, {message: Message, attempts: number}>} In the order in which they were sent. */
  sent = new Map();
  /** @type {Set<string>} */
  answered = new Set();
  /** @type {string|null} Why nothing is kept, empty if it is; null until a worker is ready. */
  reason = null;
  /** The error with which all requests fail, if no worker starts. */
  failure = "";
  /** How many workers died in a row before they were ready. */
  deaths = 0;
  isReady = false;
  worker = this.start();

  start() {
    this.isReady = false;
    const lock = newLock();
    const worker = new Worker(new URL("./storage-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.type === "answer") this.answer(data);
      else if (data.type === "died") this.die(worker, data.message);
      else this.open(worker, data.isLocked ? lock : "", data.reason);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.die(worker, event.message || "the worker cannot be loaded");
    };
    worker.postMessage({ type: "start", lock });
    return worker;
  }

  /** @param {Worker} worker @param {string} lock empty if the worker holds none @param {string} reason */
  open(worker, lock, reason) {
    // A worker that is killed says nothing, but it loses its lock.
    if (lock) onDeath(lock, () => this.die(worker, "killed"));
    this.isReady = true;
    this.deaths = 0;
    for (const { message } of this.sent.values()) worker.postMessage(message);
    this.greet(reason);
  }

  /** Tells all tabs that the worker is ready; they then send their requests. @param {string} reason */
  greet(reason) {
    this.reason = reason;
    for (const { message } of waiting.values()) this.take(message);
    learn(reason);
    channel.postMessage({ type: "ready", reason });
  }

  /** Tells a new tab the state, if it is known. */
  hello() {
    if (this.reason !== null) channel.postMessage({ type: "ready", reason: this.reason });
  }

  /**
   * Takes a request from any tab unless it is a repeat: tabs resend their requests to a new leader.
   * @param {Message} message
   */
  take(message) {
    const { key } = message;
    if (this.reason === null || this.sent.has(key) || this.answered.has(key)) return;
    if (this.failure) return this.answer({ key, error: this.failure });
    this.sent.set(key, { message, attempts: 0 });
    if (this.isReady) this.worker.postMessage(message);
  }

  /** @param {Answer} answer */
  answer({ key, json, error }) {
    this.sent.delete(key);
    this.answered.add(key);
    const [oldest] = this.answered;
    if (this.answered.size > MAX_ANSWERED) this.answered.delete(oldest);
    if (!hear(key, json, error)) channel.postMessage({ type: "answer", key, json, error });
  }

  /**
   * Replaces a worker that died, and blames the first unanswered request.
   * @param {Worker} worker @param {string} message
   */
  die(worker, message) {
    if (worker !== this.worker) return;
    worker.terminate();
    if (!this.isReady && ++this.deaths >= MAX_ATTEMPTS) return this.giveUp(message);
    const [first] = this.sent;
    if (this.isReady && first) {
      const [key, entry] = first;
      entry.attempts += 1;
      if (entry.attempts >= MAX_ATTEMPTS) this.answer({ key, error: internal(message) });
    }
    this.worker = this.start();
  }

  /** Without a worker, every request fails. @param {string} message */
  giveUp(message) {
    this.failure = internal(message);
    for (const key of this.sent.keys()) this.answer({ key, error: this.failure });
    this.greet(message);
  }
}

const internal = (/** @type {string} */ message) =>
  JSON.stringify({ error: { status: 500, key: "internal", where: null, message } });

/**
 * Settles a request of this tab. Returns whether the key belongs to one.
 * @param {string} key @param {string} [json] @param {string} [error]
 */
function hear(key, json, error) {
  const request = waiting.get(key);
  if (!request) return false;
  waiting.delete(key);
  if (error === undefined) {
    if (request.message.method === "post") {
      learn(leaderReason);
      if (!leaderReason) persist();
    }
    request.resolve(JSON.parse(json ?? "null"));
  } else {
    const fields = JSON.parse(error).error;
    if (fields.key === "storage_full") setState(false, fields.message, true);
    request.reject(fields);
  }
  return true;
}

/** Why the leader keeps nothing, or an empty string. */
let leaderReason = "";

/** @param {string} reason */
function learn(reason) {
  leaderReason = reason;
  setState(!reason, reason);
}

let isPersistent = false;

/** Asks the browser not to evict the files, once there is something to lose. */
function persist() {
  if (isPersistent) return;
  isPersistent = true;
  navigator.storage?.persist?.().catch(() => {});
}

function start() {
  if (channel) return;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    if (data.type === "request") leader?.take(data);
    else if (data.type === "hello") leader?.hello();
    else if (data.type === "answer") hear(data.key, data.json, data.error);
    else if (data.type === "ready") {
      learn(data.reason);
      for (const { message } of waiting.values()) channel.postMessage(message);
    }
  };
  channel.postMessage({ type: "hello" });
  const lead = () => {
    leader = new Leader();
    return new Promise(() => {});
  };
  // The leader holds the lock until it closes. A page that may not use locks may not keep files either, so it leads
  // alone.
  if (navigator.locks) navigator.locks.request(NAME, lead).catch(lead);
  else lead();
}

/** Whether the storage answers requests to `path`, such as `library/save`. @param {string} path */
export const answers = (path) =>
  /^(archive|library|storage|practice)(\/|$)/.test(path) && !/^practice\/(opening|puzzles|mistake)$/.test(path);

/**
 * Sends a request. Rejects with the fields of an ApiError.
 * @param {string} method
 * @param {string} path relative to `/api`
 * @param {object} [query]
 * @param {object|string|Blob|ArrayBuffer|Uint8Array} [body]
 * @returns {Promise<any>}
 */
export async function request(method, path, query, body) {
  start();
  const key = `${tab}-${nextId++}`;
  /** @type {Message} */
  const message = {
    type: "request",
    key,
    method: method.toLowerCase(),
    path: `/api/${path}`,
    query: queryOf(query),
    body: await bytesOf(body),
  };
  return new Promise((resolve, reject) => {
    waiting.set(key, { message, resolve, reject });
    if (leader) leader.take(message);
    else channel.postMessage(message);
  });
}
