//! Which weights count at which stage of the game.

/// Numbers of discs on the board at which weights are learned. Between two of
/// them the weights change evenly; outside the nearest ones count.
pub const KNOTS: [u32; 13] = [12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60];

/// Where a number of discs lies among the knots: the knot below, and the share
/// of the knot above it, in [0, 1]. The share is zero at the last knot.
#[must_use]
pub fn place(discs: u32) -> (usize, f64) {
    let discs = discs.clamp(KNOTS[0], KNOTS[KNOTS.len() - 1]);
    let below = KNOTS.iter().rposition(|&knot| knot <= discs).unwrap_or(0);
    match KNOTS.get(below + 1) {
        Some(above) => {
            let width = f64::from(above - KNOTS[below]);
            (below, f64::from(discs - KNOTS[below]) / width)
        }
        None => (below, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_discs_lies_between_two_knots() {
        assert_eq!(place(4), (0, 0.0));
        assert_eq!(place(12), (0, 0.0));
        assert_eq!(place(13), (0, 0.25));
        assert_eq!(place(16), (1, 0.0));
        assert_eq!(place(59), (11, 0.75));
        assert_eq!(place(60), (12, 0.0));
        assert_eq!(place(64), (12, 0.0));
    }
}
