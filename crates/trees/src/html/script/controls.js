// The controls: the list of searches, the tools, and the buttons that step through a search.

const CUT_NAMES = ["α cuts", "β cuts", "Table", "Stability", "ProbCut"];

/** The table of all searches, with buttons that select one. */
class SearchList {
  constructor(app, element) {
    this.app = app;
    const cuts = CUT_NAMES.map((name, index) => ({ name, index })).filter(
      ({ index }) => index < 2 || TREES.some((tree) => tree.cuts[index] > 0),
    );
    const most = Math.max(1, ...TREES.map((tree) => tree.entered));
    this.buttons = TREES.map((tree, index) =>
      el("button", { type: "button", class: "tab", onclick: () => app.showTree(index) }, tree.algorithm),
    );
    const rows = TREES.map((tree, index) => {
      const nodes = el("td", { class: "bar" }, number(tree.entered));
      nodes.style.setProperty("--share", `${(100 * tree.entered) / most}%`);
      const moves = tree.pv.join(" ");
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, this.buttons[index]),
        el("td", {}, typeset(tree.value) + (tree.completed ? "" : " (interrupted)")),
        el("td", {}, tree.best ?? "–"),
        el("td", { class: "line" }, moves === "" ? "–" : moves),
        nodes,
        el("td", {}, number(tree.leaves)),
        cuts.map(({ index: cut }) => el("td", {}, number(tree.cuts[cut]))),
        el("td", {}, number(tree.unentered)),
      );
    });
    this.rows = rows;
    const heads = [
      "Search",
      "Value",
      "Best move",
      "PV",
      "Nodes",
      "Leaves",
      ...cuts.map(({ name }) => name),
      "Parts never entered",
    ];
    if (TREES.length === 0) element.append(el("p", { class: "note" }, "There are no searches to show."));
    else element.append(table("Searches of the tree", heads, rows));
  }

  draw() {
    this.rows.forEach((row, index) => {
      const isShown = this.app.panes.some((pane) => pane.view?.index === index && pane.element.isConnected);
      const isActive = this.app.view?.index === index;
      row.className = isActive ? "active" : isShown ? "shown" : "";
      this.buttons[index].setAttribute("aria-pressed", String(isActive));
    });
  }
}

class Tools {
  constructor(app) {
    this.app = app;
    const boards = TREES.some((tree) => tree.nodes.some((node) => node.board !== null));
    byId("boards").closest("label").hidden = !boards;
    for (const name of ["boards", "bounds", "follow"]) {
      byId(name).addEventListener("change", () => app.setOption(name, byId(name).checked));
    }
    byId("fold-ply").addEventListener("change", () => {
      app.view?.foldBelow(Number(byId("fold-ply").value));
      app.update({ show: "chosen" });
    });
    byId("beside-label").hidden = TREES.length < 2;
    byId("beside").append(
      el("option", { value: "" }, "none"),
      ...TREES.map((tree, index) => el("option", { value: index }, tree.algorithm)),
    );
    byId("beside").addEventListener("change", () => {
      const { value } = byId("beside");
      app.showBeside(value === "" ? null : Number(value));
    });
    setIcon(byId("zoom-out"), "less");
    setIcon(byId("zoom-in"), "more");
    byId("zoom-out").addEventListener("click", () => app.pane.zoomBy(1 / 1.25));
    byId("zoom-in").addEventListener("click", () => app.pane.zoomBy(1.25));
    byId("zoom-fit").addEventListener("click", () => app.pane.fit());
    this.finding();
    this.plies = null;
  }

  finding() {
    const { app } = this;
    setIcon(byId("hit-back"), "back");
    setIcon(byId("hit-on"), "on");
    byId("hit-back").firstChild.classList.add("up");
    byId("hit-on").firstChild.classList.add("up");
    byId("query").addEventListener("input", () => {
      app.view?.find(byId("query").value);
      app.update({});
    });
    byId("query").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      app.hit(event.shiftKey ? -1 : 1);
    });
    byId("find").addEventListener("submit", (event) => event.preventDefault());
    byId("hit-back").addEventListener("click", () => app.hit(-1));
    byId("hit-on").addEventListener("click", () => app.hit(1));
  }

  draw() {
    const { view } = this.app;
    byId("beside").value = String(this.app.beside?.view.index ?? "");
    if (!view) return;
    if (this.plies !== view) {
      this.plies = view;
      const deepest = view.tree.nodes.reduce((ply, node) => Math.max(ply, node.ply), 0);
      const plies = Array.from({ length: deepest }, (_, ply) => el("option", { value: ply + 1 }, ply + 1));
      byId("fold-ply").replaceChildren(el("option", { value: "", disabled: true }, "…"), ...plies);
      byId("fold-ply").value = "";
      byId("query").value = view.query ?? "";
    }
    const hits = view.hits.length;
    const at = view.hitAt < 0 ? "" : `${number(view.hitAt + 1)} of `;
    byId("hits").value = byId("query").value.trim() === "" ? "" : hits === 0 ? "no hits" : at + count(hits, "hit");
    byId("hit-back").disabled = byId("hit-on").disabled = hits === 0;
  }
}

