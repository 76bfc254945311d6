//! Comparison of moves and values with exact scores.

use comfy_table::Table;
use outflank_lab::comparison::{
    Agreement, AgreementRow, Chance, Estimate, Judged, SampledPosition,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::Arguments;
use crate::commands::matches::tables::markdown;
use crate::context::Context;
use crate::output::{grouped, progress_bar};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Object<'static>];

/// The results of the searches.
pub(super) struct Judgement {
    /// The searches.
    pub(super) agreement: Agreement,
    /// The positions.
    pub(super) positions: Vec<Judged>,
}

/// An evaluation at a depth, over the positions with a number of empties. A field that ends
/// in `_error` is the standard error of the field before it.
#[derive(JsonSchema, Serialize)]
struct Object<'a> {
    agreement_row: bool,
    /// Null for the baseline: a random legal move, and a value that is always 0.
    evaluation: Option<&'a str>,
    /// Depth in plies; null for the baseline.
    depth: Option<u32>,
    /// Null over all numbers of empties.
    empties: Option<u32>,
    positions: usize,
    /// Share of the positions in which the move is an exact best move.
    agreement: Option<f64>,
    agreement_error: Option<f64>,
    /// Mean loss of the moves, in discs.
    loss: Option<f64>,
    loss_error: Option<f64>,
    /// Mean absolute difference between value and exact score, in discs.
    mean_absolute: Option<f64>,
    mean_absolute_error: Option<f64>,
    /// The factor that fits the values to the exact scores best, and the mean absolute difference
    /// after this scaling.
    factor: Option<f64>,
    scaled_mean_absolute: Option<f64>,
    scaled_mean_absolute_error: Option<f64>,
}

/// Judges the positions; after an interruption, returns those judged so far.
pub(super) fn judge(
    agreement: Agreement,
    positions: &[SampledPosition],
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<Judgement> {
    let template = "{pos}/{len} positions {wide_bar} {elapsed}<{eta}";
    let bar = progress_bar(Some(positions.len() as u64), template)?;
    let threads = arguments.threads.count();
    let judged = agreement.run(positions, threads, &context.interrupted, |_| bar.inc(1));
    bar.finish_and_clear();
    Ok(Judgement {
        agreement,
        positions: judged?,
    })
}

impl Judgement {
    /// Prints the results.
    pub(super) fn report(&self, arguments: &Arguments, context: &Context) -> anyhow::Result<()> {
        if self.positions.is_empty() {
            return Ok(());
        }
        let groups = self.groups(arguments);
        for &empties in &groups {
            for row in self.agreement.rows(&self.positions, empties) {
                context.output.object(&self.object(&row, empties))?;
            }
            let chance = Agreement::chance(&self.positions, empties);
            context.output.object(&of_chance(&chance, empties))?;
        }
        context.output.text(format_args!(
            "Against the exact scores of {} positions from {}\n\n{}",
            grouped(self.positions.len() as u64),
            arguments.source(),
            self.counts(arguments)
        ))?;
        for &depth in &self.agreement.depths {
            let table = self.shares(depth, &groups);
            context.output.text(format_args!(
                "\nShare of the moves of {} that are exactly best, in per cent\n\n{table}",
                in_plies(depth)
            ))?;
        }
        context.output.text(format_args!(
            "\nAll positions together\n\n{}\n",
            self.together()
        ))
    }

    /// Returns each number of empties that occurs, then `None` for all.
    fn groups(&self, arguments: &Arguments) -> Vec<Option<u32>> {
        let has = |empties: &&u32| {
            let mut positions = self.positions.iter();
            positions.any(|judged| judged.empties() == **empties)
        };
        let each = arguments.empties().iter().filter(has).copied().map(Some);
        each.chain([None]).collect()
    }

    fn object(&self, row: &AgreementRow, empties: Option<u32>) -> Object<'_> {
        Object {
            agreement_row: true,
            evaluation: Some(self.agreement.contenders[row.contender].name()),
            depth: Some(row.depth),
            empties,
            positions: row.positions,
            agreement: mean(row.agreement),
            agreement_error: error(row.agreement),
            loss: mean(row.loss),
            loss_error: error(row.loss),
            mean_absolute: mean(row.value_error),
            mean_absolute_error: error(row.value_error),
            factor: row.factor,
            scaled_mean_absolute: mean(row.scaled_error),
            scaled_mean_absolute_error: error(row.scaled_error),
        }
    }

    /// Returns the positions by number of empties.
    fn counts(&self, arguments: &Arguments) -> Table {
        let mut table = markdown(["empty squares", "positions", "legal moves"], 0);
        for empties in self.groups(arguments) {
            let chance = Agreement::chance(&self.positions, empties);
            let moves = mean(chance.moves).map_or("-".to_owned(), |moves| format!("{moves:.1}"));
            table.add_row([label(empties), grouped(chance.positions as u64), moves]);
        }
        table
    }

    /// Returns the agreement by number of empties at one depth.
    fn shares(&self, depth: u32, groups: &[Option<u32>]) -> Table {
        let mut header = vec!["evaluation".to_owned()];
        header.extend(groups.iter().copied().map(label));
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut table = markdown(header, 1);
        let rows = groups.iter().map(|&empties| {
            let rows = self.agreement.rows(&self.positions, empties);
            let of_depth = rows.into_iter().filter(|row| row.depth == depth);
            of_depth.collect::<Vec<_>>()
        });
        let rows: Vec<Vec<AgreementRow>> = rows.collect();
        for (place, contender) in self.agreement.contenders.iter().enumerate() {
            let mut cells = vec![contender.name().to_owned()];
            cells.extend(rows.iter().map(|rows| in_percent(rows[place].agreement)));
            table.add_row(cells);
        }
        let mut cells = vec!["by chance".to_owned()];
        cells.extend(
            groups
                .iter()
                .map(|&empties| in_percent(Agreement::chance(&self.positions, empties).agreement)),
        );
        table.add_row(cells);
        table
    }

    /// Returns the results of every search over all positions.
    fn together(&self) -> Table {
        let header = [
            "evaluation",
            "depth",
            "best, %",
            "loss, discs",
            "value off by",
            "factor",
            "then off by",
        ];
        let mut table = markdown(header, 1);
        for row in self.agreement.rows(&self.positions, None) {
            table.add_row([
                self.agreement.contenders[row.contender].name().to_owned(),
                row.depth.to_string(),
                in_percent(row.agreement),
                in_discs(row.loss),
                in_discs(row.value_error),
                row.factor
                    .map_or("-".to_owned(), |factor| format!("{factor:.3}")),
                in_discs(row.scaled_error),
            ]);
        }
        let chance = Agreement::chance(&self.positions, None);
        let nothing = || "-".to_owned();
        table.add_row([
            "by chance, 0".to_owned(),
            nothing(),
            in_percent(chance.agreement),
            in_discs(chance.loss),
            in_discs(chance.value_error),
            nothing(),
            nothing(),
        ]);
        table
    }
}

