/** The transport to a server, over HTTP. */

/** @import {Request} from "./api.js" */

import { ApiError, isAbort, queryOf, setLost } from "./api.js";

/** Browsers let requests of up to 64 KiB outlive their page. */
const MAX_KEEPALIVE = 30_000;

/** Identifies this tab, so that the server can share the engine fairly between tabs. */
const client = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

/** Requests that fail at once instead of waiting for the server. */
const FAILS_AT_ONCE = /^(status|library)\b/;

/** Maximum attempts at a request whose connection keeps breaking although the server responds to others. */
const MAX_ATTEMPTS = 3;

/** Milliseconds between attempts to reach the server. */
const PAUSE = 1000;

/** @param {string} path @param {object} [query] */
function address(path, query) {
  const words = queryOf(query);
  return `api${path ? `/${path}` : ""}${words ? `?${words}` : ""}`;
}

/** @type {Promise<void>|null} Resolves when the server responds again. */
let back = null;

async function reconnect() {
  setLost(true);
  do await new Promise((resolve) => setTimeout(resolve, PAUSE));
  while (
    !(await fetch(address("status")).then(
      () => true,
      () => false,
    ))
  );
  back = null;
  setLost(false);
}

/** Waits until the server responds again, or throws when the request is aborted. @param {AbortSignal} [signal] */
async function untilBack(signal) {
  const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
  await Promise.race([(back ??= reconnect()), aborted]);
  signal?.throwIfAborted();
}

/**
 * @param {Request} asked
 * @param {{[name: string]: string}} [headers]
 * @param {number} [attempts]
 * @returns {Promise<Response>}
 */
async function request(asked, headers = {}, attempts = 1) {
  const { method, path, query, body, isFile, signal, keepalive = false } = asked;
  let response;
  try {
    response = await fetch(address(path, query), {
      method,
      body,
      signal,
      keepalive: keepalive && typeof body === "string" && body.length < MAX_KEEPALIVE,
      headers: {
        "Outflank-Client": client,
        ...(body === undefined ? {} : { "Content-Type": isFile ? "application/octet-stream" : "application/json" }),
        ...headers,
      },
    });
  } catch (error) {
    // Callers recognize their own abort by the name of the error.
    if (isAbort(error)) throw error;
    if (FAILS_AT_ONCE.test(path) || attempts === MAX_ATTEMPTS)
      throw new ApiError({ where: "connection", key: "unreachable" });
    await untilBack(signal);
    return request(asked, headers, attempts + 1);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new ApiError({ status: response.status, message: response.statusText, ...answer?.error });
}

/** @type {import("./api.js").Transport["send"]} */
export const send = async (asked) => (await request(asked)).json();

/**
 * Receives server-sent events. If the connection breaks, the request is sent again, and its events start again.
 * @type {import("./api.js").Transport["listen"]}
 */
export async function listen(asked, dispatch) {
  while (await breaksOff(asked, dispatch)) await untilBack(asked.signal);
}

/**
 * Dispatches the events of a request, and returns whether the connection broke. EventSource hides why a request was
 * rejected, so the stream is parsed here.
 * @param {Request} asked
 * @param {(name: string, data: unknown) => void} dispatch
 * @returns {Promise<boolean>}
 */
async function breaksOff(asked, dispatch) {
  const query = { ...asked.query, client };
  const response = await request({ ...asked, query }, { Accept: "text/event-stream" });
  const body = /** @type {NonNullable<Response["body"]>} */ (response.body);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const read = await reader.read().catch((error) => {
      if (isAbort(error)) throw error;
      return null;
    });
    if (!read) return true;
    if (read.done) return false;
    const blocks = (rest + read.value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      let name = "message";
      const data = [];
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data.push(line.slice(5));
      }
      if (data.length) dispatch(name, JSON.parse(data.join("\n")));
    }
  }
}

/**
 * Loads a page in a frame. Resolves to its address, or rejects with the server's error.
 * @type {import("./api.js").Transport["show"]}
 */
export function show(frame, path, query) {
  const url = address(path, query);
  return new Promise((resolve, reject) => {
    frame.addEventListener("load", () => {
      if (frame.contentDocument?.contentType === "text/html") return resolve(url);
      // A script may not read an error in a frame, so request it.
      request({ method: "GET", path, query }).then(
        () => reject(new ApiError({ where: "connection", key: "unreachable" })),
        reject,
      );
    });
    frame.src = url;
  });
}
