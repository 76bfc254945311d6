// The rating estimates over the user's games: a dot for each game, and a line through the means.

import { draw as drawn } from "../elements.js";
import { language, t } from "../i18n.js";
import { horizontal, MARGIN, path, stepFor, words } from "./graph-drawing.js";
import { rated } from "./people.js";

/**
 * @typedef {Api.GameProgress & {rating: Api.RatingRecord, mean: number}} Rated a game with a rating, and the mean of the
 *   latest ones
 */

const HEIGHT = 150;
/** Maximum number of labelled ratings. */
const LABELS = 4;
/** Minimum range of ratings. */
const RANGE = 400;

const day = (/** @type {number} */ time) => new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(time);

/**
 * @param {Rated[]} games with a rating, oldest first
 * @param {number} width in pixels
 * @returns {SVGElement}
 */
export function ratingGraph(games, width) {
  const ratings = games.flatMap(({ rating, mean }) => [rating.rating, mean]);
  const step = stepFor(Math.max(RANGE, Math.max(...ratings) - Math.min(...ratings)), LABELS);
  const middle = (Math.max(...ratings) + Math.min(...ratings)) / 2;
  const low = Math.floor(Math.min(...ratings, middle - RANGE / 2) / step) * step;
  const high = Math.ceil(Math.max(...ratings, middle + RANGE / 2) / step) * step;
  const [left, right, top, bottom] = [MARGIN.left, width - MARGIN.right, MARGIN.top, HEIGHT - MARGIN.bottom];
  const x = (/** @type {number} */ index) =>
    games.length > 1 ? left + (index / (games.length - 1)) * (right - left) : (left + right) / 2;
  const y = (/** @type {number} */ rating) => bottom - ((rating - low) / (high - low)) * (bottom - top);
  /** @type {SVGElement[]} */
  const parts = [];
  for (let rating = low; rating <= high; rating += step) {
    parts.push(horizontal({ left, right }, y(rating), "graph-rule"));
    parts.push(words(left - 6, y(rating) + 4, "graph-number", rated(rating)));
  }
  parts.push(words(x(0), HEIGHT - 6, "graph-number", day(games[0].played), games.length > 1 ? "start" : "middle"));
  if (games.length > 1) {
    parts.push(words(right, HEIGHT - 6, "graph-number", day(games[games.length - 1].played)));
    parts.push(drawn("path", { class: "graph-line", d: path(games.map(({ mean }, index) => [x(index), y(mean)])) }));
  }
  for (const [index, { rating }] of games.entries())
    parts.push(drawn("circle", { class: "graph-dot", cx: x(index), cy: y(rating.rating), r: 3 }));
  const label = t(games.length > 1 ? "progress.graph" : "progress.graph-one", {
    count: games.length,
    first: rated(games[0].rating.rating),
    last: rated(games[games.length - 1].mean),
  });
  const attributes = { class: "graph-picture", role: "img", "aria-label": label };
  return drawn("svg", { ...attributes, viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT }, ...parts);
}
