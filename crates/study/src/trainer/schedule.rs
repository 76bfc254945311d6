//! The schedule of cards: the FSRS algorithm (J. Ye and others, *A Stochastic Shortest
//! Path Algorithm for Optimizing Spaced Repetition Scheduling*, 2022) with the default
//! parameters of version 6.

use fsrs::{DEFAULT_PARAMETERS, FSRS, FSRSError, MemoryState};

/// The probability of a right answer at which a card is asked again.
pub const RETENTION: f32 = 0.9;

/// Number of seconds in a day.
const DAY: f64 = 86_400.0;
/// Minimum number of seconds before a card is asked again.
const SOONEST: i64 = 60;

/// How well a card is remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The number of days after which the probability of a right answer falls to 90 %.
    pub stability: f64,
    /// The difficulty, from 1 to 10.
    pub difficulty: f64,
    /// The time of the last answer, in seconds since 1970.
    pub answered: i64,
}

/// The memory after an answer, and the time to ask again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Review {
    /// The memory after the answer.
    pub memory: Memory,
    /// The time to ask again, in seconds since 1970.
    pub due: i64,
}

impl Review {
    /// Returns the memory after an answer at `now`, in seconds since 1970. `before` is `None` for
    /// the first answer. A right answer counts as *good*, a wrong one as *again*. Fails if a
    /// value in `before` is out of range.
    pub fn new(before: Option<Memory>, right: bool, now: i64) -> Result<Self, FSRSError> {
        let days = before.map_or(0.0, |before| (now - before.answered).max(0) as f64 / DAY);
        let state = before.map(|before| MemoryState {
            stability: before.stability as f32,
            difficulty: before.difficulty as f32,
        });
        let scheduler = FSRS::new(&DEFAULT_PARAMETERS)?;
        let next = scheduler.next_states(state, RETENTION, days as u32)?;
        let next = if right { next.good } else { next.again };
        let interval = (f64::from(next.interval) * DAY) as i64;
        Ok(Self {
            memory: Memory {
                stability: f64::from(next.memory.stability),
                difficulty: f64::from(next.memory.difficulty),
                answered: now,
            },
            due: now + interval.max(SOONEST),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400;

    #[test]
    fn right_answers_lengthen_the_interval_and_wrong_ones_shorten_it() {
        let mut review = Review::new(None, true, 0).unwrap();
        let mut last = 0;
        for _ in 0..6 {
            let interval = review.due - review.memory.answered;
            assert!(interval > last, "{interval} after {last}");
            last = interval;
            let now = review.due;
            let wrong = Review::new(Some(review.memory), false, now).unwrap();
            assert!(wrong.due - now < interval);
            assert!(wrong.memory.difficulty > review.memory.difficulty);
            review = Review::new(Some(review.memory), true, now).unwrap();
        }
        assert!(last > 30 * DAY, "{last}");
        let first_wrong = Review::new(None, false, 0).unwrap();
        assert!(first_wrong.due < DAY && first_wrong.due >= SOONEST);
    }

    #[test]
    fn the_published_intervals_are_reproduced() {
        // Py-FSRS 6 with the default parameters: stability 2.3065 after a first Good, and
        // 0.212 after a first Again.
        let good = Review::new(None, true, 0).unwrap();
        assert!((good.memory.stability - 2.3065).abs() < 1e-4);
        let again = Review::new(None, false, 0).unwrap();
        assert!((again.memory.stability - 0.212).abs() < 1e-4);
    }

    #[test]
    fn a_clock_that_goes_back_is_not_an_error() {
        let first = Review::new(None, true, 10 * DAY).unwrap();
        let back = Review::new(Some(first.memory), true, 5 * DAY).unwrap();
        assert_eq!(back.memory.answered, 5 * DAY);
    }
}
