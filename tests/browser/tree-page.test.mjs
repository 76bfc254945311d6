// The tree page in a real browser. `OUTFLANK_PAGES` is the folder of pages
// written by the Rust test.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { axeViolations, withPage } from "./support.mjs";

const folder = process.env.OUTFLANK_PAGES;
assert.ok(folder, "OUTFLANK_PAGES names the folder of the pages");

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const ALL_PAGES = ["typed", "textbook", "again", "othello", "large", "hostile", "interrupted", "not-kept", "empty"];

const address = (name, hash = "") => pathToFileURL(join(folder, `${name}.html`)).href + hash;

/** A test of one page. */
function pageTest(name, words, work, { hash = "", options = {} } = {}) {
  test(`${name}: ${words}`, () => withPage(address(name, hash), options, work));
}

const text = (page, selector) => page.locator(selector).innerText();
const words = (page) => text(page, "#words");
const counter = (page) => text(page, "#counter");
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** The accessible names of the nodes drawn in the first tree. */
const names = (page, pane = 0) =>
  page.locator(`[id^="node-${pane}-"]`).evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label")));
const chosen = (page, pane = 0) => page.locator(`[id^="node-${pane}-"][aria-selected=true]`).getAttribute("aria-label");
const boundsNow = async (page) => (await text(page, "#bounds-now")).replaceAll("\n", " ");

/** Waits until the page has drawn the next frame. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));

/** For MIN(3, MAX(5, a)): the description of each step, and α and β. */
const STEPS = [
  ["No node has been entered yet. The search has 8 steps.", ""],
  ["Min at the root is entered with α = −∞ and β = ∞.", "α −∞ β ∞"],
  ["The end of the game after 1 is entered with α = −∞ and β = ∞.", "α −∞ β ∞"],
  ["The game is over after 1: 3. Min at the root: β falls from ∞ to 3.", "α −∞ β ∞ → 3"],
  ["Max after 2 is entered with α = −∞ and β = 3.", "α −∞ β 3"],
  ["The end of the game after 2 1 is entered with α = −∞ and β = 3.", "α −∞ β 3"],
  [
    "The game is over after 2 1: 5. Max after 2: α rises from −∞ to 5, " +
      "and with α = 5 and β = 3 the other moves here cannot matter.",
    "α −∞ → 5 β 3",
  ],
  [
    "Beta cut after 2: Max can get at least 5 here (move 1), but Min can already hold Max to 3 at the root (move 1), " +
      "so this node cannot change the result. Min at the root: β stays 3.",
    "α −∞ β 3",
  ],
  ["Min at the root has tried all moves: 3.", "α −∞ β 3"],
];

pageTest(
  "typed",
  "α and β are shown at each step, forwards and backwards",
  async (page) => {
    const seen = async () => [await words(page), await boundsNow(page)];
    for (const [step, expected] of STEPS.entries()) {
      assert.deepEqual(await seen(), expected, `step ${step}`);
      assert.equal(await counter(page), `${step} / 8`);
      if (step < 8) await press(page, "n");
    }
    assert.ok(await page.locator("#step-on").isDisabled());
    for (const [step, expected] of [...STEPS.entries()].reverse().slice(1)) {
      await page.click("#step-back");
      assert.deepEqual(await seen(), expected, `back at step ${step}`);
    }
    assert.ok(await page.locator("#step-back").isDisabled());
    await page.click("#step-last");
    assert.equal(await counter(page), "8 / 8");
    await page.click("#step-first");
    assert.equal(await counter(page), "0 / 8");
    await page.locator("#slider").fill("6");
    assert.equal(await counter(page), "6 / 8");
  },
  { hash: "#tree=2&step=0" },
);

