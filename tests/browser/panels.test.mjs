// The panels of the analysis board in a real browser. `OUTFLANK_PAGE` is the
// address of a running server.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  command,
  fillArchive,
  giveScore,
  inStore,
  isSite,
  newGame,
  openTab,
  PHONE,
  pageTest,
  played,
  REFUSED,
  set,
  text,
  until,
  untilStore,
} from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const WTHOR = here("../../testdata/wthor/WTH_1980.wtb");
/** With its fourth move, White gives up a corner. */
const GAME = "d3c3b3b2b1d2e3e2d1a1f3a3f5g3";
const AT_START = { hash: `#g=8x8,start,${GAME},0` };

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Plays a square without a click. */
const make = (page, square) => inStore(page, (store, square) => store.play(square).then(() => true), square);
const ply = async (page) => Number(await page.locator(".graph-slider").getAttribute("aria-valuenow"));
/** Waits until it is the user's turn in a game against the engine. */
const untilTurn = async (page) => {
  await untilStore(page, (store) => store.current.position.mover === store.tree.engine?.terms.human);
  await until(page, ".opponent-status", /Your move/);
};

/** The depth that the search has reached; 0 before the first. */
const deepest = async (page) => Number(/^depth (\d+)/.exec(await text(page, ".analysis-counts"))?.[1] ?? 0);
const untilDeeper = (page, depth) =>
  page.waitForFunction(
    (least) => Number(/^depth (\d+)/.exec(document.querySelector(".analysis-counts").innerText)?.[1] ?? 0) > least,
    depth,
  );

pageTest("analysis deepens on screen, follows the game, and shows its lines on the board", async (page) => {
  await openTab(page, "analysis");
  await page.click(".panel-switch");
  await untilDeeper(page, 0);
  await untilDeeper(page, await deepest(page));
  assert.match(await text(page, ".headline-lead"), /^(Even|(Black|White) [+]\d+[.][05])$/);
  assert.equal(await page.locator(".line-row").count(), 3);
  assert.equal(await page.locator("#board .chip").count(), 4);
  await until(page, ".analysis-counts", /positions/);
  // Pointing at a row shows its variation.
  await page.locator(".line-row").first().hover();
  const shown = await inStore(page, (store) => store.pv?.squares);
  assert.match(shown[0], /^[a-h][1-8]$/);
  await page.mouse.move(5, 5);
  assert.equal(await inStore(page, (store) => store.pv), null);
  // The results are stored at the node, for the board and the graph.
  assert.equal(await inStore(page, (store) => store.current.moves.length), 4);
  assert.ok(await inStore(page, (store) => Number.isFinite(store.current.value.score)));
  // A move played from the list: the analysis follows.
  await page.locator(".line-move").first().click();
  await untilStore(page, (store) => store.movesTo().length === 2 && store.current.moves?.length === 3);
  await page.waitForFunction(() => /for White$/.test(document.querySelector(".lines").getAttribute("aria-label")));
  // The other point of view negates the scores.
  await page.click("#open-settings");
  await page.getByLabel("Scores in the list are for").selectOption("black");
  await page.getByLabel("Lines shown").selectOption("one");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => /for Black$/.test(document.querySelector(".lines").getAttribute("aria-label")));
  // The list is redrawn a moment after each setting changes.
  await page.waitForFunction(() => document.querySelectorAll(".line-row").length === 1);
  assert.equal(await page.locator(".line-row").count(), 1);
  await page.click(".panel-switch");
  await page.waitForSelector('.panel-switch[aria-checked="false"]');
  assert.equal(await page.locator(".panel-analysis .panel-status").isVisible(), false);
});

pageTest("where the book knows a position, its scores are shown everywhere", async (page) => {
  await openTab(page, "analysis");
  await page.click(".panel-switch");
  await page.waitForFunction(() => document.querySelectorAll("#board .chip").length === 4);
  await until(page, ".panel-book .panel-status", /^Book: 0\.0 for Black/);
  await until(page, ".headline-lead", /^Even$/);
  await until(page, ".headline-best", /^[a-h][1-8] · book · depth/);
  assert.deepEqual(await page.locator("#board .chip text").allTextContents(), ["0.0", "0.0", "0.0", "0.0"]);
  assert.match(await page.locator(".evaluation").getAttribute("aria-label"), /Even/);
  // The table compares the two.
  await page.waitForFunction(() => document.querySelectorAll(".panel-book tbody td:nth-child(3)").length === 4);
  // The engine's own scores stay those of the search.
  assert.ok(await inStore(page, (store) => store.current.searched.every(({ from_book }) => !from_book)));
  await page.click(".panel-switch");
  await page.waitForSelector('.panel-switch[aria-checked="false"]');
});

