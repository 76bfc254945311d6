//! `outflank lab algorithms`: many algorithms in one table.

use anyhow::bail;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use outflank_gametree::{
    Algorithm, Counts, CutoffStats, DEFAULT_TABLE_ENTRIES, Depth, MoveOrder, Pruning, SearchLimits,
};
use outflank_trees::{AlgorithmRow, Algorithms};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};
use crate::tree_source::TreeSourceOptions;

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Object<'static>, Total];

/// Arguments of `outflank lab algorithms`.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: TreeSourceOptions,

    /// Depth in plies, 0 for the whole tree.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,

    /// Algorithms: minimax, alpha-beta, negamax, scout, pvs, alpha-beta-table, mtdf,
    /// deepening, deepening-table; all of them if none is named.
    #[arg(long, value_name = "ALGORITHM,…", value_delimiter = ',')]
    algorithms: Vec<Algorithm>,

    /// Order of moves: worst, random, given, heuristic, perfect.
    #[arg(long, value_name = "ORDER", default_value = "given")]
    order: MoveOrder,

    /// Seed of the random order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// States that a table holds at most.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TABLE_ENTRIES)]
    table: usize,

    /// Most nodes of one search.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    nodes: u64,
}

/// What an algorithm did; in JSON one object.
#[derive(JsonSchema, Serialize)]
struct Object<'a> {
    /// The position or game; null for all of them together.
    subject: Option<&'a str>,
    algorithm: &'static str,
    /// Null for several subjects together.
    value: Option<&'a str>,
    best: Option<&'a str>,
    nodes: u64,
    leaves: u64,
    /// Nodes by those of minimax, if that was among the algorithms.
    share: Option<f64>,
    alpha_cuts: u64,
    beta_cuts: u64,
    table_cuts: u64,
    /// Cuts made by the first move, the second and so on; the last entry holds
    /// all behind it.
    cuts_by_move: &'a [u64],
    first_move_cuts: Option<f64>,
    mean_moves_to_cut: Option<f64>,
    seconds: f64,
    completed: bool,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    subjects: usize,
    /// Searches that gave another value or move than the first algorithm.
    errors: usize,
}

/// Sums over subjects.
#[derive(Default)]
struct Sum {
    counts: Counts,
    places: CutoffStats,
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let subjects = arguments.subject.sources()?;
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
    let mut sums: Vec<Sum> = study.algorithms.iter().map(|_| Sum::default()).collect();
    let mut errors = 0;
    let mut searched = 0;
    for subject in &subjects {
        let rows = subject.run(&study);
        if context.is_interrupted() {
            break;
        }
        let name = subject.name();
        if let Some(row) = rows.iter().find(|row| !row.completed) {
            bail!(
                "{name}: {} takes more than --nodes {}",
                row.algorithm,
                arguments.nodes
            );
        }
        searched += 1;
        errors += differences(&rows);
        for (sum, row) in sums.iter_mut().zip(&rows) {
            sum.add(row);
        }
        report(Some(&name), &rows, context)?;
    }
    if searched > 1 {
        report_sums(&study.algorithms, &sums, searched, context)?;
    }
    context.output.object(&Total {
        total: true,
        subjects: searched,
        errors,
    })?;
    if errors > 0 {
        context.output.text(format_args!(
            "{errors} searches differ from the first algorithm"
        ))?;
        return Ok(Verdict::Negative);
    }
    context
        .output
        .text("All algorithms give the same value and the same move.")?;
    Ok(Verdict::Done)
}

impl Sum {
    fn add(&mut self, row: &AlgorithmRow) {
        self.counts += row.counts;
        self.places += &row.places;
        self.seconds += row.time.as_secs_f64();
    }
}

/// Searches that differ from the first in value or move.
fn differences(rows: &[AlgorithmRow]) -> usize {
    let Some((first, others)) = rows.split_first() else {
        return 0;
    };
    let differs = |row: &&AlgorithmRow| row.value != first.value || row.best != first.best;
    others.iter().filter(differs).count()
}

