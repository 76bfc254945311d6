/**
 * Undo and redo of all changes to a game: moves, variations, comments, another game.
 *
 * Each change is recorded with the two functions that undo and redo it.
 */

/** @typedef {{undo: () => void, redo: () => void}} Change */

/** @type {Change[]} Changes that can be undone. */
const done = [];
/** @type {Change[]} Changes that can be redone. */
let undone = [];
const MAX_CHANGES = 500;

/** @type {(() => boolean)|null} Set during a game against the engine, in which undo takes moves back. */
let override = null;

/** @param {Change} change the change just made */
export function record(change) {
  done.push(change);
  if (done.length > MAX_CHANGES) done.shift();
  undone = [];
}

/** @param {(() => boolean)|null} work runs in place of `undo`, until it is set to null */
export function overrideUndo(work) {
  override = work;
}

/** Reverses the last change. Returns whether there was one. */
export function undo() {
  if (override) return override();
  const change = done.pop();
  if (!change) return false;
  change.undo();
  undone.push(change);
  return true;
}

/** Redoes the change undone last. Returns whether there was one. */
export function redo() {
  const change = undone.pop();
  if (!change) return false;
  change.redo();
  done.push(change);
  return true;
}
