// What the opening book knows, on the page. `OUTFLANK_PAGE` is the address of a running server that
// has the shipped book and the games of 1980.

import assert from "node:assert/strict";
import { hindrances } from "./support.mjs";
import { inStore, on, play, untilStore } from "./board-support.mjs";

const panel = (page) => page.locator(".panel-book");
const rows = (page) => panel(page).locator("tbody tr");

on(
  "the moves of the book have value, grade, lines and games, and are played",
  async (page) => {
    await page.click("#tab-analysis");
    await panel(page).getByText("Book: ").waitFor();
    const answer = await page.evaluate(() => fetch("/api/book").then((found) => found.json()));
    assert.equal(await rows(page).count(), answer.moves.length);
    // All four first moves are alike, and all games begin with one of them.
    await page.waitForFunction(() => [...document.querySelectorAll(".panel-book tbody tr")].every((row) => /\d/.test(row.cells[5].textContent)));
    const cells = await rows(page).first().locator("th, td").allInnerTexts();
    assert.match(cells[3], /^[A-F]$/);
    assert.deepEqual(await hindrances(page), []);
    const before = await inStore(page, (store) => store.current.depth);
    await rows(page).first().getByRole("button").click();
    await untilStore(page, (store, depth) => store.current.depth === depth + 1, before);
    await panel(page).getByText("Book: ").waitFor();
  },
);

on("a position that the book does not know is told", async (page) => {
  await page.click("#tab-analysis");
  await panel(page).getByText("The book does not know this position.").waitFor();
  await play(page, await inStore(page, (store) => store.current.position.legal[0].move));
  await panel(page).getByText("The book does not know this position.").waitFor();
}, { hash: "#g=6x6,start,,0" });
