//! Depth averaging: the move is chosen by its average score over several depths.
//!
//! A score errs by the error of the evaluation at the end of the principal variation,
//! which is another position at each depth. So the average over several depths errs less
//! than the last score. Each root move has an *averaged score*, an exponential moving
//! average (Brown 1956, "Exponential Smoothing for Predicting Demand"), and the move with
//! the best one is played. Another takes its place only if it is better by [`LEAD`].
//!
//! The averaged score is also the score that a search reports, so that what is shown is what
//! chooses the move, and does not jump from depth to depth.
//!
//! The average of a move that is not the best needs more than a null-window search. Moves
//! more than [`AVERAGING_MARGIN`] below the score they would need get only a bound, and in the last
//! iteration no move that stays behind the best is searched further.

use std::cmp::Reverse;

use super::midgame::{MOST, midgame_root};
use super::parameters::{AVERAGING_MARGIN, LEAD, LEAST_SHARE, MOST_AVERAGED};
use super::probcut::Selectivity;
use super::root_pvs::{AspirationWindow, RootMove, line};
use super::score::Score;
use super::thread::Thread;
use super::tiers::Kernels;

/// Units of an averaged score in a unit of a score.
const FINE: i32 = 64;

/// Greatest distance of an averaged score from the last score: a blunder is seen at once.
const FURTHEST: i32 = MOST_AVERAGED * FINE;

/// The denominator of the weights.
const SHARES: i32 = 20;

/// Returns the weight of a depth, in parts of [`SHARES`]. Successive depths differ less
/// and less.
fn shares(depth: u32) -> i32 {
    SHARES.saturating_sub_unsigned(depth).max(LEAST_SHARE)
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
    const fn score(self) -> i32 {
        let Self(averaged) = self;
        (averaged + FINE / 2).div_euclid(FINE)
    }

    /// Returns the average after a depth with the score `value`; `before` is the one so far.
    fn with(before: Option<Self>, value: i32, shares: i32) -> Self {
        let value = FINE * value;
        let Self(before) = before.unwrap_or(Self(value));
        let sum = shares * value + (SHARES - shares) * before;
        let averaged = sum.div_euclid(SHARES);
        Self(averaged.clamp(value - FURTHEST, value + FURTHEST))
    }

    /// Returns the average that is higher by `lead`, in 1/128 discs.
    const fn ahead_by(self, lead: i32) -> Self {
        Self(self.0 + FINE * lead)
    }

    /// Returns the highest score with which another move, whose average so far is `before`,
    /// does not overtake this one.
    fn needed(self, before: Option<Self>, shares: i32) -> i32 {
        let Self(best) = self;
        let Self(before) = before.unwrap_or(self);
        let sum = SHARES * best + SHARES - 1 - (SHARES - shares) * before;
        sum.div_euclid(FINE * shares)
            .max((best - FURTHEST).div_euclid(FINE))
            .min((best + FURTHEST).div_euclid(FINE))
    }
}

/// Replaces the score of a move found at this depth by its averaged score.
pub(super) fn average<W>(found: &mut RootMove<W>, depth: u32) {
    let Some(scored) = &mut found.found else {
        return;
    };
    let averaged = AveragedScore::with(found.averaged, scored.score.units(), shares(depth));
    found.averaged = Some(averaged);
    scored.score = Score::from_units(averaged.score(), scored.is_exact());
}

