//! Stages of the game.

/// Number of knots.
pub const KNOTS: usize = 13;

/// The stages of a game: numbers of discs at which weights are trained, the *knots*. Weights are
/// interpolated between two knots; outside the knots, the weights of the nearest knot apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    knots: [u32; KNOTS],
}

impl Stages {
    /// Makes the stages of a board: knots from 3/16 to 15/16 of its squares.
    pub(super) fn new(squares: u32) -> Self {
        let knot = |place: usize| ((3 + place as u32) * squares + 8) / 16;
        Self {
            knots: std::array::from_fn(knot),
        }
    }

    /// Returns the knots in discs, in ascending order.
    #[must_use]
    pub const fn knots(&self) -> [u32; KNOTS] {
        self.knots
    }

    /// Returns the knot at or below a number of discs, and the weight of the next knot in [0, 1],
    /// which is zero at the last knot.
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
    fn knots_ascend_on_every_board() {
        for squares in 16..=128 {
            let knots = Stages::new(squares).knots();
            assert!(knots.is_sorted_by(|a, b| a < b), "{squares}: {knots:?}");
            assert!(knots[KNOTS - 1] < squares);
        }
    }
}
