//! How long a search goes on while others wait.

use std::time::Duration;

/// So long a search goes on at first.
pub(super) const TIME_SLICE: Duration = Duration::from_millis(100);

/// Once each client is served within this time, if they are few.
const ROUND: Duration = Duration::from_secs(4);

/// However many clients there are, a search that needs it may go on for so long.
const LEAST_MOST: Duration = Duration::from_millis(200);

/// How long a search may go on, by what came of it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeSlice(Duration);

impl Default for TimeSlice {
    fn default() -> Self {
        Self(TIME_SLICE)
    }
}

impl TimeSlice {
    /// The search came to nothing in its time: it gets more the next time.
    pub(super) fn grow(&mut self) {
        self.0 = (2 * self.0).min(ROUND);
    }

    /// The time with so many other clients waiting, one of which has perhaps not been
    /// served at all yet.
    pub(super) fn with_waiting(self, clients: usize, is_one_new: bool) -> Duration {
        if is_one_new {
            return TIME_SLICE;
        }
        let share = ROUND / u32::try_from(clients + 1).unwrap_or(u32::MAX);
        self.0.min(share.max(LEAST_MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_needs_more_time_gets_it() {
        let mut slice = TimeSlice::default();
        assert_eq!(slice.with_waiting(1, false), TIME_SLICE);
        for _ in 0..10 {
            slice.grow();
        }
        assert_eq!(slice.with_waiting(1, false), ROUND / 2);
        assert_eq!(slice.with_waiting(49, false), LEAST_MOST);
    }

    #[test]
    fn whoever_is_new_waits_for_one_quantum() {
        let mut slice = TimeSlice::default();
        slice.grow();
        slice.grow();
        assert_eq!(slice.with_waiting(3, true), TIME_SLICE);
    }

    #[test]
    fn the_wait_of_the_last_client_is_bounded() {
        let mut slice = TimeSlice::default();
        for _ in 0..20 {
            slice.grow();
        }
        for clients in 0..500 {
            let round = slice.with_waiting(clients, false) * clients as u32;
            assert!(round <= ROUND.max(LEAST_MOST * clients as u32));
        }
    }
}
