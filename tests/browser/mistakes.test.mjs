// The user's mistakes: kept by one click in a review, asked in Train, and counted over the reviewed games.
// `OUTFLANK_PAGE` is the address of a running server with an archive.

import assert from "node:assert/strict";
import { inStore, openTab, pageTest, paste, reload, until, untilStore } from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const GAMES = [
  "f5d6c5f4e3d3e6g5c6f3d2c4c3e7f7c7f6d7c8b5g6g4e2f2b6f8h4h3h6g3h5b4h2b3f1c1a5e1d1g1a4a3a2a7b2d8e8b8a6a1b1c2h1g2b7h7h8a8g7g8",
  "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2a3a7g6h5g2b2f7f8e8h1g1g7a1h7a8b7c8b8g8h8",
  "f5f6e6f4e3d3f3c5c4c3g4d6e7f8f7e2d2h3h5c2d1f1c1g6e8d8g5g8b3f2g3h2e1b1b4a5a4a3c6b6b5a6c7d7b7h6c8a7a8b8h8h4a2b2g7h7h1g2g1a1",
];
const SETTINGS = { "analysis.on": false, "review.level": 3 };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

const statistics = (page) => page.evaluate(async () => (await import("./js/api.js")).get("practice"));
const deckOf = async (page) => (await statistics(page)).decks.find(({ deck }) => deck === "mistakes");

/** Opens the review of a pasted game, once it is done. */
async function review(page, moves) {
  await paste(page, moves);
  await untilStore(page, (store) => store.line().length > 50);
  await openTab(page, "game");
  await until(page, ".panel-review .panel-status", /^Mistakes: \d+/);
}

/** What the listed mistakes lost. */
const lossesOf = async (page) =>
  (await page.locator(".review-cost").allInnerTexts()).map((one) => Number(one.slice(1)));

/** Saves a game of two players without a review. */
const addGame = (page, moves, meta) =>
  page.evaluate(
    async ([moves, meta]) => {
      const [{ store }, { addToLibrary, save }] = await Promise.all([
        import("./js/store.js"),
        import("./js/library.js"),
      ]);
      await store.newGame({ moves, meta });
      addToLibrary();
      save();
    },
    [moves, meta],
  );

pageTest(
  "a review opens at the worst mistake, and the mistake shown stays in the list",
  async (page) => {
    await review(page, GAMES[0]);
    const items = page.locator(".review-item");
    const losses = await lossesOf(page);
    const count = losses.length;
    assert.ok(count > 2);
    // Each mark is that of the loss beside it.
    const marks = await page.locator(".review-move").allInnerTexts();
    for (const [index, loss] of losses.entries()) {
      const mark = loss >= 10 ? "??" : loss >= 5 ? "?" : "?!";
      assert.ok(loss >= 2 && marks[index].endsWith(` ${mark}`), `${marks[index]} −${loss}`);
    }
    const shown = page.locator(".review-item[aria-current]");
    await shown.waitFor();
    assert.equal(Number((await shown.locator(".review-cost").innerText()).slice(1)), Math.max(...losses));
    // Another one, by its row: it is marked, and no row disappears.
    for (const index of [count - 1, 0]) {
      await items.nth(index).click();
      await page.waitForFunction(
        (at) => [...document.querySelectorAll(".review-item")].findIndex((one) => one.ariaCurrent) === at,
        index,
      );
      assert.equal(await shown.count(), 1);
      assert.equal(await shown.isVisible(), true);
      assert.equal(await items.count(), count);
      assert.match(
        await page.locator(".mistake-head h3").innerText(),
        new RegExp(`^Mistake ${index + 1} of ${count}$`),
      );
    }
    // A user who looks at another position is left there.
    await inStore(page, (store) => void store.goTo(store.nodeAt(20)));
    await openTab(page, "analysis");
    await openTab(page, "game");
    assert.equal(await inStore(page, (store) => store.current.depth), 20);
    assert.equal(await page.locator(".mistake-card").isVisible(), false);
  },
  { alone: true, settings: SETTINGS },
);