fn of_chance(chance: &Chance, empties: Option<u32>) -> Object<'static> {
    Object {
        agreement_row: true,
        evaluation: None,
        depth: None,
        empties,
        positions: chance.positions,
        agreement: mean(chance.agreement),
        agreement_error: error(chance.agreement),
        loss: mean(chance.loss),
        loss_error: error(chance.loss),
        mean_absolute: mean(chance.value_error),
        mean_absolute_error: error(chance.value_error),
        factor: None,
        scaled_mean_absolute: None,
        scaled_mean_absolute_error: None,
    }
}

fn mean(estimate: Option<Estimate>) -> Option<f64> {
    estimate.map(|estimate| estimate.mean)
}

fn error(estimate: Option<Estimate>) -> Option<f64> {
    estimate.and_then(|estimate| estimate.error)
}

fn label(empties: Option<u32>) -> String {
    empties.map_or("all".to_owned(), |empties| empties.to_string())
}

fn in_plies(depth: u32) -> String {
    match depth {
        1 => "1 ply".to_owned(),
        _ => format!("{depth} plies"),
    }
}

fn in_percent(estimate: Option<Estimate>) -> String {
    shown(estimate, 100.0, 1)
}

fn in_discs(estimate: Option<Estimate>) -> String {
    shown(estimate, 1.0, 2)
}

/// Formats a mean with its standard error.
fn shown(estimate: Option<Estimate>, unit: f64, decimals: usize) -> String {
    let Some(Estimate { mean, error }) = estimate else {
        return "-".to_owned();
    };
    let mean = format!("{:.decimals$}", unit * mean);
    match error {
        Some(error) => format!("{mean} ± {:.decimals$}", unit * error),
        None => mean,
    }
}
