// The ratings that a review estimates, in three languages. `OUTFLANK_PAGE` is the address of a
// running server.

import assert from "node:assert/strict";
import { openTab, pageTest, until } from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const GAME = "f5f6e6f4e3d3f3c5c4c3g4d6e7f8f7e2d2h3h5c2d1f1c1g6e8d8g5g8b3f2";

pageTest(
  "a review estimates the ratings by keyboard on a phone, in three languages",
  async (page) => {
    await openTab(page, "game");
    const start = page.locator(".panel-review button").filter({ visible: true }).first();
    await start.press("Enter");
    const ratings = page.locator(".review-ratings p");
    await page.waitForSelector(".panel-review .panel-details:not([hidden])");
    await page.locator(".panel-review .panel-details summary").press("Enter");
    await ratings.nth(1).waitFor();
    for (const [language, black, white, topics] of [
      [
        "en",
        /Black played like a person rated (\d+) \((\d+) to (\d+)\), judging by \d+ moves with a choice\./,
        /White played/,
        /Over a game, they lose most through/,
      ],
      [
        "fr",
        /Noir a joué comme une personne classée (\d+) \((\d+) à (\d+)\)/,
        /Blanc a joué/,
        /une partie, ils perdent surtout par/,
      ],
      ["ja", /黒の打ち方はレーティング(\d+)（(\d+)〜(\d+)）/, /白の打ち方は/, /1局で失う石が多いのは/],
    ]) {
      await page.evaluate(async (code) => (await import("./js/i18n.js")).setLanguage(code), language);
      await until(page, ".review-ratings", black);
      const [ofBlack, ofWhite] = await ratings.allInnerTexts();
      const [, rating, low, high] = ofBlack.match(black).map(Number);
      assert.ok(400 <= low && low < rating && rating < high && high <= 2400, ofBlack);
      assert.match(ofBlack, topics);
      assert.match(ofWhite, white);
      assert.deepEqual(await axeViolations(page), [], language);
    }
  },
  {
    hash: `#g=8x8,start,${GAME},0`,
    options: { viewport: { width: 390, height: 844 }, hasTouch: true },
    settings: { "analysis.on": false, "review.auto": false, "review.level": 1 },
  },
);
