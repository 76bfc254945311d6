// The panels of the analysis board in a real browser. `OUTFLANK_PAGE` is the
// address of a running server.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { hindrances, startBrowser } from "./support.mjs";

const address = process.env.OUTFLANK_PAGE;
assert.ok(address, "OUTFLANK_PAGE is the address of a running server");

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const WTHOR = here("../../testdata/wthor/WTH_1980.wtb");
/** With its fourth move, White gives up a corner. */
const GAME = "d3c3b3b2b1d2e3e2d1a1f3a3f5g3";
const TABS = ["analysis", "game", "play", "files", "archive", "train", "tree"];

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

/** A test of the page, opened at a game; the page must log no errors. */
function on(words, work, { game = "8x8,start,,0", options = {} } = {}) {
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
      await page.goto(`${new URL(address).origin}/#g=${game}`);
      await page.waitForSelector("body[data-ready=all]");
      await work(page, complaints);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}

const openTab = (page, name) => page.click(`#tab-${name}`);
const text = (page, selector) => page.locator(selector).first().innerText();
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Evaluates an expression on the page's store. */
async function state(page, question, argument) {
  const store = await page.evaluateHandle(async () => (await import("/js/store.js")).store);
  return store.evaluate(question, argument);
}
const played = (page) => state(page, (store) => store.movesTo());

/**
 * Waits for a condition on the page's store. (`waitForFunction` treats a promise, as an
 * import returns, as true.)
 */
async function untilState(page, question, argument) {
  for (const end = Date.now() + 60_000; !(await state(page, question, argument)); await page.waitForTimeout(20))
    assert.ok(Date.now() < end, `the state never was so: ${question}`);
}
const ply = async (page) => Number(await page.locator(".graph-slider").getAttribute("aria-valuenow"));

/** Waits until a text contains something. */
const until = (page, selector, pattern) =>
  page.waitForFunction(
    ([where, source]) => new RegExp(source).test([...document.querySelectorAll(where)].map((one) => one.innerText).join("\n")),
    [selector, pattern.source],
  );

/** The depth in the headline; 0 if there is none. */
const deepest = (page) =>
  page.evaluate(() => Number(/depth (\d+)/.exec(document.querySelector(".headline-best").innerText)?.[1] ?? 0));
const untilDepth = (page, depth) =>
  page.waitForFunction((least) => Number(/depth (\d+)/.exec(document.querySelector(".headline-best").innerText)?.[1] ?? 0) > least, depth);

on("analysis deepens on screen, follows the game, and shows its lines on the board", async (page) => {
  await openTab(page, "analysis");
  await page.click(".panel-switch");
  await untilDepth(page, 0);
  await untilDepth(page, await deepest(page));
  assert.match(await text(page, ".headline-lead"), /^(Even|(Black|White) [+]\d+[.][05])$/);
  assert.equal(await page.locator(".line-row").count(), 3);
  assert.equal(await page.locator("#board .chip").count(), 4);
  await until(page, ".analysis-counts", /positions/);
  // Pointing at a row shows its variation.
  await page.locator(".line-row").first().hover();
  const shown = await state(page, (store) => store.pv?.squares);
  assert.match(shown[0], /^[a-h][1-8]$/);
  await page.mouse.move(5, 5);
  assert.equal(await state(page, (store) => store.pv), null);
  // The results are stored at the node, for the board and the graph.
  assert.equal(await state(page, (store) => store.current.moves.length), 4);
  assert.ok(await state(page, (store) => Number.isFinite(store.current.value.score)));
  // A move played from the list: the analysis follows.
  await page.locator(".line-move").first().click();
  await untilState(page, (store) => store.movesTo().length === 2 && store.current.moves?.length === 3);
  assert.match(await page.getAttribute(".lines", "aria-label"), /for White$/);
  // The other point of view negates the values.
  await page.click("#open-settings");
  await page.getByLabel("Scores in the list are for").selectOption("black");
  await page.getByLabel("Lines listed").selectOption("one");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => /for Black$/.test(document.querySelector(".lines").getAttribute("aria-label")));
  assert.equal(await page.locator(".line-row").count(), 1);
  await page.click(".panel-switch");
  await until(page, ".panel-analysis .panel-status", /Analysis is off/);
});

