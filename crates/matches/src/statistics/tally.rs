//! Wins, draws, losses and discs.

use super::{Interval, elo_of_score, mean_interval, pair_scores, superiority};

/// The results of game pairs for one engine, independent of their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    /// Pairs by half points won: 0 for two losses, 4 for two wins.
    pairs_by_half_points: [u64; 5],
    /// Sum of the disc differences of all games.
    discs: i64,
    /// Sum of the squared disc differences of pairs.
    squared_pair_discs: i64,
}

impl Tally {
    /// Adds a pair by its final disc differences.
    pub fn add_pair(&mut self, discs: [i32; 2]) {
        let mut half_points = 0;
        for difference in discs {
            match difference.signum() {
                1 => {
                    self.wins += 1;
                    half_points += 2;
                }
                0 => {
                    self.draws += 1;
                    half_points += 1;
                }
                _ => self.losses += 1,
            }
        }
        self.pairs_by_half_points[half_points] += 1;
        let sum = i64::from(discs[0] + discs[1]);
        self.discs += sum;
        self.squared_pair_discs += sum * sum;
    }

    /// Adds all pairs of another tally.
    pub fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.discs += other.discs;
        self.squared_pair_discs += other.squared_pair_discs;
        let mine = self.pairs_by_half_points.iter_mut();
        for (mine, others) in mine.zip(other.pairs_by_half_points) {
            *mine += others;
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the games won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.wins
    }

    /// Returns the games drawn.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// Returns the games lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.losses
    }

    /// Returns the numbers of pairs that scored 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn pentanomial(&self) -> [u64; 5] {
        self.pairs_by_half_points
    }

    /// Returns the points won, half a point for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the share of the points won, 0..=1. `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the 95 % confidence interval of the score; see [`mean_interval`]. `None`
    /// without games.
    #[must_use]
    pub fn score_interval(&self) -> Option<Interval> {
        mean_interval(&pair_scores(self.pairs_by_half_points))
    }

    /// Returns the likelihood of superiority; see [`superiority`]. `None` without games.
    #[must_use]
    pub fn los(&self) -> Option<f64> {
        superiority(&pair_scores(self.pairs_by_half_points))
    }

    /// Returns the Elo difference that corresponds to the score, infinite if all games were won or
    /// all lost. `None` without games.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        self.score().map(elo_of_score)
    }

    /// Returns the 95 % confidence interval of the Elo difference; an end may be
    /// infinite.
    #[must_use]
    pub fn elo_interval(&self) -> Option<Interval> {
        self.score_interval().map(Interval::to_elo)
    }

    /// Returns the mean final disc difference of a game, empty squares going to the
    /// winner. `None` without games.
    #[must_use]
    pub fn mean_discs(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.discs as f64 / self.games() as f64)
    }

    /// Returns the standard error of [`Tally::mean_discs`], in discs, from the variance
    /// of pairs. `None` with fewer than two pairs.
    #[must_use]
    pub fn mean_discs_error(&self) -> Option<f64> {
        let pairs = self.games() as f64 / 2.0;
        if pairs < 2.0 {
            return None;
        }
        let mean = self.discs as f64 / pairs;
        let squares = self.squared_pair_discs as f64 - pairs * mean * mean;
        let pair_error = (squares.max(0.0) / (pairs - 1.0) / pairs).sqrt();
        // A pair is two games.
        Some(pair_error / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[i32; 2]]) -> Tally {
        let mut tally = Tally::default();
        for &pair in pairs {
            tally.add_pair(pair);
        }
        tally
    }

    #[test]
    fn games_are_counted_by_result() {
        let tally = tally(&[[10, -2], [0, 4], [-64, -64], [2, 2], [0, 0]]);
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (4, 3, 3));
        assert_eq!(tally.pentanomial(), [1, 0, 2, 1, 1]);
        assert_eq!((tally.games(), tally.points()), (10, 5.5));
        assert_eq!(tally.score(), Some(0.55));
        assert_eq!(tally.mean_discs(), Some(-11.2));
    }

    #[test]
    fn the_error_of_the_mean_is_computed_from_pairs() {
        // Means of the pairs 4, 1, -2, 5: mean 2, sample variance 10, n = 4.
        let tally = tally(&[[10, -2], [0, 2], [-2, -2], [5, 5]]);
        assert_eq!(tally.mean_discs(), Some(2.0));
        let error = tally.mean_discs_error().unwrap();
        assert!((error - (10.0f64 / 4.0).sqrt()).abs() < 1e-12);
        // If the two games of each pair cancel out, the mean has no error.
        let balanced = self::tally(&[[30, -30], [-12, 12], [6, -6]]);
        assert_eq!(balanced.mean_discs_error(), Some(0.0));
    }

    #[test]
    fn the_other_side_has_the_mirror_image() {
        let pairs = [[10, -2], [0, 4], [-3, 6], [64, 64]];
        let other = tally(&pairs.map(|pair| pair.map(|discs: i32| -discs)));
        let tally = tally(&pairs);
        assert_eq!(
            (other.wins(), other.losses()),
            (tally.losses(), tally.wins())
        );
        let mut reversed = other.pentanomial();
        reversed.reverse();
        assert_eq!(reversed, tally.pentanomial());
        assert_eq!(other.score(), tally.score().map(|score| 1.0 - score));
        let (mine, others) = (tally.elo_interval().unwrap(), other.elo_interval().unwrap());
        assert!((mine.low + others.high).abs() < 1e-9);
        assert_eq!(other.mean_discs_error(), tally.mean_discs_error());
    }

    #[test]
    fn merging_is_adding() {
        let (first, second) = ([[1, 2], [3, -4]], [[0, 0], [-5, 6]]);
        let mut merged = tally(&first);
        merged.merge(&tally(&second));
        assert_eq!(merged, tally(&[first, second].concat()));
    }

    #[test]
    fn clean_sweeps_have_one_bound() {
        let tally = tally(&[[20, 30]; 200]);
        assert_eq!(tally.elo(), Some(f64::INFINITY));
        let interval = tally.elo_interval().unwrap();
        assert_eq!(interval.high, f64::INFINITY);
        assert!((680.0..760.0).contains(&interval.low), "{interval:?}");
        assert_eq!(
            self::tally(&[[-20, -30]; 200]).elo(),
            Some(f64::NEG_INFINITY)
        );
    }

    #[test]
    fn without_games_there_is_no_score() {
        let empty = Tally::default();
        assert_eq!(
            (empty.score(), empty.elo(), empty.mean_discs()),
            (None, None, None)
        );
        assert_eq!(
            (empty.elo_interval(), empty.mean_discs_error()),
            (None, None)
        );
        assert_eq!(tally(&[[1, 1]]).mean_discs_error(), None);
    }
}
