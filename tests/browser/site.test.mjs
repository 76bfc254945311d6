// The static site in a real browser. It is served under a sub-path by a host that lets browsers cache files.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { after, test } from "node:test";
import { filesOf, writeServiceWorker } from "../../site/files.mjs";
import { serveSite } from "../../site/serve.mjs";
import { axeViolations, getBrowser, SITE, TIMEOUT, until, untilCached } from "./support.mjs";

const HOST = { base: "/some/where/", maxAge: 600 };
const LANGUAGES = { en: "", fr: "fr/", ja: "ja/" };
const SIZES = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 800 } };

const site = await serveSite(SITE, HOST);
after(() => site.close());

/** Offline, browsers log that they cannot check the service worker for an update. */
const UPDATE = /service-worker\.js$/;

/** Opens a new browser context, and asserts that pages log no problems and contact no other host. */
async function visit(work, { address = site.address, options = {} } = {}) {
  const context = await (await getBrowser()).newContext({ reducedMotion: "reduce", locale: "en-GB", ...options });
  context.setDefaultTimeout(TIMEOUT);
  const problems = [];
  context.on(
    "console",
    (message) =>
      ["error", "warning"].includes(message.type()) &&
      !UPDATE.test(message.location().url) &&
      problems.push(`${message.text()} ${message.location().url}`),
  );
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob|data):/.test(url)) problems.push(`a request to ${url}`);
  });
  try {
    await work(await context.newPage(), context, problems);
    assert.deepEqual(problems, []);
    assert.deepEqual(await context.cookies(), []);
  } finally {
    await context.close();
  }
}

