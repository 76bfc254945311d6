/**
 * Caches the files of the page, so that it opens without a connection. The server's version takes
 * precedence; games and searches are never cached.
 */

const SHELL = "outflank-shell";
const SCOPE = registration.scope;
const API = new URL("api", SCOPE).pathname;

/** References to other files in the page and its modules. */
const NAMES = / (?:href|src)="([\w./-]+)"|(?:from |import |import\()"(\.[\w./-]+)"/g;

/** The translations, whose file names are built at run time, and the lessons: `NAMES` misses both. */
const TEXTS = [
  "lessons.json",
  "i18n/openings/ja.json",
  ...["en", "fr", "ja"].flatMap((code) => [`i18n/${code}.json`, `i18n/panels/${code}.json`]),
];

/** Caches the page and all files that it refers to, directly or through modules. */
async function fill() {
  const cache = await caches.open(SHELL);
  const files = new Set([SCOPE, ...TEXTS.map((name) => SCOPE + name)]);
  // The loop also visits files added during it.
  for (const file of files) {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(file, answer.clone());
    if (file !== SCOPE && !file.endsWith(".js")) continue;
    for (const [, link, module] of (await answer.text()).matchAll(NAMES)) {
      files.add(new URL(link ?? module, file).href);
    }
  }
}

async function newest(request) {
  const cache = await caches.open(SHELL);
  const [file] = request.url.split("?");
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(file, answer.clone());
    return answer;
  } catch (error) {
    const cached = await cache.match(file);
    if (cached) return cached;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(SCOPE) && !new URL(url).pathname.startsWith(API)) {
    event.respondWith(newest(event.request));
  }
});