const SPEEDS = [0.5, 1, 2, 5, 20, 100, 500];

/** Moves through the steps, manually or by playback. */
class Drive {
  constructor(app) {
    this.app = app;
    this.direction = 0;
    const icons = { "step-first": "first", "step-back": "back", "step-on": "on", "step-last": "last" };
    for (const [id, icon] of Object.entries(icons)) setIcon(byId(id), icon);
    byId("speed").append(...SPEEDS.map((speed) => el("option", { value: speed }, `${speed}/s`)));
    byId("speed").value = "2";
    byId("step-first").addEventListener("click", () => this.go(0));
    byId("step-last").addEventListener("click", () => this.go(Infinity));
    byId("step-back").addEventListener("click", () => this.by(-1));
    byId("step-on").addEventListener("click", () => this.by(1));
    byId("play-on").addEventListener("click", () => this.play(1));
    byId("play-back").addEventListener("click", () => this.play(-1));
    byId("slider").addEventListener("input", () => this.go(Number(byId("slider").value)));
  }

  get view() {
    return this.app.view;
  }

  go(step) {
    this.stop();
    this.app.goTo(step);
  }

  by(steps) {
    if (this.view) this.go(this.view.step + steps);
  }

  /** Plays in a direction, or pauses if already playing. At the end, restarts. */
  play(direction) {
    if (!this.view || this.direction === direction) {
      this.stop();
      this.app.update({});
      return;
    }
    const end = this.view.tree.steps.length;
    if (direction > 0 && this.view.step >= end) this.app.goTo(0);
    if (direction < 0 && this.view.step <= 0) this.app.goTo(end);
    const isRunning = this.direction !== 0;
    this.direction = direction;
    this.last = performance.now();
    this.owed = 0;
    if (!isRunning) this.frame = requestAnimationFrame((now) => this.tick(now));
    this.draw();
  }

  stop() {
    this.direction = 0;
    cancelAnimationFrame(this.frame);
  }

  tick(now) {
    const { view } = this;
    this.owed += ((now - this.last) / 1000) * Number(byId("speed").value);
    this.last = now;
    const steps = Math.floor(this.owed);
    this.owed -= steps;
    if (steps > 0) {
      const to = view.step + this.direction * steps;
      if (to <= 0 || to >= view.tree.steps.length) this.stop();
      this.app.goTo(to);
    }
    if (this.direction !== 0) this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  draw() {
    const { view } = this;
    const isPlaying = this.direction !== 0;
    for (const [id, direction, icon] of [
      ["play-on", 1, "play"],
      ["play-back", -1, "playBack"],
    ]) {
      const plays = this.direction === direction;
      setIcon(byId(id), plays ? "pause" : icon);
      byId(id).setAttribute("aria-pressed", String(plays));
    }
    const { tree, step } = view ?? { tree: { steps: [] }, step: 0 };
    const words = view ? stepWords(tree, step) : "";
    byId("slider").max = tree.steps.length;
    byId("slider").value = step;
    byId("slider").setAttribute("aria-valuetext", `step ${step} of ${tree.steps.length}`);
    byId("counter").value = `${number(step)} / ${number(tree.steps.length)}`;
    byId("step-first").disabled = byId("step-back").disabled = step === 0;
    byId("step-on").disabled = byId("step-last").disabled = step === tree.steps.length;
    // A screen reader cannot keep up with playback, so announce a step only once playback stops.
    byId("words").setAttribute("aria-live", isPlaying ? "off" : "polite");
    if (byId("words").textContent !== words) byId("words").textContent = words;
    byId("bounds-now").replaceChildren(...(view ? this.bounds(tree, step) : []));
  }

  /** α and β at the current step. */
  bounds(tree, step) {
    const change = changeAt(tree, step);
    const node = change?.node ?? tree.nodeAt(step);
    const window = node && windowAt(node, step);
    if (!window) return [];
    const one = (sign, text) => {
      const changed = change?.bound === sign && change.was !== change.is;
      const was = changed ? [el("s", {}, change.was), " → "] : [];
      return el("span", { class: changed ? "bound changed" : "bound" }, `${sign} `, ...was, el("b", {}, text));
    };
    return [one("α", alphaText(window)), one("β", betaText(window))];
  }
}
