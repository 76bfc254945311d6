//! What every training takes: games, and how they are learned from.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use clap::Args;
use outflank_engine::evaluation::PatternSet;
use outflank_training::training::{
    PatternChoice, Pouring, Spool, SpoolWriter, TrainingOptions, pour_games,
};
use rayon::ThreadPool;

use super::spool::SpoolPlace;
use crate::context::Context;
use crate::options::{BoardOption, ThreadsOption};

/// Games and how they are learned from.
#[derive(Args)]
pub(crate) struct LearningOptions {
    /// Files of games: self-play, WTHOR, transcripts; or of scored positions.
    #[arg(required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Directory for the positions sorted by stage, which stay there; some 1.8 GB
    /// for each hundred million [default: beside the result, removed at the end].
    #[arg(long, value_name = "DIRECTORY")]
    spool: Option<PathBuf>,

    /// One game in N is held out to measure the error.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,

    /// Share of a self-play position's score that comes from the rest of its
    /// game, from 0 to 1; what is left is what the search said of it.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    pub(crate) lambda: f64,

    /// Penalty on weights: seen so often, a configuration counts half.
    #[arg(long, value_name = "USES", default_value_t = 16.0)]
    penalty: f64,

    /// Penalty on changes of a weight between neighbouring stages: seen so often,
    /// a configuration follows its neighbours half.
    #[arg(long, value_name = "USES", default_value_t = 0.0)]
    smoothing: f64,

    /// Most passes over the positions.
    #[arg(long, value_name = "N", default_value_t = 40)]
    passes: u32,

    /// Stop after so many passes without a smaller error.
    #[arg(long, value_name = "N", default_value_t = 4)]
    patience: u32,

    /// Learn from these patterns alone, and from the counts [default: all].
    #[arg(long, value_name = "NAME,…")]
    patterns: Option<PatternChoice>,

    #[command(flatten)]
    pub(crate) board: BoardOption,

    #[command(flatten)]
    threads: ThreadsOption,
}

/// Positions ready to be learned from.
pub(crate) struct Poured {
    /// Number of games, those left out not counted.
    pub(crate) games: u64,
    /// The positions.
    pub(crate) spool: Spool,
    /// Where they are.
    pub(crate) place: SpoolPlace,
}

impl LearningOptions {
    /// The patterns of the board.
    pub(crate) fn set(&self) -> anyhow::Result<&'static PatternSet> {
        Ok(PatternSet::of(self.board.shape)?)
    }

    /// Refuses numbers that make no sense, and patterns that the board has not.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        ensure!(
            self.penalty >= 0.0 && self.penalty.is_finite(),
            "--penalty: expected a number that is not negative"
        );
        ensure!(
            self.smoothing >= 0.0 && self.smoothing.is_finite(),
            "--smoothing: expected a number that is not negative"
        );
        ensure!(
            (0.0..=1.0).contains(&self.lambda),
            "--lambda: expected a number from 0 to 1"
        );
        let set = self.set()?;
        match &self.patterns {
            Some(choice) => choice.check(set).context("--patterns"),
            None => Ok(()),
        }
    }

    /// How positions are made, of so many of a hundred games not held out.
    pub(crate) fn pouring(&self, percent: f64) -> Pouring {
        Pouring {
            hold_out: self.hold_out,
            lambda: self.lambda,
            share: percent / 100.0,
        }
    }

    /// How weights are found.
    pub(crate) fn training(&self) -> TrainingOptions {
        TrainingOptions {
            penalty: self.penalty,
            smoothing: self.smoothing,
            passes: self.passes,
            patience: self.patience,
            patterns: self.patterns.clone().unwrap_or_default(),
        }
    }

    /// The threads that work.
    pub(crate) fn pool(&self) -> anyhow::Result<ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.count())
            .build()
            .context("threads for the training")
    }

    /// Pours the games, of those not held out `percent` of a hundred, into a spool
    /// beside `result`.
    pub(crate) fn pour(
        &self,
        percent: f64,
        result: &Path,
        context: &Context,
    ) -> anyhow::Result<Poured> {
        let place = SpoolPlace::new(self.spool.as_deref(), result, context);
        let mut writer =
            SpoolWriter::new(place.directory(), self.set()?).with_context(|| place.name())?;
        let mut games = 0;
        for path in &self.games {
            games += pour_games(path, self.pouring(percent), &mut writer)?;
            ensure!(
                !context.is_interrupted(),
                "interrupted before the first pass"
            );
        }
        let spool = writer.finish().with_context(|| place.name())?;
        ensure!(
            spool.training() > 0,
            "no position to learn from in {percent} % of the games of these files"
        );
        Ok(Poured {
            games,
            spool,
            place,
        })
    }
}

/// Reads a share of the games: a number above 0 and up to 100.
pub(crate) fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    percent
        .filter(|&percent| percent > 0.0 && percent <= 100.0)
        .ok_or_else(|| "expected a number above 0 and up to 100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_above_nothing_and_up_to_all() {
        assert_eq!(parse_percent("2.5"), Ok(2.5));
        assert_eq!(parse_percent("100%"), Ok(100.0));
        for text in ["0", "-1", "100.1", "NaN", "inf", "half", ""] {
            assert!(parse_percent(text).is_err(), "{text}");
        }
    }
}
