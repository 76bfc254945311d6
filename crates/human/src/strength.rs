//! Ratings, named levels, and how a player of each rating plays.

use std::fmt;
use std::str::FromStr;

use outflank_engine::Limits;
use thiserror::Error;

/// A rating at which the opponent can play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HumanRating(u16);

/// The error for text that is neither a rating nor a named level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a playing strength: expected a rating from {min} to {max}, or one of {names}",
    min = HumanRating::MIN,
    max = HumanRating::MAX,
    names = level_names()
)]
pub struct ParseRatingError(String);

/// The name of the level above all ratings, where the engine plays instead of the model.
pub const FULL_STRENGTH: &str = "full-strength";

/// The engine's level at full strength.
pub const FULL_STRENGTH_LEVEL: u32 = 21;

/// The named levels and their ratings, weakest first.
pub const LEVELS: [(&str, HumanRating); 6] = [
    ("first-game", HumanRating::MIN),
    ("beginner", HumanRating(700)),
    ("casual", HumanRating(1000)),
    ("club", HumanRating(1400)),
    ("tournament", HumanRating(1700)),
    ("master", HumanRating(2100)),
];

impl HumanRating {
    /// A complete beginner, who plays at random but often sees corners.
    pub const MIN: Self = Self(400);

    /// The strongest rating.
    pub const MAX: Self = Self(2400);

    /// Returns a rating, clamped to [`MIN`](Self::MIN) and [`MAX`](Self::MAX).
    #[must_use]
    pub const fn new(rating: u16) -> Self {
        match rating {
            ..=400 => Self::MIN,
            401..2400 => Self(rating),
            2400.. => Self::MAX,
        }
    }

    /// Returns the rating in points.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.0
    }
}

impl fmt::Display for HumanRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Parses a number or the name of a level.
impl FromStr for HumanRating {
    type Err = ParseRatingError;

    fn from_str(text: &str) -> Result<Self, ParseRatingError> {
        let named = LEVELS.iter().find(|(name, _)| *name == text);
        let rating = named.map(|&(_, rating)| rating).or_else(|| {
            let number = text.parse().ok().map(HumanRating);
            number.filter(|rating| (Self::MIN..=Self::MAX).contains(rating))
        });
        rating.ok_or_else(|| ParseRatingError(text.to_owned()))
    }
}

fn level_names() -> String {
    let names = LEVELS.iter().map(|&(name, _)| name).chain([FULL_STRENGTH]);
    names.collect::<Vec<&str>>().join(", ")
}

/// How a player of a given rating chooses a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The engine level of the search that informs the choice.
    pub level: u32,
    /// How much a lost disc lowers the logit of a move: 1 / λ.
    pub per_disc: f64,
    /// The share of moves played at random, except that corners are often taken.
    pub random: f64,
}

/// 1 / λ by rating, in logits per disc, in the opening, the midgame and the endgame. With these
/// values, the mean loss of a move equals that of people with the rating. The values from 2000 on
/// also fit matches between ratings 200 points apart
/// (`docs/experiments/2026-11-25-human-model.md`).
const PER_DISC: [&[(f64, f64)]; 3] = [
    &[
        (1450.0, 0.0),
        (1550.0, 0.006),
        (1650.0, 0.028),
        (1750.0, 0.068),
        (1850.0, 0.103),
        (1950.0, 0.142),
        (2050.0, 0.245),
        (2200.0, 0.31),
        (2400.0, 0.65),
    ],
    &[
        (1250.0, 0.0),
        (1350.0, 0.012),
        (1450.0, 0.018),
        (1550.0, 0.04),
        (1650.0, 0.063),
        (1750.0, 0.1),
        (1850.0, 0.148),
        (1950.0, 0.205),
        (2050.0, 0.37),
        (2200.0, 0.5),
        (2400.0, 1.0),
    ],
    &[
        (1250.0, 0.0),
        (1350.0, 0.02),
        (1450.0, 0.025),
        (1550.0, 0.036),
        (1650.0, 0.058),
        (1750.0, 0.088),
        (1850.0, 0.138),
        (1950.0, 0.172),
        (2050.0, 0.27),
        (2200.0, 0.35),
        (2400.0, 0.7),
    ],
];

