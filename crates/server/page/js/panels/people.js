// How people of a given rating play, in words and tables.

import { create } from "../elements.js";
import { formatNumber, t } from "../i18n.js";
import { figure, row, table } from "./dom.js";
import { count, decimal, share, side } from "./words.js";

/** Number of mistake topics listed. */
const NAMED = 3;
/** Number of moves listed for each level. */
const OFTEN = 3;

/** A rating without separators. @param {number} rating */
export const rated = (rating) => formatNumber(rating, { useGrouping: false });

/**
 * "Black played like a person rated 1480 (1200 to 1810), …" and what such players lose.
 * @param {Api.Color} color @param {Api.PlayedRating} found
 */
export function ratingWords(color, found) {
  const { rating, low, high, moves, usual } = found;
  const played = t("people.played", {
    side: side(color),
    rating: rated(rating),
    low: rated(low),
    high: rated(high),
    count: moves,
  });
  const stages = usual.stages.map(({ stage, discs }) => t(`people.${stage}`, { discs: decimal(discs) }));
  const topics = usual.topics.filter(({ topic }) => topic !== "other").slice(0, NAMED);
  const named = topics.map(({ topic, discs }) => `${t(`people.topic-${topic}`)} (${count(discs)})`);
  // For some ratings there are too few games.
  if (!stages.length || !named.length) return played;
  const usually = t("people.usually", {
    stages: stages.join(t("people.comma")),
    topics: named.join(t("people.comma")),
  });
  return `${played} ${usually}`;
}

/** The ratings of a reviewed game: a paragraph for each side that has one. @param {Api.ReviewedGame} result */
export function ratingsOf(result) {
  const { black_rating: black, white_rating: white } = result;
  return [black && ratingWords("black", black), white && ratingWords("white", white)].filter((words) => words !== null);
}

/** What people of each level play in a position; null on boards other than 8×8. @param {Api.Choices} choices */
export function peopleTable({ levels }) {
  if (!levels.length) return null;
  const often = (/** @type {Api.LevelDifficulty} */ { moves }) =>
    moves
      .slice(0, OFTEN)
      .map(({ move, share: part }) => `${move} ${share(part)}`)
      .join(", ");
  const rows = levels.map((level) =>
    row(
      t("opponent.rated", { name: t(`opponent.named-${level.name}`), rating: rated(level.rating) }),
      figure(share(level.safe)),
      figure(share(level.best)),
      figure(decimal(level.loss)),
      create("td", {}, often(level)),
    ),
  );
  const heads = ["level", "safe", "best", "loss", "often"].map((name) => `people.${name}`);
  return table("people.caption", heads, rows, { kind: "people-levels" });
}
