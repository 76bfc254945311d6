//! The data embedded in the page. Names are short and boards are shared, since a tree may have
//! thousands of nodes.

use std::collections::HashMap;

use outflank_gametree::trace::{NodeId, Step};
use outflank_gametree::{Algorithm, INFINITY, Value};
use serde::Serialize;

use super::super::{BoardCell, NodeWindow, PrunedPart, SearchTree, TreeNode, TreePass};

/// All trees and their distinct boards.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    trees: Vec<PageTree<'a>>,
    boards: Vec<PageBoard>,
}

/// A board. `.` is an empty cell and a space is a hole. `X` and `O` are pieces of Max and Min, and
/// `x` or `o` is the piece placed last.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
enum PageBoard {
    /// Rows separated by `/`.
    Cells(String),
    /// A board with text cells, each prefixed by `=`.
    Texts(Vec<Vec<String>>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageTree<'a> {
    game: &'a str,
    algorithm: &'a str,
    sides: &'a [String; 2],
    value: &'a str,
    best: Option<&'a str>,
    pv: &'a [String],
    entered: u64,
    leaves: u64,
    left_out: u64,
    cuts: [u64; 5],
    unentered: u64,
    completed: bool,
    passes: &'a [TreePass],
    nodes: Vec<PageNode<'a>>,
    /// `n` enters node n; `-1 - n` leaves it.
    steps: Vec<i64>,
}

/// A node. The page computes children and plies from the parents.
#[derive(Serialize)]
struct PageNode<'a> {
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    parent: Option<NodeId>,
    #[serde(rename = "m", skip_serializing_if = "Option::is_none")]
    mv: Option<&'a str>,
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    mover: Option<u8>,
    #[serde(rename = "r", skip_serializing_if = "Option::is_none")]
    remaining: Option<u32>,
    /// `None` means `value`.
    #[serde(rename = "u", skip_serializing_if = "Option::is_none")]
    purpose: Option<&'a str>,
    #[serde(rename = "w", skip_serializing_if = "Option::is_none")]
    window: Option<PageWindow<'a>>,
    #[serde(rename = "x", skip_serializing_if = "Option::is_none")]
    window_on_return: Option<PageWindow<'a>>,
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    number: Option<Value>,
    #[serde(rename = "k", skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(rename = "e", skip_serializing_if = "Option::is_none")]
    ending: Option<&'a str>,
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    cut: Option<PageCut<'a>>,
    #[serde(rename = "g", skip_serializing_if = "<[_]>::is_empty")]
    unentered: &'a [PrunedPart],
    #[serde(rename = "o", skip_serializing_if = "is_default")]
    left_out: u64,
    #[serde(rename = "l", skip_serializing_if = "is_default")]
    on_best_line: bool,
    #[serde(rename = "b", skip_serializing_if = "Option::is_none")]
    board: Option<usize>,
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    caption: Option<&'a str>,
}

#[derive(Serialize)]
struct PageCut<'a> {
    cause: &'a str,
    why: &'a str,
    bound: Option<&'a str>,
    /// The node whose move set the bound.
    node: Option<NodeId>,
    /// The node to which the move leads.
    child: Option<NodeId>,
}

/// α and β as text and as numbers; `None` for an infinite bound.
#[derive(Serialize)]
struct PageWindow<'a>(
    Option<&'a str>,
    Option<&'a str>,
    Option<Value>,
    Option<Value>,
);

fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

impl<'a> PageData<'a> {
    pub(super) fn new(trees: &'a [SearchTree]) -> Self {
        let mut boards = Boards::default();
        let trees = trees.iter().map(|tree| PageTree::new(tree, &mut boards));
        Self {
            trees: trees.collect(),
            boards: boards.list,
        }
    }

    /// Returns the data as JSON without `<` and `>`, safe inside a `script` element.
    pub(super) fn to_json(&self) -> String {
        let json = serde_json::to_string(self).expect("names and numbers can be written");
        // Both characters occur only in strings.
        json.replace('<', "\\u003c").replace('>', "\\u003e")
    }
}