pageTest(
  "a position is solved to the end",
  async (page) => {
    await openTab(page, "analysis");
    await page.getByRole("button", { name: "Solve to the end" }).click();
    await until(page, ".panel-analysis .panel-status", /Solved: the scores are exact/);
    const values = await page.locator(".line-value").allInnerTexts();
    assert.equal(
      await page.locator("#board .chip").count(),
      await inStore(page, (store) => store.current.position.legal.length),
    );
    assert.ok(
      values.every((value) => /^[+−]?\d+$/.test(value)),
      values.join(),
    );
    assert.equal(await page.locator(".line-value.is-exact").count(), values.length);
    assert.match(await text(page, ".headline-best"), /exact$/);
  },
  { hash: "#g=4x4,start,,0" },
);

pageTest("a long solve can be stopped, and it ends when the game moves on", async (page) => {
  await openTab(page, "analysis");
  await page.getByRole("button", { name: "Solve to the end" }).click();
  await until(page, ".panel-analysis .panel-status", /Solving|Waiting|Asking/);
  // A click counts even if the list above grows before the button is released.
  await page.getByRole("button", { name: "Stop solving" }).hover();
  const passes = await page.locator(".analysis-passes li").count();
  await page.mouse.down();
  await page.waitForFunction((before) => document.querySelectorAll(".analysis-passes li").length > before, passes);
  await page.mouse.up();
  await until(page, ".panel-analysis .panel-status", /Stopped/);
  await page.getByRole("button", { name: "Solve to the end" }).click();
  await make(page, "f5");
  await until(page, ".panel-analysis .panel-status", /Analysis is off/);
});

pageTest("a whole game is played against the engine, and then a rematch", async (page) => {
  await newGame(page, { board: "4x4" });
  assert.equal(await inStore(page, (store) => store.valuesHidden), true);
  // The user's first legal move at each turn.
  for (;;) {
    // Between the engine's move and a pass of the user, no move is legal.
    await untilStore(page, (store) => {
      const { over, mover, legal } = store.current.position;
      return over || (mover === store.tree.engine?.terms.human && legal.length > 0);
    });
    if (await inStore(page, (store) => store.current.position.over)) break;
    // Reads the position again in the step that plays, because it may have changed.
    await inStore(page, async (store) => {
      const { mover, legal } = store.current.position;
      if (mover === store.tree.engine?.terms.human && legal.length > 0) await store.play(legal[0].move);
    });
  }
  await until(page, ".opponent-status", /wins?|drawn/);
  assert.match(
    await text(page, ".opponent-status"),
    /^(You win|The engine wins)\. (Black|White) wins \d+–\d+.*\.$|drawn/,
  );
  assert.ok(await inStore(page, (store) => store.current.position.over));
  assert.equal(await inStore(page, (store) => store.valuesHidden), false);
  await page.getByRole("button", { name: "Play again" }).click();
  await untilStore(page, (store) => store.movesTo() === "");
  await untilTurn(page);
  assert.equal(await played(page), "");
});

pageTest("moves are taken back, hints requested, games resigned", async (page) => {
  await newGame(page);
  await untilTurn(page);
  assert.ok(await page.getByRole("button", { name: "Take back" }).isDisabled());
  await page.getByRole("button", { name: "Hint" }).click();
  await until(page, ".opponent-hint", /Hint: [a-h][1-8]/);
  // A ring, since a disc would look like a move.
  assert.equal(await page.locator("#board .mark-verdict.is-good").count(), 1);
  assert.equal(await page.locator("#board .mark-number").count(), 0);
  await make(page, "f5");
  await untilStore(page, (store) => store.movesTo().length === 4);
  await page.getByRole("button", { name: "Take back" }).click();
  await untilStore(page, (store) => store.movesTo() === "");
  await untilTurn(page);
  assert.equal(await played(page), "");
  // Another move leaves no trace of the one taken back.
  await make(page, "d3");
  await untilStore(page, (store) => store.movesTo().length === 4);
  assert.equal(await inStore(page, (store) => store.tree.root.children.length), 1);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await until(page, ".opponent-status", /You resigned: the engine wins/);
  assert.equal(await text(page, "#status .turn"), "White wins by resignation");
  await press(page, "ArrowLeft");
  await until(page, "#status .turn", /White to move/);
});

pageTest(
  "a weak opponent gives hints at level 12",
  async (page) => {
    await newGame(page);
    await untilTurn(page);
    const asked = page.waitForRequest((request) => request.url().endsWith("/api/choose"));
    await page.getByRole("button", { name: "Hint" }).click();
    assert.equal((await asked).postDataJSON().level, 12);
  },
  { server: "requests to the site's worker are not seen" },
);

