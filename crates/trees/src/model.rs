//! A traced search with all names and values as text.

use outflank_gametree::trace::{Node, NodeId, Step, Trace, ValueKind};
use outflank_gametree::{
    Cell, CutoffCause, Depth, GameDisplay, INFINITY, MinimaxResult, NodeEnd, Pass, Picture,
    Purpose, SearchLimits, Side, Value, Window,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::cut_reason;

/// The title of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The game and the starting position.
    pub game: String,
    /// The algorithm.
    pub algorithm: String,
}

/// A search ready to be drawn. Values are text, from Max's point of view; nodes are numbered in the
/// order in which they were entered.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTree {
    /// The title.
    pub title: Title,
    /// The names of Max and Min.
    pub sides: [String; 2],
    /// The value of the root.
    pub value: String,
    /// The best move at the root, or `None` if the game is over.
    pub best: Option<String>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// States entered, including the root.
    pub entered: u64,
    /// Leaves among these: states scored by the rules or by the heuristic.
    pub leaves: u64,
    /// States entered but not recorded.
    pub left_out: u64,
    /// Cuts by alpha, beta, table, stability and ProbCut, in this order.
    pub cuts: [u64; 5],
    /// Moves skipped by cuts.
    pub unentered: u64,
    /// Whether the search ended without reaching any limit other than the depth.
    pub completed: bool,
    /// The passes from the root.
    pub passes: Vec<TreePass>,
    /// The nodes.
    pub nodes: Vec<TreeNode>,
    /// The steps of the search in order.
    pub steps: Vec<Step>,
}

/// A pass from the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreePass {
    /// The purpose in words; empty if there is only one pass.
    pub name: String,
    /// Its root, or `None` if it was not recorded.
    pub root: Option<NodeId>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct TreeNode {
    /// Its parent.
    pub parent: Option<NodeId>,
    /// Its children, in the order in which they were entered.
    pub children: Vec<NodeId>,
    /// The move that led to it.
    pub mv: Option<String>,
    /// `max` or `min`, or `None` if the game is over.
    pub mover: Option<&'static str>,
    /// Number of moves from the root.
    pub ply: usize,
    /// Remaining depth in plies or turns; `None` for a search to the end.
    pub remaining: Option<u32>,
    /// `value`, `test`, `again` or `shallow`.
    pub purpose: &'static str,
    /// Window on entry, or `None` in a search without windows.
    pub window: Option<NodeWindow>,
    /// Window on return, narrowed by the node's own moves.
    pub window_on_return: Option<NodeWindow>,
    /// The value, or `None` if the search was interrupted or the value depends on an unknown leaf.
    pub value: Option<String>,
    /// The value in units of the game, for comparisons.
    pub number: Option<Value>,
    /// `exact`, `at least` or `at most`: the relation of the true value to this one.
    pub kind: Option<&'static str>,
    /// `outcome`, `heuristic`, `moves` (all were tried) or `cut`.
    pub ending: Option<&'static str>,
    /// The reason why its search was cut off.
    pub cut: Option<NodeCut>,
    /// The parts of its subtree that the search never entered.
    pub unentered: Vec<PrunedPart>,
    /// States below this one that were entered but not recorded.
    pub left_out: u64,
    /// Whether it is on the principal variation of its pass.
    pub on_best_line: bool,
    /// The board, row by row from the top, if the game has one.
    pub board: Option<Vec<Vec<BoardCell>>>,
    /// A description of the state.
    pub caption: Option<String>,
}

/// A window. An infinite bound is `None`.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct NodeWindow {
    /// α.
    pub alpha: Option<String>,
    /// β.
    pub beta: Option<String>,
    /// Whether it is a null window: the search only tests whether the value is at least β.
    pub is_null: bool,
    /// α and β in units of the game, for comparisons.
    #[serde(skip)]
    pub numbers: [Value; 2],
}

/// The reason why a search was cut off.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct NodeCut {
    /// `alpha`, `beta`, `table`, `stability` or `probcut`.
    pub cause: &'static str,
    /// The bound that the value reached, if any.
    pub bound: Option<CutBound>,
    /// The reason in words.
    pub why: String,
}

/// A bound and its origin.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct CutBound {
    /// Its value.
    pub value: String,
    /// The node whose move set it, or `None` for a bound of the initial window.
    pub node: Option<NodeId>,
    /// The node to which the move leads, if a move set it.
    pub child: Option<NodeId>,
}

/// A part of a tree that was never entered.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct PrunedPart {
    /// The move to it, or `None` for the whole subtree of a node.
    pub mv: Option<String>,
    /// The number of states that minimax enters in it, if measured.
    pub nodes: Option<u64>,
    /// Its value, if measured within the limits.
    pub value: Option<String>,
}

