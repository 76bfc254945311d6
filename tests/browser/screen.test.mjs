// The screen of the analysis board in a real browser: immediate scores, the layout, and mistakes
// to learn from.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  current,
  giveScore,
  inStore,
  PHONE,
  pageTest,
  paste,
  play,
  played,
  reload,
  set,
  square,
  text,
  waitForText,
} from "./board-support.mjs";

/** With its fourth move, White gives up a corner. */
const GAME = "d3c3b3b2b1d2e3e2d1a1f3a3f5g3";
const WTHOR = fileURLToPath(new URL("../../testdata/wthor/WTH_1980.wtb", import.meta.url));
const AUTOMATIC = { settings: {} };
const inside = async (page, selector) => {
  const box = await page.locator(selector).boundingBox();
  const { width, height } = page.viewportSize();
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
};

pageTest(
  "every move has its score at once, and the headline says who is ahead and what is best",
  async (page) => {
    await page.click("#tab-analysis");
    await page.waitForFunction(() => document.querySelectorAll("#board .chip").length === 4);
    await waitForText(page, ".headline-best", "depth");
    await play(page, "f5");
    await page.waitForFunction(() => document.querySelectorAll("#board .chip").length === 3);
    await page.waitForFunction(() =>
      /^(Even|(Black|White) \+\d+\.[05])$/.test(document.querySelector(".headline-lead").innerText),
    );
    assert.match(await page.locator(".evaluation").getAttribute("aria-label"), /^Score: (Even|Black|White)/);
    // Estimates are shown in half discs, with their decimals on hover.
    const texts = await page.locator("#board .chip-text").allTextContents();
    for (const text of texts) assert.match(text, /^[+−]?\d+\.[05]$/);
    assert.match(await square(page, "d6").locator("title").textContent(), /^-?\d+\.\d\d at depth \d+$/);
  },
  AUTOMATIC,
);

pageTest(
  "a pasted game is reviewed automatically, with marks, graph and list",
  async (page) => {
    await paste(page, GAME);
    await page.waitForSelector(".move-mark");
    await page.waitForSelector(".graph-sign", { state: "attached" });
    await page.click("#tab-game");
    await waitForText(page, ".panel-review .panel-status", "Mistakes: ");
    assert.ok((await page.locator(".review-item").count()) > 0);
  },
  AUTOMATIC,
);

pageTest(
  "a deeper search replaces a score, a shallower one does not",
  async (page) => {
    const scores = await inStore(page, (store) => {
      const scored = (score, depth) => [{ move: "f5", score, exact: false, depth, selectivity: 100, pv: ["f5"] }];
      return [
        [2, 10],
        [5, 3],
        [4, 12],
      ].map(([score, depth]) => {
        store.setMoves(store.current, scored(score, depth));
        return store.current.value.score;
      });
    });
    assert.deepEqual(scores, [2, 2, 4]);
    // The book does not know this board.
  },
  { hash: "#g=6x6,start,,0" },
);

pageTest(
  "board, moves and graph are on one screen, and the list of moves fills the height",
  async (page) => {
    for (const selector of ["#board", "#moves", "#graph", ".headline", "#step-end"])
      assert.ok(await inside(page, selector), selector);
    const heights = await page.evaluate(() =>
      ["#moves", ".moves-list"].map((one) => document.querySelector(one).clientHeight),
    );
    assert.ok(heights[1] > heights[0] - 20 && heights[0] > 150, heights.join());
    const gap = await page.evaluate(() => {
      const bottom = (one) => document.querySelector(one).getBoundingClientRect().bottom;
      const top = (one) => document.querySelector(one).getBoundingClientRect().top;
      return [top("#moves") - bottom("#panels"), top("#graph") - bottom("#moves")];
    });
    assert.ok(
      gap.every((pixels) => Math.abs(pixels) < 2),
      gap.join(),
    );
    const { width } = await page.locator("#board").boundingBox();
    assert.ok(width > 640, `the board is ${width} pixels wide`);
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest(
  "on a phone the board, one line of moves and the tabs stay visible",
  async (page) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 720 });
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        for (const selector of ["#board", ".tabs", "#step-back"]) assert.ok(await inside(page, selector), selector);
      }
      await page.click("#tab-analysis");
      assert.ok(await inside(page, "#moves"));
      assert.ok((await page.locator("#moves").boundingBox()).height < 60);
      assert.equal(await current(page), "14. g3, White");
      // The list scrolls to the current move in the next frame.
      await page.waitForFunction((width) => {
        const { left, right } = document.querySelector("#moves [aria-current]").getBoundingClientRect();
        return left > 0 && right < width;
      }, width);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, [role=tab], summary")]
          .filter((one) => one.checkVisibility() && one.getClientRects().length)
          .map((one) => [one.className || one.id || one.innerText, one.getBoundingClientRect()])
          .filter(([, { height }]) => height > 1 && height < 43.5)
          .map(([name, { height }]) => `${name}: ${height}`),
      );
      assert.deepEqual(small, []);
    }
  },
  { hash: `#g=8x8,start,${GAME}`, options: PHONE },
);

