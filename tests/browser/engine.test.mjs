// The engine of the site in its workers.

import assert from "node:assert/strict";
import { after } from "node:test";
import { serveSite } from "../../site/serve.mjs";
import { inStore, pageTest, untilStore } from "./board-support.mjs";
import { SITE } from "./support.mjs";

const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3";
const SEARCHING = { "analysis.on": true, "review.auto": false };
/** The depth that the search has reached; the value shown may be that of the book. */
const depth = (page) => inStore(page, (store) => store.current.searched?.[0].depth ?? 0);

pageTest(
  "scores appear before the network has loaded, and the search continues with it",
  async (page) => {
    let send;
    const held = new Promise((resolve) => (send = resolve));
    await page.route("**/8x8.network", async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.ready === "all");
    await page.evaluate(async () => (globalThis.store = (await import("./js/store.js")).store));
    await untilStore(page, (store) => store.current.searched?.[0].depth >= 8);
    send();
    const small = await depth(page);
    await page.waitForFunction(async () => {
      const { NETWORK, file } = await import("./js/data.js");
      return file(NETWORK).then(() => true);
    });
    await untilStore(page, (store, before) => store.current.searched[0].depth > before, small);
  },
  { alone: true, hash: `#g=8x8,start,${GAME}`, settings: SEARCHING },
);

pageTest(
  "killed workers are replaced, and their requests repeated",
  async (page) => {
    const game = await inStore(page, (store) => store.game());
    const ask = () =>
      page.evaluate(async (fields) => {
        const { post } = await import("./js/api.js");
        return post("choose", { ...fields, level: 14 });
      }, game);
    const { move } = await ask();
    for (const name of ["desk-worker.js", "search-worker.js"]) {
      const answered = ask();
      await page.waitForTimeout(30);
      for (const worker of page.workers().filter((one) => one.url().endsWith(name)))
        await worker.evaluate(() => close()).catch(() => {});
      assert.equal((await answered).move, move, name);
    }
  },
  { alone: true, hash: `#g=8x8,start,${GAME}` },
);

pageTest(
  "a review of many positions delays no other request",
  async (page) => {
    const game = await inStore(page, (store) => store.game());
    const reviewed = await page.evaluate(async (fields) => {
      const { post, stream } = await import("./js/api.js");
      let reviewed = 0;
      const review = stream("review", { ...fields, level: 16 }, { move: () => reviewed++ });
      await post("choices", { ...fields, level: 4 });
      review.close();
      return reviewed;
    }, game);
    assert.ok(reviewed < GAME.length / 4, `${reviewed} moves were reviewed first`);
  },
  { alone: true, hash: `#g=8x8,start,${GAME}` },
);

/** The headers by which a host lets pages share memory. */
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

const isolated = await serveSite(SITE, { headers: ISOLATION });
after(() => isolated.close());

pageTest(
  "the live analysis uses several threads where memory can be shared",
  async (page) => {
    const threads = await page.evaluate(async () => {
      const [{ threadedModule }, { size }] = await Promise.all([import("./js/data.js"), import("./js/pool.js")]);
      await threadedModule;
      globalThis.store = (await import("./js/store.js")).store;
      return size;
    });
    // The next search replaces the worker of the last one.
    await page.evaluate(() => store.goTo(store.nodeAt(5)));
    await untilStore(page, (store) => store.current.searched?.[0].depth >= 12);
    const helpers = () => page.workers().filter((worker) => worker.url().endsWith("helper-worker.js")).length;
    // Workers start and end some time after the page has asked for it.
    for (let tries = 0; helpers() !== threads - 1 && tries < 100; tries++) await page.waitForTimeout(100);
    assert.equal(helpers(), threads - 1);
  },
  { alone: true, root: `${isolated.address}play/`, hash: `#g=8x8,start,${GAME}`, settings: SEARCHING },
);