pageTest(
  "typed",
  "nodes are displayed as at the step",
  async (page) => {
    assert.deepEqual(await names(page), [
      "root, Min to move, open, alpha −∞, beta 3",
      "1, value 3",
      "2, Max to move, open, alpha −∞, beta 3",
      "1, not yet entered",
      "2, not yet entered",
    ]);
    const drawn = await page.locator(".node.open .bound").allTextContents();
    assert.deepEqual(drawn, ["α −∞", "β 3", "α −∞", "β 3"]);
    await press(page, "n", "n");
    assert.deepEqual(await page.locator(".node.open .bound.changed").allTextContents(), ["α 5"]);
    await press(page, "e");
    assert.deepEqual(await names(page), [
      "root, Min to move, value 3, on the principal variation",
      "1, value 3, on the principal variation",
      "2, Max to move, value at least 5, beta cut",
      "1, value 5",
      "2, never entered, 1 node",
    ]);
    assert.equal(await page.locator(".stage .node.part.beta").count(), 1);
    assert.equal(await page.locator(".stage .edge.ghost.beta").count(), 1);
    assert.equal(await page.locator(".stage .edge.best").count(), 1);
  },
  { hash: "#tree=2&step=4" },
);

pageTest(
  "textbook",
  "playback runs forwards and backwards, and pauses",
  async (page) => {
    // Slowly at first, so that playback is visible even on a busy machine.
    await page.selectOption("#speed", "1");
    await page.click("#play-on");
    assert.equal(await page.locator("#words").getAttribute("aria-live"), "off");
    await page.selectOption("#speed", "100");
    await page.waitForFunction(() => document.querySelector("#slider").value === "22");
    assert.equal(await page.locator("#play-on").getAttribute("aria-pressed"), "false");
    assert.equal(await page.locator("#words").getAttribute("aria-live"), "polite");
    await page.click("#play-back");
    await page.waitForFunction(() => document.querySelector("#slider").value === "0");
    await page.selectOption("#speed", "5");
    await press(page, "p");
    await page.waitForFunction(() => Number(document.querySelector("#slider").value) > 1);
    await press(page, "p");
    assert.equal(await page.locator("#play-on").getAttribute("aria-pressed"), "false");
    assert.equal(await page.locator("#words").getAttribute("aria-live"), "polite");
    const stopped = await counter(page);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    });
    assert.equal(await counter(page), stopped);
  },
  { hash: "#tree=2&step=0" },
);

pageTest("textbook", "nodes fold and unfold by mouse, key and ply", async (page) => {
  assert.equal((await names(page)).length, 13);
  await page.locator('[data-fold="1"]').click();
  assert.equal((await names(page)).length, 10);
  const folded = page.locator("#node-0-1");
  assert.equal(await folded.getAttribute("aria-expanded"), "false");
  assert.equal(await folded.locator(".fold text").innerHTML(), "+3");
  await page.locator('[data-fold="1"]').click();
  assert.equal((await names(page)).length, 13);
  await page.locator("#node-0-0").click();
  await press(page, "Enter");
  assert.equal((await names(page)).length, 1);
  await press(page, "Enter");
  assert.equal((await names(page)).length, 13);
  await page.selectOption("#fold-ply", "1");
  assert.equal((await names(page)).length, 4);
  await page.selectOption("#fold-ply", "2");
  assert.equal((await names(page)).length, 13);
});

pageTest(
  "textbook",
  "nodes are found by moves, values and kinds",
  async (page) => {
    const hits = async (query) => {
      await page.fill("#query", query);
      assert.equal(await page.locator(".node .hit").count(), Number.parseInt(await text(page, "#hits"), 10) || 0);
      return text(page, "#hits");
    };
    const expected = {
      "2 1": "1 hit",
      1: "4 hits",
      "/1": "1 hit",
      "/1 1": "1 hit",
      "=3": "3 hits",
      ">11": "2 hits",
      "<=2": "4 hits",
      cut: "2 hits",
      alpha: "2 hits",
      beta: "no hits",
      ghost: "2 hits",
      "leaf >5": "3 hits",
      best: "3 hits",
      "bound min": "2 hits",
      test: "no hits",
      "no such move": "no hits",
      "": "",
    };
    for (const [query, count] of Object.entries(expected)) {
      assert.equal(await hits(query), count, query);
    }
    await hits("ghost");
    await press(page, "Enter");
    assert.equal(await text(page, "#hits"), "1 of 2 hits");
    assert.equal(await chosen(page), "2, never entered, 1 node");
    await press(page, "Enter", "Enter");
    assert.equal(await text(page, "#hits"), "1 of 2 hits");
    await press(page, "Shift+Enter");
    assert.equal(await text(page, "#hits"), "2 of 2 hits");
    assert.equal(await chosen(page), "3, never entered, 1 node");
    await page.click("#hit-on");
    assert.equal(await chosen(page), "2, never entered, 1 node");
  },
  { hash: "#tree=2" },
);

