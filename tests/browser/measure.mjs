// Measures the board of a running server: `node tests/browser/measure.mjs ADDRESS`.
// Prints the time to the first board, the size of the page, the rate of updates,
// and the time to draw a played move while the engine is searching.

import { startBrowser } from "./support.mjs";

const [address = "http://127.0.0.1:8664/"] = process.argv.slice(2);
const browser = await startBrowser();
const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Milliseconds until the board and its discs were drawn, in a new browser each time. */
async function firstPaint() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector("body[data-ready=all]");
  const paint = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    sent: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !new URL(name).pathname.startsWith("/api/"))
      .reduce((sum, { transferSize, decodedBodySize }) => [sum[0] + transferSize, sum[1] + decodedBodySize], [0, 0]),
  }));
  await context.close();
  return paint;
}

const paints = [];
for (let round = 0; round < 9; round++) paints.push(await firstPaint());
const [{ sent }] = paints;
console.log(`first paint ${middle(paints.map(({ first }) => first)).toFixed(0)} ms (middle of 9), ${sent[0]} bytes sent, ${sent[1]} unpacked`);

const page = await browser.newPage();
await page.goto(address);
await page.waitForSelector("body[data-ready=all]");
await page.click("#tab-analysis");
await page.click(".panel-switch");
await page.waitForSelector(".analysis-table tbody tr");
const changes = await page.evaluate(
  () =>
    new Promise((resolve) => {
      let count = 0;
      const watch = new MutationObserver(() => (count += 1));
      watch.observe(document.querySelector(".panel-analysis"), { subtree: true, childList: true, characterData: true });
      setTimeout(() => resolve(count), 5000);
    }),
);
console.log(`values drawn ${(changes / 5).toFixed(1)} times a second`);
const waits = [];
for (let ply = 0; ply < 30; ply++) {
  waits.push(
    await page.evaluate(async () => {
      const { store } = await import("/js/store.js");
      const began = performance.now();
      await store.play(store.current.position.legal[0].move);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      return performance.now() - began;
    }),
  );
}
console.log(`a move is drawn after ${middle(waits).toFixed(0)} ms (middle of 30), ${Math.max(...waits).toFixed(0)} at most, during analysis`);
await browser.close();
