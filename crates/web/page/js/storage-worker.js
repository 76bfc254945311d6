/**
 * A worker that keeps the archive and the library in the origin-private file system. Among all tabs, only one worker
 * may do so at a time. If there is no such file system, it keeps them in memory.
 */

import init, { Storage } from "../engine/outflank_web_storage.js";
import { hold } from "./life.js";

const FOLDER = "outflank";
/** First and last pause, in milliseconds, while a worker that died releases its files. */
const FIRST_PAUSE = 20;
const LAST_PAUSE = 3000;

/** @type {Storage} */
let storage;

/** Opens the files. Returns the reason if nothing will be kept. */
async function open() {
  const hasFiles = Boolean(navigator.storage?.getDirectory);
  let reason = hasFiles ? "" : "no origin-private file system";
  for (let pause = FIRST_PAUSE; pause <= LAST_PAUSE && hasFiles; pause *= 2) {
    try {
      storage = await Storage.open(FOLDER);
      return "";
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (!reason.includes("NoModificationAllowedError")) break;
    await new Promise((go) => setTimeout(go, pause));
  }
  storage = Storage.in_memory();
  return reason;
}

/** @type {{[type: string]: (message: any) => unknown}} */
const handlers = {
  async start({ lock }) {
    const isLocked = await hold(lock);
    await init({ module_or_path: new URL("../engine/outflank_web_storage_bg.wasm", import.meta.url) });
    postMessage({ type: "ready", isLocked, reason: await open() });
  },
  request({ key, method, path, query, body }) {
    let answer;
    try {
      answer = { json: storage.answer(method, path, query, body) };
    } catch (error) {
      // Failed requests throw strings; after any other error the module's state is unknown.
      if (typeof error !== "string") throw error;
      answer = { error };
    }
    postMessage({ type: "answer", key, ...answer });
  },
};

/** @type {Promise<unknown>} */
let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue
    .then(() => handlers[data.type](data))
    .catch((error) => {
      postMessage({ type: "died", message: String(error) });
      close();
    });
});
