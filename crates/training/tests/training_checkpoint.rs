//! Interrupted training of weights.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_engine::evaluation::{Evaluation, PatternSet, Source, Term, Weights};
use outflank_othello::{Board, Layout, Position, Shape};
use outflank_training::samples::{
    Sample, SampleOptions, SampleSink, SampleStore, SampleStoreWriter, Split,
};
use outflank_training::weights::{PatternChoice, TrainedWeights, WeightsOptions, WeightsTrainer};
use outflank_training::{Checkpoint, CheckpointError, TrainingError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const OPTIONS: SampleOptions = SampleOptions {
    hold_out: 10,
    lambda: 0.7,
    share: 1.0,
};

/// Writes positions of random games, scored by mobility.
fn store(directory: &Path, games: u64) -> SampleStore {
    let layout = &Layout::STANDARD;
    let mut writer = SampleStoreWriter::new(directory, PatternSet::standard()).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for game in 0..games {
        let mut board = Board::start(layout);
        loop {
            let mut moves = board.legal_moves(layout);
            if moves == 0 {
                board = board.pass();
                moves = board.legal_moves(layout);
            }
            if moves == 0 {
                break;
            }
            let score = 128 * (moves.count_ones() as i16 - 6);
            let sample = Sample {
                board: board.widen(),
                score,
            };
            writer
                .add(
                    sample,
                    if game % 10 == 0 {
                        Split::HeldOut
                    } else {
                        Split::Training
                    },
                )
                .unwrap();
            for _ in 0..rng.random_range(0..moves.count_ones()) {
                moves &= moves - 1;
            }
            board = board.play(moves.trailing_zeros(), layout);
        }
    }
    writer.finish().unwrap()
}

struct Place {
    folder: tempfile::TempDir,
    store: SampleStore,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder.path().join("store"), 40);
        std::fs::write(folder.path().join("a.games"), "twelve bytes").unwrap();
        Self { folder, store }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn sources(&self) -> [PathBuf; 1] {
        [self.folder.path().join("a.games")]
    }

    fn checkpoint(&self, options: SampleOptions) -> Checkpoint {
        let checkpoint = Checkpoint::new(self.file(), Duration::ZERO);
        checkpoint.with_sources(&self.sources(), options).unwrap()
    }

    /// Trains with a checkpoint for up to `passes` passes, interrupted after pass `end`.
    fn train(&self, passes: u32, end: u32) -> Result<TrainedWeights, TrainingError> {
        let checkpoint = self.checkpoint(OPTIONS);
        WeightsTrainer::new(&self.store, options(passes))
            .with_checkpoint(checkpoint)
            .train(|passes, _| passes.last().unwrap().pass < end)
    }

    /// Returns the error of resuming with other settings.
    fn refusal(
        &self,
        samples: SampleOptions,
        store: &SampleStore,
        options: WeightsOptions,
    ) -> String {
        let checkpoint = self.checkpoint(samples);
        let trainer = WeightsTrainer::new(store, options).with_checkpoint(checkpoint);
        trainer.train(|_, _| true).unwrap_err().to_string()
    }
}

fn options(passes: u32) -> WeightsOptions {
    WeightsOptions {
        penalty: 1.0,
        smoothing: 2.0,
        passes,
        patience: 100,
        patterns: PatternChoice::default(),
    }
}

#[test]
fn interrupted_training_gives_the_same_bits() {
    let place = Place::new();
    let whole = WeightsTrainer::new(&place.store, options(7))
        .train(|_, _| true)
        .unwrap();
    assert_eq!((whole.passes.len(), whole.resumed_from), (7, 0));
    let cut = place.train(7, 2).unwrap();
    assert_eq!(cut.passes.len(), 2);
    place.train(7, 5).unwrap();
    let resumed = place.train(7, 99).unwrap();
    assert_eq!((resumed.passes.len(), resumed.resumed_from), (7, 5));
    assert_eq!(resumed.knots, whole.knots);
    assert_eq!(resumed.best, whole.best);
    for (pass, other) in resumed.passes.iter().zip(&whole.passes) {
        assert_eq!(pass.error, other.error);
        assert_eq!(pass.residual.to_bits(), other.residual.to_bits());
    }
    assert!(resumed.passes.is_sorted_by_key(|pass| pass.elapsed));
    // A finished run does nothing; more passes continue from it.
    let mut reports = 0;
    let checkpoint = place.checkpoint(OPTIONS);
    let trainer = |passes| {
        WeightsTrainer::new(&place.store, options(passes)).with_checkpoint(checkpoint.clone())
    };
    let mut count = |_: &[_], _| {
        reports += 1;
        true
    };
    assert_eq!(trainer(7).train(&mut count).unwrap().knots, whole.knots);
    let more = trainer(9).train(&mut count).unwrap();
    assert_eq!((more.passes.len(), reports), (9, 2));
    let whole = WeightsTrainer::new(&place.store, options(9))
        .train(|_, _| true)
        .unwrap();
    assert_eq!(more.knots, whole.knots);
}