on("a position is solved to the end", async (page) => {
  await openTab(page, "analysis");
  await page.getByRole("button", { name: "Solve to the end" }).click();
  await until(page, ".panel-analysis .panel-status", /Solved: the scores are exact/);
  const values = await page.locator(".line-value").allInnerTexts();
  assert.equal(await page.locator("#board .chip").count(), await state(page, (store) => store.current.position.legal.length));
  assert.ok(values.every((value) => /^[+−]?\d+$/.test(value)), values.join());
  assert.equal(await page.locator(".line-value.is-exact").count(), values.length);
  assert.match(await text(page, ".headline-best"), /exact$/);
}, { game: "4x4,start,,0" });

on("a long solve can be stopped, and it ends when the game moves on", async (page) => {
  await openTab(page, "analysis");
  await page.getByRole("button", { name: "Solve to the end" }).click();
  await until(page, ".panel-analysis .panel-status", /Solving|Waiting|Asking/);
  await page.getByRole("button", { name: "Stop solving" }).click();
  await until(page, ".panel-analysis .panel-status", /Stopped/);
  await page.getByRole("button", { name: "Solve to the end" }).click();
  await state(page, (store) => store.play("f5"));
  await until(page, ".panel-analysis .panel-status", /Analysis is off/);
});

async function openNewGame(page) {
  await openTab(page, "play");
  await page.click("#play-new");
  await page.waitForSelector("#new-game");
}

/** Chooses an opponent and starts. */
async function begin(page, { board = "8x8", level = 1, more } = {}) {
  await openNewGame(page);
  await page.getByLabel("Outflank at a level").check();
  await page.locator(".opponent-setup input[type=range]").fill(String(level));
  await page.getByText("More: board, scores").click();
  if (board !== "8x8") await page.getByRole("combobox", { name: "Board", exact: true }).selectOption(board);
  await more?.();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForSelector(".opponent-game:not([hidden])");
}

/** Plays the user's first legal move at each turn until the game is over. */
async function playOn(page) {
  for (let turn = 0; turn < 200; turn++) {
    await until(page, ".opponent-status", /Your move|wins|win|drawn/);
    if (!(await text(page, ".opponent-status")).startsWith("Your move")) return;
    const before = await played(page);
    await state(page, (store) => store.play(store.current.position.legal[0].move));
    await page.waitForFunction(
      async (moves) => (await import("/js/store.js")).store.movesTo() !== moves,
      before,
    );
  }
}

on("a whole game is played against the engine", async (page) => {
  await begin(page, { board: "6x6" });
  assert.equal(await state(page, (store) => store.valuesHidden), true);
  await playOn(page);
  assert.match(await text(page, ".opponent-status"), /^(You win|The engine wins)\. (Black|White) wins \d+–\d+.*\.$|drawn/);
  assert.ok(await state(page, (store) => store.current.position.over));
  assert.equal(await state(page, (store) => store.valuesHidden), false);
  await page.getByRole("button", { name: "Play again" }).click();
  await until(page, ".opponent-status", /Your move/);
  assert.equal(await played(page), "");
});

on("moves are taken back, hints requested, games resigned", async (page) => {
  await begin(page);
  await until(page, ".opponent-status", /Your move/);
  assert.ok(await page.getByRole("button", { name: "Take back" }).isDisabled());
  await page.getByRole("button", { name: "Hint" }).click();
  await until(page, ".opponent-hint", /Hint: [a-h][1-8]/);
  await state(page, (store) => store.play("f5"));
  await untilState(page, (store) => store.movesTo().length === 4);
  await page.getByRole("button", { name: "Take back" }).click();
  await until(page, ".opponent-status", /Your move/);
  assert.equal(await played(page), "");
  // Another move now, without a trace of the one taken back.
  await state(page, (store) => store.play("d3"));
  await untilState(page, (store) => store.movesTo().length === 4);
  assert.equal(await state(page, (store) => store.tree.root.children.length), 1);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await until(page, ".opponent-status", /You resigned: the engine wins/);
});

