//! Engines against each other: every opening twice, with colours swapped.

mod collector;
mod results;
mod stored;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_othello::{Color, Game};
use thiserror::Error;

use crate::adjudication::Adjudicator;
use crate::engine::{Clock, EngineError, MatchEngine};
use crate::forfeit::{Forfeit, ForfeitCause};
use crate::play::{GameRules, PlayedGame, play_game};
use crate::seeds::derived_seed;
use crate::statistics::Sprt;

use collector::Collector;
pub use results::{Results, ResultsError, ResultsFile};

/// Bytes of stack of a thread: a search by time may go as deep as the largest
/// board has squares.
const STACK: usize = 16 << 20;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The first engine meets each of the others. With two engines this is a
    /// match.
    Gauntlet,
    /// Every engine meets every other.
    RoundRobin,
}

impl Schedule {
    /// The pairings between `engines` engines, each once.
    #[must_use]
    pub fn pairings(self, engines: usize) -> Vec<Pairing> {
        let firsts = match self {
            Self::Gauntlet => engines.min(1),
            Self::RoundRobin => engines,
        };
        (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| Pairing { first, second }))
            .collect()
    }
}

/// Two engines that play each other, by their 0-based place in
/// [`Tournament::engines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pairing {
    /// The engine from which results are seen.
    pub first: usize,
    /// The other one.
    pub second: usize,
}

/// Engines, openings and who meets whom.
///
/// Each pairing plays each opening twice, a *pair* of games with colours
/// swapped, so that no side of an opening favours an engine. If the engines
/// choose their moves by depth, the games depend on `seed` alone: not on the
/// number of threads, nor on the order in which games happen to end.
pub struct Tournament {
    /// The engines, two or more.
    pub engines: Vec<Box<dyn MatchEngine>>,
    /// The openings that each pairing plays.
    pub openings: Vec<Game>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// What each side has on its clock at the beginning of each game, if games
    /// are timed.
    pub clock: Option<Clock>,
    /// The number of empty squares from which on games are not played but have
    /// the score of best play, if there is one; see [`Adjudicator`].
    pub adjudicate: Option<u32>,
    /// The test that ends the tournament once it is decided; it is between two
    /// engines, and seen from the first.
    pub sprt: Option<Sprt>,
    /// Source of all chance.
    pub seed: u64,
    /// Number of games played at the same time; 0 counts as 1.
    pub threads: usize,
}

/// Two finished games of one opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePair {
    /// 0-based place in the tournament: pairings one after another, openings in
    /// their order within each.
    pub number: usize,
    /// Who played.
    pub pairing: Pairing,
    /// 0-based place of the opening.
    pub opening: usize,
    /// The game in which the pairing's first engine was Black, and the one in
    /// which it was White.
    pub games: [PlayedGame; 2],
}

impl GamePair {
    /// Final disc differences of the two games, empty squares going to the
    /// winner, seen from the pairing's first engine.
    #[must_use]
    pub fn discs(&self) -> [i32; 2] {
        let [as_black, as_white] = &self.games;
        [as_black.black_score, -as_white.black_score]
    }

    /// The games that an engine lost otherwise than on the board, each with the
    /// 0-based place of the engine in the tournament.
    pub fn forfeits(&self) -> impl Iterator<Item = (usize, &Forfeit)> {
        let Pairing { first, second } = self.pairing;
        let rounds = self.games.iter().zip([[first, second], [second, first]]);
        rounds.filter_map(|(game, [black, white])| {
            let forfeit = game.forfeit.as_ref()?;
            let engine = match forfeit.side {
                Color::Black => black,
                Color::White => white,
            };
            Some((engine, forfeit))
        })
    }
}

