//! `outflank lab algorithms`: a comparison of algorithms.

use anyhow::{Result, bail};
use clap::Args;
use outflank_gametree::{
    Algorithm, DEFAULT_TABLE_ENTRIES, Depth, MoveOrder, Pruning, SearchLimits,
};
use outflank_trees::{AlgorithmRow, Algorithms};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::output::{grouped, new_table};
use crate::tree_source::TreeSourceOptions;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: TreeSourceOptions,

    /// Depth in plies; 0 searches the whole tree.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,

    /// Algorithms: minimax, alpha-beta, negamax, scout, pvs, alpha-beta-table, mtdf, deepening,
    /// deepening-table [default: all].
    #[arg(long, value_name = "ALGORITHM,…", value_delimiter = ',')]
    algorithms: Vec<Algorithm>,

    /// Move order: worst, random, given, heuristic, perfect.
    #[arg(long, value_name = "ORDER", default_value = "given")]
    order: MoveOrder,

    /// Seed for the random order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Capacity of the transposition table in states.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TABLE_ENTRIES)]
    table: usize,

    /// Maximum number of nodes per search.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    nodes: u64,
}

/// The result of an algorithm.
#[derive(JsonSchema, Serialize)]
pub(super) struct Object<'a> {
    /// The position or game; null for the sum over all of them.
    subject: Option<&'a str>,
    algorithm: &'static str,
    /// Null for the sum over all subjects.
    value: Option<String>,
    best: Option<String>,
    nodes: u64,
    leaves: u64,
    /// Nodes divided by those of minimax, if minimax is among the algorithms.
    share: Option<f64>,
    alpha_cuts: u64,
    beta_cuts: u64,
    table_cuts: u64,
    /// Cut-offs caused by the first move, the second and so on; the last number covers all later
    /// moves.
    cuts_by_move: &'a [u64],
    first_move_cuts: Option<f64>,
    mean_moves_to_cut: Option<f64>,
    seconds: f64,
    completed: bool,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    subjects: usize,
    /// Searches whose value or move differs from that of the first algorithm.
    errors: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let subjects = arguments.source.sources()?;
    let study = Algorithms {
        algorithms: if arguments.algorithms.is_empty() {
            Algorithm::ALL.to_vec()
        } else {
            arguments.algorithms.clone()
        },
        order: arguments.order,
        seed: arguments.seed,
        limits: SearchLimits {
            depth: match arguments.depth {
                0 => Depth::Unlimited,
                depth => Depth::Plies(depth),
            },
            ..SearchLimits::unlimited()
                .with_nodes(arguments.nodes)
                .with_stop(context.interrupted.clone())
        },
        table_entries: arguments.table,
        pruning: Pruning::default(),
    };
    let mut sums: Vec<AlgorithmRow> = Vec::new();
    let mut errors = 0;
    let mut searched = 0;
    for subject in &subjects {
        let mut rows = subject.run(&study);
        let name = subject.name();
        if context.is_interrupted() {
            rows.retain(|row| row.completed);
            if rows.is_empty() {
                break;
            }
        } else if let Some(row) = rows.iter().find(|row| !row.completed) {
            let (algorithm, nodes) = (row.algorithm, arguments.nodes);
            bail!("{name}: {algorithm} takes more than --nodes {nodes}");
        }
        searched += 1;
        errors += differences(&rows);
        report(Some(&name), &rows, context)?;
        if context.is_interrupted() {
            break;
        }
        for (sum, row) in sums.iter_mut().zip(&rows) {
            sum.counts += row.counts;
            sum.places += &row.places;
            sum.time += row.time;
        }
        if sums.is_empty() {
            sums = rows;
        }
    }
    if searched > 1 && !context.is_interrupted() {
        context.text(format_args!("All {searched} together\n"))?;
        report(None, &sums, context)?;
    }
    let verdict = context.finish(&Total {
        total: true,
        subjects: searched,
        errors,
    })?;
    if errors > 0 {
        let text = format_args!("{errors} searches differ from the first algorithm");
        context.text(text)?;
        return Ok(Verdict::Negative);
    }
    if verdict == Verdict::Done {
        context.text("All algorithms give the same value and the same move.")?;
    }
    Ok(verdict)
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// Counts the searches that differ from the first in value or move.
fn differences(rows: &[AlgorithmRow]) -> usize {
    let Some((first, others)) = rows.split_first() else {
        return 0;
    };
    let differs = |row: &&AlgorithmRow| row.value != first.value || row.best != first.best;
    others.iter().filter(differs).count()
}

/// Prints the rows of a tree, or the sums over all trees.
fn report(subject: Option<&str>, rows: &[AlgorithmRow], context: &Context) -> Result<()> {
    let minimax = rows.iter().find(|row| row.algorithm == Algorithm::Minimax);
    let minimax = minimax.map(|row| row.counts.nodes() as f64);
    let share = |nodes: u64| minimax.map(|minimax| nodes as f64 / minimax);
    // Sums have no value and no move.
    let value = |row: &'_ AlgorithmRow| subject.map(|_| row.value_name.clone());
    let best = |row: &'_ AlgorithmRow| subject.and(row.best.clone());
    for row in rows {
        context.object(&Object {
            subject,
            algorithm: row.algorithm.name(),
            value: value(row),
            best: best(row),
            nodes: row.counts.nodes(),
            leaves: row.counts.leaves,
            share: share(row.counts.nodes()),
            alpha_cuts: row.counts.alpha_cuts,
            beta_cuts: row.counts.beta_cuts,
            table_cuts: row.counts.table_cuts,
            cuts_by_move: &row.places.cuts,
            first_move_cuts: row.places.share_of_first(1),
            mean_moves_to_cut: row.places.mean_moves(),
            seconds: row.time.as_secs_f64(),
            completed: row.completed,
        })?;
    }
    if let Some(subject) = subject {
        context.text(format_args!("{subject}\n"))?;
    }
    let header = "algorithm|value|best|nodes|leaves|% of minimax|α cuts|β cuts|table|\
                  by move 1|2|3|behind|mean|ms";
    let mut table = new_table(header, [0]);
    for row in rows {
        let by = |moves| row.places.share_of_first(moves);
        let percent =
            |share: Option<f64>| or_dash(share.map(|share| format!("{:.1}", share * 100.0)));
        let between = |from, to| by(to).zip(by(from)).map(|(to, from)| to - from);
        table.add_row([
            row.algorithm.to_string(),
            value(row).unwrap_or_default(),
            best(row).unwrap_or_default(),
            grouped(row.counts.nodes()),
            grouped(row.counts.leaves),
            percent(share(row.counts.nodes())),
            grouped(row.counts.alpha_cuts),
            grouped(row.counts.beta_cuts),
            grouped(row.counts.table_cuts),
            percent(by(1)),
            percent(between(1, 2)),
            percent(between(2, 3)),
            percent(by(3).map(|share| 1.0 - share)),
            or_dash(row.places.mean_moves().map(|mean| format!("{mean:.2}"))),
            format!("{:.1}", row.time.as_secs_f64() * 1000.0),
        ]);
    }
    context.text(format_args!("{table}\n"))
}
