/** Announcements for screen readers: one polite live region. */

const PAUSE = 80;

/** @type {Element|null} */
let region = null;
/** @type {string[]} */
let waiting = [];
let timer = 0;

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  clearTimeout(timer);
  // Screen readers may read only the last of several changes, so simultaneous messages are joined.
  timer = setTimeout(flush, PAUSE);
}

function flush() {
  region ??= document.querySelector("#live") ?? makeRegion();
  const text = waiting.join(" ");
  waiting = [];
  // Setting the same text again changes nothing, so it would not be read.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

function makeRegion() {
  const made = document.createElement("div");
  made.id = "live";
  made.className = "visually-hidden";
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}
