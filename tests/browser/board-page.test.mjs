// The analysis board in a real browser. `OUTFLANK_PAGE` is the address of a
// running server, such as `http://127.0.0.1:8664/`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  address,
  announced,
  choose,
  command,
  counts,
  current,
  inStore,
  label,
  main,
  newGame,
  open,
  PHONE,
  pageTest,
  paste,
  play,
  REFUSED,
  reload,
  square,
  turn,
  waitForText,
} from "./board-support.mjs";

/** Black wipes White out in nine moves. */
const SHORTEST = "f5d6c5f4e7f6g5e6e3";
/** On 4x4, White's next move, d3, leaves Black without a legal move. */
const BEFORE_PASS = "b1a1a2c1d1a3a4";

pageTest(
  "a frame shows only the board and the moves",
  async (page) => {
    assert.equal(await current(page), "4. d3, White");
    for (const selector of [".top", ".tabs", ".graph", ".evaluation"])
      assert.equal(await page.locator(selector).isVisible(), false, selector);
    for (const selector of ["#board", "#step-end", ".embed-link", "#moves"]) {
      const { y, height } = await page.locator(selector).boundingBox();
      assert.ok(y >= 0 && y + height <= 460, selector);
    }
    await play(page, "e3");
    const link = await page.locator(".embed-link").evaluate(({ pathname, hash }) => pathname + hash);
    assert.equal(link, `${new URL(address).pathname}#g=8x8,start,f5d6c3d3c4(e3),5.4-1`);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await current(page), "4. d3, White");
    // Nothing is saved.
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("outflank.game"))),
      [],
    );
  },
  { hash: "?embed&game=f5d6c3d3c4&ply=4", options: { viewport: { width: 320, height: 460 } } },
);

pageTest(
  "a frame opens a game with variations at its end, and reports an illegal move",
  async (page) => {
    assert.equal(await current(page), "5. c4, Black");
    assert.equal(await page.locator(".variation .move").count(), 2);
    await open(page, "?embed&game=f5a1&board=6x6");
    await page.locator(".notice").waitFor();
  },
  { hash: "?embed&game=f5(d3c3)d6c3d3c4", alone: true },
);

pageTest(
  "a reload shows the discs before the page has loaded",
  async (page) => {
    const discs = (count) =>
      page.waitForFunction((count) => document.querySelectorAll(".first-discs use").length === count, count);
    await play(page, "f5");
    await page.waitForFunction(() => history.state.position.includes("XXX"));
    await page.route("**/js/main.js", () => {});
    await page.reload({ waitUntil: "commit" });
    await discs(5);
    assert.equal(await page.locator("[href='#first-black']").count(), 4);
    await page.goto("about:blank");
    await page.goto(address, { waitUntil: "commit" });
    await discs(4);
    await page.goto("about:blank");
    await page.goto(`${address}#g=8x8,start,f5,1`, { waitUntil: "commit" });
    await discs(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await reload(page);
    assert.equal(await page.locator(".first-board").count(), 0);
  },
  { alone: true, hash: "#g=8x8,start,,0" },
);

pageTest("moves by clicking", async (page) => {
  assert.equal(await turn(page), "Black to move");
  assert.deepEqual(await counts(page), ["2", "2"]);
  assert.match(await label(page, "d3"), /^d3, empty, legal, (.*, )?flips 1 disc$/);
  assert.equal(await label(page, "d4"), "d4, white disc");
  await play(page, "d3");
  assert.equal(await label(page, "d4"), "d4, black disc");
  assert.equal(await label(page, "d3"), "d3, black disc, last move");
  assert.deepEqual(await counts(page), ["4", "1"]);
  assert.equal(await turn(page), "White to move");
  await announced(page, "Black plays d3, 1 disc flipped. White to move.");
  await play(page, "c3");
  assert.deepEqual(await main(page), ["d3", "c3"]);
  assert.equal(await current(page), "2. c3, White");
  // A click on an illegal square has no effect.
  await square(page, "a1").click();
  assert.deepEqual(await main(page), ["d3", "c3"]);
});

pageTest(
  "moves by keyboard",
  async (page) => {
    for (let tab = 0; tab < 60; tab++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.getAttribute("role") === "gridcell")) break;
    }
    const focused = () => page.evaluate(() => document.activeElement.dataset.square);
    assert.equal(await focused(), "e5");
    assert.equal(await page.locator('#board [tabindex="0"]').count(), 1);
    for (const [key, expected] of [
      ["ArrowRight", "f5"],
      ["ArrowUp", "f4"],
      ["Home", "a4"],
      ["ArrowLeft", "a4"],
      ["End", "h4"],
      ["Control+End", "h8"],
      ["Control+Home", "a1"],
    ]) {
      await page.keyboard.press(key);
      assert.equal(await focused(), expected, key);
    }
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"])
      await page.keyboard.press(key);
    await announced(page, "Black plays d3");
    assert.equal(await focused(), "d3");
    for (const key of ["ArrowLeft", "Space"]) await page.keyboard.press(key);
    await announced(page, "White plays c3");
    await page.keyboard.press("Shift+ArrowLeft");
    assert.equal(await current(page), "1. d3, Black");
    await page.keyboard.press("Shift+Home");
    assert.equal(await page.locator("#moves [aria-current]").count(), 0);
    await page.keyboard.press("Shift+End");
    assert.equal(await current(page), "2. c3, White");
  },
  { alone: true },
);

