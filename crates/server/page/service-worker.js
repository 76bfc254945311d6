/**
 * Caches the files of the page, so that it opens without a connection. The server's version takes
 * precedence; games and searches are never cached.
 */

const SHELL = "outflank-shell";

/** References to other files in the page and its modules. */
const NAMES = / (?:href|src)="([\w./-]+)"|(?:from |import |import\()"(\.[\w./-]+)"/g;

/** Caches the page and all files that it refers to, directly or through modules. */
async function fill() {
  const cache = await caches.open(SHELL);
  const files = new Set(["/"]);
  // The loop also visits files added during it.
  for (const file of files) {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(file, answer.clone());
    if (file !== "/" && !file.endsWith(".js")) continue;
    for (const [, link, module] of (await answer.text()).matchAll(NAMES)) {
      files.add(new URL(link ?? module, new URL(file, location)).pathname);
    }
  }
}

async function newest(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const cached = await cache.match(request);
    if (cached) return cached;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method === "GET" && origin === location.origin && !pathname.startsWith("/api")) {
    event.respondWith(newest(event.request));
  }
});
