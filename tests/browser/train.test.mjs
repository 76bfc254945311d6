// Practice, guesses and umigame numbers on the board. `OUTFLANK_PAGE` is the address of a running
// server that has the games of 1980.

import assert from "node:assert/strict";
import { pageTest as boardTest, fillArchive, inStore, openTab, untilInView } from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6";

/** A test of a kind of training, opened at a ply of a game. */
function pageTest(words, kind, ply, work, { options = null, server = "" } = {}) {
  const train = async (page) => {
    await openTab(page, "train");
    await page.click(`#train-${kind}`);
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

/** Answers the question with the best move by the book, or another one. */
async function answerOpening(page, isRight = true) {
  const { best } = await post(page, "choose", { ...(await game(page)), level: 12, book: true });
  const move = isRight ? best : (await legal(page)).find((one) => one !== best);
  await page.locator("#board").focus();
  await type(page, move);
  await page
    .locator(".panel-openings")
    .getByText(`${isRight ? "Right" : "Wrong"}: ${move}`)
    .waitFor();
}

pageTest(
  "an opening is learnt by keyboard, line by line, and its mistakes are to be repeated",
  "openings",
  5,
  async (page) => {
    const panel = page.locator(".panel-openings");
    await panel.getByRole("button", { name: "Tiger, as Black", exact: true }).press("Enter");
    await panel.getByText("Black to move. What is the book move?").waitFor();
    assert.deepEqual(await axeViolations(page), []);
    // An illegal move is not an answer.
    await page.locator("#board").focus();
    await type(page, "a1");
    const [, all] = /1 of (\d+)/.exec(await panel.innerText());
    let line = "";
    for (let number = 1; number <= Number(all); number++) {
      await panel.getByText(`Tiger, as Black · ${number} of `).waitFor();
      const { moves } = await game(page);
      // The next position is on the same line, as long as the line has one.
      if (number === 2) assert.ok(moves.startsWith(line), `${moves} after ${line}`);
      await answerOpening(page, number !== 2);
      line = moves + (await inStore(page, (store) => store.marks.good));
      if (number === 2) assert.deepEqual(await axeViolations(page), []);
      // The button has the focus.
      await page.keyboard.press("Enter");
    }
    await panel.getByText(`Done: ${all} positions, ${all - 1} right.`).waitFor();
    assert.equal(
      await panel
        .locator("li")
        .filter({ hasText: /^After f5d6c3d3c4/ })
        .count(),
      1,
    );
    await panel.getByRole("button", { name: "All openings" }).press("Enter");
    await panel.getByText(`${all} cards, none due`).waitFor();
    await panel.getByRole("searchbox").fill("bergtiger");
    await panel.getByText("0 openings").waitFor();
    await panel.getByRole("searchbox").fill("berg");
    await panel.getByRole("button", { name: "Berg Tiger, as White" }).waitFor();
  },
);

pageTest("puzzles are made, asked and counted by theme", "puzzles", 5, async (page) => {
  await fillArchive(page);
  const panel = page.locator(".panel-practice");
  await panel.getByLabel("Number").fill("1");
  await panel.getByLabel("Most empty squares").fill("8");
  await panel.getByRole("button", { name: "Make puzzles" }).click();
  await panel.getByText(/1 puzzle added/).waitFor();
  await panel.getByRole("button", { name: "Practise" }).click();
  await panel
    .getByText(/to move/)
    .first()
    .waitFor();
  for (let asked = 0; asked < 5; asked++) {
    const { best } = await post(page, "choose", { ...(await game(page)), level: 12 });
    const [wrong] = (await legal(page)).filter((move) => move !== best);
    await type(page, wrong ?? best);
    await panel.getByText(/^(Right|Wrong): /).waitFor();
    if (await panel.getByText(/Themes: /).count()) return;
    await panel.getByRole("button", { name: "Next" }).click();
    await panel
      .getByText(/to move/)
      .first()
      .waitFor();
  }
});

pageTest(
  "moves are guessed on a phone, with the game hidden",
  "guess",
  8,
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

boardTest(
  "what was counted comes into view on a phone",
  async (page) => {
    await openTab(page, "analysis");
    const umigame = page.locator(".panel-umigame");
    await umigame.getByRole("spinbutton").first().fill("1");
    await umigame.getByRole("button", { name: "Count" }).click();
    await umigame.getByText(/^Good moves: \d+ of \d+\. Winning moves: \d+; drawing: \d+; losing: \d+\.$/).waitFor();
    await untilInView(page, ".panel-umigame [role=status].panel-group");
  },
  { options: { viewport: { width: 390, height: 844 }, hasTouch: true }, hash: `#g=8x8,start,${GAME},5`, alone: true },
);

boardTest(
  "umigame numbers are counted, in three languages",
  async (page) => {
    await openTab(page, "analysis");
    const panel = page.locator(".panel-umigame");
    await panel.getByRole("spinbutton").first().fill("2");
    await panel.getByRole("button", { name: "Count" }).click();
    await panel.getByText("What each side must know").waitFor();
    const numbers = await post(page, "umigame", { ...(await game(page)), plies: 2, level: 8 });
    const cells = await panel.locator("table").first().locator("td").allInnerTexts();
    const known = ["black", "white"].flatMap((side) =>
      ["lines", "ends", "positions"].map((name) => String(numbers[side][name])),
    );
    assert.deepEqual(cells, known);
    // What people of each level play here.
    const { levels } = await post(page, "choices", { ...(await game(page)), level: 8 });
    const people = panel.locator("table.people-levels tbody tr");
    assert.equal(await people.count(), levels.length);
    const club = levels.findIndex(({ name }) => name === "club");
    const often = levels[club].moves[0];
    const percent = await page.evaluate(
      async (part) => (await import("./js/panels/words.js")).share(part),
      often.share,
    );
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
  },
  { hash: `#g=8x8,start,${GAME},4`, alone: true },
);
