// Helpers of the board tests: they open the page of a running server and read what it shows.
// `OUTFLANK_PAGE` is the address of the server, such as `http://127.0.0.1:8664/`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { after, test } from "node:test";
import { command, isReady, WTHOR } from "./states.mjs";
import { delayPage, getBrowser, TIMEOUT } from "./support.mjs";

export { command, openTab, set } from "./states.mjs";

export const address = process.env.OUTFLANK_PAGE;
assert.ok(address, "OUTFLANK_PAGE is the address of a running server");

/** Whether the address is that of the site, whose engine runs in the browser. */
export const isSite = process.env.OUTFLANK_EDITION === "site";

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** A server without an archive responds with an error status, which browsers log. */
const MAY_BE_MISSING = /\/api\/archive/;

/** Paths for which a test sends invalid requests. */
export const REFUSED = /\/api\/(archive|game|import)/;

/** Settings that turn automatic searches off. */
const CALM = { "analysis.on": false, "review.auto": false };

const START = "#g=8x8,start,,0";

/** The page that tests share until one fails: loading it takes longer than most tests. */
let shared = null;
after(() => shared?.context.close());

/** Opens the page in a browser context with its own storage. */
async function openVisit(root, hash, options, settings) {
  const browser = await getBrowser();
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    reducedMotion: "reduce",
    locale: "en-GB",
    // The service worker would load the whole page a second time.
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  const visit = { context, page: null, problems: [], refused: /^$/ };
  const report = (words, url = "") => visit.problems.push({ words, url });
  context.on("console", (message) => {
    const isProblem =
      ["error", "warning"].includes(message.type()) &&
      !message.text().startsWith("Service Worker registration blocked");
    if (isProblem) report(message.text(), message.location().url);
  });
  context.on("weberror", (error) => report(String(error.error())));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(new URL(".", root).href) && !/^(blob|data|file):/.test(url)) report(`a request to ${url}`);
  });
  await delayPage(context);
  await context.addInitScript((saved) => {
    // about:blank has no storage.
    if (location.protocol === "http:") localStorage["outflank.settings"] ??= JSON.stringify(saved);
  }, settings);
  visit.page = await context.newPage();
  await open(visit.page, hash, root);
  return visit;
}

/** Resets the shared page to a game, as if it had just been opened. */
async function resetPage({ page, context }, hash, settings) {
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.evaluate(
    async ([address, saved]) => {
      const load = async (file) => import(`./js/${file}.js`);
      const names = ["store", "settings", "i18n", "share"];
      const [{ store }, { settings }, { language, setLanguage }, { openAddress }] = await Promise.all(names.map(load));
      document.querySelectorAll("dialog, .notice, .menu").forEach((one) => one.remove());
      for (const name of Object.keys(JSON.parse(localStorage["outflank.settings"]))) settings.set(name, saved[name]);
      for (const [name, value] of Object.entries(saved)) settings.set(name, value);
      if (language() !== "en") await setLanguage("en");
      Object.assign(store, { chooser: null, marks: null, pv: null });
      for (const key of Object.keys(localStorage)) if (key !== "outflank.settings") localStorage.removeItem(key);
      // Waits for the last test's requests, so that its game cannot replace this one.
      history.replaceState(null, "", address);
      await openAddress();
      document.querySelector("#tab-analysis").click();
      document.activeElement?.blur();
    },
    [hash, settings],
  );
  await page.mouse.move(2, 2);
}

/** Tests of a file that failed or are running. Each may wait for `TIMEOUT`, so after a few failures the rest is skipped. */
let failures = 0;
const MAX_FAILURES = 2;

/** What a page shows outside its board, for the report of a failure. */
const shownBy = (page) =>
  page
    .evaluate(() => {
      const shown = [...document.querySelectorAll("dialog[open], .notice, [role=tabpanel]")];
      return shown.map((one) => (one.checkVisibility() ? one.innerText : "")).join(" ");
    })
    .then((words) => words.replaceAll(/\s+/g, " ").trim(), String);

/**
 * A test of the page, with the hash of its URL, the paths that the server may refuse, and the saved settings. The page
 * must log no errors and send requests only to its server. A test that has browser options or is `alone` gets its own
 * page and storage; the others share one page. `root` is the address of the page. `server` is the reason why a test needs
 * the server, `site` why it needs the site.
 */
export function pageTest(
  words,
  work,
  {
    hash = "",
    options = null,
    refused = MAY_BE_MISSING,
    settings = CALM,
    alone = false,
    root = address,
    server = "",
    site = "",
  } = {},
) {
  const isAlone = alone || options !== null;
  const run = async () => {
    let visit;
    if (!isAlone && shared) await resetPage((visit = shared), hash || START, settings);
    else visit = await openVisit(root, isAlone ? hash : hash || START, options, settings);
    shared = isAlone ? shared : null;
    visit.problems.length = 0;
    try {
      await work(visit.page, visit.context);
      assert.deepEqual(
        visit.problems.filter(({ url }) => !refused.test(url)).map((one) => one.words),
        [],
      );
      if (isAlone) return;
      shared = visit;
    } catch (error) {
      error.message += `\nThe page shows: ${await shownBy(visit.page)}`;
      throw error;
    } finally {
      if (shared !== visit) await visit.context.close();
    }
  };
  test(words, { skip: (isSite ? server : site) || false }, async () => {
    assert.ok(failures < MAX_FAILURES, "skipped after earlier failures");
    failures += 1;
    await run();
    failures -= 1;
  });
}

