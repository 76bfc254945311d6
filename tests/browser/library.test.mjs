// The library of games on disk: games after a crash of the server or a tab, and games in another
// browser. Starts its own servers with the program `OUTFLANK_PROGRAM`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { getBrowser, TIMEOUT } from "./support.mjs";

const program = process.env.OUTFLANK_PROGRAM;
assert.ok(program, "OUTFLANK_PROGRAM is the program to start");

const folder = mkdtempSync(join(tmpdir(), "outflank-library-"));
const servers = new Set();
after(async () => {
  for (const kill of servers) await kill();
  rmSync(folder, { recursive: true });
});

const GAME = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3g3";

/** Starts a server with a library; `kill` sends SIGKILL. */
async function startServer(library, port = 0, more = []) {
  const options = [
    "--json",
    "--port",
    port,
    "--threads",
    "1",
    "--hash",
    "1",
    "--library",
    join(folder, library),
    ...more,
  ];
  const child = spawn(program, ["serve", ...options.map(String)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const [line] = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once("line", (text) => resolve([text]))),
    ended.then((status) => assert.fail(`the server ended with ${status}`)),
  ]);
  const kill = () => {
    child.kill("SIGKILL");
    return ended;
  };
  servers.add(kill);
  return { ...JSON.parse(line), kill, ended };
}