/// A square of a board.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardCell {
    /// Empty.
    Empty,
    /// A hole.
    Hole,
    /// A piece of Max.
    Max,
    /// A piece of Min.
    Min,
    /// A piece of Max placed by the last move.
    LastMax,
    /// A piece of Min placed by the last move.
    LastMin,
    /// Text.
    Text(String),
}

impl SearchTree {
    /// Creates a drawing from a trace and the result of the search.
    #[must_use]
    pub fn new<G: GameDisplay>(
        game: &G,
        trace: &Trace<G>,
        result: &MinimaxResult<G::Move>,
        title: Title,
    ) -> Self {
        let best_lines = best_lines(trace);
        let node = |id| draw_node(game, trace, id, best_lines[id]);
        let nodes = (0..trace.nodes.len()).map(node).collect();
        let counts = result.counts;
        let passes = trace.passes.iter().map(|pass| TreePass {
            name: pass_name(game, pass.pass),
            root: pass.root,
        });
        let root = trace.nodes.first();
        let best = root.zip(result.best_move);
        Self {
            title,
            sides: [Side::Max, Side::Min].map(|side| game.side_name(side).to_owned()),
            value: game.value_name(result.value),
            best: best.map(|(root, mv)| game.move_name(&root.state, mv)),
            pv: root.map_or_else(Vec::new, |root| line_names(game, &root.state, &result.pv)),
            entered: counts.nodes(),
            leaves: counts.leaves,
            left_out: trace.left_out,
            cuts: [
                counts.alpha_cuts,
                counts.beta_cuts,
                counts.table_cuts,
                counts.stability_cuts,
                counts.probcut_cuts,
            ],
            unentered: counts.pruned_children,
            completed: result.completed,
            passes: passes.collect(),
            nodes,
            steps: trace.steps.clone(),
        }
    }

    /// Searches the parts that were never entered, to find their sizes and values. `limits` apply
    /// to each part, except the depth.
    pub fn measure<G, H>(
        &mut self,
        game: &G,
        trace: &Trace<G>,
        heuristic: &H,
        limits: &SearchLimits,
    ) where
        G: GameDisplay,
        H: outflank_gametree::Heuristic<G>,
    {
        for (id, node) in self.nodes.iter_mut().enumerate() {
            let parts = trace.measure_pruned(id, game, heuristic, limits);
            let state = &trace.nodes[id].state;
            let parts = parts.into_iter().map(|part| {
                let root = part.mv.map(|mv| game.play(state, mv));
                let root = root.as_ref().unwrap_or(state);
                let value = part.value.map(|value| {
                    let (least, most) = game.unknown_bounds(root).unwrap_or((value, value));
                    match (least > -INFINITY, most < INFINITY) {
                        _ if least == most => game.value_name(value),
                        (true, _) => format!("≥ {}", game.value_name(least)),
                        (false, true) => format!("≤ {}", game.value_name(most)),
                        (false, false) => "?".to_owned(),
                    }
                });
                PrunedPart {
                    mv: part.mv.map(|mv| game.move_name(state, mv)),
                    nodes: Some(part.nodes),
                    value,
                }
            });
            node.unentered = parts.collect();
        }
    }
}

/// Returns for each node whether it is on the principal variation of its pass.
fn best_lines<G: GameDisplay>(trace: &Trace<G>) -> Vec<bool> {
    let mut on_line = vec![false; trace.nodes.len()];
    for pass in &trace.passes {
        let mut at = pass.root;
        while let Some(id) = at {
            on_line[id] = true;
            at = trace.best_child(id);
        }
    }
    on_line
}

fn draw_node<G: GameDisplay>(
    game: &G,
    trace: &Trace<G>,
    id: NodeId,
    on_best_line: bool,
) -> TreeNode {
    let node = &trace.nodes[id];
    let (value, kind) = known_value(game, trace, id);
    let draw_window = |window| draw_window(game, window);
    let unentered = trace.pruned_moves(id).iter().map(|&mv| PrunedPart {
        mv: Some(game.move_name(&node.state, mv)),
        nodes: None,
        value: None,
    });
    TreeNode {
        parent: node.parent,
        children: node.children.clone(),
        mv: move_name(game, trace, node),
        mover: node.mover.map(|mover| match mover {
            Side::Max => "max",
            Side::Min => "min",
        }),
        ply: node.ply,
        remaining: node.remaining.number(),
        purpose: match node.purpose {
            Purpose::Value => "value",
            Purpose::Test => "test",
            Purpose::ReSearch => "again",
            Purpose::Shallow => "shallow",
        },
        window: node.window.map(draw_window),
        window_on_return: node.window_on_return.map(draw_window),
        value: value.map(|value| game.value_name(value)),
        number: value,
        kind,
        ending: node.end.map(|end| match end {
            NodeEnd::Outcome => "outcome",
            NodeEnd::Heuristic => "heuristic",
            NodeEnd::AllMoves => "moves",
            NodeEnd::Cutoff { .. } => "cut",
        }),
        cut: draw_cut(game, trace, id),
        unentered: unentered.collect(),
        left_out: node.left_out,
        on_best_line,
        board: game.picture(&node.state).map(draw_board),
        caption: game.caption(&node.state),
    }
}

