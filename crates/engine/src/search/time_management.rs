//! How much is spent on a move: a level, nodes, or time.

use std::time::{Duration, Instant};

use outflank_othello::Position;

use super::limits::Reach;
use super::result::{ScoredMove, SearchResult};
use super::searcher::Solver;
use crate::clock::Clock;

/// How much may be spent on one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A search of a known reach, such as that of a [level](Reach::level).
    Reach(Reach),
    /// As far as so many nodes lead, up to some thousands more.
    Nodes(u64),
    /// As far as so much time leads.
    Time(Duration),
    /// As far as is wise with a clock for the whole game.
    Clock(Clock),
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// No deeper search is begun that would probably end after this time.
    pub aim: Duration,
    /// The search is broken off after this time.
    pub limit: Duration,
}

/// So much of a clock is kept back, or half of it if it is less, for what comes
/// between the end of a search and the stop of the clock: on a machine with many
/// more busy threads than processors a thread waits 50 milliseconds for its turn.
const RESERVE: Duration = Duration::from_millis(100);

/// So much is kept back of any clock.
const LEAST_RESERVE: Duration = Duration::from_millis(40);

/// Time that is kept back of each move, for what comes after the search.
const OVERHEAD: Duration = Duration::from_millis(3);

/// With so many empty squares or fewer a move is solved in no time.
const SOLVED_AT_ONCE: u32 = 14;

/// A search to the next depth takes so many times as long as all before it
/// together, or more.
const NEXT_DEPTH: f64 = 1.6;

/// Of a clock a move may use so much more than its due where it turns out to be
/// hard.
const PATIENCE: f64 = 2.5;

impl Clock {
    /// The time for a move with so many empty squares on the board.
    ///
    /// What is left is dealt out evenly to the moves that have to be searched: the
    /// last ones, solved at once, get nothing.
    #[must_use]
    pub fn pace(self, empties: u32) -> TimeBudget {
        let reserve = RESERVE.min(self.left / 2).max(LEAST_RESERVE);
        let usable = self.left.saturating_sub(reserve + OVERHEAD);
        let own_moves = empties.saturating_sub(SOLVED_AT_ONCE).div_ceil(2).max(1);
        // The increment comes once the move is made: it is there for the next one.
        let due = usable / (own_moves + 1) + self.increment.saturating_sub(OVERHEAD).mul_f64(0.9);
        let aim = due.min(usable.mul_f64(0.5));
        TimeBudget {
            aim,
            limit: aim.mul_f64(PATIENCE).min(usable.mul_f64(0.6)),
        }
    }
}

impl TimeBudget {
    /// All of a time, whether a search comes to its end in it or not.
    fn of_move(time: Duration) -> Self {
        let limit = time.saturating_sub(OVERHEAD).max(time / 2);
        Self { aim: limit, limit }
    }

    /// Whether a deeper search may begin after so much time.
    fn goes_on(self, elapsed: Duration) -> bool {
        self.aim >= self.limit || elapsed.mul_f64(NEXT_DEPTH) < self.aim
    }
}

impl Solver {
    /// Searches a position for its best `wanted` moves with so much effort.
    /// `report` is told what each completed search found, best moves first, and
    /// ends the search by returning `false`.
    ///
    /// Where time or nodes are limited the search deepens step by step and may end
    /// within a step: [`SearchResult::complete`] is then false, and the moves are the
    /// best that were found, one at least if there is a legal one and the search
    /// was not stopped from outside.
    pub fn choose(
        &mut self,
        position: &Position,
        effort: Effort,
        wanted: usize,
        mut report: impl FnMut(&[ScoredMove]) -> bool + Send,
    ) -> SearchResult {
        let began = Instant::now();
        let (reach, pace, nodes) = match effort {
            Effort::Reach(reach) => (reach, None, None),
            Effort::Nodes(nodes) => (Reach::UNLIMITED, None, Some(nodes)),
            Effort::Time(time) => (Reach::UNLIMITED, Some(TimeBudget::of_move(time)), None),
            Effort::Clock(clock) => {
                let pace = clock.pace(position.empties().len() as u32);
                (Reach::UNLIMITED, Some(pace), None)
            }
        };
        // Of one move there is nothing to choose: a glance tells what it is worth.
        let is_forced = wanted == 1 && position.legal_moves().len() == 1;
        let reach = if is_forced && pace.is_some() {
            Reach {
                depth: 1,
                ..Reach::level(1)
            }
        } else {
            reach
        };
        self.limit_nodes(nodes);
        self.limit_time(pace.map(|pace| pace.limit));
        let mut thought = self.think(position, reach, wanted, |found| {
            report(found) && pace.is_none_or(|pace| pace.goes_on(began.elapsed()))
        });
        self.limit_nodes(None);
        self.limit_time(None);
        if thought.moves.is_empty() && (pace.is_some() || nodes.is_some()) {
            // Not even the first glance came to its end.
            let nodes = thought.nodes;
            thought = self.think(position, Reach::level(1), wanted, |_| true);
            thought.complete = false;
            thought.nodes += nodes;
        }
        thought
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn clock(left: u64, increment: u64) -> Clock {
        Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
        }
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 10, 44, 50, 100, 1000, 10_000, 1_000_000] {
            for increment in [0, 1, 100, 30_000] {
                for empties in 1..=60 {
                    let pace = clock(left, increment).pace(empties);
                    assert!(pace.aim <= pace.limit || pace.limit.is_zero());
                    let limit = pace.limit.as_millis() as u64;
                    let kept = 43.max(100.min(left / 2));
                    assert!(
                        limit == 0 || limit + kept < left,
                        "{left} {increment} {empties}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_game_uses_most_of_its_clock() {
        let (mut left, increment) = (60_000_u64, 0);
        let mut empties = 60;
        while empties > SOLVED_AT_ONCE {
            left -= clock(left, increment).pace(empties).aim.as_millis() as u64;
            empties -= 2;
        }
        assert!((500..15_000).contains(&left), "{left} ms left");
    }
}
