//! Matches: every opening twice, with colours changed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_othello::{Color, Game};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::contender::Contender;
use crate::statistics::MatchStatistics;

/// How a match is played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Time for each move; without it players search to their depth.
    pub time: Option<Duration>,
    /// Seed of all chance. With it and without time limits a match can be
    /// played again, whatever the number of threads.
    pub seed: u64,
    /// Games played at once, at least one.
    pub threads: usize,
    /// Ends the match soon after it becomes true; pairs not finished are left
    /// out.
    pub stop: Arc<AtomicBool>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// 0-based number of its opening.
    pub opening: usize,
    /// The colour of the first contender.
    pub first_plays: Color,
    /// The game, opening included.
    pub game: Game,
    /// Its score for the first contender, in discs, empties to the winner.
    pub discs: i32,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// Pairs of games of the same opening, in the order of the openings; in the
    /// first of each the first contender moves first in the opening's position.
    pub pairs: Vec<[PlayedGame; 2]>,
    /// Whether every opening was played.
    pub complete: bool,
}

impl MatchResult {
    /// The games in the order of the openings.
    pub fn games(&self) -> impl Iterator<Item = &PlayedGame> {
        self.pairs.iter().flatten()
    }

    /// What the games say about the first contender.
    #[must_use]
    pub fn statistics(&self) -> MatchStatistics {
        let discs = |pair: &[PlayedGame; 2]| [pair[0].discs, pair[1].discs];
        MatchStatistics::new(self.pairs.iter().map(discs))
    }
}

/// Plays every opening twice, with colours changed, and tells `report` each
/// pair as it ends, in whatever order they do.
///
/// # Errors
///
/// When the system refuses the threads.
pub fn play_match(
    contenders: [&Contender; 2],
    openings: &[Game],
    options: &MatchOptions,
    report: impl Fn(&[PlayedGame; 2]) + Sync,
) -> Result<MatchResult, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()?;
    let pairs: Vec<[PlayedGame; 2]> = pool.install(|| {
        openings
            .par_iter()
            .enumerate()
            // One opening after another, so that an early end leaves the
            // first ones.
            .with_max_len(1)
            .filter_map(|(number, opening)| {
                let pair = play_pair(contenders, number, opening, options)?;
                report(&pair);
                Some(pair)
            })
            .collect()
    });
    let complete = pairs.len() == openings.len();
    Ok(MatchResult { pairs, complete })
}

/// Both games of an opening, unless the match was stopped meanwhile.
fn play_pair(
    contenders: [&Contender; 2],
    number: usize,
    opening: &Game,
    options: &MatchOptions,
) -> Option<[PlayedGame; 2]> {
    let mover = opening.position().mover();
    // Chance depends on the opening alone, not on who plays when.
    let seed = options.seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut play = |first_plays: Color| {
        let game = play_game(contenders, first_plays, opening, options, &mut random)?;
        let discs = game.position().score(first_plays);
        Some(PlayedGame {
            opening: number,
            first_plays,
            game,
            discs,
        })
    };
    Some([play(mover)?, play(mover.opponent())?])
}

fn play_game(
    [first, second]: [&Contender; 2],
    first_plays: Color,
    opening: &Game,
    options: &MatchOptions,
    random: &mut Xoshiro256PlusPlus,
) -> Option<Game> {
    let mut game = opening.clone();
    while !game.is_over() {
        let contender = if game.position().mover() == first_plays {
            first
        } else {
            second
        };
        let square = contender.choose(&game, options.time, &options.stop, random);
        if options.stop.load(Ordering::Relaxed) {
            return None;
        }
        let played = square.map(|square| game.play(square));
        assert!(
            matches!(played, Some(Ok(()))),
            "{contender} chose {square:?} in {}",
            game.position()
        );
    }
    Some(game)
}
