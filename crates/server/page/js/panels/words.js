// Numbers and short phrases in the language of the page.

/** @import {Child} from "../tree.js" */

import { formatNumber, formatScore, language, t } from "../i18n.js";
import { moveNumber } from "../tree.js";

/** The marks of annotators. @type {{[mistake in Api.Severity]: string}} */
export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** @param {number} digits */
const fixed = (digits) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A count: `12,345`. @param {number} number */
export const count = (number) => formatNumber(number, fixed(0));

/** A large count: `1.2M`. @param {number} number */
export const compact = (number) =>
  number < 10_000 ? count(number) : formatNumber(number, { notation: "compact", maximumFractionDigits: 1 });

/** A number with a few decimals, without a sign. @param {number} number @param {number} [digits] */
export const decimal = (number, digits = 1) => formatNumber(number, fixed(digits));

/**
 * A score with its sign; adding 0 turns −0, which has a sign, into 0.
 * @param {number} number @param {boolean} [isExact]
 */
export const score = (number, isExact) => formatScore(number + 0, isExact);

/** A score with two decimals, for tooltips. @param {number} number */
export const precisely = (number) => difference(number, 2);

/** A difference with its sign. @param {number} number @param {number} [digits] */
export const difference = (number, digits = 1) =>
  formatNumber(number + 0, { signDisplay: "exceptZero", ...fixed(digits) });

/** Discs lost, without decimals if whole. @param {number} number */
export const lost = (number) => (Number.isInteger(number) ? count(number) : decimal(number));

/** A loss rounded to half a disc, and the count that selects the plural form. @param {number} number */
export function roundLoss(number) {
  const rounded = Math.round(number * 2) / 2;
  return { count: rounded, loss: lost(rounded) };
}

/** A fraction as a percentage: `48%`. @param {number} number */
export const share = (number) => formatNumber(number, { style: "percent", maximumFractionDigits: 0 });

/** A percentage: 95 is `95%`. @param {number} number */
export const percent = (number) => share(number / 100);

/** A time: `0.4 sec`, `12 sec`, `3:05`. @param {number} seconds */
export function duration(seconds) {
  if (seconds >= 100) return clockTime(seconds);
  const digits = seconds < 10 ? 1 : 0;
  return formatNumber(seconds, { style: "unit", unit: "second", unitDisplay: "short", ...fixed(digits) });
}

/** The time on a clock: `4:07`, with tenths below 20 seconds. @param {number} seconds */
export function clockTime(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return decimal(Math.floor(left * 10) / 10, 1);
  const whole = Math.floor(left);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** @param {Api.Color|null} color */
export const side = (color) => t(color === "black" ? "panels.black" : "panels.white");

/** @param {Api.Color|null} color @returns {Api.Color} */
export const otherSide = (color) => (color === "black" ? "white" : "black");

/** Squares separated by spaces: `f5 d6 c3`. @param {string[]} squares */
export const line = (squares) => squares.join(" ");

/** Moves that are equally good: "g8, f6 or b5". @param {string[]} moves */
export const either = (moves) => new Intl.ListFormat(language(), { type: "disjunction" }).format(moves);

/**
 * A score from Black's point of view, given one from `mover`'s.
 * @param {number} number @param {Api.Color|null} mover
 */
export const fromBlack = (number, mover) => (mover === "white" ? -number : number) + 0;

/**
 * Whether a score is exact, or the selectivity of an estimate.
 * @param {{exact: boolean, selectivity?: number}} scored
 */
export function certainty(scored) {
  if (scored.exact) return t("panels.exact");
  return scored.selectivity && scored.selectivity < 100
    ? t("panels.estimate-at", { percent: percent(scored.selectivity) })
    : t("panels.estimate");
}

/** When a card is due again, from days. @param {number} days */
export function dueText(days) {
  if (days >= 1.5) return t("practice.in-days", { count: Math.round(days) });
  return t("practice.in-hours", { count: Math.max(1, Math.round(days * 24)) });
}

/** @param {unknown} error */
export const errorText = (error) => (error instanceof Error && error.message) || t("panels.failed");

/** A move of the game with its number: `12. f5`. @param {Child} node */
export function namedMove(node) {
  const move = node.ply.move === "pass" ? t("panels.pass") : node.ply.move;
  return `${moveNumber(node)}. ${move}`;
}
