// A browser that cannot store anything, or loses what it has stored, while no library keeps the games: the page
// keeps working, says so, and saves games to files. In a real browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  address,
  inStore,
  isSite,
  main,
  open,
  openTab,
  pageTest,
  paste,
  play,
  reload,
  until,
  untilKept,
  waitForText,
} from "./board-support.mjs";

const GAME = "f5d6c3d3c4";

/** Disables the library: the server's, or on the site the browser's file system. */
async function withoutLibrary(context) {
  const path = isSite ? "js/storage-worker.js" : "api/status";
  const body = await (await fetch(new URL(path, address))).text();
  const denied =
    'StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("denied", "SecurityError"));\n';
  const answer = isSite
    ? { contentType: "text/javascript", body: denied + body }
    : { json: { ...JSON.parse(body), library: false } };
  await context.route(`**/${path}`, (route) => route.fulfill(answer));
}

function deny() {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  }
}

/** Makes the storage full while `isFull` is true. */
function fill() {
  const { setItem } = Storage.prototype;
  globalThis.isFull = true;
  Storage.prototype.setItem = function (...item) {
    if (globalThis.isFull) throw new DOMException("full", "QuotaExceededError");
    setItem.apply(this, item);
  };
}

for (const [state, breakStorage] of [
  ["denied", deny],
  ["full", fill],
]) {
  pageTest(
    `with storage that is ${state}, the page says that games are not kept, and saves them to a file`,
    async (page, context) => {
      await withoutLibrary(context);
      await context.addInitScript(breakStorage);
      await open(page);
      await paste(page, GAME);
      await waitForText(page, "#moves", "c4");
      await until(page, ".notice.error", /cannot store games.*Save them to a file/);
      await play(page, "b3");
      assert.deepEqual(await main(page), ["f5", "d6", "c3", "d3", "c4", "b3"]);
      await openTab(page, "files");
      await page.getByRole("button", { name: "Save games", exact: true }).click();
      await page.locator(".panel-games select").first().selectOption("transcript");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save", exact: true }).click(),
      ]);
      assert.match((await readFile(await download.path(), "utf8")).toLowerCase(), /f5d6c3d3c4b3/);
      await paste(page, "d3c5");
      await waitForText(page, "#moves", "c5");
      assert.equal(await page.locator(".notice.warning").count(), 1, "the notice stays while games are not kept");
    },
    { alone: true },
  );
}

pageTest(
  "the notice that games are not kept goes when there is space again",
  async (page, context) => {
    await withoutLibrary(context);
    await context.addInitScript(fill);
    await open(page);
    await paste(page, GAME);
    await page.waitForSelector(".notice.warning");
    await page.evaluate(() => {
      globalThis.isFull = false;
    });
    await play(page, "b3");
    await page.waitForSelector(".notice.warning", { state: "detached" });
  },
  { alone: true, server: "the storage of the site stays disabled, and has a notice of its own" },
);

pageTest(
  "the site's notice that its storage is full goes when there is space again",
  async (page, context) => {
    await open(page);
    await paste(page, GAME);
    await untilKept(page, '"isSaved":true');
    const session = await context.newCDPSession(page);
    const { origin } = new URL(address);
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    await inStore(page, (store) => store.setComment(store.nodeAt(2), "x".repeat(3_000_000)));
    await page.waitForSelector(".notice.warning");
    await session.send("Storage.overrideQuotaForOrigin", { origin });
    await inStore(page, (store) => store.setComment(store.nodeAt(2), "short"));
    await page.waitForSelector(".notice.warning", { state: "detached" });
  },
  { alone: true, site: "only the site keeps games in the browser's file system" },
);

pageTest(
  "storage that is cleared while the page is open has the whole game after the next move",
  async (page, context) => {
    await withoutLibrary(context);
    await open(page);
    await paste(page, GAME);
    await waitForText(page, "#moves", "c4");
    await untilKept(page, `"line":"${GAME}"`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await play(page, "b3");
    await untilKept(page, `"line":"${GAME}b3"`);
    await reload(page);
    assert.deepEqual(await main(page), ["f5", "d6", "c3", "d3", "c4", "b3"]);
  },
  { alone: true },
);
