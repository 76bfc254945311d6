// The board with an archive, and the size of the whole page.
// `OUTFLANK_PAGE` is the address of a running server that has the games of 1980.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { fillArchive, played as moves, open, pageTest } from "./board-support.mjs";

/** Maximum size of the page with all panels, in bytes on the wire. */
const MAX_BYTES = 250_000;

pageTest(
  "archived games through a position are found, opened and linked",
  async (page, context) => {
    await fillArchive(page);
    await page.click("#tab-archive");
    const panel = page.locator(".panel-archive");
    await panel.getByText("2 games reached this position").waitFor();
    await panel.getByRole("button", { name: /^Play c5/ }).waitFor();
    // The filter by player leaves one of them.
    await panel.getByRole("searchbox").fill("Toth");
    await panel.getByText("1 game reached this position").waitFor();
    await panel.getByRole("button", { name: "Toth David – Sullivan George" }).click();
    await page.locator("#status").getByText("Toth David").waitFor();
    await page.keyboard.press("Shift+End");
    // Its URL, opened in a second tab, shows the same game at the same ply.
    await page.waitForFunction(() => /,\d\d$/.test(location.hash));
    const whole = await moves(page);
    assert.ok(whole.startsWith("f5d6c3d3c4f4f6"), whole);
    const second = await context.newPage();
    await open(second, new URL(page.url()).hash);
    assert.equal(await moves(second), whole);
  },
  { hash: "#g=8x8,start,f5d6c3d3c4f4,6" },
);

pageTest(
  "an unreadable file is named, and the games in the others are added",
  async (page) => {
    await page.click("#tab-archive");
    const panel = page.locator(".panel-archive");
    await panel.locator("input[type=file]").setInputFiles([
      { name: "unreadable.dat", mimeType: "", buffer: Buffer.from([1, 0, 255, 7]) },
      { name: "open.txt", mimeType: "text/plain", buffer: Buffer.from("f5f4e3") },
    ]);
    await page.getByText("1 game added; unreadable.dat cannot be read: No games could be read").waitFor();
    // The table of moves needs no sideways scrolling.
    await panel.getByRole("button", { name: "Play f5" }).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 850 });
      const moves = panel.locator(".panel-scroll").first();
      assert.equal(await moves.evaluate((one) => one.scrollWidth - one.clientWidth), 0, `${width} px`);
    }
  },
  { refused: /archive/, options: {} },
);

pageTest("a WTHOR file without its lists of names is added with a hint", async (page) => {
  await fillArchive(page);
  await page.click("#tab-archive");
  const games = page.locator(".panel-archive input[type=file]");
  await games.setInputFiles(fileURLToPath(new URL("../../testdata/wthor/WTH_1980.wtb", import.meta.url)));
  await page.getByText("0 games added, 160 already present. WTHOR files contain only numbers").waitFor();
});

pageTest(
  `the page and all its panels take less than ${MAX_BYTES} bytes`,
  async (page) => {
    const weights = await page.evaluate(() =>
      [performance.getEntriesByType("navigation"), performance.getEntriesByType("resource")]
        .flat()
        .filter(({ name }) => !new URL(name).pathname.startsWith("/api/"))
        .map(({ name, decodedBodySize, encodedBodySize }) => [name, decodedBodySize, encodedBodySize]),
    );
    assert.ok(weights.length > 40, `${weights.length} files`);
    const sum = (place) => weights.reduce((total, one) => total + one[place], 0);
    assert.ok(sum(2) < MAX_BYTES, `${sum(2)} bytes`);
    assert.ok(sum(2) < sum(1) / 2, `${sum(2)} bytes are sent for ${sum(1)}`);
  },
  { alone: true, server: "the size of the site is measured when it is built" },
);
