// A player's first visit with clicks alone: a game against the weakest opponent, its review, a
// mistake tried again, an opening practised, a puzzle, a lesson, a file of games. docs/explanation/board-page.md gives the click counts.
// `OUTFLANK_PAGE` is the address of a running server with an archive.

import assert from "node:assert/strict";
import { inStore, pageTest, square, untilStore, waitForText } from "./board-support.mjs";
import { WTHOR } from "./states.mjs";

pageTest(
  "a game, its review, a mistake and an opening take few clicks",
  async (page) => {
    let clicks = 0;
    const click = async (target) => {
      await target.click();
      clicks += 1;
    };
    const button = (name) => page.getByRole("button", { name });
    const part = (expected, words) => {
      assert.equal(clicks, expected, words);
      clicks = 0;
    };

    await click(page.locator("#home-play"));
    await click(button("Start the game"));
    part(2, "the first move against the weakest opponent");
    // The game appears a moment after its dialog has closed.
    await page.locator(".opponent-player").filter({ hasText: "Novice (400)" }).waitFor();
    assert.match(await page.locator(".opponent-player").last().innerText(), /^White: Novice \(400\)/);
    // Between the engine's move and a pass of the user, no move is legal.
    const isTurn = (store) => {
      const { over, mover, legal } = store.current.position;
      return over || (mover === store.tree.engine?.terms.human && legal.length > 0);
    };
    for (;;) {
      await untilStore(page, isTurn);
      const legal = await inStore(page, (store) => store.current.position.legal.map(({ move }) => move));
      if (!legal.length) break;
      const depth = await inStore(page, (store) => store.current.depth);
      await square(page, legal[legal.length >> 1]).click();
      await untilStore(page, (store, before) => store.current.depth > before, depth);
    }
    await page.waitForFunction(() => /win|draw/.test(document.querySelector(".opponent-status").textContent));

    await click(button("Review this game"));
    await page.waitForSelector(".mistake-card:not([hidden])");
    // The deeper review that follows the quick one may judge differently.
    await page.waitForFunction(() =>
      /^Your mistakes: \d+ \(opponent: \d+\)\.$/.test(
        document.querySelector(".panel-review .panel-status").textContent,
      ),
    );
    assert.ok(await page.locator(".review-why").first().textContent());
    part(1, "from the end of the game to the first mistake, with the reason");
    // Only the player's own mistakes are listed.
    assert.equal(await page.locator(".review-item .mini-disc.white").count(), 0);
    assert.ok((await page.locator(".review-item .mini-disc.black").count()) > 0);

    await click(button("Try again"));
    // A surer search may have found another best move than the review.
    const best = await page.evaluate(async () => {
      const [{ bestOf }, { store }] = await Promise.all([import("./js/scores.js"), import("./js/store.js")]);
      return bestOf(store.current.children[0]);
    });
    await square(page, best).click();
    await waitForText(page, ".mistake-answer", `Right: ${best}.`);
    part(1, "trying that mistake again");

    await click(page.locator("#tab-train"));
    // The marks of the mistake are gone.
    assert.equal(await page.locator("#board .mark-verdict, #board .mark-number").count(), 0);
    await click(page.locator("#train-openings"));
    await click(page.locator(".panel-openings").getByRole("button", { name: "Brightwell, as Black", exact: true }));
    await waitForText(page, ".panel-openings .train-prompt", "This is the line");
    await click(page.locator(".panel-openings").getByRole("button", { name: "Next" }));
    await waitForText(page, ".panel-openings .train-prompt", "to move");
    part(4, "practising an opening");
    await square(page, await inStore(page, (store) => store.current.position.legal[0].move)).click();
    await page.waitForFunction(() =>
      /^(Right|Wrong): /.test(document.querySelector(".panel-openings .train-prompt").textContent),
    );
    await click(page.locator(".panel-openings .train-back"));
    await click(page.locator("#train-puzzles"));
    await waitForText(page, ".panel-puzzles .train-prompt", "to move");
    const puzzle = await inStore(page, (store) => store.game());
    const { move } = await page.evaluate(
      async (game) => (await import("./js/api.js")).post("choose", { ...game, level: 16 }),
      puzzle,
    );
    await click(square(page, move));
    await page.locator(".panel-puzzles").getByText(`Right: ${move},`).waitFor();
    part(3, "a puzzle solved");

    await click(page.locator(".panel-puzzles .train-back"));
    await click(page.locator("#train-lessons"));
    await click(page.locator("#lesson-frontier"));
    const lesson = page.locator(".panel-lessons");
    const positions = await page.evaluate(async () => (await (await fetch("lessons.json")).json()).frontier.positions);
    // Two texts, an example, and the positions.
    for (const [index, position] of [null, null, ...positions].entries()) {
      if (index > 2) {
        await lesson
          .locator(".lesson-place")
          .filter({ hasText: `${index - 2}` })
          .waitFor();
        await untilStore(page, (store, moves) => store.movesTo() === moves, position.moves);
        await click(square(page, position.answer));
      }
      await click(lesson.getByRole("button", { name: "Next", exact: true }));
    }
    await lesson.getByText("positions at the first attempt.").waitFor();
    part(12, "a lesson finished");

    await click(page.locator("#tab-files"));
    // The click that opens the dialog of files.
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      click(page.locator("label:visible", { hasText: "Open a file" })),
    ]);
    await chooser.setFiles(WTHOR);
    await page.getByRole("searchbox", { name: "Player" }).fill("cerf");
    await click(page.locator(".files-table [data-index='0']"));
    await untilStore(page, (store) => /Cerf/.test(`${store.tree.meta.black} ${store.tree.meta.white}`));
    part(3, "a game found in a WTHOR file");
  },
  { settings: { "review.level": 5 }, alone: true },
);
