//! Engines against each other: every opening twice, with colours swapped.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use outflank_othello::{Color, Game};
use thiserror::Error;

use crate::engine::{Clock, Engine, EngineError};
use crate::fault::{Fault, FaultKind};
use crate::play::{PlayedGame, play_game};
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
    /// What each side has on its clock at the beginning of each game, if games
    /// are timed.
    pub clock: Option<Clock>,
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

    /// The games that an engine lost otherwise than on the board, each with the
    /// 0-based place of the engine in the contest.
    pub fn faults(&self) -> impl Iterator<Item = (usize, &Fault)> {
        let Meeting { first, second } = self.meeting;
        let rounds = self.games.iter().zip([[first, second], [second, first]]);
        rounds.filter_map(|(game, [black, white])| {
            let fault = game.fault.as_ref()?;
            let engine = match fault.side {
                Color::Black => black,
                Color::White => white,
            };
            Some((engine, fault))
        })
    }
}

/// Why a contest was given up.
#[derive(Debug, Error)]
pub enum ContestError {
    /// An engine cannot play these openings, or not at all.
    #[error("engine {engine}: {error}")]
    Engine {
        /// The engine's name.
        engine: String,
        /// Why.
        error: EngineError,
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
    /// An engine that fails loses that game, and the contest goes on.
    ///
    /// # Errors
    ///
    /// If an engine cannot play from these openings, or the threads cannot be
    /// started.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        on_pair: impl FnMut(&Pair) + Send,
    ) -> Result<Vec<Pair>, ContestError> {
        let meetings = self.pairing.meetings(self.engines.len());
        let total = meetings.len() * self.openings.len();
        for engine in &self.engines {
            let refused = |error| ContestError::Engine {
                engine: engine.name(),
                error,
            };
            engine.check(&self.openings).map_err(refused)?;
        }
        let next = AtomicUsize::new(0);
        let gathered = Mutex::new(Gathered {
            pairs: Vec::with_capacity(total),
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
                let Some(pair) = self.play_pair(number, meeting, stop) else {
                    break;
                };
                let mut gathered = gathered.lock().unwrap_or_else(PoisonError::into_inner);
                gathered.add(pair);
            }
        });
        let gathered = gathered
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(gathered.finish())
    }

    /// Both games of a pair, or nothing if they were stopped.
    fn play_pair(&self, number: usize, meeting: Meeting, stop: &Arc<AtomicBool>) -> Option<Pair> {
        let opening = number % self.openings.len();
        let Meeting { first, second } = meeting;
        let play = |round: usize, engines| {
            let path = [first, second, opening, round].map(|step| step as u64);
            self.play_one(engines, opening, derived_seed(self.seed, &path), stop)
        };
        Some(Pair {
            number,
            meeting,
            opening,
            games: [play(0, [first, second])?, play(1, [second, first])?],
        })
    }

    /// One game between the engines in the places `[black, white]`.
    fn play_one(
        &self,
        [black, white]: [usize; 2],
        opening: usize,
        seed: u64,
        stop: &Arc<AtomicBool>,
    ) -> Option<PlayedGame> {
        let opening = &self.openings[opening];
        let player = |engine: usize, side: Color| {
            let seed = derived_seed(seed, &[side as u64]);
            let failed = |error: EngineError| Fault {
                side,
                kind: FaultKind::Forfeit,
                reason: error.to_string(),
                conversation: error.conversation().to_vec(),
            };
            self.engines[engine].new_player(seed).map_err(failed)
        };
        match (player(black, Color::Black), player(white, Color::White)) {
            (Ok(mut black), Ok(mut white)) => {
                play_game(opening, [&mut *black, &mut *white], self.clock, stop)
            }
            (Err(fault), _) | (_, Err(fault)) => Some(PlayedGame::lost(opening, fault)),
        }
    }
}

/// What the threads have brought together.
struct Gathered<F> {
    pairs: Vec<Pair>,
    on_pair: F,
}

impl<F: FnMut(&Pair)> Gathered<F> {
    /// Takes in a pair.
    fn add(&mut self, mut pair: Pair) {
        (self.on_pair)(&pair);
        // Of a long contest against a program that fails each time they would
        // fill the memory.
        for fault in pair.games.iter_mut().filter_map(|game| game.fault.as_mut()) {
            fault.conversation = Vec::new();
        }
        self.pairs.push(pair);
    }

    fn finish(mut self) -> Vec<Pair> {
        self.pairs.sort_unstable_by_key(|pair| pair.number);
        self.pairs
    }
}

#[cfg(test)]
#[path = "contest_tests.rs"]
mod tests;
