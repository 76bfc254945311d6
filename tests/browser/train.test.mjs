// Practice and guesses on the Train tab, and umigame numbers. `OUTFLANK_PAGE` is the address of a running
// server that has the games of 1980.

import assert from "node:assert/strict";
import { inStore, pageTest as boardTest, openTab, fillArchive, untilInView } from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6";

/** A test of a kind of training, opened at a ply of a game, or of another tab. */
function pageTest(words, ply, kind, work, { options = null, server = "" } = {}) {
  const train = async (page) => {
    await openTab(page, kind === "analysis" ? kind : "train");
    if (kind !== "analysis") await page.click(`#train-${kind}`);
    await work(page);
  };
  boardTest(words, train, { hash: `#g=8x8,start,${GAME},${ply}`, options, server, alone: true });
}

const legal = (page) => inStore(page, (store) => store.current.position.legal.map(({ move }) => move));
const post = (page, path, body) =>
  page.evaluate(async ([path, body]) => (await import("./js/api.js")).post(path, body), [path, body]);
const game = (page) => inStore(page, (store) => store.game());
/** Types the name of a square. */
async function type(page, square) {
  await page.keyboard.press(square[0]);
  await page.keyboard.press(square[1]);
}

pageTest("an opening is added and practised by keyboard", 5, "openings", async (page) => {
  const panel = page.locator(".panel-practice");
  await panel.getByLabel("Moves (1–20)").fill("2");
  await panel.getByRole("button", { name: "Add the lines" }).click();
  await panel.getByText(/added to “Tiger, as Black”/).waitFor();
  // New cards are due, because they are shown at once.
  const cells = await panel.getByRole("row", { name: /Tiger, as Black/ }).locator("td").allInnerTexts();
  assert.ok(Number(cells[0]) > 0);
  assert.deepEqual(cells.slice(0, 3), [cells[0], cells[0], cells[0]]);
  assert.deepEqual(await axeViolations(page), []);
  await panel.getByRole("button", { name: "Practise" }).press("Enter");
  await panel.getByText("Black to move. Tiger").waitFor();
  const { best } = await post(page, "choose", { ...(await game(page)), level: 12, book: true });
  // An illegal move is not an answer.
  await type(page, "a1");
  const wrong = (await legal(page)).find((move) => move !== best);
  assert.ok(wrong);
  await page.locator("#board").focus();
  await type(page, best);
  await panel.getByText(`Right: ${best}`).waitFor();
  await panel.getByText(/Again in \d+ days/).waitFor();
  assert.deepEqual(await axeViolations(page), []);
  await panel.getByRole("button", { name: "Stop" }).press("Enter");
  await panel.getByRole("row", { name: /Tiger, as Black/ }).waitFor();
});

pageTest("puzzles are made, asked and counted by theme", 5, "puzzles", async (page) => {
  await fillArchive(page);
  const panel = page.locator(".panel-practice");
  await panel.getByLabel("Number").fill("1");
  await panel.getByLabel("Most empty squares").fill("8");
  await panel.getByRole("button", { name: "Make puzzles" }).click();
  await panel.getByText(/added to “Puzzles”/).waitFor();
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

pageTest(
  "moves are guessed on a phone, with the game hidden",
  8,
  "guess",
  async (page) => {
    const panel = page.locator(".panel-guess");
    await panel.getByRole("button", { name: "Start guessing" }).click();
    await panel.getByText("Move 9: Black to move.").waitFor();
    assert.equal(await page.locator("#moves").isVisible(), false);
    await type(page, "e6");
    await panel.getByText(/^e6 \(.*\): \d+ of 10 points\./).waitFor();
    await panel.getByText("This is the move that was played.").waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await panel.getByRole("button", { name: "Next move" }).click();
    await panel.getByText("Move 10: White to move.").waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await panel.getByText(/1 of 1 moves match the game/).waitFor();
    assert.equal(await page.evaluate(() => "guessing" in document.body.dataset), false);
  },
  { options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
);

pageTest(
  "what was added and counted comes into view on a phone",
  5,
  "openings",
  async (page) => {
    const panel = page.locator(".panel-practice");
    await panel.getByLabel("Moves (1–20)").fill("1");
    await panel.getByRole("button", { name: "Add the lines" }).click();
    await panel.getByText(/added to/).waitFor();
    await untilInView(page, ".panel-practice .panel-status");
    await openTab(page, "analysis");
    const umigame = page.locator(".panel-umigame");
    await umigame.getByRole("spinbutton").first().fill("1");
    await umigame.getByRole("button", { name: "Count" }).click();
    await umigame.getByText(/^Safe moves: \d+ of \d+\. Winning moves: \d+; drawing: \d+; losing: \d+\.$/).waitFor();
    await untilInView(page, ".panel-umigame [role=status].panel-group");
  },
  { options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
);

pageTest("umigame numbers are counted, in three languages", 4, "analysis", async (page) => {
  const panel = page.locator(".panel-umigame");
  await panel.getByRole("spinbutton").first().fill("2");
  await panel.getByRole("button", { name: "Count" }).click();
  await panel.getByText("What each side must know").waitFor();
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
  const percent = await page.evaluate(async (part) => (await import("./js/panels/words.js")).share(part), often.share);
  assert.match(await people.nth(club).innerText(), new RegExp(`1400[^]*${often.move} ${percent}`));
  for (const [language, count, found] of [
    ["fr", "Calculer", "Ce que chaque camp doit connaître"],
    ["ja", "数える", "各番が覚えること"],
    ["en", "Count", "What each side must know"],
  ]) {
    await page.evaluate(async (code) => (await import("./js/i18n.js")).setLanguage(code), language);
    await panel.getByText(found).waitFor();
    assert.ok(await panel.getByRole("button", { name: count }).count());
    assert.deepEqual(await axeViolations(page), [], language);
  }
});
