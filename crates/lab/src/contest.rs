//! Engines against each other: every opening twice, with colours swapped.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use outflank_othello::{Color, Game};
use thiserror::Error;

use crate::engine::Engine;
use crate::play::{BrokenGame, PlayedGame, play_game};
use crate::seeds::derived_seed;

/// Bytes of stack of a thread: a search by time may go as deep as the largest
/// board has squares.
const STACK: usize = 16 << 20;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// The first engine meets each of the others. With two engines this is a
    /// match.
    FirstAgainstRest,
    /// Every engine meets every other.
    RoundRobin,
}

impl Pairing {
    /// The meetings between `engines` engines, each once.
    #[must_use]
    pub fn meetings(self, engines: usize) -> Vec<Meeting> {
        let firsts = match self {
            Self::FirstAgainstRest => engines.min(1),
            Self::RoundRobin => engines,
        };
        (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| Meeting { first, second }))
            .collect()
    }
}

/// Two engines that play each other, by their 0-based place in
/// [`Contest::engines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meeting {
    /// The engine from which results are seen.
    pub first: usize,
    /// The other one.
    pub second: usize,
}

/// Engines, openings and who meets whom.
///
/// Each meeting plays each opening twice, a *pair* of games with colours
/// swapped, so that no side of an opening favours an engine. If the engines
/// choose their moves by depth, the games depend on `seed` alone: not on the
/// number of threads, nor on the order in which games happen to end.
pub struct Contest {
    /// The engines, two or more.
    pub engines: Vec<Box<dyn Engine>>,
    /// The openings that each meeting plays.
    pub openings: Vec<Game>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// Source of all chance.
    pub seed: u64,
    /// Number of games played at the same time; 0 counts as 1.
    pub threads: usize,
}

/// Two finished games of one opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// 0-based place in the contest: meetings one after another, openings in
    /// their order within each.
    pub number: usize,
    /// Who played.
    pub meeting: Meeting,
    /// 0-based place of the opening.
    pub opening: usize,
    /// The game in which the meeting's first engine was Black, and the one in
    /// which it was White.
    pub games: [PlayedGame; 2],
}

impl Pair {
    /// Final disc differences of the two games, empty squares going to the
    /// winner, seen from the meeting's first engine.
    #[must_use]
    pub fn discs(&self) -> [i32; 2] {
        let [as_black, as_white] = &self.games;
        [as_black.black_score, -as_white.black_score]
    }
}

/// Why a contest was given up.
#[derive(Debug, Error)]
pub enum ContestError {
    /// An engine gave no legal move.
    #[error("engine {engine} as {side} in opening {opening}: {reason}")]
    Engine {
        /// The engine's name.
        engine: String,
        /// Its colour.
        side: Color,
        /// 1-based place of the opening.
        opening: usize,
        /// What went wrong.
        reason: String,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Contest {
    /// Number of pairs of games to be played.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairing.meetings(self.engines.len()).len() * self.openings.len()
    }

    /// Plays the contest and returns its pairs in order of their number.
    ///
    /// `on_pair` is told each pair as it ends, one at a time but in no fixed
    /// order. When `stop` becomes true the contest ends early. Pairs of which
    /// not both games are finished are then left out, so that no engine has
    /// had the better side of an opening more often.
    ///
    /// # Errors
    ///
    /// The first engine found failing; all games end then.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        on_pair: impl FnMut(&Pair) + Send,
    ) -> Result<Vec<Pair>, ContestError> {
        let meetings = self.pairing.meetings(self.engines.len());
        let total = meetings.len() * self.openings.len();
        let next = AtomicUsize::new(0);
        let gathered = Mutex::new(Gathered {
            pairs: Vec::with_capacity(total),
            error: None,
            on_pair,
        });
        let pool = rayon::ThreadPoolBuilder::new()
            .stack_size(STACK)
            .num_threads(self.threads.max(1))
            .build()?;
        // Pairs are handed out one by one in their order: whoever watches
        // hears of them nearly in order too.
        pool.broadcast(|_| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= total || stop.load(Ordering::Relaxed) {
                    break;
                }
                let meeting = meetings[number / self.openings.len()];
                let outcome = self.play_pair(number, meeting, stop);
                let mut gathered = gathered.lock().unwrap_or_else(PoisonError::into_inner);
                if !gathered.add(outcome) {
                    next.store(total, Ordering::Relaxed);
                }
            }
        });
        let gathered = gathered
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        gathered.finish()
    }

    /// Both games of a pair, or nothing if they were stopped.
    fn play_pair(
        &self,
        number: usize,
        meeting: Meeting,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Pair>, ContestError> {
        let opening = number % self.openings.len();
        let Meeting { first, second } = meeting;
        let mut games = Vec::with_capacity(2);
        for (round, [black, white]) in [[first, second], [second, first]].into_iter().enumerate() {
            let path = [first, second, opening, round].map(|step| step as u64);
            match self.play_one(
                [black, white],
                opening,
                derived_seed(self.seed, &path),
                stop,
            )? {
                Some(game) => games.push(PlayedGame::from(&game)),
                None => return Ok(None),
            }
        }
        Ok(games.try_into().ok().map(|games| Pair {
            number,
            meeting,
            opening,
            games,
        }))
    }

    /// One game between the engines in the places `[black, white]`.
    fn play_one(
        &self,
        engines: [usize; 2],
        opening: usize,
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Game>, ContestError> {
        let [black, white] = engines.map(|place| &self.engines[place]);
        let failed = |BrokenGame { side, error }| ContestError::Engine {
            engine: match side {
                Color::Black => black.name(),
                Color::White => white.name(),
            },
            side,
            opening: opening + 1,
            reason: error.to_string(),
        };
        let player = |engine: &dyn Engine, side: Color| {
            engine
                .new_player(derived_seed(seed, &[side as u64]))
                .map_err(|error| failed(BrokenGame { side, error }))
        };
        let mut black_player = player(&**black, Color::Black)?;
        let mut white_player = player(&**white, Color::White)?;
        play_game(
            &self.openings[opening],
            &mut *black_player,
            &mut *white_player,
            stop,
        )
        .map_err(failed)
    }
}

/// What the threads have brought together.
struct Gathered<F> {
    pairs: Vec<Pair>,
    error: Option<ContestError>,
    on_pair: F,
}

impl<F: FnMut(&Pair)> Gathered<F> {
    /// Takes in what became of a pair; says whether the contest goes on.
    fn add(&mut self, outcome: Result<Option<Pair>, ContestError>) -> bool {
        match outcome {
            Ok(Some(pair)) => {
                (self.on_pair)(&pair);
                self.pairs.push(pair);
                true
            }
            Ok(None) => false,
            Err(error) => {
                self.error.get_or_insert(error);
                false
            }
        }
    }

    fn finish(mut self) -> Result<Vec<Pair>, ContestError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        self.pairs.sort_unstable_by_key(|pair| pair.number);
        Ok(self.pairs)
    }
}

#[cfg(test)]
#[path = "contest_tests.rs"]
mod tests;