/// The share of random moves by rating, tuned by matches between ratings 200 points apart.
const RANDOM: [(f64, f64); 6] = [
    (400.0, 1.0),
    (600.0, 0.615),
    (800.0, 0.315),
    (1000.0, 0.09),
    (1200.0, 0.005),
    (1400.0, 0.0),
];

/// The number of empties at the end of the opening and of the midgame, after plies 20 and 40, as in
/// a review.
const STAGE_ENDS: [u32; 2] = [40, 20];

/// Interpolates linearly between points. The result is constant before the first and after the
/// last.
pub(crate) fn interpolated(points: &[(f64, f64)], place: f64) -> f64 {
    let next = points.partition_point(|point| point.0 < place);
    match (points[..next].last(), points.get(next)) {
        (Some((from, low)), Some((to, high))) => low + (high - low) * (place - from) / (to - from),
        (Some((_, value)), None) | (None, Some((_, value))) => *value,
        (None, None) => 0.0,
    }
}

impl Strength {
    /// Returns how a player of this rating chooses a move with `empties` empty squares.
    #[must_use]
    pub fn of(rating: HumanRating, empties: u32) -> Self {
        let points = f64::from(rating.0);
        let stage = STAGE_ENDS.into_iter().filter(|&end| empties <= end).count();
        let level = match rating.0 {
            ..2200 => 4,
            2200.. => 6,
        };
        Self {
            level,
            per_disc: interpolated(PER_DISC[stage], points),
            random: interpolated(&RANDOM, points),
        }
    }

    /// Returns the limits of the player's search.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        Limits::level(self.level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_names_of_levels_are_parsed() {
        assert_eq!("1500".parse(), Ok(HumanRating::new(1500)));
        assert_eq!("club".parse(), Ok(HumanRating::new(1400)));
        assert_eq!(HumanRating::new(9999), HumanRating::MAX);
        for text in ["", "399", "2401", "-1", "1e3", "Club", "99999"] {
            let error = text.parse::<HumanRating>().unwrap_err().to_string();
            let expected = "from 400 to 2400, or one of first-game";
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn interpolation_is_linear_between_points() {
        let points = [(0.0, 1.0), (10.0, 3.0), (20.0, 2.0)];
        let values = [-5.0, 0.0, 5.0, 10.0, 15.0, 20.0, 99.0];
        let found = values.map(|place| interpolated(&points, place));
        assert_eq!(found, [1.0, 1.0, 2.0, 3.0, 2.5, 2.0, 2.0]);
    }

    #[test]
    fn a_lost_disc_matters_most_in_the_midgame() {
        let per_disc = |empties| Strength::of(HumanRating::new(1950), empties).per_disc;
        assert!(per_disc(41) < per_disc(20), "{}", per_disc(41));
        assert!(per_disc(20) < per_disc(40), "{}", per_disc(20));
        let same = [(60, 41), (40, 21), (20, 1)];
        assert!(same.into_iter().all(|(a, b)| per_disc(a) == per_disc(b)));
    }

    #[test]
    fn a_higher_rating_loses_less() {
        for empties in [50, 30, 10] {
            let ratings = (4..=24).map(|hundreds| HumanRating::new(hundreds * 100));
            let strengths = Vec::from_iter(ratings.map(|rating| Strength::of(rating, empties)));
            for pair in strengths.windows(2) {
                assert!(pair[1].random <= pair[0].random && pair[1].per_disc >= pair[0].per_disc);
            }
            assert_eq!((strengths[0].random, strengths[20].random), (1.0, 0.0));
        }
    }
}
