// The browser of the tests, measurements and screenshots.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The browser: `OUTFLANK_BROWSER`, or the one installed on the system. */
function browserPath() {
  if (process.env.OUTFLANK_BROWSER) return process.env.OUTFLANK_BROWSER;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  assert.ok(found, "no browser found: run scripts/setup-browser.sh, or name one in OUTFLANK_BROWSER");
  return found;
}

/** Starts a browser without its sandbox, which is unavailable to root in a container. */
export function startBrowser() {
  return chromium.launch({
    executablePath: browserPath(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    timeout: 120_000,
  });
}
