// The storage of the site: nothing is lost when a tab or the worker is killed.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serveSite } from "../../site/serve.mjs";
import { getBrowser, SITE, TIMEOUT } from "./support.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const site = await serveSite(SITE);
after(() => site.close());

/** A page of the site whose scripts do not use the storage. */
const PAGE = `${site.address}play/frame.html`;
const KILLS = 20;

/** Records the workers that a page creates. */
function recordWorkers() {
  globalThis.workers = [];
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      globalThis.workers.push(this);
    }
  };
}

async function newContext() {
  const context = await (await getBrowser()).newContext();
  context.setDefaultTimeout(TIMEOUT);
  await context.addInitScript(recordWorkers);
  return context;
}

async function open(context) {
  const page = await context.newPage();
  await page.goto(PAGE);
  await load(page);
  return page;
}

/** Loads the storage into a page. */
const load = (page) => page.evaluate(async () => void (globalThis.storage = await import("./js/storage.js")));

/** Sends a request; an error is returned as its fields. */
const ask = (page, method, path, query, body) =>
  page.evaluate(
    ([method, path, query, body]) =>
      globalThis.storage.request(method, path, query, body).catch((error) => ({ error })),
    [method, path, query ?? {}, body ?? null],
  );

const game = (id, content = {}, revision = 0) => ({
  id,
  writer: "test",
  revision,
  saved: Date.now(),
  entry: { board: "8x8", line: "f5d6", moves: 2 },
  content,
});

const card = (time) =>
  JSON.stringify({ card: { deck: "d", moves: "f5", loss: 0, answers: [{ time, move: "d6", loss: 0, right: true }] } });

test("games and cards survive a reload and are visible in another tab", async () => {
  const context = await newContext();
  const first = await open(context);
  assert.deepEqual(await ask(first, "POST", "library/save", {}, game("one", { a: 1 })), { revision: 1 });
  assert.equal((await ask(first, "POST", "storage/import", {}, card(1))).answers, 1);
  const second = await open(context);
  const there = await ask(second, "GET", "library/game/one");
  assert.deepEqual(there, { revision: 1, content: { a: 1 } });
  assert.equal(second.workers().length, 0);
  assert.deepEqual(await ask(second, "POST", "library/save", {}, game("two")), { revision: 1 });
  const conflict = await ask(second, "POST", "library/save", {}, { ...game("one"), writer: "other" });
  assert.equal(conflict.error.status, 409);
  assert.equal((await ask(second, "GET", "nonsense")).error.key, "not_found");
  const state = () => new Promise((resolve) => globalThis.storage.onState(resolve));
  assert.deepEqual(await second.evaluate(state), { kept: true, isFull: false, reason: "" });
  // The second tab takes over.
  await first.close();
  assert.equal((await ask(second, "GET", "library")).all, 2);
  assert.equal(second.workers().length, 1);
  await second.reload();
  await load(second);
  assert.equal((await ask(second, "GET", "library")).all, 2);
  assert.equal((await ask(second, "GET", "practice")).decks[0].answers, 1);
  const { content } = await ask(second, "GET", "storage/export");
  assert.equal(content.trim().split("\n").length, 3);
  await context.close();
});

test("the longest games are kept and restored", async () => {
  const context = await newContext();
  const page = await open(context);
  // The tree is made and compared in the page, because Playwright cannot transfer an object nested so deeply.
  const found = await page.evaluate(async (saving) => {
    let tree = { m: "pass" };
    for (let ply = 1; ply < 256; ply += 1) tree = { k: [tree], m: "f5" };
    const { request } = globalThis.storage;
    const isKept = async () =>
      JSON.stringify((await request("GET", "library/game/long", {}, null)).content.tree) === JSON.stringify(tree);
    await request("POST", "library/save", {}, { ...saving, content: { tree } });
    const before = await isKept();
    const { content } = await request("GET", "storage/export", {}, null);
    await request("POST", "library/delete", {}, { id: "long" });
    const { games } = await request("POST", "storage/import", {}, content);
    return { before, games, after: await isKept() };
  }, game("long"));
  assert.deepEqual(found, { before: true, games: 1, after: true });
  await context.close();
});