pageTest("moves by typed squares, in the field and anywhere", async (page) => {
  await page.fill("#square-field", "F5");
  await page.keyboard.press("Enter");
  await announced(page, "Black plays f5");
  assert.equal(await page.inputValue("#square-field"), "");
  await page.fill("#square-field", "a1");
  await page.keyboard.press("Enter");
  await waitForText(page, "#square-error", "a1 is not a legal move here.");
  await page.fill("#square-field", "xyz");
  await page.keyboard.press("Enter");
  await waitForText(page, "#square-error", "“xyz” is not a square");
  assert.equal(await page.getAttribute("#square-field", "aria-invalid"), "true");
  await page.locator("h1").click();
  await page.keyboard.type("d6c3");
  await waitForText(page, "#moves", "c3");
  assert.equal(await page.locator("#square-error").textContent(), "");
  assert.deepEqual(await main(page), ["f5", "d6", "c3"]);
});

pageTest(
  "a pass is automatic and announced",
  async (page) => {
    await play(page, "d3");
    await announced(page, "White plays d3, ");
    await announced(page, "Black has no move and passes. White to move.");
    assert.equal((await main(page)).at(-1), "pass");
    assert.equal(await turn(page), "Black has no move and passes.");
    await page.click("#step-back");
    assert.equal(await current(page), "7. a4, Black");
    await page.click("#step-forward");
    assert.equal(await current(page), "pass, Black");
  },
  { hash: `#g=4x4,start,${BEFORE_PASS},7` },
);

pageTest(
  "the end of the game and its result are announced",
  async (page) => {
    await play(page, "e3");
    await announced(page, "Black plays e3, ");
    await announced(page, "Game over. Black wins 64–0");
    assert.equal(await turn(page), "Game over. Black wins 64–0 (13–0 and 51 empty squares)");
    assert.equal(await page.locator("#board [data-legal]").count(), 0);
    await page.click("#step-start");
    assert.equal(await turn(page), "Black to move");
  },
  { hash: `#g=8x8,start,${SHORTEST.slice(0, -2)}` },
);

const VARIATION = "f5d6c3";

async function makeVariation(page) {
  await page.getByRole("button", { name: "1. f5, Black" }).click();
  await play(page, "f6");
  await play(page, "e6");
}

