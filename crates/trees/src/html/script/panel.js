// The panel of the selected node.

const ENDINGS = {
  outcome: "the end of the game",
  heuristic: "the depth limit, with a heuristic value",
  moves: "all moves were tried",
};

const windowWords = (window) => `α = ${alphaText(window)}, β = ${betaText(window)}`;

class Panel {
  constructor(app, element) {
    this.app = app;
    this.element = element;
  }

  draw() {
    const { view } = this.app;
    const node = view?.chosen;
    if (!node) {
      this.element.replaceChildren();
      return;
    }
    const { tree, step } = view;
    const state = stateAt(tree, node, step);
    this.view = view;
    this.element.replaceChildren(
      ...[
        this.head(node, state),
        this.board(node),
        this.facts(node, state),
        state === "left" && node.cut ? this.cut(node) : null,
        state === "ghost" ? this.ghost(node) : null,
        state === "left" ? this.parts(node) : null,
        this.openNodes(),
        this.elsewhere(node),
      ].filter((part) => part !== null),
    );
  }

  link(text, node, label) {
    return el(
      "button",
      { type: "button", class: "link", "aria-label": label, onclick: () => this.app.choose(this.view, node) },
      text,
    );
  }

  stepLink(step) {
    return el("button", { type: "button", class: "link", onclick: () => this.app.goTo(step) }, `step ${number(step)}`);
  }

  head(node, state) {
    const { tree } = this.view;
    const path = tree.pathTo(node).map((at) => {
      const name = at.move ?? (at.parent === null ? "root" : at.isGhost ? "whole subtree" : "same position");
      return at === node
        ? el("li", {}, el("span", { "aria-current": "true" }, name))
        : el("li", {}, this.link(name, at));
    });
    const isOpen = this.view.isOpen(node);
    const fold =
      node.below.length === 0
        ? null
        : el(
            "button",
            {
              type: "button",
              onclick: () => {
                this.view.toggle(node);
                this.app.update({ show: "chosen" });
              },
            },
            isOpen ? "Fold" : "Unfold",
          );
    const title = node.isGhost
      ? state === "ghost"
        ? "Never entered"
        : "Not yet entered"
      : node.mover === null
        ? "The end of the game"
        : `${sideWords(tree, node.mover)} to move`;
    return el(
      "div",
      { class: "head" },
      el("ol", { class: "path", "aria-label": "Path from the root" }, path),
      el("div", { class: "title" }, el("h2", {}, title), fold),
    );
  }

  board(node) {
    if (node.board === null) return null;
    const rows = cellsOf(DATA.boards[node.board]);
    const side = Math.max(rows.length, ...rows.map((row) => row.length));
    const cell = Math.max(12, Math.min(40, Math.floor(208 / side)));
    const { w, h } = boardSize(node.board, cell);
    return svg(
      "svg",
      {
        class: "large",
        role: "img",
        "aria-label": boardWords(this.view.tree, node.board),
        viewBox: `0 0 ${w} ${h}`,
        width: w,
        height: h,
      },
      drawBoard(node.board, cell),
    );
  }

  facts(node, state) {
    const { tree, step } = this.view;
    const list = el("dl");
    const say = (name, ...what) => list.append(el("dt", {}, name), el("dd", {}, ...what));
    if (node.caption !== null) say("Position", node.caption);
    if (movesAgain(tree, node)) say("Turn", "the same side moves again");
    if (PURPOSES[node.purpose] !== "") say("Search", PURPOSES[node.purpose]);
    if (node.remaining !== null) say("Remaining depth", number(node.remaining));
    if (!node.isGhost && state === "future") {
      say("State", "not yet entered");
    } else if (!node.isGhost) {
      if (node.window) say("Window on entry", windowWords(node.window));
      const window = windowAt(node, step);
      if (window && !isLeaf(node)) say(state === "open" ? "Window now" : "Window on return", windowWords(window));
      const best = state === "open" ? bestAt(node, step) : null;
      if (best) say("Best so far", this.link(best.move, best), ` ${valueWords(best)}`);
    }
    if (state === "left") {
      say("Value", el("strong", {}, typeset(node.value)), node.kind === null ? "" : `, ${this.kindWords(node)}`);
      const ending = node.cut ? CAUSES[node.cut.cause] : ENDINGS[node.ending];
      say("Ended by", ending);
      if (bestLineShows(tree, node, step)) say("On the PV", "yes");
    } else if (state === "open") {
      say("State", node.left === Infinity ? "open when the search was interrupted" : "open");
    }
    if (node.leftOut > 0) say("Not recorded", `${count(node.leftOut, "node")} entered below`);
    if (node.entered < Infinity) say("Entered at", this.stepLink(node.entered));
    if (node.left < Infinity) say("Left at", this.stepLink(node.left));
    return list;
  }