pageTest(
  "a mistake is shown from the position before it, and a better move can be tried",
  async (page) => {
    await page.click("#tab-game");
    await waitForText(page, ".panel-review .panel-status", "Mistakes: ");
    const item = page.locator(".review-item", { hasText: "??" }).first();
    const [, number, move] = /(\d+)\. ([a-h]\d) \?\?/.exec(await item.innerText());
    const best = await inStore(page, (store, ply) => store.nodeAt(ply).review.best, Number(number));
    await item.click();
    assert.equal(await inStore(page, (store) => store.current.depth), number - 1);
    assert.equal(await square(page, move).locator(".mark-verdict.is-bad").count(), 1);
    assert.equal(await square(page, best).locator(".mark-verdict.is-good").count(), 1);
    await page.getByRole("button", { name: "Try again" }).click();
    assert.equal(await page.locator("#board .mark-verdict, #board .chip").count(), 0);
    await square(page, move).click();
    await waitForText(page, ".mistake-answer", `${move} is the move that was played`);
    assert.equal(await inStore(page, (store) => store.current.depth), number - 1);
    // Another wrong move is explained, without the best one.
    const [wrong, why] = await page.evaluate(
      async ([played, right]) => {
        const [{ post }, { store }, { reasonText }] = await Promise.all([
          import("./js/api.js"),
          import("./js/store.js"),
          import("./js/panels/reasons.js"),
        ]);
        for (const { move } of store.current.position.legal) {
          if (move === played || move === right) continue;
          const { hint, best } = await post("explain", { ...store.game(), move, level: 12 });
          if (hint && best.move === right) return [move, reasonText(hint, move)];
        }
        return [];
      },
      [move, best],
    );
    assert.ok(wrong && why.includes(wrong) && !why.includes(best), why);
    await square(page, wrong).click();
    await waitForText(page, ".mistake-answer", why);
    assert.match(await text(page, ".mistake-answer"), new RegExp(`^${wrong} (loses|is not the best)`));
    await square(page, best).click();
    await waitForText(page, ".mistake-answer", `Right: ${best}.`);
    await page.locator("#board .mark-number").first().waitFor();
    await page.getByRole("button", { name: `Show the line after ${move}` }).click();
    await page.locator("#board .mark-number", { hasText: "2" }).waitFor();
    // Keys lead to the next mistake and back.
    const place = () => page.locator(".mistake-card h3").innerText();
    const here = await place();
    await page.keyboard.press(".");
    assert.notEqual(await place(), here);
    await page.keyboard.press(",");
    assert.equal(await place(), here);
  },
  { hash: `#g=8x8,start,${GAME}`, settings: { "review.level": 5, "analysis.on": false } },
);

