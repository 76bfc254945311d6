// The browser of the tests, measurements and screenshots.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, firefox } from "playwright-core";

const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"];
const FIREFOX = ["firefox-esr", "firefox"];

/** The browser in an environment variable, or the one installed on the system. */
function browserPath(variable, names) {
  if (process.env[variable]) return process.env[variable];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
  assert.ok(found, `no browser found: run scripts/setup-browser.sh, or name one in ${variable}`);
  return found;
}

/** Starts Chromium without its sandbox, which is unavailable to root in a container. */
export function startBrowser() {
  return chromium.launch({
    executablePath: browserPath("OUTFLANK_BROWSER", CHROMIUM),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    timeout: 120_000,
  });
}

/** Starts Firefox. With this channel, Playwright uses WebDriver BiDi, which an unpatched Firefox supports. */
export function startFirefox() {
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: browserPath("OUTFLANK_FIREFOX", FIREFOX),
    timeout: 120_000,
  });
}
