/** The transport to the engine, which runs in web workers. */

import { ApiError } from "./api.js";
import { ask } from "./desk.js";
import { ready, t } from "./i18n.js";
import { answers, request as keep, onState } from "./storage.js";
import { store } from "./store.js";
import "./loading.js";

/** @import {Request, Transport} from "./api.js" */

/**
 * The storage answers requests to the archive and the library; the desk answers all others.
 * @param {Request} asked
 * @param {(name: string, data: unknown) => void} [onEvent]
 */
async function request(asked, onEvent) {
  const { method, path, query, body, signal } = asked;
  try {
    if (!answers(path)) return await ask(asked, onEvent);
    const answer = await keep(method, path, query, body);
    signal?.throwIfAborted();
    return answer;
  } catch (error) {
    throw isRefusal(error) ? new ApiError(error) : error;
  }
}

/** Whether an error has the fields of an ApiError. @param {any} error @returns {error is Api.ErrorFields} */
const isRefusal = (error) => Boolean(error?.key);

/** @type {Transport["send"]} */
export async function send(asked) {
  const answer = await request(asked);
  return asked.path === "status" ? { ...answer, archive: true, library: true } : answer;
}

let isWarned = false;

onState(async ({ kept, isFull }) => {
  await ready;
  if (!kept) store.warn(t(isFull ? "error.storage_full" : "engine.not-kept"));
  else if (isWarned) store.endWarning();
  isWarned = !kept;
});

/** @type {Transport["listen"]} */
export const listen = (asked, dispatch) => request(asked, dispatch);

/**
 * Loads a page in a frame. A frame with a file of its own, unlike one with `srcdoc`, does not inherit this page's
 * policy, which would block the scripts of the loaded page.
 * @type {Transport["show"]}
 */
export async function show(frame, path, query) {
  const html = await request({ method: "GET", path, query });
  await new Promise((resolve) => {
    frame.addEventListener("load", resolve, { once: true });
    frame.src = "frame.html";
  });
  frame.contentWindow?.postMessage(html, location.origin);
  return null;
}
