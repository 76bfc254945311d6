//! What `outflank match` is asked to do.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use outflank_matches::{
    Anchor, Clock, EngineOptions, MatchEngine, Schedule, Sprt, TimeControl, Tournament,
    parse_engine_with,
};

use super::openings::{OpeningOptions, pairs_of_games};
use crate::options::{BoardOption, ThreadsOption};

/// Arguments of `outflank match`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Engines: outflank@LEVEL with a level from 1 to 60, as in outflank@12, or
    /// outflank@4plies, which searches 4 plies as the textbook player does;
    /// classic:EVALUATION@DEPTH with the evaluation discs, phased, components or
    /// positional, as in classic:phased@4; both with a time a move, as in
    /// outflank@0.1s; with weights or parameters of a file, as in
    /// outflank=FILE@12, classic:phased=FILE@4; gtp:COMMAND for a program that
    /// speaks GTP, as in "gtp:gtp-rhino --level 5"; nboard:COMMAND for one that
    /// speaks NBoard's protocol, nboard@DEPTH:COMMAND if it is to be told a depth,
    /// as in nboard@12:ntest; or random. The first plays each of the others.
    #[arg(value_name = "ENGINE", num_args = 2.., required = true)]
    engines: Vec<String>,

    /// Every engine plays every other.
    #[arg(long)]
    round_robin: bool,

    #[command(flatten)]
    openings: OpeningOptions,

    /// Games between two engines, an even number: each opening is played
    /// twice with colours swapped. By default all openings of the file, or 100
    /// games.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    /// Seed of all chance. The same seed gives the same games, if no engine
    /// plays by time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Seconds a move for every engine but random, in place of its depth.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Seconds a game for each side, and perhaps an increment that it gets
    /// after each of its moves, as in 10 or 10+0.1; every engine but random
    /// plays by it, in place of its depth. Whoever oversteps it loses all
    /// squares.
    #[arg(long, value_name = "SECONDS[+INCREMENT]", conflicts_with = "time")]
    clock: Option<Clock>,

    /// Seconds that a program may take for an answer where neither --time nor
    /// --clock limits it; it then forfeits the game and is killed. With those it
    /// has a second more than its time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    patience: f64,

    /// Tell of losses on time and of engines that fail in a file, instead of on
    /// standard error.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// End the match as soon as it is decided whether the first engine is ELO1
    /// stronger than the second rather than ELO0, as in 0,10: a sequential
    /// probability ratio test of the pairs of games, with chances ALPHA and BETA
    /// (0.05) of accepting the one and the other wrongly.
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,

    /// From so many empty squares on, at most 30, a game is not played but has
    /// the exact score of best play.
    #[arg(long, value_name = "EMPTIES")]
    adjudicate: Option<u32>,

    /// The engine that has the rating 0 in the list of three engines or more;
    /// without it their mean has.
    #[arg(long, value_name = "ENGINE")]
    anchor: Option<String>,

    /// Append each pair of games to a file as it ends, and go on from there if
    /// the file has pairs of this match.
    #[arg(long, value_name = "FILE")]
    pub(super) results: Option<PathBuf>,

    /// Write a page with the results, their course and all games.
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
    /// The tournament asked for.
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

    /// What decides the games beside the tournament itself.
    pub(super) fn settings(&self) -> BTreeMap<String, String> {
        let time = self.time.map(|time| ("time".to_owned(), time.to_string()));
        let patience = ("patience".to_owned(), self.patience.to_string());
        time.into_iter().chain([patience]).collect()
    }

    /// What the ratings are measured from; `names` are those of the engines.
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
                let time = seconds("--time", time, "seconds a move, such as 0.05")?;
                Some(TimeControl::Move(time))
            }
            (None, clock) => clock.map(TimeControl::Game),
        };
        let patience = seconds("--patience", self.patience, "seconds an answer, such as 60")?;
        let options = EngineOptions { time, patience };
        let engines = self
            .engines
            .iter()
            .map(|name| parse_engine_with(name, &options));
        Ok(engines.collect::<Result<_, _>>()?)
    }
}

/// The time of an option that is told in seconds.
fn seconds(option: &str, seconds: f64, expected: &str) -> anyhow::Result<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => bail!("{option} {seconds}: expected {expected}"),
    }
}