on("the engine is stopped, follows an opening, gives discs away, and clocks run", async (page) => {
  await begin(page, {
    level: 2,
    more: async () => {
      await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption("clock");
      await page.getByLabel("The engine gives discs away").check();
      await page.getByLabel("Start from").selectOption("opening");
      await page.getByLabel("Its moves are already played").uncheck();
      await page.getByLabel("Find an opening").fill("tiger");
      await page.waitForSelector(".opponent-openings option[value='f5d6c3d3c4']", { state: "attached" });
      await page.locator(".opponent-openings").selectOption("f5d6c3d3c4");
    },
  });
  assert.match(await text(page, ".opponent-gift"), /0 of 10 discs/);
  for (const [move, answer] of [["f5", "f5d6"], ["c3", "f5d6c3d3"]]) {
    await state(page, (store, square) => store.play(square), move);
    await until(page, ".opponent-status", /Your move/);
    await untilState(page, (store, moves) => store.movesTo() === moves, answer);
  }
  const clock = page.locator(".opponent-clock").first();
  const before = await clock.innerText();
  await page.waitForFunction((time) => document.querySelector(".opponent-clock").innerText !== time, before);
  await page.getByRole("button", { name: "Pause" }).click();
  await until(page, ".opponent-status", /stopped/);
  await page.getByRole("button", { name: "Go on" }).click();
  await until(page, ".opponent-status", /Your move/);
});

on("a clock that runs out ends the game", async (page) => {
  await begin(page, {
    more: async () => {
      await page.getByRole("combobox", { name: "Clock", exact: true }).selectOption("clock");
      await page.getByLabel("Minutes").first().fill("0.1");
    },
  });
  await until(page, ".opponent-status", /Your time is up: the engine wins/);
  await until(page, "#live", /Your time is up/);
});

on("a game starts from a balanced position on another board", async (page) => {
  await begin(page, {
    board: "10x10",
    more: async () => {
      await page.getByLabel("Start from").selectOption("balanced");
      await page.getByLabel("Moves already played").fill("6");
    },
  });
  await until(page, ".opponent-status", /Your move/);
  assert.equal(await state(page, (store) => store.tree.board), "10x10");
  assert.ok((await state(page, (store) => store.current.position.discs.black + store.current.position.discs.white)) >= 10);
});

on("the search for a balanced position tells how long it takes and can be cancelled", async (page) => {
  await page.route("**/api/balanced", () => {});
  await openNewGame(page);
  await page.getByLabel("Start from").selectOption("balanced");
  await page.getByRole("button", { name: "Start the game" }).click();
  await until(page, "#new-game", /Looking for a balanced position … 1 s/);
  await page.locator("#new-game .panel-bar").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Start the game" }).click({ trial: true });
  assert.equal(await text(page, "#new-game .error"), "");
});

on("games are read from a WTHOR file, found, sorted and opened", async (page) => {
  await openTab(page, "files");
  await page.setInputFiles(".panel-files input[type=file]", WTHOR);
  await page.waitForSelector(".files-table [data-index='0']");
  const [, all] = /^\d+ of (\d+) games/.exec(await text(page, ".panel-files .files-found"));
  assert.ok(Number(all) > 100);
  // Only visible rows are drawn.
  assert.ok((await page.locator(".files-table [data-index]").count()) < 40);
  await page.getByRole("button", { name: "Result" }).click();
  await page.waitForSelector(".files-table th[aria-sort=descending]");
  const results = await page.locator(".files-table tbody td:nth-child(4)").allInnerTexts();
  const numbers = results.map((one) => Number(one.replace("−", "-")));
  assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
  await page.locator(".files-table [data-index='0']").focus();
  await press(page, "End");
  await page.waitForFunction((last) => document.activeElement.dataset.index === String(last), Number(all) - 1);
  await press(page, "ArrowUp", "Enter");
  await untilState(page, (store) => store.line().length > 20);
  await page.getByRole("searchbox", { name: "Player" }).fill("no such player");
  await until(page, ".panel-files .files-found", /^0 of/);
});

const GGF =
  "(;GM[Othello]PC[Outflank]DT[2024.01.02]PB[Ada]PW[Grace]RE[?]TY[8]" +
  "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]" +
  "B[f5]W[d6]B[c3]W[d3]B[c4];)";

