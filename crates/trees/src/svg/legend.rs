//! The legend of a picture.

use std::fmt::{self, Write as _};

use super::node_shape::{SHAPE, Shape, draw_shape};
use super::text_width::text_width;
use crate::{SearchTree, escaped};

const LETTERS: f64 = 12.0;
const LINE: f64 = 36.0;

enum Symbol {
    Shape(Shape, &'static str),
    Edge(&'static str),
}

/// Draws the symbols that occur in the trees, in lines of at most `width`, and returns the height.
pub(super) fn draw(
    trees: &[SearchTree],
    top: f64,
    width: f64,
    to: &mut String,
) -> Result<f64, fmt::Error> {
    let (mut x, mut y) = (0.0, top);
    for (symbol, words) in keys(trees) {
        let room = SHAPE.0 + 8.0 + text_width(&words, LETTERS) + 20.0;
        if x > 0.0 && x + room > width {
            (x, y) = (0.0, y + LINE);
        }
        match symbol {
            Symbol::Shape(shape, class) => {
                write!(to, "<g class=\"{class}\">")?;
                draw_shape(Some(shape), (x + SHAPE.0 / 2.0, y), to)?;
                to.push_str("</g>");
            }
            Symbol::Edge(class) => {
                let (middle, right) = (y + SHAPE.1 / 2.0, x + SHAPE.0);
                let path = format!("M{x:.1} {middle:.1}H{right:.1}");
                write!(to, "<path class=\"{class}\" d=\"{path}\"/>")?;
            }
        }
        let (left, base) = (x + SHAPE.0 + 8.0, y + SHAPE.1 / 2.0 + 4.0);
        let words = escaped(&words);
        let place = format!("x=\"{left:.1}\" y=\"{base:.1}\"");
        writeln!(to, "<text class=\"key\" {place}>{words}</text>")?;
        x += room;
    }
    Ok(y + LINE - top)
}

/// Returns the entries for the symbols that occur.
fn keys(trees: &[SearchTree]) -> Vec<(Symbol, String)> {
    let nodes = || trees.iter().flat_map(|tree| &tree.nodes);
    let mut keys = Vec::new();
    let mut add = |occurs: bool, symbol: Symbol, words: String| {
        if occurs {
            keys.push((symbol, words));
        }
    };
    let [max, min] = match trees.first() {
        Some(tree) => tree.sides.each_ref().map(String::as_str),
        None => ["Max", "Min"],
    };
    let moves = |side| nodes().any(|node| node.mover == Some(side) && !SearchTree::is_leaf(node));
    let ends = |ending| nodes().any(|node| node.ending == Some(ending));
    let shape = |shape| Symbol::Shape(shape, "node");
    let words = format!("{max} to move: greatest value");
    add(moves("max"), shape(Shape::Up), words);
    let words = format!("{min} to move: least value");
    add(moves("min"), shape(Shape::Down), words);
    add(ends("outcome"), shape(Shape::Square), "the end".to_owned());
    let words = "heuristic value".to_owned();
    add(ends("heuristic"), shape(Shape::Circle), words);
    let words = "best line; numbers give the order of the search".to_owned();
    add(true, Symbol::Edge("edge best"), words);
    let is_cut =
        |cause: &str| nodes().any(|node| node.cut.as_ref().is_some_and(|cut| cut.cause == cause));
    let words = format!("alpha cut: {max} has at least as good a move elsewhere");
    add(is_cut("alpha"), Symbol::Edge("edge alpha"), words);
    let words = format!("beta cut: {min} has at least as good a move elsewhere");
    add(is_cut("beta"), Symbol::Edge("edge beta"), words);
    let others = ["table", "stability", "probcut"];
    let others: Vec<&str> = others.into_iter().filter(|&cause| is_cut(cause)).collect();
    let words = format!("cut by {}", others.join(", "));
    add(!others.is_empty(), Symbol::Edge("edge other"), words);
    let (has_cuts, dark) = (nodes().any(|node| node.cut.is_some()), Shape::Square);
    let words = "dark: never entered".to_owned();
    add(has_cuts, Symbol::Shape(dark, "node dark"), words);
    keys
}