pageTest(
  "on a low screen the mistakes have the height, on one line each",
  async (page) => {
    /** The rows of mistakes that are wholly visible, and their heights. */
    const rows = () =>
      page.locator(".review-item").evaluateAll((all) => {
        const { bottom } = document.querySelector("#panel-game").getBoundingClientRect();
        return all
          .map((one) => one.getBoundingClientRect())
          .filter((box) => box.height && box.bottom <= bottom)
          .map(({ height }) => height);
      });
    await page.click("#tab-game");
    await waitForText(page, ".panel-review .panel-status", "Mistakes: ");
    assert.ok(await page.locator("#moves").isHidden());
    // The review opens at its worst mistake; without its card, the figures come first.
    await page.locator(".mistake-card").waitFor();
    await inStore(page, (store) => void store.toEnd());
    await page.locator(".mistake-card").waitFor({ state: "hidden" });
    for (const selector of [".review-figures", "#graph"]) assert.ok(await inside(page, selector), selector);
    assert.ok((await rows()).length >= 3);
    // The mistake of the card keeps its row.
    const number = await page.locator(".review-item").count();
    await page.locator(".review-item").nth(1).click();
    await page.locator(".mistake-card").waitFor();
    const shown = (wanted) =>
      [...document.querySelectorAll(".review-item")].filter((one) => one.checkVisibility()).length === wanted;
    await page.waitForFunction(shown, number);
    const heights = await rows();
    assert.ok(heights.length >= 3 && heights.every((height) => height < 40), heights.join());
    // So does the focus.
    await page.locator(".review-item[aria-current]:focus").waitFor();
    // Other tabs keep the list of moves, and so do higher screens.
    await page.click("#tab-analysis");
    assert.ok(await page.locator("#moves").isVisible());
    await page.click("#tab-game");
    await page.setViewportSize({ width: 1280, height: 860 });
    assert.ok(await page.locator("#moves").isVisible());
  },
  {
    hash: `#g=8x8,start,${GAME}`,
    settings: { "analysis.on": false, "review.level": 3 },
    options: { viewport: { width: 1280, height: 720 } },
  },
);

pageTest(
  "in print, the position, the moves and the graph remain",
  async (page) => {
    await page.emulateMedia({ media: "print" });
    for (const selector of ["#board", "#status", ".moves-list", "#graph"])
      assert.ok(await page.locator(selector).isVisible(), selector);
    for (const selector of [".top", ".tabs", "#panels", "#step-back", ".evaluation"])
      assert.ok(await page.locator(selector).isHidden(), selector);
    const last = await page.locator("#moves .move").last().boundingBox();
    assert.ok(last.height > 0);
  },
  { hash: `#g=8x8,start,${GAME}`, alone: true },
);

pageTest(
  "on a small phone a mistake card starts at its top, and the list can be reached",
  async (page) => {
    await page.click("#tab-game");
    await page.locator(".review-item").nth(2).click();
    await page.waitForSelector(".mistake-card:not([hidden])");
    assert.equal(await page.evaluate(() => document.scrollingElement.scrollTop), 0);
    const [line, heading] = await Promise.all(
      ["#moves", ".mistake-card h3"].map((one) => page.locator(one).boundingBox()),
    );
    assert.ok(heading.y >= line.y + line.height, "the heading is below the line of moves");
    const { y } = await page.locator(".tabs").boundingBox();
    assert.ok(heading.y + heading.height <= y, "the heading is above the tabs");
    assert.ok(y - line.y - line.height >= 160, "the panel has a quarter of the screen");
    const back = await page.locator("#step-back").boundingBox();
    assert.ok(
      back.y >= line.y && back.y + back.height <= line.y + line.height + 2,
      "the buttons are in the line of moves",
    );
  },
  {
    hash: `#g=8x8,start,${GAME}`,
    settings: { "analysis.on": false, "review.level": 3 },
    options: { ...PHONE, viewport: { width: 375, height: 667 } },
  },
);

pageTest(
  "on a phone a comment is in the line of moves",
  async (page) => {
    await inStore(page, (store) => store.setComment(store.nodeAt(4), "a long comment ".repeat(20)));
    await page.waitForSelector("#moves .comment");
    assert.ok((await page.locator("#moves").boundingBox()).height < 60);
  },
  { hash: `#g=8x8,start,${GAME}`, options: PHONE },
);

