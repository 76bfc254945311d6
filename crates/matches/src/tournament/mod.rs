//! Tournaments: every opening is played twice, with colours swapped.

mod collector;
mod results;
mod stored;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_othello::{Color, Game};

use crate::MatchError;
use crate::adjudication::{Adjudicator, ScoreRules};
use crate::engine::{Clock, MatchEngine};
use crate::forfeit::Forfeit;
use crate::play::{GameRules, PlayedGame, play_game};
use crate::statistics::Sprt;
use outflank_support::seeds::derived_seed;

use collector::Collector;
pub use results::{Results, ResultsFile};

/// Which engines play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// The first engine plays each of the others. With two engines this is a match.
    #[default]
    Gauntlet,
    /// Every engine plays every other.
    RoundRobin,
}

impl Schedule {
    /// Returns the pairings of `engines` engines.
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

/// Two engines that play each other, by their index in [`Tournament::engines`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pairing {
    /// The engine from whose point of view results are given.
    pub first: usize,
    /// Its opponent.
    pub second: usize,
}

/// A tournament of two or more engines.
///
/// Each pairing plays each opening twice with colours swapped, a *game pair*, so that no
/// opening favours an engine. If the engines are limited by depth, the games depend only
/// on `seed`, not on the number of threads.
#[derive(Default)]
pub struct Tournament {
    /// The engines, at least two.
    pub engines: Vec<Box<dyn MatchEngine>>,
    /// The openings of each pairing.
    pub openings: Vec<Game>,
    /// The pairings.
    pub schedule: Schedule,
    /// The initial clock of each side, if games are timed, for engines without their own.
    pub clock: Option<Clock>,
    /// The number of empties at which games are adjudicated, if any; see [`Adjudicator`].
    pub adjudicate: Option<u32>,
    /// Adjudicates games by the scores that the engines report.
    pub score_rules: ScoreRules,
    /// Maximum number of replays of a game in which a program crashed, before it counts
    /// as a forfeit.
    pub replays: u32,
    /// The test of the first of two engines. The tournament ends once it is decided.
    pub sprt: Option<Sprt>,
    /// The random seed.
    pub seed: u64,
    /// Number of concurrent games; 0 counts as 1.
    pub threads: usize,
}

/// The two finished games of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePair {
    /// 0-based number in the tournament: by pairing, then by opening.
    pub number: usize,
    /// The engines.
    pub pairing: Pairing,
    /// Index of the opening.
    pub opening: usize,
    /// The game in which the first engine was Black, then the one in which it was White.
    pub games: [PlayedGame; 2],
}

impl GamePair {
    /// Returns the final disc differences for the first engine, empty squares going to
    /// the winner.
    #[must_use]
    pub fn discs(&self) -> [i32; 2] {
        let [as_black, as_white] = &self.games;
        [as_black.black_score, -as_white.black_score]
    }

    /// Returns the numbers of crashes in these games, each with the index of the engine.
    pub fn crashes(&self) -> impl Iterator<Item = (usize, u32)> {
        let Pairing { first, second } = self.pairing;
        let rounds = self.games.iter().zip([[first, second], [second, first]]);
        rounds.flat_map(|(game, engines)| engines.into_iter().zip(game.crashes))
    }

    /// Returns the forfeits in these games, each with the index of the engine.
    pub fn forfeits(&self) -> impl Iterator<Item = (usize, &Forfeit)> {
        let losers = self.losers().into_iter().zip(&self.games);
        losers.filter_map(|(loser, game)| Some((loser?, game.forfeit.as_ref()?)))
    }

    /// Returns the index of the engine that resigned, for each resignation in these games.
    pub fn resignations(&self) -> impl Iterator<Item = usize> {
        let losers = self.losers().into_iter().zip(&self.games);
        losers.filter_map(|(loser, game)| loser.filter(|_| game.forfeit.is_none()))
    }

    /// Returns the engine that forfeited or resigned each game.
    fn losers(&self) -> [Option<usize>; 2] {
        let Pairing { first, second } = self.pairing;
        let engines = [[first, second], [second, first]];
        std::array::from_fn(|round| {
            let side = self.games[round].loser()?;
            Some(engines[round][side as usize])
        })
    }
}

