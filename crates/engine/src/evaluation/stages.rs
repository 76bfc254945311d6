//! Which weights count at which stage of the game.

/// Number of the knots.
pub const KNOTS: usize = 13;

/// The stages of a game on a board: numbers of discs at which weights are learned,
/// the *knots*. Between two of them the weights change evenly; outside the nearest
/// ones count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    knots: [u32; KNOTS],
}

impl Stages {
    /// The stages for a board with so many squares: the knots go from three
    /// sixteenths of them to fifteen, one a sixteenth.
    pub(super) fn new(squares: u32) -> Self {
        let knot = |place: usize| ((3 + place as u32) * squares + 8) / 16;
        Self {
            knots: std::array::from_fn(knot),
        }
    }

    /// Numbers of discs on the board, rising.
    #[must_use]
    pub const fn knots(&self) -> [u32; KNOTS] {
        self.knots
    }

    /// Where a number of discs lies among the knots: the knot below, and the share
    /// of the knot above it, in [0, 1]. The share is zero at the last knot.
    #[must_use]
    pub fn place(&self, discs: u32) -> (usize, f64) {
        let knots = &self.knots;
        let discs = discs.clamp(knots[0], knots[KNOTS - 1]);
        let below = knots.iter().rposition(|&knot| knot <= discs).unwrap_or(0);
        match knots.get(below + 1) {
            Some(above) => {
                let width = f64::from(above - knots[below]);
                (below, f64::from(discs - knots[below]) / width)
            }
            None => (below, 0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_discs_lies_between_two_knots() {
        let stages = Stages::new(64);
        assert_eq!(
            stages.knots(),
            [12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60]
        );
        assert_eq!(stages.place(4), (0, 0.0));
        assert_eq!(stages.place(12), (0, 0.0));
        assert_eq!(stages.place(13), (0, 0.25));
        assert_eq!(stages.place(16), (1, 0.0));
        assert_eq!(stages.place(59), (11, 0.75));
        assert_eq!(stages.place(60), (12, 0.0));
        assert_eq!(stages.place(64), (12, 0.0));
    }

    #[test]
    fn knots_rise_on_every_board() {
        for squares in 16..=128 {
            let knots = Stages::new(squares).knots();
            assert!(knots.is_sorted_by(|a, b| a < b), "{squares}: {knots:?}");
            assert!(knots[KNOTS - 1] < squares);
        }
    }
}
