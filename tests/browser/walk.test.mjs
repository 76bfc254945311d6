// Every state of the board, in each language, in light and dark, on a desktop and on a phone: nobody
// is hindered, no text is missing or left in English, and nothing scrolls sideways.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { PHONE, command, on, openTab, set } from "./board-support.mjs";
import { hindrances } from "./support.mjs";

/** With its fourth move, White gives up a corner. */
const GAME = "d3c3b3b2b1d2e3e2d1a1f3a3f5g3";
const WTHOR = fileURLToPath(new URL("../../testdata/wthor/WTH_1980.wtb", import.meta.url));

const textsOf = (page, code) =>
  page.evaluate(async (which) => {
    const parts = [`/i18n/${which}.json`, `/i18n/panels/${which}.json`].map(async (file) => (await fetch(file)).json());
    return Object.assign({}, ...(await Promise.all(parts)));
  }, code);

/** Everything that is visible or read aloud. */
const words = (page) =>
  page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.data.trim());
      else for (const name of ["aria-label", "title", "placeholder"]) found.push(node.getAttribute(name) ?? "");
    }
    return found.filter(Boolean);
  });

/** Texts that must not be seen: keys, and in other languages what English says otherwise. */
async function unwanted(page, language) {
  const [english, other] = await Promise.all([textsOf(page, "en"), textsOf(page, language)]);
  const own = new Set(Object.values(other).flatMap((text) => (typeof text === "string" ? text : Object.values(text))));
  const foreign = Object.values(english).filter((text) => typeof text === "string" && /[a-z]{3}/i.test(text) && !own.has(text));
  return new Set([...Object.keys(english), ...foreign]);
}

/** What is done to reach each state, from the one before. */
const STATES = {
  "the first screen": async (page) => {
    await openTab(page, "files");
  },
  "a game with a variation and a comment": async (page) => {
    await page.evaluate((moves) => (location.hash = `#g=8x8,start,${moves},0`), GAME);
    await page.waitForFunction(() => store.line().length > 10);
    await page.evaluate(async () => {
      await store.play("f5");
      await store.play("d6");
      store.setComment(store.current, "so far so good");
      store.goTo(store.nodeAt(6));
    });
    await openTab(page, "analysis");
  },
  "the analysis with its lines and a comparison of two moves": async (page) => {
    await set(page, "analysis.level", 4);
    await set(page, "analysis.limit", "level");
    await page.click(".panel-switch");
    await page.waitForSelector(".line-row");
    await page.locator(".panel-explain summary").first().click();
    await page.locator(".panel-explain input").fill("4");
    await page.locator(".panel-explain button").first().click();
    await page.waitForSelector(".explain-verdict");
    await page.click(".panel-switch");
  },
  "the menu of a move": async (page) => {
    await page.click("#moves-more");
    await page.waitForSelector(".menu");
  },
  "a mistake of a reviewed game, with the graph as a table": async (page) => {
    await openTab(page, "game");
    await set(page, "review.level", 3);
    await page.locator(".panel-review .panel-bar button").first().click();
    await page.waitForSelector(".review-summary", { state: "attached" });
    await page.locator(".panel-review .panel-details summary").click();
    await page.locator(".panel-graph summary").click();
    await page.locator(".review-item").first().click();
    await page.waitForSelector(".mistake-card:not([hidden])");
  },
  "a list of games": async (page) => {
    await openTab(page, "files");
    await page.setInputFiles(".panel-files input[type=file]", WTHOR);
    await page.waitForSelector(".files-table [data-index='0']");
  },
  "the archive": async (page) => {
    await openTab(page, "archive");
    await page.waitForFunction(() => document.querySelector(".panel-archive .panel-status")?.innerText);
  },
  practice: (page) => openTab(page, "train"),
  "a search tree": (page) => openTab(page, "tree"),
  "no game": (page) => openTab(page, "play"),
  settings: (page) => command(page, "settings"),
  help: (page) => command(page, "help"),
  "the set-up of a position": (page) => command(page, "setup"),
  "the dialog for pictures": (page) => command(page, "picture"),
  "the rules": async (page) => {
    await openTab(page, "files");
    await page.click("#home-learn");
    await page.waitForSelector("#learn");
  },
  "a new game from an opening": async (page) => {
    await command(page, "new");
    await page.locator('#new-game input[value="level"]').check();
    await page.locator("#new-game input[type=range]").fill("1");
    await page.locator("#new-game .panel-fields select").last().selectOption("opening");
    await page.locator("#new-game details summary").click();
    await page.waitForSelector(".opponent-openings option", { state: "attached" });
  },
  "a game against the engine": async (page) => {
    await page.locator("#new-game .panel-fields select").last().selectOption("usual");
    await page.locator("#new-game button[type=submit]").click();
    await page.locator("#new-game").waitFor({ state: "detached" });
    await page.waitForFunction(() => store.current.position.mover === store.tree.engine?.terms.human);
  },
  "the question before a game is resigned": async (page) => {
    await page.locator(".opponent-game .danger").click();
    await page.locator("dialog .danger").waitFor();
  },
  "the end of a game": async (page) => {
    await page.locator("dialog .danger").click();
    await page.waitForFunction(() => !store.tree.engine && !store.valuesHidden);
  },
};

/** The states that begin with the dialog of the one before. */
const GO_ON = ["a new game from an opening", "the question before a game is resigned"];

for (const [language, name, options] of [
  ["en", "light", { locale: "en-GB", colorScheme: "light" }],
  ["fr", "dark", { locale: "fr-CA", colorScheme: "dark" }],
  ["ja", "on a phone", { locale: "ja-JP", colorScheme: "light", ...PHONE }],
]) {
  on(
    `every state is complete and hinders nobody, ${language}, ${name}`,
    async (page) => {
      const wrong = await unwanted(page, language);
      assert.equal(await page.getAttribute("html", "lang"), language);
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        // What is drawn with the next frame is there.
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
        assert.deepEqual((await words(page)).filter((text) => wrong.has(text)), [], state);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${state}: ${wide} pixels too wide`);
        assert.deepEqual(await hindrances(page), [], state);
        if (!GO_ON.includes(state)) await page.keyboard.press("Escape");
      }
    },
    { options },
  );
}
