// Draws a sheet of screenshots of each state of the board: light and dark, on a
// desktop, a laptop of 1280 × 720, a tablet and a phone. `node tests/browser/picture-states.mjs ADDRESS FOLDER [NAME]`
// needs a server started with `--no-library`, an archive of the games of 1980, and a book with
// `--edit-book`; with a name, it draws only that sheet. If `SINGLES` names a folder, each
// screenshot is also saved there.

import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser } from "./start.mjs";
import { CONTINUED, drawn, isReady, STATES } from "./states.mjs";

const [address, folder, only] = process.argv.slice(2);
const { SINGLES } = process.env;
mkdirSync(folder, { recursive: true });
const browser = await startBrowser();

const THEMES = ["light", "dark"];
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
};

/** Height of each picture on a sheet, and the gap between pictures. */
const HEIGHT = 400;
const GAP = 12;
const QUALITY = 0.5;

/** State → theme and device → picture. */
const pictures = new Map();

const slug = (state) => state.replace(/^(the|an?) /, "").replace(/[^a-z]+/gi, "-");

async function keep(page, state, theme, device) {
  await drawn(page);
  const picture = await page.screenshot();
  if (!pictures.has(state)) pictures.set(state, {});
  pictures.get(state)[`${theme}-${device}`] = picture.toString("base64");
  if (SINGLES) writeFileSync(join(SINGLES, `${slug(state)}-${theme}-${device}.png`), picture);
}

/** Fills the list of games on the first screen. */
async function keepGames() {
  const { addToLibrary } = await import("./js/library.js");
  const games = [
    { moves: "f5d6c3d3c4" },
    { moves: "f5f6e6f4e3c5c4e7c6e2" },
    { moves: "f5d6c3d3c4f4c5b3c2e3", meta: { black: "Ada", white: "Grace" } },
  ];
  for (const game of games) {
    await store.newGame(game);
    addToLibrary();
    await new Promise((next) => setTimeout(next, 100));
  }
}

/** Downloads the review as one file, and returns its path. */
async function report(page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(".panel-review .panel-bar button").last().click(),
  ]);
  const file = join(tmpdir(), `outflank-review-${process.pid}.html`);
  await download.saveAs(file);
  return file;
}

for (const theme of THEMES) {
  for (const [device, options] of Object.entries(DEVICES)) {
    const context = await browser.newContext({
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en-GB",
      serviceWorkers: "block",
      ...options,
    });
    await context.addInitScript(() => {
      if (location.protocol === "http:")
        localStorage["outflank.settings"] ??= JSON.stringify({ "analysis.on": false, "review.auto": false });
    });
    const page = await context.newPage();
    await page.goto(address);
    await isReady(page);
    await page.evaluate(keepGames);
    await page.goto("about:blank");
    await page.goto(address);
    await isReady(page);
    let saved = null;
    for (const [state, reach] of Object.entries(STATES)) {
      try {
        await reach(page);
        await keep(page, state, theme, device);
      } catch (error) {
        throw new Error(`${state}, ${theme}, ${device}`, { cause: error });
      }
      if (state.startsWith("the summary of a review")) saved = await report(page);
      if (only === slug(state)) break;
      if (!CONTINUED.includes(state)) await page.keyboard.press("Escape");
    }
    if (saved) {
      await page.goto(`file://${saved}`);
      await keep(page, "a saved review", theme, device);
    }
    await context.close();
    console.log(`${theme}, ${device}: ${pictures.size} states`);
  }
}

/** Puts the pictures of a state on one sheet, a row for each theme. */
const page = await browser.newPage();
async function sheet(images) {
  const data = await page.evaluate(
    async ([rows, height, gap, quality]) => {
      const load = (data) =>
        new Promise((done, failed) => {
          const image = new Image();
          Object.assign(image, { onload: () => done(image), onerror: failed, src: `data:image/png;base64,${data}` });
        });
      const loaded = await Promise.all(rows.map((row) => Promise.all(row.map(load))));
      const wide = (image) => Math.round((image.width * height) / image.height);
      const canvas = document.createElement("canvas");
      canvas.width = loaded[0].reduce((sum, image) => sum + wide(image) + gap, gap);
      canvas.height = loaded.length * (height + gap) + gap;
      const context = canvas.getContext("2d");
      context.fillStyle = "#8a9097";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = "high";
      loaded.forEach((row, line) => {
        let left = gap;
        for (const image of row) {
          context.drawImage(image, left, gap + line * (height + gap), wide(image), height);
          left += wide(image) + gap;
        }
      });
      return canvas.toDataURL("image/webp", quality).split(",")[1];
    },
    [images, HEIGHT, GAP, QUALITY],
  );
  return Buffer.from(data, "base64");
}

let bytes = 0;
for (const [state, images] of pictures) {
  if (only && only !== slug(state)) continue;
  const rows = THEMES.map((theme) => Object.keys(DEVICES).map((device) => images[`${theme}-${device}`]));
  const picture = await sheet(rows);
  bytes += picture.length;
  writeFileSync(join(folder, `${slug(state)}.webp`), picture);
  console.log(`${slug(state)}.webp: ${picture.length} bytes`);
}
console.log(`${bytes} bytes in all`);
await browser.close();
