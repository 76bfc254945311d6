//! `outflank train weights`: pattern weights from games.

use std::io;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_engine::evaluation::{PatternSet, Weights};
use outflank_othello::Shape;
use outflank_training::ErrorSummary;
use outflank_training::samples::{SampleStore, SampleStoreWriter};
use outflank_training::weights::{
    Pass, PatternChoice, TrainedWeights, WeightsOptions, WeightsTrainer,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{Monitor, OutputArguments, SampleArguments, SampleDirectory, draw_errors};
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption};
use crate::output::grouped;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: OutputArguments,

    #[command(flatten)]
    samples: SampleArguments,

    /// Penalty on weights: a configuration seen this often gets half its weight.
    #[arg(long, value_name = "USES", default_value_t = 16.0)]
    penalty: f64,

    /// Penalty on changes of a weight between neighbouring stages: a configuration seen
    /// this often moves halfway to its neighbours.
    #[arg(long, value_name = "USES", default_value_t = 0.0)]
    smoothing: f64,

    /// Maximum number of passes over the samples.
    #[arg(long, value_name = "N", default_value_t = 40)]
    passes: u32,

    /// Stop after N passes without a smaller hold-out error.
    #[arg(long, value_name = "N", default_value_t = 4)]
    patience: u32,

    /// Train only these patterns and the counts [default: all].
    #[arg(long, value_name = "NAME,…")]
    patterns: Option<PatternChoice>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// A pass over the samples.
#[derive(JsonSchema, Serialize)]
pub(super) struct PassLine {
    pass: u32,
    /// Hold-out errors.
    #[serde(flatten)]
    error: ErrorSummary,
    /// Length of the gradient relative to its initial length.
    residual: f64,
    seconds: f64,
}

/// The last line.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    games: u64,
    /// Number of positions in the training set.
    positions: u64,
    /// Number of positions in the hold-out set.
    held_out: u64,
    best_pass: u32,
    /// Passes already done in the checkpoint.
    resumed_from: u32,
    bytes: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let (samples, output) = (&arguments.samples, &arguments.output);
    arguments.check()?;
    output.check(&samples.games)?;
    let checkpoint = output.checkpoint(Duration::ZERO, samples)?;
    let (games, store, directory) = arguments.load(context)?;
    let (positions, held_out) = (store.training(), store.held_out());
    samples.report([games, positions, held_out], context)?;

    let trainer = WeightsTrainer::new(&store, arguments.training())
        .with_checkpoint(checkpoint)
        .with_stop(context.interrupted.clone());
    let mut monitor = Monitor::new(context);
    let mut is_first = true;
    let trained = arguments.threads.pool()?.install(|| {
        trainer.train(|passes, best| {
            monitor.step(|_| {
                let is_first = std::mem::take(&mut is_first);
                arguments.report(passes, best, is_first, context)
            })
        })
    });
    let trained = trained.map_err(|error| directory.explain(error))?;
    monitor.finish()?;
    let is_untrained = trained.passes.is_empty() && context.is_interrupted();
    if is_first && !context.is_interrupted() {
        context.text(format_args!(
            "no passes left after pass {}: to train longer, increase --passes or --patience",
            trained.passes.len()
        ))?;
        arguments.draw(&trained.passes, trained.best)?;
    }
    let patterns = store.patterns();
    let description = arguments.description(games, positions, patterns, &trained);
    let found = Weights::new(patterns, description, trained.knots);
    let bytes = match is_untrained {
        true => 0,
        false => output.write(context, |level| found.to_bytes(level))?,
    };
    directory.remove()?;
    let verdict = context.finish(&Total {
        total: true,
        games,
        positions,
        held_out,
        best_pass: trained.best,
        resumed_from: trained.resumed_from,
        bytes,
    })?;
    let note = output.resume_note(verdict);
    if is_untrained {
        context.text("interrupted in the first pass: no weights were written")?;
        return Ok(verdict);
    }
    context.text(format_args!(
        "pass {} is the best; {} bytes in {}{note}",
        trained.best,
        grouped(bytes as u64),
        output.to.display()
    ))?;
    Ok(verdict)
}

impl Arguments {
    fn patterns(&self) -> Result<&'static PatternSet> {
        Ok(PatternSet::of(self.board.shape)?)
    }

    /// Checks the numbers and the names of the patterns.
    fn check(&self) -> Result<()> {
        for (option, value) in [("--penalty", self.penalty), ("--smoothing", self.smoothing)] {
            ensure!(
                value >= 0.0 && value.is_finite(),
                "{option}: expected a number that is not negative"
            );
        }
        let patterns = self.patterns()?;
        match &self.patterns {
            Some(choice) => choice.check(patterns).context("--patterns"),
            None => Ok(()),
        }
    }

    fn training(&self) -> WeightsOptions {
        WeightsOptions {
            penalty: self.penalty,
            smoothing: self.smoothing,
            passes: self.passes,
            patience: self.patience,
            patterns: self.patterns.clone().unwrap_or_default(),
        }
    }

    /// Loads the samples. Returns the number of games, the samples and their directory.
    fn load(&self, context: &Context) -> Result<(u64, SampleStore, SampleDirectory)> {
        let directory = SampleDirectory::new(&self.output.to, context);
        let mut writer = match SampleStoreWriter::new(directory.path(), self.patterns()?) {
            Ok(writer) => writer,
            Err(error) => {
                let place = directory.name();
                if error.kind() == io::ErrorKind::ResourceBusy {
                    directory.keep();
                }
                return Err(error).context(place);
            }
        };
        let games = self.samples.load(&mut writer, context)?;
        let store = writer.finish().with_context(|| directory.name())?;
        Ok((games, store, directory))
    }

    /// Reports the last pass.
    fn report(&self, passes: &[Pass], best: u32, is_first: bool, context: &Context) -> Result<()> {
        if let (true, [.., before, _]) = (is_first, passes) {
            context.text(format_args!("resumed after pass {}", before.pass))?;
        }
        if let Some(pass) = passes.last() {
            let seconds = pass.elapsed.as_secs_f64();
            context.text(pass.error.line("pass", pass.pass, seconds))?;
            context.object(&PassLine {
                pass: pass.pass,
                error: pass.error.summary(),
                residual: pass.residual,
                seconds,
            })?;
        }
        self.draw(passes, best)
    }

    fn draw(&self, passes: &[Pass], best: u32) -> Result<()> {
        let Some(path) = &self.output.curve else {
            return Ok(());
        };
        let errors = passes.iter().map(|pass| (pass.pass, pass.error.clone()));
        draw_errors(
            &errors.collect::<Vec<_>>(),
            ("Hold-out error by pass", "passes over the positions"),
            Some((best, "best pass")),
            path,
        )
    }

    /// Returns the description of the weights in their file.
    fn description(
        &self,
        games: u64,
        positions: u64,
        patterns: &PatternSet,
        trained: &TrainedWeights,
    ) -> String {
        let options = self.training();
        let board = match patterns.shape() {
            Shape::STANDARD => String::new(),
            shape => format!("board {shape}, "),
        };
        let share = self.samples.described_share();
        let patterns = match options.patterns {
            choice if choice == PatternChoice::default() => String::new(),
            choice => format!(", patterns {}", choice.names(patterns).join(",")),
        };
        format!(
            "{board}{games} games, {positions} positions{share}{patterns}; pass {} of {}, penalty {}, smoothing {}, lambda {}",
            trained.best,
            trained.passes.len(),
            options.penalty,
            options.smoothing,
            self.samples.lambda
        )
    }
}
