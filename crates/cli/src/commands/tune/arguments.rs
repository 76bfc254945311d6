//! Arguments of `outflank tune`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};
use outflank_textbook::{EvaluationKind, MAX_PLAYER_DEPTH};
use outflank_training::Checkpoint;

use crate::options::{BoardOption, ThreadsOption};

/// Arguments of `outflank tune`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The evaluation to tune: phased or components.
    pub(super) evaluation: EvaluationKind,

    /// Tune by matches of the textbook player against itself, or by regression on scored
    /// positions.
    #[arg(long, value_name = "METHOD")]
    pub(super) by: Method,

    /// Where to write the parameters as TOML, for --parameters of other commands and for
    /// textbook:phased=FILE@4.
    #[arg(long, value_name = "FILE")]
    pub(super) to: PathBuf,

    /// Start from these parameters, which also name the stages [default: those shipped].
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,

    /// Save the state here, at most once a second, and resume from it.
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,

    /// Draw the history of the parameters here while tuning.
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(super) board: BoardOption,

    #[command(flatten)]
    pub(super) threads: ThreadsOption,

    #[command(flatten)]
    pub(super) matches: MatchOptions,

    #[command(flatten)]
    pub(super) regression: RegressionOptions,
}

/// A tuning method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// SPSA by matches.
    Matches,
    /// Least squares.
    Regression,
}

/// Options of `--by matches`.
#[derive(Args)]
#[command(next_help_heading = "By matches")]
pub(crate) struct MatchOptions {
    /// Search depth of both sides in plies [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLAYER_DEPTH)))]
    depth: Option<u32>,

    /// Number of iterations [default: 2000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: Option<u32>,

    /// Games of an iteration, an even number: each opening is played twice with colours swapped
    /// [default: 32].
    #[arg(long, value_name = "N")]
    games_per_iteration: Option<usize>,

    /// File of openings, one per line: a transcript or a board in OBF, or balanced for the built-in
    /// ones [default: random moves].
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,

    /// Number of random moves of an opening [default: 8].
    #[arg(long, value_name = "N", conflicts_with = "openings")]
    plies: Option<u32>,

    /// First step size at slope 1, relative to the scale of each parameter [default: 0.5].
    #[arg(long, value_name = "LENGTH")]
    step: Option<f64>,

    /// First perturbation, relative to the scale of each parameter [default: 1].
    #[arg(long, value_name = "WIDTH")]
    width: Option<f64>,

    /// Seed of all random numbers [default: 1].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Options of `--by regression`.
#[derive(Args)]
#[command(next_help_heading = "By regression")]
pub(crate) struct RegressionOptions {
    /// Files of samples: scored positions, OBF with scores, self-play games, WTHOR or
    /// transcripts.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) scores: Vec<PathBuf>,

    /// Hold out one game or position in N to measure the error and to find the ends of stages
    /// [default: 5].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: Option<u64>,

    /// Weight of the rest of the game, from 0 to 1, in the score of a self-play position; the
    /// remainder is the search value [default: 0.7].
    #[arg(long, value_name = "LAMBDA")]
    lambda: Option<f64>,
}

/// Maximum number of games of an iteration.
const MAX_GAMES: usize = 100_000;

impl Method {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::Regression => "regression",
        }
    }
}