on("a GGF text is read and the game saved in other formats", async (page) => {
  await openTab(page, "files");
  await page.locator(".panel-files textarea").first().fill(GGF);
  await page.getByRole("button", { name: "Read the text" }).click();
  await untilState(page, (store) => store.tree.meta.black === "Ada");
  assert.equal(await state(page, (store) => store.movesTo(store.line().at(-1))), "f5d6c3d3c4");
  // A single game is shown with its analysis.
  await openTab(page, "files");
  for (const format of ["transcript", "sgf", "ggf", "wthor"]) {
    await page.locator(".panel-files select").first().selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save", exact: true }).click(),
    ]);
    const content = readFileSync(await download.path());
    assert.ok(content.length > 0);
    if (format === "transcript") assert.match(content.toString().toLowerCase(), /f5d6c3d3c4/);
    await until(page, ".files-written", /1 game written to/);
  }
  await page.locator(".panel-files select").first().selectOption("transcript");
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  await until(page, ".files-written", /Left out/);
});

on("unreadable files are reported", async (page, complaints) => {
  await openTab(page, "files");
  await page.locator(".panel-files textarea").first().fill("f5f5f5f5");
  await page.getByRole("button", { name: "Read the text" }).click();
  await until(page, ".panel-files details", /could not be read/);
  // The browser itself logs the server's error status.
  complaints.length = 0;
});

on("a review finds the mistakes, and the explanation gives reasons", async (page) => {
  await openTab(page, "game");
  await page.getByRole("button", { name: "Review the game" }).click();
  await until(page, ".panel-review .panel-status", /^Reviewed: \d+ moves? to look at/);
  const found = await page.locator(".review-item").allInnerTexts();
  assert.ok(found.length > 0);
  for (const one of found) assert.match(one, /^\s*\d+\. [a-h][1-8]\?[!?]? lost .*, [a-h][1-8] was best\.\s+\S/s);
  await page.locator(".panel-review summary").click();
  const [best] = await page.locator(".review-summary tbody tr:nth-child(2) td").allInnerTexts();
  assert.match(best, /^\d+$/);
  await page.locator(".review-item").first().click();
  const [number] = found[0].split(".");
  // A mistake is shown from the position before it.
  await page.waitForFunction((to) => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === to, String(number - 1));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((to) => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === to, number.trim());
  assert.match(await page.locator(".graph-slider").getAttribute("aria-valuetext"), /(inaccuracy|mistake|blunder) \?/);
  assert.ok((await page.locator(".graph-picture .graph-sign").count()) >= found.length);
  // Only one side's mistakes.
  await page.locator(".review-head select").selectOption("white");
  const white = await page.locator(".review-item").allInnerTexts();
  assert.ok(white.length < found.length);
  assert.equal(await page.locator(".review-item .mini-disc.black").count(), 0);
  // The reason.
  await openTab(page, "analysis");
  await page.getByText("Compare two moves").click();
  await page.locator(".panel-explain input").fill("5");
  await page.getByRole("button", { name: "Explain" }).click();
  await until(page, ".explain-verdict", /(inaccuracy|mistake|blunder).*loses [\d.]+ discs? against [a-h][1-8]\. \S/);
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
}, { game: `8x8,start,${GAME},0` });

on("a review is saved as one file that opens without the server", async (page, complaints) => {
  await openTab(page, "game");
  await page.evaluate(async () => (await import("/js/settings.js")).settings.set("review.level", 3));
  await page.getByRole("button", { name: "Review the game" }).click();
  await until(page, ".panel-review .panel-status", /^Reviewed/);
  const found = await page.locator(".review-item").count();
  assert.ok(found > 0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a web page" }).click(),
  ]);
  const file = join(mkdtempSync(join(tmpdir(), "outflank-review-")), "review.html");
  await download.saveAs(file);
  await page.context().setOffline(true);
  await page.goto(`file://${file}`);
  assert.equal(await page.locator("#mistakes li").count(), found);
  assert.equal(await page.locator("#board circle[stroke='#ff4d3d']").count(), 1);
  assert.deepEqual(await hindrances(page), []);
  await page.keyboard.press("Home");
  assert.match(await text(page, "#turn"), /Black 2 – 2 White/);
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "#turn"), /Black 4 – 1 White/);
  assert.deepEqual(complaints, []);
}, { game: `8x8,start,${GAME},0` });

