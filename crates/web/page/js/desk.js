/** The worker that answers requests, and its open requests. */

import { queryOf } from "./api.js";
import { bytesOf } from "./body.js";
import { BOOK, file, hasSimd, MODEL, module, NETWORK, ORDERING, WEIGHTS } from "./data.js";
import { newLock, onDeath } from "./life.js";
import { HASH, search, size } from "./pool.js";
import { request as keep } from "./storage.js";

/** Requests that need no data; `needs` lists the data of all others. */
const WITHOUT_DATA = new Set([
  "status",
  "game",
  "analysis",
  "openings",
  "opponents",
  "report",
  "import",
  "export",
  "tree",
  "balanced",
]);

/**
 * @typedef {{request: Request, attempts: number, cancels: Map<number, () => void>,
 *   onEvent: (name: string, data: unknown) => void, resolve: (answer: any) => void, reject: (error: unknown) => void}} Open
 * @typedef {{method: string, path: string, query: [string, string][], body: string}} Question to the storage
 * @typedef {{events: [string, string][], tasks: [number, string][], questions: [number, Question][],
 *   answer: string|{[kind: string]: string}|null}} Step of a request: events, searches, questions, or the answer
 * @import {Request} from "./api.js"
 */

/** @type {Map<number, Open>} */
const open = new Map();
let nextId = 1;
/** @type {Worker|null} */
let worker = null;
/** @type {Map<string, Promise<void>>} */
let provided = new Map();
/** Whether the browser has SIMD and starts workers that are modules. */
let canRun = false;

/** @returns {Worker} */
function start() {
  const options = {
    // Older browsers do not read the type.
    /** @returns {WorkerType} */
    get type() {
      canRun = hasSimd;
      return "module";
    },
  };
  const own = new Worker(new URL("./desk-worker.js", import.meta.url), options);
  worker = own;
  provided = new Map();
  const lock = newLock();
  own.onmessage = ({ data }) => {
    if (data.isLocked) onDeath(lock, () => die(own, "killed"));
    else if (data.died !== undefined) die(own, data.died);
    else hear(data.id, JSON.parse(data.step));
  };
  own.onerror = (event) => {
    event.preventDefault();
    die(own, event.message);
  };
  provided.set(
    "module",
    module.then((compiled) => own.postMessage({ type: "start", module: compiled, lock, threads: size, hash: HASH })),
  );
  return own;
}

/** Replaces a worker that died, and repeats its open requests once. @param {Worker} own @param {string} message */
function die(own, message) {
  if (own !== worker) return;
  own.terminate();
  worker = null;
  for (const [id, entry] of open) {
    stopSearches(entry);
    entry.attempts += 1;
    if (entry.attempts > 1) {
      open.delete(id);
      entry.reject({ status: 500, key: "internal", message });
    } else begin(id, entry);
  }
}

/** @param {string} name */
async function provide(name) {
  const own = worker;
  const done = provided.get(name) ?? file(name).then((bytes) => own?.postMessage({ type: "provide", name, bytes }));
  provided.set(name, done);
  await done;
}

/** @param {Request} request */
function needs({ path, query, body }) {
  const [name] = path.split("/");
  if (WITHOUT_DATA.has(name)) return [];
  if (name === "book") return [BOOK];
  // Human-like opponents need the model, whose features include the evaluation.
  if (name === "choose" && !("human" in (query ?? JSON.parse(String(body))))) return [BOOK];
  return [BOOK, NETWORK, MODEL, WEIGHTS, ORDERING];
}

/** @param {number} id @param {Open} entry */
async function begin(id, entry) {
  const own = worker ?? start();
  if (!canRun) {
    open.delete(id);
    return entry.reject({ status: 0, key: "browser" });
  }
  await provided.get("module");
  for (const name of needs(entry.request)) await provide(name);
  if (own !== worker || !open.has(id)) return;
  const { method, path, query, body } = entry.request;
  const content = await bytesOf(body);
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  own.postMessage({
    type: "begin",
    id,
    method: method.toLowerCase(),
    path: `/api/${path}`,
    query: queryOf(query),
    body: content,
    seed,
  });
}

/** @param {number} id @param {Step} step */
function hear(id, { events, tasks, questions, answer }) {
  const entry = open.get(id);
  if (!entry) return;
  for (const [name, data] of events) entry.onEvent(name, JSON.parse(data));
  for (const [number, task] of tasks) {
    const isAnalysis = entry.request.path === "analysis";
    const onFound = (/** @type {string} */ snapshot, /** @type {boolean} */ isFinal) => {
      if (isFinal) entry.cancels.delete(number);
      worker?.postMessage({ type: "supply", id, task: number, snapshot, isFinal });
    };
    const onFailure = (/** @type {string} */ message) => worker?.postMessage({ type: "fail", id, message });
    entry.cancels.set(number, search(task, id, isAnalysis, onFound, onFailure));
  }
  for (const [number, { method, path, query, body }] of questions) {
    const respond = (/** @type {string} */ json, error = "") =>
      worker?.postMessage({ type: "respond", id, question: number, json, error });
    keep(method, path.replace("/api/", ""), Object.fromEntries(query), body).then(
      (response) => respond(JSON.stringify(response)),
      (error) => respond("", JSON.stringify(error)),
    );
  }
  if (!answer) return;
  open.delete(id);
  stopSearches(entry);
  const [[kind, content]] = typeof answer === "string" ? [[answer, null]] : Object.entries(answer);
  if (kind === "error") entry.reject(JSON.parse(String(content)).error);
  else entry.resolve(kind === "json" ? JSON.parse(String(content)) : content);
}

/** @param {Open} entry */
function stopSearches({ cancels }) {
  for (const cancel of cancels.values()) cancel();
  cancels.clear();
}

/**
 * Sends a request. Rejects with the fields of an ApiError, or with the reason of the signal.
 * @param {Request} request
 * @param {(name: string, data: unknown) => void} [onEvent]
 * @returns {Promise<any>}
 */
export function ask(request, onEvent = () => {}) {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal?.aborted) return reject(signal.reason);
    const id = nextId++;
    const entry = { request, attempts: 0, cancels: new Map(), onEvent, resolve, reject };
    open.set(id, entry);
    signal?.addEventListener("abort", () => {
      if (!open.delete(id)) return;
      stopSearches(entry);
      worker?.postMessage({ type: "cancel", id });
      reject(signal.reason);
    });
    begin(id, entry);
  });
}
