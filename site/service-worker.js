/**
 * Keeps the site in the browser. Every version has its own cache, which is filled and checked before the version is
 * used, so an update is complete or does not happen. Open tabs keep the version that they started with; the next one is
 * used once the last of them is closed or reloaded.
 *
 * site/build.mjs fills in the files, with the SHA-256 of each.
 */

/** The files that a version needs before it is used, and those that are cached later. */
const CORE = {};
const REST = {};
const VERSION = "";

/** Whether the pages are cross-origin isolated, which searches with several threads need. */
const IS_ISOLATED = true;

const ISOLATION = IS_ISOLATED && {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

const FILES = { ...CORE, ...REST };
const SCOPE = new URL(registration.scope);
const PREFIX = `outflank-site ${SCOPE.pathname} `;
const NAME = PREFIX + VERSION;
const HASH = "Outflank-SHA256";

/** The URL of a file; that of an index file is its folder, as hosts serve it. */
const addressOf = (path) => new URL(path.replace(/(^|\/)index\.html$/, "$1"), SCOPE).href;

async function sha256(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return btoa(String.fromCharCode(...digest));
}

const typeOf = (answer) => answer.headers.get("Content-Type") ?? "application/octet-stream";

function put(cache, path, type, content) {
  const headers = { "Content-Type": type, "Content-Length": content.byteLength, [HASH]: FILES[path] };
  return cache.put(addressOf(path), new Response(content, { headers }));
}

/** The caches of the site's versions. */
async function allCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  return Promise.all(names.map((name) => caches.open(name)));
}

/** Caches a file: copies it from another version with the same hash, or downloads it. */
async function add(path) {
  const address = addressOf(path);
  const cache = await caches.open(NAME);
  for (const known of await allCaches()) {
    const answer = await known.match(address);
    if (answer?.headers.get(HASH) === FILES[path]) return known === cache || cache.put(address, answer);
  }
  // `no-cache` revalidates the browser's copy. If the host wrongly confirms it, `reload` bypasses it.
  for (const mode of ["no-cache", "reload"]) {
    const answer = await fetch(address, { cache: mode });
    const content = await answer.arrayBuffer();
    if (answer.ok && (await sha256(content)) === FILES[path]) return put(cache, path, typeOf(answer), content);
  }
  throw new Error(`${path} does not match version ${VERSION}`);
}

/** Caches the core files, and those that an earlier version had already cached. */
async function install() {
  const earlier = await allCaches();
  const isKnown = async (path) =>
    (await Promise.all(earlier.map((cache) => cache.match(addressOf(path))))).some(Boolean);
  const known = await Promise.all(Object.keys(REST).map(async (path) => ((await isKnown(path)) ? [path] : [])));
  await Promise.all([...Object.keys(CORE), ...known.flat()].map(add));
}

async function activate() {
  await clients.claim();
  // A version that is still being installed deletes the others later.
  if (registration.installing || registration.waiting) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Files that are being streamed to a page and cached. */
const arriving = new Set();

/** Caches the missing files one after another, unless the browser is set to save data. */
async function fill() {
  if (navigator.connection?.saveData) return;
  const known = new Set((await (await caches.open(NAME)).keys()).map(({ url }) => url));
  for (const path of Object.keys(FILES)) {
    // A newer version fills its own cache and takes over only when this worker is idle.
    if (registration.installing || registration.waiting) return;
    if (known.has(addressOf(path)) || arriving.has(path)) continue;
    // If the connection fails, the next visit continues.
    await add(path).catch(() => {});
  }
}

/** Streams a file to the page and caches it. Fails at the end if its hash is wrong. */
function keep(path, answer) {
  const chunks = [];
  arriving.add(path);
  const check = new TransformStream({
    transform(chunk, controller) {
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
    async flush(controller) {
      arriving.delete(path);
      const content = await new Blob(chunks).arrayBuffer();
      if ((await sha256(content)) !== FILES[path])
        return controller.error(new Error(`${path} is not that of version ${VERSION}`));
      await put(await caches.open(NAME), path, typeOf(answer), content).catch(() => {});
    },
  });
  // The page needs the length to show progress.
  const length = answer.headers.get("Content-Length");
  const headers = { "Content-Type": typeOf(answer), ...(length && { "Content-Length": length }) };
  return new Response(answer.body.pipeThrough(check), { headers });
}

async function load(path) {
  const answer = await fetch(addressOf(path), { cache: "no-cache" });
  return answer.ok ? keep(path, answer) : answer;
}

async function answer(path) {
  const cached = await (await caches.open(NAME)).match(addressOf(path));
  const { body, status, headers } = cached ?? (await load(path));
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...ISOLATION } });
}

/** The file that a request names, if it is one of the site's; for a folder, its index file. */
function pathOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  const path = pathname.slice(SCOPE.pathname.length);
  return [path, `${path}index.html`, `${path}/index.html`].find((one) => Object.hasOwn(FILES, one)) ?? null;
}

/** Redirects a folder's URL without a trailing slash, which relative links need; otherwise null. */
function withSlash(path, url) {
  const address = new URL(url);
  if (!path.endsWith("index.html") || /(\/|index\.html)$/.test(address.pathname)) return null;
  address.pathname += "/";
  return Response.redirect(address);
}

async function countTabs() {
  const all = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  return all.filter(({ url, frameType }) => url.startsWith(SCOPE.href) && frameType !== "nested").length;
}

/** Activates this version if the requesting tab is the only one open. */
async function activateIfAlone() {
  // For a moment, a tab that was closed is still listed, and one that is being reloaded is missing.
  for (let tries = 0, alone = 0; tries < 20; tries++) {
    alone = (await countTabs()) === 1 ? alone + 1 : 0;
    if (alone === 4) return skipWaiting();
    await new Promise((go) => setTimeout(go, 100));
  }
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "activate") event.waitUntil(activateIfAlone());
  if (event.data === "fill") event.waitUntil(fill());
});
addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (!path) return;
  event.respondWith(withSlash(path, event.request.url) ?? answer(path));
});
