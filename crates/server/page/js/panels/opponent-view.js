// The view of a game against the engine.

import { create } from "../elements.js";
import { t } from "../i18n.js";
import { levelWord, opponentName } from "../new-game-fields.js";
import { plyWords, resultWords } from "../words.js";
import { button, rename, setText, show } from "./dom.js";
import { hidesValues, setHiding } from "./hiding.js";
import { clockTime, duration, errorText, side } from "./words.js";

/** @import {EngineGame, Terms} from "./opponent-game.js" */

/** One side: its disc, player, disc count and clock. @param {Api.Color} color */
function buildPlayer(color) {
  const name = create("span", { class: "opponent-name" });
  const discs = create("span", { class: "opponent-discs" });
  const clock = create("span", { class: "opponent-clock", role: "timer" });
  const element = create(
    "li",
    { class: "opponent-player" },
    create("span", { class: `mini-disc ${color}`, "aria-hidden": "true" }),
    name,
    discs,
    clock,
  );
  return {
    element,
    /** @param {EngineGame} game */
    draw(game) {
      const isHuman = game.human === color;
      setText(name, isHuman ? t("opponent.is-you", { side: side(color) }) : engineText(side(color), game.terms));
      setText(discs, t("opponent.discs", { count: game.head.position.discs[color] }));
      clock.hidden = !game.clock;
      if (game.clock) {
        const left = game.clock.remaining(color);
        setText(clock, clockTime(left));
        clock.classList.toggle("is-short", left < 30);
      }
      const isToMove = !game.isOver && game.head.position.mover === color;
      element.classList.toggle("is-to-move", isToMove);
    },
  };
}

/** "White: Novice (400)", "White: Outflank, level 8, medium". @param {string} color @param {Terms} terms */
function engineText(color, { strength, ...named }) {
  const { level, time = 0 } = strength;
  if (named.name) return t("opponent.is-engine", { side: color, strength: opponentName(named) });
  const words = level
    ? t("opponent.level-words", { level, words: levelWord(level) })
    : t("opponent.time-words", { time: duration(time) });
  return t("opponent.is-outflank", { side: color, strength: words });
}

/**
 * @param {{[name in "goToGame"|"takeBack"|"hint"|"pause"|"resign"|"review"|"again"|"change"]: () => unknown}} actions
 */
export function buildView(actions) {
  const players = { black: buildPlayer("black"), white: buildPlayer("white") };
  const status = create("p", { class: "opponent-status", tabindex: "-1" });
  const gift = create("p", { class: "opponent-gift soft" });
  const opening = create("p", { class: "soft", i18n: "opponent.in-opening" });
  const hint = create("p", { class: "opponent-hint" });
  const error = create("p", { class: "error" });
  const toGame = button("opponent.to-game", actions.goToGame);
  const takeBack = button("opponent.take-back", actions.takeBack);
  const advice = button("opponent.hint", actions.hint);
  const pause = button("opponent.stop", actions.pause);
  const resign = button("opponent.resign", actions.resign, { class: "button danger" });
  const review = button("opponent.review", actions.review, { class: "button primary" });
  const again = button("opponent.again", actions.again);
  const change = button("opponent.change", actions.change);
  const values = button("opponent.show-values", () => setHiding("game", !hidesValues()));
  const element = create(
    "div",
    { class: "opponent-game" },
    create(
      "ul",
      { class: "opponent-players", i18nLabel: "opponent.players" },
      players.black.element,
      players.white.element,
    ),
    status,
    error,
    hint,
    gift,
    opening,
    create("div", { class: "panel-bar" }, toGame, review, again, takeBack, advice, pause, values, resign, change),
  );

  /** @param {EngineGame} game @param {{move: string}|null} advised */
  function draw(game, advised) {
    players.black.draw(game);
    players.white.draw(game);
    setText(status, statusText(game));
    error.hidden = !game.error;
    if (game.error) setText(error, errorText(game.error));
    hint.hidden = !advised;
    if (advised) setText(hint, t("opponent.hint-is", { move: advised.move }));
    gift.hidden = game.terms.giveAway === null;
    setText(gift, t("opponent.given", { given: Math.round(game.given * 10) / 10, all: game.terms.giveAway ?? 0 }));
    opening.hidden = !game.isInOpening || game.isOver;
    const { isOver } = game;
    const hasLeft = game.ending?.by === "left";
    toGame.hidden = !hasLeft && (isOver || !game.isElsewhere);
    // A finished game with clocks cannot be resumed by taking a move back.
    takeBack.hidden = hasLeft || (isOver && Boolean(game.clock));
    takeBack.disabled = game.beforeLastMove() === null;
    show(!isOver, advice, pause, resign, values);
    show(isOver, review, again, change);
    advice.disabled = !game.isHumanToMove || game.isElsewhere || game.isPaused;
    rename(pause, game.isPaused ? "opponent.go-on" : game.isThinking ? "opponent.stop" : "opponent.pause");
    rename(values, hidesValues() ? "opponent.show-values" : "opponent.hide-values");
  }

  return {
    element,
    draw,
    ending: endingText,
    /** Moves the focus to the game after the form is removed. */
    focus: () => requestAnimationFrame(() => status.focus()),
  };
}

/** @param {EngineGame} game */
function statusText(game) {
  if (game.isOver) return endingText(game);
  if (game.isPaused) return t("opponent.is-paused");
  if (game.isElsewhere) return t("opponent.is-elsewhere");
  const turn = game.isThinking ? t("opponent.is-thinking") : t("opponent.your-turn", { side: side(game.human) });
  const { ply } = game.head;
  return ply?.move === "pass" ? `${plyWords(ply)} ${turn}` : turn;
}

/** @param {EngineGame} game */
function endingText({ ending, human, head }) {
  if (!ending) return "";
  const { by, winner } = ending;
  if (by === "left") return t("opponent.over-left");
  const who = winner === human ? "you" : "engine";
  if (by === "time") return t(`opponent.over-time-${who}`);
  if (by === "resigned") return t("opponent.over-resigned");
  if (!winner) return t("opponent.over-draw");
  return t(`opponent.over-${who}`, { result: resultWords(head.position) });
}
