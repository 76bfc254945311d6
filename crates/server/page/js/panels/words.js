// Numbers and short phrases in the language of the page.

import { formatNumber, formatScore, t } from "../i18n.js";
import { moveNumber } from "../tree.js";

/** The marks of annotators. */
export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

const fixed = (digits) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A count: `12,345`. */
export const count = (number) => formatNumber(number, fixed(0));

/** A large count: `1.2M`. */
export const compact = (number) =>
  number < 10_000 ? count(number) : formatNumber(number, { notation: "compact", maximumFractionDigits: 1 });

/** A number with a few decimals, without a sign. */
export const decimal = (number, digits = 1) => formatNumber(number, fixed(digits));

/** A score with its sign; adding 0 turns −0, which has a sign, into 0. */
export const score = (number, isExact) => formatScore(number + 0, isExact);

/** A score with two decimals, for tooltips. */
export const precisely = (number) => difference(number, 2);

/** A difference with its sign. */
export const difference = (number, digits = 1) =>
  formatNumber(number + 0, { signDisplay: "exceptZero", ...fixed(digits) });

/** Discs lost, without decimals if whole. */
export const lost = (number) => (Number.isInteger(number) ? count(number) : decimal(number));

/** A loss rounded to half a disc, and the count that selects the plural form. */
export function roundLoss(number) {
  const rounded = Math.round(number * 2) / 2;
  return { count: rounded, loss: lost(rounded) };
}

/** A fraction as a percentage: `48%`. */
export const share = (number) => formatNumber(number, { style: "percent", maximumFractionDigits: 0 });

/** A percentage: 95 is `95%`. */
export const percent = (number) => share(number / 100);

/** A time: `0.4 sec`, `12 sec`, `3:05`. */
export function duration(seconds) {
  if (seconds >= 100) return clockTime(seconds);
  const digits = seconds < 10 ? 1 : 0;
  return formatNumber(seconds, { style: "unit", unit: "second", unitDisplay: "short", ...fixed(digits) });
}

/** The time on a clock: `4:07`, with tenths below 20 seconds. */
export function clockTime(seconds) {
  const left = Math.max(0, seconds);
  if (left < 20) return decimal(Math.floor(left * 10) / 10, 1);
  const whole = Math.floor(left);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

export const side = (color) => t(color === "black" ? "panels.black" : "panels.white");

export const otherSide = (color) => (color === "black" ? "white" : "black");

/** Squares separated by spaces: `f5 d6 c3`. */
export const line = (squares) => squares.join(" ");

/** A score from Black's point of view, given one from `mover`'s. */
export const fromBlack = (number, mover) => (mover === "white" ? -number : number) + 0;

/** Whether a score is exact, or the selectivity of an estimate. */
export function certainty(scored) {
  if (scored.exact) return t("panels.exact");
  return scored.selectivity && scored.selectivity < 100
    ? t("panels.estimate-at", { percent: percent(scored.selectivity) })
    : t("panels.estimate");
}

/** When a card is due again, from days. */
export function dueText(days) {
  if (days >= 1.5) return t("practice.in-days", { count: Math.round(days) });
  return t("practice.in-hours", { count: Math.max(1, Math.round(days * 24)) });
}

export const errorText = (error) => error?.message || t("panels.failed");

/** A move of the game with its number: `12. f5`. */
export function namedMove(node) {
  const move = node.ply.move === "pass" ? t("panels.pass") : node.ply.move;
  return `${moveNumber(node)}. ${move}`;
}
