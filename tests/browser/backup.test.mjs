// The archive of the site, and its backup file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { open, openTab, pageTest, text, until } from "./board-support.mjs";

const WTHOR = fileURLToPath(new URL("../../testdata/wthor/WTH_1980.wtb", import.meta.url));
const GAME = "#g=8x8,start,f5d6c3d3c4";

pageTest(
  "games are imported into the archive and found by their position",
  async (page) => {
    await openTab(page, "archive");
    await until(page, ".panel-archive .panel-status", /The archive is empty/);
    await page.setInputFiles(".panel-archive input[type=file]", WTHOR);
    await until(page, ".panel-archive", /160 games in the archive/);
    await until(page, ".panel-archive .panel-status", /[1-9]\d* games? reached this position/);
    assert.ok((await page.locator(".panel-archive table tbody tr").count()) > 3);
  },
  { alone: true, hash: GAME },
);

pageTest(
  "the readable part of a damaged file is added to the archive, with a notice",
  async (page) => {
    await openTab(page, "archive");
    await until(page, ".panel-archive .panel-status", /The archive is empty/);
    const buffer = readFileSync(WTHOR).subarray(0, 5000);
    await page.setInputFiles(".panel-archive input[type=file]", {
      name: "cut.wtb",
      mimeType: "application/octet-stream",
      buffer,
    });
    await until(page, ".notice", /1 game could not be read/);
    await until(page, ".panel-archive", /73 games in the archive/);
  },
  { alone: true, hash: GAME },
);

pageTest(
  "a backup file restores the library in another browser",
  async (page, context) => {
    await page.locator('#board [data-square="b3"]').click();
    await page.waitForFunction(() => store.movesTo().endsWith("b3"));
    await openTab(page, "files");
    await page.locator(".home-game").waitFor();
    await page.getByRole("button", { name: "Save games", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save games, cards and settings to a file" }).click(),
    ]);
    const content = readFileSync(await download.path(), "utf8");
    assert.match(content, /"settings"/);
    const other = await context.browser().newContext({ locale: "en-GB", serviceWorkers: "block" });
    try {
      const page = await other.newPage();
      await open(page);
      await openTab(page, "files");
      await page
        .getByLabel("Restore from a saved file")
        .setInputFiles({ name: "all.json", mimeType: "application/json", buffer: Buffer.from(content) });
      await page.locator(".home-game").waitFor();
      assert.match(await text(page, ".home-game"), /5 moves|moves/);
    } finally {
      await other.close();
    }
  },
  { alone: true, hash: GAME },
);

pageTest(
  "the readable lines of a damaged backup file are restored, with a notice",
  async (page) => {
    const game = await page.evaluate(async () => {
      const { exportAll } = await import("./js/backup.js");
      await store.play("b3");
      for (;;) {
        const line = (await exportAll()).content.split("\n").find((one) => one.startsWith('{"game"'));
        if (line?.includes("f5d6c3d3c4b3")) return line;
        await new Promise((go) => setTimeout(go, 50));
      }
    });
    const other = game.replace(/"id":"[^"]*"/, '"id":"other"');
    await openTab(page, "files");
    const restore = (lines) =>
      page
        .getByLabel("Restore from a saved file")
        .setInputFiles({ name: "all.json", mimeType: "application/json", buffer: Buffer.from(lines.join("\n")) });
    await restore(['{"settings":{}}', "\u0000\u0001", '{"game":{"id":"x"}}', other, game.slice(0, 60)]);
    await until(page, ".notice.error", /The file is damaged: 3 lines could not be read.* Games added: 1\./);
    await page.waitForFunction(() => document.querySelectorAll(".home-game").length === 2);
    await restore([game.slice(0, 60)]);
    await until(page, ".notice.error", /“all.json” is not an Outflank backup, or it is damaged/);
  },
  { alone: true, hash: GAME, refused: /storage/ },
);