pageTest("More options are there only where some apply", async (page) => {
  await command(page, "new");
  const more = page.getByText("More options");
  await page.locator('#new-game input[value="nobody"]').check();
  await more.waitFor();
  await page.getByLabel("Start from").selectOption("opening");
  await more.waitFor({ state: "hidden" });
  await page.locator('#new-game input[value="level"]').check();
  await more.waitFor();
});

pageTest("the engine is stopped, follows an opening, gives discs away, and clocks run", async (page) => {
  await newGame(page, {
    more: async () => {
      await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption("clock");
      await page.getByText("More options").click();
      await page.getByLabel("The engine gives away discs during the game").check();
      await page.getByLabel("Start from").selectOption("opening");
      await page.getByLabel("Start after the opening’s moves").uncheck();
      await page.getByLabel("Find an opening").fill("tiger");
      await page.waitForSelector(".opponent-openings option[value='f5d6c3d3c4']", { state: "attached" });
      await page.locator(".opponent-openings").selectOption("f5d6c3d3c4");
    },
  });
  assert.match(await text(page, ".opponent-gift"), /0 of 10 discs/);
  for (const [move, answer] of [
    ["f5", "f5d6"],
    ["c3", "f5d6c3d3"],
  ]) {
    await make(page, move);
    await untilStore(page, (store, moves) => store.movesTo() === moves, answer);
    await untilTurn(page);
  }
  const clock = page.locator(".opponent-clock").first();
  const before = await clock.innerText();
  await page.waitForFunction((time) => document.querySelector(".opponent-clock").innerText !== time, before);
  await page.getByRole("button", { name: "Pause" }).click();
  await until(page, ".opponent-status", /paused/);
  await page.getByRole("button", { name: "Resume" }).click();
  await untilTurn(page);
});

pageTest(
  "a clock that runs out ends the game",
  async (page) => {
    // Fast-forwards the page's clock.
    await page.clock.install();
    await newGame(page, {
      more: async () => {
        await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption("clock");
        await page.getByLabel("Minutes").first().fill("1");
      },
    });
    await page.clock.runFor(61_000);
    await until(page, ".opponent-status", /Your time is up: the engine wins/);
    await until(page, "#live", /Your time is up/);
    // With a simulated clock, the page cannot recognize reloads, so no other test may share it.
  },
  { alone: true },
);

pageTest("a game starts from a balanced position on another board", async (page) => {
  await newGame(page, {
    board: "10x10",
    more: async () => {
      await page.getByLabel("Start from").selectOption("balanced");
      await page.getByLabel("Moves already played").fill("6");
    },
  });
  await untilTurn(page);
  assert.equal(await inStore(page, (store) => store.tree.board), "10x10");
  assert.ok(
    (await inStore(page, (store) => store.current.position.discs.black + store.current.position.discs.white)) >= 10,
  );
});

pageTest(
  "the search for a balanced position shows its seconds and can be cancelled",
  async (page) => {
    await page.route("**/api/balanced", () => {});
    await command(page, "new");
    await page.getByLabel("Start from").selectOption("balanced");
    await page.getByRole("button", { name: "Start the game" }).click();
    await until(page, "#new-game", /Looking for a balanced position … 1 s/);
    await page.locator("#new-game .panel-bar").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Start the game" }).click({ trial: true });
    assert.equal(await text(page, "#new-game .error"), "");
  },
  { alone: true, server: "it holds back a response of the server" },
);

pageTest("games are read from a WTHOR file, found, sorted and opened", async (page) => {
  await openTab(page, "files");
  await page.setInputFiles(".panel-files input[type=file]", WTHOR);
  await page.waitForSelector(".files-table [data-index='0']");
  const [, all] = /^\d+ of (\d+) games/.exec(await text(page, ".panel-files .files-found"));
  assert.ok(Number(all) > 100);
  // Only visible rows are drawn.
  assert.ok((await page.locator(".files-table [data-index]").count()) < 40);
  await page.getByRole("button", { name: "Result" }).click();
  await page.waitForSelector(".files-table th[aria-sort=descending]");
  // The rows are drawn with the next frame, the highest score first.
  await page.waitForFunction(() => document.querySelector(".files-table tbody td:nth-child(4)").textContent === "+54");
  const results = await page.locator(".files-table tbody td:nth-child(4)").allInnerTexts();
  const numbers = results.map((one) => Number(one.replace("−", "-")));
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => b - a),
  );
  await page.locator(".files-table [data-index='0']").focus();
  await press(page, "End");
  await page.waitForFunction((last) => document.activeElement.dataset.index === String(last), Number(all) - 1);
  await press(page, "ArrowUp", "Enter");
  await untilStore(page, (store) => store.line().length > 20);
  await page.getByRole("searchbox", { name: "Player" }).fill("no such player");
  await until(page, ".panel-files .files-found", /^0 of/);
});

