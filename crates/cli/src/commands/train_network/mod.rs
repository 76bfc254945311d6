//! `outflank train-network`: a network of the evaluation from games.

mod course;
mod curve;
mod options;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use outflank_engine::evaluation::{Evaluation, Network, Weights};
use outflank_othello::format::write_atomically;
use outflank_training::training::network::{NetworkSamples, NetworkTrainer, TrainedNetwork};
use outflank_training::training::{Checkpoint, pour_games};

use super::train::{check_folder, check_picture, parse_percent};
use crate::context::{Context, Verdict};
use crate::options::ThreadsOption;
use crate::output::grouped;
use crate::schema::Lines;
use course::Course;
use options::NetworkOptions;
use report::Report;

/// The lines printed with `--json`.
pub(super) const LINES: Lines =
    |generator| [course::LINES(generator), report::LINES(generator)].concat();

/// Arguments of `outflank train-network`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Files of games: self-play, WTHOR, transcripts; or of scored positions. Of 8x8
    /// only; their positions stay in memory, 18 bytes each.
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where the network goes.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    #[command(flatten)]
    network: NetworkOptions,

    /// Learn from so many of a hundred games only; those held out stay the same,
    /// and the games of a smaller share are among those of a larger one.
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0, value_parser = parse_percent)]
    share: f64,

    /// Keep the state here every so often, at Ctrl-C and at the end, and go on with
    /// what is kept: the network is the same then as without a break.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Minutes between two writings of the checkpoint.
    #[arg(long, value_name = "MINUTES", default_value_t = 10.0, value_parser = options::parse_minutes)]
    every: f64,

    /// Draw the error of the positions held out here after each epoch.
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,

    /// Weights, as `outflank train` writes them, whose error is shown beside that of the
    /// network [default: those shipped].
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsOption,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    arguments.check()?;
    let tables = arguments.tables()?;
    let first = arguments.network.first()?;
    let checkpoint = match &arguments.checkpoint {
        Some(path) => {
            let pouring = arguments.network.pouring(arguments.share);
            Some(Checkpoint::new(path, &arguments.games, pouring)?)
        }
        None => None,
    };
    let (games, samples) = arguments.pour(context)?;
    context.output.text(format_args!(
        "{} games, {} positions to learn from, {} held out",
        grouped(games),
        grouped(samples.training() as u64),
        grouped(samples.held_out() as u64),
    ))?;

    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads.count())
        .build()
        .context("threads for the training")?;
    let mut trainer = NetworkTrainer::new(&samples, arguments.network.settings());
    if let Some(first) = &first {
        trainer = trainer.beginning_with(first);
    }
    if let Some(checkpoint) = checkpoint {
        let every = Duration::from_secs_f64(60.0 * arguments.every);
        trainer = trainer.with_checkpoint(checkpoint, every);
    }
    let mut course = Course::new(arguments.curve.as_deref(), context)?;
    let trained = pool.install(|| trainer.train(|step| course.goes_on(step)));
    let rate = course.finish()?;
    let trained = trained?;
    if trained.taken_up == trained.steps {
        course.nothing_left(&trained.epochs)?;
    }
    let description = arguments.description(games, &samples, &trained);
    let network = Network::new(description, trained.parts.clone())?;
    let bytes = network.to_bytes()?;
    write_atomically(&arguments.to, &bytes).with_context(|| arguments.to.display().to_string())?;
    let report = pool.install(|| Report::new(&trained, &network, &tables, &samples));
    report.print(games, &samples, bytes.len(), rate, context)?;
    if trained.step < trained.steps {
        context.output.text(format_args!(
            "interrupted behind step {} of {}",
            grouped(trained.step),
            grouped(trained.steps)
        ))?;
    }
    context.output.text(format_args!(
        "{} bytes in {}",
        grouped(bytes.len() as u64),
        arguments.to.display()
    ))?;
    Ok(Verdict::Done)
}

impl Arguments {
    /// Refuses what could not be done, before anything is.
    fn check(&self) -> anyhow::Result<()> {
        check_folder("--to", &self.to)?;
        if let Some(path) = &self.curve {
            check_picture("--curve", path)?;
        }
        if let Some(path) = &self.checkpoint {
            check_folder("--checkpoint", path)?;
        }
        Ok(())
    }

    /// The tables whose error is shown too.
    fn tables(&self) -> anyhow::Result<Evaluation> {
        let Some(path) = &self.against else {
            return Ok(Evaluation::new(Evaluation::tables().weights().clone()));
        };
        let place = || format!("--against {}", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        let tables = Evaluation::new(Weights::from_bytes(&bytes).with_context(place)?);
        let shape = tables.shape();
        ensure!(
            shape == outflank_othello::Shape::STANDARD,
            "{}: weights for a board of {shape}: expected weights for 8x8",
            place()
        );
        Ok(tables)
    }

    /// The positions of all games.
    fn pour(&self, context: &Context) -> anyhow::Result<(u64, NetworkSamples)> {
        let pouring = self.network.pouring(self.share);
        let (mut games, mut samples) = (0, NetworkSamples::default());
        for path in &self.games {
            games += pour_games(path, pouring, &mut samples)?;
            ensure!(
                !context.is_interrupted(),
                "interrupted before the first step"
            );
        }
        ensure!(
            samples.training() > 0,
            "no position to learn from in {} % of the games of these files",
            self.share
        );
        ensure!(
            u32::try_from(samples.training()).is_ok(),
            "{} positions to learn from: expected fewer than 4 294 967 296",
            grouped(samples.training() as u64)
        );
        Ok((games, samples))
    }

    /// How the network was made.
    fn description(
        &self,
        games: u64,
        samples: &NetworkSamples,
        trained: &TrainedNetwork,
    ) -> String {
        let share = match self.share {
            100.0 => String::new(),
            percent => format!(", {percent} % of the games not held out"),
        };
        let broken_off = match trained.step {
            step if step == trained.steps => String::new(),
            step => format!(", broken off behind step {step} of {}", trained.steps),
        };
        format!(
            "{games} games, {} positions{share}; {}{broken_off}",
            samples.training(),
            self.network
        )
    }
}
