//! Settings of network training.

use std::fmt;
use std::str::FromStr;

use libm::cos;

use crate::checkpoint::Settings;

/// The width of a network: the number of accumulators, which is also the length of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkWidth {
    /// 16 accumulators.
    W16,
    /// 32 accumulators.
    W32,
    /// 64 accumulators.
    W64,
    /// 128 accumulators.
    W128,
}

impl NetworkWidth {
    /// All widths.
    pub const ALL: [Self; 4] = [Self::W16, Self::W32, Self::W64, Self::W128];

    /// Returns the width with this number of accumulators.
    #[must_use]
    pub fn of(accumulators: usize) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|width| width.accumulators() == accumulators)
    }

    /// Returns the number of accumulators.
    #[must_use]
    pub const fn accumulators(self) -> usize {
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
        self.accumulators().fmt(f)
    }
}

impl FromStr for NetworkWidth {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_meant = |width: &Self| width.to_string() == text;
        Self::ALL
            .into_iter()
            .find(is_meant)
            .ok_or("expected 16, 32, 64 or 128")
    }
}

/// Settings of network training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkSettings {
    /// Width of the network.
    pub width: NetworkWidth,
    /// Number of epochs.
    pub epochs: u32,
    /// Peak learning rate.
    pub rate: f64,
    /// Minimum batch size, in samples; batches are smaller than twice this.
    pub batch: usize,
    /// Seed of the initial parameters and of the order of the samples.
    pub seed: u64,
    /// Whether only the heads learn. Stages without samples then keep their values.
    pub heads_only: bool,
}

impl Default for NetworkSettings {
    fn default() -> Self {
        Self {
            width: NetworkWidth::W64,
            epochs: 6,
            rate: 0.002,
            batch: 8192,
            seed: 1,
            heads_only: false,
        }
    }
}

/// Number of warm-up steps, limited to a tenth of all steps.
const WARM_UP: u64 = 500;

/// Final learning rate relative to the peak.
const FINAL: f64 = 0.005;

impl NetworkSettings {
    /// Returns the steps of an epoch over `positions` samples.
    pub(super) fn steps(&self, positions: usize) -> u64 {
        (positions / self.batch.max(1)).max(1) as u64
    }

    /// Returns the learning rate of a step, from 0.
    pub(super) fn rate_of(&self, step: u64, steps: u64) -> f32 {
        let rise = WARM_UP.min(steps / 10).max(1);
        let risen = ((step + 1) as f64 / rise as f64).min(1.0);
        let done = step as f64 / steps as f64;
        // The cosine of the system library differs between platforms.
        let fallen = 0.5 * (1.0 + cos(std::f64::consts::PI * done));
        (self.rate * risen * fallen.max(FINAL)) as f32
    }

    /// Returns the settings by name, for checkpoints.
    pub(super) fn named(&self) -> Settings {
        let Self {
            width,
            epochs,
            rate,
            batch,
            seed,
            heads_only,
        } = self;
        let mut named = [
            ("width", width.to_string()),
            ("number of epochs", epochs.to_string()),
            ("rate", rate.to_string()),
            ("batch", batch.to_string()),
            ("seed", seed.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
        if *heads_only {
            named.push(("parameters".to_owned(), "heads only".to_owned()));
        }
        named
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_round_trip_through_text() {
        for width in NetworkWidth::ALL {
            assert_eq!(width.to_string().parse(), Ok(width));
        }
        for text in ["", "8", "48", "064", "64 "] {
            assert!(text.parse::<NetworkWidth>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_rate_warms_up_then_decays() {
        let settings = NetworkSettings::default();
        let rates: Vec<f32> = (0..20_000)
            .map(|step| settings.rate_of(step, 20_000))
            .collect();
        let highest = rates.iter().copied().fold(0.0, f32::max);
        assert!((0.001_98..0.002).contains(&highest), "{highest}");
        assert!(rates[..500].is_sorted() && rates[0] < 0.000_005);
        assert!(rates[500..].is_sorted_by(|before, after| before >= after));
        assert!((rates[10_000] - 0.001).abs() < 1e-7);
        assert!((rates[19_999] - 0.000_01).abs() < 1e-9);
    }
}