/// Returns the known value of a node and its relation to the true value.
fn known_value<G: GameDisplay>(
    game: &G,
    trace: &Trace<G>,
    id: NodeId,
) -> (Option<Value>, Option<&'static str>) {
    let node = &trace.nodes[id];
    let (Some(value), Some(kind)) = (node.value, trace.value_kind(id)) else {
        return (None, None);
    };
    let (least, greatest) = match game.unknown_bounds(&node.state) {
        Some(bounds) if bounds.0 != bounds.1 && !has_heuristic(trace, id) => bounds,
        _ => (value, value),
    };
    match kind {
        ValueKind::Exact if least == greatest => (Some(value), Some("exact")),
        ValueKind::AtLeast if value <= least => (Some(value), Some("at least")),
        ValueKind::AtMost if value >= greatest => (Some(value), Some("at most")),
        // The value depends on the value assumed for an unknown leaf.
        _ if value == greatest || least == -INFINITY && greatest < INFINITY => {
            (Some(greatest), Some("at most"))
        }
        _ if least > -INFINITY => (Some(least), Some("at least")),
        _ => (None, None),
    }
}

/// Returns whether the subtree of a node contains heuristic values.
fn has_heuristic<G: GameDisplay>(trace: &Trace<G>, id: NodeId) -> bool {
    let node = &trace.nodes[id];
    let mut children = node.children.iter();
    node.end == Some(NodeEnd::Heuristic) || children.any(|&child| has_heuristic(trace, child))
}

fn move_name<G: GameDisplay>(game: &G, trace: &Trace<G>, node: &Node<G>) -> Option<String> {
    let above = &trace.nodes[node.parent?].state;
    Some(game.move_name(above, node.mv?))
}

/// Returns the names of a sequence of moves.
fn line_names<G: GameDisplay>(game: &G, state: &G::State, line: &[G::Move]) -> Vec<String> {
    let mut state = state.clone();
    line.iter()
        .map(|&mv| {
            let name = game.move_name(&state, mv);
            state = game.play(&state, mv);
            name
        })
        .collect()
}

fn draw_window<G: GameDisplay>(game: &G, window: Window) -> NodeWindow {
    let bound = |value: Value| {
        let says_something = value != INFINITY && value != -INFINITY;
        says_something.then(|| game.value_name(value))
    };
    NodeWindow {
        alpha: bound(window.alpha),
        beta: bound(window.beta),
        is_null: window.is_null(),
        numbers: [window.alpha, window.beta],
    }
}

fn draw_cut<G: GameDisplay>(game: &G, trace: &Trace<G>, id: NodeId) -> Option<NodeCut> {
    let why = trace.cutoff_reason(id)?;
    let bound = why.bound.map(|bar| {
        let (node, child) = cut_reason::setter(bar.origin);
        CutBound {
            value: game.value_name(bar.value),
            node,
            child,
        }
    });
    Some(NodeCut {
        cause: match why.cause {
            CutoffCause::Alpha => "alpha",
            CutoffCause::Beta => "beta",
            CutoffCause::Table => "table",
            CutoffCause::Stability => "stability",
            CutoffCause::ProbCut => "probcut",
        },
        bound,
        why: cut_reason::why(game, trace, &why),
    })
}

fn pass_name<G: GameDisplay>(game: &G, pass: Pass) -> String {
    match pass {
        Pass::Single => String::new(),
        Pass::Depth(Depth::Plies(depth)) => format!("depth {depth}"),
        Pass::Depth(Depth::Turns(depth)) => format!("depth {depth} turns"),
        Pass::Depth(Depth::Unlimited) => "to the end".to_owned(),
        Pass::Test(window) => format!("at least {}?", game.value_name(window.beta)),
    }
}

fn draw_board(picture: Picture) -> Vec<Vec<BoardCell>> {
    let cell = |cell| match cell {
        Cell::Empty => BoardCell::Empty,
        Cell::Hole => BoardCell::Hole,
        Cell::Piece { side, is_last } => match (side, is_last) {
            (Side::Max, false) => BoardCell::Max,
            (Side::Min, false) => BoardCell::Min,
            (Side::Max, true) => BoardCell::LastMax,
            (Side::Min, true) => BoardCell::LastMin,
        },
        Cell::Text(text) => BoardCell::Text(text),
    };
    let rows = picture.rows.into_iter();
    rows.map(|row| row.into_iter().map(cell).collect())
        .collect()
}
