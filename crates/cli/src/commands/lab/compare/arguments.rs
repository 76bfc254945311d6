//! What `outflank lab compare` is asked to do.

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

/// Games between two evaluations if the user does not say how many.
const DEFAULT_GAMES: usize = 100;

/// The greatest number of empty squares from which every move is solved.
const MOST_EMPTIES: u32 = 24;

/// Positions of each number of empty squares at most.
const MOST_POSITIONS: u32 = 1_000_000;

/// Arguments of `outflank lab compare`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Evaluations: discs, phased, components, positional; patterns, which is that
    /// of the strong player; with parameters or weights of a file, as in
    /// phased=FILE or patterns=FILE. By default all of them, patterns on 8x8 only.
    #[arg(long, value_name = "EVALUATION,…", value_delimiter = ',')]
    evaluations: Vec<String>,

    /// Depths in plies: a round robin at each, and the moves of searches so deep
    /// against the exact scores, as always of those of 1 ply. 1,2,3,4 by default, none
    /// if there are --times.
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..=60)
    )]
    depths: Vec<u32>,

    /// Seconds a move: a further round robin at each, of the textbook evaluations.
    #[arg(long, value_name = "SECONDS,…", value_delimiter = ',', value_parser = parse_time)]
    times: Vec<Duration>,

    /// Games between two evaluations, an even number: each opening is played
    /// twice with colours swapped. 100 by default; 0 leaves the games out.
    #[arg(long, value_name = "N")]
    games: Option<usize>,

    #[command(flatten)]
    openings: OpeningOptions,

    /// Keep the pairs of games in a file for each round robin in a folder, and go on
    /// from there if it has some of them.
    #[arg(long, value_name = "FOLDER")]
    pub(super) results: Option<PathBuf>,

    /// Files that positions come from: self-play, scored positions, WTHOR,
    /// transcripts, OBF. Without them positions are from games of the strong player
    /// against itself.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    positions: Vec<PathBuf>,

    /// Empty squares of the positions, 24 at most, as in 8-14 or 8,10,12.
    #[arg(long, value_name = "N,…", default_value = "8-14")]
    empties: Empties,

    /// Positions of each number of empty squares; 0 leaves the exact scores out.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=MOST_POSITIONS as i64))]
    pub(super) count: u32,

    /// Seed of all chance: of the openings and of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Where pictures of the scores and of the agreement go; the folder is made.
    #[arg(long, value_name = "FOLDER")]
    pub(super) plot: Option<PathBuf>,

    #[command(flatten)]
    board: BoardOption,

    #[command(flatten)]
    pub(super) threads: ThreadsOption,
}

/// Some numbers of empty squares.
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
    /// The evaluations, in the order in which they were named.
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

    /// The openings of each round robin.
    pub(super) fn openings(&self, contenders: &[Contender]) -> anyhow::Result<Vec<Game>> {
        let pairs = pairs_of_games(self.games.unwrap_or(DEFAULT_GAMES))?;
        // At equal depth nobody varies.
        let players = EqualLimit::Depth(1).tournament(contenders, Vec::new(), self.seed, 1);
        let shape = self.board.shape;
        self.openings
            .take(Some(pairs), shape, self.seed, &players.engines)
    }

    /// The searches that are held against exact scores.
    pub(super) fn agreement(&self, contenders: Vec<Contender>) -> Agreement {
        let mut depths = self.depths();
        if depths.first() != Some(&1) {
            depths.insert(0, 1);
        }
        Agreement { contenders, depths }
    }

    /// The depths, each once, the least first.
    fn depths(&self) -> Vec<u32> {
        if self.depths.is_empty() && self.times.is_empty() {
            return vec![1, 2, 3, 4];
        }
        let depths: BTreeSet<u32> = self.depths.iter().copied().collect();
        depths.into_iter().collect()
    }

    /// The numbers of empty squares, the least first.
    pub(super) fn empties(&self) -> &[u32] {
        &self.empties.0
    }

    /// The positions that are solved.
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

    /// Where the positions come from, in words.
    pub(super) fn source(&self) -> String {
        if self.positions.is_empty() {
            return "games of the strong player against itself".to_owned();
        }
        let names = self.positions.iter().map(|path| path.display().to_string());
        names.collect::<Vec<_>>().join(", ")
    }
}
