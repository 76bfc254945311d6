// Every state of the board, in each language, in light and dark, on a desktop and a phone: no
// accessibility violations, no missing or untranslated messages, no horizontal scrolling.

import assert from "node:assert/strict";
import { fillArchive, PHONE, pageTest } from "./board-support.mjs";
import { CONTINUED, drawn, STATES } from "./states.mjs";
import { axeViolations } from "./support.mjs";

const textsOf = (page, code) =>
  page.evaluate(async (which) => {
    const parts = [`i18n/${which}.json`, `i18n/panels/${which}.json`].map(async (file) => (await fetch(file)).json());
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

/** Strings that must not be visible: keys, and English messages on a page in another language. */
async function unwanted(page, language) {
  const [english, other] = await Promise.all([textsOf(page, "en"), textsOf(page, language)]);
  const own = new Set(Object.values(other).flatMap((text) => (typeof text === "string" ? text : Object.values(text))));
  const foreign = Object.values(english).filter(
    (text) => typeof text === "string" && /[a-z]{3}/i.test(text) && !own.has(text),
  );
  return new Set([...Object.keys(english), ...foreign]);
}

const ENOUGH = "the site shows the same page, so one walk is enough there";

for (const [language, name, options, server] of [
  ["en", "light", { locale: "en-GB", colorScheme: "light" }, ENOUGH],
  ["fr", "dark", { locale: "fr-CA", colorScheme: "dark" }, ENOUGH],
  ["ja", "on a phone", { locale: "ja-JP", colorScheme: "light", ...PHONE }, ""],
]) {
  pageTest(
    `every state is complete and accessible, ${language}, ${name}`,
    async (page) => {
      await fillArchive(page);
      const wrong = await unwanted(page, language);
      assert.equal(await page.getAttribute("html", "lang"), language);
      for (const [state, reach] of Object.entries(STATES)) {
        await reach(page);
        await drawn(page);
        assert.deepEqual(
          (await words(page)).filter((text) => wrong.has(text)),
          [],
          state,
        );
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${state}: ${wide} pixels too wide`);
        assert.deepEqual(await axeViolations(page), [], state);
        if (!CONTINUED.includes(state)) await page.keyboard.press("Escape");
      }
    },
    { options, server },
  );
}