#[test]
fn a_stop_within_a_pass_drops_the_pass() {
    let place = Place::new();
    let stop = Arc::new(AtomicBool::new(true));
    let trainer =
        || WeightsTrainer::new(&place.store, options(3)).with_checkpoint(place.checkpoint(OPTIONS));
    let nothing = trainer().with_stop(Arc::clone(&stop)).train(|_, _| true);
    assert!(nothing.unwrap().passes.is_empty());
    assert!(!place.file().exists());
    stop.store(false, Ordering::Relaxed);
    let one = trainer().with_stop(Arc::clone(&stop)).train(|_, _| {
        stop.store(true, Ordering::Relaxed);
        true
    });
    assert_eq!(one.unwrap().passes.len(), 1);
    let resumed = trainer().train(|_, _| true).unwrap();
    assert_eq!((resumed.passes.len(), resumed.resumed_from), (3, 1));
    let whole = WeightsTrainer::new(&place.store, options(3)).train(|_, _| true);
    assert_eq!(resumed.knots, whole.unwrap().knots);
}

#[test]
fn other_settings_are_refused_by_name() {
    let place = Place::new();
    place.train(1, 1).unwrap();
    let other_store = store(&place.folder.path().join("other"), 41);
    let refused = |samples, store, options, parts: &[&str]| {
        let message = place.refusal(samples, store, options);
        for part in parts.iter().chain(&["state: ", "give another file"]) {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    };
    let other = SampleOptions {
        lambda: 0.5,
        ..OPTIONS
    };
    let parts = ["another lambda: expected 0.5, found 0.7"];
    refused(other, &place.store, options(1), &parts);
    let other = SampleOptions {
        share: 0.5,
        ..OPTIONS
    };
    refused(other, &place.store, options(1), &["another share"]);
    let other = SampleOptions {
        hold_out: 11,
        ..OPTIONS
    };
    refused(other, &place.store, options(1), &["another hold-out"]);
    let penalty = WeightsOptions {
        penalty: 2.0,
        ..options(1)
    };
    let parts = ["another penalty: expected 2, found 1"];
    refused(OPTIONS, &place.store, penalty, &parts);
    let patterns = WeightsOptions {
        patterns: "corner,line 2".parse().unwrap(),
        ..options(1)
    };
    let all = PatternChoice::default().names(PatternSet::standard());
    let all = all.join(",");
    let part = format!("another choice of patterns: expected corner,line 2, found {all}");
    refused(OPTIONS, &place.store, patterns, &[&part]);
    refused(
        OPTIONS,
        &other_store,
        options(1),
        &["number of positions from"],
    );
    std::fs::write(&place.sources()[0], "longer than twelve").unwrap();
    let parts = ["another file 1: expected a.games of 18 bytes, found a.games of 12 bytes"];
    refused(OPTIONS, &place.store, options(1), &parts);
}

#[test]
fn damaged_and_truncated_files_are_refused_and_kept() {
    let place = Place::new();
    place.train(2, 2).unwrap();
    let whole = std::fs::read(place.file()).unwrap();
    let damaged = |bytes: &[u8]| {
        std::fs::write(place.file(), bytes).unwrap();
        let error = place.train(2, 2).unwrap_err();
        let TrainingError::Checkpoint(CheckpointError::Damaged { .. }) = error else {
            panic!("{error}");
        };
        assert!(
            error
                .to_string()
                .contains("state: expected a whole checkpoint")
        );
        assert_eq!(std::fs::read(place.file()).unwrap(), bytes);
    };
    for length in [1, 3, 40, whole.len() / 2, whole.len() - 1] {
        damaged(&whole[..length]);
    }
    for at in [60, whole.len() / 3, whole.len() - 2] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        damaged(&bytes);
    }
    damaged(b"GIF89a");
    damaged(&zstd::encode_all(&b"{\"format\": \"something\"}\n"[..], 1).unwrap());
    damaged(&[&whole[..], &zstd::encode_all(&b"more"[..], 1).unwrap()].concat());
    std::fs::write(place.file(), &whole).unwrap();
    assert_eq!(place.train(2, 2).unwrap().resumed_from, 2);
}

#[test]
fn without_a_penalty_unused_weights_stay_zero() {
    let place = Place::new();
    let options = WeightsOptions {
        penalty: 0.0,
        ..options(3)
    };
    let trained = WeightsTrainer::new(&place.store, options)
        .train(|_, _| true)
        .unwrap();
    let numbers = || trained.knots.iter().flatten();
    assert!(numbers().any(|&weight| weight != 0));
    assert!(numbers().filter(|&&weight| weight == 0).count() > 10_000);
    assert!(trained.passes.iter().all(|pass| pass.residual.is_finite()));
}

#[test]
fn weights_of_other_patterns_stay_zero() {
    let place = Place::new();
    let options = WeightsOptions {
        patterns: "corner,line 2".parse().unwrap(),
        ..options(3)
    };
    let trained = WeightsTrainer::new(&place.store, options)
        .train(|_, _| true)
        .unwrap();
    let evaluation = Evaluation::new(Weights::new(PatternSet::standard(), "", trained.knots));
    let terms = evaluation.terms(&Position::start(Shape::STANDARD)).unwrap();
    let (chosen, others): (Vec<&Term>, Vec<&Term>) =
        terms.iter().partition(|term| match term.source {
            Source::Pattern(..) => ["corner", "line 2"].contains(&term.name()),
            Source::Count(..) | Source::Interplay => true,
        });
    assert!(chosen.iter().any(|term| term.share != 0), "{chosen:?}");
    assert!(others.iter().all(|term| term.share == 0), "{others:?}");
}
