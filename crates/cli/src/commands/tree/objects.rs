//! What scripts read of searches.

use outflank_gametree::Depth;
use outflank_trees::{SearchTree, Summary, TreeNode};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Node<'static>, Summary, Total<'static>];

/// A node; its fields are those of the drawing.
#[derive(JsonSchema, Serialize)]
struct Node<'a> {
    algorithm: &'a str,
    /// Nodes are numbered as they were entered.
    node: usize,
    #[serde(flatten)]
    drawn: &'a TreeNode,
}

/// The last object.
#[derive(JsonSchema, Serialize)]
struct Total<'a> {
    total: bool,
    game: &'a str,
    /// Null for a search to the end.
    depth: Option<u32>,
    order: &'a str,
    algorithms: usize,
    /// Whether all of them that ran to their end give the same value and move.
    agree: bool,
    entered: u64,
    seconds: f64,
}

/// Prints the object of each algorithm, perhaps after those of its nodes, and the last
/// one.
pub(super) fn print(
    (game, depth, order): (&str, Depth, &str),
    summaries: &[Summary],
    trees: &[SearchTree],
    with_nodes: bool,
    context: &Context,
) -> anyhow::Result<()> {
    for (summary, tree) in summaries.iter().zip(trees) {
        if with_nodes {
            for (node, drawn) in tree.nodes.iter().enumerate() {
                context.output.object(&Node {
                    algorithm: summary.algorithm,
                    node,
                    drawn,
                })?;
            }
        }
        context.output.object(summary)?;
    }
    context.output.object(&Total {
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

/// Whether all searches that ran to their end give the same value and move.
pub(super) fn agree(summaries: &[Summary]) -> bool {
    let mut ended = summaries.iter().filter(|summary| summary.completed);
    let Some(first) = ended.next() else {
        return true;
    };
    ended.all(|other| (other.number, &other.best) == (first.number, &first.best))
}
