// The lessons of the Train tab: texts, positions to solve on the board, and progress.

import assert from "node:assert/strict";
import {
  announced,
  inStore,
  openTab,
  PHONE,
  pageTest,
  played,
  reload,
  square,
  text,
  until,
  untilInView,
  untilStore,
  waitForText,
} from "./board-support.mjs";
import { axeViolations } from "./support.mjs";

const NAMES = [
  "rules",
  "corners",
  "x-squares",
  "mobility",
  "quiet",
  "frontier",
  "wedges",
  "parity",
  "tempo",
  "swindles",
  "unbalanced",
  "stoner",
  "counting",
];
const PROMPT = ".panel-lessons .train-prompt";
const REPLY = ".panel-lessons .train-reply";

/** Goes through the two texts and the example of a lesson to its first question. */
async function untilQuestion(page) {
  for (let texts = 0; texts < 3; texts++) {
    const words = await text(page, PROMPT);
    await button(page, "Next").click();
    // A click while the text changes can miss the button, which moves.
    await page.waitForFunction(
      ([where, old]) => ![old, ""].includes(document.querySelector(where).innerText),
      [PROMPT, words],
    );
  }
}

/** The positions of a lesson, without its example. */
const positionsOf = (page, name) =>
  page.evaluate(async (lesson) => (await (await fetch("lessons.json")).json())[lesson].positions.slice(1), name);
const button = (page, name) => page.locator(".panel-lessons").getByRole("button", { name, exact: true });
/** Waits until a position of a lesson is on the board, ready for an answer. */
async function untilAsked(page, positions, index) {
  // The lesson clears its last reply when it is ready for an answer.
  await until(page, ".lesson-place", new RegExp(`^Position ${index + 1} of ${positions.length}$`));
  await until(page, REPLY, /^$/);
  await untilStore(page, (store, wanted) => store.movesTo() === wanted, positions[index].moves);
}

async function openLesson(page, name) {
  await openTab(page, "train");
  await page.click("#train-lessons");
  await page.click(`#lesson-${name}`);
  await button(page, "Next").waitFor();
}

pageTest("the Train tab has five cards, which lead to their training and back", async (page) => {
  await openTab(page, "train");
  assert.equal(await page.locator(".train-card").count(), 5);
  const [known, stored] = await page.evaluate(async () => {
    const all = await (await fetch("lessons.json")).json();
    const counts = Object.entries(all).map(([name, { positions }]) => [name, positions.length - 1]);
    return [(await import("./js/panels/lesson-progress.js")).LESSONS, Object.fromEntries(counts)];
  });
  assert.deepEqual(known, stored);
  assert.deepEqual(await axeViolations(page), []);
  for (const [kind, panel] of [
    ["openings", "openings"],
    ["puzzles", "puzzles"],
    ["mistakes", "mistakes"],
    ["lessons", "lessons"],
    ["guess", "guess"],
  ]) {
    await page.click(`#train-${kind}`);
    const opened = page.locator(`.panel-${panel}`);
    await opened.waitFor();
    assert.equal(await page.locator("#panel-train > .panel:visible").count(), 1, kind);
    await opened.getByRole("button", { name: "All training" }).click();
    await page.locator(".train-cards").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), `train-${kind}`);
  }
});

pageTest(
  "a lesson is done by clicks, and its progress is kept",
  async (page) => {
    const positions = await positionsOf(page, "corners");
    await openLesson(page, "corners");
    // Two texts and an example, whose answer is marked.
    for (const words of ["can never be flipped", "Look at the corners", "Example"]) {
      await waitForText(page, PROMPT, words);
      await button(page, "Next").click();
    }
    for (const [index, position] of positions.entries()) {
      await untilAsked(page, positions, index);
      if (index === 1) {
        // A wrong answer is played out on the board.
        const [wrong] = await inStore(
          page,
          (store, right) => store.current.position.legal.map(({ move }) => move).filter((move) => move !== right),
          position.answer,
        );
        await square(page, wrong).click();
        await until(page, REPLY, new RegExp(`^Not ${wrong}\\. .*Play continues `));
        const line = (await text(page, REPLY)).match(/continues ([a-h1-8 ]+)\./)[1].split(" ");
        await untilStore(page, (store, wanted) => store.movesTo() === wanted, position.moves + wrong + line.join(""));
        // The board takes no move until the learner tries again.
        assert.equal(await page.locator("#board [data-legal]").count(), 0);
        await button(page, "Try again").click();
        await untilAsked(page, positions, index);
        assert.equal(await button(page, "Show the answer").isVisible(), false);
      }
      await square(page, position.answer).click();
      await until(page, REPLY, /^Right\. /);
      await button(page, "Next").click();
    }
    await waitForText(
      page,
      PROMPT,
      `You solved ${positions.length - 1} of ${positions.length} positions at the first attempt.`,
    );
    await reload(page);
    await openTab(page, "train");
    await waitForText(page, "#panel-train", "1 of 13 lessons done");
    await page.click("#train-lessons");
    assert.match(await text(page, "#lesson-corners"), new RegExp(`✓ ${positions.length}/${positions.length}`));
    // The one-file export has it.
    const solved = await page.evaluate(async () => (await import("./js/settings.js")).settings.all()["lessons.solved"]);
    assert.deepEqual(solved, { corners: { 0: "first", 1: "later", 2: "first", 3: "first" } });
  },
  { alone: true },
);

