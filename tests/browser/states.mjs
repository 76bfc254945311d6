// The main states of the board, each reached from the one before. The tests walk through them, and
// the screenshots of the docs show them.

import { fileURLToPath } from "node:url";

/** The final of the 1980 world championship. */
export const GAME =
  "f5f4e3f6e6d7d3d6d8c5c6c3b5c4b4b3c2d1c1a5e1c8a6e8b6a4c7a7f3e7a2b8g4h4g5g3h5h6h3h2f7f8g6e2d2f2f1h7g7h8g8b7a8a3g2a1b2b1g1";
export const WTHOR = ["WTH_1980.wtb", "WTH.JOU", "WTH.TRN"].map((name) =>
  fileURLToPath(new URL(`../../testdata/wthor/${name}`, import.meta.url)),
);

export const openTab = (page, name) => page.click(`#tab-${name}`);

/** Sets a setting of the page. */
export const set = (page, name, value) =>
  page.evaluate(async ([key, to]) => (await import("./js/settings.js")).settings.set(key, to), [name, value]);

/** Presses a command of the page, which is in a menu on phones. */
export async function command(page, name) {
  const menu = page.locator("#open-menu");
  if (await menu.isVisible()) await menu.click();
  await page.click(`#open-${name}`);
}

/** Waits until the page is complete, and defines its variable `store`. */
export async function isReady(page) {
  await page.locator("body[data-ready=all]").waitFor();
  await page.evaluate(async () => {
    globalThis.store = (await import("./js/store.js")).store;
  });
}

/** Scrolls a part of a panel into view. */
const show = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((one) => one.scrollIntoView({ block: "start" }));

