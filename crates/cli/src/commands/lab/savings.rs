//! `outflank lab savings`: the nodes that alpha-beta saves.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use comfy_table::Table;
use outflank_gametree::{MoveOrder, SearchLimits};
use outflank_othello::{PassCounting, perft, with_board};
use schemars::JsonSchema;
use serde::Serialize;

use super::searches::{Savings, SavingsRow, best_case_leaves};
use crate::chart::{Chart, Line};
use crate::commands::train::shared::{check_chart, write_chart};
use crate::context::{Context, Verdict};
use crate::output::{grouped, new_table};
use crate::tree_source::{TreeSource, TreeSourceOptions};

/// An explanation of the last columns of the table of leaves.
const LEGEND: &str = "\
branching: b, the d-th root of the number of leaves of minimax to depth d. uniform best case: the
fewest leaves that alpha-beta can visit in a uniform tree, in which every node has b moves (Knuth and
Moore 1975): b^⌈d/2⌉ + b^⌊d/2⌋ − 1. The number of moves in a game varies, so its best case may be
smaller or larger. Perfect order tries the best move first, not the one with the smallest subtree.";

#[derive(Args)]
#[command(after_help = LEGEND)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: TreeSourceOptions,

    /// Maximum depth in plies; every depth from 1 is searched.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Move orders: worst, random, given, heuristic, perfect.
    #[arg(
        long,
        value_name = "ORDER,…",
        value_delimiter = ',',
        default_value = "worst,random,given,heuristic,perfect"
    )]
    orders: Vec<MoveOrder>,

    /// Seed for the random order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Maximum number of nodes per search; depths at which minimax needs more are skipped.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    nodes: u64,

    /// Write a chart of the leaves by depth to this file.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// One search.
#[derive(JsonSchema, Serialize)]
pub(super) struct Object<'a> {
    /// The position or game.
    subject: &'a str,
    depth: u32,
    /// `minimax` or `alpha-beta`.
    algorithm: &'static str,
    /// The move order; null for minimax.
    order: Option<&'static str>,
    nodes: u64,
    leaves: u64,
    /// Nodes divided by those of minimax.
    share: f64,
    cuts: u64,
    /// Share of the cut-offs caused by the first move.
    first_move_cuts: Option<f64>,
    /// Mean number of moves tried at nodes with a cut-off.
    mean_moves_to_cut: Option<f64>,
    /// The depth-th root of the number of leaves of minimax.
    branching: f64,
    /// The fewest leaves that alpha-beta can visit in a uniform tree with that branching factor;
    /// not a bound for this tree, whose nodes have different numbers of moves.
    best_case_leaves: f64,
    /// Whether minimax visits as many leaves as perft counts; null for games other than Othello.
    equals_perft: Option<bool>,
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    subjects: usize,
    searches: usize,
    nodes: u64,
    /// Depths at which minimax and perft differ.
    errors: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    if let Some(path) = &arguments.plot {
        check_chart("--plot", path)?;
    }
    let subjects = arguments.source.sources()?;
    let savings = Savings {
        depth: arguments.depth,
        orders: orders(&arguments.orders),
        seed: arguments.seed,
        limits: SearchLimits::unlimited()
            .with_nodes(arguments.nodes)
            .with_stop(context.interrupted.clone()),
    };
    let mut all = Vec::new();
    let mut errors = 0;
    for subject in &subjects {
        let rows = subject.run(&savings);
        let name = subject.name();
        ensure!(
            !rows.is_empty() || context.is_interrupted(),
            "{name}: minimax to depth 1 takes more than --nodes {}",
            arguments.nodes
        );
        if rows.is_empty() {
            break;
        }
        let is_equal =
            |row: &SavingsRow| Some(leaves_by_perft(subject, row.depth)? == row.minimax.leaves);
        let perft: Vec<Option<bool>> = rows.iter().map(is_equal).collect();
        errors += perft.iter().filter(|&&equal| equal == Some(false)).count();
        report(&name, &rows, &perft, context)?;
        all.push((name, rows));
        if context.is_interrupted() {
            break;
        }
    }
    let costs = || {
        let rows = all.iter().flat_map(|(_, rows)| rows);
        rows.flat_map(|row| std::iter::once(&row.minimax).chain(&row.orders))
    };
    let verdict = context.finish(&Total {
        total: true,
        subjects: all.len(),
        searches: costs().count(),
        nodes: costs().map(|cost| cost.nodes).sum(),
        errors,
    })?;
    if let Some(path) = &arguments.plot
        && all.iter().any(|(_, rows)| !rows.is_empty())
    {
        plot(&all, &savings.orders, path)?;
    }
    Ok(verdict.negative_if(errors > 0))
}

/// Returns the orders without duplicates, from worst to best.
fn orders(asked: &[MoveOrder]) -> Vec<MoveOrder> {
    let all = MoveOrder::ALL.into_iter();
    all.filter(|order| asked.contains(order)).collect()
}

/// Returns the leaves that perft counts at a depth; `None` for games other than Othello.
fn leaves_by_perft(subject: &TreeSource, depth: u32) -> Option<u64> {
    let position = subject.position()?;
    Some(with_board!(position, |layout, board| {
        perft(board, layout, depth, PassCounting::Free).leaves
    }))
}