const GGF =
  "(;GM[Othello]PC[Outflank]DT[2024.01.02]PB[Ada]PW[Grace]RE[?]TY[8]" +
  "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]" +
  "B[f5]W[d6]B[c3]W[d3]B[c4];)";

pageTest("a game in GGF is read and saved in other formats", async (page) => {
  await openTab(page, "files");
  await page.locator(".panel-files textarea").first().fill(GGF);
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await untilStore(page, (store) => store.tree.meta.black === "Ada");
  await untilStore(page, (store) => store.movesTo(store.line().at(-1)) === "f5d6c3d3c4");
  // A single game is shown with its analysis.
  await page.waitForSelector("#tab-analysis[aria-selected=true]");
  await openTab(page, "files");
  await page.getByRole("button", { name: "Save games", exact: true }).click();
  for (const format of ["transcript", "sgf", "ggf", "wthor"]) {
    await page.locator(".panel-games select").first().selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    const content = readFileSync(await download.path());
    assert.ok(content.length > 0);
    if (format === "transcript") assert.match(content.toString().toLowerCase(), /f5d6c3d3c4/);
    await until(page, ".files-written", /1 game written to/);
  }
  await page.locator(".panel-games select").first().selectOption("transcript");
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  await until(page, ".files-written", /Left out/);
});

pageTest(
  "annotated moves are read from the text field, up to an illegal one",
  async (page) => {
    await openTab(page, "files");
    await page.locator(".panel-files textarea").first().fill("My game:\n1. f5 d6?! 2. c3 d3 3. c4? a1");
    await page.getByRole("button", { name: "Load", exact: true }).click();
    await untilStore(page, (store) => store.movesTo(store.line().at(-1)) === "f5d6c3d3c4");
    await until(page, ".notice", /Move 6, a1, is illegal/);
  },
  { refused: REFUSED },
);

pageTest(
  "unreadable files are reported",
  async (page) => {
    await openTab(page, "files");
    await page.setInputFiles(".panel-files input[type=file]", {
      name: "game.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("f5f5f5f5"),
    });
    await until(page, ".panel-files details", /could not be read/);
  },
  { refused: REFUSED },
);

pageTest(
  "a review finds the mistakes, and the explanation gives reasons",
  async (page) => {
    await openTab(page, "game");
    await page.getByRole("button", { name: "Review the game" }).click();
    await until(page, ".panel-review .panel-status", /^Mistakes: \d+ \(Black \d+, White \d+\)/);
    const found = await page.locator(".review-item").allInnerTexts();
    assert.ok(found.length > 0);
    for (const one of found) assert.match(one, /^\s*\d+\. [a-h][1-8] \?[!?]?\s+−\d/);
    await page.locator(".panel-review summary").click();
    // The figures and the bars say the same as the table.
    const rows = await page
      .locator(".review-summary tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((one) => one.innerText)));
    assert.deepEqual(await page.locator(".review-loss").allInnerTexts(), rows[5]);
    const parts = await page.locator(".review-parts").allInnerTexts();
    for (const side of [0, 1]) {
      assert.deepEqual(
        parts[side].split(/\s*\n\s*|(?<=\d)\s+/).map((part) => part.split(" ").at(-1)),
        rows.slice(1, 5).map((row) => row[side]),
      );
    }
    await page.locator(".review-item").first().click();
    const [number] = found[0].split(".");
    // A mistake is shown from the position before it.
    await page.waitForFunction(
      (to) => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === to,
      String(number - 1),
    );
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (to) => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === to,
      number.trim(),
    );
    assert.match(await page.locator(".graph-slider").getAttribute("aria-valuetext"), /(inaccuracy|mistake|blunder) \?/);
    assert.ok((await page.locator(".graph-picture .graph-sign").count()) >= found.length);
    // Only one side's mistakes.
    await page.locator(".review-head select").selectOption("white");
    await until(
      page,
      ".panel-review .panel-status",
      new RegExp(`^White’s mistakes: ${await page.locator(".review-item").count()} `),
    );
    const white = await page.locator(".review-item").allInnerTexts();
    assert.ok(white.length < found.length);
    assert.equal(await page.locator(".review-item .mini-disc.black").count(), 0);
    // The reason.
    await openTab(page, "analysis");
    await page.getByText("Compare two moves").click();
    await page.locator(".panel-explain input").fill("5");
    await page.getByRole("button", { name: "Explain" }).click();
    await until(
      page,
      ".explain-verdict",
      /(inaccuracy|mistake|blunder).*loses [\d.]+ discs? compared with [a-h][1-8]\. \S/,
    );
    assert.equal(await page.locator(".explain-answer table").first().locator("tbody tr").count(), 2);
    assert.ok((await page.locator(".explain-terms tbody tr").count()) > 0);
    assert.ok((await page.locator(".explain-bar").count()) > 0);
    const terms = await page.locator(".explain-terms tbody th").allInnerTexts();
    assert.ok(!terms.some((term) => term.startsWith("Interaction")), terms.join());
    // The figures add up.
    const figures = await page.locator(".explain-terms tbody td:nth-child(3)").allInnerTexts();
    const numbers = figures.map((figure) => Number(figure.replace("−", "-")));
    const sum = numbers.slice(0, -1).reduce((all, number) => all + number, 0);
    assert.ok(Math.abs(sum - numbers.at(-1)) < 0.001, figures.join());
    const [, loss] = /loses ([\d.]+) disc/.exec(await text(page, ".explain-verdict"));
    assert.ok(Math.abs(Number(loss) + numbers.at(-1)) < 0.1, figures.join());
  },
  { ...AT_START, alone: true, settings: { "analysis.on": false, "review.auto": false, "review.level": 3 } },
);

