//! The length of time slices.

use std::time::Duration;

/// The first slice of a search.
pub(super) const TIME_SLICE: Duration = Duration::from_millis(100);

/// The time within which each client gets a slice, unless many clients wait.
const ROUND: Duration = Duration::from_secs(4);

/// The maximum slice when many clients wait.
const MANY_CLIENTS: Duration = Duration::from_millis(200);

/// The length of a search's next slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeSlice(Duration);

impl Default for TimeSlice {
    fn default() -> Self {
        Self(TIME_SLICE)
    }
}

impl TimeSlice {
    /// Doubles the slice of a search that completed no iteration.
    pub(super) fn grow(&mut self) {
        self.0 = (2 * self.0).min(ROUND);
    }

    /// Returns the slice while `clients` others wait. `is_one_new` means that one of them has had
    /// no slice yet.
    pub(super) fn with_waiting(self, clients: usize, is_one_new: bool) -> Duration {
        if is_one_new {
            return TIME_SLICE;
        }
        let share = ROUND / u32::try_from(clients + 1).unwrap_or(u32::MAX);
        self.0.min(share.max(MANY_CLIENTS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_grow() {
        let mut slice = TimeSlice::default();
        assert_eq!(slice.with_waiting(1, false), TIME_SLICE);
        for _ in 0..10 {
            slice.grow();
        }
        assert_eq!(slice.with_waiting(1, false), ROUND / 2);
        assert_eq!(slice.with_waiting(49, false), MANY_CLIENTS);
    }

    #[test]
    fn a_new_client_waits_for_one_slice() {
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
            assert!(round <= ROUND.max(MANY_CLIENTS * clients as u32));
        }
    }
}
