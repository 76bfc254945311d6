//! Trees in the DOT language of Graphviz.

mod board;

use std::fmt::{self, Write as _};

use outflank_gametree::trace::NodeId;

use super::labels::{Symbols, size, states};
use super::{NodeCut, SearchTree, TreeNode, colours};

/// Colour of nodes that were never entered.
const DARK: &str = "#3c3c3c";

/// Returns all trees as one graph in the DOT language, one cluster each. Max nodes are triangles
/// that point up, Min nodes triangles that point down. Nodes that were never entered are dark, with
/// dashed edges in the colour of the cut-off.
#[must_use]
pub fn dot(trees: &[SearchTree], boards: bool) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_graph(trees, boards, &mut text);
    text
}

fn write_graph(trees: &[SearchTree], boards: bool, to: &mut String) -> fmt::Result {
    let title = quoted(trees.first().map_or("", |tree| &tree.title.game));
    let font = "fontname=\"Helvetica\"";
    writeln!(to, "digraph \"tree\" {{")?;
    let places = "labelloc=\"t\", ordering=\"out\"";
    writeln!(to, "  graph [label={title}, {places}, {font}];")?;
    let node = "fontsize=\"11\", margin=\"0.03,0.03\"";
    writeln!(to, "  node [{font}, {node}];")?;
    let edge = "fontsize=\"11\", arrowhead=\"none\"";
    writeln!(to, "  edge [{font}, {edge}];")?;
    for (number, tree) in trees.iter().enumerate() {
        let graph = Graph {
            tree,
            number,
            boards,
        };
        graph.write(to)?;
    }
    write_legend(trees, to)?;
    writeln!(to, "}}")
}

/// A tree and its index.
struct Graph<'a> {
    tree: &'a SearchTree,
    number: usize,
    boards: bool,
}

impl Graph<'_> {
    fn write(&self, to: &mut String) -> fmt::Result {
        let Self { tree, number, .. } = self;
        writeln!(to, "  subgraph \"cluster_{number}\" {{")?;
        writeln!(to, "    label={};", quoted(&tree.heading()))?;
        for (id, node) in tree.nodes.iter().enumerate() {
            self.write_node(id, node, to)?;
            self.write_unentered(id, node, to)?;
        }
        let plies = tree.nodes.iter().map(|node| node.ply).max();
        for ply in 0..=plies.unwrap_or(0) {
            let same = tree.nodes.iter().enumerate();
            let same = same.filter(|(_, node)| node.ply == ply);
            let same = same.map(|(id, _)| format!("\"{}\";", self.name(id)));
            let same: Vec<String> = same.collect();
            if same.len() > 1 {
                writeln!(to, "    {{ rank=\"same\"; {} }}", same.join(" "))?;
            }
        }
        writeln!(to, "  }}")
    }

    fn name(&self, id: NodeId) -> String {
        format!("t{}n{id}", self.number)
    }

    fn write_node(&self, id: NodeId, node: &TreeNode, to: &mut String) -> fmt::Result {
        let tree = self.tree;
        let cut = node.cut.as_ref();
        let colour = cut.map_or("black", |cut| colours::of(cut.cause));
        let width = if node.on_best_line { 3 } else { 1 };
        write!(to, "    \"{}\" [", self.name(id))?;
        match &node.board {
            Some(board) if self.boards => {
                let below = self.lines(id, node).join(" ");
                let side = match node.mover {
                    Some("max") => "▲ ",
                    Some(_) => "▼ ",
                    None => "",
                };
                let label = board::label(board, &format!("{side}{below}"), colour, width);
                write!(to, "shape=\"plain\", label={label}")?;
            }
            _ => {
                let shape = match (node.ending, node.mover) {
                    (Some("outcome"), _) => "box",
                    (Some("heuristic"), _) => "ellipse",
                    (_, Some("max")) => "triangle",
                    _ => "invtriangle",
                };
                let label = quoted(&self.lines(id, node).join("\n"));
                write!(to, "shape=\"{shape}\", label={label}")?;
            }
        }
        let story = quoted(&tree.story(id));
        let style = format!("color=\"{colour}\", penwidth=\"{width}\"");
        writeln!(to, ", {style}, tooltip={story}];")?;
        // Graphviz places children in the order of their edges.
        let mut children = node.children.iter();
        children.try_for_each(|&child| self.write_edge(id, child, to))
    }

    fn write_edge(&self, from: NodeId, id: NodeId, to: &mut String) -> fmt::Result {
        let node = &self.tree.nodes[id];
        let width = if node.on_best_line { 3 } else { 1 };
        let purpose = match node.purpose {
            "test" => " (test)",
            "again" => " (again)",
            "shallow" => "shallow",
            _ => "",
        };
        let mv = node.mv.as_deref().unwrap_or_default();
        let label = quoted(&format!("{mv}{purpose}"));
        let edge = format!("\"{}\" -> \"{}\"", self.name(from), self.name(id));
        writeln!(to, "    {edge} [label={label}, penwidth=\"{width}\"];")
    }

    /// Returns the label of a node.
    fn lines(&self, id: NodeId, node: &TreeNode) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.tree.pass_name(id).map(str::to_owned));
        lines.extend(SearchTree::caption(node).map(str::to_owned));
        lines.push(Symbols::UNICODE.value(node));
        lines.push(format!("#{}", id + 1));
        if self.tree.moves_again(node) {
            lines.push("again".to_owned());
        }
        if node.left_out > 0 {
            lines.push(format!("+{}", states(node.left_out)));
        }
        lines
    }

    fn write_unentered(&self, id: NodeId, node: &TreeNode, to: &mut String) -> fmt::Result {
        let Some(NodeCut { cause, why, .. }) = &node.cut else {
            return Ok(());
        };
        let colour = colours::of(cause);
        for (place, part) in node.unentered.iter().enumerate() {
            let name = format!("{}x{place}", self.name(id));
            let size = size(part).unwrap_or_default();
            writeln!(
                to,
                "    \"{name}\" [shape=\"box\", style=\"filled\", fillcolor=\"{DARK}\", \
                 color=\"{DARK}\", fontcolor=\"white\", label={}, tooltip={}];",
                quoted(&size),
                quoted(why)
            )?;
            writeln!(
                to,
                "    \"{}\" -> \"{name}\" [label={}, style=\"dashed\", color=\"{colour}\", \
                 fontcolor=\"{colour}\"];",
                self.name(id),
                quoted(part.mv.as_deref().unwrap_or("all"))
            )?;
        }
        Ok(())
    }
}

fn write_legend(trees: &[SearchTree], to: &mut String) -> fmt::Result {
    let Some(tree) = trees.first() else {
        return Ok(());
    };
    let [max, min] = &tree.sides;
    let lines = [
        ("black", format!("▲ {max} to move: greatest value")),
        ("black", format!("▼ {min} to move: least value")),
        ("black", "#1, #2 …: order of the search".to_owned()),
        ("black", "thick: principal variation".to_owned()),
        (colours::ALPHA, format!("alpha cut, at a {min} node")),
        (colours::BETA, format!("beta cut, at a {max} node")),
        (colours::OTHER, "other cut".to_owned()),
        (DARK, "dark: never entered".to_owned()),
    ];
    let label = board::legend(&lines);
    writeln!(to, "  \"legend\" [shape=\"plain\", label={label}];")
}

/// Quotes a string for the DOT language.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            character if character.is_control() => quoted.push(' '),
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\"), "\"a\\\"b\\\\\"");
        assert_eq!(quoted("one\ntwo"), "\"one\\ntwo\"");
    }
}
