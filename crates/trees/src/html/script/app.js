// The whole page: the layout of its panes, and its state in the URL.

const THEMES = ["auto", "light", "dark"];

class App {
  constructor() {
    this.options = { boards: true, bounds: true, follow: true };
    this.views = TREES.map((tree, index) => new View(tree, index));
    this.panes = [new Pane(this, 0), new Pane(this, 1)];
    this.pane = this.panes[0];
    byId("panes").append(this.panes[0].element);
    if (this.views.length > 0) this.panes[0].show(this.views[0]);
    this.list = new SearchList(this, byId("searches"));
    this.tools = new Tools(this);
    this.drive = new Drive(this);
    this.panel = new Panel(this, byId("panel"));
    document.documentElement.classList.toggle("is-framed", FRAME !== null);
    if (FRAME) byId("tools-end").append(byId("help-open"));
    this.setTheme((FRAME ? FRAME.dataset.theme : memory.get("theme")) ?? "auto");
    byId("theme").addEventListener("click", () => this.nextTheme());
    fillHelp();
    byId("help-open").addEventListener("click", () => this.help());
    byId("help-close").addEventListener("click", () => byId("help").close());
    byId("single-keys").checked = memory.get("keys") !== "off";
    byId("single-keys").addEventListener("change", () =>
      memory.set("keys", byId("single-keys").checked ? "on" : "off"),
    );
    listenToKeys(this);
    this.readAddress();
    this.isReady = true;
    FRAME?.dispatchEvent(new CustomEvent("drawn"));
    window.addEventListener("hashchange", () => this.readAddress());
  }

  /** The tree that the controls and the panel refer to. */
  get view() {
    return this.pane.view;
  }

  /** The pane beside the active one, if any. */
  get beside() {
    const other = this.panes.find((pane) => pane !== this.pane);
    return other.element.isConnected ? other : null;
  }

  activate(pane) {
    if (this.pane === pane) return;
    this.drive.stop();
    this.pane = pane;
    // Do not redraw the pictures: a node under a pressed mouse button must stay.
    this.updateAround();
  }

  /** Redraws everything. `show` names the part to scroll into view. */
  update({ show }) {
    for (const pane of this.panes) {
      if (!pane.element.isConnected || !pane.view) continue;
      if (pane.root) {
        pane.layout();
        if (show === "chosen") pane.scrollTo(pane.view.chosen);
        // On a phone, the tree may be above or below the viewport.
        if (show === "chosen" && this.isReady && pane === this.pane) {
          pane.element.scrollIntoView({ block: "nearest" });
        }
      }
      pane.draw();
    }
    this.updateAround();
  }

  updateAround() {
    for (const pane of this.panes) {
      pane.element.classList.toggle("active", pane === this.pane && this.beside !== null);
    }
    this.list.draw();
    this.tools.draw();
    this.drive.draw();
    this.panel.draw();
    // Do not update at every step of playback: browsers limit the rate of changes.
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeAddress(), 200);
  }

  choose(view, node) {
    view.choose(node);
    const moves = view.tree.movesTo(node);
    // The same path in the other tree, up to where it exists there.
    const other = this.beside?.view;
    if (other && other !== view) {
      const there = other.tree.follow(other.pass, moves).node;
      if (there) other.choose(there);
    }
    this.update({ show: "chosen" });
  }

  goTo(step) {
    if (!this.view) return;
    this.view.goTo(step, this.options.follow);
    this.update({ show: this.options.follow ? "chosen" : null });
  }

  goToNode(what) {
    const node = this.view.chosen;
    if (node && node[what] !== undefined && node[what] < Infinity) this.goTo(node[what]);
  }

  hit(direction) {
    if (!this.view || this.view.hits.length === 0) return;
    this.view.hit(direction);
    this.choose(this.view, this.view.chosen);
  }

  setOption(name, value) {
    this.options[name] = value;
    for (const view of this.views) view.reveal(this.options.follow);
    this.update({ show: "chosen" });
  }

  /** Shows a tree in the active pane and selects the same path. */
  showTree(index) {
    const other = this.beside;
    if (other?.view.index === index) {
      this.activate(other);
      return;
    }
    this.drive.stop();
    const before = this.view;
    const view = this.views[index];
    this.takePath(before, view);
    this.pane.show(view);
    this.update({ show: "chosen" });
  }

  takePath(from, to) {
    if (!from?.chosen || from === to) return;
    const { node } = to.tree.follow(to.pass, from.tree.movesTo(from.chosen));
    if (node) to.choose(node);
  }

  nextTree() {
    this.showTree((this.view.index + 1) % this.views.length);
  }

  /** Shows a tree beside the active one, or none. */
  showBeside(index) {
    if (index === null) {
      this.beside?.element.remove();
      byId("panes").classList.remove("two");
      this.update({ show: "chosen" });
      return;
    }
    const other = this.panes.find((pane) => pane !== this.pane);
    this.takePath(this.view, this.views[index]);
    // Show a tree beside another one, never beside itself.
    if (index === this.view.index) this.pane.show(this.views[(index + 1) % this.views.length]);
    byId("panes").classList.add("two");
    byId("panes").append(...this.panes.map((pane) => pane.element));
    other.show(this.views[index]);
    this.update({ show: "chosen" });
  }

  toggleBeside() {
    if (this.views.length < 2) return;
    this.showBeside(this.beside ? null : (this.view.index + 1) % this.views.length);
  }

  setTheme(theme) {
    this.theme = THEMES.includes(theme) ? theme : "auto";
    document.documentElement.dataset.theme = this.theme;
    byId("theme").textContent = { auto: "Light or dark: system", light: "Light", dark: "Dark" }[this.theme];
  }

  nextTheme() {
    this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
    memory.set("theme", this.theme);
  }

  help() {
    byId("help").showModal();
  }

  /** Keeps the tree, step and node in the URL, so that the reader can share the view. */
  writeAddress() {
    if (!this.view) return;
    const parts = { tree: this.view.index + 1, step: this.view.step, node: this.view.chosen?.id };
    if (this.beside) parts.beside = this.beside.view.index + 1;
    const address = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const hash = `#${address.join("&")}`;
    if (hash !== location.hash) history.replaceState(null, "", hash);
  }

  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const whole = (name) => (/^\d+$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : null);
    const view = this.views[(whole("tree") ?? 1) - 1];
    if (!view) {
      this.update({});
      return;
    }
    this.pane.show(view);
    const besideIndex = (whole("beside") ?? 0) - 1;
    const step = whole("step");
    if (step !== null) view.goTo(step, this.options.follow);
    const node = view.tree.nodes[whole("node") ?? -1];
    if (node) view.choose(node);
    if (this.views[besideIndex] && besideIndex !== view.index) this.showBeside(besideIndex);
    this.update({ show: "chosen" });
  }
}

new App();
