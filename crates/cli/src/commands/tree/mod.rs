//! `outflank tree`: draws searches of a game tree.

mod drawing;
mod json;
mod list;
mod searching;
mod table;

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use outflank_othello::Position;
use outflank_trees::{SearchTree, Summary, TracedSearches};

use crate::context::{Context, Verdict};
use crate::output::{grouped, progress_bar};
use crate::schema::{Lines, lines};
use crate::tree_source::{TreeSource, TreeSourceOptions};
use drawing::DrawingOptions;
use searching::{SearchOptions, depth_name};

/// The lines printed with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "tree": list::Line<'static>, json::Node<'static>, Summary, json::Total<'static>;
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: TreeSourceOptions,

    /// List the games and textbook trees for --game.
    #[arg(long, conflicts_with_all = ["positions", "expr", "game"])]
    list_games: bool,

    #[command(flatten)]
    searching: SearchOptions,

    #[command(flatten)]
    drawing: DrawingOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    if arguments.list_games {
        return list::run(context);
    }
    arguments.drawing.check(context)?;
    let mut sources = arguments.source.sources()?;
    let (Some(source), true) = (sources.pop(), sources.is_empty()) else {
        bail!("expected one position: a picture shows one tree");
    };
    let searches = arguments.searching.searches(&source, context)?;
    let depth = searches.limits.depth;
    let order = arguments.searching.order_name();
    let name = name(&source);
    let drawn = TracedSearches {
        game: format!("{name}, {}, order of moves: {order}", depth_name(depth)),
        searches,
        first_moves: arguments.searching.order_moves.clone(),
        max_nodes: arguments.drawing.max_nodes as usize,
        to_ply: arguments.drawing.to_ply.map(usize::from),
        measure: arguments.drawing.measure,
    };
    let board_order = arguments.searching.board_order();
    let bar = progress_bar(
        None,
        "{spinner} searching, {elapsed}; Ctrl-C stops and draws the tree so far",
    )?;
    bar.enable_steady_tick(Duration::from_millis(200));
    let searched = source
        .run_in(board_order, &drawn)
        .with_context(|| name.clone())?;
    bar.finish_and_clear();
    let summaries = Summary::of(&searched);
    let trees: Vec<SearchTree> = searched.into_iter().map(|search| search.tree).collect();
    if context.is_json() {
        let with_nodes = arguments.drawing.json_nodes;
        json::print(
            (&name, depth, &order),
            &summaries,
            &trees,
            with_nodes,
            context,
        )?;
    }
    let heading = heading(&drawn.game, &trees, &summaries);
    arguments.drawing.write(&heading, &trees, context)?;
    if arguments.drawing.is_picture_on_stdout()? {
        for note in notes(&trees, &summaries) {
            eprintln!("{note}");
        }
    }
    Ok(context.verdict())
}

fn name(source: &TreeSource) -> String {
    match source {
        TreeSource::Position {
            text,
            position,
            evaluation,
        } => format!(
            "{text} on {}, {}, {}",
            position.shape(),
            to_move(position),
            evaluation.kind()
        ),
        _ => source.name(),
    }
}

/// Describes the side to move. If it must pass, the tree begins after the pass.
fn to_move(position: &Position) -> String {
    let mover = position.mover();
    if position.must_pass() {
        format!("{mover} passes, {} to move", mover.opponent())
    } else {
        format!("{mover} to move")
    }
}

fn heading(game: &str, trees: &[SearchTree], summaries: &[Summary]) -> String {
    let mut heading = format!("{game}\n\n{}\n", table::table(summaries));
    for note in notes(trees, summaries) {
        // Writing to a string cannot fail.
        let _ = writeln!(heading, "{note}");
    }
    heading
}

fn notes(trees: &[SearchTree], summaries: &[Summary]) -> Vec<String> {
    let mut notes = Vec::new();
    for (tree, summary) in trees.iter().zip(summaries) {
        if !summary.completed {
            notes.push(format!(
                "{}: the search was stopped by a limit or Ctrl-C, so its tree is incomplete",
                summary.algorithm
            ));
        }
        if tree.left_out > 0 {
            notes.push(format!(
                "{}: {} of {} nodes are drawn (--max-nodes, --to-ply)",
                summary.algorithm,
                grouped(tree.nodes.len() as u64),
                grouped(tree.entered)
            ));
        }
    }
    if !json::agree(summaries) {
        let guesses = summaries.iter().any(|summary| summary.cuts.probcut > 0);
        let why = if guesses {
            ": ProbCut may change the value"
        } else {
            ""
        };
        notes.push(format!("the algorithms do not agree{why}"));
    }
    notes
}