pageTest(
  "a review is saved as one file that opens without the server",
  async (page) => {
    await openTab(page, "game");
    await set(page, "review.level", 3);
    await page.getByRole("button", { name: "Review the game" }).click();
    await until(page, ".panel-review .panel-status", /^Mistakes: /);
    const found = await page.locator(".review-item").count();
    assert.ok(found > 0);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a web page" }).click(),
    ]);
    const file = join(mkdtempSync(join(tmpdir(), "outflank-review-")), "review.html");
    await download.saveAs(file);
    // The board page, which may be saving the game, stays online.
    const offline = await page.context().browser().newContext({ offline: true });
    try {
      const saved = await offline.newPage();
      const errors = [];
      saved.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      saved.on("pageerror", (error) => errors.push(error.message));
      await saved.goto(`file://${file}`);
      assert.equal(await saved.locator("#mistakes li").count(), found);
      assert.equal(await saved.locator("#board circle[stroke='#ff4d3d']").count(), 1);
      // It opens at the worst mistake.
      const shown = Number(await saved.locator("#mistakes [aria-current]").getAttribute("data-mistake"));
      const mistakes = await saved.evaluate(() =>
        JSON.parse(document.getElementById("data").textContent).moves.filter(({ mistake }) => mistake),
      );
      const losses = mistakes.map(({ loss }) => loss);
      assert.equal(mistakes.find(({ ply }) => ply === shown).loss, Math.max(...losses));
      assert.deepEqual(await axeViolations(saved), []);
      await saved.keyboard.press("Home");
      assert.match(await text(saved, "#turn"), /Black 2 – 2 White/);
      await saved.keyboard.press("ArrowRight");
      assert.match(await text(saved, "#turn"), /Black 4 – 1 White/);
      assert.deepEqual(errors, []);
    } finally {
      await offline.close();
    }
  },
  { ...AT_START, alone: true },
);

