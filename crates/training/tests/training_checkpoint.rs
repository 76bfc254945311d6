//! A training that is cut off and goes on.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use outflank_engine::evaluation::{Evaluation, PatternSet, Source, Term, Weights};
use outflank_othello::{Board, Layout};
use outflank_training::training::{
    Checkpoint, PatternChoice, Pouring, Sample, Spool, SpoolWriter, Trained, Trainer,
    TrainingError, TrainingOptions,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const POURING: Pouring = Pouring {
    hold_out: 10,
    lambda: 0.7,
    share: 1.0,
};

/// Positions of random games, scored by their moves.
fn spool(directory: &Path, games: u64) -> Spool {
    let layout = &Layout::STANDARD;
    let mut writer = SpoolWriter::new(directory, PatternSet::standard()).unwrap();
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
            writer.push(sample, game % 10 == 0).unwrap();
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
    spool: Spool,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let spool = spool(&folder.path().join("spool"), 40);
        std::fs::write(folder.path().join("a.games"), "twelve bytes").unwrap();
        Self { folder, spool }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn sources(&self) -> [PathBuf; 1] {
        [self.folder.path().join("a.games")]
    }

    /// Trains for so many passes, with a checkpoint, ending behind pass `end`.
    fn train(&self, passes: u32, end: u32) -> Result<Trained, TrainingError> {
        let checkpoint = Checkpoint::new(self.file(), &self.sources(), POURING).unwrap();
        Trainer::new(&self.spool, options(passes))
            .with_checkpoint(checkpoint)
            .train(|steps, _| steps.last().unwrap().pass < end)
    }

    /// Why a training with these settings does not go on with the checkpoint.
    fn refusal(&self, pouring: Pouring, spool: &Spool, options: TrainingOptions) -> String {
        let checkpoint = Checkpoint::new(self.file(), &self.sources(), pouring).unwrap();
        let trainer = Trainer::new(spool, options).with_checkpoint(checkpoint);
        trainer.train(|_, _| true).unwrap_err().to_string()
    }
}

fn options(passes: u32) -> TrainingOptions {
    TrainingOptions {
        penalty: 1.0,
        smoothing: 2.0,
        passes,
        patience: 100,
        patterns: PatternChoice::default(),
    }
}

#[test]
fn a_training_cut_off_gives_the_same_bits() {
    let place = Place::new();
    let whole = Trainer::new(&place.spool, options(7))
        .train(|_, _| true)
        .unwrap();
    assert_eq!((whole.steps.len(), whole.taken_up), (7, 0));
    let cut = place.train(7, 2).unwrap();
    assert_eq!(cut.steps.len(), 2);
    place.train(7, 5).unwrap();
    let taken_up = place.train(7, 99).unwrap();
    assert_eq!((taken_up.steps.len(), taken_up.taken_up), (7, 5));
    assert_eq!(taken_up.knots, whole.knots);
    assert_eq!(taken_up.best, whole.best);
    for (step, other) in taken_up.steps.iter().zip(&whole.steps) {
        assert_eq!(step.error, other.error);
        assert_eq!(step.residual.to_bits(), other.residual.to_bits());
    }
    assert!(taken_up.steps.is_sorted_by_key(|step| step.elapsed));
    // It has ended: nothing more is done, and more passes go on from there.
    let mut reports = 0;
    let checkpoint = Checkpoint::new(place.file(), &place.sources(), POURING).unwrap();
    let trainer =
        |passes| Trainer::new(&place.spool, options(passes)).with_checkpoint(checkpoint.clone());
    let mut count = |_: &[_], _| {
        reports += 1;
        true
    };
    assert_eq!(trainer(7).train(&mut count).unwrap().knots, whole.knots);
    let more = trainer(9).train(&mut count).unwrap();
    assert_eq!((more.steps.len(), reports), (9, 2));
    let whole = Trainer::new(&place.spool, options(9))
        .train(|_, _| true)
        .unwrap();
    assert_eq!(more.knots, whole.knots);
}

#[test]
fn other_settings_are_refused_by_name() {
    let place = Place::new();
    place.train(1, 1).unwrap();
    let spool = spool(&place.folder.path().join("other"), 41);
    let refused = |pouring, spool, options, parts: &[&str]| {
        let message = place.refusal(pouring, spool, options);
        for part in parts.iter().chain(&["state: ", "give another file"]) {
            assert!(message.contains(part), "{message:?} lacks {part:?}");
        }
    };
    let other = Pouring {
        lambda: 0.5,
        ..POURING
    };
    let parts = ["another lambda: expected 0.5, found 0.7"];
    refused(other, &place.spool, options(1), &parts);
    let other = Pouring {
        share: 0.5,
        ..POURING
    };
    refused(other, &place.spool, options(1), &["another share"]);
    let other = Pouring {
        hold_out: 11,
        ..POURING
    };
    refused(other, &place.spool, options(1), &["another hold-out"]);
    let penalty = TrainingOptions {
        penalty: 2.0,
        ..options(1)
    };
    let parts = ["another penalty: expected 2, found 1"];
    refused(POURING, &place.spool, penalty, &parts);
    let patterns = TrainingOptions {
        patterns: "corner,line 2".parse().unwrap(),
        ..options(1)
    };
    let all = PatternChoice::default().names(PatternSet::standard());
    let all = all.join(",");
    let part = format!("another choice of patterns: expected corner,line 2, found {all}");
    refused(POURING, &place.spool, patterns, &[&part]);
    refused(POURING, &spool, options(1), &["number of positions from"]);
    std::fs::write(&place.sources()[0], "longer than twelve").unwrap();
    let parts = ["another file 1: expected a.games of 18 bytes, found a.games of 12 bytes"];
    refused(POURING, &place.spool, options(1), &parts);
}

#[test]
fn damaged_and_cut_files_are_refused_and_stay() {
    let place = Place::new();
    place.train(2, 2).unwrap();
    let whole = std::fs::read(place.file()).unwrap();
    let damaged = |bytes: &[u8]| {
        std::fs::write(place.file(), bytes).unwrap();
        let error = place.train(2, 2).unwrap_err();
        assert!(matches!(error, TrainingError::Damaged { .. }), "{error}");
        assert!(
            error
                .to_string()
                .contains("state: expected a whole checkpoint")
        );
        assert_eq!(std::fs::read(place.file()).unwrap(), bytes);
    };
    for length in [0, 3, 40, whole.len() / 2, whole.len() - 1] {
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
    assert_eq!(place.train(2, 2).unwrap().taken_up, 2);
}

#[test]
fn without_a_penalty_unused_weights_stay_zero() {
    let place = Place::new();
    let options = TrainingOptions {
        penalty: 0.0,
        ..options(3)
    };
    let trained = Trainer::new(&place.spool, options)
        .train(|_, _| true)
        .unwrap();
    let numbers = || trained.knots.iter().flatten();
    assert!(numbers().any(|&weight| weight != 0));
    assert!(numbers().filter(|&&weight| weight == 0).count() > 10_000);
    assert!(trained.steps.iter().all(|step| step.residual.is_finite()));
}

#[test]
fn weights_of_patterns_not_chosen_stay_zero() {
    let place = Place::new();
    let options = TrainingOptions {
        patterns: "corner,line 2".parse().unwrap(),
        ..options(3)
    };
    let trained = Trainer::new(&place.spool, options)
        .train(|_, _| true)
        .unwrap();
    let evaluation = Evaluation::new(Weights::new(PatternSet::standard(), "", trained.knots));
    let terms = evaluation.terms(Board::start(&Layout::STANDARD).widen());
    let (chosen, others): (Vec<&Term>, Vec<&Term>) =
        terms.iter().partition(|term| match term.source {
            Source::Pattern(..) => ["corner", "line 2"].contains(&term.name()),
            Source::Count(..) | Source::Interplay => true,
        });
    assert!(chosen.iter().any(|term| term.share != 0), "{chosen:?}");
    assert!(others.iter().all(|term| term.share == 0), "{others:?}");
}
