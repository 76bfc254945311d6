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

/// A horizontal axis with its label.
#[derive(Clone, Copy)]
pub(crate) enum XAxis<'a> {
    /// Linear scale of whole numbers.
    Linear(&'a str),
    /// Logarithmic scale of positive numbers.
    Logarithmic(&'a str),
}

impl Default for XAxis<'_> {
    fn default() -> Self {
        Self::Linear("")
    }
}

impl XAxis<'_> {
    pub(super) const fn label(&self) -> &str {
        match self {
            Self::Linear(label) | Self::Logarithmic(label) => label,
        }
    }

    /// Converts a number to a coordinate.
    pub(crate) fn coordinate(self, number: f64) -> f64 {
        match self {
            Self::Linear(_) => number,
            Self::Logarithmic(_) => number.log10(),
        }
    }

    /// Returns the axis that covers all numbers.
    pub(super) fn axis(self, numbers: &[f64]) -> Axis {
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self {
            Self::Linear(_) if most < least => fitted(&[], 1.0),
            Self::Linear(_) => {
                let step = step((most - least) / 12.0).max(1.0);
                Axis {
                    from: least,
                    to: most.max(least + 1.0),
                    ticks: multiples(step, least, most),
                }
            }
            Self::Logarithmic(_) => {
                let (from, to) = (least.log10() - 0.05, most.log10() + 0.05);
                let factors: &[f64] = match to - from > 3.0 {
                    true => &[1.0],
                    false => &[1.0, 2.0, 5.0],
                };
                let decades = from.floor() as i32..=to.ceil() as i32;
                let ticks = decades.flat_map(|decade| {
                    factors
                        .iter()
                        .map(move |factor| factor.log10() + f64::from(decade))
                });
                Axis {
                    from,
                    to,
                    ticks: ticks.filter(|tick| (from..=to).contains(tick)).collect(),
                }
            }
        }
    }

    /// Formats the number at a coordinate.
    pub(super) fn text(self, coordinate: f64) -> String {
        match self {
            Self::Linear(_) => with_unit(coordinate),
            Self::Logarithmic(_) => with_unit(10.0_f64.powf(coordinate)),
        }
    }
}

/// Formats a number as `200`, `50 k` or `2 M`.
fn with_unit(number: f64) -> String {
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
    fn a_logarithmic_axis_has_round_ticks() {
        let axis = XAxis::Logarithmic("");
        let ticks = axis.axis(&[900.0, 60_000.0]).ticks;
        let texts: Vec<String> = ticks.iter().map(|&tick| axis.text(tick)).collect();
        assert_eq!(texts, ["1 k", "2 k", "5 k", "10 k", "20 k", "50 k"]);
        assert_eq!(with_unit(1_500_000.0), "1.5 M");
        let single = axis.axis(&[900.0]);
        assert!(single.from < single.to);
    }
}