test("links in the site lead to files of the site", async () => {
  const names = new Set(filesOf(SITE));
  const missing = [];
  for (const name of [...names].filter((one) => /\.(html|css|webmanifest)$/.test(one))) {
    const text = await readFile(join(SITE, name), "utf8");
    const found = [
      ...text.matchAll(/(?:href|src|data-src)="([^"#]+)|url\(["']?([^"')]+)|"(?:src|start_url)": "([^"]+)"/g),
    ];
    for (const [, ...groups] of found) {
      const link = groups.find(Boolean).split(/[?#]/)[0];
      if (/^[a-z]+:/.test(link)) continue;
      assert.ok(!link.startsWith("/"), `${name}: ${link}`);
      const path = posix.join(posix.dirname(name), decodeURIComponent(link)).replace(/^\.\/?/, "");
      if (!names.has(path) && !names.has(posix.join(path, "index.html"))) missing.push(`${name}: ${link}`);
    }
  }
  assert.deepEqual(missing, []);
});

for (const [code, folder] of Object.entries(LANGUAGES)) {
  test(`the landing page in ${code} is accessible, fits a phone and sets no cookies`, () =>
    visit(async (page) => {
      for (const viewport of Object.values(SIZES)) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          await page.goto(site.address + folder);
          assert.equal(await page.getAttribute("html", "lang"), code);
          assert.deepEqual(await axeViolations(page), []);
        }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.ok(await page.locator(".open").isVisible());
        assert.ok(await page.locator(".picture").evaluate((picture) => picture.complete && picture.naturalWidth > 0));
      }
      for (const other of await page.locator("nav a").all()) {
        const response = await page.request.get(await other.evaluate((link) => link.href));
        assert.ok(response.ok());
      }
      assert.equal(new URL(await page.locator(".open").evaluate((link) => link.href)).pathname, `${HOST.base}play/`);
    }));
}

test("the documents work under their content security policy", () =>
  visit(async (page) => {
    for (const name of ["docs/", "docs/how-to/host-the-board.html", "docs/explanation/solver.html"]) {
      await page.goto(site.address + name);
      await page.locator("main h1").first().waitFor();
      // The contents are written by a script.
      await page.locator("#mdbook-sidebar a").first().waitFor({ state: "attached" });
      await page.evaluate(() => document.querySelector("#mdbook-theme-navy").click());
      assert.ok(await page.evaluate(() => document.documentElement.classList.contains("navy")));
    }
  }));

test("after the first visit the site needs no connection, and is cross-origin isolated", async () => {
  const host = await serveSite(SITE, HOST);
  await visit(
    async (page) => {
      await page.goto(host.address);
      await untilCached(page);
      await host.close();
      for (const name of ["", "ja/", "docs", "docs/how-to/host-the-board.html"]) {
        await page.goto(host.address + name);
        assert.ok((await page.title()).includes("Outflank"), name);
        assert.ok(await page.evaluate(() => crossOriginIsolated), name);
        assert.ok(
          await page.evaluate(() =>
            [...document.images].every((image) => image.loading === "lazy" || image.naturalWidth > 0),
          ),
          name,
        );
      }
      const rest = await page.evaluate(
        async (names) => {
          const answers = await Promise.all(
            names.map((name) =>
              fetch(name).then(
                ({ ok }) => ok,
                () => false,
              ),
            ),
          );
          return names.filter((_, index) => !answers[index]);
        },
        filesOf(SITE)
          .filter((name) => name !== "service-worker.js")
          .map((name) => host.address + name),
      );
      assert.deepEqual(rest, []);
    },
    { address: host.address },
  );
});

/** A copy of the site, and functions that publish parts of a new version. */
async function copySite() {
  const folder = await mkdtemp(join(tmpdir(), "outflank-site-"));
  await cp(SITE, folder, { recursive: true });
  return {
    folder,
    write: (name, text) => writeFile(join(folder, name), text),
    read: (name) => readFile(join(folder, name), "utf8"),
    delete: () => rm(folder, { recursive: true }),
  };
}

/** The versions of three files as the tab sees them. */
const versions = (page) =>
  page.evaluate(async () => {
    const texts = await Promise.all(["./", "site.css", "docs/new.txt"].map(async (name) => (await fetch(name)).text()));
    return texts.map((text) => /version (\w+)/.exec(text)?.[1] ?? "none").join();
  });

/** Reloads a tab until it has these versions. */
async function becomes(page, wanted) {
  for (const end = Date.now() + TIMEOUT; ; ) {
    // The tab may be loading itself.
    await page.reload().catch(() => {});
    await page.waitForTimeout(2000);
    const found = await versions(page).catch(() => "");
    if (found === wanted) return;
    assert.match(found, /^(|one,one,one)$/);
    assert.ok(Date.now() < end, "timed out");
  }
}

/** Publishes a version of three files and the service worker, but leaves the files in `without` as they were. */
async function publish(copy, version, { without = [] } = {}) {
  const landing = `${(await copy.read("index.html")).replace(/<!-- version \w+ -->/g, "")}<!-- version ${version} -->`;
  const files = { "index.html": landing, "site.css": `/* version ${version} */`, "docs/new.txt": `version ${version}` };
  const before = await Promise.all(without.map((name) => copy.read(name)));
  for (const [name, text] of Object.entries(files)) await copy.write(name, text);
  writeServiceWorker(copy.folder);
  for (const [index, name] of without.entries()) await copy.write(name, before[index]);
}

/** Asks for a new version, and waits until it is there or refused. */
const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
    const next = registration.installing ?? registration.waiting;
    if (!next) return "none";
    while (next.state === "installing")
      await new Promise((go) => next.addEventListener("statechange", go, { once: true }));
    return next.state;
  });

test("an update is complete or does not happen, and open tabs keep their version", async () => {
  const copy = await copySite();
  await publish(copy, "one");
  const host = await serveSite(copy.folder, HOST);
  try {
    await visit(
      async (page, context) => {
        await page.goto(host.address);
        await untilCached(page);
        await page.reload();
        assert.equal(await versions(page), "one,one,one");
        // The host has only part of the new version.
        await publish(copy, "two", { without: ["site.css"] });
        assert.equal(await update(page), "redundant");
        await page.reload();
        assert.equal(await versions(page), "one,one,one");
        // The rest arrives. A second tab is open, and neither changes.
        await publish(copy, "two");
        assert.equal(await update(page), "installed");
        const other = await context.newPage();
        await other.goto(host.address);
        await page.reload();
        assert.equal(await versions(page), "one,one,one");
        assert.equal(await versions(other), "one,one,one");
        await other.close();
        // The tab asks for the new version when it is loaded, and then loads itself again.
        await becomes(page, "two,two,two");
        assert.equal((await page.evaluate(() => caches.keys())).length, 1);
      },
      { address: host.address },
    );
  } finally {
    await host.close();
    await copy.delete();
  }
});

