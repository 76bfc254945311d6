//! Trees as indented text.

mod options;
mod rows;
mod style;

use std::iter;

use super::{SearchTree, TreeNode};
pub use options::TextLook;
use rows::{Columns, Row};
use style::{Line, Style, wrapped};

/// Formats the trees one after the other, or two side by side if they fit, followed by a legend of
/// their symbols. Each line is a node: the number of its step, the move and the side to move after
/// it, the value, the window on entry and, if it has changed, the window on return. Below a cut-off
/// are the moves that were never entered, and the reason.
#[must_use]
pub fn text(trees: &[SearchTree], look: TextLook) -> String {
    let mut text = drawings(trees, look);
    text.push('\n');
    for words in legend(trees, look) {
        for line in wrapped(&words, look.width.unwrap_or(usize::MAX)) {
            Line::new(Style::Faint, line).print(look.colour, &mut text);
        }
    }
    text
}

/// Explains the symbols that occur in the trees, one paragraph each.
fn legend(trees: &[SearchTree], look: TextLook) -> Vec<String> {
    let (symbols, branches) = (look.symbols(), look.branches());
    let (at_least, at_most) = (symbols.at_least, symbols.at_most);
    let (arrow, scissors) = (branches.arrow, branches.scissors);
    let has = |what: fn(&TreeNode) -> bool| trees.iter().flat_map(|tree| &tree.nodes).any(what);
    let mut legend = vec![format!(
        "value: = exact, {at_least} a lower bound, {at_most} an upper bound, ? unknown; {arrow} the \
         side to move, or the leaf"
    )];
    if has(|node| node.window.is_some()) {
        legend.push(
            "window (a, b): Max is sure of a and Min of b, so only a value between them can change \
             the result; on return: the window after the moves, if they changed it"
                .to_owned(),
        );
    }
    if has(|node| node.cut.is_some()) {
        legend.push(format!(
            "{scissors}: a cut-off, alpha at a Min node, beta at a Max node; the moves after it are \
             never entered"
        ));
    }
    legend
}

/// Formats the trees without the legend.
fn drawings(trees: &[SearchTree], look: TextLook) -> String {
    let blocks: Vec<Block> = trees.iter().map(|tree| Block::new(tree, look)).collect();
    let mut text = String::new();
    if let ([left, right], Some(width)) = (&blocks[..], look.width) {
        let wall = look.branches().wall;
        let column = width.saturating_sub(wall.chars().count()) / 2;
        if left.width() <= column && right.width() <= column {
            let (left, right) = (left.lines(Some(column)), right.lines(Some(column)));
            for place in 0..left.len().max(right.len()) {
                let mut line = left.get(place).cloned().unwrap_or_default().padded(column);
                line.push(Style::Faint, wall);
                line.extend(right.get(place).cloned().unwrap_or_default());
                line.print(look.colour, &mut text);
            }
            return text;
        }
    }
    for (place, block) in blocks.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        for line in block.lines(look.width) {
            line.print(look.colour, &mut text);
        }
    }
    text
}

/// A tree laid out in columns.
struct Block {
    heading: String,
    /// The names of the columns.
    columns: Columns,
    rows: Vec<Row>,
    /// Widths of step, tree, value and the two windows.
    widths: [usize; 5],
}

impl Block {
    fn new(tree: &SearchTree, look: TextLook) -> Self {
        let rows = rows::rows(tree, look.symbols(), look.branches());
        let columns = rows::columns(&rows, look.branches());
        let mut block = Self {
            heading: tree.heading(),
            columns,
            rows,
            widths: [0; 5],
        };
        let mut widths = [0; 5];
        for node in block.nodes() {
            let cells = node.cells.iter().map(Line::width);
            let here = iter::once(node.step.chars().count()).chain(cells);
            for (width, new) in widths.iter_mut().zip(here) {
                *width = new.max(*width);
            }
        }
        block.widths = widths;
        block
    }

    /// Returns the nodes, and the names of their columns.
    fn nodes(&self) -> impl Iterator<Item = &Columns> {
        let nodes = self.rows.iter().filter_map(|row| match row {
            Row::Node(node) => Some(node),
            _ => None,
        });
        nodes.chain([&self.columns])
    }

    /// Returns the width of the widest node, in columns.
    fn width(&self) -> usize {
        let widths = self.nodes().map(|node| self.node(node).width());
        widths.max().unwrap_or(0).max(self.heading.chars().count())
    }