/// Searches all root moves and puts the one with the best averaged score first, the
/// others in order behind it. Returns `false` if the search is aborted.
pub(super) fn search_averaged<K: Kernels>(
    thread: &mut Thread<'_, K>,
    root: &mut [RootMove<K::Word>],
    depth: u32,
    selectivity: Selectivity,
    is_last: bool,
) -> bool {
    thread.selectivity = selectivity;
    let shares = shares(depth);
    let Some(first) = first_value(thread, &root[0], depth) else {
        return false;
    };
    let mut best = (
        AveragedScore::with(root[0].averaged, first, shares),
        first,
        0,
    );
    root[0].averaged = Some(best.0);
    for (place, candidate) in root.iter_mut().enumerate().skip(1) {
        let (averaged, value, leader) = best;
        let before = candidate.averaged;
        // The best move so far keeps its place against noise.
        let lead = if leader == 0 { LEAD } else { 0 };
        let needed = averaged.ahead_by(lead).needed(before, shares);
        let within = needed.clamp(-MOST, MOST - 1);
        let floor = if is_last {
            within
        } else {
            (within.min(value) - AVERAGING_MARGIN).max(-MOST)
        };
        let Some(value) = value_of(thread, candidate, depth, floor, within) else {
            break;
        };
        let averaged = AveragedScore::with(before, value, shares);
        candidate.averaged = Some(averaged);
        if value > needed {
            best = (averaged, value, place);
        }
    }
    let (averaged, _, place) = best;
    root[..=place].rotate_right(1);
    if !thread.is_aborted {
        root[1..].sort_by_key(|root| Reverse(root.averaged));
    }
    let line = line(thread, root[0].board, false);
    let layout = &thread.geometry.layout;
    let found = root[0].scored(layout, line, averaged.score(), (depth, selectivity), false);
    root[0].found = Some(found);
    !thread.is_aborted
}

/// Returns the score of the best move so far, or `None` if the search is aborted.
fn first_value<K: Kernels>(
    thread: &mut Thread<'_, K>,
    first: &RootMove<K::Word>,
    depth: u32,
) -> Option<i32> {
    let guess = first.found.as_ref().map_or(0, |found| found.score.units());
    let mut window = AspirationWindow::around(guess, depth, MOST, thread);
    loop {
        let value = search(thread, first, depth, window.alpha, window.beta)?;
        if !window.grow_to(value) {
            return Some(value);
        }
    }
}

/// Returns the score of a move if it is above `needed`, else an estimate, or a bound if it
/// is not above `floor`; `None` if the search is aborted.
fn value_of<K: Kernels>(
    thread: &mut Thread<'_, K>,
    candidate: &RootMove<K::Word>,
    depth: u32,
    floor: i32,
    needed: i32,
) -> Option<i32> {
    let mut least = floor;
    if floor < needed {
        let value = search(thread, candidate, depth, floor, floor + 1)?;
        if value <= floor {
            // A bound far below is too pessimistic.
            return Some(value.max(floor - 2 * AVERAGING_MARGIN));
        }
        least = value.min(needed);
    }
    let value = search(thread, candidate, depth, needed, needed + 1)?;
    if value <= needed {
        // Somewhere between the bounds.
        return Some(i32::midpoint(least, value.max(least)));
    }
    if needed + 1 >= MOST {
        return Some(value);
    }
    search(thread, candidate, depth, needed, MOST)
}

/// Searches a move; returns `None` if the search is aborted.
fn search<K: Kernels>(
    thread: &mut Thread<'_, K>,
    candidate: &RootMove<K::Word>,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    thread.nodes += 1;
    let value = -midgame_root(thread, candidate.board, depth - 1, -beta, -alpha);
    (!thread.is_aborted).then_some(value)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::evaluation::UNITS_PER_DISC;

    #[test]
    fn what_is_more_than_needed_and_nothing_else_makes_a_move_the_best() {
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
    fn depths_count_less_the_more_there_were() {
        assert!((1..40).map(shares).is_sorted_by(|less, more| less >= more));
        let (mut old, mut new) = (None, None);
        for depth in 5..12 {
            old = Some(AveragedScore::with(old, 100, shares(depth)));
            let value = if depth == 11 { 200 } else { 0 };
            new = Some(AveragedScore::with(new, value, shares(depth)));
        }
        assert_eq!(old, Some(AveragedScore(100 * FINE)));
        // 11 plies weigh 9 of 20.
        assert_eq!(new, Some(AveragedScore(90 * FINE)));
    }

    #[test]
    fn a_blunder_is_seen_at_once() {
        let good = AveragedScore::with(None, 1000, LEAST_SHARE);
        let bad = AveragedScore::with(Some(good), -1000, LEAST_SHARE);
        assert_eq!(bad, AveragedScore(FURTHEST - 1000 * FINE));
        let worst = Some(AveragedScore(-8000 * FINE));
        assert_eq!(good.needed(worst, LEAST_SHARE), 1000 + 3 * UNITS_PER_DISC);
    }
}
