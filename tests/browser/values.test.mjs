// One position has one value, wherever it is shown: random games, stepped through at random speed while they are
// reviewed and analysed.

import assert from "node:assert/strict";
import { pageTest, untilStore } from "./board-support.mjs";

const GAMES = 100;
const STEPS = 5;

/** Pseudorandom numbers, the same in every run. */
let seed = 20261127;
const random = (below) => (seed = (seed * 48271) % 2147483647) % below;

/** Plays `count` random moves on a game of its own. */
const randomGame = (page, count, seed) =>
  page.evaluate(
    async ([count, seed]) => {
      const { post } = await import("./js/api.js");
      let moves = "";
      let from = 0;
      for (let number = 0; number < count; number++) {
        const { positions } = await post("game", { board: "8x8", start: "start", moves, from });
        from += positions.length - 1;
        const { over, legal } = positions.at(-1);
        if (over) break;
        seed = (seed * 48271) % 2147483647;
        moves += legal[seed % legal.length].move;
      }
      return moves;
    },
    [count, seed],
  );

/** Reads after each frame the values shown, and keeps those that contradict each other. */
const watch = (page) =>
  page.evaluate(async () => {
    const { store } = await import("./js/store.js");
    globalThis.store = store;
    globalThis.contradictions = [];
    globalThis.compared = { bar: 0, square: 0, line: 0 };
    const text = (selector) => document.querySelector(selector)?.textContent ?? "";
    /** "White +2.5" as Black's score. */
    const ahead = (words) => {
      const [, side, digits] = /^(Black|White) \+([\d.]+)/.exec(words) ?? [];
      if (side) return (side === "Black" ? 1 : -1) * Number(digits);
      return /^(Even|Draw)/.test(words) ? 0 : null;
    };
    const number = (words) => (/\d/.test(words) ? Number(words.replace("−", "-")) : null);
    const compare = (kind, one, other) => {
      if (one === null || other === null) return;
      compared[kind] += 1;
      if (one !== other) contradictions.push({ kind, one, other, line: store.movesTo(), ply: store.current.depth });
    };
    const read = () => {
      const { current } = store;
      if (current.position.over) return;
      const sign = current.position.mover === "white" ? -1 : 1;
      const rows = new Map(
        [...document.querySelectorAll("[data-ply]")].map((one) => [
          Number(one.dataset.ply),
          number(one.closest("tr").children[2].textContent),
        ]),
      );
      const headline = ahead(text(".headline-lead"));
      compare("bar", ahead(document.querySelector("#evaluation").title), headline);
      compare("bar", rows.get(current.depth) ?? null, headline);
      const chips = new Map(
        [...document.querySelectorAll("#board [data-square]")].map((one) => [
          one.dataset.square,
          number(one.querySelector(".chip text")?.textContent ?? ""),
        ]),
      );
      const next = store.line()[store.line().indexOf(current) + 1];
      if (next && next.ply.move !== "pass") {
        const shown = chips.get(next.ply.move) ?? null;
        compare("square", shown === null ? null : shown * sign + 0, rows.get(next.depth) ?? null);
      }
      for (const row of document.querySelectorAll(".lines .line-row")) {
        compare(
          "line",
          chips.get(row.querySelector(".line-move").textContent) ?? null,
          number(row.querySelector(".line-value").textContent),
        );
      }
      const values = [...chips.values()].filter((value) => value !== null);
      if (values.length && headline !== null) compare("square", Math.max(...values) * sign + 0, headline);
    };
    // An observer of sizes runs after all that a frame draws.
    const probe = document.body.appendChild(document.createElement("div"));
    Object.assign(probe.style, { position: "fixed", width: "1px", height: "1px", visibility: "hidden" });
    new ResizeObserver(read).observe(probe);
    const blink = () => {
      probe.style.height = probe.style.height === "1px" ? "2px" : "1px";
      requestAnimationFrame(blink);
    };
    blink();
  });

// The server refuses searches while it is still ending many others.
pageTest(
  "in a hundred random games no position has two values",
  async (page) => {
    await watch(page);
    await page.evaluate(() => (document.querySelector("[data-i18n='graph.table']").closest("details").open = true));
    for (let game = 0; game < GAMES; game++) {
      const moves = await randomGame(page, 10 + random(50), 1 + random(2147483646));
      await page.evaluate((moves) => store.newGame({ moves }).then(() => {}), moves);
      for (let step = 0; step < STEPS; step++) {
        await page.evaluate((place) => {
          const line = store.mainLine();
          store.goTo(line[Math.floor((place * line.length) / 1000)]);
        }, random(1000));
        await page.waitForTimeout(random(4) ? random(60) : 200);
      }
      const found = await page.evaluate(() => contradictions);
      assert.deepEqual(found.slice(0, 3), [], `game ${game + 1}: ${moves}`);
    }
    // The last game is analysed until every kind of value has been compared.
    await untilStore(page, (store) => store.current.value?.depth >= 4 || store.current.position.over);
    const compared = await page.evaluate(() => globalThis.compared);
    for (const [kind, count] of Object.entries(compared)) assert.ok(count > GAMES, `${kind}: ${count}`);
  },
  {
    alone: true,
    hash: "#g=8x8,start,,0",
    settings: { "analysis.on": true, "review.auto": true, "analysis.side": "mover" },
    refused: /\/api\/(analysis|archive|review)/,
    server: "both editions compute scores by the same modules",
  },
);
