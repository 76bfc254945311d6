//! Tuning by matches, as a command.

use anyhow::Context as _;
use outflank_matches::{RandomOpenings, read_openings};
use outflank_othello::Game;
use outflank_training::tuning::{Checkpoint, Course, Gains, MatchTuning, Tunable};
use schemars::JsonSchema;
use serde::Serialize;

use super::arguments::Arguments;
use super::picture::Picture;
use super::report::{Change, changes, table};
use super::write;
use crate::context::Context;
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![Iteration<'static>, Total];

/// Random openings at most: games from more differ no more from each other.
const MOST_OPENINGS: usize = 2000;

/// The JSON object of an iteration.
#[derive(JsonSchema, Serialize)]
struct Iteration<'a> {
    iteration: usize,
    games: u64,
    /// Of the side with the larger first value, from −1 to 1.
    score: Option<f64>,
    values: &'a [f64],
}

/// The last JSON object.
#[derive(JsonSchema, Serialize)]
struct Total {
    total: bool,
    evaluation: &'static str,
    by: &'static str,
    iterations: usize,
    /// Whether all iterations were done.
    complete: bool,
    games: u64,
    parameters: Vec<Change>,
}

pub(super) fn run(
    arguments: &Arguments,
    tunable: Tunable,
    context: &Context,
) -> anyhow::Result<()> {
    let options = &arguments.matches;
    let tuning = MatchTuning {
        tunable,
        depth: options.depth(),
        iterations: options.iterations(),
        pairs: options.games() / 2,
        openings: openings(arguments)?,
        gains: Gains::new(options.iterations(), options.step(), options.width()),
        seed: options.seed(),
    };
    let mut checkpoint = Checkpoint::new(arguments.checkpoint.as_deref());
    let mut watch = Watch::new(arguments, &tuning, context)?;
    let mut reported = Ok(());
    let threads = arguments.threads.count();
    let course = tuning.run(threads, &mut checkpoint, &context.interrupted, |course| {
        reported = watch.tell(course);
        reported.is_ok()
    });
    watch.bar.finish_and_clear();
    let course = course.with_context(|| match &options.openings {
        Some(path) => format!("openings {}", path.display()),
        None => format!("random openings on {}", arguments.board.shape),
    });
    reported?;
    finish(arguments, &tuning, &course?, &mut watch.picture, context)
}

/// Writes what was found and tells it.
fn finish(
    arguments: &Arguments,
    tuning: &MatchTuning,
    course: &Course,
    picture: &mut Picture,
    context: &Context,
) -> anyhow::Result<()> {
    let complete = course.steps() == tuning.iterations as usize;
    let parameters = tuning.tunable.finished(&course.mean_of_last_half());
    let games = course.last().seen;
    let mut found = vec![
        format!(
            "Parameters of `{}`, found by matches:",
            tuning.tunable.kind()
        ),
        arguments.command(),
    ];
    if !complete {
        found.push(format!(
            "broken off after {} of {} iterations",
            course.steps(),
            tuning.iterations
        ));
    }
    write(arguments, &parameters, &found)?;
    picture.draw(course)?;
    let changes = changes(&tuning.tunable, &parameters)?;
    context.output.text(table(&changes))?;
    context.output.text(format_args!(
        "\n{} of {} iterations, {} games; the mean of the last half of them is in {}",
        course.steps(),
        tuning.iterations,
        grouped(games),
        arguments.to.display()
    ))?;
    context.output.object(&Total {
        total: true,
        evaluation: tuning.tunable.kind().name(),
        by: "matches",
        iterations: course.steps(),
        complete,
        games,
        parameters: changes,
    })
}

/// Those of the file, or random ones.
fn openings(arguments: &Arguments) -> anyhow::Result<Vec<Game>> {
    let (options, shape) = (&arguments.matches, arguments.board.shape);
    let Some(path) = &options.openings else {
        let pairs = (options.games() / 2).max(1);
        let needed = pairs.saturating_mul(options.iterations() as usize);
        let random = RandomOpenings::new(shape, options.plies(), options.seed());
        return Ok(random.generate(needed.min(MOST_OPENINGS.max(pairs))));
    };
    let place = || format!("openings {}", path.display());
    let text = std::fs::read_to_string(path).with_context(place)?;
    read_openings(&text, shape).with_context(place)
}

/// Tells of iterations while they go.
struct Watch<'a> {
    context: &'a Context,
    picture: Picture,
    bar: indicatif::ProgressBar,
    /// Steps that were told of; those of a checkpoint are not told again.
    told: Option<usize>,
}

impl<'a> Watch<'a> {
    fn new(
        arguments: &Arguments,
        tuning: &MatchTuning,
        context: &'a Context,
    ) -> anyhow::Result<Self> {
        let style = indicatif::ProgressStyle::with_template(
            "{bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left",
        )?;
        let games = 2 * tuning.pairs as u64 * u64::from(tuning.iterations);
        Ok(Self {
            context,
            picture: Picture::new(arguments.plot.as_deref(), &tuning.tunable, "games played"),
            bar: indicatif::ProgressBar::new(games).with_style(style),
            told: None,
        })
    }

    fn tell(&mut self, course: &Course) -> anyhow::Result<()> {
        let point = course.last();
        self.bar.set_position(point.seen);
        match self.told {
            None => {
                self.bar.reset_eta();
                if course.steps() > 0 {
                    eprintln!("taken up behind iteration {}", course.steps());
                }
            }
            Some(_) => self.context.output.object(&Iteration {
                iteration: course.steps(),
                games: point.seen,
                score: point.measured,
                values: &point.values,
            })?,
        }
        self.told = Some(course.steps());
        self.picture.draw_if_due(course)
    }
}
