// Shared parts of the tests of the board: a page of the running server, and what it shows.
// `OUTFLANK_PAGE` is the address of that server, such as `http://127.0.0.1:8664/`.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser } from "./support.mjs";

export const address = process.env.OUTFLANK_PAGE;
assert.ok(address, "OUTFLANK_PAGE is the address of a running server");

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** A server without an archive says so with an error status, which browsers log. */
const MAY_BE_MISSING = /\/api\/archive/;

/** Paths for which a test sends invalid requests. */
export const REFUSED = /\/api\/(archive|game|import)/;

/** Settings of a page that searches only when asked. */
const CALM = { "analysis.on": false, "review.auto": false };

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

/**
 * A test of the page, with the hash of its address, browser options, the paths that the
 * server may refuse, and the settings kept by the browser. The page must log no other errors,
 * and send requests only to its server.
 */
export function on(words, work, { hash = "", options = {}, refused = MAY_BE_MISSING, settings = CALM } = {}) {
  test(words, async () => {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 860 },
      reducedMotion: "reduce",
      locale: "en-GB",
      ...options,
    });
    context.setDefaultTimeout(20_000);
    try {
      const complaints = [];
      const strangers = [];
      context.on("console", (message) => {
        const isProblem = ["error", "warning"].includes(message.type());
        if (isProblem && !refused.test(message.location().url)) complaints.push(message.text());
      });
      context.on("weberror", (error) => complaints.push(String(error.error())));
      context.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(new URL("/", address).href) && !/^(blob|data):/.test(url)) strangers.push(url);
      });
      await context.addInitScript((kept) => {
        // An empty page has no storage.
        if (location.protocol === "http:" && !localStorage.getItem("outflank.settings")) localStorage.setItem("outflank.settings", JSON.stringify(kept));
      }, settings);
      const page = await context.newPage();
      await open(page, hash);
      await work(page, context);
      assert.deepEqual(complaints, []);
      assert.deepEqual(strangers, []);
    } finally {
      await context.close();
    }
  });
}

export async function open(page, hash = "") {
  await page.goto(address + hash);
  await page.locator("body[data-ready=all]").waitFor();
}

export const square = (page, name) => page.locator(`#board [data-square="${name}"]`);
export const label = (page, name) => square(page, name).getAttribute("aria-label");
export const turn = (page) => page.locator("#status .turn").innerText();
export const counts = (page) => page.locator("#status .player-count").allInnerTexts();
export const current = (page) => page.locator("#moves [aria-current]").getAttribute("aria-label");
/** The moves of the main line in the list. */
export const main = (page) => page.locator(".moves-row .move-name").allInnerTexts();
export const said = (page, words) => page.waitForFunction((text) => document.querySelector("#live").textContent.includes(text), words);
export const says = async (page, selector, words) =>
  page.waitForFunction(([where, text]) => document.querySelector(where)?.textContent.includes(text), [selector, words]);

/** Plays a square by a click and waits for its disc. */
export async function play(page, name) {
  await square(page, name).click();
  await page.locator(`#board [data-square="${name}"] .disc`).waitFor();
}

/** Evaluates an expression on the store within the page. */
export const inStore = (page, work) =>
  page.evaluate(`import("/js/store.js").then(({ store }) => (${work})(store))`);

/** Pastes a text into the page. */
export const paste = (page, text, selector = "body") =>
  page.evaluate(
    ([words, where]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", words);
      document.querySelector(where).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [text, selector],
  );

/** Presses a command of the page, which is in a menu on phones. */
export async function command(page, name) {
  const menu = page.locator("#open-menu");
  if (await menu.isVisible()) await menu.click();
  await page.click(`#open-${name}`);
}

/** Begins a game by the dialog: on a free board, or against a level of the engine. */
export async function newGame(page, { opponent = "level", board, more } = {}) {
  await command(page, "new");
  await page.locator(`#new-game input[value="${opponent}"]`).check();
  if (opponent === "level") await page.locator("#new-game input[type=range]").fill("1");
  if (board) {
    await page.getByText("More: board, scores").click();
    await page.selectOption("#new-board", board);
  }
  await more?.();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator("#new-game").waitFor({ state: "detached" });
  if (opponent === "level") await says(page, ".opponent-status", "Your move");
}

/** Chooses a setting of the dialog. */
export async function choose(page, name, value) {
  await command(page, "settings");
  await page.selectOption(`#setting-${name}`, value);
  await page.keyboard.press("Escape");
}
