//! Interrupted training of weights.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_engine::evaluation::{Evaluation, PatternSet, Source, Term, Weights};
use outflank_othello::{Position, Shape};
use outflank_training::TrainingError;
use outflank_training::samples::{SampleOptions, SampleStore, SampleStoreWriter};
use outflank_training::weights::{PatternChoice, TrainedWeights, WeightsOptions, WeightsTrainer};

use super::{Change, OPTIONS, Place, add_samples};

fn store(folder: &Path, games: u64) -> SampleStore {
    let mut writer = SampleStoreWriter::new(folder, PatternSet::standard()).unwrap();
    add_samples(games, &mut writer);
    writer.finish().unwrap()
}

fn place() -> Place<SampleStore> {
    Place::new(|folder| store(&folder.join("store"), 40))
}

impl Place<SampleStore> {
    fn trainer(&self, options: WeightsOptions) -> WeightsTrainer<'_> {
        WeightsTrainer::new(&self.samples, options)
            .with_checkpoint(self.checkpoint(OPTIONS, Duration::ZERO))
    }

    /// Trains with a checkpoint for up to `passes` passes, interrupted after pass `end`.
    fn train(&self, passes: u32, end: u32) -> Result<TrainedWeights, TrainingError> {
        self.trainer(options(passes))
            .train(|passes, _| passes.last().unwrap().pass < end)
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
    let place = place();
    let whole = WeightsTrainer::new(&place.samples, options(7))
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
    let trainer = |passes| place.trainer(options(passes));
    let mut count = |_: &[_], _| {
        reports += 1;
        true
    };
    assert_eq!(trainer(7).train(&mut count).unwrap().knots, whole.knots);
    let more = trainer(9).train(&mut count).unwrap();
    assert_eq!((more.passes.len(), reports), (9, 2));
    let whole = WeightsTrainer::new(&place.samples, options(9))
        .train(|_, _| true)
        .unwrap();
    assert_eq!(more.knots, whole.knots);
}

#[test]
fn a_stop_within_a_pass_discards_the_pass() {
    let place = place();
    let stop = Arc::new(AtomicBool::new(true));
    let trainer = || place.trainer(options(3));
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
    let whole = WeightsTrainer::new(&place.samples, options(3)).train(|_, _| true);
    assert_eq!(resumed.knots, whole.unwrap().knots);
}

#[test]
fn other_settings_are_refused_by_name() {
    let place = place();
    place.train(1, 1).unwrap();
    let refused = |samples, store, options, parts: &[&str]| {
        let trainer = WeightsTrainer::new(store, options)
            .with_checkpoint(place.checkpoint(samples, Duration::ZERO));
        let message = trainer.train(|_, _| true).unwrap_err().to_string();
        for part in parts.iter().chain(&["state: ", "give another file"]) {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    };
    let samples: [Change<SampleOptions>; 3] = [
        (
            |options| options.lambda = 0.5,
            "another lambda: expected 0.5, found 0.7",
        ),
        (|options| options.share = 0.5, "another share"),
        (|options| options.hold_out = 11, "another hold-out"),
    ];
    for (change, part) in samples {
        let mut other = OPTIONS;
        change(&mut other);
        refused(other, &place.samples, options(1), &[part]);
    }
    let penalty = WeightsOptions {
        penalty: 2.0,
        ..options(1)
    };
    let part = "another penalty: expected 2, found 1";
    refused(OPTIONS, &place.samples, penalty, &[part]);
    let patterns = WeightsOptions {
        patterns: "corner,line 2".parse().unwrap(),
        ..options(1)
    };
    let all = PatternChoice::default().names(PatternSet::standard());
    let all = all.join(",");
    let part = format!("another choice of patterns: expected corner,line 2, found {all}");
    refused(OPTIONS, &place.samples, patterns, &[&part]);
    let other_store = store(&place.folder.path().join("other"), 41);
    let part = "number of positions from";
    refused(OPTIONS, &other_store, options(1), &[part]);
    std::fs::write(place.folder.path().join("a.games"), "longer than twelve").unwrap();
    let part = "another file 1: expected a.games of 18 bytes, found a.games of 12 bytes";
    refused(OPTIONS, &place.samples, options(1), &[part]);
}

#[test]
fn damaged_and_truncated_files_are_refused_and_kept() {
    let place = place();
    place.train(2, 2).unwrap();
    place.check_damage(|| place.train(2, 2));
    assert_eq!(place.train(2, 2).unwrap().resumed_from, 2);
}

#[test]
fn without_a_penalty_unused_weights_stay_zero() {
    let place = place();
    let options = WeightsOptions {
        penalty: 0.0,
        ..options(3)
    };
    let trained = WeightsTrainer::new(&place.samples, options)
        .train(|_, _| true)
        .unwrap();
    let numbers = || trained.knots.iter().flatten();
    assert!(numbers().any(|&weight| weight != 0));
    assert!(numbers().filter(|&&weight| weight == 0).count() > 10_000);
    assert!(trained.passes.iter().all(|pass| pass.residual.is_finite()));
}

#[test]
fn weights_of_other_patterns_stay_zero() {
    let place = place();
    let options = WeightsOptions {
        patterns: "corner,line 2".parse().unwrap(),
        ..options(3)
    };
    let trained = WeightsTrainer::new(&place.samples, options)
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