pageTest(
  "the squares of a reason light up, and a reason without squares is played out",
  async (page) => {
    const mistake = (reason) =>
      page.evaluate(async (why) => {
        const { store } = await import("./js/store.js");
        const { post } = await import("./js/api.js");
        const best = store.nodeAt(3).position.legal.find(({ move }) => move !== "b2").move;
        const { positions } = await post("game", { moves: `d3c3b3${best}` });
        const pv = [best, positions.at(-1).legal[0].move];
        store.setMoves(store.nodeAt(3), [
          { move: best, score: 5, pv },
          { move: "b2", score: -9, pv: ["b2"] },
        ]);
        store.setReview(store.nodeAt(4), {
          ply: 4,
          mover: "white",
          move: "b2",
          score: -9,
          best,
          best_score: 5,
          loss: 14,
          mistake: "blunder",
          reason: why,
        });
      }, reason);
    await openTab(page, "game");
    const beside = { square: "b2", class: "x" };
    await mistake({ kind: "gives_up_corner", opponent: "black", corner: "a1", beside, squares: ["a1"], text: "" });
    await page.keyboard.press(".");
    await page.locator('#board [data-square="a1"] .mark-reason').waitFor();
    assert.equal(await page.locator("#board .mark-reason").count(), 1);
    assert.match(await page.locator('#board [data-square="a1"]').getAttribute("aria-label"), /shows the reason/);
    assert.match(
      await text(page, ".mistake-card .review-why"),
      /^The X-square b2 gives up the a1 corner: Black can take it at once\./,
    );
    await page.keyboard.press("End");
    assert.equal(await page.locator("#board .mark-reason").count(), 0);
    await mistake({ kind: "line", line: ["b2", "a1"], best_line: ["c3", "b4"], squares: [], text: "" });
    await page.keyboard.press("Home");
    await page.keyboard.press(".");
    await page.locator("#board .mark-number").first().waitFor();
    await page.keyboard.press("Home");
    // A reason's line is played up to the corner, whatever line was scored later.
    const line = await page.evaluate(async () => {
      const { post } = await import("./js/api.js");
      const squares = ["b2"];
      while (squares.length < 8) {
        const { positions } = await post("game", { moves: `d3c3b3${squares.join("")}` });
        squares.push(positions.at(-1).legal[0].move);
      }
      return squares;
    });
    await mistake({ kind: "loses_corner", corner: "a1", beside: null, line, squares: ["a1"], text: "" });
    await page.keyboard.press(".");
    assert.match(
      await text(page, ".mistake-card .review-why"),
      new RegExp(`loses the a1 corner: ${line.join(" ")}\\.`),
    );
    await page.getByRole("button", { name: "Show the line after b2" }).click();
    await page.locator("#board .mark-number", { hasText: "8" }).waitFor();
  },
  AT_START,
);

pageTest(
  "a review can be stopped",
  async (page) => {
    await openTab(page, "game");
    await set(page, "review.level", 30);
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("button", { name: "Stop the review" }).click();
    await until(page, ".panel-review .panel-status", /^Stopped after \d+ of 14 moves/);
  },
  AT_START,
);

pageTest(
  "the graph navigates the game by mouse and keyboard",
  async (page) => {
    await openTab(page, "game");
    const slider = page.locator(".graph-slider");
    await page.waitForSelector(".graph-picture .graph-cursor", { state: "attached" });
    const box = await slider.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + 50);
    await page.waitForFunction(
      () => Math.abs(Number(document.querySelector(".graph-slider").getAttribute("aria-valuenow")) - 7) <= 1,
    );
    await slider.focus();
    for (const [key, wanted] of [
      ["Home", 0],
      ["ArrowRight", 1],
      ["ArrowUp", 2],
      ["ArrowLeft", 1],
      ["PageUp", 11],
      ["End", 14],
    ]) {
      await press(page, key);
      await page.waitForFunction(
        (at) => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === String(at),
        wanted,
      );
    }
    assert.equal(await ply(page), 14);
    assert.match(await slider.getAttribute("aria-valuetext"), /^14\. g3 \(White\)/);
    await page.getByText("The graph as a table").click();
    await page.waitForFunction(() => document.querySelectorAll(".panel-graph tbody tr").length === 14);
    await page.locator(".panel-graph tbody .link").nth(3).click();
    await page.waitForFunction(() => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === "4");
  },
  AT_START,
);

/** The place of a label of the graph, below the middle. */
const below = (page, label) =>
  page.evaluate((words) => {
    const texts = [...document.querySelectorAll(".graph-picture .graph-number")];
    const y = (text) =>
      Math.max(
        ...texts
          .filter((one) => one.textContent === text && one.getAttribute("text-anchor") === "end")
          .map((one) => one.getAttribute("y")),
      );
    return y(words) - y("0");
  }, label);
pageTest(
  "the scale of the graph is steep near zero",
  async (page) => {
    await giveScore(page, 3, 45);
    await page.waitForSelector(".graph-picture .graph-number", { state: "attached" });
    const [four, sixteen, most] = await Promise.all(["4", "16", "64"].map((label) => below(page, label)));
    assert.ok(Math.abs(sixteen - 2 * four) < 1 && Math.abs(most - 4 * four) < 1, [four, sixteen, most].join());
    assert.equal((await page.locator("#graph .graph-slider").boundingBox()).height, 140);
  },
  AT_START,
);