impl Arguments {
    /// Returns the checkpoint.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        let interval = Duration::from_secs(1);
        let path = self.checkpoint.as_ref();
        path.map_or_else(Checkpoint::default, |path| Checkpoint::new(path, interval))
    }

    /// Checks the numbers, and that no option of the other method is given.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        let other = match self.by {
            Method::Matches => self.regression.given(),
            Method::Regression => self.matches.given(),
        };
        if let Some(option) = other {
            bail!(
                "{option} has no meaning for --by {}: expected it with --by {}",
                self.by.name(),
                match self.by {
                    Method::Matches => Method::Regression,
                    Method::Regression => Method::Matches,
                }
                .name()
            );
        }
        let MatchOptions { step, width, .. } = self.matches;
        for (option, value) in [("--step", step), ("--width", width)] {
            let value = value.unwrap_or(1.0);
            ensure!(
                value > 0.0 && value <= 100.0,
                "{option} {value}: expected more than 0 and at most 100"
            );
        }
        let games = self.matches.games();
        ensure!(
            games.is_multiple_of(2) && (2..=MAX_GAMES).contains(&games),
            "--games-per-iteration {games}: expected an even number from 2 to {MAX_GAMES}"
        );
        let lambda = self.regression.lambda();
        ensure!(
            (0.0..=1.0).contains(&lambda),
            "--lambda {lambda}: expected a number from 0 to 1"
        );
        ensure!(
            self.by == Method::Matches || !self.regression.scores.is_empty(),
            "--by regression needs --scores: expected files of scored positions or games"
        );
        Ok(())
    }

    /// Returns a command that gives the same result, without the output file and options that
    /// do not affect the result.
    pub(super) fn command(&self) -> String {
        let mut words = vec![format!(
            "outflank tune {} --by {}",
            self.evaluation,
            self.by.name()
        )];
        let mut add = |option: &str, value: String| words.push(format!("--{option} {value}"));
        if let Some(path) = &self.from {
            add("from", quoted(path));
        }
        if self.board.shape != outflank_othello::Shape::STANDARD {
            add("board", self.board.shape.to_string());
        }
        match self.by {
            Method::Matches => {
                let options = &self.matches;
                add("depth", options.depth().to_string());
                add("iterations", options.iterations().to_string());
                add("games-per-iteration", options.games().to_string());
                add("step", options.step().to_string());
                add("width", options.width().to_string());
                add("seed", options.seed().to_string());
                match &options.openings {
                    Some(path) => add("openings", quoted(path)),
                    None => add("plies", options.plies().to_string()),
                }
            }
            Method::Regression => {
                let options = &self.regression;
                add("hold-out", options.hold_out().to_string());
                add("lambda", options.lambda().to_string());
                let scores = options.scores.iter().map(|path| quoted(path));
                add("scores", scores.collect::<Vec<_>>().join(" "));
            }
        }
        words.join(" ")
    }
}

impl MatchOptions {
    pub(super) fn depth(&self) -> u32 {
        self.depth.unwrap_or(3)
    }

    pub(super) fn iterations(&self) -> u32 {
        self.iterations.unwrap_or(2000)
    }

    pub(super) fn games(&self) -> usize {
        self.games_per_iteration.unwrap_or(32)
    }

    pub(super) fn plies(&self) -> u32 {
        self.plies.unwrap_or(8)
    }

    pub(super) fn step(&self) -> f64 {
        self.step.unwrap_or(0.5)
    }

    pub(super) fn width(&self) -> f64 {
        self.width.unwrap_or(1.0)
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// Returns an option that was given.
    fn given(&self) -> Option<&'static str> {
        let given = [
            ("--depth", self.depth.is_some()),
            ("--iterations", self.iterations.is_some()),
            ("--games-per-iteration", self.games_per_iteration.is_some()),
            ("--openings", self.openings.is_some()),
            ("--plies", self.plies.is_some()),
            ("--step", self.step.is_some()),
            ("--width", self.width.is_some()),
            ("--seed", self.seed.is_some()),
        ];
        first_given(&given)
    }
}

impl RegressionOptions {
    pub(super) fn hold_out(&self) -> u64 {
        self.hold_out.unwrap_or(5)
    }

    pub(super) fn lambda(&self) -> f64 {
        self.lambda.unwrap_or(0.7)
    }

    /// Returns an option that was given.
    fn given(&self) -> Option<&'static str> {
        let given = [
            ("--scores", !self.scores.is_empty()),
            ("--hold-out", self.hold_out.is_some()),
            ("--lambda", self.lambda.is_some()),
        ];
        first_given(&given)
    }
}

fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    let given = options.iter().find(|(_, is_given)| *is_given);
    given.map(|(option, _)| *option)
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