/** Saves games and answers forever, and reports each confirmed one to the test. */
async function saveOn(name) {
  const revisions = {};
  for (let number = 1; ; number += 1) {
    const id = `${name}-${number % 5}`;
    const body = {
      id,
      writer: name,
      revision: revisions[id] ?? 0,
      saved: Date.now(),
      entry: { board: "8x8", line: "f5d6", moves: 2 },
      content: { number, filling: "x".repeat(20_000) },
    };
    try {
      revisions[id] = (await globalThis.storage.request("POST", "library/save", {}, body)).revision;
      await globalThis.confirm(id, number);
      const time = Date.now() * 1000 + Math.floor(Math.random() * 1000);
      const card = { card: { deck: "d", moves: "f5", loss: 0, answers: [{ time, move: name, loss: 0, right: true }] } };
      await globalThis.storage.request("POST", "storage/import", {}, JSON.stringify(card));
      await globalThis.confirm("answer", time);
    } catch (error) {
      await globalThis.fail(JSON.stringify(error));
    }
  }
}

const kills = {
  async crash(page) {
    const session = await page.context().newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    session.send("Page.crash").catch(() => {});
    await crashed;
    await page.close();
  },
  close: (page) => page.close(),
  terminate: (page) => page.evaluate(() => globalThis.workers.at(-1)?.terminate()),
};

test(`killing tabs and workers ${KILLS} times at random moments loses nothing`, async () => {
  const context = await newContext();
  const confirmed = new Map();
  const answers = new Set();
  const failures = [];
  await context.exposeFunction(
    "confirm",
    (id, number) => void (id === "answer" ? answers.add(number) : confirmed.set(id, number)),
  );
  await context.exposeFunction("fail", (error) => void failures.push(error));
  let tabs = 0;
  const begin = async () => {
    const page = await open(context);
    page.evaluate(saveOn, `tab${tabs++}`).catch(() => {});
    return page;
  };
  const pages = [await begin(), await begin()];
  const progress = async (least) => {
    const end = Date.now() + TIMEOUT;
    while (answers.size < least) {
      assert.ok(Date.now() < end, `no progress: ${answers.size} of ${least}, ${failures}`);
      await new Promise((go) => setTimeout(go, 10));
    }
  };
  const counts = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    await progress(answers.size + 4);
    await new Promise((go) => setTimeout(go, Math.random() * 100));
    const kind = Object.keys(kills)[kill % 3];
    const leader = pages.findIndex((page) => page.workers().length);
    const which = kind === "terminate" || kill % 4 ? leader : 1 - leader;
    assert.ok(which >= 0 && which < 2, "no tab has the worker");
    counts[kind] = (counts[kind] ?? 0) + 1;
    const before = { games: new Map(confirmed), answers: answers.size };
    await kills[kind](pages[which]);
    if (kind !== "terminate") pages[which] = await begin();
    const other = pages[1 - which];
    for (const [id, number] of before.games) {
      const { content, error } = await ask(other, "GET", `library/game/${id}`);
      assert.ok(
        content?.number >= number,
        `${kind} lost ${id}: ${content?.number} of ${number}, ${JSON.stringify(error)}`,
      );
    }
    const { decks } = await ask(other, "GET", "practice");
    assert.ok(decks[0].answers >= before.answers, `${kind}: ${decks[0].answers} of ${before.answers} answers`);
  }
  assert.deepEqual(failures, []);
  console.log(`${JSON.stringify(counts)}, ${answers.size} answers, ${tabs} tabs`);
  await context.close();
});

test("only the request that keeps killing workers fails", async () => {
  const context = await newContext();
  let starts = 0;
  await context.route("**/js/storage-worker.js", async (route) => {
    starts += 1;
    const response = await route.fetch();
    const broken = (await response.text()).replace(
      "let answer;",
      'let answer; if (path.endsWith("/bad")) throw new Error("bad");',
    );
    await route.fulfill({ response, body: broken });
  });
  const page = await open(context);
  const [bad, good] = await page.evaluate(() => {
    const all = ["bad", "library"].map((path) => globalThis.storage.request("GET", path));
    return Promise.allSettled(all);
  });
  assert.equal(bad.reason.key, "internal");
  assert.equal(good.value.all, 0);
  // The request killed three workers.
  assert.equal(starts, 4);
  await context.close();
});

