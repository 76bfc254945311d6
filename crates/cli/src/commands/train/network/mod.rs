//! `outflank train network`: a network from games.

mod options;
pub(super) mod progress;

use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use outflank_engine::evaluation::{BEST_COMPRESSION, Network};
use outflank_training::ErrorSummary;
use outflank_training::network::{NetworkSamples, NetworkTrainer, TrainedNetwork, hold_out_error};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{
    FAST_COMPRESSION, OutputArguments, SampleArguments, parse_percent, write_file,
};
use crate::context::{Context, Verdict};
use crate::options::ThreadsOption;
use crate::output::grouped;
use options::NetworkOptions;
use progress::Progress;

/// Arguments of `outflank train network`. Samples are of 8x8 and stay in memory, 18 bytes each.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    samples: SampleArguments,

    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    network: NetworkOptions,

    /// Train on this percentage of the games. The hold-out set stays the same, and the games of
    /// a smaller share are a subset of those of a larger one.
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0, value_parser = parse_percent)]
    share: f64,

    /// Minutes between two writes of the checkpoint.
    #[arg(long, value_name = "MINUTES", default_value_t = 10.0, value_parser = options::parse_minutes)]
    every: f64,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// The last line. Errors are in discs.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
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
    /// Hold-out errors of the quantized network; without positions after Ctrl-C.
    #[serde(flatten)]
    error: ErrorSummary,
    /// Hold-out errors of the floating-point network.
    floating_mean_absolute_error: Option<f64>,
    floating_root_mean_square_error: Option<f64>,
    bytes: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    arguments.output.check(&arguments.samples.games)?;
    let first = arguments.network.first()?;
    let interval = Duration::from_secs_f64(60.0 * arguments.every);
    let share = arguments.share;
    let checkpoint = arguments
        .output
        .checkpoint(interval, &arguments.samples, share)?;
    let mut samples = NetworkSamples::default();
    let games = arguments.samples.load(share, &mut samples, context)?;
    let [training, held_out] = [samples.training(), samples.held_out()].map(|count| count as u64);
    SampleArguments::report(share, [games, training, held_out], context)?;
    ensure!(
        u32::try_from(training).is_ok(),
        "{} positions to learn from: expected fewer than 4 294 967 296",
        grouped(training)
    );

    let pool = arguments.threads.pool()?;
    let settings = arguments.network.settings();
    let mut trainer = NetworkTrainer::new(&samples, settings)
        .with_checkpoint(checkpoint)
        .with_stop(context.interrupted.clone());
    if let Some(first) = &first {
        trainer = trainer.starting_from(first);
    }
    let curve = arguments.output.curve.as_deref();
    let mut progress = Progress::new(curve, context)?;
    let trained = pool.install(|| trainer.train(|step| progress.step(step)));
    let rate = progress.finish()?;
    let trained = trained?;
    if trained.resumed_from == trained.steps {
        let text = "no step left: the checkpoint holds all of them";
        context.text(text)?;
        progress::draw(curve, &trained.epochs)?;
    }
    let description = arguments.description(games, &samples, &trained);
    let network = Network::new(description, trained.parts.clone())?;
    // In the first epoch the network has seen only part of the positions.
    let is_untrained = trained.epochs.is_empty() && context.is_interrupted();
    let bytes = match (is_untrained, context.is_interrupted()) {
        (true, _) => Vec::new(),
        (false, true) => network.to_bytes(FAST_COMPRESSION)?,
        (false, false) => context.abandonable(|| Ok(network.to_bytes(BEST_COMPRESSION)?))?,
    };
    if !is_untrained {
        write_file(&arguments.output.to, &bytes)?;
    }
    let stop = &context.interrupted;
    let error = trained.error.clone().zip(
        pool.install(|| hold_out_error(&samples, stop, |features| network.value_of(features))),
    );
    let (floating, error) = error.unwrap_or_default();
    let floating = floating.total();
    let verdict = context.finish(&Total {
        total: true,
        games,
        positions: samples.training(),
        held_out: samples.held_out(),
        step: trained.step,
        steps: trained.steps,
        resumed_from: trained.resumed_from,
        positions_per_second: rate,
        error: error.summary(),
        floating_mean_absolute_error: floating.mean_absolute(),
        floating_root_mean_square_error: floating.root_mean_square(),
        bytes: bytes.len(),
    })?;
    if let Some(rounded) = error.total().mean_absolute() {
        context.text(format_args!(
            "error {rounded:.3} discs, {:.3} before rounding",
            floating.mean_absolute().unwrap_or(f64::NAN)
        ))?;
    }
    if trained.step < trained.steps {
        context.text(format_args!(
            "interrupted after step {} of {}",
            grouped(trained.step),
            grouped(trained.steps)
        ))?;
    }
    if is_untrained {
        context.text("interrupted in the first epoch; no network was written")?;
        return Ok(verdict);
    }
    context.text(format_args!(
        "{} bytes in {}{}",
        grouped(bytes.len() as u64),
        arguments.output.to.display(),
        arguments.output.resume_note(verdict)
    ))?;
    Ok(verdict)
}

impl Arguments {
    /// Describes the network, in its file.
    fn description(
        &self,
        games: u64,
        samples: &NetworkSamples,
        trained: &TrainedNetwork,
    ) -> String {
        let share = SampleArguments::describe_share(self.share);
        let interrupted = match trained.step {
            step if step == trained.steps => String::new(),
            step => format!(", interrupted after step {step} of {}", trained.steps),
        };
        format!(
            "{games} games, {} positions{share}; {}, lambda {}{interrupted}",
            samples.training(),
            self.network,
            self.samples.lambda,
        )
    }
}
