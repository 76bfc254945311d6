// What the browser keeps: games, settings, progress in the lessons. Another version of the page, an extension or a
// full disk may have left anything there.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../browser/node_modules/fast-check/lib/fast-check.js";

/** A browser's storage with room for a number of characters; `null` if it denies access. */
function storageOf(entries = {}, room = Infinity) {
  const refuse = () => {
    throw new DOMException("no storage", "SecurityError");
  };
  if (room === null) return new Proxy({}, { get: () => refuse, ownKeys: refuse });
  const texts = { ...entries };
  const methods = {
    getItem: (key) => texts[key] ?? null,
    removeItem: (key) => delete texts[key],
    setItem: (key, text) => {
      const others = Object.entries(texts).filter(([name]) => name !== key);
      const used = others.flat().join("").length;
      if (used + key.length + text.length > room) throw new DOMException("full", "QuotaExceededError");
      texts[key] = text;
    },
  };
  return new Proxy(texts, { get: (_, name) => methods[name] ?? texts[name] });
}

globalThis.localStorage = storageOf();
// The modules look for the engine of the page when they are loaded.
globalThis.document = { querySelector: () => null };
const { local, PREFIX } = await import("../../crates/server/page/js/local-games.js");

/** Settings as a new page loads them. */
const loaded = async () => {
  const { settings } = await import(`../../crates/server/page/js/settings.js?${Math.random()}`);
  return settings;
};

const node = fc.letrec((tie) => ({
  node: fc.record(
    { m: fc.string({ maxLength: 4 }), c: fc.string(), k: fc.array(tie("node"), { maxLength: 3 }) },
    { requiredKeys: [] },
  ),
})).node;

const game = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{1,8}-[a-z0-9]{4}$/),
  isSaved: fc.boolean(),
  saved: fc.nat(),
  link: fc.string(),
  board: fc.constantFrom("8x8", "6x6"),
  start: fc.constant("start"),
  meta: fc.dictionary(fc.string(), fc.string()),
  root: node,
  path: fc.array(fc.nat(3)),
});

const games = fc.uniqueArray(game, { selector: ({ id }) => id });

/** Damaged text, or JSON of the wrong shape. */
const garbage = fc.oneof(
  fc.string(),
  fc.json(),
  fc.tuple(game, fc.nat()).map(([one, length]) => JSON.stringify(one).slice(0, -1 - (length % 50))),
  fc
    .tuple(game, fc.constantFrom("id", "root", "meta", "path", "saved", "link"), fc.jsonValue())
    .map(([one, name, value]) => JSON.stringify({ ...one, [name]: value })),
);

const plain = (value) => JSON.parse(JSON.stringify(value));
const byTime = (all) => all.map(({ id, saved }) => [saved, id]).sort();

test("damaged entries do not hide other games", () =>
  fc.assert(
    fc.property(games, fc.dictionary(fc.string(), garbage), (kept, others) => {
      const damaged = Object.entries(others).map(([name, text]) => [`${PREFIX}!${name}`, text]);
      globalThis.localStorage = storageOf(Object.fromEntries([...damaged, ["other", "text"]]));
      for (const one of kept) local.set(one);
      const found = local.all();
      assert.deepEqual(
        found.map(({ saved }) => saved),
        found.map(({ saved }) => saved).sort((a, b) => b - a),
      );
      const ids = new Set(kept.map(({ id }) => id));
      assert.deepEqual(byTime(found.filter(({ id }) => ids.has(id))), byTime(kept));
      for (const one of kept) assert.deepEqual(plain(local.get(one.id)), plain(one));
      for (const one of kept) local.remove(one.id);
      assert.ok(local.all().every(({ id }) => !ids.has(id)));
    }),
  ));

test("full storage evicts only games that the server has", () =>
  fc.assert(
    fc.property(games, game, fc.nat(600), (kept, latest, room) => {
      fc.pre(kept.every(({ id }) => id !== latest.id));
      globalThis.localStorage = storageOf();
      for (const one of kept) local.set(one);
      const texts = Object.entries(globalThis.localStorage);
      // A game under another game's key is damaged, and evicting it would not make room.
      texts.push(...texts.map(([key, text]) => [`${key}!`, text]));
      const size = texts.flat().join("").length;
      globalThis.localStorage = storageOf(Object.fromEntries(texts), size + room);
      const isKept = local.set(latest);
      const isStored = ({ id }) => globalThis.localStorage.getItem(PREFIX + id) !== null;
      assert.equal(isStored(latest), isKept);
      assert.deepEqual(plain(local.get(latest.id)), plain(latest));
      assert.ok(kept.every((one) => one.isSaved || isStored(one)));
      // The new game is not stored only if the others, which the server does not have, leave no room.
      if (!isKept) assert.ok(kept.every((one) => !one.isSaved || !isStored(one)));
      // With room again, the next save stores it, too.
      globalThis.localStorage = storageOf(Object.fromEntries(texts));
      const next = { ...latest, id: `${latest.id}!` };
      assert.equal(local.set(next), true);
      assert.ok(isStored(next) && (isKept || isStored(latest)));
    }),
  ));

test("without storage games are kept until the page is closed", () => {
  globalThis.localStorage = storageOf({}, null);
  const one = { id: "a-b", saved: 1 };
  assert.equal(local.set(one), false);
  assert.deepEqual(local.get("a-b"), one);
  assert.deepEqual(local.all(), [one]);
  local.remove("a-b");
  assert.equal(local.get("a-b"), null);
  assert.deepEqual(local.all(), []);
});

test("a setting of the wrong type is not used", async () => {
  const fallbacks = { theme: "system", showLegal: true, "review.level": 14, "a.list": ["x"], "a.record": {} };
  const saved = fc.record(Object.fromEntries(Object.keys(fallbacks).map((name) => [name, fc.jsonValue()])), {
    requiredKeys: [],
  });
  const kind = (value) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
  await fc.assert(
    fc.asyncProperty(fc.oneof(saved.map(JSON.stringify), fc.json(), fc.string()), async (text) => {
      globalThis.localStorage = storageOf({ "outflank.settings": text });
      const settings = await loaded();
      for (const [name, value] of Object.entries(fallbacks)) {
        assert.equal(kind(settings.get(name, value)), kind(value), name);
      }
    }),
  );
});

test("progress in a lesson counts only positions that it has", async () => {
  const solved = {
    rules: { 0: "first", 2: "later", 4: "first", x: "first" },
    corners: 7,
    quiet: "solved",
    frontier: null,
  };
  globalThis.localStorage = storageOf({ "outflank.settings": JSON.stringify({ "lessons.solved": solved }) });
  const progress = await import("../../crates/server/page/js/panels/lesson-progress.js");
  assert.deepEqual([progress.solvedIn("rules"), progress.firstIn("rules"), progress.nextIn("rules")], [2, 1, 1]);
  assert.deepEqual(["corners", "frontier"].map(progress.solvedIn), [0, 0]);
  progress.recordSolved("corners", 1, true);
  assert.equal(progress.nextIn("corners"), 0);
});
