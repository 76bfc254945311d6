//! The move to play, by what several depths say of it.
//!
//! The value of a move errs by what the evaluation errs in the one position where best
//! play ends, and that is another one at the next depth. So what several depths say of a
//! move together errs less than what the last of them says alone. Each move of the root
//! has a *smoothed value*: a depth counts in it for a share, what the depths before said
//! for the rest (exponential smoothing: Brown 1956, "Exponential Smoothing for
//! Predicting Demand"). The move with the best one is played.
//!
//! To know by how much a move is worse than the best, it must be searched with more than
//! a null window; moves more than [`NEAR`] below what they would need are not, and in
//! the last pass, behind which no other will ask, none is that does not become the best.

use std::cmp::Ordering;

use super::best_move::{Growing, RootMove, line};
use super::heuristic::{MOST, heuristic_root};
use super::hot::Hot;
use super::probcut::Selectivity;
use super::thread::Thread;
use crate::evaluation::UNITS;

/// Moves so much below what they would need to be the best are told apart, in 1/128
/// discs.
const NEAR: i32 = UNITS;

/// A smoothed value lies no further than this from what the last depth said, in 1/128
/// discs: a blunder is seen at once.
const FURTHEST: f64 = (3 * UNITS) as f64;

/// The least share of a depth.
const LEAST_SHARE: f64 = 0.2;

/// The share of a depth in smoothed values. The deeper it is, the more alike are the
/// depths before.
fn share(depth: u32) -> f64 {
    (1.0 - 0.05 * f64::from(depth)).max(LEAST_SHARE)
}

/// What several depths say of a move, in 1/128 discs.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Smoothed(f64);

impl Smoothed {
    /// What it is when another depth has said `value`; `before` is what was known.
    fn with(before: Option<Self>, value: i32, share: f64) -> Self {
        let value = f64::from(value);
        let smoothed = before.map_or(value, |Self(before)| share * value + (1.0 - share) * before);
        Self(smoothed.clamp(value - FURTHEST, value + FURTHEST))
    }

    /// The greatest value by which another move, of which `before` was known, does not
    /// become better than this.
    fn needed(self, before: Option<Self>, share: f64) -> i32 {
        let Self(before) = before.unwrap_or(self);
        let needed = (self.0 - (1.0 - share) * before) / share;
        needed.clamp(self.0 - FURTHEST, self.0 + FURTHEST).floor() as i32
    }
}

/// Searches all moves of the root and puts the one with the best smoothed value first;
/// false if the search became void. The moves behind it are in their order then.
pub(super) fn search_smoothed<H: Hot>(
    thread: &mut Thread<'_, H>,
    root: &mut [RootMove<H::Word>],
    depth: u32,
    selectivity: Selectivity,
    is_last: bool,
) -> bool {
    thread.selectivity = selectivity;
    let share = share(depth);
    let Some(first) = first_value(thread, &root[0], depth) else {
        return false;
    };
    let mut best = (Smoothed::with(root[0].smoothed, first, share), first, 0);
    root[0].smoothed = Some(best.0);
    for (place, candidate) in root.iter_mut().enumerate().skip(1) {
        let (smoothed, value, _) = best;
        let before = candidate.smoothed;
        let needed = smoothed.needed(before, share).clamp(-MOST, MOST - 1);
        let floor = if is_last {
            needed
        } else {
            (needed.min(value) - NEAR).max(-MOST)
        };
        let Some(value) = value_of(thread, candidate, depth, floor, needed) else {
            break;
        };
        let smoothed = Smoothed::with(before, value, share);
        candidate.smoothed = Some(smoothed);
        if value > needed {
            best = (smoothed, value, place);
        }
    }
    let (_, value, place) = best;
    root[..=place].rotate_right(1);
    if !thread.is_void {
        root[1..].sort_by(|a, b| {
            b.smoothed
                .partial_cmp(&a.smoothed)
                .unwrap_or(Ordering::Equal)
        });
    }
    let line = line(thread, root[0].board, false);
    let layout = &thread.geometry.layout;
    let found = root[0].found_by(layout, line, value, (depth, selectivity), false);
    root[0].found = Some(found);
    !thread.is_void
}

/// The value of the move that was best so far; none if the search became void.
fn first_value<H: Hot>(
    thread: &mut Thread<'_, H>,
    first: &RootMove<H::Word>,
    depth: u32,
) -> Option<i32> {
    let guess = first.found.as_ref().map_or(0, |found| found.value);
    let mut window = Growing::around(guess, depth, MOST, thread);
    loop {
        let value = search(thread, first, depth, window.alpha, window.beta)?;
        if !window.grow_to(value) {
            return Some(value);
        }
    }
}

/// The value of a move if it is greater than `needed`, else about that value, or a bound
/// if it is not greater than `floor`; none if the search became void.
fn value_of<H: Hot>(
    thread: &mut Thread<'_, H>,
    candidate: &RootMove<H::Word>,
    depth: u32,
    floor: i32,
    needed: i32,
) -> Option<i32> {
    let mut least = floor;
    if floor < needed {
        let value = search(thread, candidate, depth, floor, floor + 1)?;
        if value <= floor {
            // A bound far below says less than it seems to.
            return Some(value.max(floor - 2 * NEAR));
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

/// The value of a move between `alpha` and `beta`; none if the search became void.
fn search<H: Hot>(
    thread: &mut Thread<'_, H>,
    candidate: &RootMove<H::Word>,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> Option<i32> {
    thread.nodes += 1;
    let value = -heuristic_root(thread, candidate.board, depth - 1, -beta, -alpha);
    (!thread.is_void).then_some(value)
}