/** A browser context with its own storage. */
async function newBrowser(options = {}) {
  const context = await (await getBrowser()).newContext({
    reducedMotion: "reduce",
    locale: "en-GB",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  await context.addInitScript(() => {
    const calm = { "analysis.on": false, "review.auto": false };
    if (location.protocol === "http:") localStorage["outflank.settings"] ??= JSON.stringify(calm);
  });
  return context;
}

async function openPage(context, { url }) {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("body[data-ready=all]").waitFor();
  return page;
}

const inStore = (page, work) => page.evaluate(`import("./js/store.js").then(({ store }) => (${work})(store))`);

/** The whole game of a page: moves, variations, comments, reviews. */
const gameOf = (page) =>
  inStore(page, (store) => {
    const pack = ({ ply, comment, review, children }) => ({
      move: ply?.move ?? null,
      comment: comment ?? null,
      mistake: review?.mistake ?? null,
      next: children.map(pack),
    });
    return pack(store.tree.root);
  });

/** The moves up to the position that the page shows. */
const placeOf = (page) => inStore(page, (store) => store.movesTo());

/** The newest game that a server has, in the same form. */
async function savedGame({ url }) {
  const ask = async (path) => (await fetch(new URL(`/api/library${path}`, url))).json();
  const { games } = await ask("");
  if (!games.length) return null;
  const { content } = await ask(`/game/${games[0].id}`);
  const pack = ({ m = null, c = null, r = null, k = [] }) => ({
    move: m,
    comment: c,
    mistake: r?.mistake ?? null,
    next: k.map(pack),
  });
  return pack(content.root);
}

async function until(read, wanted) {
  const text = JSON.stringify(wanted);
  let found;
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    found = await read().catch(() => null);
    if (JSON.stringify(found) === text) return;
  }
  assert.deepEqual(found, wanted);
}

const play = (square) => (page) => inStore(page, `(store) => store.play("${square}")`);
const goTo = (ply) => (page) => inStore(page, `(store) => { store.goTo(store.nodeAt(${ply})); }`);

/** The actions before each of ten kills. */
const MOMENTS = [
  [play("f5")],
  [play("d6"), play("c3")],
  [goTo(1), play("f6")],
  [(page) => inStore(page, (store) => store.setComment(store.nodeAt(2), "so far so good"))],
  [goTo(3), play("d3"), play("c4")],
  [(page) => inStore(page, (store) => store.promote(store.nodeAt(1).children[1]))],
  [
    (page) =>
      inStore(page, (store) => {
        store.setReview(store.nodeAt(1), { mistake: "blunder", loss: 12, best: "c4", mover: "black" });
        store.setComment(store.nodeAt(1), "lost");
      }),
  ],
  [goTo(2), play("e6")],
  [(page) => inStore(page, (store) => store.remove(store.nodeAt(1).children[1]))],
  [play("f4"), play("e3")],
];

test("killing the server or the tab ten times loses nothing", async () => {
  let server = await startServer("kills.db");
  const context = await newBrowser();
  let page = await openPage(context, server);
  for (const [moment, acts] of MOMENTS.entries()) {
    for (const act of acts) await act(page);
    const game = await gameOf(page);
    const place = await placeOf(page);
    if (moment % 2) {
      await server.kill();
      server = await startServer("kills.db", server.port);
    } else {
      const session = await context.newCDPSession(page);
      const crash = page.waitForEvent("crash");
      session.send("Page.crash").catch(() => {});
      await crash;
      await page.close();
      page = await openPage(context, server);
      await page.locator(".home-open").first().click();
      await until(() => gameOf(page), game);
      assert.equal(await placeOf(page), place);
    }
    await until(() => savedGame(server), game);
  }
  await context.close();
  await server.kill();
});

test("the page stops the program, which has saved the game", async () => {
  let server = await startServer("stop.db");
  const context = await newBrowser();
  const page = await openPage(context, { url: `${server.url}#g=8x8,start,${GAME}` });
  const [move] = await inStore(page, (store) => store.current.position.legal.map(({ move }) => move));
  await page.locator(`#board [data-square="${move}"]`).click();
  await until(() => inStore(page, (store) => store.movesTo()), GAME + move);
  const stop = async (answer) => {
    const menu = page.locator("#open-menu");
    if (await menu.isVisible()) await menu.click();
    await page.click("#open-stop");
    await page.locator("dialog").getByRole("button", { name: answer, exact: true }).click();
  };
  await stop("Cancel");
  assert.equal((await fetch(new URL("/api/status", server.url))).status, 200);
  await stop("Quit Outflank");
  await page.getByText("Outflank has stopped. You can close this tab.").waitFor();
  assert.equal(await server.ended, 0);
  server = await startServer("stop.db", server.port);
  const { games } = await (await fetch(new URL("/api/library", server.url))).json();
  assert.deepEqual(
    games.map(({ line }) => line),
    [GAME + move],
  );
  await context.close();
  await server.kill();
});

test("a page without its server shows the game, and continues when the server is back", async () => {
  let server = await startServer("reload.db");
  const restart = async () => (server = await startServer("reload.db", server.port));
  const context = await newBrowser({ serviceWorkers: "allow" });
  const page = await openPage(context, { url: `${server.url}#g=8x8,start,${GAME}` });
  const game = await gameOf(page);
  await page.evaluate(async () => {
    const isCached = async () => (await caches.match("js/panels/umigame.js")) !== undefined;
    await navigator.serviceWorker.ready;
    while (!(await isCached())) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await server.kill();
  await page.reload();
  await page.locator(".first-discs use").nth(9).waitFor();
  await page.getByText("Reconnecting").waitFor();
  await restart();
  await page.locator("body[data-ready=all]").waitFor();
  await page.getByText("Reconnecting").waitFor({ state: "hidden" });
  await until(() => gameOf(page), game);

  // Searches continue.
  await page.evaluate(() => document.querySelector("#tab-game").click());
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForFunction(() => document.querySelector(".panel-review progress").value > 1);
  await server.kill();
  await page.getByText("Reconnecting").waitFor();
  await restart();
  const reviewed = (store) => store.line().filter(({ review }) => review).length;
  await until(() => inStore(page, reviewed), GAME.length / 2);
  const answer = page.evaluate(
    async (moves) => (await import("./js/api.js")).post("choose", { moves, level: 16 }),
    GAME,
  );
  await page.waitForTimeout(100);
  await server.kill();
  await restart();
  assert.match((await answer).move, /^[a-h][1-8]$/);
  await context.close();
  await server.kill();
});

test("a session goes on, and every answer counts once, though the server is killed ten times", async () => {
  let server = await startServer("practice.db");
  let kills = 0;
  const killAfter = async (delay) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    await server.kill();
    kills += 1;
    server = await startServer("practice.db", server.port);
  };
  const context = await newBrowser();
  const page = await openPage(context, server);
  await page.click("#tab-train");
  await page.click("#train-openings");
  await page.getByRole("button", { name: "Tiger, as Black", exact: true }).click();
  const says = (words) => page.locator(".panel-openings .train-prompt").filter({ hasText: words }).waitFor();
  await says("This is the line");
  await page.locator(".panel-openings").getByRole("button", { name: "Next", exact: true }).click();
  await says("What is the book move?");
  let asked = 0;
  for (let isOver = false; !isOver; asked++) {
    // Before the answer is sent, while it is under way, or after it.
    const killed = killAfter(asked * 4);
    const legal = await inStore(page, (store) => store.current.position.legal.map(({ move }) => move));
    await page.locator(`#board [data-square="${legal[asked % legal.length]}"]`).click();
    await says(/^(Right|Wrong): /);
    await killed;
    const next = killAfter(asked * 4);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await says(/What is the book move|This is the line|^Done: /);
    await next;
    // Another line is shown first.
    const isShown = (await page.locator(".panel-openings .train-prompt").innerText()).startsWith("This is the line");
    if (isShown) await page.getByRole("button", { name: "Next", exact: true }).click();
    await says(/What is the book move|^Done: /);
    isOver = (await page.locator(".panel-openings .train-prompt").innerText()).startsWith("Done");
  }
  assert.ok(kills >= 10, `${kills} kills`);
  const { decks } = await (await fetch(new URL("/api/practice", server.url))).json();
  assert.deepEqual(
    decks.map(({ answers, cards, new: fresh }) => ({ answers, cards, fresh })),
    [{ answers: asked, cards: asked, fresh: 0 }],
  );
  await context.close();
  await server.kill();
});

test("another browser lists the games, finds, opens, deletes and restores them", async () => {
  const server = await startServer("two.db");
  const mine = await newBrowser();
  for (const moves of ["f5d6c3d3c4", "f5f6e6f4", "f5f4", "f5d6c5"]) {
    const page = await openPage(mine, { url: `${server.url}#g=8x8,start,${moves.slice(0, -2)}` });
    await play(moves.slice(-2))(page);
    await until(() => savedGame(server), await gameOf(page));
    await page.close();
  }
  const other = await newBrowser();
  const page = await openPage(other, server);
  const games = page.locator(".home-game");
  await games.nth(3).waitFor();
  await page.getByLabel("Find a game").fill("TIGER");
  await page.waitForFunction(() => document.querySelectorAll(".home-game").length === 1);
  await page.getByRole("button", { name: /^Delete Tiger/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".home-game").length === 0);
  await page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await games.first().locator(".home-open").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 5);
  // Both browsers change the game: each keeps its own version.
  const again = await openPage(mine, server);
  await again.getByLabel("Find a game").fill("tiger");
  await again.waitForFunction(() => document.querySelectorAll(".home-game").length === 1);
  await again.locator(".home-open").click();
  await again.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 5);
  const lines = async () => {
    const { games: all } = await (await fetch(new URL("/api/library?search=f5d6c3d3c4", server.url))).json();
    return all.map(({ line }) => line).sort();
  };
  await play("f4")(page);
  await play("b3")(again);
  await until(lines, ["f5d6c3d3c4b3", "f5d6c3d3c4f4"]);
  await mine.close();
  await other.close();
  await server.kill();
});