/// Why a tournament was given up.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// An engine cannot play these openings, or not at all.
    #[error("engine {engine}: {error}")]
    Engine {
        /// The engine's name.
        engine: String,
        /// Why.
        error: EngineError,
    },
    /// A test is between two.
    #[error("an SPRT tells two engines apart: expected 2 engines instead of {engines}")]
    SprtOfMany {
        /// How many there are.
        engines: usize,
    },
    /// The number of empty squares to adjudicate from is beyond the solver.
    #[error(
        "adjudication from {empties} empty squares on: expected from 1 to {}",
        Adjudicator::MOST_EMPTIES
    )]
    TooEarly {
        /// The number.
        empties: u32,
    },
    /// A game would be adjudicated before its first move.
    #[error(
        "opening {opening} leaves {left} empty squares: expected more than the {empties} from \
         which on games are adjudicated"
    )]
    NothingToPlay {
        /// The 1-based place of the opening.
        opening: usize,
        /// Its empty squares.
        left: u32,
        /// Those at which a game ends.
        empties: u32,
    },
    /// There is no memory for the solvers that adjudicate.
    #[error("no memory to adjudicate games: {0}")]
    Adjudication(std::io::Error),
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl Tournament {
    /// Number of pairs of games to be played.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.schedule.pairings(self.engines.len()).len() * self.openings.len()
    }

    /// Who plays in the pair with a number, and the 0-based place of its opening.
    fn plan(&self, number: usize) -> Option<(Pairing, usize)> {
        let openings = self.openings.len();
        let pairings = self.schedule.pairings(self.engines.len());
        let pairing = *pairings.get(number.checked_div(openings)?)?;
        Some((pairing, number % openings))
    }

    /// Plays the tournament and returns its pairs in order of their number.
    ///
    /// `on_pair` is told each pair as it ends, one at a time but in no fixed
    /// order. When `stop` becomes true the tournament ends early. Pairs of which
    /// not both games are finished are then left out, so that no engine has
    /// had the better side of an opening more often.
    ///
    /// With an SPRT the tournament ends when that is decided; `stop` is then set, so
    /// that games under way end. The test hears of the pairs in the order of
    /// their numbers, and those returned are the ones it heard of: the verdict is
    /// the same on any number of threads. Pairs with greater numbers, which
    /// `on_pair` may have been told, are left out.
    ///
    /// An engine that fails loses that game, and the tournament goes on.
    ///
    /// # Errors
    ///
    /// If an engine cannot play from these openings, the threads cannot be
    /// started, or the tournament makes no sense.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        on_pair: impl FnMut(&GamePair) + Send,
    ) -> Result<Vec<GamePair>, TournamentError> {
        self.go_on(Vec::new(), stop, on_pair)
    }

    /// As [`run`](Self::run), but with pairs that were played before: they are not
    /// played again, and `on_pair` is not told of them.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn go_on(
        &self,
        earlier: Vec<GamePair>,
        stop: &Arc<AtomicBool>,
        on_pair: impl FnMut(&GamePair) + Send,
    ) -> Result<Vec<GamePair>, TournamentError> {
        self.check()?;
        let threads = self.threads.max(1);
        let new_adjudicator = |_| self.adjudicate.map(Adjudicator::new).transpose();
        let adjudicators: Result<Vec<_>, _> = (0..threads).map(new_adjudicator).collect();
        let adjudicators = adjudicators.map_err(TournamentError::Adjudication)?;
        let adjudicators: Vec<_> = adjudicators.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let collector = Mutex::new(Collector::new(earlier, self.sprt, on_pair));
        let pool = rayon::ThreadPoolBuilder::new()
            .stack_size(STACK)
            .num_threads(threads)
            .build()?;
        // Pairs are handed out one by one in their order: whoever watches
        // hears of them nearly in order too.
        pool.broadcast(|thread| {
            let mut adjudicator = lock(&adjudicators[thread.index()]);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some((pairing, opening)) = self.plan(number) else {
                    break;
                };
                if lock(&collector).has(number) {
                    continue;
                }
                if lock(&collector).is_decided() || stop.load(Ordering::Relaxed) {
                    break;
                }
                let adjudicator = adjudicator.as_mut();
                let Some(games) = self.play_pair(pairing, opening, adjudicator, stop) else {
                    break;
                };
                let mut collector = lock(&collector);
                collector.add(GamePair {
                    number,
                    pairing,
                    opening,
                    games,
                });
                if collector.is_decided() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let collector = collector
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(collector.finish())
    }

    /// Finds out what can be found out before the first game.
    fn check(&self) -> Result<(), TournamentError> {
        if self.sprt.is_some() && self.engines.len() != 2 {
            let engines = self.engines.len();
            return Err(TournamentError::SprtOfMany { engines });
        }
        if let Some(empties) = self.adjudicate {
            if !(1..=Adjudicator::MOST_EMPTIES).contains(&empties) {
                return Err(TournamentError::TooEarly { empties });
            }
            for (place, opening) in self.openings.iter().enumerate() {
                let left = opening.position().empties().len() as u32;
                if left <= empties {
                    return Err(TournamentError::NothingToPlay {
                        opening: place + 1,
                        left,
                        empties,
                    });
                }
            }
        }
        for engine in &self.engines {
            let refused = |error| TournamentError::Engine {
                engine: engine.name(),
                error,
            };
            engine.check(&self.openings).map_err(refused)?;
        }
        Ok(())
    }

    /// Both games of a pair, or nothing if they were stopped.
    fn play_pair(
        &self,
        pairing: Pairing,
        opening: usize,
        mut adjudicator: Option<&mut Adjudicator>,
        stop: &Arc<AtomicBool>,
    ) -> Option<[PlayedGame; 2]> {
        let Pairing { first, second } = pairing;
        let mut play = |round: usize, engines| {
            let path = [first, second, opening, round].map(|step| step as u64);
            let seed = derived_seed(self.seed, &path);
            self.play_one(engines, opening, seed, adjudicator.as_deref_mut(), stop)
        };
        Some([play(0, [first, second])?, play(1, [second, first])?])
    }

    /// One game between the engines in the places `[black, white]`.
    fn play_one(
        &self,
        [black, white]: [usize; 2],
        opening: usize,
        seed: u64,
        adjudicator: Option<&mut Adjudicator>,
        stop: &Arc<AtomicBool>,
    ) -> Option<PlayedGame> {
        let opening = &self.openings[opening];
        let player = |engine: usize, side: Color| {
            let seed = derived_seed(seed, &[side as u64]);
            let failed = |error: EngineError| Forfeit {
                side,
                cause: ForfeitCause::Failure,
                reason: error.to_string(),
                conversation: error.conversation().to_vec(),
            };
            self.engines[engine].new_player(seed).map_err(failed)
        };
        match (player(black, Color::Black), player(white, Color::White)) {
            (Ok(mut black), Ok(mut white)) => {
                let rules = GameRules {
                    clock: self.clock,
                    adjudicator,
                };
                play_game(opening, [&mut *black, &mut *white], rules, stop)
            }
            (Err(forfeit), _) | (_, Err(forfeit)) => Some(PlayedGame::lost(opening, forfeit)),
        }
    }
}

/// A thread that panicked ends the tournament; what it held is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