/** Answers a question by clicking the last legal move. */
const answer = (page) =>
  page.evaluate(() => {
    const { legal } = store.current.position;
    document
      .querySelector(`#board [data-square="${legal.at(-1).move}"]`)
      .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

/**
 * The states by name, each with the steps that reach it from the one before.
 * @type {Object<string, (page: import("playwright-core").Page) => Promise<void>>}
 */
export const STATES = {
  "the first screen": async (page) => {
    await openTab(page, "files");
  },
  "a game with a variation and a comment": async (page) => {
    await page.evaluate((moves) => (location.hash = `#g=8x8,start,${moves},0`), GAME);
    await page.waitForFunction(() => store.line().length > 10);
    await page.evaluate(async () => {
      store.goTo(store.nodeAt(8));
      await store.play("c5");
      await store.play("c6");
      store.setComment(store.current, "so far so good");
      store.goTo(store.nodeAt(6));
    });
    await openTab(page, "analysis");
  },
  "the analysis with its lines": async (page) => {
    await set(page, "analysis.level", 8);
    await set(page, "analysis.limit", "level");
    await page.click(".panel-switch");
    await page.waitForSelector(".line-row");
    await page.waitForFunction(
      () => document.querySelectorAll("#board .chip").length === store.current.position.legal.length,
    );
  },
  "two moves compared": async (page) => {
    await page.locator(".panel-explain summary").first().click();
    await page.locator(".panel-explain input").fill("4");
    await page.locator(".panel-explain button").first().click();
    await page.waitForSelector(".explain-verdict");
    await show(page, ".explain-verdict");
  },
  "the book": async (page) => {
    await page.locator(".panel-book .panel-status, .panel-book table").first().waitFor({ state: "attached" });
    await show(page, ".panel-book");
  },
  "the menu of a move": async (page) => {
    await page.click(".panel-switch");
    await page.click("#moves-more");
    await page.waitForSelector(".menu");
  },
  "a review": async (page) => {
    await openTab(page, "game");
    await set(page, "review.level", 3);
    await page.locator(".panel-review .panel-bar button").first().click();
    await page.waitForSelector(".review-summary", { state: "attached" });
    await page.waitForSelector(".review-item");
  },
  "a mistake": async (page) => {
    await page.locator(".review-item").first().click();
    await page.waitForSelector(".mistake-card:not([hidden])");
  },
  "a mistake tried again": async (page) => {
    await page.locator(".mistake-card .primary").click();
    await answer(page);
    await page.waitForFunction(() => document.querySelector(".mistake-answer").textContent);
  },
  "the summary of a review, with the graph as a table": async (page) => {
    // If the answer was wrong, show the right one.
    if (await page.evaluate(() => store.valuesHidden))
      await page.locator(".mistake-head .button").filter({ visible: true }).first().click();
    await page.locator(".panel-review .panel-details summary").click();
    await page.locator(".panel-graph summary").click();
    await show(page, ".panel-review .panel-details summary");
  },
  "a list of games": async (page) => {
    await openTab(page, "files");
    await page.setInputFiles(".panel-files input[type=file]", WTHOR);
    await page.waitForSelector(".files-table [data-index='0']");
    await show(page, ".files-table");
  },
  "the archive": async (page) => {
    await page.evaluate(() => store.toStart());
    await openTab(page, "archive");
    await page.waitForFunction(() => document.querySelector(".panel-archive").innerText.includes("160"));
    await page.waitForSelector(".panel-archive table");
  },
  training: async (page) => {
    await page.evaluate(() => store.goTo(store.nodeAt(5)));
    await openTab(page, "train");
    await page.locator("#train-openings").waitFor();
  },
  openings: async (page) => {
    await page.click("#train-openings");
    await page.locator(".opening-row").first().waitFor();
  },
  "an opening practised": async (page) => {
    await page.locator(".panel-openings .opening-list").nth(1).locator("button").first().click();
    // The line of a new opening is shown first.
    await page.locator(".panel-openings :is(.train-prompt, .primary):focus").waitFor();
    const next = page.locator(".panel-openings .panel-bar .primary");
    if (await next.isVisible()) await next.click();
    await page.locator(".panel-openings .train-prompt:focus").waitFor();
    await answer(page);
    await page.waitForFunction(() => store.marks);
  },
  "a puzzle": async (page) => {
    await page.click(".panel-openings .train-back");
    await page.click("#train-puzzles");
    await page.locator(".panel-puzzles .train-prompt:focus").waitFor();
    await answer(page);
    await page.waitForFunction(() => store.marks);
  },
  "a move guessed": async (page) => {
    await page.evaluate((moves) => (location.hash = `#g=8x8,start,${moves},8`), GAME);
    await page.waitForFunction(() => store.line().length > 10 && store.current.depth === 8);
    // Another game ends the puzzle.
    await openTab(page, "train");
    await page.click("#train-guess");
    await page.locator(".panel-guess .panel-fields button").click();
    await answer(page);
    await page.waitForFunction(() => store.marks);
    await show(page, ".panel-guess");
  },
  "umigame numbers, and what people play": async (page) => {
    await page.locator(".panel-guess .panel-bar button").last().click();
    await openTab(page, "analysis");
    const panel = page.locator(".panel-umigame");
    await panel.locator("input").first().fill("2");
    await panel.locator("button").first().click();
    await panel.locator("table").first().waitFor();
    await show(page, ".panel-umigame");
  },
  "the progress over games": async (page) => {
    await page.evaluate(
      async ([moves, rating]) => {
        const load = (file) => import(`./js/${file}.js`);
        const [{ settings }, { addToLibrary, save }] = await Promise.all(["settings", "library"].map(load));
        settings.set("progress.name", "Ada");
        const mistake = { ply: 5, mover: "black", loss: 4, kind: "x_square" };
        for (const black of ["Ada", "ada", "Grace"]) {
          await store.newGame({ moves, meta: { black, white: black === "Grace" ? "Ada" : "Grace" } });
          addToLibrary();
          if (black !== "Grace")
            store.tree.review = { moves, record: { black: rating, white: null, mistakes: [mistake] } };
          save();
        }
        store.goTo(store.nodeAt(8));
      },
      [GAME, { rating: 1500, low: 1200, high: 1800 }],
    );
    await openTab(page, "train");
    await page.click(".panel-guess .train-back");
    await page.click("#train-mistakes");
    await page.waitForSelector(".progress-kinds");
    await show(page, ".progress");
  },
  "how the search works": async (page) => {
    await command(page, "trees");
    await page.frameLocator(".search-trees").locator("[role=treeitem]").first().waitFor();
  },
  "no game": (page) => openTab(page, "play"),
  settings: (page) => command(page, "settings"),
  // A device without a keyboard has no button for it.
  help: (page) => page.keyboard.press("?"),
  "the set-up of a position": (page) => command(page, "setup"),
  "the image dialog": (page) => command(page, "picture"),
  "the lessons": async (page) => {
    await openTab(page, "files");
    await page.click("#home-learn");
    await page.waitForSelector(".lesson-list");
  },
  "the text of a lesson": async (page) => {
    await page.click("#lesson-unbalanced");
    await page.waitForFunction(() => document.querySelector(".panel-lessons .train-prompt").textContent);
  },
  "a wrong answer in a lesson": async (page) => {
    const primary = page.locator(".panel-lessons .primary:visible");
    for (let texts = 0; texts < 3; texts++) await primary.click();
    await page.locator(".lesson-place").filter({ hasText: "1" }).waitFor();
    const wrong = await page.evaluate(async () => {
      const { unbalanced } = await (await fetch("lessons.json")).json();
      return store.current.position.legal
        .map(({ move }) => move)
        .find((move) => move !== unbalanced.positions[1].answer);
    });
    await page.click(`#board [data-square="${wrong}"]`);
    await primary.waitFor();
  },
  "a new game": (page) => command(page, "new"),
  "a new game from an opening": async (page) => {
    await page.locator('#new-game input[value="level"]').check();
    await page.locator("#new-game input[type=range]").fill("1");
    await page.locator("#new-game .panel-fields select").last().selectOption("opening");
    await page.locator("#new-game details summary").click();
    await page.waitForSelector(".opponent-openings option", { state: "attached" });
  },
  "a game against the engine": async (page) => {
    await page.locator("#new-game .panel-fields select").last().selectOption("usual");
    await page.locator("#new-game button[type=submit]").click();
    await page.locator("#new-game").waitFor({ state: "detached" });
    for (const depth of [0, 2, 4]) {
      await page.waitForFunction(
        (least) => store.current.depth >= least && store.current.position.mover === store.tree.engine?.terms.human,
        depth,
      );
      if (depth < 4) await answer(page);
    }
  },
  "the confirmation of a resignation": async (page) => {
    await page.locator(".opponent-game .danger").click();
    await page.locator("dialog .danger").waitFor();
  },
  "the end of a game": async (page) => {
    await page.locator("dialog .danger").click();
    await page.waitForFunction(() => !store.tree.engine && !store.valuesHidden);
  },
};

/** The states that start from a dialog opened by the one before. */
export const CONTINUED = ["a new game", "a new game from an opening", "the confirmation of a resignation"];

/** Waits until the next frame is drawn. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
