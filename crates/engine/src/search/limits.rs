//! How far a position is searched, and in which steps.

use super::probcut::Selectivity;

/// How far a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Plies, passes not counted.
    pub depth: u32,
    /// What may be left out.
    pub selectivity: Selectivity,
    /// With so many empty squares or fewer the position is searched to the end
    /// and nothing is left out.
    pub exact_to: u32,
    /// With so many empty squares or fewer the position is searched to the end,
    /// with `selectivity`.
    pub end_to: u32,
}

impl Reach {
    /// The greatest level.
    pub const MOST_LEVEL: u32 = 60;

    /// A level of play from 1 to [`MOST_LEVEL`](Self::MOST_LEVEL), greater ones
    /// as the greatest: so many plies at 73 %; exact with twice as many empty
    /// squares up to level 10, then 20 and one more with every second level, from
    /// level 30 on with as many as the level; to the end at 73 % with 4 more.
    #[must_use]
    pub fn level(level: u32) -> Self {
        let level = level.clamp(1, Self::MOST_LEVEL);
        let exact_to = match level {
            ..=10 => 2 * level,
            11..30 => 15 + level / 2,
            _ => level,
        };
        Self {
            depth: level,
            selectivity: Selectivity::ALL[0],
            exact_to,
            end_to: exact_to + 4,
        }
    }

    /// As far as the time allows: every depth, then to the end.
    pub const UNLIMITED: Self = Self {
        depth: 60,
        selectivity: Selectivity::ALL[0],
        exact_to: 128,
        end_to: 128,
    };
}

/// The depths and selectivities to search by, one after the other.
pub(super) fn passes(empties: u32, reach: Reach) -> Vec<(u32, Selectivity)> {
    let (is_exact, is_end) = (empties <= reach.exact_to, empties <= reach.end_to);
    let goes_to_end = is_exact || is_end;
    let last = if goes_to_end {
        // A deeper search costs nearly as much as one to the end.
        empties.saturating_sub(10).clamp(1, reach.depth.max(1))
    } else {
        reach.depth.clamp(1, empties)
    };
    let bold = if is_exact {
        Selectivity::ALL[0]
    } else {
        reach.selectivity
    };
    let mut passes: Vec<(u32, Selectivity)> = (1..=last).map(|depth| (depth, bold)).collect();
    if goes_to_end {
        let boldest = |from: u32, selectivity| (empties > from).then_some(selectivity);
        let bold = [
            boldest(16, Selectivity::ALL[0]),
            boldest(20, Selectivity::ALL[1]),
            boldest(22, Selectivity::ALL[2]),
            boldest(24, Selectivity::ALL[3]),
            boldest(26, Selectivity::ALL[4]),
        ];
        let last = if is_exact {
            Selectivity::NONE
        } else {
            reach.selectivity
        };
        let before = bold.into_iter().flatten().filter(|bold| *bold < last);
        passes.extend(before.map(|selectivity| (empties, selectivity)));
        passes.push((empties, last));
    }
    passes
}

/// Whether a pass is the last one.
pub(super) fn is_last(empties: u32, reach: Reach, depth: u32, selectivity: Selectivity) -> bool {
    passes(empties, reach).last() == Some(&(depth, selectivity))
}
