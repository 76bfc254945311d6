// Practice, guesses and umigame numbers on the board. `OUTFLANK_PAGE` is the address of a running
// server that has the games of 1980.

import assert from "node:assert/strict";
import {
  pageTest as boardTest,
  fillArchive,
  inStore,
  openTab,
  reload,
  square,
  untilInView,
  untilStore,
  waitForText,
} from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6";

/** A test of a kind of training, opened at a ply of a game. */
function pageTest(words, kind, ply, work, { options = null, server = "" } = {}) {
  const train = async (page, context) => {
    await openTab(page, "train");
    await page.click(`#train-${kind}`);
    await work(page, context);
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
  await page.getByRole("button", { name: `Show the line after ${best}`, exact: true }).waitFor();
}

/** The moves of the line that is shown before its questions; "" if none is. */
const lineShown = async (panel) =>
  /This is the line: (\S+)\. Then play it yourself/.exec(await panel.locator(".train-prompt").innerText())?.[1] ?? "";

pageTest(
  "an opening is learnt by keyboard, line by line, and its mistakes are to be repeated",
  "openings",
  5,
  async (page) => {
    const panel = page.locator(".panel-openings");
    await panel.getByRole("button", { name: "Tiger, as Black", exact: true }).press("Enter");
    // A line is shown with its answers before it is asked, without legal moves.
    await panel.getByText(`This is the line: ${GAME.slice(0, 10)}`).waitFor();
    assert.equal(await page.locator("#board [data-legal]").count(), 0);
    const shown = [await lineShown(panel)];
    await page.keyboard.press("Enter");
    await panel.getByText("Black to move. What is the book move?").waitFor();
    assert.deepEqual(await axeViolations(page), []);
    // An illegal move is not an answer.
    await page.locator("#board").focus();
    await type(page, "a1");
    const [, all] = /1 of (\d+)/.exec(await panel.innerText());
    let before = "";
    for (let number = 1; number <= Number(all); number++) {
      await panel.locator(".train-prompt", { hasText: /What is the book move|This is the line/ }).waitFor();
      const line = await lineShown(panel);
      if (line) {
        shown.push(line);
        await page.keyboard.press("Enter");
      }
      await panel.getByText(`Tiger, as Black · ${number} of `).waitFor();
      const { moves } = await game(page);
      // The book move was shown.
      assert.ok(
        shown.some((line) => line.startsWith(moves) && line.length > moves.length),
        `${moves} of ${shown}`,
      );
      // The next position is on the same line, as long as the line has one.
      if (number === 2) assert.ok(moves.startsWith(before), `${moves} after ${before}`);
      await answerOpening(page, number !== 2);
      before = moves + (await inStore(page, (store) => store.marks.good));
      if (number === 2) assert.deepEqual(await axeViolations(page), []);
      // The button has the focus.
      await page.keyboard.press("Enter");
    }
    await panel.getByText(`Done: ${all} positions, ${all - 1} right.`).waitFor();
    // The board has the game from before the session, which goes on.
    assert.equal((await game(page)).moves, GAME.slice(0, 10));
    assert.equal(await inStore(page, (store) => store.movesTo(store.line().at(-1))), GAME);
    assert.equal(
      await panel
        .locator("li")
        .filter({ hasText: /^Move \d+, after [a-h][1-8]: [a-h][1-8]$/ })
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

pageTest(
  "the game on the board cannot change while an opening is prepared",
  "openings",
  5,
  async (page, context) => {
    let release = () => {};
    const held = new Promise((resolve) => (release = resolve));
    await context.route("**/api/practice/opening", async (route) => {
      await held;
      await route.continue();
    });
    const panel = page.locator(".panel-openings");
    await panel.getByRole("button", { name: "Tiger, as Black", exact: true }).click();
    await panel.getByText("Scoring positions").waitFor();
    const [move] = await legal(page);
    await square(page, move).click();
    await panel.getByRole("button", { name: "Cancel" }).click();
    await panel.getByRole("button", { name: "Tiger, as Black", exact: true }).waitFor();
    assert.equal(await inStore(page, (store) => store.movesTo(store.line().at(-1))), GAME);
    assert.equal(await inStore(page, (store) => store.chooser), null);
    // A move is played again.
    await square(page, move).click();
    await untilStore(page, (store, moves) => store.movesTo() === moves, GAME.slice(0, 10) + move);
    release();
  },
  { server: "requests to the site's worker cannot be held" },
);

/** The best and the other moves of the puzzle on the board. */
async function movesOfPuzzle(page) {
  const { best } = await post(page, "choose", { ...(await game(page)), level: 16 });
  return { best, others: (await legal(page)).filter((move) => move !== best) };
}

const PUZZLES = ".panel-puzzles";
/** Waits until a puzzle is asked, which has the focus. */
const ask = (page) =>
  page.locator(`${PUZZLES} .train-prompt:focus`).getByText("to move. One move is clearly best.").waitFor();

pageTest("puzzles are asked at once, one after another, and move a rating", "puzzles", 5, async (page) => {
  const panel = page.locator(PUZZLES);
  await ask(page);
  await panel.getByText("Your rating 1200 ± 350").waitFor();
  assert.deepEqual(await axeViolations(page), []);
  // A reload leaves the puzzle: it is no game of the user.
  const { hash } = new URL(page.url());
  assert.match(hash, new RegExp(GAME));
  await reload(page);
  assert.equal((await game(page)).moves, GAME.slice(0, 10));
  assert.equal(new URL(page.url()).hash, hash);
  const { games } = await page.evaluate(async () => (await import("./js/library.js")).findGames("", 10));
  assert.deepEqual(games, []);
  await openTab(page, "train");
  await page.click("#train-puzzles");
  await ask(page);
  const first = await game(page);
  const { best } = await movesOfPuzzle(page);
  await type(page, best);
  await panel.getByText(`Right: ${best},`).waitFor();
  await panel.getByText("Streak: 1, best: 1").waitFor();
  const words = await panel.innerText();
  const [, rating, change] = /Your rating (\d+) ± \d+\s*\+(\d+)/.exec(words) ?? assert.fail(words);
  assert.ok(Math.abs(Number(rating) - 1200 - Number(change)) <= 1, words);
  assert.match(words, /Themes: \S/);
  await panel.getByRole("button", { name: `Show the line after ${best}` }).click();
  assert.equal(await inStore(page, (store) => store.pv.squares[0]), best);
  assert.deepEqual(await axeViolations(page), []);
  // The button has the focus.
  await panel.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await untilStore(page, (store, moves) => store.movesTo() !== moves && !store.pv, first.moves);
  await ask(page);
  // Two wrong tries, of which the first one counts.
  const { best: right, others } = await movesOfPuzzle(page);
  const themes = panel.locator("table");
  const results = await themes.innerText();
  await type(page, others[0]);
  const reply = panel.locator(".train-reply");
  await reply.getByText(new RegExp(`^Wrong: ${others[0]} loses \\S+ discs? \\(.*Try once more\\.$`)).waitFor();
  // The reason does not name the best move.
  assert.match(await reply.innerText(), /\)\. (?!Try once more)/);
  assert.doesNotMatch(await reply.innerText(), new RegExp(`\\b${right}\\b`));
  await panel.getByRole("button", { name: `Show the line after ${others[0]}` }).waitFor();
  assert.equal(await inStore(page, (store) => store.marks.good), "");
  await panel.getByText("Streak: 0, best: 1").waitFor();
  // The results by theme would tell the theme.
  assert.equal(await themes.innerText(), results);
  await type(page, others[1]);
  await reply.getByText(new RegExp(`^Not ${others[1]} either: it loses \\S+ discs? \\(.*Best is ${right}, `)).waitFor();
  assert.match(await reply.innerText(), /\)\. (?!Best is)/);
  await page.waitForFunction((before) => document.querySelector(".panel-puzzles table").innerText !== before, results);
  await panel.getByRole("button", { name: `Show the line after ${others[1]}` }).click();
  assert.equal(await inStore(page, (store) => store.pv.squares[0]), others[1]);
  const { puzzles } = await page.evaluate(async () => (await import("./js/api.js")).get("practice"));
  assert.deepEqual([puzzles.rated, puzzles.streak, puzzles.best_streak], [2, 0, 1]);
  // The game from before comes back.
  await panel.getByRole("button", { name: "All training" }).click();
  assert.equal((await game(page)).moves, GAME.slice(0, 10));
  assert.equal(await inStore(page, (store) => store.chooser), null);
  await page.getByText(`Your rating: ${Math.round(puzzles.rating)} ± `).waitFor();
});

boardTest(
  "a running game waits for the training, which hides its scores and ends by going back",
  async (page) => {
    await page.click("#home-play");
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator(".opponent-player").filter({ hasText: "Novice (400)" }).waitFor();
    const isTurn = (store) =>
      store.current.position.mover === store.tree.engine?.terms.human && store.current.depth > 0;
    await square(page, "f5").click();
    await untilStore(page, isTurn);
    const { moves } = await game(page);
    for (const leave of [() => page.goBack(), () => page.getByRole("button", { name: "All training" }).click()]) {
      await openTab(page, "train");
      await page.click("#train-puzzles");
      await ask(page);
      assert.equal(await inStore(page, (store) => store.valuesHidden), true);
      assert.equal(await page.locator("#board .chip").count(), 0);
      await leave();
      await untilStore(page, (store, moves) => store.movesTo() === moves, moves);
      await page.locator("#train-puzzles").waitFor();
      assert.equal(await inStore(page, (store) => store.valuesHidden), true);
    }
    await openTab(page, "play");
    await waitForText(page, ".opponent-status", "Your move (Black).");
    // From another game, a button leads back to this one.
    await inStore(page, (store) => store.newGame({ moves: "f5f6" }).then(() => null));
    await waitForText(page, ".opponent-status", "This game ended because another was opened.");
    await page.getByRole("button", { name: "Back to the game" }).click();
    await untilStore(page, (store, moves) => store.movesTo() === moves, moves);
    assert.equal(await inStore(page, (store) => store.valuesHidden), true);
    const [move] = await legal(page);
    await square(page, move).click();
    await untilStore(page, (store) => store.current.depth > 3);
    await untilStore(page, isTurn);
  },
  { alone: true },
);

pageTest("puzzles are chosen by theme and strength, and made from games", "puzzles", 5, async (page) => {
  await fillArchive(page);
  const panel = page.locator(PUZZLES);
  await ask(page);
  const moves = () => inStore(page, (store) => store.movesTo());
  // The same puzzle may fit.
  const before = await inStore(page, (store) => store.tree.id);
  await panel.getByLabel("Theme", { exact: true }).selectOption("swindle");
  await untilStore(page, (store, id) => store.tree.id !== id, before);
  await ask(page);
  const equal = await moves();
  await panel.getByLabel("Difficulty").selectOption("easier");
  await untilStore(page, (store, moves) => store.movesTo() !== moves, equal);
  await ask(page);
  const { best } = await movesOfPuzzle(page);
  await square(page, best).click();
  await panel.getByText(`Right: ${best},`).waitFor();
  await panel.getByText(/Themes: .*swindle/).waitFor();
  // The choice is remembered, and an answer that is read stays.
  await panel.getByLabel("Difficulty").selectOption("harder");
  await panel.getByText(`Right: ${best},`).waitFor();
  await reload(page);
  await openTab(page, "train");
  await page.click("#train-puzzles");
  await ask(page);
  assert.deepEqual(
    [await panel.getByLabel("Theme", { exact: true }).inputValue(), await panel.getByLabel("Difficulty").inputValue()],
    ["swindle", "harder"],
  );
  await panel.getByRole("button", { name: "Make puzzles from my games and the archive" }).click();
  await panel.getByText(/\d puzzles? made\./).waitFor();
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
