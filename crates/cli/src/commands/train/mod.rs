//! `outflank train`: weights of the evaluation from games.

mod curve;
mod learning;
mod spool;

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use outflank_engine::evaluation::Weights;
use outflank_othello::Shape;
use outflank_othello::format::write_atomically;
use outflank_training::training::{
    Checkpoint, ErrorByStage, PatternChoice, StageError, Step, Trainer,
};
use schemars::JsonSchema;
use serde::Serialize;

pub(super) use curve::{
    check_folder, check_picture, of_stage, stage_lines, write as write_picture,
};
pub(super) use learning::{LearningOptions, Poured, parse_percent};

use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Pass, Total];

/// Arguments of `outflank train`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    #[command(flatten)]
    learning: LearningOptions,

    /// Learn from so many of a hundred games only; those held out stay the same,
    /// and the games of a smaller share are among those of a larger one.
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0, value_parser = parse_percent)]
    share: f64,

    /// Keep the state here after each pass, and go on with what is kept; it stays
    /// at the end, so that more --passes or --patience can follow.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Draw the error of the positions held out here after each pass.
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,
}

/// The JSON object of one pass.
#[derive(JsonSchema, Serialize)]
struct Pass {
    pass: u32,
    mean_absolute_error: Option<f64>,
    root_mean_square_error: Option<f64>,
    stages: Vec<Stage>,
    residual: f64,
    seconds: f64,
}

/// The error of a stage.
#[derive(JsonSchema, Serialize)]
pub(super) struct Stage {
    /// The least number of discs.
    discs: u32,
    positions: u64,
    mean_absolute_error: Option<f64>,
}

impl Stage {
    /// The stage that begins with so many discs.
    pub(super) fn new(discs: u32, error: &StageError) -> Self {
        Self {
            discs,
            positions: error.count,
            mean_absolute_error: error.mean_absolute(),
        }
    }
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    games: u64,
    positions: u64,
    held_out: u64,
    best_pass: u32,
    /// Passes that a checkpoint held already.
    taken_up: u32,
    bytes: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let learning = &arguments.learning;
    learning.check()?;
    if let Some(path) = &arguments.curve {
        check_picture("--curve", path)?;
    }
    if let Some(path) = &arguments.checkpoint {
        curve::check_folder("--checkpoint", path)?;
    }
    let checkpoint = match &arguments.checkpoint {
        Some(path) => {
            let pouring = learning.pouring(arguments.share);
            Some(Checkpoint::new(path, &learning.games, pouring)?)
        }
        None => None,
    };
    let Poured {
        games,
        spool,
        place,
    } = learning.pour(arguments.share, &arguments.to, context)?;
    context.output.text(format_args!(
        "{} games, {} positions to learn from, {} held out",
        grouped(games),
        grouped(spool.training()),
        grouped(spool.held_out()),
    ))?;

    let options = learning.training();
    let mut trainer = Trainer::new(&spool, options.clone());
    if let Some(checkpoint) = checkpoint {
        trainer = trainer.with_checkpoint(checkpoint);
    }
    let mut course = Course {
        arguments,
        context,
        reported: false,
    };
    let mut reported = Ok(());
    let trained = learning.pool()?.install(|| {
        trainer.train(|steps, best| {
            reported = course.report(steps, best);
            reported.is_ok() && !context.is_interrupted()
        })
    });
    let trained = trained.map_err(|error| place.explain(error))?;
    reported?;
    if !course.reported {
        course.nothing_left(&trained.steps, trained.best)?;
    }
    let share = match arguments.share {
        100.0 => String::new(),
        percent => format!(", {percent} % of the games not held out"),
    };
    let set = spool.patterns();
    let patterns = match options.patterns {
        choice if choice == PatternChoice::default() => String::new(),
        choice => format!(", patterns {}", choice.names(set).join(",")),
    };
    let board = match set.shape() {
        Shape::STANDARD => String::new(),
        shape => format!("board {shape}, "),
    };
    let description = format!(
        "{board}{games} games, {} positions{share}{patterns}; pass {} of {}, penalty {}, smoothing {}, lambda {}",
        spool.training(),
        trained.best,
        trained.steps.len(),
        options.penalty,
        options.smoothing,
        learning.lambda
    );
    let bytes = Weights::new(set, description, trained.knots).to_bytes()?;
    write_atomically(&arguments.to, &bytes).with_context(|| arguments.to.display().to_string())?;
    place.remove()?;
    context.output.object(&Total {
        total: true,
        games,
        positions: spool.training(),
        held_out: spool.held_out(),
        best_pass: trained.best,
        taken_up: trained.taken_up,
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

/// What is told of the training while it runs.
struct Course<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    /// Whether a pass was done in this run.
    reported: bool,
}

impl Course<'_> {
    /// Tells of the last of the steps.
    fn report(&mut self, steps: &[Step], best: u32) -> anyhow::Result<()> {
        if let (false, [.., before, _]) = (self.reported, steps) {
            let passes = before.pass;
            self.context
                .output
                .text(format_args!("taken up behind pass {passes}"))?;
        }
        self.reported = true;
        if let Some(step) = steps.last() {
            report(step, self.context)?;
        }
        self.draw(steps, best)
    }

    /// Tells that the checkpoint holds all passes.
    fn nothing_left(&self, steps: &[Step], best: u32) -> anyhow::Result<()> {
        let passes = steps.len();
        self.context.output.text(format_args!(
            "no pass left behind pass {passes}; more with a larger --passes or --patience"
        ))?;
        self.draw(steps, best)
    }

    fn draw(&self, steps: &[Step], best: u32) -> anyhow::Result<()> {
        match &self.arguments.curve {
            Some(path) if !steps.is_empty() => curve::draw_passes(steps, best, path),
            _ => Ok(()),
        }
    }
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

pub(super) fn stages(error: &ErrorByStage) -> Vec<Stage> {
    let stages = error.stages();
    stages
        .map(|(discs, error)| Stage::new(discs, &error))
        .collect()
}
