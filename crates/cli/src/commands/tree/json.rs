//! JSON lines of `outflank tree`.

use anyhow::Result;
use outflank_gametree::Depth;
use outflank_trees::{SearchTree, Summary, TreeNode};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};

/// A node in a drawing.
#[derive(JsonSchema, Serialize)]
pub(super) struct Node<'a> {
    algorithm: &'a str,
    /// The number of the node, in the order in which the search entered nodes.
    node: usize,
    #[serde(flatten)]
    drawn: &'a TreeNode,
}

/// The last object.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total<'a> {
    total: bool,
    game: &'a str,
    /// Null for a search to the end.
    depth: Option<u32>,
    order: &'a str,
    algorithms: usize,
    /// Whether all completed searches agree on value and move.
    agree: bool,
    entered: u64,
    seconds: f64,
}

/// Prints a line for each algorithm, preceded by the lines of its nodes if `with_nodes`, and then
/// the last line.
pub(super) fn print(
    (game, depth, order): (&str, Depth, &str),
    summaries: &[Summary],
    trees: &[SearchTree],
    with_nodes: bool,
    context: &Context,
) -> Result<Verdict> {
    for (summary, tree) in summaries.iter().zip(trees) {
        if with_nodes {
            for (node, drawn) in tree.nodes.iter().enumerate() {
                context.object(&Node {
                    algorithm: summary.algorithm,
                    node,
                    drawn,
                })?;
            }
        }
        context.object(summary)?;
    }
    context.finish(&Total {
        total: true,
        game,
        depth: depth.number(),
        order,
        algorithms: summaries.len(),
        agree: agree(summaries),
        entered: summaries.iter().map(|summary| summary.entered).sum(),
        seconds: summaries.iter().map(|summary| summary.seconds).sum(),
    })
}

pub(super) fn agree(summaries: &[Summary]) -> bool {
    let mut ended = summaries.iter().filter(|summary| summary.completed);
    let Some(first) = ended.next() else {
        return true;
    };
    ended.all(|other| (other.number, &other.best) == (first.number, &first.best))
}
