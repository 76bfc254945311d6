// Practice, guesses and umigame numbers on the board. `OUTFLANK_PAGE` is the address of a running
// server that has the games of 1980.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hindrances, startBrowser } from "./support.mjs";

const address = process.env.OUTFLANK_PAGE;
assert.ok(address, "OUTFLANK_PAGE is the address of a running server");
const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

/** A test of the tab Train, opened at a ply of a game; the page must log no errors. */
function on(words, ply, work, options = {}) {
  test(words, async () => {
    const context = await browser.newContext({
      viewport: { width: 1360, height: 900 },
      reducedMotion: "reduce",
      locale: "en-US",
      ...options,
    });
    context.setDefaultTimeout(60_000);
    try {
      // Searches only when asked.
      await context.addInitScript(() => {
        const kept = { "analysis.on": false, "review.auto": false };
        if (location.protocol === "http:") localStorage["outflank.settings"] ??= JSON.stringify(kept);
      });
      const page = await context.newPage();
      const complaints = [];
      page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.goto(`${new URL(address).origin}/#g=8x8,start,${GAME},${ply}`);
      await page.waitForSelector("body[data-ready=all]");
      await page.click("#tab-train");
      await work(page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}

const legal = (page) =>
  page.evaluate(async () => (await import("/js/store.js")).store.current.position.legal.map(({ move }) => move));
const post = (page, path, body) =>
  page.evaluate(async ([path, body]) => (await import("/js/api.js")).post(path, body), [path, body]);
const game = (page) => page.evaluate(async () => (await import("/js/store.js")).store.game());
/** Types a square, as anywhere on the page. */
async function type(page, square) {
  await page.keyboard.press(square[0]);
  await page.keyboard.press(square[1]);
}

on("an opening is learned and practised by keyboard", 5, async (page) => {
  const panel = page.locator(".panel-practice");
  await panel.getByLabel("Moves (1–20)").fill("2");
  await panel.getByRole("button", { name: "Add the lines" }).click();
  await panel.getByText(/added to Tiger \(black\)/).waitFor();
  assert.deepEqual(await hindrances(page), []);
  await panel.getByRole("button", { name: "Practise" }).press("Enter");
  await panel.getByText("Black to move. Tiger").waitFor();
  const { best } = await post(page, "choose", { ...(await game(page)), level: 12 });
  // A square that is no legal move is no answer.
  await type(page, "a1");
  const wrong = (await legal(page)).find((move) => move !== best);
  assert.ok(wrong);
  await page.locator("#board").focus();
  await type(page, best);
  await panel.getByText(`Right: ${best}`).waitFor();
  await panel.getByText(/Again in \d+ days/).waitFor();
  assert.deepEqual(await hindrances(page), []);
  await panel.getByRole("button", { name: "Stop" }).press("Enter");
  await panel.getByRole("row", { name: /Tiger \(black\)/ }).waitFor();
});

on("puzzles are made, asked and counted by theme", 5, async (page) => {
  const panel = page.locator(".panel-practice");
  await panel.getByLabel("Number").fill("1");
  await panel.getByLabel("Most empty squares").fill("8");
  await panel.getByRole("button", { name: "Make puzzles" }).click();
  await panel.getByText(/added to puzzles/).waitFor();
  await panel.getByRole("button", { name: "Practise" }).click();
  await panel.getByText(/to move/).first().waitFor();
  for (let asked = 0; asked < 5; asked++) {
    const { best } = await post(page, "choose", { ...(await game(page)), level: 12 });
    const [wrong] = (await legal(page)).filter((move) => move !== best);
    await type(page, wrong ?? best);
    await panel.getByText(/^(Right|Wrong): /).waitFor();
    if (await panel.getByText(/Themes: /).count()) return;
    await panel.getByRole("button", { name: "Next" }).click();
    await panel.getByText(/to move/).first().waitFor();
  }
});

on(
  "moves are guessed on a phone, with the game hidden",
  8,
  async (page) => {
    const panel = page.locator(".panel-guess");
    await panel.getByRole("button", { name: "Start guessing" }).click();
    await panel.getByText("Move 9: Black to move.").waitFor();
    assert.equal(await page.locator("#moves").isVisible(), false);
    await type(page, "e6");
    await panel.getByText(/points? for e6/).waitFor();
    await panel.getByText("It is the move of the game.").waitFor();
    assert.deepEqual(await hindrances(page), []);
    await panel.getByRole("button", { name: "Next move" }).click();
    await panel.getByText("Move 10: White to move.").waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText(/1 of 1 moves of the game/).waitFor();
    assert.equal(await page.evaluate(() => "guessing" in document.body.dataset), false);
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
);

for (const [locale, count, found] of [
  ["en-US", "Count", "What each side must know"],
  ["fr-FR", "Calculer", "Ce que chaque camp doit connaître"],
  ["ja-JP", "数える", "各番が覚えること"],
]) {
  on(
    `umigame numbers are counted, ${locale}`,
    4,
    async (page) => {
      const panel = page.locator(".panel-umigame");
      await panel.getByRole("spinbutton").first().fill("2");
      await panel.locator(".button.primary").click();
      await panel.getByText(found).waitFor();
      assert.ok(await panel.getByRole("button", { name: count }).count());
      const numbers = await post(page, "umigame", { ...(await game(page)), plies: 2, level: 8 });
      const cells = await panel.locator("table").first().locator("td").allInnerTexts();
      const known = ["black", "white"].flatMap((side) => ["lines", "ends", "positions"].map((name) => String(numbers[side][name])));
      assert.deepEqual(cells, known);
      // What people of each level play here.
      const { levels } = await post(page, "choices", { ...(await game(page)), level: 8 });
      const people = panel.locator("table.people-levels tbody tr");
      assert.equal(await people.count(), levels.length);
      const club = levels.findIndex(({ name }) => name === "club");
      const often = levels[club].moves[0];
      const percent = await page.evaluate(async (part) => (await import("/js/panels/words.js")).share(part), often.share);
      assert.match(await people.nth(club).innerText(), new RegExp(`1400[^]*${often.move} ${percent}`));
      assert.deepEqual(await hindrances(page), []);
    },
    { locale },
  );
}
