//! Explanations of cut-offs.

use outflank_gametree::trace::{CutoffReason, NodeId, Origin, Trace};
use outflank_gametree::{CutoffCause, GameDisplay, Purpose, Side};

/// Returns the node whose move set a bound or caused a test, and the node to which the move leads.
pub(super) fn setter(origin: Origin) -> (Option<NodeId>, Option<NodeId>) {
    match origin {
        Origin::Open | Origin::Given => (None, None),
        Origin::Move { node, child } => (Some(node), Some(child)),
        Origin::Test { node } => (Some(node), None),
    }
}

/// Explains a cut-off in a sentence.
pub(super) fn why<G: GameDisplay>(game: &G, trace: &Trace<G>, why: &CutoffReason) -> String {
    let (found, consequence) = (found(game, trace, why), consequence(game, trace, why));
    format!("{found}, {consequence}.")
}

/// Describes the result of the search at the node of a cut-off.
fn found<G: GameDisplay>(game: &G, trace: &Trace<G>, why: &CutoffReason) -> String {
    let value = game.value_name(why.value);
    let bounded = match why.bound.map(|bound| bound.side) {
        Some(Side::Min) => format!("at least {value}"),
        Some(Side::Max) => format!("at most {value}"),
        None => value.clone(),
    };
    match why.cause {
        CutoffCause::Alpha | CutoffCause::Beta => {
            let last = trace.nodes[why.node].children.last();
            let mv = last.map(|&child| format!(" ({})", move_name(game, trace, child)));
            let mv = mv.unwrap_or_default();
            let [max, min] = [Side::Max, Side::Min].map(|side| game.side_name(side));
            match why.cause {
                CutoffCause::Beta => format!("{max} can get {bounded} here{mv}"),
                _ => format!("{min} can hold {max} to {value} here{mv}"),
            }
        }
        CutoffCause::Table => {
            format!("According to the transposition table, this node is worth {bounded}")
        }
        CutoffCause::Stability => format!("Stable discs prove that this node is worth {bounded}"),
        CutoffCause::ProbCut => {
            format!("A shallow search predicts that this node is worth {bounded}")
        }
    }
}

/// Describes why the search of the node can stop.
fn consequence<G: GameDisplay>(game: &G, trace: &Trace<G>, why: &CutoffReason) -> String {
    let Some(reached) = why.bound else {
        return "so its moves need not be searched".to_owned();
    };
    let [max, min] = [Side::Max, Side::Min].map(|side| game.side_name(side));
    let bound = game.value_name(reached.value);
    match reached.origin {
        Origin::Move { node, child } => {
            let place = place(game, trace, node);
            let mv = move_name(game, trace, child);
            let known = match reached.side {
                Side::Max => format!("{max} can already get at least {bound}"),
                Side::Min => format!("{min} can already hold {max} to {bound}"),
            };
            format!("but {known} {place} ({mv}), so this node cannot change the result")
        }
        Origin::Test { node }
            if trace.nodes[node].purpose == Purpose::Shallow || node == why.node =>
        {
            format!("which decides the test against {bound}")
        }
        Origin::Test { node } => {
            let place = place(game, trace, node);
            format!("which decides the null-window test against {bound} {place}")
        }
        Origin::Given => {
            let asked = match reached.side {
                Side::Max => "exceeds",
                Side::Min => "reaches",
            };
            format!("which is enough: the search only asks whether the value {asked} {bound}")
        }
        Origin::Open => "and no value is better than that".to_owned(),
    }
}

/// Returns the move that leads to a node, such as `move d3`.
fn move_name<G: GameDisplay>(game: &G, trace: &Trace<G>, child: NodeId) -> String {
    let child = &trace.nodes[child];
    match (child.parent, child.mv) {
        (Some(parent), Some(mv)) => {
            format!("move {}", game.move_name(&trace.nodes[parent].state, mv))
        }
        _ => "its last move".to_owned(),
    }
}

/// Describes the position of a node in the tree.
fn place<G: GameDisplay>(game: &G, trace: &Trace<G>, id: NodeId) -> String {
    let path = trace.path(id);
    let names = path.windows(2).filter_map(|pair| {
        let mv = trace.nodes[pair[1]].mv?;
        Some(game.move_name(&trace.nodes[pair[0]].state, mv))
    });
    match &names.collect::<Vec<_>>()[..] {
        [] => "at the root".to_owned(),
        names => format!("after {}", names.join(" ")),
    }
}
