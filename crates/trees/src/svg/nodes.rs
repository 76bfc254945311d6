//! The figures of all places in a tree.

use super::node_shape::{Figure, Note, Shape};
use crate::labels::{Symbols, size, states};
use crate::overlay::{Place, Seen};
use crate::{SearchTree, TreeNode};

/// Returns the figure of a place in a tree, if there is one.
pub(super) fn figure<'a>(
    trees: &'a [SearchTree],
    number: usize,
    place: &Place,
    boards: bool,
) -> Option<Figure<'a>> {
    match place.seen[number] {
        Seen::Nothing => None,
        Seen::Entered(id) => Some(entered(&trees[number], id, boards)),
        Seen::Dark { cause, at, part } => {
            let tree = &trees[number];
            let part = part.map(|part| &tree.nodes[at].unentered[part]);
            let notes = part.and_then(size).map(Note::plain);
            let why = tree.nodes[at].cut.as_ref().map_or("", |cut| &cut.why);
            // Another tree may have entered this node.
            let mut seen = trees.iter().zip(&place.seen);
            let known = seen.find_map(|(tree, seen)| match *seen {
                Seen::Entered(id) => Some(&tree.nodes[id]),
                _ => None,
            });
            Some(Figure {
                mv: place.mv().unwrap_or_default().to_owned(),
                board: None,
                shape: known.map(shape),
                step: String::new(),
                value: String::new(),
                notes: notes.into_iter().collect(),
                class: "node dark".to_owned(),
                story: format!("Never entered because of the {cause} cut above: {why}"),
            })
        }
    }
}

/// Returns the outline of a node.
fn shape(node: &TreeNode) -> Shape {
    match (node.ending, node.mover) {
        (Some("outcome"), _) | (_, None) => Shape::Square,
        (Some("heuristic"), _) => Shape::Circle,
        (_, Some("max")) => Shape::Up,
        (_, Some(_)) => Shape::Down,
    }
}

/// Returns the CSS class of a cut.
pub(super) fn class_of(cause: &str) -> &'static str {
    match cause {
        "alpha" => "alpha",
        "beta" => "beta",
        _ => "other",
    }
}

fn entered(tree: &SearchTree, id: usize, boards: bool) -> Figure<'_> {
    let node = &tree.nodes[id];
    let mut notes: Vec<Note> = Vec::new();
    let mut note = |text: String| notes.push(Note::plain(text));
    if let Some(caption) = SearchTree::caption(node) {
        note(caption.to_owned());
    }
    if tree.moves_again(node) && !SearchTree::is_leaf(node) {
        note(format!("{} again", tree.side(node).unwrap_or_default()));
    }
    match node.purpose {
        "test" => note("test".to_owned()),
        "again" => note("searched again".to_owned()),
        _ => {}
    }
    if node.left_out > 0 {
        note(format!("+ {} below", states(node.left_out)));
    }
    if let Some(cut) = &node.cut {
        notes.push(Note {
            text: format!("{} cut", cut.cause),
            class: match cut.cause {
                "alpha" => "note-alpha",
                "beta" => "note-beta",
                _ => "note-other",
            },
        });
        for part in node.unentered.iter().filter(|part| part.mv.is_none()) {
            if let Some(text) = size(part) {
                notes.push(Note::plain(format!("{text} below")));
            }
        }
    }
    let mut class = "node".to_owned();
    if let Some(cut) = &node.cut {
        class = format!("{class} {}", class_of(cut.cause));
    }
    if node.on_best_line {
        class.push_str(" best");
    }
    let mv = match (&node.mv, node.parent) {
        (Some(mv), _) => mv.clone(),
        (None, Some(_)) => "shallow search".to_owned(),
        (None, None) => tree.pass_name(id).unwrap_or_default().to_owned(),
    };
    Figure {
        mv,
        board: if boards { node.board.as_deref() } else { None },
        shape: Some(shape(node)),
        step: (id + 1).to_string(),
        value: Symbols::UNICODE.value(node),
        notes,
        class,
        story: tree.story(id),
    }
}
