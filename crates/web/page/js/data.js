/** The module and the data files of the engine. */

import { isEmbedded } from "./theme.js";

/** Names of the data files. */
export const ORDERING = "8x8-order.weights";
export const NETWORK = "8x8.network";
export const WEIGHTS = "8x8.weights";
export const MODEL = "8x8.human";
export const BOOK = "8x8.compact";

/** The order of downloads after the engine and the ordering weights, which the first scores need. */
const ORDER = [BOOK, NETWORK, MODEL, WEIGHTS];

/** Milliseconds between attempts to download a file. */
const PAUSE = 2000;

/** @type {Promise<never>} */
const never = new Promise(() => {});

const at = (/** @type {string} */ name) => new URL(`../engine/${name}`, import.meta.url);

/** @type {Set<() => void>} */
const troubled = new Set();

/** @param {() => void} listener called when a download has failed and is tried again */
export const onTrouble = (listener) => troubled.add(listener);

/**
 * Waits until `attempt` succeeds, because the connection may drop.
 * @template T
 * @param {() => Promise<T>} attempt
 * @returns {Promise<T>}
 */
async function retry(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch {
      for (const listener of troubled) listener();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** @param {string} name */
async function get(name) {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

/** @param {string} name */
async function compile(name) {
  const response = await get(name);
  const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** A module with one function that uses SIMD128. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
export const hasSimd = globalThis.WebAssembly?.validate(Uint8Array.from(SIMD)) ?? false;

/** The compiled engine, which the desk and all search workers share. @type {Promise<WebAssembly.Module>} */
export const module = hasSimd ? retry(() => compile("outflank_web_bg.wasm")) : never;

/** @type {Map<string, Promise<Uint8Array>>} */
const files = new Map();
/** @type {Promise<unknown>} */
let chain = Promise.resolve();
/** @type {Set<(name: string, loaded: number, size: number) => void>} */
const listeners = new Set();

/**
 * @param {(name: string, loaded: number, size: number) => void} listener called as a file downloads, with the bytes
 *   received and the total
 */
export const onProgress = (listener) => listeners.add(listener);

/** @param {string} name @param {Response} response */
async function read(name, response) {
  // The length of a compressed response is that of the compressed data, which is nearly as long.
  const size = Number(response.headers.get("content-length"));
  const chunks = [];
  let loaded = 0;
  const reader = /** @type {NonNullable<Response["body"]>} */ (response.body).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.length;
    for (const listener of listeners) listener(name, loaded, Math.max(size, loaded));
  }
  const bytes = new Uint8Array(loaded);
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  for (const listener of listeners) listener(name, loaded, loaded);
  return bytes;
}

/** @param {string} name */
function start(name) {
  const bytes = chain.then(() => retry(async () => read(name, await get(name))));
  chain = bytes;
  files.set(name, bytes);
  return bytes;
}

// An embedded board needs none of them.
if (!isEmbedded) {
  start(ORDERING);
  if (hasSimd) chain = Promise.all([chain, module]);
  ORDER.forEach(start);
}

/** The network, once it has loaded. @type {Promise<Uint8Array>} */
export const network = files.get(NETWORK) ?? never;

/** The multithreaded engine, loaded last. Never resolves unless the page is cross-origin isolated. */
export const threadedModule =
  crossOriginIsolated && hasSimd ? chain.then(() => retry(() => compile("outflank_web_threads_bg.wasm"))) : never;

/** The content of a data file. @param {string} name @returns {Promise<Uint8Array>} */
export function file(name) {
  return files.get(name) ?? start(name);
}
