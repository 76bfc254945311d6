// Helpers of the page tests: a browser, and checks of a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { filesOf } from "../../site/files.mjs";
import { startBrowser } from "./start.mjs";

let started = null;
/** The browser of this process, started when it is first needed. */
export const getBrowser = () => (started ??= startBrowser());
after(async () => (await started)?.close());

/** Milliseconds to wait for a state: long enough for a busy machine. */
export const TIMEOUT = 90_000;

/** The folder of the site: `OUTFLANK_SITE`, or where `make site` writes it. */
export const SITE = process.env.OUTFLANK_SITE ?? fileURLToPath(new URL("../../target/site", import.meta.url));

/**
 * Slows the pages of a browser context, so that a test that reads too early fails even on an idle
 * machine. `OUTFLANK_LATE=300,0` delays each animation frame by 300 ms and each reply of the server
 * by 0 ms.
 */
export async function delayPage(context) {
  const [frames = 0, replies = 0] = (process.env.OUTFLANK_LATE ?? "").split(",").map(Number);
  if (!frames && !replies) return;
  await context.addInitScript(
    ([frames, replies]) => {
      const [nextFrame, load] = [requestAnimationFrame, fetch];
      if (frames) globalThis.requestAnimationFrame = (draw) => setTimeout(() => nextFrame(draw), frames);
      globalThis.fetch = async (...request) => {
        const reply = await load(...request);
        await new Promise((go) => setTimeout(go, replies));
        return reply;
      };
    },
    [frames, replies],
  );
}

/**
 * Opens an address, passes the page to `work`, and then asserts that the page
 * logged no errors and requested nothing but itself.
 */
export async function withPage(address, options, work) {
  const browser = await getBrowser();
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  await delayPage(context);
  try {
    const page = await context.newPage();
    const problems = [];
    const requests = [];
    page.on("console", (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(address);
    await work(page, problems);
    assert.deepEqual(problems, []);
    const own = address.split("#")[0];
    assert.deepEqual(
      requests.filter((url) => url.split("#")[0] !== own),
      [],
    );
  } finally {
    await context.close();
  }
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Whether a violation is only that the accessible name of a tree node spells out its symbols,
 * such as `≤3` and `α 3`: the rule that a name contains the visible text is meant for words.
 */
const isSpelledOut = (rule, html) => rule === "label-content-name-mismatch" && html.includes('role="treeitem"');

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Returns the violations of WCAG 2.2 A and AA on a page; `onlyColours` checks contrast alone. */
export async function axeViolations(page, { onlyColours = false } = {}) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(axe, "utf8"));
  const found = await page.evaluate(
    async (runOnly) => {
      const { violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })));
    },
    onlyColours ? ["color-contrast"] : RULES,
  );
  return found.filter(({ id, html }) => !isSpelledOut(id, html)).map(({ id, html }) => `${id}: ${html}`);
}

/** Waits until an asynchronous function, called in the page with an argument, returns true. */
export async function until(page, work, argument) {
  for (const end = Date.now() + TIMEOUT; !(await page.evaluate(work, argument)); ) {
    assert.ok(Date.now() < end, `timed out: ${work}`);
    await new Promise((go) => setTimeout(go, 100));
  }
}

/** Waits until the service worker has cached all files. */
export async function untilCached(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage("fill");
  });
  const count = filesOf(SITE).length - 1;
  await until(
    page,
    async (count) => {
      const [name] = await caches.keys();
      return (await (await caches.open(name)).keys()).length >= count;
    },
    count,
  );
}