on("the squares of a reason light up, and a reason without squares is played out", async (page) => {
  const mistake = (reason) =>
    page.evaluate(async (why) => {
      const { store } = await import("/js/store.js");
      const { post } = await import("/js/api.js");
      const best = store.nodeAt(3).position.legal.find(({ move }) => move !== "b2").move;
      const { positions } = await post("game", { moves: `d3c3b3${best}` });
      const pv = [best, positions.at(-1).legal[0].move];
      store.setMoves(store.nodeAt(3), [{ move: best, score: 5, pv }, { move: "b2", score: -9, pv: ["b2"] }]);
      store.setReview(store.nodeAt(4), { ply: 4, mover: "white", move: "b2", score: -9, best, best_score: 5, loss: 14, mistake: "blunder", reason: why });
    }, reason);
  await openTab(page, "game");
  await mistake({ kind: "gives_up_corner", corner: "a1", squares: ["a1"], text: "" });
  await page.keyboard.press(".");
  await page.locator('#board [data-square="a1"] .mark-reason').waitFor();
  assert.equal(await page.locator("#board .mark-reason").count(), 1);
  assert.match(await page.locator('#board [data-square="a1"]').getAttribute("aria-label"), /shows the reason/);
  assert.match(await text(page, ".mistake-card .review-why"), /gives up the a1 corner/);
  await page.keyboard.press("End");
  assert.equal(await page.locator("#board .mark-reason").count(), 0);
  await mistake({ kind: "line", line: ["b2", "a1"], best_line: ["c3", "b4"], squares: [], text: "" });
  await page.keyboard.press("Home");
  await page.keyboard.press(".");
  await page.locator("#board .step-arrow").waitFor();
}, { game: `8x8,start,${GAME},0` });

on("a review can be stopped", async (page) => {
  await openTab(page, "game");
  await page.evaluate(async () => (await import("/js/settings.js")).settings.set("review.level", 30));
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Stop the review" }).click();
  await until(page, ".panel-review .panel-status", /^Stopped after \d+ of 14 moves/);
}, { game: `8x8,start,${GAME},0` });

on("the graph navigates the game by click and by key", async (page) => {
  await openTab(page, "game");
  const slider = page.locator(".graph-slider");
  await page.waitForSelector(".graph-picture .graph-cursor", { state: "attached" });
  const box = await slider.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 50);
  await page.waitForFunction(() => Math.abs(Number(document.querySelector(".graph-slider").getAttribute("aria-valuenow")) - 7) <= 1);
  await slider.focus();
  for (const [key, wanted] of [["Home", 0], ["ArrowRight", 1], ["ArrowUp", 2], ["ArrowLeft", 1], ["PageUp", 11], ["End", 14]]) {
    await press(page, key);
    await page.waitForFunction((at) => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === String(at), wanted);
  }
  assert.equal(await ply(page), 14);
  assert.match(await slider.getAttribute("aria-valuetext"), /^14\. g3 \(White\)/);
  await page.getByText("The graph as a table").click();
  await page.waitForFunction(() => document.querySelectorAll(".panel-graph tbody tr").length === 14);
  await page.locator(".panel-graph tbody .link").nth(3).click();
  await page.waitForFunction(() => document.querySelector(".graph-slider").getAttribute("aria-valuenow") === "4");
}, { game: `8x8,start,${GAME},0` });

on("the archive, or its absence, is shown", async (page) => {
  await openTab(page, "archive");
  await until(page, ".panel-archive .panel-status", /no archive|reached/);
  const { archive } = await page.evaluate(async () => (await fetch("/api/status")).json());
  const words = await text(page, ".panel-archive .panel-status");
  assert.match(words, archive ? /reached this position/ : /This server has no archive of games/);
});

on("search trees are drawn in their frame", async (page) => {
  await openTab(page, "tree");
  await page.getByLabel("Depth (1–8)").fill("2");
  await page.getByRole("button", { name: "Draw the tree" }).click();
  await until(page, ".panel-gametree .panel-status", /The tree after: the start/);
  assert.ok((await page.frameLocator(".gametree-frame").locator("svg").count()) > 0);
  const link = page.getByRole("link", { name: "Open in a new tab" });
  assert.match(await link.getAttribute("href"), /^\/api\/tree\?.*depth=2/);
  const chosen = page.locator(".panel-gametree input:checked");
  while (await chosen.count()) await chosen.first().uncheck();
  await page.getByRole("button", { name: "Draw the tree" }).click();
  await until(page, ".panel-gametree .panel-status", /at least one search/);
});