pageTest("large", "a hit far below is unfolded and scrolled into view", async (page) => {
  const before = (await names(page)).length;
  await page.fill("#query", "leaf >12");
  await press(page, "Enter");
  assert.match(await text(page, "#hits"), /^1 of \d/);
  const node = page.locator("[aria-selected=true]");
  assert.match(await node.getAttribute("aria-label"), /value \+1\d\./);
  assert.ok((await names(page)).length > before);
  const stage = await page.locator(".stage").boundingBox();
  const box = await node.locator(".shape").boundingBox();
  assert.ok(box.x > stage.x && box.x + box.width < stage.x + stage.width);
  assert.ok(box.y > stage.y && box.y + box.height < stage.y + stage.height);
});

pageTest("textbook", "everything can be done by keyboard alone", async (page) => {
  // Tab reaches every enabled control.
  const controls = await page
    .locator("button:visible:not(:disabled), select:visible, input:visible, [role=tree]")
    .evaluateAll((all) =>
      all.filter((one) => !one.closest("dialog")).map((one) => one.id || one.textContent || one.className),
    );
  const reached = new Set();
  for (let tab = 0; tab < controls.length + 12; tab++) {
    await press(page, "Tab");
    reached.add(
      await page.evaluate(() => {
        const { activeElement: one } = document;
        return one.id || one.textContent || one.className;
      }),
    );
  }
  assert.deepEqual(
    controls.filter((control) => !reached.has(control)),
    [],
  );
  // The tree has its own keys.
  await press(page, "t", "Home");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "tree");
  const active = () =>
    page.evaluate(() => {
      const id = document.activeElement.getAttribute("aria-activedescendant");
      return document.getElementById(id).getAttribute("aria-label");
    });
  assert.match(await active(), /^root/);
  await press(page, "ArrowDown");
  assert.match(await active(), /^1, Min to move, value 3/);
  await press(page, "ArrowRight");
  assert.match(await active(), /^2, Min to move, value 2/);
  await press(page, "ArrowDown", "ArrowLeft");
  assert.equal(await active(), "3, value 8");
  await press(page, "ArrowUp");
  assert.match(await active(), /^1, Min/);
  await press(page, "Enter");
  assert.equal((await names(page)).length, 10);
  await press(page, "ArrowDown");
  assert.equal((await names(page)).length, 13);
  await press(page, "End");
  assert.equal(await active(), "3, value 2");
  // The controls of the steps.
  await press(page, "i");
  assert.equal(await counter(page), "23 / 26");
  await press(page, "l", "n", "b", "b");
  assert.equal(await counter(page), "23 / 26");
  await press(page, "s");
  assert.equal(await counter(page), "0 / 26");
  await page.selectOption("#speed", "500");
  await press(page, "t", "Space");
  await page.waitForFunction(() => document.querySelector("#slider").value === "26");
  // The search box.
  await press(page, "/");
  await page.keyboard.type("=14");
  await press(page, "Enter", "Tab", "t", "h");
  assert.equal(await active(), "1, value 14");
  // Another tree, then two.
  await press(page, "x");
  assert.equal(await page.locator(".pane h2").innerText(), "alpha-beta");
  assert.equal(await active(), "1, value 14");
  await press(page, "c");
  assert.equal(await page.locator(".pane").count(), 2);
  await press(page, "c");
  assert.equal(await page.locator(".pane").count(), 1);
  // The list of keys, which can be switched off.
  await press(page, "?");
  assert.ok(await page.locator("#help").isVisible());
  assert.ok((await text(page, "#help-body")).includes("one step forward"));
  await page.locator("#single-keys").focus();
  await press(page, "Space", "Escape");
  assert.ok(!(await page.locator("#help").isVisible()));
  await press(page, "s");
  assert.equal(await counter(page), "22 / 22");
});

