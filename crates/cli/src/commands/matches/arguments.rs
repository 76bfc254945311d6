//! Arguments of `outflank match`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use outflank_matches::{
    Anchor, Clock, EngineOptions, MatchEngine, Schedule, Sprt, TimeControl, Tournament,
    parse_engine,
};

use super::openings::{OpeningOptions, pairs_of_games};
use crate::options::{BoardOption, ThreadsOption};

/// Arguments of `outflank match`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Engines: outflank@LEVEL with a level from 1 to 60, as in outflank@12, or
    /// outflank@4plies, which searches 4 plies as the textbook player does;
    /// classic:EVALUATION@DEPTH with the evaluation discs, phased, components or
    /// positional, as in classic:phased@4; both with a time per move, as in
    /// outflank@0.1s; with weights or parameters from a file, as in
    /// outflank=FILE@12, classic:phased=FILE@4; gtp:COMMAND for a program that
    /// speaks GTP, as in "gtp:gtp-rhino --level 5"; nboard:COMMAND for one that
    /// speaks NBoard's protocol, nboard@DEPTH:COMMAND to set its depth, as in
    /// nboard@12:ntest; or random. The first engine plays each of the others.
    #[arg(value_name = "ENGINE", num_args = 2.., required = true)]
    engines: Vec<String>,

    /// Every engine plays every other.
    #[arg(long)]
    round_robin: bool,

    #[command(flatten)]
    openings: OpeningOptions,

    /// Games per pairing, an even number: each opening is played twice with colours
    /// swapped. The default is all openings of the file, or 100 games.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Random seed. The same seed gives the same games, unless an engine is limited by
    /// time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Seconds per move for every engine but random, in place of its limit.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Seconds per game for each side, with an optional increment per move, as in 10 or
    /// 10+0.1, for every engine but random, in place of its limit. A side that exceeds its
    /// time loses all squares.
    #[arg(long, value_name = "SECONDS[+INCREMENT]", conflicts_with = "time")]
    clock: Option<Clock>,

    /// Seconds for an answer of a program without --time and --clock, after which it
    /// forfeits the game and is killed. With them it is killed a second after its time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    patience: f64,

    /// Log losses on time and forfeits to a file instead of standard error.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Sequential probability ratio test: end the match once it is decided whether the
    /// first engine is ELO1 stronger than the second or only ELO0, as in 0,10. ALPHA and
    /// BETA (0.05) are the probabilities of accepting ELO1 and ELO0 wrongly.
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,

    /// Adjudicate games at this number of empties, at most 30, by their exact score.
    #[arg(long, value_name = "EMPTIES")]
    adjudicate: Option<u32>,

    /// The engine with rating 0 in the list of three engines or more [default: the mean
    /// is 0].
    #[arg(long, value_name = "ENGINE")]
    anchor: Option<String>,

    /// Append each game pair to a file as it ends, and resume from the pairs of this match
    /// in it.
    #[arg(long, value_name = "FILE")]
    pub(super) results: Option<PathBuf>,

    /// Write an HTML page with the results, plots and all games.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,

    /// Write the games to a file, in the format of its extension: .txt for
    /// transcripts, .wtb for WTHOR, .obf for final positions.
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

impl Arguments {
    /// The tournament.
    pub(super) fn tournament(&self) -> anyhow::Result<Tournament> {
        let engines = self.engines()?;
        let pairs = self.games.map(pairs_of_games).transpose()?;
        let shape = self.board.shape;
        let openings = self.openings.take(pairs, shape, self.seed, &engines)?;
        Ok(Tournament {
            engines,
            openings,
            schedule: if self.round_robin {
                Schedule::RoundRobin
            } else {
                Schedule::Gauntlet
            },
            clock: self.clock,
            adjudicate: self.adjudicate,
            sprt: self.sprt,
            seed: self.seed,
            threads: self.threads.count(),
        })
    }

    /// Other settings that determine the games.
    pub(super) fn settings(&self) -> BTreeMap<String, String> {
        let time = self.time.map(|time| ("time".to_owned(), time.to_string()));
        let patience = ("patience".to_owned(), self.patience.to_string());
        time.into_iter().chain([patience]).collect()
    }

    /// The zero of the ratings; `names` are those of the engines.
    pub(super) fn anchor(&self, names: &[String]) -> anyhow::Result<Anchor> {
        let Some(anchor) = &self.anchor else {
            return Ok(Anchor::Mean);
        };
        let mut known = self.engines.iter().zip(names);
        match known.position(|(given, name)| anchor == given || anchor == name) {
            Some(engine) => Ok(Anchor::Engine(engine)),
            None => bail!("--anchor {anchor}: expected one of {}", names.join(", ")),
        }
    }

    fn engines(&self) -> anyhow::Result<Vec<Box<dyn MatchEngine>>> {
        let time = match (self.time, self.clock) {
            (Some(time), _) => {
                let time = seconds("--time", time, "seconds per move, such as 0.05")?;
                Some(TimeControl::Move(time))
            }
            (None, clock) => clock.map(TimeControl::Game),
        };
        let patience = seconds(
            "--patience",
            self.patience,
            "seconds per answer, such as 60",
        )?;
        let options = EngineOptions { time, patience };
        let engines = self.engines.iter().map(|name| parse_engine(name, &options));
        Ok(engines.collect::<Result<_, _>>()?)
    }
}

/// Converts an option in seconds.
fn seconds(option: &str, seconds: f64, expected: &str) -> anyhow::Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => bail!("{option} {seconds}: expected {expected}"),
    }
}
