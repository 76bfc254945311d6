/**
 * Sends the page's requests to the server over HTTP, or to the engine in web workers.
 *
 * Paths are relative to `/api`: `post("game", …)`.
 *
 * While the server does not respond, most requests wait for it. Otherwise, a lost connection throws an ApiError with status 0.
 * `stream` calls `end` after `done` or `failed`, but not after `close()`. After a lost connection, its events start again.
 */

/**
 * @typedef {{method: "GET"|"POST", path: string, query?: object, body?: string|Blob|ArrayBuffer|ArrayBufferView,
 *   isFile?: boolean, signal?: AbortSignal, keepalive?: boolean}} Request
 *   `isFile` means that the body is not JSON
 * @typedef {{send: (request: Request) => Promise<object>,
 *   listen: (request: Request, dispatch: (name: string, data: object) => void) => Promise<void>,
 *   show: (frame: HTMLIFrameElement, path: string, query: object) => Promise<string|null>}} Transport
 *   `listen` resolves when the stream of events ends; `show` resolves to the address of the page in the frame, if it
 *   has one
 */

const named = document.querySelector("meta[name=outflank-transport]")?.content;
/** @type {Promise<Transport>} `./http.js` is a literal, so that the server's service worker finds and caches it. */
const transport = named ? import(named) : import("./http.js");

let isLost = false;
const watchers = new Set();

/** Called by a transport when its server stops responding, and when it responds again. */
export function setLost(isNowLost) {
  isLost = isNowLost;
  for (const watcher of watchers) watcher(isLost);
}

/** @param {(isLost: boolean) => void} watcher called now and with each change */
export function watchConnection(watcher) {
  watchers.add(watcher);
  watcher(isLost);
}

/**
 * An error reported by the server, in the language of the page: `key` says what is wrong, `where`
 * names the field, `detail` is the server's message in English.
 */
export class ApiError extends Error {
  /** Looks up a message by its key; i18n.js sets this function. */
  static words = (key) => key;

  constructor({ status = 0, where = "", key = "internal", message = "" }) {
    super();
    this.name = "ApiError";
    this.status = status;
    this.where = where;
    this.key = key;
    this.detail = message;
  }

  /** A getter, because the language may change or not be loaded yet. */
  get message() {
    return ApiError.words(`error.${this.key}`, { where: this.where });
  }
}

/**
 * @param {string} path
 * @param {object|Blob|ArrayBuffer} body an object is sent as JSON, anything else unchanged
 * @param {{signal?: AbortSignal, query?: object, keepalive?: boolean}} [options] `keepalive` lets a
 *   small request outlive the page
 */
export async function post(path, body, options = {}) {
  const isFile = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const { send } = await transport;
  return send({ method: "POST", path, body: isFile ? body : JSON.stringify(body), isFile, ...options });
}

/**
 * @param {string} path
 * @param {object} [query]
 * @param {{signal?: AbortSignal}} [options]
 */
export async function get(path, query, { signal } = {}) {
  const { send } = await transport;
  return send({ method: "GET", path, query, signal });
}

/** A query string, without the fields that are undefined or null. */
export function queryOf(query = {}) {
  const known = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return String(new URLSearchParams(known.map(([name, value]) => [name, String(value)])));
}

/**
 * Receives a stream of events.
 * @param {string} path
 * @param {object} query
 * @param {{queued?: Function, update?: Function, move?: Function, done?: Function,
 *   failed?: (error: ApiError) => void, end?: Function}} handlers
 * @returns {{close: () => void}}
 */
export function stream(path, query, handlers) {
  const controller = new AbortController();
  let isOpen = true;
  const finish = (name, detail) => {
    if (!isOpen) return;
    isOpen = false;
    handlers[name]?.(detail);
    handlers.end?.();
    controller.abort();
  };
  const dispatch = (name, data) => {
    if (name === "done") finish("done", data);
    else if (name === "failed") finish("failed", new ApiError(data?.error ?? {}));
    else if (isOpen) handlers[name]?.(data);
  };
  transport
    .then(({ listen }) => listen({ method: "GET", path, query, signal: controller.signal }, dispatch))
    .then(() => finish("failed", new ApiError({ where: "connection", key: "broken_off" })))
    .catch((error) => {
      if (error.name === "AbortError") return;
      finish(
        "failed",
        error instanceof ApiError
          ? error
          : new ApiError({ where: "connection", key: "broken_off", message: String(error) }),
      );
    });
  return {
    close() {
      isOpen = false;
      controller.abort();
    },
  };
}

/**
 * Shows an HTML page in a frame. Resolves to the address of the page, if it has one.
 * @param {HTMLIFrameElement} frame a frame in the document
 * @param {string} path
 * @param {object} query
 * @returns {Promise<string|null>}
 */
export async function show(frame, path, query) {
  return (await transport).show(frame, path, query);
}
