// The pane of one tree: its heading and the scrollable picture.

/** Margin around the drawing. */
const MARGIN = 22;
/** Distance beyond the viewport within which nodes are drawn, for smooth scrolling. */
const AHEAD = 300;
const ZOOMS = { least: 0.2, most: 2, atFirst: 0.8 };

class Pane {
  constructor(app, index) {
    this.app = app;
    this.index = index;
    this.view = null;
    this.drawn = null;
    this.heading = el("h2");
    this.passes = el("select", { id: `pass-${index}` });
    this.passLabel = el("label", { for: `pass-${index}` }, "Pass ", this.passes);
    this.note = el("p", { class: "note" });
    this.under = svg("g", { "aria-hidden": "true" });
    this.over = svg("g", { role: "none" });
    this.sheet = svg("svg", { role: "none" }, this.under, this.over);
    this.stage = el("div", { class: "stage", role: "tree", tabindex: 0, "aria-orientation": "horizontal" }, this.sheet);
    this.element = el(
      "section",
      { class: "pane" },
      el("header", {}, this.heading, this.passLabel, this.note),
      this.stage,
    );
    this.listen();
  }

  listen() {
    this.passes.addEventListener("change", () => {
      this.app.activate(this);
      this.view.setPass(Number(this.passes.value));
      this.view.step = this.view.tree.passes[this.view.pass].last;
      this.view.chosen = this.view.tree.rootOf(this.view.pass);
      this.app.update({ show: "chosen" });
    });
    this.stage.addEventListener("click", (event) => this.click(event));
    this.stage.addEventListener("dblclick", (event) => {
      const item = event.target.closest("[data-node]");
      if (item && !event.target.closest("[data-fold]")) this.toggle(Number(item.dataset.node));
    });
    this.stage.addEventListener("focus", () => this.app.activate(this));
    this.stage.addEventListener("scroll", () => this.drawSoon());
    this.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.drawSoon()).observe(this.stage);
    this.dragToScroll();
  }

  click(event) {
    this.app.activate(this);
    const fold = event.target.closest("[data-fold]");
    const item = event.target.closest("[data-node]");
    if (fold) this.toggle(Number(fold.dataset.fold));
    else if (item) this.app.choose(this.view, this.view.tree.nodes[Number(item.dataset.node)]);
  }

  toggle(id) {
    this.view.toggle(this.view.tree.nodes[id]);
    this.app.update({ show: "chosen" });
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  }

  dragToScroll() {
    let from = null;
    this.stage.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0 && !event.target.closest("[data-node]")) {
        from = { x: event.clientX + this.stage.scrollLeft, y: event.clientY + this.stage.scrollTop };
      }
    });
    this.stage.addEventListener("pointermove", (event) => {
      if (from) this.stage.scrollTo(from.x - event.clientX, from.y - event.clientY);
    });
    for (const name of ["pointerup", "pointerleave"]) {
      this.stage.addEventListener(name, () => (from = null));
    }
  }

  show(view) {
    if (this.view === view) return;
    this.view = view;
    this.drawn = null;
    const { tree } = view;
    this.heading.textContent = tree.algorithm;
    this.element.setAttribute("aria-label", tree.algorithm);
    this.stage.setAttribute("aria-label", `Tree of ${tree.algorithm}`);
    this.passLabel.hidden = tree.passes.length < 2;
    this.passes.replaceChildren(
      ...tree.passes.map((pass) =>
        el(
          "option",
          { value: pass.index, disabled: pass.root === null },
          `${pass.index + 1}: ${typeset(pass.name)}${pass.root === null ? " (not recorded)" : ""}`,
        ),
      ),
    );
    const notes = [
      tree.completed ? "" : "The search was interrupted.",
      tree.leftOut > 0 ? `${count(tree.leftOut, "more node")} entered but not recorded.` : "",
      tree.rootOf(view.pass) ? "" : "No part of this search was recorded.",
    ];
    this.note.textContent = notes.filter((note) => note !== "").join(" ");
  }

  /** The root of the drawing, or null if it was not recorded. */
  get root() {
    return this.view?.tree.rootOf(this.view.pass) ?? null;
  }

  /** Returns the boxes of the nodes drawn. Recomputes them only after changes. */
  layout() {
    const { view } = this;
    const { boards, bounds } = this.app.options;
    const key = `${view.index} ${view.version} ${view.pass} ${boards} ${bounds}`;
    if (this.drawn?.key !== key) {
      const sizes = new Sizes(view.tree, { boards, bounds });
      const layout = layOut(
        this.root,
        (node) => view.below(node),
        (node) => sizes.of(node),
        RISE,
      );
      this.drawn = { key, sizes, ...layout };
      this.resize();
    }
    return this.drawn;
  }

  resize() {
    const [w, h] = [this.drawn.width + 2 * MARGIN, this.drawn.height + 2 * MARGIN];
    this.view.zoom ??= this.fitting(Math.min(ZOOMS.atFirst, 1), 1.25);
    fill(
      this.sheet,
      {
        viewBox: `${-MARGIN} ${-MARGIN} ${w} ${h}`,
        width: Math.round(w * this.view.zoom),
        height: Math.round(h * this.view.zoom),
      },
      [],
    );
  }

  /** Returns the zoom at which everything fits, within bounds. */
  fitting(least, most) {
    const { clientWidth, clientHeight } = this.stage;
    const across = clientWidth / (this.drawn.width + 2 * MARGIN);
    const down = clientHeight / (this.drawn.height + 2 * MARGIN);
    return Math.max(least, Math.min(most, across, down));
  }

  zoomBy(factor) {
    if (!this.root) return;
    this.view.zoom = Math.max(ZOOMS.least, Math.min(ZOOMS.most, this.view.zoom * factor));
    this.resize();
    this.scrollTo(this.view.chosen, true);
    this.draw();
  }

  fit() {
    if (!this.root) return;
    this.view.zoom = this.fitting(ZOOMS.least, ZOOMS.most);
    this.resize();
    this.draw();
  }

  drawSoon() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.draw();
    });
  }

  /** Returns the visible part of the drawing, in its own units. */
  seen() {
    const stage = this.stage.getBoundingClientRect();
    const sheet = this.sheet.getBoundingClientRect();
    const { zoom } = this.view;
    const left = (stage.left - sheet.left) / zoom - MARGIN;
    const top = (stage.top - sheet.top) / zoom - MARGIN;
    return { left, top, right: left + stage.width / zoom, bottom: top + stage.height / zoom };
  }

  /** Scrolls a node into view, or to the middle if it was far away. */
  scrollTo(node, always) {
    const box = node && this.layout().byId.get(node.id);
    if (!box) return;
    const seen = this.seen();
    const { zoom } = this.view;
    const inside =
      box.x - box.w / 2 > seen.left + 8 &&
      box.x + box.w / 2 < seen.right - 8 &&
      box.y - RISE / 2 > seen.top &&
      box.y + box.h + 24 < seen.bottom;
    if (inside && !always) return;
    this.stage.scrollLeft += (box.x - (seen.left + seen.right) / 2) * zoom;
    this.stage.scrollTop += (box.y + box.h / 2 - (seen.top + seen.bottom) / 2) * zoom;
  }

  scene() {
    const { view } = this;
    const { tree, step } = view;
    const current = tree.nodeAt(step);
    const drawn = current && current.pass === view.pass ? view.nearestDrawn(current) : null;
    return {
      view,
      tree,
      step,
      sizes: this.drawn.sizes,
      chosen: view.chosen,
      current: drawn === current && step < tree.steps.length ? current : null,
      currentAbove: drawn !== current ? drawn : null,
      hits: new Set(view.hits.map((node) => node.id)),
      change: changeAt(tree, step),
      itemId: (node) => `node-${this.index}-${node.id}`,
    };
  }

  /** Draws the visible part. */
  draw() {
    const { view } = this;
    if (!this.root) {
      this.under.replaceChildren();
      this.over.replaceChildren();
      return;
    }
    this.passes.value = String(view.pass);
    const { boxes, byId: boxOf } = this.layout();
    const scene = this.scene();
    const seen = this.seen();
    const [left, right] = [seen.left - AHEAD, seen.right + AHEAD];
    const [top, bottom] = [seen.top - AHEAD, seen.bottom + AHEAD];
    const isSeen = (x1, x2, y1, y2) => x2 > left && x1 < right && y2 > top && y1 < bottom;
    const edges = [];
    const nodes = [];
    for (const box of boxes) {
      const { x, y, w, h, parent, node } = box;
      if (isSeen(x - w / 2, x + w / 2, y - RISE, y + h + RISE) || node === view.chosen) {
        nodes.push(drawNode(scene, box));
      }
      if (parent && isSeen(Math.min(x, parent.x), Math.max(x, parent.x), parent.y + parent.h, y)) {
        edges.push(...drawEdge(scene, box));
      }
    }
    this.under.replaceChildren(...edges);
    this.over.replaceChildren(...nodes);
    const isChosenDrawn = view.chosen && boxOf.has(view.chosen.id);
    if (isChosenDrawn) this.stage.setAttribute("aria-activedescendant", scene.itemId(view.chosen));
    else this.stage.removeAttribute("aria-activedescendant");
  }

  /** Selects a node by its position relative to the selected one. */
  move(direction) {
    if (!this.root) return;
    const { view } = this;
    const { boxes, byId: boxOf } = this.layout();
    const box = boxOf.get(view.chosen?.id) ?? boxes[0];
    const step = { left: -1, right: 1 }[direction];
    let to = null;
    if (step) {
      const row = boxes.filter((other) => other.depth === box.depth);
      to = row[row.indexOf(box) + step]?.node;
    } else if (direction === "up") {
      to = box.parent?.node;
    } else if (direction === "down") {
      if (box.node.below.length > 0 && !view.isOpen(box.node)) return this.toggle(box.node.id);
      to = view.below(box.node)[0];
    } else {
      to = direction === "home" ? boxes[0].node : boxes.at(-1).node;
    }
    if (to) this.app.choose(view, to);
  }
}
