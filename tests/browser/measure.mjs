// Measures the board of a running server: `node tests/browser/measure.mjs ADDRESS`.
// Prints the time to the first paint, the size of the page, the times until a played move is drawn
// and all moves have scores, and the times of a review and of steps through a game.

import { startBrowser } from "./start.mjs";

const [address = "http://127.0.0.1:8664/"] = process.argv.slice(2);
const browser = await startBrowser();
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The time to the first paint in milliseconds and the bytes sent, in a new browser context. */
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
console.log(
  `first paint ${median(paints.map(({ first }) => first)).toFixed(0)} ms (median of 9), ${sent[0]} bytes sent, ${sent[1]} unpacked`,
);

/** A game from the 1980 world championship. */
const GAME =
  "f5f4e3f6e6d7d3d6d8c5c6c3b5c4b4b3c2d1c1a5e1c8a6e8b6a4c7a7f3e7a2b8g4h4g5g3h5h6h3h2f7f8g6e2d2f2f1h7g7h8g8b7a8a3g2a1b2b1g1";

/** Milliseconds from the start of some work until a condition holds, checked at every frame. */
const wait = (page, work, condition) =>
  page.evaluate(`(async () => {
    const { store } = await import("./js/store.js");
    const began = performance.now();
    ${work};
    while (!(${condition})) await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })()`);

const page = await browser.newPage();
await page.goto(address);
await page.waitForSelector("body[data-ready=all]");
const drawnAfter = [];
const scoredAfter = [];
for (let ply = 0; ply < 30; ply++) {
  const [shown, scored] = await page.evaluate(async () => {
    const { store } = await import("./js/store.js");
    const frame = () => new Promise(requestAnimationFrame);
    const began = performance.now();
    await store.play(store.current.position.legal[0].move);
    await frame();
    const drawnAt = performance.now() - began;
    while (document.querySelectorAll("#board .chip").length !== store.current.position.legal.length) await frame();
    return [drawnAt, performance.now() - began];
  });
  drawnAfter.push(shown);
  scoredAfter.push(scored);
}
console.log(
  `a move is drawn after ${median(drawnAfter).toFixed(0)} ms (median of 30), ${Math.max(...drawnAfter).toFixed(0)} at most, during analysis`,
);
console.log(
  `all moves have their scores ${median(scoredAfter).toFixed(0)} ms after the previous move was played (median of 30), ${Math.max(...scoredAfter).toFixed(0)} at most`,
);

const reviewed = await wait(
  page,
  `await store.newGame({ moves: "${GAME}" })`,
  "store.mainLine().slice(1).every(({ review }) => review)",
);
console.log(`a game of 60 moves is reviewed ${reviewed.toFixed(0)} ms after it was opened`);

const session = await page.context().newCDPSession(page);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
/** Seconds of processor time of the page's main thread: in all, and in scripts, styles and layout. */
const busy = async () => {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (wanted) => metrics.find(({ name }) => name === `${wanted}Duration`).value;
  return [of("Task"), of("Script") + of("RecalcStyle") + of("Layout")];
};

const before = await busy();
const frames = await page.evaluate(async () => {
  const { store } = await import("./js/store.js");
  store.toStart();
  const times = [];
  let last = performance.now();
  for (let step = 0; step < 60; step++) {
    store.forward();
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  return times;
});
const after = await busy();
const [all, own] = after.map((seconds, index) => ((seconds - before[index]) * 1000) / 60);
console.log(
  `stepping through it takes ${median(frames).toFixed(1)} ms a move (median of 60), ${Math.max(...frames).toFixed(0)} at most`,
);
console.log(
  `the page itself is busy for ${all.toFixed(1)} ms of processor time a move, ${own.toFixed(1)} of it in scripts, styles and layout`,
);
await browser.close();
