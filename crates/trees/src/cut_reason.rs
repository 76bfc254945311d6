//! Explanations of cuts.

use outflank_gametree::trace::{CutoffReason, NodeId, Origin, Trace};
use outflank_gametree::{CutoffCause, GameDisplay, Purpose, Side};

/// Returns the node whose move set a bound, or that made a test, and the node that the move leads
/// to.
pub(super) fn setter(origin: Origin) -> (Option<NodeId>, Option<NodeId>) {
    match origin {
        Origin::Open | Origin::Given => (None, None),
        Origin::Move { node, child } => (Some(node), Some(child)),
        Origin::Test { node } => (Some(node), None),
    }
}

/// Explains a cut in a sentence or two.
pub(super) fn why<G: GameDisplay>(game: &G, trace: &Trace<G>, why: &CutoffReason) -> String {
    let node = &trace.nodes[why.node];
    let value = game.value_name(why.value);
    let relation = match why.bound.map(|bound| bound.side) {
        Some(Side::Min) => "at least ",
        Some(Side::Max) => "at most ",
        None => "",
    };
    let found = match why.cause {
        CutoffCause::Alpha | CutoffCause::Beta => {
            let mover = node.mover.map_or("", |mover| game.side_name(mover));
            let by = node.children.last().and_then(|&child| {
                let mv = trace.nodes[child].mv?;
                Some(game.move_name(&node.state, mv))
            });
            let by = by.unwrap_or_else(|| "its last move".to_owned());
            format!("{mover} makes it {relation}{value} here by {by}")
        }
        CutoffCause::Table => format!("the table knows that this is worth {relation}{value}"),
        CutoffCause::Stability => {
            format!("whatever comes, this is worth {relation}{value} by what is certain already")
        }
        CutoffCause::ProbCut => {
            format!("a shallow search guesses that this is worth {relation}{value}")
        }
    };
    let Some(reached) = why.bound else {
        return format!("{found}.");
    };
    let side = game.side_name(reached.side);
    let bound = game.value_name(reached.value);
    let consequence = match reached.origin {
        Origin::Move { node, child } => {
            let above = &trace.nodes[node];
            let mv = trace.nodes[child].mv;
            let mv = mv.map_or_else(String::new, |mv| game.move_name(&above.state, mv));
            let place = place(game, trace, node);
            format!(
                "but {side} has {bound} for certain {place} by {mv}, and will not let it come here"
            )
        }
        Origin::Test { node }
            if trace.nodes[node].purpose == Purpose::Shallow || node == why.node =>
        {
            format!("which is past the bar of {bound}")
        }
        Origin::Test { node } => {
            let place = place(game, trace, node);
            format!("and the test made {place} asked for no more than whether it is past {bound}")
        }
        Origin::Given => {
            format!("and the search was asked for no more than whether it reaches {bound}")
        }
        Origin::Open => "and nothing can be better".to_owned(),
    };
    format!("{found}, {consequence}.")
}

/// Describes the position of a node in the tree.
fn place<G: GameDisplay>(game: &G, trace: &Trace<G>, id: NodeId) -> String {
    let path = trace.path(id);
    let names: Vec<String> = path
        .windows(2)
        .filter_map(|pair| {
            let mv = trace.nodes[pair[1]].mv?;
            Some(game.move_name(&trace.nodes[pair[0]].state, mv))
        })
        .collect();
    if names.is_empty() {
        "at the root".to_owned()
    } else {
        format!("after {}", names.join(" "))
    }
}
