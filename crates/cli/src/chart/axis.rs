//! Axes with round numbers.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// An axis with explicit ticks.
pub(super) struct Axis {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Labelled coordinates.
    pub(super) ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let share = (value - self.from) / (self.to - self.from);
        first + (f64::from(last - first) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        value.to_string()
    }
}

/// Returns an axis from zero that covers all numbers.
pub(super) fn from_zero(numbers: &[f64]) -> Axis {
    let highest = numbers.iter().copied().fold(0.01, f64::max);
    let step = step(highest / 10.0);
    let to = step * (highest / step).ceil();
    Axis {
        from: 0.0,
        to,
        ticks: multiples(step, 0.0, to),
    }
}

/// Returns an axis that covers all numbers, with about `ticks` round ticks.
pub(super) fn fitted(numbers: &[f64], ticks: f64) -> Axis {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Widen an empty range.
    let (least, most) = match most - least {
        width if width > 1e-9 => (least, most),
        _ if most.is_finite() => (most - 0.5, most + 0.5),
        _ => (0.0, 1.0),
    };
    let step = step((most - least) / ticks);
    let (from, to) = (step * (least / step).floor(), step * (most / step).ceil());
    Axis {
        from,
        to,
        ticks: multiples(step, from - step / 2.0, to + step / 2.0),
    }
}

/// Returns an axis of whole numbers that covers all numbers.
pub(super) fn whole(numbers: &[f64]) -> Axis {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if most < least {
        return fitted(&[], 1.0);
    }
    let step = step((most - least) / 12.0).max(1.0);
    Axis {
        from: least,
        to: most.max(least + 1.0),
        ticks: multiples(step, least, most),
    }
}

/// Formats a number as `200`, `50 k` or `2 M`.
pub(super) fn with_unit(number: f64) -> String {
    match number {
        999_999.5.. => format!("{} M", (number / 1e5).round() / 10.0),
        999.95.. => format!("{} k", (number / 1e2).round() / 10.0),
        _ => format!("{}", (number * 10.0).round() / 10.0),
    }
}

/// Returns the smallest of 1, 2 and 5 times a power of ten that is at least `least`.
fn step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|factor| factor * power);
    let fitting = steps.into_iter().find(|&step| step >= least);
    fitting.unwrap_or(10.0 * power)
}

/// Returns the multiples of `step` in a range.
fn multiples(step: f64, least: f64, most: f64) -> Vec<f64> {
    let (first, last) = ((least / step).ceil() as i64, (most / step).floor() as i64);
    (first..=last).map(|number| number as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps = [0.013, 0.2, 0.3, 1.0, 4.0, 7.0].map(step);
        assert_eq!(steps, [0.02, 0.2, 0.5, 1.0, 5.0, 10.0]);
        assert_eq!(multiples(5.0, 1.0, 20.0), [5.0, 10.0, 15.0, 20.0]);
    }

    #[test]
    fn large_numbers_have_units() {
        let texts = [200.0, 50_000.0, 1_500_000.0].map(with_unit);
        assert_eq!(texts, ["200", "50 k", "1.5 M"]);
    }
}