/// Nodes of minimax.
fn whole(algorithms: impl Iterator<Item = (Algorithm, u64)>) -> Option<u64> {
    let mut algorithms = algorithms;
    algorithms
        .find(|&(algorithm, _)| algorithm == Algorithm::Minimax)
        .map(|(_, nodes)| nodes)
}

/// What stands in a line of the table.
struct Entry<'a> {
    algorithm: Algorithm,
    value: Option<&'a str>,
    best: Option<&'a str>,
    counts: Counts,
    places: &'a CutoffStats,
    seconds: f64,
    completed: bool,
}

fn report(subject: Option<&str>, rows: &[AlgorithmRow], context: &Context) -> anyhow::Result<()> {
    let entries: Vec<Entry<'_>> = rows
        .iter()
        .map(|row| Entry {
            algorithm: row.algorithm,
            value: Some(&row.value_name),
            best: row.best.as_deref(),
            counts: row.counts,
            places: &row.places,
            seconds: row.time.as_secs_f64(),
            completed: row.completed,
        })
        .collect();
    show(subject, &entries, context)
}

fn report_sums(
    algorithms: &[Algorithm],
    sums: &[Sum],
    subjects: usize,
    context: &Context,
) -> anyhow::Result<()> {
    let entries: Vec<Entry<'_>> = algorithms
        .iter()
        .zip(sums)
        .map(|(&algorithm, sum)| Entry {
            algorithm,
            value: None,
            best: None,
            counts: sum.counts,
            places: &sum.places,
            seconds: sum.seconds,
            completed: true,
        })
        .collect();
    context
        .output
        .text(format_args!("All {subjects} together\n"))?;
    show(None, &entries, context)
}

fn show(subject: Option<&str>, entries: &[Entry<'_>], context: &Context) -> anyhow::Result<()> {
    let nodes = entries
        .iter()
        .map(|entry| (entry.algorithm, entry.counts.nodes()));
    let whole = whole(nodes);
    let share = |nodes: u64| whole.map(|whole| nodes as f64 / whole as f64);
    for entry in entries {
        context.output.object(&Object {
            subject,
            algorithm: entry.algorithm.name(),
            value: entry.value,
            best: entry.best,
            nodes: entry.counts.nodes(),
            leaves: entry.counts.leaves,
            share: share(entry.counts.nodes()),
            alpha_cuts: entry.counts.alpha_cuts,
            beta_cuts: entry.counts.beta_cuts,
            table_cuts: entry.counts.table_cuts,
            cuts_by_move: &entry.places.cuts,
            first_move_cuts: entry.places.share_of_first(1),
            mean_moves_to_cut: entry.places.mean_moves(),
            seconds: entry.seconds,
            completed: entry.completed,
        })?;
    }
    if let Some(subject) = subject {
        context.output.text(format_args!("{subject}\n"))?;
    }
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "algorithm",
        "value",
        "best",
        "nodes",
        "leaves",
        "% of minimax",
        "α cuts",
        "β cuts",
        "table",
        "by move 1",
        "2",
        "3",
        "behind",
        "mean",
        "ms",
    ]);
    for entry in entries {
        let by = |moves| entry.places.share_of_first(moves);
        let percent = |share: Option<f64>| {
            share.map_or("-".to_owned(), |share| format!("{:.1}", share * 100.0))
        };
        let between = |from, to| by(to).zip(by(from)).map(|(to, from)| to - from);
        table.add_row([
            entry.algorithm.to_string(),
            entry.value.unwrap_or("").to_owned(),
            entry.best.unwrap_or("").to_owned(),
            grouped(entry.counts.nodes()),
            grouped(entry.counts.leaves),
            percent(share(entry.counts.nodes())),
            grouped(entry.counts.alpha_cuts),
            grouped(entry.counts.beta_cuts),
            grouped(entry.counts.table_cuts),
            percent(by(1)),
            percent(between(1, 2)),
            percent(between(2, 3)),
            percent(by(3).map(|share| 1.0 - share)),
            entry
                .places
                .mean_moves()
                .map_or("-".to_owned(), |mean| format!("{mean:.2}")),
            format!("{:.1}", entry.seconds * 1000.0),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    context.output.text(format_args!("{table}\n"))
}