test("large data is cached as it arrives, and refused if its hash is wrong", async () => {
  const copy = await copySite();
  const data = "play/engine/test.bin";
  await cp(join(SITE, "play/icon.svg"), join(copy.folder, data));
  writeServiceWorker(copy.folder);
  const host = await serveSite(copy.folder, { ...HOST, maxAge: 0 });
  /** Loads the data, and returns its size as sent and as received, or the name of the error. */
  const load = (page) =>
    page.evaluate(async (name) => {
      try {
        const answer = await fetch(name);
        return [Number(answer.headers.get("Content-Length")), (await answer.arrayBuffer()).byteLength];
      } catch (error) {
        return error.name;
      }
    }, data);
  const isCached = (page) => page.evaluate(async (name) => Boolean(await caches.match(new URL(name, location))), data);
  try {
    await visit(
      async (page, _context, problems) => {
        await page.goto(host.address);
        // Only what is needed at first.
        await page.evaluate(() =>
          navigator.serviceWorker.register("service-worker.js").then(() => navigator.serviceWorker.ready),
        );
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        const right = await copy.read(data);
        await copy.write(data, "wrong");
        assert.equal(await load(page), "TypeError");
        assert.equal(await isCached(page), false);
        await copy.write(data, right);
        assert.deepEqual(await load(page), [right.length, right.length]);
        await until(page, async (name) => Boolean(await caches.match(new URL(name, location))), data);
        problems.length = 0;
      },
      { address: host.address },
    );
  } finally {
    await host.close();
    await copy.delete();
  }
});

test("the board can be installed", () =>
  visit(async (page) => {
    const address = `${site.address}play/outflank.webmanifest`;
    const manifest = await (await page.request.get(address)).json();
    assert.equal(new URL(manifest.start_url, address).pathname, `${HOST.base}play/`);
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await page.request.get(new URL(src, address).href);
      assert.equal(icon.headers()["content-type"], type);
      if (sizes === "any") continue;
      // The width and the height of a PNG.
      const content = await icon.body();
      assert.equal(`${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`, sizes);
    }
    assert.ok(manifest.icons.some(({ sizes, purpose }) => sizes === "512x512" && purpose === "maskable"));
  }));

/** Waits until a page with a board has started. */
const started = (frame) => frame.locator("body[data-ready=all]").waitFor();

test("the board works offline on the second visit", async () => {
  const host = await serveSite(SITE, HOST);
  await visit(
    async (page, _context, problems) => {
      await page.goto(`${host.address}play/`);
      await started(page);
      await untilCached(page);
      await host.close();
      await page.reload();
      await started(page);
      await page.locator('#board [data-square="f5"]').click();
      await page.locator('#board [data-square="f5"] .disc').waitFor();
      await page.locator("#board .chip").first().waitFor();
      assert.ok(await page.evaluate(() => crossOriginIsolated));
      problems.length = 0;
    },
    { address: host.address },
  );
});

for (const locale of ["en-GB", "fr-FR", "ja-JP"]) {
  test(`a board in a frame shows board and moves alone, in ${locale}`, () =>
    visit(
      async (page) => {
        for (const viewport of [
          { width: 320, height: 460 },
          { width: 420, height: 590 },
          { width: 1000, height: 600 },
        ]) {
          await page.setViewportSize(viewport);
          await page.goto(`${site.address}play/?embed&game=f5d6c3d3c4&ply=4`);
          await started(page);
          assert.equal(await page.locator("#moves [aria-current] .move-name").innerText(), "d3");
          for (const selector of [".top", ".tabs", ".graph", ".evaluation"])
            assert.equal(await page.locator(selector).isVisible(), false, selector);
          assert.deepEqual(await axeViolations(page), []);
        }
        await page.locator('#board [data-square="c4"]').click();
        await page.locator('#board [data-square="c4"] .disc').waitFor();
        const link = page.locator(".embed-link");
        assert.equal(
          await link.evaluate((one) => one.pathname + one.hash),
          `${HOST.base}play/#g=8x8,start,f5d6c3d3c4,5`,
        );
      },
      { options: { locale } },
    ));
}

test("the documents contain boards", () =>
  visit(async (page) => {
    await page.goto(`${site.address}docs/how-to/other-shapes.html`);
    await page.locator(".board-frame").scrollIntoViewIfNeeded();
    const frame = page.frameLocator(".board-frame");
    await frame.locator("body[data-ready=all]").waitFor();
    assert.equal(await frame.locator("#board .square").count(), 63);
  }));
