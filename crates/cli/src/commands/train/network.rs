//! `outflank train network`: a network from games.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use outflank_engine::evaluation::Network;
use outflank_training::ErrorSummary;
use outflank_training::network::{
    NetworkEpoch, NetworkProgress, NetworkSamples, NetworkSettings, NetworkTrainer, NetworkWidth,
    TrainedNetwork, hold_out_error,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{Monitor, OutputArguments, SampleArguments, above_0, draw_errors};
use crate::context::{Context, Verdict};
use crate::options::{ThreadsOption, parse_in};
use crate::output::{grouped, speed};

/// Arguments of `outflank train network`. Samples are 8x8 positions and stay in memory, 18 bytes
/// each.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    samples: SampleArguments,

    #[command(flatten)]
    output: OutputArguments,

    /// Width of the network: 16, 32, 64 or 128 [default: 64, or that of --from].
    #[arg(long, value_name = "N", conflicts_with = "from")]
    width: Option<NetworkWidth>,

    /// Start from this network instead of random parameters; use a smaller --rate.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Train only the heads, the layers after the first one. Stages of the game without positions
    /// keep their values.
    #[arg(long, requires = "from")]
    heads_only: bool,

    /// Number of epochs. The learning rate decays over all of them.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,

    /// Peak learning rate.
    #[arg(long, value_name = "RATE", default_value_t = 0.002, value_parser = parse_rate)]
    rate: f64,

    /// Positions per batch.
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    batch: u32,

    /// Seed of the initial parameters and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Minutes between checkpoints.
    #[arg(long, value_name = "MINUTES", default_value_t = 10.0, value_parser = parse_minutes)]
    every: f64,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// An epoch. Errors are in discs.
#[derive(JsonSchema, Serialize)]
pub(super) struct EpochLine {
    epoch: u32,
    /// Root mean square training error.
    training_error: f64,
    /// Hold-out errors.
    #[serde(flatten)]
    error: ErrorSummary,
    seconds: f64,
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
    /// Hold-out errors of the quantized network; no positions are measured after Ctrl-C.
    #[serde(flatten)]
    error: ErrorSummary,
    /// Hold-out errors of the floating-point network.
    floating_mean_absolute_error: Option<f64>,
    floating_root_mean_square_error: Option<f64>,
    bytes: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let output = &arguments.output;
    output.check(&arguments.samples.games)?;
    let first = arguments.first()?;
    let interval = Duration::from_secs_f64(60.0 * arguments.every);
    let checkpoint = output.checkpoint(interval, &arguments.samples)?;
    let mut samples = NetworkSamples::default();
    let games = arguments.samples.load(&mut samples, context)?;
    let [training, held_out] = [samples.training(), samples.held_out()].map(|count| count as u64);
    let counts = [games, training, held_out];
    arguments.samples.report(counts, context)?;
    ensure!(
        u32::try_from(training).is_ok(),
        "{} positions to learn from: expected fewer than 4 294 967 296",
        grouped(training)
    );

    let pool = arguments.threads.pool()?;
    let settings = arguments.settings();
    let mut trainer = NetworkTrainer::new(&samples, settings)
        .with_checkpoint(checkpoint)
        .with_stop(context.interrupted.clone());
    if let Some(first) = &first {
        trainer = trainer.starting_from(first);
    }
    let template = "{bar:30} {pos}/{len} steps  {msg}";
    let mut monitor = Monitor::new(context).with_bar(None, template)?;
    let began = Instant::now();
    // Positions per second.
    let mut rate = None;
    let trained = pool.install(|| {
        trainer.train(|progress| {
            let is_first = rate.is_none();
            let seconds = began.elapsed().as_secs_f64();
            rate = Some(progress.learned as f64 / seconds);
            monitor.step(|bar| arguments.report(&progress, is_first, seconds, bar, context))
        })
    });
    monitor.finish()?;
    let trained = trained?;
    if trained.resumed_from == trained.steps {
        context.text("no steps left: the checkpoint holds all of them")?;
        arguments.draw(&trained.epochs)?;
    }
    let description = arguments.description(games, &samples, &trained);
    let network = Network::new(description, trained.parts.clone())?;
    // A network interrupted in its first epoch has seen only some of the positions.
    let is_untrained = trained.epochs.is_empty() && context.is_interrupted();
    let bytes = match is_untrained {
        true => 0,
        false => output.write(context, |level| network.to_bytes(level))?,
    };
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
        bytes,
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
        grouped(bytes as u64),
        output.to.display(),
        output.resume_note(verdict)
    ))?;
    Ok(verdict)
}