test("a tab that only steps through a game does not change it", async () => {
  const server = await startServer("three.db");
  const context = await newBrowser();
  const page = await openPage(context, { url: `${server.url}#g=8x8,start,f5d6c3` });
  await play("d3")(page);
  await until(() => savedGame(server), await gameOf(page));
  const revision = async () => (await (await fetch(new URL("/api/library", server.url))).json()).games[0].revision;
  const before = await revision();
  const reader = await openPage(context, server);
  await reader.locator(".home-open").click();
  await reader.waitForFunction(() => document.querySelectorAll(".moves-row .move").length === 4);
  await reader.keyboard.press("Home");
  // The place is kept in the browser.
  await reader.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('"path":[]')));
  assert.equal(await revision(), before);
  await play("c4")(page);
  await until(() => savedGame(server), await gameOf(page));
  assert.equal(await page.locator(".notice.error").count(), 0);
  await context.close();
  await server.kill();
});

test("a game that the server refuses is sent again only after a change", async () => {
  const server = await startServer("refused.db");
  const context = await newBrowser();
  const page = await openPage(context, { url: `${server.url}#g=8x8,start,f5d6c3` });
  let sent = 0;
  await page.route("**/api/library/save", (route) => {
    sent += 1;
    return route.continue({ postData: "[]" });
  });
  await play("d3")(page);
  await page.locator(".notice.error").waitFor();
  const before = sent;
  assert.ok(before > 0);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  // More than two pauses between retries.
  await page.waitForTimeout(2500);
  assert.equal(sent, before);
  await page.unroute("**/api/library/save");
  await play("c4")(page);
  await until(() => savedGame(server), await gameOf(page));
  await context.close();
  await server.kill();
});

test("the games of the library that earlier versions kept beside the archive are offered", async () => {
  const archive = join(folder, "games.db");
  const games = fileURLToPath(new URL("../../testdata/wthor/WTH_1977.wtb", import.meta.url));
  execFileSync(program, ["db", "import", "--db", archive, games]);
  const context = await newBrowser();
  const before = await startServer("outflank-library.db");
  for (const moves of ["f5d6c3d3", "f5f6e6"]) {
    const page = await openPage(context, { url: `${before.url}#g=8x8,start,${moves}` });
    await play(moves === "f5f6e6" ? "f4" : "c4")(page);
    await until(() => savedGame(before), await gameOf(page));
    await page.close();
  }
  await context.close();
  await before.kill();

  const other = await newBrowser();
  const server = await startServer("own.db", 0, ["--archive", archive]);
  const page = await openPage(other, server);
  const offer = page.locator(".panel-games .row", { hasText: "2 games from an earlier version are in" });
  await offer.getByRole("button", { name: "Add to your games" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".home-game").length === 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".home-game").length === 2);
  assert.equal(await offer.isVisible(), false);
  await other.close();
  await server.kill();
});
