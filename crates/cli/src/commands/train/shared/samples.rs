//! The samples of a training command.

use std::ops::Bound;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::Args;
use outflank_othello::Shape;
use outflank_training::TrainingError;
use outflank_training::dataset::files;
use outflank_training::samples::{Sample, SampleOptions, SampleSink, Split, load_samples};

use crate::context::Context;
use crate::options::parse_in;
use crate::output::grouped;

/// Where samples come from.
#[derive(Args)]
pub(crate) struct SampleArguments {
    /// Files of samples: self-play games, scored positions, WTHOR, transcripts, or OBF with
    /// scores; in a folder, all Parquet files are read.
    #[arg(required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Hold out one game in N to measure the error.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,

    /// Use only positions with this many empties, as in 20-60.
    #[arg(long, value_name = "MIN-MAX", default_value = "0-128", value_parser = parse_range::<128>)]
    empties: (u32, u32),

    /// Weight of the rest of the game, from 0 to 1, in the score of a self-play position; the
    /// remainder is the search value.
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.7, value_parser = parse_fraction)]
    pub(crate) lambda: f64,

    /// Train on this percentage of the games. The hold-out set stays the same, and the games of
    /// a smaller share are a subset of those of a larger one.
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0, value_parser = parse_percent)]
    share: f64,
}

impl SampleArguments {
    /// Returns how samples are made.
    pub(crate) const fn options(&self) -> SampleOptions {
        SampleOptions {
            hold_out: self.hold_out,
            lambda: self.lambda,
            share: self.share / 100.0,
        }
    }

    /// Loads the samples into a sink and returns the number of games.
    pub(crate) fn load(&self, sink: &mut impl SampleSink, context: &Context) -> Result<u64> {
        let mut games = 0;
        for path in files(&self.games)? {
            let mut sink = ChosenSink {
                sink,
                empties: self.empties,
                context,
            };
            match load_samples(&path, self.options(), &mut sink) {
                Ok(count) => games += count,
                Err(TrainingError::Stopped) => bail!("interrupted before training"),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(games)
    }

    /// Checks that there are samples to learn from, and prints their numbers.
    pub(crate) fn report(
        &self,
        [games, training, held_out]: [u64; 3],
        context: &Context,
    ) -> Result<()> {
        ensure!(
            training > 0,
            "no position to learn from in {} % of the games of these files",
            self.share
        );
        context.text(format_args!(
            "{} games, {} positions to learn from, {} held out",
            grouped(games),
            grouped(training),
            grouped(held_out),
        ))
    }

    /// Describes the share of the games, for the description of the result.
    pub(crate) fn described_share(&self) -> String {
        match self.share {
            100.0 => String::new(),
            percent => format!(", {percent} % of the games not held out"),
        }
    }
}

/// A sink for positions in a range of empties. Ctrl-C stops the loading.
struct ChosenSink<'a, S> {
    sink: &'a mut S,
    empties: (u32, u32),
    context: &'a Context,
}

impl<S: SampleSink> SampleSink for ChosenSink<'_, S> {
    fn shape(&self) -> Shape {
        self.sink.shape()
    }

    fn add(&mut self, sample: Sample, split: Split) -> Result<(), TrainingError> {
        if self.context.is_interrupted() {
            return Err(TrainingError::Stopped);
        }
        let (least, most) = self.empties;
        let empties = self.shape().squares() - sample.board.occupied().count_ones();
        if !(least..=most).contains(&empties) {
            return Ok(());
        }
        self.sink.add(sample, split)
    }
}

/// Parses a number from 0 to 1.
pub(crate) fn parse_fraction(text: &str) -> Result<f64, String> {
    parse_in(0.0..=1.0, "a number from 0 to 1", text)
}

/// Returns the range of the positive numbers up to `most`.
pub(crate) const fn above_0(most: f64) -> (Bound<f64>, Bound<f64>) {
    (Bound::Excluded(0.0), Bound::Included(most))
}

/// Parses a percentage above 0 and up to 100.
fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    parse_in(above_0(100.0), "a number above 0 and up to 100", number)
}

/// Parses a range up to `MAX`, such as `8-40`.
pub(crate) fn parse_range<const MAX: u32>(text: &str) -> Result<(u32, u32), String> {
    let range = text.split_once('-').and_then(|(min, max)| {
        let (min, max): (u32, u32) = (min.parse().ok()?, max.parse().ok()?);
        (min <= max && max <= MAX).then_some((min, max))
    });
    range.ok_or_else(|| format!("expected two numbers up to {MAX}, the lower first, as in 8-40"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_above_0_and_up_to_100() {
        assert_eq!(parse_percent("2.5"), Ok(2.5));
        assert_eq!(parse_percent("100%"), Ok(100.0));
        for text in ["0", "-1", "100.1", "NaN", "inf", "half", ""] {
            assert!(parse_percent(text).is_err(), "{text}");
        }
    }
}
