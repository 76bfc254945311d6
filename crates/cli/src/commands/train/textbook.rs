//! `outflank train textbook`: tunes the parameters of the textbook evaluations by matches.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use comfy_table::Table;
use outflank_matches::{RandomOpenings, read_openings};
use outflank_othello::{Game, Shape};
use outflank_support::write_atomically;
use outflank_textbook::{EvaluationKind, MAX_PLAYER_DEPTH, Parameters};
use outflank_training::Checkpoint;
use outflank_training::tuning::{Gains, History, MatchTuning, Tunable};
use schemars::JsonSchema;
use serde::Serialize;

use super::shared::{Monitor, check_checkpoint};
use crate::balanced;
use crate::context::{Context, Verdict};
use crate::options::{BoardOption, ThreadsOption, check_folder};
use crate::output::{grouped, new_table};

/// Maximum number of random openings.
const MAX_OPENINGS: usize = 2000;

/// Maximum number of games in an iteration.
const MAX_GAMES: usize = 100_000;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The evaluation to tune: phased or components.
    evaluation: EvaluationKind,

    /// Where to write the parameters as TOML, for --parameters of other commands and for
    /// textbook:phased=FILE@4.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Start from these parameters, which also name the stages [default: the shipped ones].
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Save the state here, at most once a second, and resume from it.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// Search depth of both sides in plies.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLAYER_DEPTH)))]
    depth: u32,

    /// Number of iterations.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,

    /// Number of games in an iteration: an even number, because each opening is played twice with
    /// colours swapped.
    #[arg(long, value_name = "N", default_value_t = 32)]
    games_per_iteration: usize,

    /// File of openings, one per line: a transcript or a board in OBF, or balanced for the built-in
    /// ones [default: random moves].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Number of random moves in an opening.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        conflicts_with = "openings"
    )]
    plies: u32,

    /// First step size at slope 1, relative to the scale of each parameter.
    #[arg(long, value_name = "LENGTH", default_value_t = 0.5)]
    step: f64,

    /// First perturbation, relative to the scale of each parameter.
    #[arg(long, value_name = "WIDTH", default_value_t = 1.0)]
    width: f64,

    /// Seed of all random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// An iteration.
#[derive(JsonSchema, Serialize)]
pub(super) struct Iteration<'a> {
    iteration: usize,
    games: u64,
    /// Score of the side with the larger first value, from −1 to 1.
    score: Option<f64>,
    values: &'a [f64],
}

/// The last line.
#[derive(JsonSchema, Serialize)]
pub(super) struct Total {
    total: bool,
    evaluation: &'static str,
    iterations: usize,
    /// Whether all iterations were done.
    complete: bool,
    games: u64,
    parameters: Vec<Change>,
}

/// A parameter before and after tuning, rounded as in the file.
#[derive(JsonSchema, Serialize)]
struct Change {
    name: String,
    unit: &'static str,
    before: f64,
    value: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    arguments.check()?;
    let tuning = MatchTuning {
        tunable: arguments.start()?,
        depth: arguments.depth,
        iterations: arguments.iterations,
        pairs: arguments.games_per_iteration / 2,
        openings: context.abandonable(|| arguments.openings())?,
        gains: Gains::new(arguments.iterations, arguments.step, arguments.width),
        seed: arguments.seed,
    };
    let path = arguments.checkpoint.as_ref();
    let checkpoint = path.map_or_else(Checkpoint::default, |path| {
        Checkpoint::new(path, Duration::from_secs(1))
    });
    let games = 2 * tuning.pairs as u64 * u64::from(tuning.iterations);
    let template = "{bar:30} {pos}/{len} games  {per_sec}  {eta} left";
    let mut monitor = Monitor::new(context).with_bar(Some(games), template)?;
    let mut is_first = true;
    let threads = arguments.threads.count();
    let history = tuning.run(threads, &checkpoint, &context.interrupted, |history| {
        monitor.step(|bar| {
            let point = history.last();
            bar.set_position(point.games);
            if std::mem::take(&mut is_first) {
                bar.reset_eta();
                if history.steps() > 0 {
                    let steps = grouped(history.steps() as u64);
                    eprintln!("resumed after iteration {steps}");
                }
                return Ok(());
            }
            context.object(&Iteration {
                iteration: history.steps(),
                games: point.games,
                score: point.score,
                values: &point.values,
            })
        })
    });
    monitor.finish()?;
    let history = history.with_context(|| match &arguments.openings {
        Some(path) => format!("openings {}", path.display()),
        None => format!("random openings on {}", arguments.board.shape),
    })?;
    finish(arguments, &tuning, &history, context)
}