impl<'a> PageTree<'a> {
    fn new(tree: &'a SearchTree, boards: &mut Boards) -> Self {
        let nodes = tree.nodes.iter().map(|node| PageNode::new(node, boards));
        let steps = tree.steps.iter().map(|&step| match step {
            Step::Enter(id) => id as i64,
            Step::Leave(id) => -1 - id as i64,
        });
        Self {
            game: &tree.title.game,
            algorithm: named(&tree.title.algorithm),
            sides: &tree.sides,
            value: &tree.value,
            best: tree.best.as_deref(),
            pv: &tree.pv,
            entered: tree.entered,
            leaves: tree.leaves,
            left_out: tree.left_out,
            cuts: tree.cuts,
            unentered: tree.unentered,
            completed: tree.completed,
            passes: &tree.passes,
            nodes: nodes.collect(),
            steps: steps.collect(),
        }
    }
}

/// The name of an algorithm in the words of the literature; other names stay.
fn named(algorithm: &str) -> &str {
    let known = algorithm.parse::<Algorithm>();
    known.map_or(algorithm, |known| known.title())
}

impl<'a> PageNode<'a> {
    fn new(node: &'a TreeNode, boards: &mut Boards) -> Self {
        Self {
            parent: node.parent,
            mv: node.mv.as_deref(),
            mover: node.mover.map(|mover| u8::from(mover == "min")),
            remaining: node.remaining,
            purpose: Some(node.purpose).filter(|&purpose| purpose != "value"),
            window: node.window.as_ref().map(PageWindow::new),
            window_on_return: node.window_on_return.as_ref().map(PageWindow::new),
            value: node.value.as_deref(),
            number: node.number,
            kind: node.kind,
            ending: node.ending,
            cut: node.cut.as_ref().map(|cut| PageCut {
                cause: cut.cause,
                why: &cut.why,
                bound: cut.bound.as_ref().map(|bound| bound.value.as_str()),
                node: cut.bound.as_ref().and_then(|bound| bound.node),
                child: cut.bound.as_ref().and_then(|bound| bound.child),
            }),
            unentered: &node.unentered,
            left_out: node.left_out,
            on_best_line: node.on_best_line,
            board: node.board.as_deref().map(|board| boards.place(board)),
            caption: node.caption.as_deref(),
        }
    }
}

impl<'a> PageWindow<'a> {
    fn new(window: &'a NodeWindow) -> Self {
        let number = |number: Value| Some(number).filter(|&n| n != INFINITY && n != -INFINITY);
        let [alpha, beta] = [&window.alpha, &window.beta].map(Option::as_deref);
        let [least, most] = window.numbers.map(number);
        Self(alpha, beta, least, most)
    }
}

/// The distinct boards.
#[derive(Default)]
struct Boards {
    list: Vec<PageBoard>,
    places: HashMap<PageBoard, usize>,
}

impl Boards {
    /// Returns the index of a board, adding it if it is new.
    fn place(&mut self, rows: &[Vec<BoardCell>]) -> usize {
        let board = PageBoard::new(rows);
        let next = self.list.len();
        *self.places.entry(board).or_insert_with_key(|board| {
            self.list.push(board.clone());
            next
        })
    }
}

impl PageBoard {
    fn new(rows: &[Vec<BoardCell>]) -> Self {
        let mut cells = rows.iter().flatten();
        let has_text = cells.any(|cell| matches!(cell, BoardCell::Text(_)));
        let rows = rows.iter().map(|row| row.iter().map(cell_sign));
        if has_text {
            Self::Texts(rows.map(Iterator::collect).collect())
        } else {
            let rows: Vec<String> = rows.map(Iterator::collect).collect();
            Self::Cells(rows.join("/"))
        }
    }
}

fn cell_sign(cell: &BoardCell) -> String {
    match cell {
        BoardCell::Empty => ".".to_owned(),
        BoardCell::Hole => " ".to_owned(),
        BoardCell::Max => "X".to_owned(),
        BoardCell::Min => "O".to_owned(),
        BoardCell::LastMax => "x".to_owned(),
        BoardCell::LastMin => "o".to_owned(),
        BoardCell::Text(text) => format!("={text}"),
    }
}