  kindWords(node) {
    if (node.kind === "exact") return "exact";
    return `the true value is ${node.kind} this`;
  }

  cut(node) {
    const { tree } = this.view;
    const { cut } = node;
    const links = [];
    const add = (id, text) => {
      if (id === null || id === undefined) return;
      const to = tree.nodes[id];
      links.push(
        el(
          "li",
          {},
          `${text}: ${placeWords(tree, to)} `,
          this.link("show", to, `show ${text}, ${placeWords(tree, to)}`),
        ),
      );
    };
    add(cut.node, "the node with the bound");
    add(cut.child, "the move that gave the bound");
    return el(
      "div",
      { class: `why ${cut.cause}` },
      el("h3", {}, `Why it was cut (${CAUSES[cut.cause]})`),
      el("p", {}, typeset(cut.why)),
      links.length > 0 ? el("ul", {}, links) : null,
    );
  }

  ghost(node) {
    const { tree } = this.view;
    const above = tree.above(node);
    const size =
      node.size === null
        ? null
        : el(
            "p",
            {},
            `Minimax enters ${count(node.size, "node")} here${node.value === null ? "." : ` and finds ${typeset(node.value)}.`}`,
          );
    return el(
      "div",
      { class: `why ${above.cut.cause}` },
      el("h3", {}, `Why it was never entered (${CAUSES[above.cut.cause]})`),
      el("p", {}, typeset(above.cut.why)),
      size,
      el("p", {}, this.link("show", above, "show the node that was cut"), " the node that was cut"),
    );
  }

  parts(node) {
    const parts = node.below.filter((child) => child.isGhost);
    if (parts.length === 0) return null;
    const sizes = parts.map((part) => part.size);
    const total = sizes.includes(null) ? null : sizes.reduce((a, b) => a + b, 0);
    const rows = parts.map((part) => {
      const what = [
        part.size === null ? "" : count(part.size, "node"),
        part.value === null ? "" : `worth ${typeset(part.value)}`,
      ];
      const words = what.filter((word) => word !== "").join(", ");
      return el("li", {}, this.link(part.move ?? "whole subtree", part), words === "" ? "" : `: ${words}`);
    });
    const sum = total === null ? "" : `, ${count(total, "node")} in all`;
    return el(
      "div",
      {},
      el("h3", {}, `Never entered: ${count(parts.length, "part")}${sum}`),
      el("ul", { class: "parts" }, rows),
    );
  }

  /** The path from the root to the current node, each node with its bounds. */
  openNodes() {
    const { tree, step } = this.view;
    const open = openAt(tree, step);
    if (open.length === 0) return null;
    const change = changeAt(tree, step);
    const cell = (node, sign, text) =>
      el(
        "td",
        change?.node === node && change.bound === sign && change.was !== change.is ? { class: "changed" } : {},
        text,
      );
    const rows = open.map((node) => {
      const window = windowAt(node, step);
      const best = bestAt(node, step);
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, this.link(node.move ?? (node.parent === null ? "root" : "same"), node)),
        el("td", {}, node.mover === null ? "" : ROLES[node.mover]),
        cell(node, "α", window ? alphaText(window) : "–"),
        cell(node, "β", window ? betaText(window) : "–"),
        el("td", {}, best ? typeset(best.value) : "–"),
      );
    });
    return table("Open at this step", ["Move", "", "α", "β", "Best"], rows);
  }

  /** The results of the other searches on the same path. */
  elsewhere(node) {
    const { tree } = this.view;
    const others = this.app.views.filter((view) => view !== this.view);
    if (others.length === 0) return null;
    const moves = tree.movesTo(node);
    const rows = others.map((view) => {
      const { node: there, taken } = view.tree.follow(view.pass, moves);
      let words = "root not recorded";
      if (there?.isGhost) words = "never entered";
      else if (there && taken < moves.length) words = `ends ${placeWords(view.tree, there)}`;
      else if (there) words = valueWords(there);
      return el("tr", {}, el("th", { scope: "row" }, view.tree.algorithm), el("td", {}, words));
    });
    return table("The same path in other searches", ["Search", "Value"], rows);
  }
}

function table(caption, heads, rows) {
  const head = heads.map((name) => (name === "" ? el("td") : el("th", { scope: "col" }, name)));
  return el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}
