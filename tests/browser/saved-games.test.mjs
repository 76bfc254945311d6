// Games that the board saves, with all that was added to them, after reloads and in other tabs;
// and the first screen. In a real browser.

import assert from "node:assert/strict";
import {
  announced,
  current,
  inStore,
  main,
  newGame,
  open,
  PHONE,
  pageTest,
  paste,
  play,
  REFUSED,
  reload,
  square,
  untilKept,
  untilStore,
  waitForText,
} from "./board-support.mjs";

const GAME = "f5d6c3d3c4";
const REVIEW = { mistake: "blunder", loss: 12, score: -3, best: "c4", mover: "black" };

/** A game with a variation, a comment and a review. */
async function study(page) {
  await paste(page, GAME);
  await waitForText(page, "#moves", "c4");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await play(page, "f6");
  await inStore(page, (store) => store.setComment(store.nodeAt(2), "so far so good"));
  await page.evaluate((review) => globalThis.store.setReview(globalThis.store.nodeAt(2), review), REVIEW);
  await untilKept(page, '"blunder"');
}

async function isComplete(page) {
  assert.deepEqual(await main(page), ["f5", "d6", "c3", "d3", "c4"]);
  assert.deepEqual(await page.locator(".variation .move-name").allTextContents(), ["f6"]);
  assert.equal(await page.locator(".comment").textContent(), "so far so good");
  // Its mark follows the scores shown, which the book may give.
  assert.deepEqual(await inStore(page, (store) => store.nodeAt(2).review), REVIEW);
}

pageTest("a game with variations, comments and review survives a reload", async (page) => {
  await study(page);
  await reload(page);
  await isComplete(page);
  assert.equal(await current(page), "2. f6, White");
});

pageTest("a game that was just changed survives a reload at once", async (page) => {
  await play(page, "f5");
  await reload(page);
  assert.deepEqual(await main(page), ["f5"]);
});

pageTest("a game that is left before its first save is saved when it is back", async (page) => {
  await inStore(page, async (store) => {
    const other = { tree: store.tree, node: store.current };
    await store.newGame({ moves: "f5d6" });
    await store.play("c3");
    const { tree, current } = store;
    store.restore(other.tree, other.node);
    store.restore(tree, current);
  });
  await untilKept(page, '"m":"c3"');
});

pageTest("a second tab with the same URL shows the same game, and changes its own copy", async (page, context) => {
  await study(page);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => location.hash.endsWith(",0"));
  await untilKept(page, '"path":[]');
  const second = await context.newPage();
  await open(second, new URL(page.url()).hash);
  await isComplete(second);
  await play(second, "d3");
  await untilKept(second, '"m":"d3"');
  await reload(page);
  await isComplete(page);
});

pageTest(
  "a link carries the variations and the place",
  async (page, context) => {
    await study(page);
    await page.waitForFunction(() => location.hash === "#g=8x8,start,f5d6(f6)c3d3c4,2.1-1");
    const { hash } = new URL(page.url());
    await page.evaluate(() => localStorage.clear());
    const second = await context.newPage();
    await open(second, hash);
    assert.deepEqual(await main(second), ["f5", "d6", "c3", "d3", "c4"]);
    assert.deepEqual(await second.locator(".variation .move-name").allTextContents(), ["f6"]);
    assert.equal(await current(second), "2. f6, White");
    // With an illegal variation, only the main line is loaded.
    await second.evaluate(() => (location.hash = "#g=8x8,start,f5d6(a1)c3,3"));
    await waitForText(second, "#moves", "c3");
    await second.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 3);
  },
  { refused: REFUSED },
);

pageTest(
  "a new tab lists the games, finds them, opens, deletes and restores them",
  async (page, context) => {
    await study(page);
    const second = await context.newPage();
    await open(second);
    await second.locator(".home-open", { hasText: "Tiger" }).waitFor();
    await second.getByRole("button", { name: /^Delete Tiger/ }).click();
    await second.locator(".home-game").waitFor({ state: "detached" });
    await second.locator(".notice").getByRole("button", { name: "Undo" }).click();
    await second.locator(".home-open", { hasText: "Tiger" }).click();
    await waitForText(second, "#moves", "c4");
    await isComplete(second);
  },
  { alone: true },
);

/** Studies a game and opens it in a second tab, which is returned. */
async function studyTwice(page, context) {
  await study(page);
  const second = await context.newPage();
  await open(second);
  await second.locator(".home-open", { hasText: "Tiger" }).click();
  await second.locator(".notice", { hasText: "This game is also open in another tab." }).waitFor();
  return second;
}

