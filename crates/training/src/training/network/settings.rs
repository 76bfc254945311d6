//! How a network is to be trained.

use std::fmt;
use std::str::FromStr;

use libm::cos;
use thiserror::Error;

use crate::training::checkpoint::Settings;

/// Numbers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkWidth {
    /// 16.
    W16,
    /// 32.
    W32,
    /// 64.
    W64,
    /// 128.
    W128,
}

impl NetworkWidth {
    /// All widths.
    pub const ALL: [Self; 4] = [Self::W16, Self::W32, Self::W64, Self::W128];

    /// The width of rows of so many numbers.
    #[must_use]
    pub fn of(numbers: usize) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|width| width.numbers() == numbers)
    }

    /// Numbers of a row.
    #[must_use]
    pub const fn numbers(self) -> usize {
        match self {
            Self::W16 => 16,
            Self::W32 => 32,
            Self::W64 => 64,
            Self::W128 => 128,
        }
    }
}

impl fmt::Display for NetworkWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numbers().fmt(f)
    }
}

/// What is no width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected 16, 32, 64 or 128")]
pub struct NetworkWidthError;

impl FromStr for NetworkWidth {
    type Err = NetworkWidthError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_meant = |width: &Self| width.to_string() == text;
        Self::ALL
            .into_iter()
            .find(is_meant)
            .ok_or(NetworkWidthError)
    }
}

/// How a network is to be trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkSettings {
    /// Numbers of a row.
    pub width: NetworkWidth,
    /// How often each position is learned from.
    pub epochs: u32,
    /// The greatest learning rate.
    pub rate: f64,
    /// Positions between two changes of the network, or up to twice as many where they
    /// do not go into the number of all.
    pub batch: usize,
    /// What chance decides by: the first numbers, unless they come from a network, and
    /// the order of the positions.
    pub seed: u64,
}

impl Default for NetworkSettings {
    fn default() -> Self {
        Self {
            width: NetworkWidth::W64,
            epochs: 6,
            rate: 0.001,
            batch: 8192,
            seed: 1,
        }
    }
}

/// Steps in which the learning rate rises, a tenth of all at most.
const RISE: u64 = 500;

/// The part of the greatest learning rate to which it falls.
const LEAST: f64 = 0.005;

impl NetworkSettings {
    /// Steps of an epoch over so many positions.
    pub(super) fn steps(&self, positions: usize) -> u64 {
        (positions / self.batch.max(1)).max(1) as u64
    }

    /// The learning rate of a step, the first one being 0.
    pub(super) fn rate_of(&self, step: u64, steps: u64) -> f32 {
        let rise = RISE.min(steps / 10).max(1);
        let risen = ((step + 1) as f64 / rise as f64).min(1.0);
        let done = step as f64 / steps as f64;
        // Not the system's cosine, which differs from one to another.
        let fallen = 0.5 * (1.0 + cos(std::f64::consts::PI * done));
        (self.rate * risen * fallen.max(LEAST)) as f32
    }

    /// The settings by name, as a checkpoint keeps them.
    pub(super) fn named(&self) -> Settings {
        let Self {
            width,
            epochs,
            rate,
            batch,
            seed,
        } = self;
        [
            ("width", width.to_string()),
            ("number of epochs", epochs.to_string()),
            ("rate", rate.to_string()),
            ("batch", batch.to_string()),
            ("seed", seed.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_read_as_they_are_written() {
        for width in NetworkWidth::ALL {
            assert_eq!(width.to_string().parse(), Ok(width));
        }
        for text in ["", "8", "48", "064", "64 "] {
            assert_eq!(text.parse::<NetworkWidth>(), Err(NetworkWidthError));
        }
    }

    #[test]
    fn the_rate_rises_then_falls() {
        let settings = NetworkSettings::default();
        let rates: Vec<f32> = (0..20_000)
            .map(|step| settings.rate_of(step, 20_000))
            .collect();
        let highest = rates.iter().copied().fold(0.0, f32::max);
        assert!((0.000_99..0.001).contains(&highest), "{highest}");
        assert!(rates[..500].is_sorted() && rates[0] < 0.000_003);
        assert!(rates[500..].is_sorted_by(|before, after| before >= after));
        assert!((rates[10_000] - 0.000_5).abs() < 1e-7);
        assert!((rates[19_999] - 0.000_005).abs() < 1e-9);
    }
}
