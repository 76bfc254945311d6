// Draws the screenshots of the docs from a running server:
// `node tests/browser/pictures.mjs ADDRESS FOLDER [NAME]`; with a name, only that one.

import { join } from "node:path";
import { startBrowser } from "./start.mjs";

const [address, folder, only] = process.argv.slice(2);
const browser = await startBrowser();
/** A game from the 1980 world championship. */
const GAME =
  "f5f4e3f6e6d7d3d6d8c5c6c3b5c4b4b3c2d1c1a5e1c8a6e8b6a4c7a7f3e7a2b8g4h4g5g3h5h6h3h2f7f8g6e2d2f2f1h7g7h8g8b7a8a3g2a1b2b1g1";

async function picture(name, options, hash, work) {
  if (only && only !== name) return;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 820 },
    reducedMotion: "reduce",
    locale: "en-GB",
    serviceWorkers: "block",
    ...options,
  });
  const page = await context.newPage();
  await page.goto(`${new URL(address).origin}/${hash === null ? "" : `#g=${hash}`}`);
  await page.waitForSelector("body[data-ready=all]");
  await work(page);
  await page.screenshot({ path: join(folder, name) });
  await context.close();
}

async function analyse(page) {
  await page.click("#tab-analysis");
  await page.waitForFunction(
    () => Number(/depth (\d+)/.exec(document.querySelector(".headline-best").innerText)?.[1]) >= 12,
    undefined,
    { timeout: 120_000 },
  );
}

async function review(page) {
  await reviewAll(page);
  await page.locator(".review-item").nth(2).click();
}

/** Analyses a position of a game that is reviewed. */
async function analyseReviewed(page) {
  await reviewAll(page);
  await analyse(page);
}

async function newGame(page) {
  await page.click("#open-new");
  await page.locator("#new-game").waitFor();
}

/** Waits until the whole game is reviewed. */
async function reviewAll(page) {
  await page.click("#tab-game");
  await page.waitForFunction(
    () => document.querySelector(".panel-review progress").hidden && document.querySelector(".review-loss"),
    undefined,
    {
      timeout: 300_000,
    },
  );
}

/** Fills the list of games of a new visitor. */
async function playGames(page) {
  await page.evaluate(async () => {
    const { addToLibrary, save } = await import("./js/library.js");
    const { store } = await import("./js/store.js");
    const resigned = "f5f6e6f4e3c5c4e7c6e2";
    const games = [
      { moves: "f5d6c3d3c4f4c5b3c2e3", meta: { black: "Ada", white: "Grace" } },
      {
        moves: resigned,
        meta: {
          side: "white",
          black: "Club player (1500)",
          ending: { by: "resigned", winner: "black", moves: resigned },
        },
      },
      { moves: "e6f4e3f6g5d6e7f5c5", meta: { side: "black", white: "Novice (400)" } },
    ];
    for (const game of games) {
      await store.newGame(game);
      addToLibrary();
      save();
    }
  });
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator(".home-game").nth(2).waitFor();
}

const SCREEN = { viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.75 };
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
const DARK = { colorScheme: "dark" };

await picture("board-review.png", DARK, `8x8,start,${GAME},22`, review);
await picture("board-phone.png", PHONE, `8x8,start,${GAME},12`, analyseReviewed);
await picture("board-phone-mistake.png", { ...PHONE, ...DARK }, `8x8,start,${GAME},22`, review);
await picture("board-new-game.png", { viewport: { width: 1280, height: 800 } }, "8x8,start,,0", newGame);
await picture("board.png", {}, `8x8,start,${GAME},12`, analyseReviewed);
await picture("board-tablet.png", TABLET, `8x8,start,${GAME},22`, review);
await picture("board-dark.png", DARK, `8x8,start,${GAME},30`, analyseReviewed);
await picture("board-9x7.png", {}, "9x7,start,,0", analyse);
// Beside the drawings of the same screens.
await picture("../design/review.png", SCREEN, `8x8,start,${GAME},22`, reviewAll);
await picture("../design/first-screen.png", SCREEN, null, playGames);
await picture("../design/stepping.png", SCREEN, `8x8,start,${GAME},12`, analyseReviewed);
await browser.close();