/** The plural forms of a text that a language needs: Japanese has one. */
const formsOf = (text) => (typeof text === "string" ? { other: text } : text);

for (const language of ["fr", "ja"]) {
  for (const folder of ["", "panels/"]) {
    test(`no text is missing, ${language}, ${folder || "page"}`, () => {
      const read = (code) => JSON.parse(readFileSync(here(`../../crates/server/page/i18n/${folder}${code}.json`), "utf8"));
      const [english, other] = [read("en"), read(language)];
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort());
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const places = (words) => [...new Set(words.match(/\{\w+\}/g) ?? [])].sort().join();
      for (const [key, text] of Object.entries(english)) {
        const forms = formsOf(other[key]);
        if (typeof text === "object") for (const form of needed) assert.ok(forms[form] ?? forms.other, `${key}, ${form}`);
        for (const words of Object.values(forms)) {
          assert.ok(words.trim(), key);
          assert.equal(places(words), places(formsOf(text).other), key);
        }
      }
    });
  }
}

for (const language of ["en", "fr", "ja"]) {
  on(
    `every text is there, ${language}`,
    async (page) => {
      for (const tab of TABS) {
        await openTab(page, tab);
        await page.waitForTimeout(100);
        const words = await page.evaluate(() => document.querySelector("#panels").textContent);
        const keys = words.match(/\b(?:analysis|graph|review|explain|opponent|files|home|mistakes|archive|gametree|panels|reason)\.[a-z_-]+/g);
        assert.equal(keys, null, tab);
      }
    },
    { options: { locale: language } },
  );
}

on("the language changes at once", async (page) => {
  await openNewGame(page);
  await page.evaluate(async () => (await import("/js/i18n.js")).setLanguage("fr"));
  await until(page, "#new-game button[type=submit]", /Commencer la partie/);
});

for (const colorScheme of ["light", "dark"]) {
  on(
    `nobody is hindered, ${colorScheme}`,
    async (page) => {
      await openTab(page, "analysis");
      await page.click(".panel-switch");
      await page.waitForSelector(".line-row");
      await page.getByText("Compare two moves").click();
      await page.locator(".panel-explain input").fill("4");
      await page.getByRole("button", { name: "Explain" }).click();
      await page.waitForSelector(".explain-verdict");
      await page.click(".panel-switch");
      assert.deepEqual(await hindrances(page), []);
      await openTab(page, "game");
      await page.evaluate(async () => (await import("/js/settings.js")).settings.set("review.level", 3));
      await page.getByRole("button", { name: "Review the game" }).click();
      await until(page, ".panel-review .panel-status", /^Reviewed/);
      await page.locator(".review-item").first().click();
      await page.getByText("The graph as a table").click();
      assert.deepEqual(await hindrances(page), []);
      await openTab(page, "files");
      await page.setInputFiles(".panel-files input[type=file]", WTHOR);
      await page.waitForSelector(".files-table [data-index='0']");
      assert.deepEqual(await hindrances(page), []);
      await openTab(page, "archive");
      await until(page, ".panel-archive .panel-status", /no archive|reached/);
      assert.deepEqual(await hindrances(page), []);
      await openTab(page, "tree");
      assert.deepEqual(await hindrances(page), []);
      await openNewGame(page);
      await page.getByLabel("Start from").selectOption("opening");
      await page.getByText("More: board, scores").click();
      await page.waitForSelector(".opponent-openings option", { state: "attached" });
      assert.deepEqual(await hindrances(page), []);
      await page.getByRole("button", { name: "Start the game" }).click();
      await until(page, ".opponent-status", /Your move/);
      assert.deepEqual(await hindrances(page), []);
    },
    { game: `8x8,start,${GAME},6`, options: { colorScheme } },
  );
}

on(
  "nothing scrolls sideways on a phone",
  async (page) => {
    for (const tab of TABS) {
      await openTab(page, tab);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${tab}: ${wide} pixels too wide`);
    }
  },
  { game: `8x8,start,${GAME},6`, options: { viewport: { width: 360, height: 780 }, hasTouch: true } },
);