fn report(
    name: &str,
    rows: &[SavingsRow],
    perft: &[Option<bool>],
    context: &Context,
) -> Result<()> {
    for (row, &equals_perft) in rows.iter().zip(perft) {
        for cost in std::iter::once(&row.minimax).chain(&row.orders) {
            context.object(&Object {
                subject: name,
                depth: row.depth,
                algorithm: match cost.order {
                    None => "minimax",
                    Some(_) => "alpha-beta",
                },
                order: cost.order.map(MoveOrder::name),
                nodes: cost.nodes,
                leaves: cost.leaves,
                share: cost.nodes as f64 / row.minimax.nodes as f64,
                cuts: cost.cuts,
                first_move_cuts: cost.places.share_of_first(1),
                mean_moves_to_cut: cost.places.mean_moves(),
                branching: row.branching,
                best_case_leaves: best_case_leaves(row.branching, row.depth),
                equals_perft: equals_perft.filter(|_| cost.order.is_none()),
            })?;
        }
    }
    context.text(format_args!("{name}\n"))?;
    context.text(format_args!("{}\n\n{LEGEND}\n", leaves_table(rows, perft)))?;
    context.text(format_args!("{}\n", cuts_table(rows)))
}

/// Returns a table of leaves by depth and order, with the best case of a uniform tree.
fn leaves_table(rows: &[SavingsRow], perft: &[Option<bool>]) -> Table {
    let orders = orders_of(rows);
    let is_checked = perft.iter().any(Option::is_some);
    let checked = if is_checked { "|perft" } else { "" };
    let names: String = orders.iter().map(|order| format!("|{order}")).collect();
    let header = format!("depth|minimax leaves{checked}{names}|branching|uniform best case");
    let mut table = new_table(&header, []);
    for (row, equals_perft) in rows.iter().zip(perft) {
        let mut line = vec![row.depth.to_string(), grouped(row.minimax.leaves)];
        line.extend(equals_perft.map(|equal| if equal { "equal" } else { "DIFFERS" }.to_owned()));
        for &order in &orders {
            let cost = row.cost(order);
            line.push(cost.map_or("-".to_owned(), |cost| grouped(cost.leaves)));
        }
        let best_case = best_case_leaves(row.branching, row.depth);
        line.extend([
            format!("{:.2}", row.branching),
            grouped(best_case.round() as u64),
        ]);
        table.add_row(line);
    }
    table
}

/// Returns a table of the quality of each order: the share of the cut-offs caused by the first
/// move, and the mean number of moves to a cut-off.
fn cuts_table(rows: &[SavingsRow]) -> Table {
    let orders = orders_of(rows);
    let header = orders.iter().map(|order| format!("|{order}: first, mean"));
    let header: String = header.collect();
    let mut table = new_table(&format!("depth{header}"), []);
    for row in rows {
        let mut line = vec![row.depth.to_string()];
        for &order in &orders {
            let cost = row.cost(order);
            let places = cost.map(|cost| &cost.places);
            let share = places.and_then(|places| places.share_of_first(1));
            let mean = places.and_then(outflank_gametree::CutoffStats::mean_moves);
            line.push(match share.zip(mean) {
                Some((share, mean)) => format!("{:.1} %, {mean:.2}", share * 100.0),
                None => "-".to_owned(),
            });
        }
        table.add_row(line);
    }
    table
}

fn orders_of(rows: &[SavingsRow]) -> Vec<MoveOrder> {
    let has = |order: &MoveOrder| rows.iter().any(|row| row.cost(*order).is_some());
    MoveOrder::ALL.into_iter().filter(has).collect()
}

/// Plots the leaves by depth on a logarithmic scale, summed over all subjects at their common
/// depths.
fn plot(all: &[(String, Vec<SavingsRow>)], orders: &[MoveOrder], path: &Path) -> Result<()> {
    let depths = all.iter().map(|(_, rows)| rows.len()).min().unwrap_or(0);
    let sum = |of: &dyn Fn(&SavingsRow) -> Option<f64>| -> Vec<(u32, f64)> {
        let leaves = |(place, depth): (usize, u32)| {
            let rows = all.iter().map(|(_, rows)| of(&rows[place]));
            Some((depth, rows.sum::<Option<f64>>()?.log10()))
        };
        (0..depths).zip(1..).filter_map(leaves).collect()
    };
    let minimax = sum(&|row| Some(row.minimax.leaves as f64));
    let mut lines = vec![Line::all("minimax", minimax)];
    for (&order, &colour) in orders.iter().zip(&crate::chart::STAGE_COLOURS[1..]) {
        let leaves = sum(&|row| Some(row.cost(order)?.leaves as f64));
        lines.push(Line::new(order.to_string(), colour, leaves));
    }
    let best_case = sum(&|row| Some(best_case_leaves(row.branching, row.depth)));
    lines.push(Line::second("best case", best_case));
    lines.retain(|line| !line.points.is_empty());
    let title = match all {
        [(name, _)] => format!("Leaves visited: {name}"),
        _ => format!("Leaves visited, {} positions", all.len()),
    };
    let chart = Chart {
        title: &title,
        x_label: "depth in plies",
        y_label: "leaves, as a power of ten",
        legend: "order of moves",
        lines,
        ..Chart::default()
    };
    write_chart(&chart, path)
}