pageTest("othello", "a link restores step, node, tree and neighbour", async (page) => {
  await page.selectOption("#beside", { label: "PVS" });
  await page.click("button:text-is('alpha-beta')");
  await page.locator("#slider").fill("100");
  await page.locator(".node.left").nth(3).click();
  const state = async (which) => [
    await counter(which),
    await chosen(which),
    await which.locator(".pane h2").allInnerTexts(),
    await text(which, "#panel"),
  ];
  await drawn(page);
  const expected = await state(page);
  assert.match(expected[0], /^100 \/ \d{3}$/);
  assert.deepEqual(expected[2], ["alpha-beta", "PVS"]);
  await page.waitForURL(/#tree=2&step=100&node=\d+&beside=3$/);
  const { hash } = new URL(page.url());
  await withPage(address("othello", hash), {}, async (again) => {
    await drawn(again);
    assert.deepEqual(await state(again), expected);
    // Invalid links are harmless.
    await again.evaluate(() => (location.hash = "#tree=99&step=-4&node=x&beside=1e9"));
    await again.evaluate(() => (location.hash = "#step=7"));
    await again.waitForFunction(() => document.querySelector("#counter").value.startsWith("7 /"));
  });
});

pageTest(
  "othello",
  "the panel explains a cut-off and links to its proof",
  async (page) => {
    await page.fill("#query", "alpha");
    await press(page, "Enter");
    const panel = await text(page, "#panel");
    assert.match(panel, /Why it was cut \(alpha cut\)/);
    assert.match(panel, /White can hold Black to [+−]\d+\.\d\d here \(move [a-h][1-8]\), but Black can already get/);
    assert.match(panel, /Never entered: \d+ parts?, \d+ nodes? in all/);
    assert.match(panel, /Window on entry\s+α = /);
    const where = () => page.locator("[aria-selected=true]").getAttribute("data-node");
    const cut = await where();
    await page.locator("#panel .why .link").first().click();
    assert.match(await text(page, "#panel"), /Black \(Max\) to move/);
    assert.ok(Number(await where()) < Number(cut));
    assert.ok(await page.locator("#panel svg.large").isVisible());
  },
  { hash: "#tree=2" },
);

pageTest("othello", "boards can be switched off", async (page) => {
  assert.ok((await page.locator(".stage .board").count()) > 5);
  await page.uncheck("#boards");
  assert.equal(await page.locator(".stage .board").count(), 0);
  await press(page, "o");
  assert.ok((await page.locator(".stage .board").count()) > 5);
});

pageTest(
  "othello",
  "selecting a node selects it in both trees",
  async (page) => {
    assert.deepEqual(await page.locator(".pane h2").allInnerTexts(), ["minimax", "alpha-beta"]);
    await page.selectOption("#fold-ply", "3");
    await page.fill("#query", "/b5 e3 d2");
    await press(page, "Enter");
    assert.match(await chosen(page, 0), /^d2, .*value/);
    assert.match(await chosen(page, 1), /^(d2|e3), /);
    // A node that alpha-beta did not enter.
    await page.locator(".pane").nth(1).locator(".stage").focus();
    await page.fill("#query", "ghost");
    await press(page, "Enter");
    const there = await chosen(page, 1);
    assert.match(there, /never entered/);
    const here = await chosen(page, 0);
    assert.equal(here.split(",")[0], there.split(",")[0]);
    assert.match(here, /value/);
    const rows = await page.locator(".searches tbody tr").count();
    assert.equal(rows, 4);
  },
  { hash: "#tree=1&beside=2" },
);

pageTest(
  "othello",
  "tests, re-searches and other cut-offs are marked",
  async (page) => {
    await page.selectOption("#fold-ply", "3");
    await page.fill("#query", "test");
    assert.match(await text(page, "#hits"), /^\d+ hits$/);
    assert.ok((await page.locator(".node.test .badge.purpose").count()) > 0);
    await page.fill("#query", "again");
    assert.match(await text(page, "#hits"), /^\d+ hits?$/);
    await press(page, "Enter");
    assert.match(await text(page, "#panel"), /searched again after a test/);
    await page.click("button:text-is('iterative deepening with a table')");
    await page.selectOption(".pane select", "2");
    await page.fill("#query", "shallow");
    await press(page, "Enter");
    assert.match(await text(page, "#panel"), /shallow search for ProbCut/);
    assert.ok((await page.locator(".node.shallow .badge.purpose").count()) > 0);
  },
  { hash: "#tree=3" },
);

pageTest(
  "othello",
  "a cut-off is visible when it is made, even at a folded node",
  async (page) => {
    const parts = () => page.locator(".stage .node.ghost").count();
    for (let step = 100; !(await words(page)).startsWith("Alpha cut"); step++) {
      assert.ok(step < 354);
      await press(page, "n");
    }
    const there = await parts();
    assert.ok(there > 0);
    assert.match(await text(page, "#panel"), /Never entered: \d/);
    const before = (await names(page)).length;
    await press(page, "n");
    // It folds again after the search has left it.
    assert.notEqual((await names(page)).length, before);
  },
  { hash: "#tree=2&step=100" },
);

pageTest("again", "the same side moving again is marked", async (page) => {
  const moves = await page.locator(".node .move").allTextContents();
  assert.equal(moves.filter((move) => move === "↻ 1").length, 2);
  assert.ok((await names(page)).some((name) => name.includes("Max moves again")));
});

pageTest(
  "textbook",
  "passes can be chosen, and stepping goes through all of them",
  async (page) => {
    const passes = page.locator(".pane select");
    const options = await passes.locator("option").allInnerTexts();
    assert.deepEqual(options, ["1: at least 0?", "2: at least 4?"]);
    assert.equal(await passes.inputValue(), "1");
    await passes.selectOption("0");
    const [end] = (await counter(page)).split(" ");
    assert.match(await chosen(page), /^root, .*at least/);
    await press(page, "n");
    assert.equal(await passes.inputValue(), "1");
    assert.equal(await counter(page), `${Number(end) + 1} / 28`);
    await press(page, "b");
    assert.equal(await passes.inputValue(), "0");
  },
  { hash: "#tree=7" },
);

pageTest("interrupted", "an interrupted search says so", async (page) => {
  assert.equal(await text(page, ".pane .note"), "The search was interrupted.");
  assert.match((await names(page))[0], /^root, White \(Min\) to move, open, alpha/);
  assert.match(await text(page, "#panel"), /open when the search was interrupted/);
  await press(page, "b", "b", "n", "s", "n");
  assert.match(await words(page), /^White \(Min\) at the root is entered/);
});

pageTest("not-kept", "a search without recorded nodes is still listed", async (page) => {
  assert.equal(
    await text(page, ".pane .note"),
    "3 more nodes entered but not recorded. No part of this search was recorded.",
  );
  assert.equal(await words(page), "No step of this search was recorded.");
  assert.equal(await page.locator(".searches tbody tr").count(), 1);
  await press(page, "n", "p", "t", "ArrowDown", "Enter", "h", "f", "+", "x", "i", "Home", "d");
});

pageTest("empty", "a page without searches says so", async (page) => {
  assert.equal(await text(page, "#searches"), "There are no searches to show.");
  await press(page, "n", "t", "ArrowDown", "f", "?");
  for (const button of await page.locator("button:visible:not(:disabled, #help-open)").all()) await button.click();
});

pageTest("large", "only visible nodes are drawn", async (page) => {
  const elements = () => page.locator(".stage svg *").count();
  assert.ok((await elements()) < 3000, `${await elements()} elements at first`);
  const deepest = await page.locator("#fold-ply option").last().getAttribute("value");
  await page.selectOption("#fold-ply", deepest);
  const width = await page.locator(".stage").evaluate((stage) => stage.scrollWidth);
  assert.ok(width > 100_000, `${width} wide`);
  assert.ok((await elements()) < 6000, `${await elements()} elements unfolded`);
  const before = await names(page);
  await page.locator(".stage").evaluate((stage) => stage.scrollTo(stage.scrollWidth / 3, stage.scrollHeight));
  await page.waitForFunction(
    (first) => [...document.querySelectorAll(".node")].at(-1).getAttribute("aria-label") !== first,
    before.at(-1),
  );
  assert.ok((await names(page)).length > 5);
  assert.ok((await elements()) < 6000);
  const took = await page.evaluate(() => {
    const start = performance.now();
    document.querySelector("#step-back").click();
    return performance.now() - start;
  });
  console.log(`a step with all 20,000 nodes unfolded: ${took.toFixed(0)} ms`);
});

pageTest("hostile", "names from a game cannot inject markup", async (page, problems) => {
  await press(page, "s", "n", "n", "n", "e", "t", "Home", "ArrowDown", "ArrowDown");
  await page.fill("#query", "cut");
  await press(page, "Enter");
  assert.equal(await page.evaluate(() => globalThis.broken), undefined);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.locator("script").count(), 2);
  assert.match(await text(page, "h1"), /^<\/script><\/title><img src=x/);
  // An injected script would not run.
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = 2";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => globalThis.broken), undefined);
  assert.equal(problems.length, 1);
  assert.match(problems.pop(), /Content Security Policy/);
});