pageTest(
  "a review is whole after a reload, and a second one leaves the game's time",
  async (page) => {
    await review(page, GAMES[0]);
    const status = page.locator(".panel-review .panel-status");
    const parts = [".review-figures", ".review-list", ".review-summary"];
    const shown = async () => [
      await status.innerText(),
      ...(await Promise.all(parts.map((part) => page.locator(part).evaluate((one) => one.textContent)))),
    ];
    const before = await shown();
    // The totals are those of the scores that are shown.
    const lost = await page.evaluate(async () => {
      const { valuesOf } = await import("./js/panels/game-values.js");
      return valuesOf(globalThis.store.line()).at(-1).lost;
    });
    const figures = await page.locator(".review-loss").allInnerTexts();
    assert.deepEqual(figures.map(Number), [lost.black, lost.white]);
    const saved = () =>
      page.evaluate(async () => {
        const { games } = await (await import("./js/library.js")).findGames("", 1);
        return games[0].saved;
      });
    await page.evaluate(async () => (await import("./js/library.js")).save());
    const time = await saved();
    await reload(page);
    await openTab(page, "game");
    await until(page, ".panel-review .panel-status", /^Mistakes: \d+/);
    assert.deepEqual(await shown(), before);
    assert.equal(await page.locator(".panel-review").getByLabel("Side", { exact: true }).isVisible(), true);
    const losses = () => inStore(page, (store) => store.tree.review.summary.black.loss);
    const first = await losses();
    await page.evaluate(async () => (await import("./js/settings.js")).settings.set("review.level", 4));
    await page.getByRole("button", { name: "Review again" }).click();
    await untilStore(page, (store, known) => store.tree.review.summary.black.loss !== known, first);
    await page.evaluate(async () => (await import("./js/library.js")).save());
    assert.equal(await saved(), time);
  },
  { alone: true, settings: SETTINGS },
);