/** Puts the games of 1980 into the archive of the site, which begins empty; servers have them. */
export async function fillArchive(page) {
  if (!isSite) return;
  const contents = await Promise.all(
    WTHOR.map(async (path) => [basename(path), (await readFile(path)).toString("base64")]),
  );
  await page.evaluate(async (contents) => {
    const { importIntoArchive } = await import("./js/backup.js");
    const bytes = (text) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    await importIntoArchive(contents.map(([name, text]) => new File([bytes(text)], name)));
  }, contents);
}

/** Loads the page and defines its variable `store`. */
export async function open(page, hash = "", root = address) {
  await page.goto(root + hash);
  await isReady(page);
}

export async function reload(page) {
  await page.reload();
  await isReady(page);
}

export const square = (page, name) => page.locator(`#board [data-square="${name}"]`);
export const label = (page, name) => square(page, name).getAttribute("aria-label");
export const turn = (page) => page.locator("#status .turn").innerText();
export const counts = (page) => page.locator("#status .player-count").allInnerTexts();
export const current = (page) => page.locator("#moves [aria-current]").getAttribute("aria-label");
/** The moves of the main line in the list. */
export const main = (page) => page.locator(".moves-row .move-name").allInnerTexts();
export const announced = (page, words) =>
  page.waitForFunction((text) => document.querySelector("#live").textContent.includes(text), words);
export const waitForText = async (page, selector, words) =>
  page.waitForFunction(([where, text]) => document.querySelector(where)?.textContent.includes(text), [selector, words]);

/** Plays a square by clicking it and waits for its disc. */
export async function play(page, name) {
  await square(page, name).click();
  await page.locator(`#board [data-square="${name}"] .disc`).waitFor();
}

/** Evaluates, within the page, a function that takes the store and an argument. */
export const inStore = (page, work, argument = null) => page.evaluate(`(${work})(store, ${JSON.stringify(argument)})`);

/**
 * Waits until a function of the store and an argument is true. `waitForFunction` would take the text of a function for
 * its result.
 */
export async function untilStore(page, work, argument = null) {
  const isTrue = `Boolean((${work})(store, ${JSON.stringify(argument)}))`;
  for (const end = Date.now() + TIMEOUT; !(await page.evaluate(isTrue)); await page.waitForTimeout(20)) {
    assert.ok(Date.now() < end, `not within ${TIMEOUT} ms: ${work}`);
  }
}

export const text = (page, selector) => page.locator(selector).first().innerText();
/** Waits until the text of the elements of a selector matches a pattern. */
export const until = (page, selector, pattern) =>
  page.waitForFunction(
    ([where, source]) =>
      new RegExp(source).test([...document.querySelectorAll(where)].map((one) => one.innerText).join("\n")),
    [selector, pattern.source],
  );
/** Waits until the top of an element is visible: above the tabs of a phone, within the screen. */
export const untilInView = (page, selector) =>
  page.waitForFunction((where) => {
    const box = document.querySelector(where)?.getBoundingClientRect();
    const x = box && box.left + Math.min(box.width, 40) / 2;
    return box?.height && document.querySelector(where).contains(document.elementFromPoint(x, box.top + 4));
  }, selector);
/** The transcript of the game up to the current position. */
export const played = (page) => inStore(page, (store) => store.movesTo());

/** Pastes text into the page. */
export const paste = (page, text, selector = "body") =>
  page.evaluate(
    ([words, where]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", words);
      // Firefox ignores `clipboardData`.
      const init = { clipboardData, data: words, dataType: "text/plain", bubbles: true, cancelable: true };
      document.querySelector(where).dispatchEvent(new ClipboardEvent("paste", init));
    },
    [text, selector],
  );

/** Starts a game through the dialog: on a free board, or against a level of the engine. */
export async function newGame(page, { opponent = "level", board, more } = {}) {
  await command(page, "new");
  await page.locator(`#new-game input[value="${opponent}"]`).check();
  if (opponent === "level") await page.locator("#new-game input[type=range]").fill("1");
  if (board) {
    await page.getByText("More options").click();
    await page.selectOption("#new-board", board);
  }
  await more?.();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator("#new-game").waitFor({ state: "detached" });
  if (opponent === "level") await waitForText(page, ".opponent-status", "Your move");
}

/** Waits until the browser keeps a game whose text contains a string. */
export const untilKept = (page, part) =>
  page.waitForFunction(
    (part) =>
      Object.entries(localStorage).some(([key, value]) => key.startsWith("outflank.game.") && value.includes(part)),
    part,
  );

/** Sets a setting in the dialog. */
export async function choose(page, name, value) {
  await command(page, "settings");
  await page.selectOption(`#setting-${name}`, value);
  await page.keyboard.press("Escape");
}

/** Gives the position after `ply` plies of the line a score for the side that moved there. */
export const giveScore = (page, ply, score, exact = false) =>
  inStore(
    page,
    (store, [ply, score, exact]) => {
      const [node, next] = store.line().slice(ply);
      const move = node.position.legal.map((one) => one.move).find((one) => one !== next?.ply.move);
      store.setMoves(node, [{ move, score: -score, exact, depth: 60, selectivity: 100, pv: [move] }]);
    },
    [ply, score, exact],
  );
