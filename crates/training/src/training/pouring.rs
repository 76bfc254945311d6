//! Which games are learned from, which are held out, which are left out.

use super::spool::Part;
use outflank_matches::seeds::derived_seed;

/// How positions with scores are made of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pouring {
    /// One game in so many is held out.
    pub hold_out: u64,
    /// The share, from 0 to 1, of a position's score in self-play that comes from
    /// what the game came to later; the rest is what the search said of the
    /// position when it was played.
    pub lambda: f64,
    /// The share, from 0 to 1, of the games not held out that is learned from.
    /// The games of a smaller share are among those of a larger one.
    pub share: f64,
}

impl Pouring {
    /// Where a game belongs, told by a hash of it; none if it is left out.
    pub(super) fn part(self, hash: u64) -> Option<Part> {
        if hash.is_multiple_of(self.hold_out) {
            return Some(Part::HeldOut);
        }
        // Another hash: this one is no multiple of something.
        let place = derived_seed(hash, &[1]) as f64 / 2.0_f64.powi(64);
        (self.share >= 1.0 || place < self.share).then_some(Part::Training)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(share: f64) -> Vec<Option<Part>> {
        let pouring = Pouring {
            hold_out: 20,
            lambda: 1.0,
            share,
        };
        let hash = |number| derived_seed(7, &[number]);
        (0..20_000)
            .map(|number| pouring.part(hash(number)))
            .collect()
    }

    #[test]
    fn shares_are_as_large_as_they_say_and_lie_in_each_other() {
        let of = |parts: &[Option<Part>], part| parts.iter().filter(|&&p| p == part).count();
        let whole = parts(1.0);
        assert_eq!(of(&whole, None), 0);
        let held_out = of(&whole, Some(Part::HeldOut));
        assert!((900..1_100).contains(&held_out), "{held_out}");
        let mut larger = whole;
        for share in [0.5, 0.2, 0.1, 0.01] {
            let smaller = parts(share);
            let training = of(&smaller, Some(Part::Training));
            let expected = share * 19_000.0;
            let off = (training as f64 - expected).abs();
            assert!(off < 5.0 * expected.sqrt(), "{share}: {training}");
            for (small, large) in smaller.iter().zip(&larger) {
                assert!(small == large || small.is_none() && *large == Some(Part::Training));
            }
            larger = smaller;
        }
    }
}
