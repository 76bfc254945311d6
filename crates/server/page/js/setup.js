/** The dialog for setting up a position on a board of any shape. */

import { ApiError, post } from "./api.js";
import { BoardView } from "./board-view.js";
import { openDialog } from "./dialog.js";
import { create } from "./elements.js";
import { t } from "./i18n.js";
import { errorText } from "./panels/words.js";
import { allSquares, discsOf } from "./squares.js";
import { store } from "./store.js";

const SIDES = { least: 3, most: 16 };
const LETTERS = { black: "X", white: "O" };

/** @typedef {Api.Color|"empty"} Brush */

/** The position being edited. */
let columns = 8;
let rows = 8;
/** @type {Map<string, Api.Color>} */
let discs = new Map();
/** @type {Api.Color} */
let mover = "black";
/** @type {Brush} */
let brush = "black";
/** @type {ReturnType<typeof build>} */
let parts;
/** The latest request: responses to earlier ones are dropped. */
let latest = 0;
/** Resolves when no shape is being loaded. */
let shapeLoaded = Promise.resolve();

const positionText = () =>
  `${allSquares(columns, rows)
    .map((square) => {
      const disc = discs.get(square);
      return disc ? LETTERS[disc] : "-";
    })
    .join("")} ${LETTERS[mover]}`;

export function openSetup() {
  parts = build();
  const { tree, current } = store;
  setPosition(tree.columns, tree.rows, current.position.position);
  mover = current.position.mover ?? "black";
  brush = "black";
  show();
  return openDialog({
    id: "setup",
    title: "setup.title",
    wide: true,
    content: [parts.content],
    buttons: [
      { key: "dialog.cancel", value: "" },
      { key: "setup.apply", value: "apply", kind: "primary" },
    ],
    onSubmit: submit,
  });
}

/** @param {number} width @param {number} height @param {string} position */
function setPosition(width, height, position) {
  columns = width;
  rows = height;
  discs = discsOf(position, columns, rows);
  mover = position.trim().endsWith("O") ? "white" : "black";
}

function show() {
  const { view, field, choices, columnsField, rowsField } = parts;
  view.setShape(columns, rows);
  view.show((square) => ({ disc: discs.get(square) }));
  view.name((square) => `${square}, ${t(`board.${discs.get(square) ?? "empty"}`)}`);
  field.value = positionText();
  columnsField.value = String(columns);
  rowsField.value = String(rows);
  for (const choice of choices) choice.checked = choice.value === (choice.name === "mover" ? mover : brush);
  const count = (/** @type {Api.Color} */ colour) => [...discs.values()].filter((one) => one === colour).length;
  parts.counts.textContent = t("setup.counts", {
    black: count("black"),
    white: count("white"),
    empty: columns * rows - discs.size,
  });
  showError("");
}

/** Shows an error next to its field. @param {string} text @param {"board"|"start"} [where] */
function showError(text, where = "start") {
  const isShape = where === "board";
  const put = (/** @type {Element} */ field, /** @type {Element} */ error, /** @type {string} */ words) => {
    error.textContent = words;
    field.setAttribute("aria-invalid", String(Boolean(words)));
  };
  put(parts.field, parts.error, isShape ? "" : text);
  put(parts.columnsField, parts.shapeError, isShape ? text : "");
}

/** The field that an error is about. @param {unknown} error */
const whereOf = (error) => (error instanceof ApiError && error.where === "board" ? "board" : "start");

/** Sets a square to a colour or to empty. @param {string} square @param {Brush} colour */
function setSquare(square, colour) {
  if (colour === "empty") discs.delete(square);
  else discs.set(square, colour);
  show();
  parts.result.textContent = `${square}, ${t(`board.${discs.get(square) ?? "empty"}`)}`;
}

/**
 * What a click puts on a square: a second click with the same colour removes the disc.
 * @param {string} square
 * @returns {Brush}
 */
const colourToPut = (square) => (discs.get(square) === brush ? "empty" : brush);

