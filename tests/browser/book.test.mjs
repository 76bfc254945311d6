// The opening book on the page. `OUTFLANK_PAGE` is the address of a running server that has an
// editable copy of the shipped book and the games of 1980.

import assert from "node:assert/strict";
import { fillArchive, inStore, pageTest, play, untilStore } from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const panel = (page) => page.locator(".panel-book");
const rows = (page) => panel(page).locator("tbody tr");

pageTest("book moves have score, grade, lines and games, and can be played", async (page) => {
  await fillArchive(page);
  await page.click("#tab-analysis");
  await panel(page).getByText("Book: ").waitFor();
  const answer = await page.evaluate(() => import("./js/api.js").then(({ get }) => get("book")));
  assert.equal(await rows(page).count(), answer.moves.length);
  // The four first moves are symmetric images, and every game begins with one of them.
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".panel-book tbody tr")].every((row) => /\d/.test(row.cells[5].textContent)),
  );
  const cells = await rows(page).first().locator("th, td").allInnerTexts();
  assert.match(cells[3], /^[A-F]$/);
  assert.deepEqual(await axeViolations(page), []);
  const before = await inStore(page, (store) => store.current.depth);
  await rows(page).first().getByRole("button").click();
  await untilStore(page, (store, depth) => store.current.depth === depth + 1, before);
  await panel(page).getByText("Book: ").waitFor();
});

pageTest(
  "a position outside the book is reported",
  async (page) => {
    await page.click("#tab-analysis");
    await panel(page).getByText("This position is not in the book.").waitFor();
    await play(page, await inStore(page, (store) => store.current.position.legal[0].move));
    await panel(page).getByText("This position is not in the book.").waitFor();
  },
  { hash: "#g=6x6,start,,0" },
);

pageTest(
  "a position is added to the book, gets a score and is removed, and each step is undone and redone",
  async (page) => {
    await page.click("#tab-analysis");
    const book = () =>
      page.evaluate(() => import("./js/api.js").then(({ get }) => get("book", { moves: "e6d6c3f3c7" })));
    const before = await book();
    assert.equal(before.found, false);
    await panel(page).getByRole("button", { name: "Add to the book" }).waitFor();
    assert.equal(await panel(page).getByLabel("Your score").isVisible(), false);
    await panel(page).getByLabel("Level").fill("2");
    await panel(page).getByRole("button", { name: "Add to the book" }).click();
    await panel(page).getByText("Book: ").waitFor();
    const added = await book();
    assert.equal(added.found, true);
    assert.deepEqual(await axeViolations(page), []);
    // The book already has a search as deep.
    await panel(page).getByRole("button", { name: "Search deeper" }).click();
    await page.getByText("The book already has this.").waitFor();
    await panel(page).getByLabel("Your score").fill("-14");
    await panel(page).getByRole("button", { name: "Set score" }).click();
    await panel(page).getByText("Book: −14.").waitFor();
    assert.equal((await book()).score, -14);
    await panel(page).getByRole("button", { name: "Remove from the book" }).click();
    await panel(page).getByRole("button", { name: "Add to the book" }).waitFor();
    assert.equal((await book()).found, false);
    await page.locator("#board").focus();
    await page.keyboard.press("Control+z");
    await panel(page).getByText("Book: −14.").waitFor();
    await page.keyboard.press("Control+z");
    await panel(page).getByText("Book: −14").waitFor({ state: "hidden" });
    assert.deepEqual(await book(), added);
    await page.keyboard.press("Control+z");
    await panel(page).getByRole("button", { name: "Add to the book" }).waitFor();
    assert.deepEqual(await book(), before);
    await page.keyboard.press("Control+y");
    await panel(page).getByRole("button", { name: "Search deeper" }).waitFor();
    await page.keyboard.press("Control+z");
    await panel(page).getByRole("button", { name: "Add to the book" }).waitFor();
  },
  { hash: "#g=8x8,start,e6d6c3f3c7,5", server: "the site has no book that can be changed" },
);
