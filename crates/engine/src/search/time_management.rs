//! Time management: how long to think about a move.

use std::time::Duration;

use web_time::Instant;

use super::limits::Limits;
use super::parameters::{
    CLOCK_RESERVE, HARD_MOVE, MIN_CLOCK_RESERVE, MOVE_OVERHEAD, NEXT_ITERATION, SOLVED_FROM,
};
use crate::clock::Clock;

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeBudget {
    began: Instant,
    /// No iteration begins if it would probably end after this time.
    aim: Duration,
    /// The search is aborted after this time.
    limit: Duration,
}

/// Reserved times.
const RESERVE: Duration = Duration::from_millis(CLOCK_RESERVE);
const MIN_RESERVE: Duration = Duration::from_millis(MIN_CLOCK_RESERVE);
const OVERHEAD: Duration = Duration::from_millis(MOVE_OVERHEAD);

impl Clock {
    /// Returns the time that a move with `empties` empties on the board should take.
    #[must_use]
    pub fn move_time(self, empties: u32) -> Duration {
        TimeBudget::of_clock(self, empties, Instant::now()).aim
    }
}

impl TimeBudget {
    /// Returns the budget of a search that begins at `began`, if its time is limited.
    pub(super) fn new(limits: &Limits, empties: u32, began: Instant) -> Option<Self> {
        let of_move = limits.time.map(|time| Self::of_move(time, began));
        let of_clock = limits
            .clock
            .map(|clock| Self::of_clock(clock, empties, began));
        match (of_move, of_clock, limits.time) {
            (Some(of_move), Some(of_clock), Some(time)) if time < of_clock.aim => Some(of_move),
            (of_move, of_clock, _) => of_clock.or(of_move),
        }
    }

    /// Uses all of a move's time, whether or not an iteration ends within it.
    fn of_move(time: Duration, began: Instant) -> Self {
        let limit = time.saturating_sub(OVERHEAD).max(time / 2);
        Self {
            began,
            aim: limit,
            limit,
        }
    }

    /// Divides the clock evenly among the moves that need a search. Moves near the end of the game
    /// are solved instantly and get no share.
    fn of_clock(clock: Clock, empties: u32, began: Instant) -> Self {
        let reserve = RESERVE.min(clock.left / 2).max(MIN_RESERVE);
        let usable = clock.left.saturating_sub(reserve + OVERHEAD);
        let own_moves = empties.saturating_sub(SOLVED_FROM).div_ceil(2).max(1);
        // The increment is added after the move, so it is available for the next move.
        let increment = clock.increment.saturating_sub(OVERHEAD).mul_f64(0.9);
        let aim = (usable / (own_moves + 1) + increment).min(usable.mul_f64(0.5));
        Self {
            began,
            aim,
            limit: aim.mul_f64(HARD_MOVE).min(usable.mul_f64(0.6)),
        }
    }

    /// Returns when the search is aborted.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.began.checked_add(self.limit)
    }

    /// Returns `true` if there is time for another iteration.
    pub(super) fn allows_iteration(&self) -> bool {
        self.aim >= self.limit || self.began.elapsed().mul_f64(NEXT_ITERATION) < self.aim
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
                    let budget =
                        TimeBudget::of_clock(clock(left, increment), empties, Instant::now());
                    assert!(budget.aim <= budget.limit || budget.limit.is_zero());
                    let limit = budget.limit.as_millis() as u64;
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
        while empties > SOLVED_FROM {
            let clock = clock(left, increment);
            let budget = TimeBudget::of_clock(clock, empties, Instant::now());
            left -= budget.aim.as_millis() as u64;
            empties -= 2;
        }
        assert!((500..15_000).contains(&left), "{left} ms left");
    }
}
