//! Arguments of `outflank lab compare`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use outflank_lab::comparison::{Agreement, Contender, EqualLimit, Sample};
use outflank_othello::Game;

use crate::commands::matches::{OpeningOptions, pairs_of_games};
use crate::context::Context;
use crate::options::{BoardOption, ThreadsOption, parse_time};

/// Default number of games between two evaluations.
const DEFAULT_GAMES: usize = 100;

/// Maximum number of empties at which every move is solved.
const MOST_EMPTIES: u32 = 24;

/// Maximum number of positions of each number of empties.
const MOST_POSITIONS: u32 = 1_000_000;

/// Arguments of `outflank lab compare`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Evaluations: discs, phased, components, positional, or patterns (the strong
    /// player's); with parameters or weights from a file as in phased=FILE or
    /// patterns=FILE [default: all, patterns on 8x8 only].
    #[arg(long, value_name = "EVALUATION,…", value_delimiter = ',')]
    evaluations: Vec<String>,

    /// Depths in plies. Each has a round robin, and its moves are compared with exact
    /// scores, as are those of depth 1 in any case [default: 1,2,3,4; none with --times].
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..=60)
    )]
    depths: Vec<u32>,

    /// Seconds per move: a round robin of the textbook evaluations at each.
    #[arg(long, value_name = "SECONDS,…", value_delimiter = ',', value_parser = parse_time)]
    times: Vec<Duration>,

    /// Number of games between two evaluations, even: each opening is played twice with colours
    /// swapped; 0 plays none [default: 100].
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    #[command(flatten)]
    openings: OpeningOptions,

    /// Save the games of each round robin in this folder, and resume from there.
    #[arg(long, value_name = "FOLDER")]
    pub(super) results: Option<PathBuf>,

    /// Files to sample positions from: self-play, scored positions, WTHOR, transcripts, OBF
    /// [default: games of the strong player against itself].
    #[arg(long, value_name = "FILE", num_args = 1..)]
    positions: Vec<PathBuf>,

    /// Numbers of empties of the positions, up to 24, as in 8-14 or 8,10,12.
    #[arg(long, value_name = "N,…", default_value = "8-14")]
    empties: Empties,

    /// Number of positions of each number of empties; 0 skips the comparison with exact scores.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=MOST_POSITIONS as i64))]
    pub(super) count: u32,

    /// Seed of the openings and the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Draw charts of the scores and the agreement in this folder, which is created.
    #[arg(long, value_name = "FOLDER")]
    pub(super) plot: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    pub(super) threads: ThreadsOption,
}

/// A list of numbers of empties.
#[derive(Clone, Debug)]
struct Empties(Vec<u32>);

impl FromStr for Empties {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let range = |part: &str| -> Option<std::ops::RangeInclusive<u32>> {
            let (least, most) = part.split_once('-').unwrap_or((part, part));
            let (least, most): (u32, u32) = (least.parse().ok()?, most.parse().ok()?);
            (1 <= least && least <= most && most <= MOST_EMPTIES).then_some(least..=most)
        };
        let parts: Option<Vec<_>> = text.split(',').map(range).collect();
        let empties: Option<BTreeSet<u32>> =
            parts.map(|parts| parts.into_iter().flatten().collect());
        empties
            .map(|empties| Self(empties.into_iter().collect()))
            .ok_or_else(|| {
                format!("expected numbers from 1 to {MOST_EMPTIES}, as in 8-14 or 8,10,12")
            })
    }
}

impl Arguments {
    /// Returns the evaluations in the order given.
    pub(super) fn contenders(&self) -> anyhow::Result<Vec<Contender>> {
        let shape = self.board.shape;
        if self.evaluations.is_empty() {
            return Ok(Contender::all(shape));
        }
        self.evaluations
            .iter()
            .map(|name| {
                let contender: Contender = name.parse()?;
                contender.check(shape)?;
                Ok(contender)
            })
            .collect::<anyhow::Result<_>>()
            .context("--evaluations")
    }

    /// Returns the limits of the round robins, without duplicates; none if no games are
    /// requested or there are too few contenders.
    pub(super) fn limits(&self, contenders: &[Contender]) -> anyhow::Result<Vec<EqualLimit>> {
        let is_asked_for = self.games.is_some_and(|games| games > 0);
        ensure!(
            contenders.len() > 1 || !is_asked_for,
            "--games: expected two evaluations or more"
        );
        if contenders.len() < 2 || self.games == Some(0) {
            return Ok(Vec::new());
        }
        let depths = self.depths().into_iter().map(EqualLimit::Depth);
        let times: BTreeSet<Duration> = self.times.iter().copied().collect();
        let times: Vec<EqualLimit> = times.into_iter().map(EqualLimit::Time).collect();
        for limit in &times {
            ensure!(
                limit.standing(contenders).len() > 1,
                "--times: expected two evaluations of the textbook player or more"
            );
        }
        Ok(depths.chain(times).collect())
    }

    /// Returns the openings of each round robin.
    pub(super) fn openings(&self, contenders: &[Contender]) -> anyhow::Result<Vec<Game>> {
        let pairs = pairs_of_games(self.games.unwrap_or(DEFAULT_GAMES))?;
        // At equal depth the players are deterministic.
        let players = EqualLimit::Depth(1).tournament(contenders, Vec::new(), self.seed, 1);
        let shape = self.board.shape;
        self.openings
            .take(Some(pairs), shape, self.seed, &players.engines)
    }

    /// Returns the searches to compare with exact scores.
    pub(super) fn agreement(&self, contenders: Vec<Contender>) -> Agreement {
        let mut depths = self.depths();
        if depths.first() != Some(&1) {
            depths.insert(0, 1);
        }
        Agreement { contenders, depths }
    }

    /// Returns the depths, sorted, without duplicates.
    fn depths(&self) -> Vec<u32> {
        if self.depths.is_empty() && self.times.is_empty() {
            return vec![1, 2, 3, 4];
        }
        let depths: BTreeSet<u32> = self.depths.iter().copied().collect();
        depths.into_iter().collect()
    }

    /// Returns the numbers of empties, sorted.
    pub(super) fn empties(&self) -> &[u32] {
        &self.empties.0
    }

    /// Returns the positions to solve.
    pub(super) fn sample(&self, context: &Context) -> anyhow::Result<Sample> {
        let count = self.count as usize;
        let mut sample = Sample::new(self.board.shape, self.empties(), count, self.seed);
        if self.positions.is_empty() {
            let taken = sample.take_from_selfplay(&context.interrupted);
            taken.context("no memory for games to draw positions from")?;
            ensure!(
                !sample.positions().is_empty() || context.is_interrupted(),
                "--empties: a board of {} has no positions with a choice of moves and these numbers of empty squares",
                self.board.shape
            );
        } else {
            sample
                .take_from_files(&self.positions)
                .context("--positions")?;
        }
        Ok(sample)
    }

    /// Describes the source of the positions.
    pub(super) fn source(&self) -> String {
        if self.positions.is_empty() {
            return "games of the strong player against itself".to_owned();
        }
        let names = self.positions.iter().map(|path| path.display().to_string());
        names.collect::<Vec<_>>().join(", ")
    }
}