/** Dragging paints; the right button erases. @param {HTMLElement} host */
function paintByPointer(host) {
  /** @type {Brush|null} */
  let colour = null;
  const squareAt = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    /** @type {HTMLElement|null|undefined} */
    const square = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
    return square?.dataset.square;
  };
  host.addEventListener("pointerdown", (event) => {
    const square = squareAt(event);
    if (!square || ![0, 2].includes(event.button)) return;
    colour = event.button === 2 ? "empty" : colourToPut(square);
    setSquare(square, colour);
  });
  host.addEventListener("pointermove", (event) => {
    const square = colour && squareAt(event);
    if (square && colour && (discs.get(square) ?? "empty") !== colour) setSquare(square, colour);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) host.addEventListener(end, () => (colour = null));
  host.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Requests the standard start of a shape from the server. @param {number} width @param {number} height */
async function toStart(width, height) {
  const request = ++latest;
  try {
    const { positions, ...answer } = await post("game", { board: `${width}x${height}`, start: "start", moves: "" });
    if (request !== latest) return;
    setPosition(answer.columns, answer.rows, positions[0].position);
    show();
  } catch (error) {
    showError(errorText(error), whereOf(error));
  }
}

/** Changes the shape and loads its standard start. */
function changeShape() {
  const width = Number(parts.columnsField.value);
  const height = Number(parts.rowsField.value);
  const isSide = (/** @type {number} */ side) => Number.isInteger(side) && side >= SIDES.least && side <= SIDES.most;
  if (!isSide(width) || !isSide(height)) return showError(t("setup.sides", SIDES), "board");
  shapeLoaded = toStart(width, height);
}

/** Draws the typed or pasted position as soon as it is valid. */
async function readField() {
  const start = parts.field.value.trim();
  const request = ++latest;
  if (!start) return showError(t("setup.noPosition"));
  try {
    const answer = await post("game", { board: `${columns}x${rows}`, start, moves: "" });
    if (request !== latest) return;
    const { value, selectionStart } = parts.field;
    setPosition(columns, rows, answer.positions[0].position);
    show();
    parts.field.value = value;
    parts.field.setSelectionRange(selectionStart, selectionStart);
  } catch (error) {
    if (request === latest) showError(errorText(error), whereOf(error));
  }
}

/** Starts a game from the position; the dialog stays open if it is invalid. */
async function submit() {
  await shapeLoaded;
  const { columnsField, field } = parts;
  if (!discs.size) {
    showError(t("setup.isEmpty"));
    field.focus();
    return true;
  }
  if (columnsField.getAttribute("aria-invalid") === "true") {
    columnsField.focus();
    return true;
  }
  try {
    await store.newGame({ board: `${columns}x${rows}`, start: field.value.trim() });
    return false;
  } catch (error) {
    showError(errorText(error), whereOf(error));
    (whereOf(error) === "board" ? columnsField : field).focus();
    return true;
  }
}

/**
 * @template {string} V
 * @param {string} name
 * @param {V[]} values
 * @param {(value: V) => void} change
 */
function choicesOf(name, values, change) {
  const inputs = values.map((value) =>
    create("input", { type: "radio", name, value, id: `setup-${name}-${value}`, on: { change: () => change(value) } }),
  );
  const labels = inputs.map((input) =>
    create(
      "label",
      { class: "tool", for: input.id },
      input,
      create("span", { class: `mini-disc ${input.value}`, "aria-hidden": "true" }),
      create("span", { i18n: input.value === "empty" ? "setup.empty" : `colour.${input.value}` }),
    ),
  );
  const group = create(
    "fieldset",
    {},
    create("legend", { class: "label", i18n: `setup.${name}` }),
    create("div", { class: "tools" }, ...labels),
  );
  return { inputs, group };
}

/** @param {string} id */
function sideField(id) {
  return create("input", {
    type: "number",
    id,
    class: "field side",
    min: SIDES.least,
    max: SIDES.most,
    inputmode: "numeric",
    "aria-describedby": "setup-shape-error",
    on: { change: changeShape, keydown },
  });
}

/** Enter in a size field draws the new shape without submitting the dialog. @param {KeyboardEvent} event */
function keydown(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  changeShape();
}

function build() {
  const brushes = choicesOf("brush", /** @type {Brush[]} */ (["black", "white", "empty"]), (value) => (brush = value));
  const movers = choicesOf("mover", /** @type {Api.Color[]} */ (["black", "white"]), (value) => {
    mover = value;
    show();
  });
  const columnsField = sideField("setup-columns");
  const rowsField = sideField("setup-rows");
  const field = create("textarea", {
    class: "field mono",
    id: "setup-position",
    rows: "3",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "setup-error",
    on: { input: readField },
  });
  const error = create("p", { class: "error", id: "setup-error", role: "alert" });
  const shapeError = create("p", { class: "error", id: "setup-shape-error", role: "alert" });
  const counts = create("p", { class: "soft small-text" });
  const result = create("p", { class: "visually-hidden", role: "status" });
  const host = create("div", { class: "setup-board board-host" });
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    create("button", { type: "button", class: "button", i18n: key, on: { click: act } });
  const content = create(
    "div",
    { class: "setup" },
    // The brushes stay next to the board, even on a phone.
    create("div", { class: "stack tight" }, brushes.group, host, counts, result),
    create(
      "div",
      { class: "stack" },
      movers.group,
      create(
        "fieldset",
        {},
        create("legend", { class: "label", i18n: "setup.shape" }),
        create(
          "div",
          { class: "row" },
          create("label", { for: "setup-columns", i18n: "setup.columns" }),
          columnsField,
          create("label", { for: "setup-rows", i18n: "setup.rows" }),
          rowsField,
        ),
        shapeError,
      ),
      create(
        "div",
        { class: "row" },
        button("setup.start", changeShape),
        button("setup.clear", () => {
          discs.clear();
          show();
        }),
      ),
      create(
        "div",
        {},
        create("label", { class: "label", for: "setup-position", i18n: "setup.position" }),
        field,
        error,
      ),
    ),
  );
  const view = new BoardView(host, {
    label: "setup.board",
    // `paintByPointer` handles the pointer.
    onChoose: (square, isByKey) => {
      if (isByKey) setSquare(square, colourToPut(square));
    },
  });
  paintByPointer(host);
  const choices = [...brushes.inputs, ...movers.inputs];
  return { content, view, field, error, shapeError, counts, result, choices, columnsField, rowsField };
}