for (const name of ["typed", "textbook", "othello", "hostile", "not-kept", "empty"]) {
  pageTest(
    name,
    "the page is accessible, in light and dark",
    async (page) => {
      const check = async () => {
        for (const colorScheme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await axeViolations(page, { onlyColours: colorScheme === "dark" }), [], colorScheme);
        }
      };
      await check();
      await page
        .locator("#slider")
        .fill(String(Math.floor(Number(await page.locator("#slider").getAttribute("max")) / 2)));
      await check();
      await page.click("#help-open");
      await check();
    },
    { hash: "#tree=2&beside=1" },
  );
}

for (const name of ALL_PAGES) {
  pageTest(
    name,
    "nothing scrolls sideways on phones",
    async (page) => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        assert.ok(!(scrollWidth > clientWidth));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide at ${width}`);
      }
    },
    { options: PHONE },
  );
}

/** Returns the labels of a picture that overlap or exceed its edge. */
function collisions(page) {
  return page
    .locator(".stage svg")
    .first()
    .evaluate((picture) => {
      const whole = picture.getBoundingClientRect();
      const texts = [...picture.querySelectorAll("text")].filter((one) => !one.closest(".board"));
      const boxes = texts.map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }));
      const found = boxes
        .filter(
          ({ box }) =>
            box.left < whole.left || box.right > whole.right || box.top < whole.top || box.bottom > whole.bottom,
        )
        .map(({ words }) => `${words} is cropped`);
      boxes.forEach((a, index) => {
        for (const b of boxes.slice(index + 1)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // Lines of text have space above and below their letters.
          if (across > 1 && down > 4) found.push(`${a.words} overlaps ${b.words}`);
        }
      });
      return found;
    });
}

for (const [name, hash] of [
  ["typed", "#tree=2"],
  ["textbook", "#tree=2"],
  ["textbook", "#tree=5"],
  ["textbook", "#tree=2&step=9"],
  ["again", ""],
  ["othello", "#tree=2"],
  ["othello", "#tree=3&step=100"],
  ["othello", "#tree=4"],
  ["large", "#tree=1&step=20000"],
  ["hostile", ""],
]) {
  pageTest(
    name,
    `no labels overlap and none is cropped ${hash}`,
    async (page) => {
      assert.deepEqual(await collisions(page), []);
    },
    { hash },
  );
}

pageTest(
  "typed",
  "light and dark can be chosen, and reduced motion is respected",
  async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.click("#theme");
    const light = await paper();
    assert.notEqual(light, dark);
    await page.click("#theme");
    assert.equal(await paper(), dark);
    await page.reload();
    assert.equal(await text(page, "#theme"), "Dark");
    // Changes flash, unless reduced motion is preferred.
    const moving = async (reducedMotion, step) => {
      await page.emulateMedia({ reducedMotion });
      return page.evaluate((to) => {
        const slider = document.querySelector("#slider");
        slider.value = to;
        slider.dispatchEvent(new Event("input"));
        return document.getAnimations().length;
      }, step);
    };
    assert.ok((await moving("no-preference", 3)) > 0);
    await moving("reduce", 2);
    assert.equal(await moving("reduce", 3), 0);
  },
  { hash: "#tree=2", options: { colorScheme: "dark" } },
);