pageTest(
  "the page itself never scrolls, and on a phone each tab starts at its top",
  async (page) => {
    // Before a game there is nothing to step through, and the buttons are hidden.
    assert.ok(await page.locator("#step-back").isVisible());
    await inStore(page, (store) => store.newGame());
    await page.click("#tab-files");
    await page.locator("#step-back").waitFor({ state: "hidden" });
    await page.setInputFiles(".panel-files input[type=file]", WTHOR);
    await page.waitForSelector(".files-table [data-index='0']");
    for (const viewport of [
      { width: 375, height: 667 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      for (const tab of ["game", "train", "archive", "files"]) {
        await page.click(`#tab-${tab}`);
        if (viewport.width < 900)
          assert.equal(await page.evaluate(() => document.querySelector(".rail").scrollTop), 0, tab);
        const last = tab === "files" ? ".files-table" : `#panel-${tab} > :last-child`;
        await page.evaluate((selector) => document.querySelector(selector).scrollIntoView(), last);
        await page.evaluate(() => scrollBy(0, 400));
        assert.deepEqual(
          await page.evaluate(() => [document.scrollingElement.scrollTop, document.body.scrollTop]),
          [0, 0],
          tab,
        );
      }
    }
  },
  { hash: `#g=8x8,start,${GAME}`, settings: { "analysis.on": false, "review.level": 3 }, options: PHONE },
);

pageTest(
  "the review continues while a mistake is tried again",
  async (page) => {
    // The deeper review confirms one mistake, and is held back then: it could clear it.
    await page.route(/\/api\/review\?.*level=24/, () => {});
    await set(page, "review.auto", true);
    await inStore(page, (store, moves) => store.newGame({ board: "8x8", start: "start", moves }), GAME);
    await page.click("#tab-game");
    await page.waitForFunction(() =>
      /more deeply/.test(document.querySelector(".panel-review .panel-status").textContent),
    );
    await inStore(page, (store) => {
      const node = store.nodeAt(4);
      store.setReview(node, { ...node.review, mistake: "blunder", isQuick: false });
    });
    await page.locator(".review-item").first().click();
    await page.getByRole("button", { name: "Try again" }).click();
    await waitForText(page, ".panel-review .panel-status", "hidden");
    await page.getByRole("button", { name: "Show the answer" }).click();
    // The status is drawn with the next frame.
    await page.waitForFunction(() =>
      /more deeply/.test(document.querySelector(".panel-review .panel-status").textContent),
    );
    // The green ring is on the best move, and stays there when a deeper search finds a better one.
    const best = await inStore(page, (store) => {
      const { moves, children } = store.current;
      const [first] = moves;
      const { move } = moves.find((one) => one !== first && one.move !== children[0].ply.move);
      const score = first.score + 1;
      const deeper = moves.map((one) => ({ ...one, depth: 60, score: one.move === move ? score : one.score }));
      store.setMoves(
        store.current,
        deeper.sort((one, other) => other.score - one.score),
      );
      return move;
    });
    await page.locator(`#board [data-square="${best}"] .mark-verdict.is-good`).waitFor({ state: "attached" });
  },
  { settings: { "analysis.on": false, "review.auto": false, "review.level": 24 }, alone: true },
);

/** Reviews the move b2 as a mistake against a line of eight moves, with more squares than are marked. */
const giveMistake = (page) =>
  inStore(page, async (store) => {
    const { post } = await import("./js/api.js");
    const before = store.nodeAt(3);
    const move = before.position.legal.find(({ move: one }) => one !== "b2").move;
    const pv = [move];
    let position = null;
    while (pv.length < 8) {
      position = (await post("game", { moves: store.movesTo(before) + pv.join("") })).positions.at(-1);
      pv.push(position.legal[0].move);
    }
    store.setMoves(before, [{ move, score: 5, exact: false, depth: 9, selectivity: 100, pv }]);
    const squares = ["a1", "a2", "h1", "h2", "h7", "h8", "a7", "a8"];
    const reason = { kind: "loses_last_move", opponent: "black", region: squares, squares, text: "" };
    store.setReview(store.nodeAt(4), {
      ply: 4,
      mover: "white",
      move: "b2",
      score: -9,
      best: move,
      best_score: 5,
      loss: 14,
      mistake: "blunder",
      reason,
    });
    return pv;
  });

pageTest(
  "six moves of a line are played out: discs flip, the moves have numbers, and nothing else has",
  async (page) => {
    const pv = await giveMistake(page);
    await page.keyboard.press(".");
    await page.locator(".mistake-card").waitFor();
    assert.equal(await page.locator("#board .mark-reason").count(), 6);
    assert.ok(await page.getByText("squares that show the reason").isVisible());
    await page.getByRole("button", { name: `Show the line after ${pv[0]}` }).click();
    await page.locator("#board .mark-number", { hasText: "6" }).waitFor();
    const wanted = await page.evaluate(
      async (moves) => {
        const { post } = await import("./js/api.js");
        const { discsOf } = await import("./js/squares.js");
        return [...discsOf((await post("game", { moves })).positions.at(-1).position, 8, 8)].sort();
      },
      (await played(page)) + pv.slice(0, 6).join(""),
    );
    const shown = await page
      .locator("#board [data-square]:has(.disc)")
      .evaluateAll((all) =>
        all
          .map((one) => [
            one.dataset.square,
            one.querySelector(".face.black").getAttribute("opacity") === "1" ? "black" : "white",
          ])
          .sort(),
      );
    assert.deepEqual(shown, wanted);
    assert.deepEqual((await page.locator("#board .mark-number").allTextContents()).sort(), [
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
    ]);
    assert.equal(await page.locator("#board :is(.chip, .step, .mark-legal, .mark-last, .mark-next)").count(), 0);
    await page.click("#tab-analysis");
    assert.equal(await page.locator("#board :is(.mark-verdict, .mark-number)").count(), 0);
    await page.click("#tab-game");
    await square(page, pv[0]).locator(".mark-verdict.is-good").waitFor();
  },
  { hash: `#g=8x8,start,${GAME},0` },
);

pageTest(
  "the move played next is ringed, unless scores are hidden",
  async (page) => {
    const ringed = () =>
      page
        .locator("#board [data-square]:has(.mark-next)")
        .evaluateAll((all) => all.map(({ dataset }) => dataset.square).join());
    assert.equal(await ringed(), "d3");
    assert.match(await square(page, "d3").getAttribute("aria-label"), /played next/);
    await page.keyboard.press("ArrowRight");
    assert.equal(await ringed(), "c3");
    const hide = (isHidden) =>
      page.evaluate(async (to) => (await import("./js/panels/hiding.js")).setHiding("try", to), isHidden);
    await hide(true);
    assert.equal(await ringed(), "");
    await hide(false);
    assert.equal(await ringed(), "c3");
    await set(page, "showValues", false);
    assert.equal(await ringed(), "");
    await set(page, "showValues", true);
    await inStore(page, (store) => store.remove(store.nodeAt(2)));
    assert.equal(await ringed(), "");
    assert.doesNotMatch(await square(page, "c3").getAttribute("aria-label"), /played next/);
  },
  { hash: `#g=8x8,start,${GAME},0` },
);

pageTest(
  "the score stands at the end of the bar and beside the moves",
  async (page) => {
    const lead = page.locator(".evaluation-lead");
    /** The score in the list after a move. */
    const listed = (ply) =>
      page
        .locator("#moves .move-score")
        .nth(ply - 1)
        .innerText();
    await giveScore(page, 13, 6.6);
    await giveScore(page, 14, 7, true);
    assert.equal(await listed(13), "+6.5");
    assert.equal(await listed(14), "+7");
    // White leads: the score is at White's end, the upper one.
    const [bar, box] = await Promise.all([page.locator(".evaluation").boundingBox(), lead.boundingBox()]);
    assert.equal(await lead.innerText(), "7");
    assert.ok(box.y < bar.y + 20 && box.width <= bar.width);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await lead.innerText(), "6.5");
    assert.ok((await lead.boundingBox()).y > bar.y + bar.height - 30);
    await set(page, "analysis.side", "black");
    assert.equal(await listed(14), "−7");
    await set(page, "showValues", false);
    assert.equal(await listed(14), "");
    await set(page, "showValues", true);
    assert.equal(await listed(14), "−7");
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest(
  "only the deeper review marks mistakes, and one cut off by a reload starts again",
  async (page) => {
    const marks = () => page.locator(".move-mark").count();
    await page.route("**/api/review?*", async (route) => {
      if (!new URL(route.request().url()).search.includes("level=5")) return;
      await route.continue();
    });
    await paste(page, GAME);
    await waitForText(page, ".panel-review .panel-status", "Searching the mistakes more deeply");
    const reviewed = await inStore(page, (store) =>
      store
        .line()
        .filter(({ review }) => review)
        .map(({ review }) => review),
    );
    assert.ok(reviewed.length > 8);
    assert.ok(reviewed.every(({ mistake, isQuick, exact }) => exact || (isQuick && mistake === null)));
    assert.equal(await marks(), reviewed.filter(({ mistake }) => mistake).length);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await reload(page);
    await page.click("#tab-game");
    await waitForText(page, ".panel-review .panel-status", "Mistakes: ");
    assert.ok((await marks()) > 0);
  },
  { ...AUTOMATIC, alone: true, server: "it holds back a response of the server" },
);
