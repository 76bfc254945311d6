/**
 * Sends the page's requests to the server over HTTP, or to the engine in web workers.
 *
 * Paths are relative to `/api`: `post("game", …)`.
 *
 * While the server does not respond, most requests wait for it. Otherwise, a lost connection throws an ApiError with status 0.
 * `stream` calls `end` after `done` or `failed`, but not after `close()`. After a lost connection, its events start again.
 */

/**
 * @typedef {{method: "GET"|"POST", path: string, query?: object, body?: string|Blob,
 *   isFile?: boolean, signal?: AbortSignal, keepalive?: boolean}} Request
 *   `isFile` means that the body is not JSON
 * @typedef {{send: (request: Request) => Promise<any>,
 *   listen: (request: Request, dispatch: (name: string, data: any) => void) => Promise<void>,
 *   show: (frame: HTMLIFrameElement, path: string, query: object) => Promise<string|null>}} Transport
 *   `listen` resolves when the stream of events ends; `show` resolves to the address of the page in the frame, if it
 *   has one
 * @typedef {Api.Requests["get"]} Gets the requests by path, from the description of the API
 * @typedef {Api.Requests["post"]} Posts
 * @typedef {Api.Requests["stream"]} Streams
 * @typedef {Api.Requests["show"]} Shown
 */

/** @type {HTMLMetaElement|null} */
const meta = document.querySelector("meta[name=outflank-transport]");
/** @type {Promise<Transport>} `./http.js` is a literal, so that the server's service worker finds and caches it. */
const transport = meta ? import(meta.content) : import("./http.js");

let isLost = false;
/** @type {Set<(isLost: boolean) => void>} */
const watchers = new Set();

/**
 * Called by a transport when its server stops responding, and when it responds again.
 * @param {boolean} isNowLost
 */
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
  /**
   * Looks up a message by its key; i18n.js sets this function.
   * @type {typeof import("./i18n.js").t}
   */
  static words = (key) => key;

  /** @param {{status?: number, where?: string|null, key?: string, message?: string}} fields */
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
    return ApiError.words(`error.${this.key}`, { where: this.where ?? "" });
  }
}

/**
 * @template {keyof Posts} P
 * @param {P} path
 * @param {Posts[P]["body"]} body an object is sent as JSON, a file unchanged
 * @param {{signal?: AbortSignal, query?: Posts[P]["query"], keepalive?: boolean}} [options] `keepalive` lets a
 *   small request outlive the page
 * @returns {Promise<Posts[P]["answer"]>}
 */
export async function post(path, body, options = {}) {
  const isFile = body instanceof Blob;
  const { send } = await transport;
  return send({ method: "POST", path, body: isFile ? body : JSON.stringify(body), isFile, ...options });
}

/**
 * @template {keyof Gets} P
 * @param {P} path
 * @param {Gets[P]["query"]} [query]
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<Gets[P]["answer"]>}
 */
export async function get(path, query, { signal } = {}) {
  const { send } = await transport;
  return send({ method: "GET", path, query, signal });
}

/** Whether an error says that the caller cancelled the request. @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/** A query string, without the fields that are undefined or null. @param {object} [query] */
export function queryOf(query = {}) {
  const known = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return String(new URLSearchParams(known.map(([name, value]) => [name, String(value)])));
}

/**
 * Receives a stream of events.
 * @template {keyof Streams} P
 * @param {P} path
 * @param {Streams[P]["query"]} query
 * @param {{[E in Exclude<keyof Streams[P]["events"], "failed">]?: (data: Streams[P]["events"][E]) => void}
 *   & {failed?: (error: ApiError) => void, end?: () => void}} events
 * @returns {{close: () => void}}
 */
export function stream(path, query, events) {
  /** @type {{[name: string]: ((detail?: any) => void)|undefined}} */
  const handlers = events;
  const controller = new AbortController();
  let isOpen = true;
  const finish = (/** @type {string} */ name, /** @type {unknown} */ detail) => {
    if (!isOpen) return;
    isOpen = false;
    handlers[name]?.(detail);
    handlers.end?.();
    controller.abort();
  };
  const dispatch = (/** @type {string} */ name, /** @type {any} */ data) => {
    if (name === "done") finish("done", data);
    else if (name === "failed") finish("failed", new ApiError(data?.error ?? {}));
    else if (isOpen) handlers[name]?.(data);
  };
  transport
    .then(({ listen }) => listen({ method: "GET", path, query, signal: controller.signal }, dispatch))
    .then(() => finish("failed", new ApiError({ where: "connection", key: "broken_off" })))
    .catch((error) => {
      if (isAbort(error)) return;
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
 * @template {keyof Shown} P
 * @param {HTMLIFrameElement} frame a frame in the document
 * @param {P} path
 * @param {Shown[P]["query"]} query
 * @returns {Promise<string|null>}
 */
export async function show(frame, path, query) {
  return (await transport).show(frame, path, query);
}
