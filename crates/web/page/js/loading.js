/** A progress bar at the top of the page while the network downloads. */

import { module, NETWORK, onProgress, onTrouble } from "./data.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { store } from "./store.js";

const MEGABYTE = 1e6;

/** Milliseconds before the bar appears, so that a cached network shows none. */
const PAUSE = 700;

const began = performance.now();
const bar = create("progress");
const words = create("span");
const line = create("div", { class: "loading" }, bar, words);

onProgress((name, loaded, size) => {
  if (name !== NETWORK) return;
  if (loaded === size) return line.remove();
  if (performance.now() - began < PAUSE) return;
  if (!line.isConnected) document.body.prepend(line);
  Object.assign(bar, { value: loaded, max: size });
  const megabytes = (/** @type {number} */ bytes) => (bytes / MEGABYTE).toFixed(1);
  words.textContent = t("engine.loading", { loaded: megabytes(loaded), size: megabytes(size) });
  bar.setAttribute("aria-label", words.textContent);
});

let hasModule = false;
module.then(() => (hasModule = true));
let isReported = false;

// The page cannot work without the engine. Without the network it works, but its scores are less accurate.
onTrouble(() => {
  if (hasModule || isReported) return;
  isReported = true;
  store.notice(t("engine.retrying"), "error");
});