pageTest(
  "the graph numbers moves as the list does, skipping passes",
  async (page) => {
    // New scores redraw the graph, so both are measured at once.
    const measured = await page.waitForFunction(() => {
      const numbers = [...document.querySelectorAll('.graph-picture .graph-number[text-anchor="middle"]')];
      const label = numbers.find(({ textContent }) => textContent === "10")?.getBoundingClientRect();
      const cursor = document.querySelector(".graph-picture .graph-cursor")?.getBoundingClientRect();
      return label?.width && cursor && [label, cursor].map(({ x, width }) => x + width / 2);
    });
    const [labelX, cursorX] = await measured.jsonValue();
    assert.match(await page.locator(".graph-slider").getAttribute("aria-valuetext"), /^10\. a1/);
    assert.ok(Math.abs(labelX - cursorX) < 1, `${labelX} ${cursorX}`);
  },
  { hash: "#g=8x8,start,d3c3e6d2d1e1b2c1a3a1b4b3d6b5,11" },
);

pageTest(
  "a variation is dashed, and the curve of the game stays",
  async (page) => {
    // The book knows the start.
    for (let ply = 1; ply <= 14; ply++) await giveScore(page, ply, ply);
    const drawn = (kind) =>
      page.locator(`.graph-line${kind}`).evaluateAll((lines) => lines.map((one) => one.getAttribute("d")));
    await page.waitForFunction(() => document.querySelector(".graph-line")?.getAttribute("d").split("L").length === 15);
    const [before] = await drawn(":not(.is-variation)");
    const other = await inStore(page, (store) => {
      store.goTo(store.nodeAt(6));
      const known = [store.current.children[0].ply.move, ...store.current.moves.map(({ move }) => move)];
      return store.current.position.legal.find(({ move }) => !known.includes(move)).move;
    });
    await make(page, other);
    // A bad move leaves the score of the position before it as it is.
    await giveScore(page, 7, -40);
    await page.waitForSelector(".graph-line.is-variation", { state: "attached" });
    assert.deepEqual(await drawn(":not(.is-variation)"), [before]);
    assert.equal((await drawn(".is-variation")).length, 1);
    assert.equal(await page.locator(".graph-slider").getAttribute("aria-valuemax"), "7");
    // Beyond its end, the mouse reaches the game.
    const box = await page.locator(".graph-slider").boundingBox();
    await page.mouse.click(box.x + box.width - 12, box.y + 60);
    await untilStore(page, (store) => store.current === store.nodeAt(14));
    await page.waitForSelector(".graph-line.is-variation", { state: "detached" });
  },
  AT_START,
);

pageTest(
  "the readout of the graph stays inside it, clear of the current move",
  async (page) => {
    const slider = await page.locator(".graph-slider").boundingBox();
    for (const [key, share] of [
      ["Home", 0.3],
      ["End", 0.8],
      ["End", 0.98],
    ]) {
      await press(page, key);
      await page.mouse.move(slider.x + slider.width * share, slider.y + 50 + share);
      // Both are drawn with the next frame.
      const boxes = await page.waitForFunction((atStart) => {
        const [graph, read, mark] = ["#graph", ".graph-readout", ".graph-cursor"].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        const isThere = mark && read?.width && mark.x < graph.x + graph.width / 4 === atStart;
        return isThere && [graph, read, mark].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
      }, key === "Home");
      const [graph, read, mark] = await boxes.jsonValue();
      assert.ok(
        read.top >= graph.top && read.bottom <= graph.bottom && read.left >= graph.left && read.right <= graph.right,
        key,
      );
      assert.ok(read.left > mark.right + 4 || read.right < mark.left - 4, key);
    }
  },
  AT_START,
);

pageTest("a game of one move has no graph", async (page) => {
  await page.locator("#graph").waitFor({ state: "hidden" });
  await make(page, "f5");
  assert.ok(await page.locator("#graph").isHidden());
  await make(page, "d6");
  await page.locator("#graph").waitFor();
});

pageTest("the archive, or its absence, is shown", async (page) => {
  await fillArchive(page);
  await openTab(page, "archive");
  await until(page, ".panel-archive .panel-status", /no archive|reached/);
  const { archive } = await page.evaluate(async () => (await import("./js/api.js")).get("status"));
  const words = await text(page, ".panel-archive .panel-status");
  assert.match(words, archive ? /reached this position/ : /This server has no archive of games/);
});

/** What the page in the frame of the search trees shows. */
const framed = (page) =>
  page.evaluate(async () => {
    const { contentDocument, contentWindow } = document.querySelector(".search-trees");
    await contentDocument.fonts.ready;
    const style = contentWindow.getComputedStyle(contentDocument.body);
    const { right } = contentDocument.querySelector("#help-open").getBoundingClientRect();
    return {
      paper: style.backgroundColor,
      family: style.fontFamily.split(",")[0],
      hasTypeface: [...contentDocument.fonts].some(
        ({ family, status }) => /Source Sans 3/.test(family) && status === "loaded",
      ),
      isCut: contentDocument.querySelector(".tools").scrollWidth > contentDocument.querySelector(".tools").clientWidth,
      keysAt: right / contentWindow.innerWidth,
      hasTheme: contentDocument.querySelector("#theme").checkVisibility(),
      searches: [...contentDocument.querySelectorAll("#searches .tab")].map((one) => one.textContent),
    };
  });
