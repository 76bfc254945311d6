//! `outflank train`: weights of the evaluation from games.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Args;
use outflank_engine::evaluation::Weights;
use outflank_lab::training::{
    ErrorByStage, Pouring, SpoolWriter, Step, Trainer, TrainingOptions, pour_games,
};
use outflank_othello::format::write_beside_and_rename;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::ThreadsOption;
use crate::output::grouped;

/// Arguments of `outflank train`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of games: self-play, WTHOR, transcripts.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Directory for the positions sorted by stage; some 1.2 GB for each hundred
    /// million [default: beside the weights, removed at the end].
    #[arg(long, value_name = "DIRECTORY")]
    spool: Option<PathBuf>,

    /// One game in N is held out to measure the error.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,

    /// Share of a self-play position's score that comes from the rest of its
    /// game, from 0 to 1; what is left is what the search said of it.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    lambda: f64,

    /// Penalty on weights: seen so often, a configuration counts half.
    #[arg(long, value_name = "USES", default_value_t = 16.0)]
    penalty: f64,

    /// Most passes over the positions.
    #[arg(long, value_name = "N", default_value_t = 40)]
    passes: u32,

    /// Stop after so many passes without a smaller error.
    #[arg(long, value_name = "N", default_value_t = 4)]
    patience: u32,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// The JSON object of one pass.
#[derive(Serialize)]
struct Pass {
    pass: u32,
    mean_absolute_error: Option<f64>,
    root_mean_square_error: Option<f64>,
    stages: Vec<Stage>,
    residual: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct Stage {
    discs: u32,
    positions: u64,
    mean_absolute_error: Option<f64>,
}

/// The last JSON object.
#[derive(Serialize)]
struct Total {
    total: bool,
    games: u64,
    positions: u64,
    held_out: u64,
    best_pass: u32,
    bytes: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    ensure!(
        arguments.penalty >= 0.0 && arguments.penalty.is_finite(),
        "--penalty: expected a number that is not negative"
    );
    ensure!(
        (0.0..=1.0).contains(&arguments.lambda),
        "--lambda: expected a number from 0 to 1"
    );
    let own_spool = arguments.to.with_extension("spool");
    let directory = arguments.spool.as_ref().unwrap_or(&own_spool);
    let place = || directory.display().to_string();
    let mut spool = SpoolWriter::new(directory).with_context(place)?;
    let pouring = Pouring {
        hold_out: arguments.hold_out,
        lambda: arguments.lambda,
    };
    let mut games = 0;
    for path in &arguments.games {
        games += pour_games(path, pouring, &mut spool)?;
    }
    let spool = spool.finish().with_context(place)?;
    ensure!(spool.training() > 0, "no position in these files");
    context.output.text(format_args!(
        "{} games, {} positions to learn from, {} held out",
        grouped(games),
        grouped(spool.training()),
        grouped(spool.held_out()),
    ))?;

    let options = TrainingOptions {
        penalty: arguments.penalty,
        passes: arguments.passes,
        patience: arguments.patience,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.count())
        .build()
        .context("threads for the training")?;
    let mut printed = Ok(());
    let trained = pool.install(|| {
        Trainer::new(&spool, options).train(|step| {
            printed = report(step, context);
            printed.is_ok() && !context.is_interrupted()
        })
    });
    let trained = trained.with_context(place)?;
    printed?;
    let description = format!(
        "{games} games, {} positions; pass {} of {}, penalty {}, lambda {}",
        spool.training(),
        trained.best,
        trained.steps.len(),
        options.penalty,
        arguments.lambda
    );
    let bytes = Weights::new(description, trained.knots).to_bytes()?;
    write_beside_and_rename(&arguments.to, &bytes)
        .with_context(|| arguments.to.display().to_string())?;
    let (positions, held_out) = (spool.training(), spool.held_out());
    if arguments.spool.is_none() {
        spool.remove().with_context(place)?;
    }
    context.output.object(&Total {
        total: true,
        games,
        positions,
        held_out,
        best_pass: trained.best,
        bytes: bytes.len(),
    })?;
    context.output.text(format_args!(
        "pass {} is the best; {} bytes in {}",
        trained.best,
        grouped(bytes.len() as u64),
        arguments.to.display()
    ))?;
    Ok(Verdict::Done)
}

fn report(step: &Step, context: &Context) -> anyhow::Result<()> {
    let total = step.error.total();
    context.output.object(&Pass {
        pass: step.pass,
        mean_absolute_error: total.mean_absolute(),
        root_mean_square_error: total.root_mean_square(),
        stages: stages(&step.error),
        residual: step.residual,
        seconds: step.elapsed.as_secs_f64(),
    })?;
    let stages: String = step
        .error
        .stages()
        .map(|(discs, stage)| format!("  {discs}: {:.2}", stage.mean_absolute().unwrap_or(0.0)))
        .collect();
    context.output.text(format_args!(
        "pass {:>3}  {:>7.1} s  error {:.3} discs{stages}",
        step.pass,
        step.elapsed.as_secs_f64(),
        total.mean_absolute().unwrap_or(f64::NAN),
    ))?;
    Ok(())
}

fn stages(error: &ErrorByStage) -> Vec<Stage> {
    let stages = error.stages().map(|(discs, stage)| Stage {
        discs,
        positions: stage.count,
        mean_absolute_error: stage.mean_absolute(),
    });
    stages.collect()
}