/// Writes and reports the result.
fn finish(
    arguments: &Arguments,
    tuning: &MatchTuning,
    history: &History,
    context: &Context,
) -> Result<Verdict> {
    let parameters = tuning.tunable.normalized(&history.mean_of_last_half());
    let complete = history.steps() == tuning.iterations as usize;
    let [steps, iterations] = [history.steps() as u64, tuning.iterations.into()].map(grouped);
    let (kind, games) = (tuning.tunable.kind(), history.last().games);
    let mut text = format!(
        "# Parameters of `{kind}`, found by matches:\n# {}\n",
        arguments.command()
    );
    if !complete {
        text.push_str(&format!(
            "# interrupted after {steps} of {iterations} iterations\n"
        ));
    }
    text.push_str(&format!("\n{}", parameters.to_toml()));
    write_atomically(&arguments.to, text.as_bytes())
        .with_context(|| format!("--to {}", arguments.to.display()))?;
    let changes = changes(&tuning.tunable, &parameters)?;
    context.text(table(&changes))?;
    context.text(format_args!(
        "\n{steps} of {iterations} iterations, {} games; the mean of their last half is in {}",
        grouped(games),
        arguments.to.display()
    ))?;
    context.finish(&Total {
        total: true,
        evaluation: kind.name(),
        iterations: history.steps(),
        complete,
        games,
        parameters: changes,
    })
}

impl Arguments {
    /// Checks the numbers and the files.
    fn check(&self) -> Result<()> {
        for (option, value) in [("--step", self.step), ("--width", self.width)] {
            ensure!(
                value > 0.0 && value <= 100.0,
                "{option} {value}: expected more than 0 and at most 100"
            );
        }
        let games = self.games_per_iteration;
        ensure!(
            games.is_multiple_of(2) && (2..=MAX_GAMES).contains(&games),
            "--games-per-iteration {games}: expected an even number from 2 to {MAX_GAMES}"
        );
        check_folder("--to", &self.to)?;
        check_checkpoint(self.checkpoint.as_deref())
    }

    /// Returns the starting parameters.
    fn start(&self) -> Result<Tunable> {
        let Some(path) = &self.from else {
            return Ok(Tunable::new(Parameters::shipped(self.evaluation)?)?);
        };
        let place = || format!("--from {}", path.display());
        let text = std::fs::read_to_string(path).with_context(place)?;
        let parameters = Parameters::from_toml(self.evaluation, &text).with_context(place)?;
        Tunable::new(parameters).with_context(place)
    }

    /// Returns the openings of the file, or random ones.
    fn openings(&self) -> Result<Vec<Game>> {
        let shape = self.board.shape;
        let Some(path) = &self.openings else {
            let pairs = self.games_per_iteration / 2;
            let needed = pairs.saturating_mul(self.iterations as usize);
            let random = RandomOpenings::new(shape, self.plies, self.seed);
            return Ok(random.generate(needed.min(MAX_OPENINGS.max(pairs))));
        };
        let place = || format!("openings {}", path.display());
        if let Some(balanced) = balanced::named(path, shape)? {
            return Ok(balanced);
        }
        let text = std::fs::read_to_string(path).with_context(place)?;
        read_openings(&text, shape).with_context(place)
    }

    /// Returns a command that gives the same result, without the output file and options that
    /// do not affect the result.
    fn command(&self) -> String {
        let mut words = vec![format!("outflank train textbook {}", self.evaluation)];
        let mut add = |option: &str, value: String| words.push(format!("--{option} {value}"));
        if let Some(path) = &self.from {
            add("from", quoted(path));
        }
        if self.board.shape != Shape::STANDARD {
            add("board", self.board.shape.to_string());
        }
        add("depth", self.depth.to_string());
        add("iterations", self.iterations.to_string());
        add("games-per-iteration", self.games_per_iteration.to_string());
        add("step", self.step.to_string());
        add("width", self.width.to_string());
        add("seed", self.seed.to_string());
        match &self.openings {
            Some(path) => add("openings", quoted(path)),
            None => add("plies", self.plies.to_string()),
        }
        words.join(" ")
    }
}

fn changes(tunable: &Tunable, found: &Parameters) -> Result<Vec<Change>> {
    let found = Tunable::new(found.clone())?;
    let values = tunable.values().iter().zip(found.values());
    let changes = tunable.parameters().iter().zip(values);
    Ok(changes
        .map(|(parameter, (&before, &value))| Change {
            name: parameter.name.clone(),
            unit: parameter.unit,
            before,
            value,
        })
        .collect())
}

fn table(changes: &[Change]) -> Table {
    let mut table = new_table("parameter|unit|before|found", [0, 1]);
    for change in changes {
        // Ends of stages are written with three decimals.
        let decimals = if change.unit == "share of the board" {
            3
        } else {
            2
        };
        table.add_row([
            change.name.clone(),
            change.unit.to_owned(),
            format!("{:.decimals$}", change.before),
            format!("{:.decimals$}", change.value),
        ]);
    }
    table
}

/// Quotes the name of a file for a shell, on one line.
fn quoted(path: &Path) -> String {
    let name = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=,@".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name;
    }
    let name: String = name
        .chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    format!("'{}'", name.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_quoted_for_a_shell() {
        let quoted = |name: &str| quoted(Path::new(name));
        assert_eq!(quoted("a/b-1.toml"), "a/b-1.toml");
        assert_eq!(quoted("my file:1.toml"), "'my file:1.toml'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted("two\nlines"), "'two?lines'");
        assert_eq!(quoted(""), "''");
    }
}
