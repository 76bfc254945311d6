/** The board as an image file: SVG, or PNG at twice its size. */

import { t } from "./i18n.js";
import { store } from "./store.js";

/** The style properties that an image needs outside the page. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "letter-spacing",
  "stop-color",
];
const SCALE = 2;

/** @param {SVGSVGElement} board @returns {string} */
export function pictureOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  const originals = board.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, index) => inline(originals[index], element));
  for (const one of copy.querySelectorAll(".square-focus, .square-ground, .mark-ghost, .mark-will-flip")) one.remove();
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("role", "img");
  for (const name of [...copy.getAttributeNames()]) {
    if (/^(aria-(row|col)|class|data-|style)/.test(name)) copy.removeAttribute(name);
  }
  return new XMLSerializer().serializeToString(copy);
}

/** @param {Element} original @param {Element} copy */
function inline(original, copy) {
  const style = getComputedStyle(original);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    // References to gradients remain attributes.
    if (value && !value.startsWith("url(")) copy.setAttribute(name, value);
  }
  for (const name of [...copy.getAttributeNames()]) {
    if (/^(class|role|tabindex|aria-|data-|style|pointer-events)/.test(name)) copy.removeAttribute(name);
  }
}

/** @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} ending */
const fileName = (ending) => `othello-${store.tree.board}-${store.moveNumber(store.current)}.${ending}`;

/** @param {SVGSVGElement} board */
export function saveSvg(board) {
  saveFile(fileName("svg"), new Blob([pictureOf(board)], { type: "image/svg+xml" }));
}

/** @param {SVGSVGElement} board */
export async function savePng(board) {
  const source = URL.createObjectURL(new Blob([pictureOf(board)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    /** @type {Blob|null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("no PNG");
    saveFile(fileName("png"), blob);
  } catch (error) {
    store.notice(t("picture.failed", { message: String(error) }), "error");
  } finally {
    URL.revokeObjectURL(source);
  }
}
