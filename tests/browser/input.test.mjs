// Keys, wheel, pasted text, links, set-up and undo on the analysis board, in a real browser.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import {
  address,
  command,
  current,
  inStore,
  main,
  played as moves,
  newGame,
  pageTest,
  paste,
  play,
  REFUSED,
  square,
  turn,
  until,
  untilInView,
  waitForText,
} from "./board-support.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const GAME = "f5d6c3d3c4f4f6";
const noticed = (page, words) => page.locator(".notice", { hasText: words }).waitFor();

pageTest(
  "after a click on the board, the arrow keys step through the game",
  async (page) => {
    await page.keyboard.press("Home");
    await play(page, "f5");
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(page), "2. d6, White");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await current(page), "1. f5, Black");
    await page.keyboard.press("End");
    assert.equal(await moves(page), GAME);
    await page.keyboard.press("Home");
    assert.equal(await moves(page), "");
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest(
  "after a click on a tab or a move, the arrow keys still step through the game",
  async (page) => {
    await page.click("#tab-game");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.getAttribute("#tab-game", "aria-selected"), "true");
    assert.equal(await current(page), "6. f4, White");
    await page.click("#tab-analysis");
    await page.getByRole("button", { name: "3. c3, Black" }).click();
    await page.keyboard.press("ArrowRight");
    assert.equal(await current(page), "4. d3, White");
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest(
  "the wheel over the board steps through the game",
  async (page) => {
    const box = await page.locator("#board").boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.wheel(0, -100);
    await waitForText(page, "#moves [aria-current]", "f4");
    // Turns in quick succession are one step, and there is no step beyond the end.
    while ((await moves(page)) !== GAME) await page.mouse.wheel(0, 100);
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest("moves, deletions, comments and new games are undone and redone", async (page) => {
  await play(page, "f5");
  await play(page, "d6");
  await page.keyboard.press("Control+z");
  assert.deepEqual(await main(page), ["f5"]);
  assert.equal(await turn(page), "White to move");
  await page.keyboard.press("Control+y");
  assert.deepEqual(await main(page), ["f5", "d6"]);
  assert.equal(await turn(page), "Black to move");
  await inStore(page, (store) => store.remove(store.nodeAt(1)));
  assert.deepEqual(await main(page), []);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await main(page), ["f5", "d6"]);
  await inStore(page, (store) => store.setComment(store.nodeAt(1), "good"));
  await page.keyboard.press("Control+z");
  assert.equal(await page.locator(".comment").count(), 0);
  await paste(page, "d3c3");
  await noticed(page, "Game loaded");
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await main(page), ["f5", "d6"]);
  await page.keyboard.press("Control+Shift+Z");
  assert.deepEqual(await main(page), ["d3", "c3"]);
});

for (const [words, text, expected] of [
  ["with words around them", "Tiger (my favourite): F5 D6 C3, d3 c4!", "f5d6c3d3c4"],
  ["with numbers", "1. f5 d6\n2. c3 d3\n3. c4", "f5d6c3d3c4"],
  ["in a link of another site", "https://www.eothello.com/#F5D6C3D3C4", "f5d6c3d3c4"],
  ["in our own link", "look: http://127.0.0.1:8664/#g=8x8,start,f5d6c3d3c4,2 !", "f5d6"],
  [
    "in GGF",
    "(;GM[Othello]PB[Ada]PW[Grace]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)",
    "f5d6c3",
  ],
  ["in SGF", "(;FF[4]GM[2]SZ[8]PB[Ada]PW[Grace];B[f5];W[d6];B[c3])", "f5d6c3"],
  ["in PGN", '[Event "Club"]\n[Black "Ada"]\n[White "Grace"]\n[Result "*"]\n\n1. f5 d6 2. c3 *', "f5d6c3"],
]) {
  pageTest(`moves ${words} are pasted`, async (page) => {
    await paste(page, text);
    await waitForText(page, "#moves", "d6");
    const line = await inStore(page, (store) => store.movesTo(store.line().at(-1)));
    assert.ok(line.startsWith(expected), line);
    if (expected === "f5d6") assert.equal(await moves(page), expected);
  });
}

pageTest("one notice lists what a pasted game loses, in the page's language", async (page) => {
  const text =
    "(;GM[Othello]PB[Ada]RB[1700]PW[Grace]RW[1800]TI[5:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)";
  await paste(page, text);
  await noticed(page, "Not imported: ratings, time controls.");
  assert.equal(await page.locator(".notice").count(), 1);
  await page.evaluate(async () => (await import("./js/i18n.js")).setLanguage("fr"));
  await paste(page, text);
  await noticed(page, "Non importé : classements, cadences.");
});

pageTest("a pasted position is drawn", async (page) => {
  await paste(page, `${"-".repeat(27)}OX------XO${"-".repeat(27)} X`);
  await noticed(page, "Position loaded");
});

pageTest("a pasted game is loaded up to its first illegal move, and the rest is reported", async (page) => {
  await paste(page, "f5d6c3a1d3c4");
  await noticed(page, "3 moves loaded. Move 4, a1, is illegal; 3 left out.");
  assert.deepEqual(await main(page), ["f5", "d6", "c3"]);
  await paste(page, "f5d6c3z9i9");
  await noticed(page, "3 moves loaded. Move 4, z9i9, is illegal; 1 left out.");
  await paste(page, "f5d6c3d3c4i9");
  await noticed(page, "5 moves loaded. Move 6, i9");
});

pageTest(
  "a copied link starts with the URL of the page",
  async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#open-share");
    await noticed(page, "Link copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, `${address}#g=8x8,start,${GAME},7`);
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest(
  "the same moves pasted again open the saved game with its comments",
  async (page) => {
    const saved = () => page.evaluate(async () => (await (await import("./js/library.js")).findGames("", 10)).all);
    await paste(page, `${GAME}b5`);
    await noticed(page, "Game loaded");
    await inStore(page, (store) => store.setComment(store.current, "mine"));
    await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('"mine"')));
    const before = await saved();
    await inStore(page, (store) => store.newGame().then(() => true));
    await paste(page, `${GAME}b5`);
    await page.locator(".comment", { hasText: "mine" }).waitFor();
    assert.equal(await saved(), before);
  },
  { alone: true },
);

pageTest(
  "a paste that is far too long loads the game that it begins with, or says that it is too large",
  async (page) => {
    await paste(page, "f5d6".repeat(100_000));
    await noticed(page, "f5");
    assert.equal(await moves(page), "f5d6");
    await paste(page, `(;GM[2]${"B[f5]".repeat(900_000)})`);
    await noticed(page, "too large");
  },
  { server: "the engine in the browser limits no file", refused: REFUSED },
);

pageTest("an archived or listed game can be opened at a position by its number of discs", async (page) => {
  const depth = await page.evaluate(async (moves) => {
    const { openGame } = await import("./js/panels/files-import.js");
    const { store } = await import("./js/store.js");
    await openGame({ board: "8x8", start: "start", moves, warnings: [] }, 9);
    return store.current.depth;
  }, GAME);
  assert.equal(depth, 5);
});

for (const [kind, text] of Object.entries({
  "a transcript among words": "Tiger: f5d6 c3 d3 c4, as usual",
  "numbered moves": "1. f5 d6 2. c3 d3 3. c4",
  "a link with its moves": "https://www.eothello.com/replay?moves=f5d6c3d3c4&speed=2",
  "a link of this page": `${address}#g=8x8,start,f5d6c3d3c4,2`,
  GGF: "(;GM[Othello]PC[GGS/os]PB[ada]PW[grace]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)",
  SGF: "(;FF[4]GM[2]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd])",
  PGN: '[Event "?"]\n[Black "Ada"]\n[White "Grace"]\n\n1. f5 d6 2. c3 d3 3. c4 *',
})) {
  pageTest(`a pasted game is read: ${kind}`, async (page) => {
    await paste(page, text);
    await page.waitForFunction(() => document.querySelectorAll(".moves-row .move-name").length === 5);
    assert.deepEqual(await main(page), ["f5", "d6", "c3", "d3", "c4"]);
  });
}

pageTest(
  "text or a link without moves is refused with a message",
  async (page) => {
    await play(page, "f5");
    await paste(page, "hello");
    await noticed(page, "No moves, game or position found in “hello”.");
    await paste(page, "https://www.eothello.com/game/123456");
    await noticed(page, "does not contain the moves");
    await paste(page, "a1b2");
    await noticed(page, "the first one, a1, is not legal");
    assert.deepEqual(await main(page), ["f5"]);
    await paste(page, "f5d6c3zz");
    await noticed(page, "3 moves loaded. Move 4, zz, is illegal; 1 left out.");
    assert.deepEqual(await main(page), ["f5", "d6", "c3"]);
  },
  { refused: REFUSED },
);

pageTest("a game is pasted with the focus in the square field or on a button", async (page) => {
  await page.focus("#square-field");
  await paste(page, "f5d6c3", "#square-field");
  await waitForText(page, "#moves", "c3");
  await page.focus("#open-new");
  await paste(page, "d3c3", "#open-new");
  await page.waitForFunction(() => document.querySelectorAll(".moves-row .move-name").length === 2);
});

pageTest(
  "a URL without a game is reported",
  async (page) => {
    await noticed(page, "This URL contains no game");
    assert.equal(await turn(page), "Black to move");
  },
  { hash: "#nothing", alone: true },
);

pageTest(
  "a URL with nonsense in place of moves is reported",
  async (page) => {
    await noticed(page, "This URL contains no game");
  },
  { hash: "#g=8x8,start,zzzz", alone: true },
);

pageTest(
  "a URL with an illegal move loads the moves before it",
  async (page) => {
    await noticed(page, "2 moves loaded. Move 3, a1, is illegal; 1 left out.");
    assert.deepEqual(await main(page), ["f5", "d6"]);
  },
  { hash: "#g=8x8,start,f5d6a1" },
);

pageTest(
  "a game that ends with empty squares shows the same result everywhere",
  async (page) => {
    assert.equal(await turn(page), "Game over. Black wins 64–0 (13–0 and 51 empty squares)");
  },
  { hash: "#g=8x8,start,f5d6c5f4e7f6g5e6e3" },
);

pageTest("in set-up, dragging paints, the right button erases, and an empty board is refused", async (page) => {
  await page.click("#open-setup");
  await page.getByRole("button", { name: "Clear" }).click();
  const at = async (name) => {
    const box = await page.locator(`#setup [data-square="${name}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const seen = (name) => page.locator(`#setup [data-square="${name}"]`).getAttribute("aria-label");
  await page.getByRole("button", { name: "Use this position" }).click();
  await waitForText(page, "#setup-error", "The board is empty");
  await page.mouse.move(...(await at("b3")));
  await page.mouse.down();
  await page.mouse.move(...(await at("e3")), { steps: 12 });
  await page.mouse.up();
  for (const name of ["b3", "c3", "d3", "e3"]) assert.equal(await seen(name), `${name}, black disc`);
  await page.mouse.click(...(await at("c3")), { button: "right" });
  assert.equal(await seen("c3"), "c3, empty");
  await page.locator('#setup [data-square="b3"]').click();
  assert.equal(await seen("b3"), "b3, empty");
});

pageTest(
  "each mark of a mistake has its own colour",
  async (page) => {
    await inStore(page, (store) => {
      store.setReview(store.nodeAt(1), { mistake: "inaccuracy" });
      store.setReview(store.nodeAt(2), { mistake: "blunder" });
    });
    const colour = (kind) => page.locator(`.move-mark.is-${kind}`).evaluate((one) => getComputedStyle(one).color);
    assert.notEqual(await colour("inaccuracy"), await colour("blunder"));
  },
  { hash: `#g=8x8,start,${GAME}` },
);

pageTest("the name files of WTHOR are read with the games", async (page) => {
  await page.click("#tab-files");
  const files = ["WTH_1980.wtb", "WTH.JOU", "WTH.TRN"].map((name) => here(`../../testdata/wthor/${name}`));
  await page.setInputFiles(".panel-files input[type=file]", files);
  // The list may still show earlier games.
  await until(page, ".files-table tbody tr:nth-child(2)", /[A-Z][a-z]+ [A-Z][a-z]+/);
  assert.equal(await page.locator(".files-warned").count(), 0);
  assert.equal(await page.locator(".panel-files .panel-details:not([hidden]) .panel-bullets").count(), 0);
});

pageTest(
  "server errors are shown in the language of the page",
  async (page) => {
    for (const [language, words] of [
      ["fr", "La position est illisible"],
      ["ja", "局面を読めません"],
      ["en", "The position cannot be read"],
    ]) {
      await page.evaluate(async (code) => (await import("./js/i18n.js")).setLanguage(code), language);
      await page.click("#open-setup");
      await page.fill("#setup-position", "abc");
      await waitForText(page, "#setup-error", words);
      await page.keyboard.press("Escape");
    }
  },
  { refused: REFUSED },
);

pageTest("resigning asks for confirmation", async (page) => {
  await newGame(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await waitForText(page, ".opponent-status", "Your move");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await waitForText(page, ".opponent-status", "You resigned");
  assert.equal(await turn(page), "White wins by resignation");
});

pageTest("Ctrl+Z takes a move back in a game against the engine", async (page) => {
  await newGame(page);
  await square(page, "f5").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 2);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 0);
  await waitForText(page, ".opponent-status", "Your move");
});

pageTest("a review level out of range is refused with a message", async (page) => {
  await page.click("#open-settings");
  const field = page.getByLabel("Review level (1–60)");
  await field.fill("999");
  await field.blur();
  await waitForText(page, "dialog .error:not(:empty)", "Enter a number from 1 to 60.");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await page.evaluate(() => JSON.parse(localStorage["outflank.settings"])["review.level"]), undefined);
});

pageTest("a time per move out of range is refused with a message", async (page) => {
  await command(page, "new");
  await page.locator('#new-game input[value="time"]').check();
  const field = page.locator("#new-game").getByLabel("Seconds per move");
  await field.fill("0");
  const start = page.getByRole("button", { name: "Start the game" });
  await start.click();
  await waitForText(page, "#new-game .error:not(:empty)", "Enter a number from 0.1 to 600.");
  await field.fill("0.2");
  await start.click();
  await page.locator("#new-game").waitFor({ state: "detached" });
});

for (const [words, viewport] of [
  ["on a phone", { width: 390, height: 844 }],
  ["on a small screen", { width: 1280, height: 720 }],
]) {
  pageTest(
    `the list of the games in pasted text comes into view ${words}`,
    async (page) => {
      await page.click("#tab-files");
      const load = page.getByRole("button", { name: "Load", exact: true });
      await page.locator(".panel-files textarea").first().fill("f5d6c3d3c4\n".repeat(50));
      await load.click();
      await page.locator(".files-table [data-index='0']").waitFor();
      await untilInView(page, ".files-found");
      await page.locator(".panel-files textarea").first().fill("nothing here");
      await load.click();
      await until(page, ".notice", /No moves, game or position found/);
      // The error goes with the next file that is read.
      await page.locator(".panel-files textarea").first().fill("f5d6c3d3c4\n".repeat(20));
      await load.click();
      await page.waitForFunction(() => !document.querySelector(".notice.error"));
      await page.locator(".panel-files textarea").first().fill("nothing here");
      await load.click();
      await until(page, ".notice.error", /No moves, game or position found/);
      // So it does with the next game.
      await inStore(page, (store) => store.newGame({ moves: "f5d6" }).then(() => null));
      assert.equal(await page.locator(".notice.error").count(), 0);
      // A file dropped on another tab.
      await page.click("#tab-analysis");
      await page.evaluate(
        async (text) => (await import("./js/panels/files-import.js")).importFiles([new File([text], "games.txt")]),
        "f5d6\nf5f6\n",
      );
      await page.locator("#tab-files[aria-selected=true]").waitFor();
      await untilInView(page, ".files-found");
    },
    { options: { viewport, hasTouch: viewport.width < 900 }, refused: REFUSED },
  );
}