pageTest(
  "changes in two tabs keep both versions, with a notice",
  async (page, context) => {
    const second = await studyTwice(page, context);
    const make = (one, square) =>
      inStore(
        one,
        (store, square) => {
          store.goTo(store.nodeAt(5));
          return store.play(square).then(() => true);
        },
        square,
      );
    await make(second, "b3");
    // The first tab learns of it when it saves its own move.
    await second.waitForFunction(() => store.tree.revision > 1);
    await make(page, "f4");
    await page.locator(".notice.error", { hasText: "Your version is now a separate game" }).waitFor();
    await page.click("#tab-files");
    await page.waitForFunction(() => document.querySelectorAll(".home-game").length === 2);
    assert.equal(await second.locator(".notice.error").count(), 0);
  },
  { alone: true, refused: /library\/save/, site: "the server has no library; library.test.mjs starts one that has" },
);

pageTest(
  "reviewing one game in two tabs causes no conflict",
  async (page, context) => {
    const second = await studyTwice(page, context);
    const review = (one, loss) =>
      inStore(
        one,
        (store, loss) => {
          store.setReview(store.nodeAt(1), {
            mistake: null,
            reason: null,
            loss,
            best: "c4",
            mover: "black",
            move: "f5",
          });
          return true;
        },
        loss,
      );
    const revision = (one) => inStore(one, (store) => store.tree.revision);
    const before = await revision(second);
    await review(second, 1);
    await untilStore(second, (store, before) => store.tree.revision > before, before);
    const known = await revision(second);
    // The first tab does not know this version yet.
    assert.ok((await revision(page)) < known);
    await review(page, 2);
    await untilStore(page, (store, known) => store.tree.revision > known, known);
    await page.click("#tab-files");
    await page.locator(".home-game").waitFor();
    assert.equal(await page.locator(".home-game").count(), 1);
    for (const one of [page, second]) assert.equal(await one.locator(".notice.error").count(), 0);
  },
  { alone: true, refused: /library\/save/, site: "the server has no library; library.test.mjs starts one that has" },
);

pageTest("a game against the engine resumes after a reload, with its clock stopped meanwhile", async (page) => {
  await newGame(page, { more: () => page.getByRole("combobox", { name: "Clock", exact: true }).selectOption("10") });
  await square(page, "f5").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 2);
  await untilKept(page, '"engine"');
  await reload(page);
  await page.click("#tab-play");
  await waitForText(page, ".opponent-status", "paused");
  assert.equal((await main(page)).length, 2);
  await page.getByRole("button", { name: "Resume" }).click();
  await waitForText(page, ".opponent-status", "Your move");
  assert.equal(await inStore(page, (store) => store.valuesHidden), true);
});

pageTest(
  "the end of a game leads to its review",
  async (page) => {
    await newGame(page);
    await square(page, "f5").click();
    await page.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 2);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Review this game" }).click();
    await waitForText(page, ".panel-review .panel-status", "mistakes: ");
  },
  { settings: { "analysis.on": false, "review.level": 3 } },
);

pageTest(
  "a game that ends before its first move is not listed",
  async (page) => {
    await newGame(page);
    await page.click("#tab-files");
    await page.locator(".home-open", { hasText: "0 moves" }).waitFor();
    await page.click("#tab-play");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await waitForText(page, ".opponent-status", "You resigned");
    await page.click("#tab-files");
    await page.getByText("Games that you play or paste are saved here.").waitFor();
    assert.equal(await page.locator(".home-open").count(), 0);
  },
  { alone: true },
);

pageTest(
  "a newcomer sees no scores before the first move, no graph, and no forms that save games",
  async (page) => {
    await page.waitForSelector("#tab-files[aria-selected=true]");
    for (const selector of ["#graph", "#home-saving"]) assert.ok(await page.locator(selector).isHidden(), selector);
    assert.ok(await page.evaluate(() => store.valuesHidden));
    assert.equal(await page.locator("#board .chip").count(), 0);
    assert.equal(await page.locator(".evaluation-lead").innerText(), "");
    // The field to paste into stands above the list of games.
    const [field, list] = await Promise.all(
      [".panel-files textarea", ".panel-games h3"].map((one) => page.locator(one).boundingBox()),
    );
    assert.ok(field.y + field.height < list.y);
    await page.getByRole("button", { name: "Save games", exact: true }).click();
    assert.ok(await page.getByLabel("Format").isVisible());
    await square(page, "f5").click();
    await page.waitForFunction(() => document.querySelectorAll("#board .chip").length === 3);
    await page.waitForSelector("#tab-analysis[aria-selected=true]");
  },
  { alone: true, settings: { "review.auto": false } },
);

