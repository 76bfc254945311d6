/** A worker that answers requests. It never searches, so it is always ready for the next message. */

import init, { provide, WebDesk } from "../engine/outflank_web.js";
import { hold } from "./life.js";

/** @type {WebDesk} */
let desk;

/** @type {{[type: string]: (message: any) => unknown}} */
const handlers = {
  async start({ module, threads, hash, lock }) {
    if (await hold(lock)) postMessage({ isLocked: true });
    await init({ module_or_path: module });
    desk = new WebDesk(threads, hash);
  },
  provide: ({ name, bytes }) => provide(name, bytes),
  begin: ({ id, method, path, query, body, seed }) => say(id, desk.begin(id, method, path, query, body, seed)),
  supply: ({ id, task, snapshot, isFinal }) => say(id, desk.supply(id, task, snapshot, isFinal)),
  respond: ({ id, question, json, error }) => say(id, desk.respond(id, question, json, error)),
  fail: ({ id, message }) => say(id, desk.fail(id, message)),
  cancel: ({ id }) => desk.cancel(id),
};

const say = (/** @type {number} */ id, /** @type {string} */ step) => postMessage({ id, step });

/** @type {Promise<unknown>} */
let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue
    .then(() => handlers[data.type](data))
    .catch((error) => {
      postMessage({ died: String(error) });
      close();
    });
});