    /// Returns the lines, with explanations wrapped at `width`.
    fn lines(&self, width: Option<usize>) -> Vec<Line> {
        let mut lines = vec![
            Line::new(Style::Bold, self.heading.clone()),
            self.node(&self.columns),
        ];
        for row in &self.rows {
            match row {
                Row::Pass(name) => lines.push(Line::new(Style::Bold, name.clone())),
                Row::Node(node) => lines.push(self.node(node)),
                Row::Words {
                    tree,
                    tree_after,
                    ink,
                    words,
                } => {
                    let indent = " ".repeat(self.widths[0] + 2);
                    let before = indent.len() + tree.chars().count();
                    let room = width.map_or(usize::MAX, |width| width.saturating_sub(before));
                    for (place, words) in wrapped(words, room.max(20)).into_iter().enumerate() {
                        let tree = if place == 0 { tree } else { tree_after };
                        let mut line = Line::new(Style::Faint, format!("{indent}{tree}"));
                        line.push(*ink, words);
                        lines.push(line);
                    }
                }
            }
        }
        lines
    }

    fn node(&self, Columns { step, cells, note }: &Columns) -> Line {
        let [step_width, widths @ ..] = self.widths;
        let mut line = Line::new(Style::Faint, format!("{step:>step_width$}  "));
        for (cell, width) in cells.iter().zip(widths) {
            // Searches without windows have no window columns.
            if width > 0 {
                line.extend(cell.clone().padded(width + 2));
            }
        }
        line.extend(note.clone());
        line
    }
}

#[cfg(test)]
mod tests {
    use outflank_gametree::games::NamedGame;
    use outflank_gametree::{Algorithm, MoveOrder, Pruning, SearchLimits};

    use super::*;
    use crate::{Algorithms, TracedSearches};

    /// Returns minimax and alpha-beta on a textbook tree.
    fn trees() -> Vec<SearchTree> {
        let figure: NamedGame = "figure:wikipedia".parse().expect("a figure");
        let searches = TracedSearches {
            game: figure.to_string(),
            searches: Algorithms {
                algorithms: vec![Algorithm::Minimax, Algorithm::AlphaBeta],
                order: MoveOrder::Given,
                seed: 1,
                limits: SearchLimits::unlimited(),
                table_entries: 1 << 20,
                pruning: Pruning::default(),
            },
            first_moves: Vec::new(),
            max_nodes: 1000,
            to_ply: None,
            measure: None,
        };
        let drawn = figure.run(&searches).expect("no limit");
        drawn.into_iter().map(|search| search.tree).collect()
    }

    fn drawn(width: Option<usize>) -> String {
        let look = TextLook {
            width,
            ..TextLook::default()
        };
        text(&trees(), look)
    }

    #[test]
    fn two_trees_are_side_by_side_if_they_fit() {
        let both = |text: &str| {
            let first = text.lines().next().unwrap_or_default();
            first.contains("minimax") && first.contains("alpha-beta")
        };
        let wide = drawn(Some(140));
        assert!(both(&wide), "{wide}");
        let fits = |text: &str, width| text.lines().all(|line| line.chars().count() <= width);
        assert!(fits(&wide, 140), "{wide}");
        let narrow = drawn(Some(100));
        assert!(!both(&narrow), "{narrow}");
        // Wrapping does not change the words.
        assert!(fits(&narrow, 100), "{narrow}");
        let unbroken = drawn(None);
        assert!(!both(&unbroken) && !fits(&unbroken, 100));
        let words = |text: &str| text.matches("already").count();
        assert_eq!((words(&wide), words(&narrow)), (5, 5));
    }

    #[test]
    fn columns_have_names_and_symbols_have_a_legend() {
        let text = drawn(None);
        let names = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<&str> = text.lines().collect();
        // Minimax has no windows.
        assert_eq!(names(lines[1]), "step move → side value");
        let mut lines_with_windows = lines.iter().map(|line| names(line));
        let expected = "step move → side value window on return";
        assert!(lines_with_windows.any(|line| line == expected), "{text}");
        // Each name is above its column.
        let column = |line: &str, word: &str| {
            let place = line.find(word).expect(word);
            line[..place].chars().count()
        };
        assert_eq!(column(lines[1], "value"), column(lines[2], "="));
        let legend = text.rsplit("\n\n").next().expect("a legend");
        for symbol in ["=", "≥", "≤", "(a, b)", "✂"] {
            assert!(legend.contains(symbol), "{legend}");
        }
    }

    #[test]
    fn a_node_is_a_line_and_steps_are_in_order() {
        let text = drawn(None);
        let steps = text.lines().filter_map(|line| {
            let (step, _) = line.trim_start().split_once("  ")?;
            step.parse::<usize>().ok()
        });
        let expected: Vec<usize> = (1..=33).chain(1..=25).collect();
        assert_eq!(steps.collect::<Vec<_>>(), expected);
    }
}
