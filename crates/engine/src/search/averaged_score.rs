//! Depth averaging: the move is chosen by its average score over several depths.
//!
//! The error of a score is the error of the evaluation at the end of the principal variation, which
//! is a different position at each depth. So the average over several depths is more accurate than
//! the last score. Each root move has an *averaged score*, an exponential moving average (Brown
//! 1956, "Exponential Smoothing for Predicting Demand"), and the move with the best averaged score
//! is played. Another move takes its place only if it is better by [`LEAD`].
//!
//! A search also reports the averaged score, so that the score shown is the one that chooses the
//! move and does not jump from depth to depth.
//!
//! A null-window search is not enough for the average of a move that is not the best. Moves more
//! than [`AVERAGING_MARGIN`] below the score that they would need get only a bound. In the last
//! iteration, no move that stays behind the best is searched further.

use super::parameters::{MAX_AVERAGING_SHIFT, MIN_SHARE};

/// Units of an averaged score per unit of a score.
const FINE: i32 = 64;

/// Greatest distance of an averaged score from the last score, so that a blunder shows at once.
const FURTHEST: i32 = MAX_AVERAGING_SHIFT * FINE;

/// The denominator of the weights.
const SHARES: i32 = 20;

/// Returns the weight of a depth, in parts of [`SHARES`]. The weight falls with depth, because
/// successive depths differ less and less.
pub(super) fn shares(depth: u32) -> i32 {
    SHARES.saturating_sub_unsigned(depth).max(MIN_SHARE)
}

/// The averaged score of a move, in 1/8192 discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AveragedScore(i32);

impl AveragedScore {
    /// Resumes from the score that an earlier search reported, in 1/128 discs.
    pub(super) const fn resumed(score: i32) -> Self {
        Self(FINE * score)
    }

    /// Returns the nearest score in 1/128 discs.
    pub(super) const fn score(self) -> i32 {
        let Self(averaged) = self;
        (averaged + FINE / 2).div_euclid(FINE)
    }

    /// Returns the average after a depth with the score `value`; `before` is the average so far.
    pub(super) fn with(before: Option<Self>, value: i32, shares: i32) -> Self {
        let value = FINE * value;
        let Self(before) = before.unwrap_or(Self(value));
        let sum = shares * value + (SHARES - shares) * before;
        let averaged = sum.div_euclid(SHARES);
        Self(averaged.clamp(value - FURTHEST, value + FURTHEST))
    }

    /// Returns the average raised by `lead`, in 1/128 discs.
    pub(super) const fn ahead_by(self, lead: i32) -> Self {
        Self(self.0 + FINE * lead)
    }

    /// Returns the highest score with which another move, whose average so far is `before`,
    /// does not overtake this one.
    pub(super) fn needed(self, before: Option<Self>, shares: i32) -> i32 {
        let Self(best) = self;
        let Self(before) = before.unwrap_or(self);
        let sum = SHARES * best + SHARES - 1 - (SHARES - shares) * before;
        sum.div_euclid(FINE * shares)
            .max((best - FURTHEST).div_euclid(FINE))
            .min((best + FURTHEST).div_euclid(FINE))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::parameters::LEAD;
    use super::*;
    use crate::evaluation::UNITS_PER_DISC;

    #[test]
    fn a_move_becomes_the_best_only_above_the_needed_score() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
        let mut taken = 0;
        for depth in 1..30 {
            let shares = shares(depth);
            for _ in 0..2000 {
                let value = |random: &mut Xoshiro256PlusPlus| random.random_range(-900..=900);
                let best = AveragedScore::with(None, value(&mut random), shares);
                let best = AveragedScore::with(Some(best), value(&mut random), shares);
                let before = AveragedScore::with(None, value(&mut random), shares);
                let needed = best.needed(Some(before), shares);
                for value in needed - 2..=needed + 2 {
                    let now = AveragedScore::with(Some(before), value, shares);
                    assert_eq!(now > best, value > needed, "{best:?} {before:?} {value}");
                }
                let value = value(&mut random);
                taken += u32::from(AveragedScore::with(Some(before), value, shares) > best);
            }
        }
        assert!((10_000..48_000).contains(&taken), "{taken}");
    }

    #[test]
    fn the_leader_keeps_its_place_against_noise() {
        let best = AveragedScore::with(None, 256, 8);
        let before = AveragedScore::with(None, 100, 8);
        let needed = best.ahead_by(LEAD).needed(Some(before), 8);
        let noise = AveragedScore::with(Some(before), needed, 8);
        assert!(noise > best && noise <= best.ahead_by(LEAD));
        assert!(AveragedScore::with(Some(before), needed + 1, 8) > best.ahead_by(LEAD));
    }

    #[test]
    fn the_reported_score_is_the_average_and_searches_resume_from_it() {
        let (first, second) = (300, -100);
        let averaged = AveragedScore::with(None, first, 8);
        assert_eq!(averaged.score(), first);
        let averaged = AveragedScore::with(Some(averaged), second, 8);
        // 300 + 0.4 · (−100 − 300).
        assert_eq!(averaged.score(), 140);
        let resumed = AveragedScore::resumed(averaged.score());
        assert_eq!(
            AveragedScore::with(Some(resumed), 500, 4),
            AveragedScore::with(Some(averaged), 500, 4)
        );
        assert_eq!(AveragedScore(-3 * FINE - FINE / 2).score(), -3);
        assert_eq!(AveragedScore(-3 * FINE - FINE / 2 - 1).score(), -4);
    }

    #[test]
    fn the_weight_of_a_depth_falls_with_depth() {
        assert!((1..40).map(shares).is_sorted_by(|less, more| less >= more));
        let (mut old, mut new) = (None, None);
        for depth in 5..12 {
            old = Some(AveragedScore::with(old, 100, shares(depth)));
            let value = if depth == 11 { 200 } else { 0 };
            new = Some(AveragedScore::with(new, value, shares(depth)));
        }
        assert_eq!(old, Some(AveragedScore(100 * FINE)));
        // Depth 11 has 9/20 of the weight.
        assert_eq!(new, Some(AveragedScore(90 * FINE)));
    }

    #[test]
    fn a_blunder_shows_at_once() {
        let good = AveragedScore::with(None, 1000, MIN_SHARE);
        let bad = AveragedScore::with(Some(good), -1000, MIN_SHARE);
        assert_eq!(bad, AveragedScore(FURTHEST - 1000 * FINE));
        let worst = Some(AveragedScore(-8000 * FINE));
        assert_eq!(good.needed(worst, MIN_SHARE), 1000 + 3 * UNITS_PER_DISC);
    }
}
