/**
 * Keeps the files of the page, so that it opens at once and without a connection. The server's
 * version comes first; games and searches are never kept.
 */

const SHELL = "outflank-shell";

/** Fetches the page and the files that it names. */
async function fill() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/");
  const text = await page.clone().text();
  await cache.put("/", page);
  await cache.addAll([...text.matchAll(/ href="([\w./-]+)"/g)].map(([, file]) => file));
}

async function newest(request) {
  const cache = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
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