for (const [words, options] of [
  ["", {}],
  [" on a phone", PHONE],
]) {
  pageTest(
    `Analyse shows a field to paste into and a button for files${words}`,
    async (page) => {
      await page.click("#home-analyse");
      const { height, width } = page.viewportSize();
      const bottom = Math.min(height, words ? (await page.locator(".tabs").boundingBox()).y : height);
      for (const one of [page.locator(".panel-paste textarea"), page.locator(".panel-paste .paste-file")]) {
        const box = await one.boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= bottom && box.x + box.width <= width);
      }
      await page.locator(".panel-paste textarea").fill("1. f5 d6 2. c3 d3");
      await page.locator(".panel-paste").getByRole("button", { name: "Load", exact: true }).click();
      await page.waitForFunction(() => store.movesTo(store.line().at(-1)) === "f5d6c3d3");
      await page.locator(".panel-paste").waitFor({ state: "hidden" });
      await inStore(page, (store) => store.newGame());
      await page.setInputFiles(".panel-paste input[type=file]", {
        name: "one.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("f5f6e6"),
      });
      await page.waitForFunction(() => store.movesTo(store.line().at(-1)) === "f5f6e6");
    },
    { alone: true, options },
  );
}

pageTest(
  "the list of games says who won, against whom",
  async (page) => {
    await newGame(page);
    await square(page, "f5").click();
    await page.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 2);
    await page.click("#tab-files");
    await page.locator(".home-game", { hasText: "unfinished" }).waitFor();
    await page.click("#tab-play");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await waitForText(page, ".opponent-status", "You resigned");
    await page.click("#tab-files");
    const row = page.locator(".home-game").first();
    await row.locator(".home-result.is-lost", { hasText: "White wins by resignation" }).waitFor();
    assert.match(await row.locator(".home-title").innerText(), /against .*1/);
    // Without a side of the user, the result names the winner; with one, it says who won.
    await paste(page, "e6f4e3f6g5d6e7f5c5");
    await page.waitForFunction(() => store.current.position.over);
    await page.click("#tab-files");
    await page.locator(".home-result", { hasText: "Black wins 64–0" }).waitFor();
    await inStore(page, (store) => {
      Object.assign(store.tree.meta, { side: "black", white: "Ada" });
      store.setComment(store.current, "a wipe-out");
    });
    await page.click("#tab-files");
    await page.locator(".home-game:has(.is-won)", { hasText: "against Ada" }).waitFor();
    assert.equal(await page.locator(".home-result.is-won").innerText(), "Won 64–0");
  },
  { alone: true },
);

pageTest(
  "the first screen leads to playing, analysing and learning",
  async (page) => {
    await page.click("#home-analyse");
    assert.equal(await page.getAttribute("#tab-analysis", "aria-selected"), "true");
    await page.click("#tab-files");
    await page.click("#home-play");
    await page.locator("#new-game").waitFor();
    await page.keyboard.press("Escape");
    await page.click("#home-learn");
    assert.equal(await page.getAttribute("#tab-train", "aria-selected"), "true");
    assert.equal(await page.locator(".lesson-item:visible").count(), 13);
  },
  { alone: true },
);

pageTest(
  "a swipe over the board steps through the game",
  async (page) => {
    const swipe = (from, to) =>
      page.evaluate(
        ([begin, end]) => {
          const target = document.querySelector("#board [data-square=c2]");
          const touch = (x) => new Touch({ identifier: 1, target, clientX: x, clientY: 200 });
          const options = { bubbles: true, cancelable: true };
          target.dispatchEvent(
            new TouchEvent("touchstart", { ...options, touches: [touch(begin)], changedTouches: [touch(begin)] }),
          );
          target.dispatchEvent(new TouchEvent("touchend", { ...options, touches: [], changedTouches: [touch(end)] }));
        },
        [from, to],
      );
    await swipe(100, 220);
    assert.equal(await current(page), "4. d3, White");
    await swipe(220, 100);
    assert.equal(await current(page), "5. c4, Black");
    await announced(page, "Black plays c4");
  },
  { hash: `#g=8x8,start,${GAME}`, options: PHONE },
);

pageTest(
  "the page can be installed, and its shell opens without the server",
  async (page, context) => {
    const manifest = await page.evaluate(async () =>
      (await fetch(document.querySelector("link[rel=manifest]").href)).json(),
    );
    assert.equal(manifest.display, "standalone");
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/service-worker.js");
      await navigator.serviceWorker.ready;
    });
    // All modules that the page has loaded are cached.
    const missing = await page.evaluate(async () => {
      const shell = await caches.open("outflank-shell");
      const cached = new Set((await shell.keys()).map(({ url }) => url));
      const files = performance.getEntriesByType("resource").map(({ name }) => name);
      return files.filter((name) => name.endsWith(".js") && !cached.has(name));
    });
    assert.deepEqual(missing, []);
    await reload(page);
    await context.setOffline(true);
    await page.reload();
    await page.locator("#open-new").waitFor();
    await context.setOffline(false);
  },
  {
    refused: /./,
    options: { serviceWorkers: "allow" },
    server: "the site has a service worker of its own: site.test.mjs",
  },
);