impl Arguments {
    /// Reads the initial network, if there is one.
    fn first(&self) -> Result<Option<Network>> {
        let Some(path) = &self.from else {
            return Ok(None);
        };
        let place = || format!("--from {}", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        Network::from_bytes(&bytes).map(Some).with_context(place)
    }

    fn settings(&self) -> NetworkSettings {
        NetworkSettings {
            width: self.width.unwrap_or(NetworkSettings::default().width),
            epochs: self.epochs,
            rate: self.rate,
            batch: self.batch as usize,
            seed: self.seed,
            heads_only: self.heads_only,
        }
    }

    /// Reports a step.
    fn report(
        &self,
        progress: &NetworkProgress<'_>,
        is_first: bool,
        seconds: f64,
        bar: &ProgressBar,
        context: &Context,
    ) -> Result<()> {
        if is_first && progress.resumed_from > 0 {
            let step = grouped(progress.resumed_from);
            bar.suspend(|| context.text(format_args!("resumed after step {step}")))?;
        }
        bar.set_length(progress.steps);
        bar.set_position(progress.step);
        bar.set_message(format!(
            "{}  error {:.3} discs",
            speed(progress.learned, seconds),
            progress.training_error
        ));
        let (true, Some(epoch)) = (progress.ends_epoch, progress.epochs.last()) else {
            return Ok(());
        };
        let seconds = epoch.elapsed.as_secs_f64();
        bar.suspend(|| {
            context.object(&EpochLine {
                epoch: epoch.epoch,
                training_error: epoch.training_error,
                error: epoch.error.summary(),
                seconds,
            })?;
            context.text(epoch.error.line("epoch", epoch.epoch, seconds))
        })?;
        self.draw(progress.epochs)
    }

    /// Draws the hold-out errors of the epochs, if a chart was requested.
    fn draw(&self, epochs: &[NetworkEpoch]) -> Result<()> {
        let Some(path) = &self.output.curve else {
            return Ok(());
        };
        let errors = epochs.iter();
        let errors = errors.map(|epoch| (epoch.epoch, epoch.error.clone()));
        draw_errors(
            &errors.collect::<Vec<_>>(),
            ("Hold-out error by epoch", "epochs"),
            None,
            path,
        )
    }

    /// Returns the description of the network in its file.
    fn description(
        &self,
        games: u64,
        samples: &NetworkSamples,
        trained: &TrainedNetwork,
    ) -> String {
        let share = self.samples.described_share();
        let interrupted = match trained.step {
            step if step == trained.steps => String::new(),
            step => format!(", interrupted after step {step} of {}", trained.steps),
        };
        let start = match &self.from {
            Some(path) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                let only = if self.heads_only { ", heads only" } else { "" };
                format!("from {}{only}", name.display())
            }
            None => format!("width {}", self.settings().width),
        };
        format!(
            "{games} games, {} positions{share}; {start}, epochs {}, rate {}, batch {}, seed {}, \
             lambda {}{interrupted}",
            samples.training(),
            self.epochs,
            self.rate,
            self.batch,
            self.seed,
            self.samples.lambda,
        )
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    parse_in(above_0(1.0), "a number above 0 and up to 1", text)
}

/// Parses minutes, at most a day.
fn parse_minutes(text: &str) -> Result<f64, String> {
    parse_in(above_0(1440.0), "more than 0 minutes, 1440 at most", text)
}
