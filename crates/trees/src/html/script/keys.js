// Keyboard shortcuts, and the dialog that lists them.

/** Single-key shortcuts and their descriptions. */
const KEYS = [
  ["n", "one step forward", (app) => app.drive.by(1)],
  ["b", "one step back", (app) => app.drive.by(-1)],
  ["s", "first step", (app) => app.drive.go(0)],
  ["e", "last step", (app) => app.drive.go(Infinity)],
  ["p", "play, pause", (app) => app.drive.play(1)],
  ["r", "play backwards, pause", (app) => app.drive.play(-1)],
  ["i", "go to the step that entered the selected node", (app) => app.goToNode("entered")],
  ["l", "go to the step that left the selected node", (app) => app.goToNode("left")],
  ["t", "focus the tree", (app) => app.pane.stage.focus()],
  ["/", "find", () => byId("query").focus()],
  ["h", "next hit", (app) => app.hit(1)],
  ["H", "previous hit", (app) => app.hit(-1)],
  ["x", "next search", (app) => app.nextTree()],
  ["c", "show or hide another search beside this one", (app) => app.toggleBeside()],
  ["o", "boards on or off", () => byId("boards").click()],
  ["v", "follow the search on or off", () => byId("follow").click()],
  ["f", "fit the whole tree", (app) => app.pane.fit()],
  ["+", "zoom in", (app) => app.pane.zoomBy(1.25)],
  ["-", "zoom out", (app) => app.pane.zoomBy(1 / 1.25)],
  ...(FRAME ? [] : [["d", "light, dark, or system theme", (app) => app.nextTheme()]]),
  ["?", "show this list", (app) => app.help()],
];

const TREE_KEYS = [
  ["↑ ↓", "node above; first node below, unfolding it"],
  ["← →", "neighbours in the same row"],
  ["Home End", "root; last node drawn"],
  ["Enter", "fold or unfold"],
  ["Space", "play, pause"],
];

const MOVES = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
};

function treeKey(app, event) {
  if (MOVES[event.key]) {
    app.pane.move(MOVES[event.key]);
  } else if (event.key === "Enter") {
    const { chosen } = app.view;
    if (chosen?.below.length > 0) app.pane.toggle(chosen.id);
  } else if (event.key === " ") {
    app.drive.play(1);
  } else {
    return false;
  }
  return true;
}

function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open || !app.view) return;
    const { target } = event;
    if (target.matches("input:not([type=checkbox], [type=range]), select, textarea")) return;
    // Without another focus, keys apply to the tree.
    if (target.matches("[role=tree], body") && treeKey(app, event)) {
      event.preventDefault();
      return;
    }
    if (!byId("single-keys").checked) return;
    const key = KEYS.find(([name]) => name === event.key);
    if (!key) return;
    event.preventDefault();
    key[2](app);
  });
}

const SIGNS = [
  ["max", "MAX: points up"],
  ["min", "MIN: points down"],
  ["heuristic", "heuristic value"],
  ["outcome", "end of the game"],
  ["best", "on the principal variation: bold"],
  ["future", "not yet entered"],
  ["now", "current node"],
  ["alpha", "never entered after an alpha cut: dotted, one stroke"],
  ["beta", "never entered after a beta cut: dashed, two strokes"],
];

const LETTERS = [
  ["α β", "alpha or beta cut"],
  ["T", "cut by the table"],
  ["S", "cut by stable discs"],
  ["P", "cut by ProbCut"],
  ["?", "test with a null window"],
  ["2", "re-search after a test"],
  ["~", "shallow search for ProbCut"],
  ["≥ ≤", "the true value is at least or at most this"],
  ["↻", "the same side moves again"],
  ["+12", "12 nodes folded away"],
];

const QUERIES = [
  ["d3 c5", "nodes whose path ends with these moves or, after a /, is exactly these moves"],
  ["=5 >3 <=0", "values"],
  ["cut alpha beta table stability probcut", "nodes with this kind of cut"],
  ["test again shallow ghost leaf", "kinds of nodes"],
  ["best exact bound max min", "other properties; several terms must all match"],
];

/** Draws a symbol as in the tree. */
function signPicture(name) {
  const isGhost = name === "alpha" || name === "beta";
  const side = ["best", "future", "now", "max"].includes(name) ? "max" : name;
  const group = svg("g", {
    class: `node ${isGhost ? `ghost part ${name}` : `${side} left ${name}`}`,
    transform: "translate(26 6)",
  });
  if (name === "now") group.append(svg("rect", { class: "now", x: -21, y: -4, width: 42, height: 30, rx: 5 }));
  if (isGhost) {
    const strokes = name === "alpha" ? "M-6 -1l12 -4" : "M-6 -3l12 -4M-6 2l12 -4";
    group.append(
      svg("path", { class: `edge ghost ${name}`, d: "M0 -8v16" }),
      svg("path", { class: `stroke ${name}`, d: strokes }),
      svg("rect", { class: "shape", x: -14, y: 6, width: 28, height: 18, rx: 4 }),
    );
  } else if (name === "heuristic" || name === "outcome") {
    group.append(svg("rect", { class: "shape", x: -16, y: 0, width: 32, height: 22, rx: name === "outcome" ? 2 : 11 }));
  } else {
    group.append(svg("path", { class: "shape", d: triangle(name === "min" ? 1 : MAX, 32, 24) }));
  }
  return svg("svg", { width: 52, height: 36, "aria-hidden": "true" }, group);
}

function fillHelp() {
  const list = (rows) =>
    el(
      "dl",
      {},
      rows.map(([name, words]) => [el("dt", {}, name), el("dd", {}, words)]),
    );
  const keys = (rows) => list(rows.map(([name, words]) => [el("kbd", {}, name), words]));
  byId("help-body").replaceChildren(
    el("section", {}, el("h3", {}, "In the tree"), keys(TREE_KEYS)),
    el("section", {}, el("h3", {}, "Anywhere"), keys(KEYS)),
    el("section", {}, el("h3", {}, "Shapes"), list(SIGNS.map(([name, words]) => [signPicture(name), words]))),
    el("section", {}, el("h3", {}, "Symbols at nodes"), list(LETTERS)),
    el(
      "section",
      {},
      el("h3", {}, "Search terms"),
      list(QUERIES.map(([name, words]) => [el("code", {}, name), words])),
    ),
  );
}