test("without a file system, everything works but nothing is kept", async () => {
  const context = await newContext();
  await context.route("**/js/storage-worker.js", async (route) => {
    const response = await route.fetch();
    const denied =
      'StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("denied", "SecurityError"));';
    await route.fulfill({ response, body: `${denied}\n${await response.text()}` });
  });
  const page = await open(context);
  assert.deepEqual(await ask(page, "POST", "library/save", {}, game("one")), { revision: 1 });
  assert.equal((await ask(page, "GET", "library/game/one")).revision, 1);
  assert.equal((await ask(page, "POST", "storage/import", {}, card(1))).cards, 1);
  assert.equal((await ask(page, "GET", "practice")).decks[0].cards, 1);
  const state = await page.evaluate(() => new Promise((resolve) => globalThis.storage.onState(resolve)));
  assert.equal(state.kept, false);
  assert.match(state.reason, /denied/);
  await context.close();
});

test("a page without locks has a storage of its own", async () => {
  const context = await newContext();
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }));
  const page = await open(context);
  assert.deepEqual(await ask(page, "POST", "library/save", {}, game("one")), { revision: 1 });
  assert.equal((await ask(page, "GET", "library")).all, 1);
  await context.close();
});

test("a full disk is reported, and saving works again when there is space", async () => {
  const context = await newContext();
  const page = await open(context);
  await ask(page, "POST", "library/save", {}, game("one"));
  await page.evaluate(() => {
    globalThis.states = [];
    globalThis.storage.onState(({ kept, isFull }) => globalThis.states.push([kept, isFull]));
  });
  const session = await context.newCDPSession(page);
  const origin = new URL(site.address).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  const full = await ask(page, "POST", "library/save", {}, game("two", { filling: "x".repeat(3_000_000) }));
  assert.equal(full.error?.key, "storage_full", JSON.stringify(full));
  assert.equal((await ask(page, "GET", "library")).all, 1);
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  assert.deepEqual(await ask(page, "POST", "library/save", {}, game("two")), { revision: 1 });
  assert.deepEqual(await page.evaluate(() => globalThis.states), [
    [true, false],
    [false, true],
    [true, false],
  ]);
  await context.close();
});

/** The folder with the WTHOR files: of OUTFLANK_DATA if set, otherwise of the repository. */
const games = process.env.OUTFLANK_DATA ? join(process.env.OUTFLANK_DATA, "games/wthor") : join(ROOT, "testdata/wthor");

test("WTHOR files are imported and searched by position", async () => {
  const context = await newContext();
  const page = await open(context);
  const names = (await readdir(games)).sort();
  const [players, tournaments] = await Promise.all(
    ["JOU", "TRN"].map((end) =>
      readFile(
        join(
          games,
          names.find((name) => name.toUpperCase().endsWith(end)),
        ),
      ),
    ),
  );
  const load = (content) =>
    page.evaluateHandle(
      (text) => Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)),
      content.toString("base64"),
    );
  const [playersThere, tournamentsThere] = [await load(players), await load(tournaments)];
  let [written, started] = [0, Date.now()];
  const files = names.filter((name) => /\.wtb$/i.test(name));
  for (const name of files) {
    const content = await load(await readFile(join(games, name)));
    const counts = await page.evaluate(
      ([name, last, players, tournaments, content]) => {
        const query = { name, last, players: players.length, tournaments: tournaments.length };
        return globalThis.storage.request("POST", "archive/import", query, new Blob([players, tournaments, content]));
      },
      [name, name === files.at(-1), playersThere, tournamentsThere, content],
    );
    written += counts.written;
  }
  console.log(`${written} games imported in ${(Date.now() - started) / 1000} s`);
  started = Date.now();
  const totals = await ask(page, "GET", "archive");
  console.log(`totals in ${Date.now() - started} ms: ${totals.bytes} bytes, ${totals.positions} positions`);
  assert.equal(totals.games, written);
  const times = await page.evaluate(async () => {
    const times = {};
    for (const moves of ["", "f5", "f5d6", "f5d6c3", "f5d6c3d3c4f4f6", "f5d6c3d3c4f4c5b3c2", "f5f6e6f4e3c5c4e7"]) {
      times[moves] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        const started = performance.now();
        const found = await globalThis.storage.request("GET", "archive/position", { moves });
        times[moves].push(Math.round(performance.now() - started));
        if (!turn) times[moves].push(`(${found.total} games)`);
      }
    }
    return times;
  });
  console.log(times);
  assert.equal(times[""][1], `(${written} games)`);
  await context.close();
});
