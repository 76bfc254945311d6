/**
 * Requests to the server.
 *
 * Paths are relative to `/api`: `post("game", …)`.
 *
 * A lost connection is an ApiError with status 0. `stream` calls `end` after `done` or
 * `failed`, but not after `close()`.
 */

/** Browsers let requests of up to 64 KiB outlive their page. */
const MAX_KEEPALIVE = 30_000;

/** Identifies this tab, so that the server can share the engine fairly between tabs. */
export const client = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

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

function address(path, query = {}) {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) fields.set(name, String(value));
  }
  const words = fields.toString();
  return `/api${path ? `/${path}` : ""}${words ? `?${words}` : ""}`;
}

async function request(url, options) {
  let response;
  try {
    response = await fetch(url, { ...options, headers: { "Outflank-Client": client, ...options.headers } });
  } catch (error) {
    // Callers recognize their own abort by the name of the error.
    if (error.name === "AbortError") throw error;
    throw new ApiError({ where: "connection", key: "unreachable" });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new ApiError({ status: response.status, message: response.statusText, ...answer?.error });
}

/**
 * @param {string} path
 * @param {object|Blob|ArrayBuffer} body an object is sent as JSON, anything else unchanged
 * @param {{signal?: AbortSignal, query?: object, keepalive?: boolean}} [options] `keepalive` lets a
 *   small request outlive the page
 */
export async function post(path, body, { signal, query, keepalive = false } = {}) {
  const isRaw = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const sent = isRaw ? body : JSON.stringify(body);
  const response = await request(address(path, query), {
    method: "POST",
    signal,
    body: sent,
    keepalive: keepalive && sent.length < MAX_KEEPALIVE,
    headers: { "Content-Type": isRaw ? "application/octet-stream" : "application/json" },
  });
  return response.json();
}

/**
 * @param {string} path
 * @param {object} [query]
 * @param {{signal?: AbortSignal}} [options]
 */
export async function get(path, query, { signal } = {}) {
  return (await request(address(path, query), { signal })).json();
}

/**
 * Receives server-sent events. EventSource hides why a request was rejected and retries
 * automatically, so the stream is parsed here.
 * @param {string} path
 * @param {object} query `client` is added
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
  read(address(path, { ...query, client }), controller.signal, dispatch)
    .then(() => finish("failed", new ApiError({ where: "connection", key: "broken_off" })))
    .catch((error) => {
      if (error.name === "AbortError") return;
      finish("failed", error instanceof ApiError ? error : new ApiError({ where: "connection", key: "broken_off", message: String(error) }));
    });
  return {
    close() {
      isOpen = false;
      controller.abort();
    },
  };
}

async function read(url, signal, dispatch) {
  const response = await request(url, { signal, headers: { Accept: "text/event-stream" } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop();
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
