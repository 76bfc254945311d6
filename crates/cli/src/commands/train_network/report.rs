//! How good the network is, before and after its numbers were rounded, and beside
//! tables of weights.

use comfy_table::{CellAlignment, Table, presets};
use outflank_engine::evaluation::{Evaluation, Network};
use outflank_training::training::StageError;
use outflank_training::training::network::{
    ErrorByDiscs, NetworkSamples, TrainedNetwork, network_error, tables_error,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Total];

/// Errors of the positions held out.
pub(super) struct Report<'a> {
    trained: &'a TrainedNetwork,
    whole: ErrorByDiscs,
    tables: ErrorByDiscs,
}

/// Mean absolute errors of a stage of four discs, in discs.
#[derive(JsonSchema, Serialize)]
struct Stage {
    /// The stage holds positions with so many discs and up to three more.
    discs: u32,
    positions: u64,
    mean_absolute_error: Option<f64>,
    floating_mean_absolute_error: Option<f64>,
    tables_mean_absolute_error: Option<f64>,
}

/// The last JSON object: errors of the network in whole numbers, in floating point, and
/// of the tables, in discs.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    games: u64,
    positions: usize,
    held_out: usize,
    /// Steps done, of `steps`.
    step: u64,
    steps: u64,
    /// Steps that a checkpoint held already.
    taken_up: u64,
    positions_per_second: Option<f64>,
    mean_absolute_error: Option<f64>,
    root_mean_square_error: Option<f64>,
    floating_mean_absolute_error: Option<f64>,
    floating_root_mean_square_error: Option<f64>,
    tables_mean_absolute_error: Option<f64>,
    tables_root_mean_square_error: Option<f64>,
    stages: Vec<Stage>,
    bytes: usize,
}

impl<'a> Report<'a> {
    /// Measures, with the threads of the `rayon` pool in which it is called.
    pub(super) fn new(
        trained: &'a TrainedNetwork,
        network: &Network,
        tables: &Evaluation,
        samples: &NetworkSamples,
    ) -> Self {
        Self {
            trained,
            whole: network_error(network, samples),
            tables: tables_error(tables, samples),
        }
    }

    /// Prints it, after learning from `rate` positions a second.
    pub(super) fn print(
        &self,
        games: u64,
        samples: &NetworkSamples,
        bytes: usize,
        rate: Option<f64>,
        context: &Context,
    ) -> anyhow::Result<()> {
        let trained = self.trained;
        let [whole, floating, tables] = self.errors().map(ErrorByDiscs::total);
        context.output.object(&Total {
            total: true,
            games,
            positions: samples.training(),
            held_out: samples.held_out(),
            step: trained.step,
            steps: trained.steps,
            taken_up: trained.taken_up,
            positions_per_second: rate,
            mean_absolute_error: whole.mean_absolute(),
            root_mean_square_error: whole.root_mean_square(),
            floating_mean_absolute_error: floating.mean_absolute(),
            floating_root_mean_square_error: floating.root_mean_square(),
            tables_mean_absolute_error: tables.mean_absolute(),
            tables_root_mean_square_error: tables.root_mean_square(),
            stages: self.stages(),
            bytes,
        })?;
        if samples.held_out() == 0 {
            return Ok(());
        }
        context.output.text(format_args!("\n{}", self.table()))
    }

    fn errors(&self) -> [&ErrorByDiscs; 3] {
        [&self.whole, &self.trained.error, &self.tables]
    }

    fn stages(&self) -> Vec<Stage> {
        let [whole, floating, tables] = self.errors();
        let others = floating.buckets().zip(tables.buckets());
        whole
            .buckets()
            .zip(others)
            .map(|((discs, whole), ((_, floating), (_, tables)))| Stage {
                discs,
                positions: whole.count,
                mean_absolute_error: whole.mean_absolute(),
                floating_mean_absolute_error: floating.mean_absolute(),
                tables_mean_absolute_error: tables.mean_absolute(),
            })
            .collect()
    }

    /// Mean absolute errors, then those of all stages together, and their roots of mean
    /// squares.
    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN);
        table.set_header(["discs", "positions", "network", "before rounding", "tables"]);
        let number = |error: Option<f64>| error.map_or_else(String::new, |e| format!("{e:.3}"));
        for stage in self.stages() {
            let last = if stage.discs == 60 {
                64
            } else {
                stage.discs + 3
            };
            table.add_row([
                format!("{}–{last}", stage.discs),
                grouped(stage.positions),
                number(stage.mean_absolute_error),
                number(stage.floating_mean_absolute_error),
                number(stage.tables_mean_absolute_error),
            ]);
        }
        let totals = self.errors().map(ErrorByDiscs::total);
        let mut total = |name: &str, error: fn(&StageError) -> Option<f64>| {
            let mut row = vec![name.to_owned(), grouped(totals[0].count)];
            row.extend(totals.iter().map(|total| number(error(total))));
            table.add_row(row);
        };
        total("all", StageError::mean_absolute);
        total("all, root mean square", StageError::root_mean_square);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}
