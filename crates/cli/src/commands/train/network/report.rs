//! The hold-out errors of a network before and after quantization, and of pattern weights.

use comfy_table::Table;
use outflank_engine::evaluation::{Evaluation, Network};
use outflank_training::StageError;
use outflank_training::network::{
    ErrorByDiscs, NetworkSamples, TrainedNetwork, network_error, tables_error,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::matches::tables::markdown;
use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Total];

/// Hold-out errors.
pub(super) struct Report<'a> {
    trained: &'a TrainedNetwork,
    /// The errors before quantization, after it, and of pattern weights. All are empty after
    /// Ctrl-C.
    floating: ErrorByDiscs,
    quantized: ErrorByDiscs,
    tables: ErrorByDiscs,
}

/// Mean absolute errors of a stage of four disc counts, in discs.
#[derive(JsonSchema, Serialize)]
struct Stage {
    /// First disc count of the stage.
    discs: u32,
    positions: u64,
    mean_absolute_error: Option<f64>,
    floating_mean_absolute_error: Option<f64>,
    tables_mean_absolute_error: Option<f64>,
}

/// The last line: errors in discs of the quantized network, of the network in floating point,
/// and of the pattern weights (`tables`).
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    games: u64,
    positions: usize,
    held_out: usize,
    /// Steps done of `steps`.
    step: u64,
    steps: u64,
    /// Steps already done in the checkpoint.
    resumed_from: u64,
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
    /// Measures the errors on the threads of the current `rayon` pool.
    pub(super) fn new(
        trained: &'a TrainedNetwork,
        network: &Network,
        tables: &Evaluation,
        samples: &NetworkSamples,
        context: &Context,
    ) -> Self {
        let stop = &context.interrupted;
        let measured = || {
            let floating = trained.error.clone()?;
            let quantized = network_error(network, samples, stop)?;
            Some((floating, quantized, tables_error(tables, samples, stop)?))
        };
        let (floating, quantized, tables) = measured().unwrap_or_default();
        Self {
            trained,
            floating,
            quantized,
            tables,
        }
    }

    /// Prints the report; `rate` is the number of positions processed per second.
    pub(super) fn print(
        &self,
        games: u64,
        samples: &NetworkSamples,
        bytes: usize,
        rate: Option<f64>,
        context: &Context,
    ) -> anyhow::Result<Verdict> {
        let trained = self.trained;
        let [quantized, floating, tables] = self.errors().map(ErrorByDiscs::total);
        let verdict = context.finish(&Total {
            total: true,
            games,
            positions: samples.training(),
            held_out: samples.held_out(),
            step: trained.step,
            steps: trained.steps,
            resumed_from: trained.resumed_from,
            positions_per_second: rate,
            mean_absolute_error: quantized.mean_absolute(),
            root_mean_square_error: quantized.root_mean_square(),
            floating_mean_absolute_error: floating.mean_absolute(),
            floating_root_mean_square_error: floating.root_mean_square(),
            tables_mean_absolute_error: tables.mean_absolute(),
            tables_root_mean_square_error: tables.root_mean_square(),
            stages: self.stages(),
            bytes,
        })?;
        if quantized.count > 0 {
            context.output.text(format_args!("\n{}", self.table()))?;
        }
        Ok(verdict)
    }

    fn errors(&self) -> [&ErrorByDiscs; 3] {
        [&self.quantized, &self.floating, &self.tables]
    }

    fn stages(&self) -> Vec<Stage> {
        let [quantized, floating, tables] = self.errors();
        let others = floating.buckets().zip(tables.buckets());
        quantized
            .buckets()
            .zip(others)
            .map(|((discs, quantized), ((_, floating), (_, tables)))| Stage {
                discs,
                positions: quantized.count,
                mean_absolute_error: quantized.mean_absolute(),
                floating_mean_absolute_error: floating.mean_absolute(),
                tables_mean_absolute_error: tables.mean_absolute(),
            })
            .collect()
    }

    /// Returns a table of mean absolute errors by stage, with the totals.
    fn table(&self) -> Table {
        let header = ["discs", "positions", "network", "before rounding", "tables"];
        let mut table = markdown(header, 1);
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
        table
    }
}