pageTest(
  "a wrong answer is explained by the topic of the lesson, without the answer",
  async (page) => {
    await openTab(page, "train");
    await page.click("#train-lessons");
    for (const [name, topic] of [
      ["quiet", / is not a quiet move: it flips a disc next to an empty square\./],
      ["parity", / leaves (Black|White) (an odd region|the last move)/],
      ["stoner", / misses a Stoner trap that wins the [ah][18] corner\./],
    ]) {
      const positions = await positionsOf(page, name);
      await page.click(`#lesson-${name}`);
      await untilQuestion(page);
      await untilAsked(page, positions, 0);
      const [{ moves, answer }] = positions;
      const wrong = await page.evaluate(
        async ([moves, answer, name, topic]) => {
          const { post } = await import("./js/api.js");
          const { reasonText } = await import("./js/panels/reasons.js");
          const { store } = await import("./js/store.js");
          for (const { move } of store.current.position.legal) {
            const { reason } = await post("explain", { moves, move, level: 12, lesson: name });
            if (new RegExp(topic).test(reasonText(reason, move, answer))) return move;
          }
          return "";
        },
        [moves, answer, name, topic.source],
      );
      assert.ok(wrong, name);
      await square(page, wrong).click();
      await until(page, REPLY, new RegExp(`^Not ${wrong}\\. ${wrong}${topic.source}`));
      const reply = await text(page, REPLY);
      assert.ok(!reply.includes(answer), reply);
      await button(page, "All lessons").click();
    }
  },
  { alone: true },
);

pageTest(
  "a lesson is done by keyboard, and leads to the next one",
  async (page) => {
    const positions = await positionsOf(page, "counting");
    await openTab(page, "train");
    await page.locator("#train-lessons").press("Enter");
    await page.locator("#lesson-counting").press("Enter");
    await waitForText(page, PROMPT, "you can stop judging and count");
    for (const words of ["Begin with your candidate moves", "Example"]) {
      await page.keyboard.press("Enter");
      await waitForText(page, PROMPT, words);
    }
    await page.keyboard.press("Enter");
    for (const [index, position] of positions.entries()) {
      await untilAsked(page, positions, index);
      await page.keyboard.type(position.answer);
      await announced(page, "Right.");
      await until(page, REPLY, /wins/);
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Next");
      await page.keyboard.press("Enter");
    }
    await waitForText(page, PROMPT, "Lesson finished.");
    // The last lesson has no next one.
    await button(page, "All lessons").press("Enter");
    await page.locator("#lesson-unbalanced").press("Enter");
    await waitForText(page, PROMPT, "unbalanced");
  },
  { alone: true },
);

pageTest(
  "the rules are asked without showing the legal moves",
  async (page) => {
    const positions = await positionsOf(page, "rules");
    await openLesson(page, "rules");
    await untilQuestion(page);
    for (const [index, position] of positions.entries()) {
      await untilAsked(page, positions, index);
      assert.equal(await page.locator("#board [data-legal]").count(), 0);
      assert.doesNotMatch(await square(page, position.answer).getAttribute("aria-label"), /legal/);
      const empty = await inStore(page, (store) => {
        const { position, legal } = { ...store.current.position };
        const names = [...position.slice(0, 64)].map((disc, at) =>
          disc === "-" ? `${"abcdefgh"[at % 8]}${Math.floor(at / 8) + 1}` : "",
        );
        return names.find((name) => name && legal.every(({ move }) => move !== name));
      });
      await square(page, empty).click();
      await waitForText(page, REPLY, `${empty} flips nothing`);
      await square(page, position.answer).click();
      await until(page, REPLY, /^Right\. /);
      await button(page, "Next").click();
    }
    await waitForText(page, PROMPT, "You solved 0 of 4");
    // The game from before is back.
    assert.equal(await played(page), "f5d6c3");
    assert.equal(await inStore(page, (store) => store.valuesHidden), false);
    await button(page, "Next lesson").click();
    await waitForText(page, ".panel-lessons h3", "2. Corners");
    await reload(page);
    assert.equal(await played(page), "f5d6c3");
  },
  { alone: true, hash: "#g=8x8,start,f5d6c3,3" },
);

pageTest(
  "another game ends a lesson and shows scores again",
  async (page) => {
    await openLesson(page, "mobility");
    assert.equal(await inStore(page, (store) => store.valuesHidden), true);
    await inStore(page, (store) => store.newGame({ moves: "f5d6" }).then(() => null));
    await page.locator("#lesson-mobility").waitFor();
    assert.deepEqual(await inStore(page, (store) => [store.valuesHidden, store.chooser, store.legalHidden]), [
      false,
      null,
      false,
    ]);
    assert.equal(await played(page), "f5d6");
  },
  { alone: true },
);

pageTest(
  "lessons fit a phone, in three languages",
  async (page) => {
    await page.evaluate(() => document.querySelector("#tab-files").click());
    await page.click("#home-learn");
    for (const language of ["fr", "ja", "en"]) {
      await page.evaluate(async (code) => (await import("./js/i18n.js")).setLanguage(code), language);
      for (const name of NAMES) {
        await page.click(`#lesson-${name}`);
        await page.locator(".panel-lessons .primary:visible").waitFor();
        for (let place = 0; place < 4; place++) {
          const words = await text(page, PROMPT);
          assert.doesNotMatch(words, /lesson\.|\{/, `${language}, ${name}, ${place}`);
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            `${language}, ${name}`,
          );
          if (place === 3) break;
          await page.locator(".panel-lessons .primary:visible").click();
          await page.waitForFunction(
            ([where, before]) => document.querySelector(where).textContent.trim() !== before.trim(),
            [PROMPT, words],
          );
        }
        if (name === "stoner") assert.deepEqual(await axeViolations(page), [], language);
        await page.locator(".panel-lessons .panel-bar button:visible").first().click();
      }
      assert.deepEqual(await axeViolations(page), [], language);
    }
    await untilInView(page, ".lesson-list");
  },
  { options: PHONE, server: "the site shows the same lessons" },
);