impl Tournament {
    /// Returns the number of game pairs.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.schedule.pairings(self.engines.len()).len() * self.openings.len()
    }

    /// Returns the engines of a pair, and the index of its opening.
    fn plan(&self, number: usize) -> Option<(Pairing, usize)> {
        let openings = self.openings.len();
        let pairings = self.schedule.pairings(self.engines.len());
        let pairing = *pairings.get(number.checked_div(openings)?)?;
        Some((pairing, number % openings))
    }

    /// Plays the tournament and returns its pairs in order.
    ///
    /// `on_pair` is called with each pair as it ends, one at a time but in no fixed
    /// order. If `stop` becomes true, the tournament ends early and drops unfinished
    /// pairs.
    ///
    /// With an SPRT, the tournament ends when the test is decided; `stop` is then set to
    /// end the running games. The test counts pairs in the order of their numbers, and
    /// only those are returned, so the verdict does not depend on the number of threads.
    ///
    /// An engine that fails loses that game, and the tournament continues.
    ///
    /// # Errors
    ///
    /// Returns an error if an engine cannot play from these openings, a thread cannot be
    /// started, or the settings are invalid.
    pub fn run(
        &self,
        stop: &Arc<AtomicBool>,
        on_pair: impl FnMut(&GamePair) + Send,
    ) -> Result<Vec<GamePair>, MatchError> {
        self.resume(Vec::new(), stop, on_pair)
    }

    /// Runs the tournament like [`run`](Self::run), but keeps earlier pairs, for which
    /// `on_pair` is not called.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`run`](Self::run).
    pub fn resume(
        &self,
        earlier: Vec<GamePair>,
        stop: &Arc<AtomicBool>,
        on_pair: impl FnMut(&GamePair) + Send,
    ) -> Result<Vec<GamePair>, MatchError> {
        let left = self.pairs().saturating_sub(earlier.len());
        let threads = self.threads.clamp(1, left.max(1));
        self.check(threads.min(left))?;
        let new_adjudicator = |_| self.adjudicate.map(Adjudicator::new).transpose();
        let adjudicators: Result<Vec<_>, _> = (0..threads).map(new_adjudicator).collect();
        let adjudicators = adjudicators.map_err(|error| {
            MatchError(format!("not enough memory to adjudicate games: {error}"))
        })?;
        let adjudicators: Vec<_> = adjudicators.into_iter().map(Mutex::new).collect();
        let next = AtomicUsize::new(0);
        let collector = Mutex::new(Collector::new(earlier, self.sprt, on_pair));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| MatchError(format!("cannot start the threads: {error}")))?;
        // Pairs start in order, so they end almost in order.
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

    /// Checks the settings before the first game, for this many games at once.
    fn check(&self, games_at_once: usize) -> Result<(), MatchError> {
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(MatchError(format!(
                "an SPRT compares two engines: expected 2 engines instead of {}",
                self.engines.len()
            )));
        }
        if let Some(empties) = self.adjudicate {
            if !(1..=Adjudicator::MAX_EMPTIES).contains(&empties) {
                return Err(MatchError(format!(
                    "adjudication at {empties} empties: expected 1 to {}",
                    Adjudicator::MAX_EMPTIES
                )));
            }
            for (opening, number) in self.openings.iter().zip(1..) {
                let left = opening.position().empties().len() as u32;
                if left <= empties {
                    return Err(MatchError(format!(
                        "opening {number} leaves {left} empties: expected more than the \
                         {empties} at which games are adjudicated"
                    )));
                }
            }
        }
        for engine in &self.engines {
            let refused = |error| MatchError(format!("engine {}: {error}", engine.name()));
            let checked = engine.check(&self.openings, games_at_once);
            checked.map_err(refused)?;
        }
        Ok(())
    }

    /// Plays both games of a pair; `None` if stopped.
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
            let mut crashes = [0; 2];
            for attempt in 0.. {
                let adjudicator = adjudicator.as_deref_mut();
                let mut game = self.play_one(engines, opening, seed, adjudicator, stop)?;
                let crash = game.forfeit.as_ref().filter(|forfeit| forfeit.is_crash);
                let crash = crash.map(|forfeit| forfeit.side);
                if let Some(side) = crash {
                    crashes[side as usize] += 1;
                }
                if crash.is_none() || attempt == self.replays {
                    game.crashes = crashes;
                    return Some(game);
                }
            }
            None
        };
        Some([play(0, [first, second])?, play(1, [second, first])?])
    }

    /// Plays one game between the engines `[black, white]`.
    fn play_one(
        &self,
        [black, white]: [usize; 2],
        opening: usize,
        seed: u64,
        adjudicator: Option<&mut Adjudicator>,
        stop: &Arc<AtomicBool>,
    ) -> Option<PlayedGame> {
        let opening = &self.openings[opening];
        let clocks = [black, white].map(|engine| self.engines[engine].clock(self.clock));
        let player = |engine: usize, side: Color| {
            let seed = derived_seed(seed, &[side as u64]);
            let failed = |error| Forfeit::of_failure(side, error);
            self.engines[engine].new_player(seed).map_err(failed)
        };
        match (player(black, Color::Black), player(white, Color::White)) {
            (Ok(mut black), Ok(mut white)) => {
                let rules = GameRules {
                    clocks,
                    adjudicator,
                    scores: self.score_rules,
                };
                play_game(opening, [&mut *black, &mut *white], rules, stop)
            }
            (Err(forfeit), _) | (_, Err(forfeit)) => Some(PlayedGame::lost(opening, forfeit)),
        }
    }
}

/// Locks a mutex. A panic in a thread ends the tournament, so poisoning can be ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