pageTest(
  "a variation is made, promoted, folded and deleted",
  async (page) => {
    await makeVariation(page);
    assert.deepEqual(await main(page), ["f5", "d6", "c3"]);
    const variation = () => page.locator(".variation .move-name").allInnerTexts();
    assert.deepEqual(await variation(), ["f6", "e6"]);
    // The menu, by mouse.
    await page.getByRole("button", { name: "2. f6, White" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Promote variation" }).click();
    assert.deepEqual(await main(page), ["f5", "f6", "e6"]);
    assert.deepEqual(await variation(), ["d6", "c3"]);
    // And by keyboard.
    await page.getByRole("button", { name: "2. d6, White" }).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Promote variation" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.deepEqual(await variation(), ["d6"]);
    await waitForText(page, ".variation", "1 more");
    const fold = page.getByRole("button", { name: "Variation from d6" });
    assert.equal(await fold.getAttribute("aria-expanded"), "false");
    await fold.click();
    assert.deepEqual(await variation(), ["d6", "c3"]);
    await page.getByRole("button", { name: "3. c3, Black" }).focus();
    await page.keyboard.press("Delete");
    assert.deepEqual(await variation(), ["d6"]);
    await page.getByRole("button", { name: "2. d6, White" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    assert.deepEqual(await main(page), ["f5", "d6"]);
    await page.getByRole("button", { name: "2. f6, White" }).click();
    await page.locator("#moves-more").click();
    await page.getByRole("menuitem", { name: "Delete from here" }).click();
    assert.equal(await page.locator(".variation").count(), 0);
    assert.equal(await current(page), "1. f5, Black");
  },
  { hash: `#g=8x8,start,${VARIATION}` },
);

pageTest(
  "comments and mistake marks are shown at their moves",
  async (page) => {
    await page.getByRole("button", { name: "2. d6, White" }).click();
    await page.locator("#moves-more").click();
    await page.getByRole("menuitem", { name: "Comment" }).click();
    // A click outside keeps the text.
    await page.keyboard.type("<b>A Perpendicular</b>");
    await page.mouse.click(2, 2);
    await page.keyboard.press("Control+Enter");
    await waitForText(page, ".comment", "<b>A Perpendicular</b>");
    await inStore(page, (store) => store.setReview(store.nodeAt(1), { mistake: "blunder" }));
    assert.equal(await page.locator(".move-mark.is-blunder").innerText(), "??");
    await page.getByRole("button", { name: "1. f5, Black, blunder" }).waitFor();
  },
  { hash: `#g=8x8,start,${VARIATION}` },
);

pageTest(
  "scores are shown on their squares by colour and number, with the best marked",
  async (page) => {
    const seen = await inStore(page, (store) => {
      const scored = (move, score, exact) => ({ move, score, exact, depth: 10, selectivity: 100, pv: [move] });
      store.setMoves(store.current, [scored("c2", 4, true), scored("b3", 3.14, false), scored("e4", -8.26, false)]);
      const chip = (name) => {
        const found = document.querySelector(`#board [data-square=${name}] .chip`);
        const style = getComputedStyle(found.querySelector(".chip-box"));
        return {
          text: found.textContent,
          fill: style.fill,
          line: style.strokeWidth,
          ring: Boolean(found.querySelector(".chip-ring")),
        };
      };
      return ["c2", "b3", "e4"].map(chip);
    });
    assert.deepEqual(
      seen.map(({ text }) => text),
      ["+4", "+3.0", "−8.5"],
    );
    assert.deepEqual(
      seen.map(({ ring }) => ring),
      [true, false, false],
    );
    assert.equal(new Set(seen.map(({ fill }) => fill)).size, 3);
    assert.notEqual(seen[0].line, seen[1].line);
  },
  // The book does not have this board.
  { hash: "#g=6x6,start,,0" },
);

pageTest("the principal variation is drawn for the pointed or focused square", async (page) => {
  const give = () =>
    inStore(page, (store) => {
      const pv = ["d3", "c3", "c4", "e3"];
      store.setMoves(store.current, [{ move: "d3", score: 1, exact: false, depth: 9, selectivity: 95, pv }]);
    });
  const steps = () => page.locator("#board .step-number").allTextContents();
  await give();
  await square(page, "d3").hover();
  await give();
  await page.locator("#board .step").first().waitFor();
  assert.deepEqual((await steps()).slice(0, 2), ["1", "2"]);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => !document.querySelector("#board .step"));
  await page.evaluate(() => document.querySelector('#board [tabindex="0"]').focus());
  for (const key of ["Home", "Control+Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"])
    await page.keyboard.press(key);
  await give();
  await page.locator("#board .step").first().waitFor();
});

pageTest("optional marks are shown when enabled", async (page) => {
  const marks = (name) => page.locator(`#board .mark-${name}`).count();
  await play(page, "f5");
  assert.equal(await marks("number"), 0);
  await page.click("#open-settings");
  for (const name of ["showNumbers", "showFlips", "showStable"]) await page.check(`#setting-${name}`);
  await page.uncheck("#setting-showCoordinates");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#board .mark-number").textContent(), "1");
  assert.equal(await marks("flipped"), 1);
  assert.equal(await page.locator("#board .board-coordinate").count(), 0);
  assert.equal(await label(page, "f5"), "f5, black disc, move 1, last move");
  await reload(page);
  assert.equal(await marks("number"), 1);
});

pageTest("any position can be set up", async (page) => {
  await page.click("#open-setup");
  const painted = (name) => page.locator(`#setup [data-square="${name}"]`);
  await page.getByRole("button", { name: "Clear" }).click();
  assert.equal(await page.inputValue("#setup-position"), `${"-".repeat(64)} X`);
  await painted("c3").click();
  await page.check("#setup-brush-white");
  await painted("d3").click();
  await painted("a1").click();
  await page.check("#setup-brush-empty");
  await painted("a1").click();
  assert.equal(await painted("c3").getAttribute("aria-label"), "c3, black disc");
  await page.check("#setup-mover-white");
  assert.match(await page.inputValue("#setup-position"), /^-{18}XO-{44} O$/);
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.locator("#setup").waitFor({ state: "hidden" });
  assert.equal(await label(page, "d3"), "d3, white disc");
  assert.equal(await turn(page), "White to move");
  assert.match(await label(page, "b3"), /^b3, empty, legal/);
});

pageTest(
  "a pasted position is drawn, and errors are shown at the field",
  async (page) => {
    await page.click("#open-setup");
    await page.fill("#setup-position", "XXO X");
    await page.waitForFunction(() => document.querySelector("#setup-error").textContent.length > 10);
    assert.equal(await page.getAttribute("#setup-position", "aria-invalid"), "true");
    await page.fill("#setup-position", `${"-".repeat(26)}OX${"-".repeat(36)} X`);
    await page.locator('#setup [data-square="c4"] .face.white[opacity="1"]').waitFor();
    assert.equal(await page.textContent("#setup-error"), "");
    await page.fill("#setup-columns", "17");
    await page.keyboard.press("Enter");
    await waitForText(page, "#setup-shape-error", "3 to 16");
    await page.fill("#setup-columns", "16");
    await page.keyboard.press("Tab");
    await page.locator('#setup [data-square="p8"]').waitFor();
    // The button takes the size that was just typed.
    await page.fill("#setup-columns", "9");
    await page.getByRole("button", { name: "Starting position" }).click();
    await page.locator('#setup [data-square="p8"]').waitFor({ state: "hidden" });
    assert.equal(await page.inputValue("#setup-columns"), "9");
    await page.fill("#setup-columns", "16");
    await page.keyboard.press("Tab");
    await page.locator('#setup [data-square="p8"]').waitFor();
    await page.getByRole("button", { name: "Use this position" }).click();
    await page.locator("#setup").waitFor({ state: "hidden" });
    assert.equal(await page.locator("#board [role=gridcell]").count(), 128);
  },
  { refused: REFUSED },
);

pageTest("9x7 has its own start position, 6x6 and 16x8 the standard one", async (page) => {
  const begin = async (board) => {
    await newGame(page, { opponent: "nobody", board });
    const [columns, rows] = board.split("x").map(Number);
    await page.waitForFunction(
      (count) => document.querySelectorAll("#board [role=gridcell]").length === count,
      columns * rows,
    );
  };
  await begin("9x7");
  assert.equal(await label(page, "d4"), "d4, white disc");
  assert.equal(await label(page, "e5"), "e5, white disc");
  assert.equal(await label(page, "e4"), "e4, black disc");
  await play(page, "f5");
  assert.equal(await label(page, "e5"), "e5, black disc");
  assert.equal(await square(page, "i7").count(), 1);
  await begin("6x6");
  assert.equal(await label(page, "c3"), "c3, white disc");
  await begin("16x8");
  assert.equal(await label(page, "h4"), "h4, white disc");
  await play(page, "j5");
});

pageTest(
  "a link restores board, variation and ply",
  async (page, context) => {
    await newGame(page, { opponent: "nobody", board: "9x7" });
    await square(page, "i7").waitFor();
    for (const name of ["f5", "f6"]) {
      const isLegal = await square(page, name).getAttribute("data-legal");
      if (isLegal !== null) await play(page, name);
    }
    await page.click("#step-back");
    const moves = await main(page);
    const here = await page.locator("#moves [aria-current]").count();
    await page.waitForFunction((end) => location.hash.endsWith(end), `,${moves.join("")},${moves.length - 1}`);
    const { hash } = new URL(page.url());
    const again = await context.newPage();
    await open(again, hash);
    assert.deepEqual(await main(again), moves);
    assert.equal(await again.locator("#moves [aria-current]").count(), here);
    assert.equal(await square(again, "i7").count(), 1);
    assert.equal(await turn(again), await turn(page));
    // An invalid link is harmless and reported.
    await again.evaluate(() => (location.hash = "#g=8x8,nonsense,f5,3"));
    await again.locator(".notice.error").waitFor();
    assert.equal(await square(again, "i7").count(), 1);
  },
  { refused: REFUSED },
);

pageTest(
  "the browser's back and forward buttons switch games",
  async (page) => {
    await play(page, "f6");
    await newGame(page, { opponent: "nobody" });
    await page.waitForFunction(() => !document.querySelector(".move"));
    await page.goBack();
    await waitForText(page, "#moves", "f6");
    assert.deepEqual(await main(page), ["f5", "f6"]);
    await page.goForward();
    await page.waitForFunction(() => !document.querySelector(".move"));
  },
  { hash: "#g=8x8,start,f5" },
);

pageTest(
  "pasted games are loaded",
  async (page) => {
    await paste(page, "1. F5 d6 2. C3 d3");
    await waitForText(page, "#moves", "d3");
    assert.deepEqual(await main(page), ["f5", "d6", "c3", "d3"]);
    await paste(page, `${"-".repeat(14)}OX----XO${"-".repeat(14)} X;`);
    await page.waitForFunction(() => document.querySelectorAll("#board [role=gridcell]").length === 36);
    await paste(page, "a9a9");
    await page.locator(".notice.error").waitFor();
  },
  { refused: REFUSED },
);

pageTest(
  "the opening is named",
  async (page) => {
    await waitForText(page, "#opening", "Tiger");
    await page.click("#step-start");
    assert.equal(await page.locator("#opening").innerText(), "");
  },
  { hash: "#g=8x8,start,f5d6c3d3c4" },
);

pageTest(
  "the board is saved as SVG and as PNG",
  async (page) => {
    const keep = async (name) => {
      await command(page, "picture");
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
    };
    const svg = await keep(/^SVG/);
    assert.equal(svg.name, "othello-8x8-3.svg");
    const text = svg.content.toString();
    assert.match(text, /^<svg [^>]*width="540"/);
    assert.doesNotMatch(text, /class=|style=|var\(|light-dark|tabindex/);
    const png = await keep(/^PNG/);
    assert.equal(png.content.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([png.content.readUInt32BE(16), png.content.readUInt32BE(20)], [1080, 1080]);
  },
  { hash: `#g=8x8,start,${VARIATION}` },
);

pageTest(
  "openings have Japanese names",
  async (page) => {
    const named = () => page.locator("#opening").innerText();
    assert.equal(await named(), "Opening: Tiger");
    await page.evaluate(async () => (await import("./js/i18n.js")).setLanguage("ja"));
    assert.equal(await named(), "定石：虎");
  },
  { hash: "#g=8x8,start,f5d6c3d3c4,5" },
);

pageTest("the language is switched at once and completely", async (page) => {
  await choose(page, "language", "fr");
  await waitForText(page, "#status", "Trait à Noir");
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  assert.match(await label(page, "d3"), /^d3, vide, coup légal/);
  await command(page, "new");
  await page.getByRole("button", { name: "Commencer la partie" }).waitFor();
  await page.evaluate(async () => (await import("./js/i18n.js")).setLanguage("ja"));
  await page.getByRole("button", { name: "対局を始める" }).waitFor();
  await page.keyboard.press("Escape");
  await choose(page, "language", "en");
  await waitForText(page, "#status", "Black to move");
});

pageTest(
  "the default language is the browser's",
  async (page) => {
    assert.equal(await turn(page), "Trait à Noir");
  },
  { options: { locale: "fr-CA" } },
);

pageTest(
  "an unknown language in the address is ignored",
  async (page) => {
    assert.equal(await turn(page), "Black to move");
  },
  { alone: true, root: `${address}?language=constructor` },
);

pageTest(
  "flips are animated unless reduced motion is preferred",
  async (page) => {
    const moving = async (reducedMotion, name) => {
      await page.emulateMedia({ reducedMotion });
      return page.evaluate(async (wanted) => {
        const { store } = await import("./js/store.js");
        await store.play(wanted);
        return document.getAnimations().filter(({ effect }) => effect.target.closest("#board")).length;
      }, name);
    };
    assert.ok((await moving("no-preference", "f5")) > 2);
    assert.equal(await moving("reduce", "d6"), 0);
    await page.click("#open-settings");
    await page.selectOption("#setting-motion", "less");
    await page.keyboard.press("Escape");
    assert.equal(await moving("no-preference", "c3"), 0);
  },
  { alone: true },
);

pageTest(
  "light and dark follow the system and can be switched",
  async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await choose(page, "theme", "light");
    const light = await paper();
    assert.notEqual(light, dark);
    await reload(page);
    assert.equal(await paper(), light);
    await choose(page, "theme", "system");
    assert.equal(await paper(), dark);
    await page.emulateMedia({ colorScheme: "light" });
    assert.equal(await paper(), light);
  },
  { options: { colorScheme: "dark" } },
);

pageTest("commands are listed, and single keys can be switched off", async (page) => {
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  assert.ok((await page.locator(".key-row").count()) > 12);
  await page.keyboard.press("Escape");
  await page.click("#open-settings");
  await page.uncheck("#setting-singleKeys");
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.type("f5?");
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(await main(page), []);
});

pageTest(
  "a phone shows the whole form for typed squares",
  async (page) => {
    await play(page, "f5");
    for (const [width, height] of [
      [360, 740],
      [360, 640],
      [320, 560],
    ]) {
      await page.setViewportSize({ width, height });
      await page.locator("#square-field").focus();
      const form = await page.locator(".entry").boundingBox();
      const fits = form.x >= 0 && form.x + form.width <= width && form.y >= 0 && form.y + form.height <= height;
      assert.ok(fits, `${width}x${height}: ${JSON.stringify(form)}`);
      const button = await page.locator(".entry button").boundingBox();
      assert.ok(button.x + button.width <= form.x + form.width, JSON.stringify([form, button]));
    }
  },
  { options: PHONE },
);

pageTest(
  "boards of all shapes fit a phone, with squares large enough for a finger",
  async (page) => {
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const board of ["8x8", "9x7", "16x8", "4x4"]) {
      await inStore(page, (store, board) => store.newGame({ board }), board);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        assert.ok((await sideways()) <= 0, `${board} at ${width}`);
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          assert.ok((await sideways()) <= 0, `${board} at ${width}, ${await tab.innerText()}`);
        }
        const side = (await square(page, "a1").boundingBox()).width;
        assert.ok(side >= 24, `squares are ${side} pixels wide`);
      }
    }
  },
  { options: PHONE },
);

pageTest(
  "Escape closes the menu of a phone",
  async (page) => {
    const opener = page.locator("#open-menu");
    await opener.click();
    await page.locator("#actions.is-open").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#actions:not(.is-open)").waitFor({ state: "attached" });
    assert.equal(await opener.getAttribute("aria-expanded"), "false");
    assert.ok(await opener.evaluate((element) => element === document.activeElement));
  },
  { options: PHONE },
);
