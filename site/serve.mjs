// Serves a static site on localhost, compressed as by most hosts:
// `node site/serve.mjs [FOLDER] [--port PORT] [--base /SUB/PATH/]`.

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const COMPRESSED = /^text\/|json|svg|wasm/;

const packers = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};
/** Compressed contents by encoding and hash. */
const packed = new Map();

function pack(encoding, hash, content) {
  const key = `${encoding} ${hash}`;
  if (!packed.has(key)) packed.set(key, packers[encoding](content));
  return packed.get(key);
}

/**
 * Serves `folder` under `base` and resolves to the server's address and a function that stops it. `maxAge` is the
 * number of seconds for which browsers may reuse a file without asking; GitHub Pages sends 600. `headers` are sent with
 * every file.
 */
export async function serveSite(folder, { base = "/", port = 0, maxAge = 0, headers: added = {} } = {}) {
  async function answer(request, response) {
    const { pathname } = new URL(request.url, "http://localhost");
    const send = (status, headers = {}, body = "") =>
      response.writeHead(status, headers).end(request.method === "HEAD" ? "" : body);
    if (!["GET", "HEAD"].includes(request.method)) return send(405, { Allow: "GET, HEAD" });
    if (!pathname.startsWith(base)) return send(404);
    let path = join(folder, normalize(`/${decodeURIComponent(pathname.slice(base.length))}`));
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) {
      if (!pathname.endsWith("/")) return send(301, { Location: `${pathname}/` });
      path = join(path, "index.html");
    }
    const content = await readFile(path).catch(() => null);
    if (!content) return send(404, { "Content-Type": "text/plain" }, "not found");
    const hash = createHash("sha256").update(content).digest("base64url");
    const headers = {
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      "Cache-Control": `max-age=${maxAge}`,
      ETag: `W/"${hash}"`,
      Vary: "Accept-Encoding",
      ...added,
    };
    if (request.headers["if-none-match"]?.includes(hash)) return send(304, headers);
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding =
      COMPRESSED.test(headers["Content-Type"]) && Object.keys(packers).find((name) => accepted.includes(name));
    if (!encoding) return send(200, { ...headers, "Content-Length": content.length }, content);
    const body = await pack(encoding, hash, content);
    send(200, { ...headers, "Content-Encoding": encoding, "Content-Length": body.length }, body);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise((resolve, reject) => server.on("error", reject).listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://localhost:${server.address().port}${base}`, close };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { port: { type: "string", default: "8665" }, base: { type: "string", default: "/" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder = "target/site"] = positionals;
  const { address } = await serveSite(folder, { ...values, port: Number(values.port) });
  console.log(`${folder} is at ${address} (Ctrl-C stops)`);
}