const untilFramed = (page) =>
  page.waitForFunction(() =>
    [...(document.querySelector(".search-trees")?.contentDocument?.fonts ?? [])].some(
      ({ status }) => status === "loaded",
    ),
  );

pageTest(
  "how the search works is a full page in the type and the theme of the board",
  async (page) => {
    assert.equal(await page.locator("#tab-tree").count(), 0);
    for (const viewport of [{ width: 1280, height: 720 }, PHONE.viewport]) {
      await page.setViewportSize(viewport);
      for (const theme of ["light", "dark"]) {
        await set(page, "theme", theme);
        await command(page, "trees");
        await untilFramed(page);
        const { width, height } = await page.locator("#search-trees").boundingBox();
        assert.deepEqual({ width, height }, viewport);
        const shown = await framed(page);
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        assert.deepEqual(
          { ...shown, keysAt: shown.keysAt <= 1 },
          {
            paper,
            family: '"Source Sans 3"',
            hasTypeface: true,
            isCut: false,
            keysAt: true,
            hasTheme: false,
            searches: ["minimax", "alpha-beta"],
          },
        );
        await page.getByRole("button", { name: "Back" }).click();
        await page.locator("#search-trees").waitFor({ state: "detached" });
      }
    }
  },
  { alone: true },
);

pageTest(
  "after the end of a game there is no tree, and the page says why",
  async (page) => {
    await command(page, "trees");
    await until(page, "#search-trees [role=status]", /No tree: The game is over/);
  },
  { hash: "#g=8x8,start,e6f4e3f6g5d6e7f5c5,9" },
);

pageTest(
  "the searches of a tree are chosen by their names",
  async (page) => {
    await command(page, "trees");
    await untilFramed(page);
    const choose = () => page.getByText("Choose the searches").click();
    await choose();
    await page.getByLabel("Depth (1–8)").fill("2");
    for (const name of ["MTD(f)", "Iterative deepening with a transposition table"])
      await page.getByLabel(name, { exact: true }).check();
    await page.getByRole("button", { name: "Draw the tree" }).click();
    await page
      .frameLocator(".search-trees")
      .getByRole("button", { name: "iterative deepening with a table" })
      .waitFor();
    await until(page, "#search-trees [role=status]", /The tree after: the start/);
    assert.deepEqual((await framed(page)).searches, [
      "minimax",
      "alpha-beta",
      "MTD(f)",
      "iterative deepening with a table",
    ]);
    const link = page.getByRole("link", { name: "Open in a new tab" });
    // On the site, the drawn tree has no address.
    if (isSite) assert.equal(await link.count(), 0);
    else assert.match(await link.getAttribute("href"), /^api\/tree\?.*depth=2/);
    await choose();
    await page.getByLabel("SCOUT").check();
    await page.getByRole("button", { name: "Draw the tree" }).click();
    await until(page, "#search-trees [role=status]", /at most 4 searches/);
    await page.locator("#search-trees input").evaluateAll((boxes) => boxes.forEach((one) => (one.checked = false)));
    await page.getByRole("button", { name: "Draw the tree" }).click();
    await until(page, "#search-trees [role=status]", /at least one search/);
  },
  { alone: true },
);

/** The plural forms of a message; a plain string has only one. */
const formsOf = (text) => (typeof text === "string" ? { other: text } : text);

for (const language of ["fr", "ja"]) {
  for (const folder of ["", "panels/"]) {
    test(`no text is missing, ${language}, ${folder || "page"}`, () => {
      const read = (code) =>
        JSON.parse(readFileSync(here(`../../crates/server/page/i18n/${folder}${code}.json`), "utf8"));
      const [english, other] = [read("en"), read(language)];
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort());
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const places = (words) => [...new Set(words.match(/\{\w+\}/g) ?? [])].sort().join();
      for (const [key, text] of Object.entries(english)) {
        const forms = formsOf(other[key]);
        if (typeof text === "object")
          for (const form of needed) assert.ok(forms[form] ?? forms.other, `${key}, ${form}`);
        for (const words of Object.values(forms)) {
          assert.ok(words.trim(), key);
          assert.equal(places(words), places(formsOf(text).other), key);
        }
      }
    });
  }
}