pageTest(
  "a mistake is kept by one click, known after a reload, and asked in Train",
  async (page) => {
    await review(page, GAMES[0]);
    const add = page.getByRole("button", { name: "Practise this later" });
    const kept = page.getByText("In “My mistakes”");
    await page.locator(".mistake-card").waitFor();
    await add.click();
    await kept.waitFor();
    assert.equal((await deckOf(page)).cards, 1);
    assert.deepEqual(await axeViolations(page), []);
    // The same position is one card, also after a reload.
    await reload(page);
    await openTab(page, "game");
    await page.locator(".review-item").first().waitFor();
    const losses = await lossesOf(page);
    await page
      .locator(".review-item")
      .nth(losses.indexOf(Math.max(...losses)))
      .click();
    await kept.waitFor();
    assert.equal(await add.isVisible(), false);
    assert.equal((await deckOf(page)).cards, 1);
    // It can be removed, and that can be undone.
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await add.waitFor();
    assert.equal(await deckOf(page), undefined);
    await page.locator(".notice-undo").click();
    await kept.waitFor();
    assert.equal((await deckOf(page)).cards, 1);
    const wrong = await inStore(page, (store) => store.marks.bad);
    // One click starts the session.
    await openTab(page, "train");
    const card = page.locator(".train-card").filter({ has: page.locator("#train-mistakes") });
    await card.getByText("1 card due").waitFor();
    await page.click("#train-mistakes");
    const panel = page.locator(".panel-mistakes");
    await panel.getByText(/to move\. Find the best move; in your game, you played another\./).waitFor();
    // The card of the review, which was open, must not show the scores.
    assert.equal(await inStore(page, (store) => store.valuesHidden), true);
    assert.equal(await page.locator("#board .chip").count(), 0);
    await panel.getByText("1 of 1").waitFor();
    // The search that judges is deeper than the review, and may find another best move.
    const [why, best] = await page.evaluate(async (answer) => {
      const { get, post } = await import("./js/api.js");
      const { answerText } = await import("./js/panels/reasons.js");
      const { question } = await get("practice/next", { deck: "mistakes" });
      const judged = await post("practice/judge", { card: question.card, answer });
      return [answerText(judged), judged.answers[0]];
    }, wrong);
    assert.ok(why, wrong);
    await page.locator(`#board [data-square="${wrong}"]`).click();
    await panel.getByText(new RegExp(`^Wrong: ${wrong}, .* Best is .*\\b${best}\\b.* Again in `)).waitFor();
    // The reason is that of the answer.
    await panel.getByText(why, { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await panel.getByRole("button", { name: `Show the line after ${best}` }).waitFor();
    await panel.getByRole("button", { name: "Next" }).click();
    await panel.getByText("Done: 1 position, 0 right.").waitFor();
    await panel.getByRole("button", { name: new RegExp(`^Move \\d+, after .*: .*\\b${best}\\b`) }).waitFor();
    await panel.getByRole("button", { name: "Progress" }).click();
    await panel.getByText("1 card, not due").waitFor();
    // The game is on the board again.
    assert.ok(await inStore(page, (store) => store.line().length > 50));
    assert.deepEqual((({ answers, right }) => ({ answers, right }))(await deckOf(page)), { answers: 1, right: 0 });
  },
  { alone: true, settings: SETTINGS },
);

pageTest(
  "the user's games are reviewed in the background, and give ratings, kinds and a lesson",
  async (page) => {
    const panel = page.locator(".panel-mistakes");
    await openTab(page, "train");
    await page.locator(".train-card").getByRole("button", { name: "Progress" }).click();
    await panel.getByText(/^No reviewed games yet: play a game/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    for (const [index, moves] of GAMES.entries()) {
      const [black, white] = index % 2 ? ["Émile", "Ada"] : ["Ada", "Émile"];
      await addGame(page, moves, { black, white, date: `2024-0${index + 1}-05` });
    }
    // Whose games these are is not guessed.
    await panel.getByText(/^No reviewed games yet: play a game/).waitFor();
    await panel.getByLabel("Your name in games").fill("emile");
    await panel.getByLabel("Your name in games").press("Tab");
    await panel.getByText("3 of your games have no review.").waitFor();
    // The third game is on the board, the others are only saved.
    await page.evaluate(async () => (await import("./js/settings.js")).settings.set("review.level", 14));
    const start = panel.getByRole("button", { name: "Review my games" });
    await start.click();
    await panel.getByText("Reviewing game 1 of 3 …").waitFor();
    await panel.getByRole("button", { name: "Stop" }).click();
    await start.waitFor();
    // It goes on with the games that are left.
    await page.evaluate(async () => (await import("./js/settings.js")).settings.set("review.level", 3));
    await start.click();
    await panel
      .getByText(/^Your rating, estimated from your latest games: \d+; from the first of 3 games: \d+\.$/)
      .waitFor();
    await start.waitFor({ state: "hidden" });
    assert.match(await panel.getByRole("img").getAttribute("aria-label"), /^Rating estimates of 3 games: from \d+ /);
    assert.equal(await panel.locator(".progress-graph .graph-dot").count(), 3);
    const discs = (await panel.locator(".progress-kinds td:last-child").allInnerTexts()).map(Number);
    assert.ok(discs.length > 1 && discs[0] > 0);
    assert.deepEqual(
      discs,
      [...discs].sort((one, other) => other - one),
    );
    assert.deepEqual(await axeViolations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    // The reviews are kept with the games.
    await reload(page);
    await openTab(page, "train");
    await page.locator(".train-card").getByRole("button", { name: "Progress" }).click();
    await panel.getByText(/from the first of 3 games/).waitFor();
    // A review is of its moves only.
    await page.evaluate(async () => {
      const { store } = await import("./js/store.js");
      const { save } = await import("./js/library.js");
      store.remove(store.nodeAt(store.mainLine().length - 1));
      save();
    });
    await panel.getByText("1 of your games has no review.", { exact: true }).waitFor();
    await panel.getByText(/from the first of 2 games/).waitFor();
    const training = panel.locator(".progress-next .link");
    const [, lesson] = /^Lesson: (.*)$/.exec(await training.innerText()) ?? [];
    await training.click();
    if (lesson) await page.locator(".panel-lessons h3").getByText(lesson).waitFor();
    else await page.locator(".panel-puzzles h3").waitFor();
  },
  { options: PHONE, settings: { ...SETTINGS, "review.auto": false } },
);
