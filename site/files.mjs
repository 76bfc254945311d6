// The service worker of the site with its list of files.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

export const sha256 = (content) => createHash("sha256").update(content).digest("base64");

/** The files of the site, sorted, without hidden files, which some hosts do not serve. */
export function filesOf(site) {
  const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map((entry) =>
    relative(site, join(entry.parentPath ?? entry.path, entry.name)).replaceAll(sep, "/"),
  );
  return names.filter((name) => !posix.basename(name).startsWith(".")).sort();
}

/** Data of the engine that the board can start without, and the engine with threads. */
const IS_LATER = /^play\/engine\/(?!.*(\.js|(?<!_threads_bg)\.wasm|-order\.weights)$)/;

/** Whether a version of the site needs a file before it can be used. */
const isCore = (name) => /^((fr|ja)\/)?index\.html$|^site\.(css|js)$|^play\//.test(name) && !IS_LATER.test(name);

/** Writes the service worker of a site with the hashes of all other files. */
export function writeServiceWorker(site) {
  const worker = "service-worker.js";
  // The data before the documents.
  const names = filesOf(site).sort((a, b) => IS_LATER.test(b) - IS_LATER.test(a));
  const hashes = names.filter((name) => name !== worker).map((name) => [name, sha256(readFileSync(join(site, name)))]);
  const files = (wanted) =>
    JSON.stringify(Object.fromEntries(hashes.filter(([name]) => isCore(name) === wanted)), null, 1);
  const text = readFileSync(new URL(worker, import.meta.url), "utf8")
    .replace("const CORE = {};", `const CORE = ${files(true)};`)
    .replace("const REST = {};", `const REST = ${files(false)};`);
  writeFileSync(
    join(site, worker),
    text.replace('const VERSION = "";', `const VERSION = ${JSON.stringify(sha256(text).slice(0, 12))};`),
  );
}
