//! The rows of a tree drawn as text.

use outflank_gametree::trace::NodeId;

use super::options::Branches;
use super::style::{Line, Style};
use crate::labels::{Symbols, size, states};
use crate::{NodeCut, SearchTree, TreeNode};

/// A row of a tree.
pub(super) enum Row {
    /// The start of a pass from the root.
    Pass(String),
    Node(Columns),
    /// An explanation below a node, after the branches.
    Words {
        tree: String,
        /// The branches before continuation lines.
        tree_after: String,
        ink: Style,
        words: String,
    },
}

/// The columns of a node.
pub(super) struct Columns {
    pub(super) step: String,
    /// Move and side, value, window on entry, window on return.
    pub(super) cells: [Line; 4],
    pub(super) note: Line,
}

pub(super) fn rows(tree: &SearchTree, symbols: Symbols, branches: &Branches) -> Vec<Row> {
    let mut writer = Writer {
        tree,
        symbols,
        branches,
        rows: Vec::new(),
    };
    for pass in &tree.passes {
        if !pass.name.is_empty() {
            writer.rows.push(Row::Pass(pass.name.clone()));
        }
        if let Some(root) = pass.root {
            writer.node(root, "", "");
        }
    }
    writer.rows
}

/// Returns the headings of the columns that occur in the rows.
pub(super) fn columns(rows: &[Row], branches: &Branches) -> Columns {
    let name = |name: &str, at: usize| {
        let has = |row: &Row| matches!(row, Row::Node(node) if node.cells[at].width() > 0);
        Line::new(Style::Plain, if rows.iter().any(has) { name } else { "" })
    };
    Columns {
        step: "step".to_owned(),
        cells: [
            Line::new(Style::Faint, format!("move {} side", branches.arrow)),
            Line::new(Style::Faint, "value"),
            name("window", 2),
            name("on return", 3),
        ],
        note: Line::default(),
    }
}

struct Writer<'a> {
    tree: &'a SearchTree,
    symbols: Symbols,
    branches: &'a Branches,
    rows: Vec<Row>,
}

impl Writer<'_> {
    /// Adds a node and its subtree. `before` is the prefix of the node, and `below` that of its
    /// subtree.
    fn node(&mut self, id: NodeId, before: &str, below: &str) {
        let tree = self.tree;
        let node = &tree.nodes[id];
        self.rows.push(self.row(id, node, before));
        let words_follow = node.left_out > 0 || node.cut.is_some();
        for (place, &child) in node.children.iter().enumerate() {
            let is_last = place + 1 == node.children.len() && !words_follow;
            let (branch, under) = self.branches.of(is_last);
            let (before, below) = (format!("{below}{branch}"), format!("{below}{under}"));
            self.node(child, &before, &below);
        }
        if node.left_out > 0 {
            let (branch, under) = self.branches.of(node.cut.is_none());
            let words = format!("{} below, not drawn", states(node.left_out));
            self.words((below, branch, under), Style::Faint, words);
        }
        if let Some(cut) = &node.cut {
            self.cut(node, cut, below);
        }
    }

    fn row(&self, id: NodeId, node: &TreeNode, before: &str) -> Row {
        let ink = match node.on_best_line {
            true => Style::Bold,
            false => Style::Plain,
        };
        let mut tree = Line::new(Style::Faint, before);
        tree.push(ink, self.label(node));
        let window = |window: &Option<_>| {
            let text = |window| Line::new(Style::Plain, self.symbols.window(window));
            window.as_ref().map_or_else(Line::default, text)
        };
        let on_return = match node.window_on_return == node.window {
            true => Line::default(),
            false => window(&node.window_on_return),
        };
        let value = Line::new(ink, self.symbols.value(node));
        Row::Node(Columns {
            step: (id + 1).to_string(),
            cells: [tree, value, window(&node.window), on_return],
            note: self.note(node),
        })
    }

    /// Returns the move and the side to move after it.
    fn label(&self, node: &TreeNode) -> String {
        let arrow = self.branches.arrow;
        let mut label = match (&node.mv, node.parent) {
            (Some(mv), _) => mv.clone(),
            (None, Some(_)) => "shallow search".to_owned(),
            (None, None) => String::new(),
        };
        let mut to = String::new();
        if let (false, Some(side)) = (SearchTree::is_leaf(node), self.tree.side(node)) {
            to.push_str(side);
            if self.tree.moves_again(node) {
                to.push_str(" again");
            }
        }
        if let Some(caption) = SearchTree::caption(node) {
            if !to.is_empty() {
                to.push_str(", ");
            }
            to.push_str(caption);
        }
        if !label.is_empty() && !to.is_empty() {
            label = format!("{label} {arrow} ");
        }
        label + &to
    }

    fn note(&self, node: &TreeNode) -> Line {
        let mut notes = Vec::new();
        match node.purpose {
            "test" => notes.push("test".to_owned()),
            "again" => notes.push("searched again".to_owned()),
            _ => {}
        }
        if node.on_best_line {
            notes.push("best line".to_owned());
        }
        if node.ending.is_none() {
            notes.push("interrupted".to_owned());
        }
        let ink = match &node.cut {
            Some(cut) => {
                notes.insert(0, format!("{} {}", self.branches.scissors, cut.cause));
                Style::of_cut(cut.cause)
            }
            None => Style::Faint,
        };
        Line::new(ink, notes.join(", "))
    }

    /// Returns the moves never entered, and the reason.
    fn cut(&mut self, node: &TreeNode, cut: &NodeCut, below: &str) {
        let (branch, under) = self.branches.of(true);
        let scissors = self.branches.scissors;
        let cause = cut.cause;
        let by_move = node.unentered.iter().any(|part| part.mv.is_some());
        let part = |part: &crate::PrunedPart| match (&part.mv, size(part)) {
            (Some(mv), Some(size)) => format!("{mv} ({size})"),
            (Some(mv), None) => mv.clone(),
            (None, Some(size)) => size,
            (None, None) => "everything".to_owned(),
        };
        let parts: Vec<String> = node.unentered.iter().map(part).collect();
        let names = parts.join(" ");
        let words = match (by_move, parts.len()) {
            (true, 1) => format!(", never entered: {names}"),
            (true, count) => format!(", {count} moves never entered: {names}"),
            (false, 0) if cause == "alpha" || cause == "beta" => {
                " at the last move: no move is left out".to_owned()
            }
            (false, 0) => "; its moves are not searched".to_owned(),
            (false, _) => format!(", never entered: {names} below"),
        };
        let words = format!("{scissors} {cause} cut{words}");
        self.words((below, branch, under), Style::of_cut(cause), words);
        self.words((below, under, under), Style::Faint, cut.why.clone());
    }

    fn words(&mut self, (below, branch, under): (&str, &str, &str), ink: Style, words: String) {
        self.rows.push(Row::Words {
            tree: format!("{below}{branch}"),
            tree_after: format!("{below}{under}"),
            ink,
            words,
        });
    }
}
