// The site in Firefox: its tests share a page, and each continues where the last one ended.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { serveSite } from "../../site/serve.mjs";
import { choose, main, paste, play, reload, untilStore, waitForText } from "./board-support.mjs";
import { startFirefox } from "./start.mjs";
import { GAME, isReady, set } from "./states.mjs";
import { delayPage, SITE, TIMEOUT, untilCached } from "./support.mjs";

describe("Firefox", () => {
  let host, browser, page;
  const problems = [];

  before(async () => {
    host = await serveSite(SITE, { base: "/some/where/" });
    browser = await startFirefox();
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: "reduce" });
    context.setDefaultTimeout(TIMEOUT);
    await delayPage(context);
    context.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    context.on("weberror", (error) => problems.push(String(error.error())));
    page = await context.newPage();
  });
  after(() => Promise.all([browser?.close(), host?.close()]));

  /** A test during which the page must log no problems. */
  const pageTest = (words, work) =>
    test(words, async () => {
      await work();
      assert.deepEqual(problems.splice(0), []);
    });

  /** Sends a request to the storage of the page. */
  const ask = (...request) =>
    page.evaluate(async (request) => (await import("./js/storage.js")).request(...request), request);

  /** Waits until the live analysis has scored moves. */
  async function untilScored() {
    await page.locator("#board .chip").first().waitFor();
    await untilStore(page, (store) => store.current.value?.depth >= 8);
  }

  pageTest("opens the board, scores moves and plays one", async () => {
    await page.goto(host.address);
    await page.click(".open");
    await isReady(page);
    await play(page, "f5");
    await untilScored();
  });

  pageTest("reviews a pasted game and lists its mistakes", async () => {
    await set(page, "analysis.on", false);
    await set(page, "review.level", 3);
    await paste(page, GAME);
    await page.click("#tab-game");
    await waitForText(page, ".panel-review .panel-status", "Mistakes: ");
    assert.ok((await page.locator(".review-item").count()) > 2);
  });

  pageTest("keeps games, their reviews, and cards", async () => {
    const card = { deck: "d", moves: "f5", loss: 0, answers: [{ time: 1, move: "d6", loss: 0, right: true }] };
    assert.equal((await ask("POST", "storage/import", {}, JSON.stringify({ card }))).answers, 1);
    await reload(page);
    assert.equal((await main(page)).filter((move) => move !== "pass").join(""), GAME);
    await page.locator(".move-mark.is-blunder").first().waitFor();
    const { games } = await ask("GET", "library");
    assert.ok(games.some(({ line }) => line === GAME));
    assert.equal((await ask("GET", "practice")).decks[0].answers, 1);
    const state = page.evaluate(
      () => new Promise((resolve) => import("./js/storage.js").then(({ onState }) => onState(resolve))),
    );
    assert.deepEqual(await state, { kept: true, isFull: false, reason: "" });
  });

  pageTest("shows the board in French", async () => {
    await choose(page, "language", "fr");
    await waitForText(page, "#tab-game", "Bilan");
    await reload(page);
    assert.equal(await page.getAttribute("html", "lang"), "fr");
  });

  pageTest("needs no connection after the first visit, and searches with several threads", async () => {
    await untilCached(page);
    await host.close();
    await set(page, "analysis.on", true);
    const workers = [];
    page.on("worker", (worker) => workers.push(worker.url()));
    await reload(page);
    assert.ok(await page.evaluate(() => crossOriginIsolated));
    const threads = await page.evaluate(async () => {
      const [{ threadedModule }, { size }] = await Promise.all([import("./js/data.js"), import("./js/pool.js")]);
      await threadedModule;
      return size;
    });
    await page.keyboard.press("Home");
    await play(page, "f5");
    await untilScored();
    const helpers = () => workers.filter((url) => url.endsWith("helper-worker.js")).length;
    while (helpers() < threads - 1) await page.waitForEvent("worker");
  });
});
