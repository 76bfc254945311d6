// Which positions of the lessons are solved, saved with the settings.

import { settings } from "../settings.js";

const NAME = "lessons.solved";

/**
 * The lessons in their order, with the number of positions of each; a test holds them to `lessons.json`.
 * @type {{[lesson: string]: number}}
 */
export const LESSONS = {
  rules: 4,
  corners: 4,
  "x-squares": 4,
  mobility: 4,
  quiet: 4,
  frontier: 3,
  wedges: 4,
  parity: 4,
  tempo: 3,
  swindles: 4,
  unbalanced: 3,
  stoner: 4,
  counting: 5,
};

/** @type {() => {[lesson: string]: {[place: number]: "first"|"later"}}} */
const all = () => settings.get(NAME, {});

/**
 * How a position was solved: at the first try, later, or not (undefined).
 * @param {string} lesson @param {number} place
 */
const solvedAt = (lesson, place) => all()[lesson]?.[place];

/**
 * Records a solved position. A first try counts as long as it is the first solution.
 * @param {string} lesson @param {number} place @param {boolean} isFirst
 */
export function recordSolved(lesson, place, isFirst) {
  if (solvedAt(lesson, place)) return;
  settings.set(NAME, { ...all(), [lesson]: { ...all()[lesson], [place]: isFirst ? "first" : "later" } });
}

/** @param {string} lesson */
const placesOf = (lesson) => Array.from({ length: LESSONS[lesson] }, (_, place) => place);

/** Number of positions of a lesson that are solved. @param {string} lesson */
export const solvedIn = (lesson) => placesOf(lesson).filter((place) => solvedAt(lesson, place)).length;

/** Number of positions of a lesson that were solved at the first try. @param {string} lesson */
export const firstIn = (lesson) => placesOf(lesson).filter((place) => solvedAt(lesson, place) === "first").length;

/** The first position of a lesson that is not solved; null if none or all are solved. @param {string} lesson */
export const nextIn = (lesson) =>
  solvedIn(lesson) ? (placesOf(lesson).find((place) => !solvedAt(lesson, place)) ?? null) : null;

/** Number of positions that are solved. */
export const doneCount = () => Object.keys(LESSONS).reduce((sum, lesson) => sum + solvedIn(lesson), 0);

/** Number of lessons whose positions are all solved, and number of lessons. */
export function lessonsDone() {
  const names = Object.keys(LESSONS);
  return [names.filter((name) => solvedIn(name) >= LESSONS[name]).length, names.length];
}
