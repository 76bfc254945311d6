//! Tuning by matches.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_matches::RandomOpenings;
use outflank_othello::Shape;
use outflank_textbook::{EvaluationKind, Parameters};
use outflank_training::Checkpoint;
use outflank_training::tuning::{Gains, History, MatchTuning, Tunable};

fn by_hand(kind: EvaluationKind) -> Tunable {
    Tunable::new(Parameters::by_hand(kind).unwrap()).unwrap()
}

fn matches(kind: EvaluationKind) -> MatchTuning {
    MatchTuning {
        tunable: by_hand(kind),
        depth: 1,
        iterations: 12,
        pairs: 4,
        openings: RandomOpenings::new(Shape::STANDARD, 6, 1).generate(10),
        gains: Gains::new(12, 0.5, 1.0),
        seed: 1,
    }
}

fn saved(path: &Path) -> Checkpoint {
    Checkpoint::new(path, Duration::from_secs(1))
}

fn never() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

fn run(tuning: &MatchTuning, threads: usize) -> History {
    tuning
        .run(threads, &Checkpoint::default(), &never(), |_| true)
        .unwrap()
}

#[test]
fn the_history_does_not_depend_on_threads() {
    for kind in [EvaluationKind::Phased, EvaluationKind::Components] {
        let tuning = matches(kind);
        let history = run(&tuning, 1);
        assert_eq!(history.steps(), 12);
        assert_eq!(history.last().games, 12 * 8);
        assert_ne!(history.last().values, tuning.tunable.values());
        assert_eq!(run(&tuning, 3), history);
        let other = MatchTuning {
            seed: 2,
            ..tuning.clone()
        };
        assert_ne!(run(&other, 1), history);
    }
}

#[test]
fn interrupted_tuning_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let tuning = matches(EvaluationKind::Phased);
    let whole = run(&tuning, 2);
    let stopped = tuning.run(2, &saved(&path), &never(), |history| history.steps() < 5);
    assert_eq!(stopped.unwrap().points, whole.points[..6]);
    let mut steps = Vec::new();
    let history = tuning.run(1, &saved(&path), &never(), |history| {
        steps.push(history.steps());
        true
    });
    assert_eq!(history.unwrap(), whole);
    assert_eq!(steps, [5, 6, 7, 8, 9, 10, 11, 12]);
    // A run with other settings does not resume.
    let other = MatchTuning {
        depth: 2,
        ..tuning.clone()
    };
    let error = other.run(1, &saved(&path), &never(), |_| true).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("another depth: expected 2, found 1"),
        "{error}"
    );
    // Neither a file of another kind nor a truncated one is accepted.
    let content = fs::read_to_string(&path).unwrap();
    for damaged in [
        "{}",
        "[]",
        &content[..content.len() / 2],
        &content.replace("checkpoint 2", "checkpoint 9"),
        &content.replace("\"points\"", "\"places\""),
        &content.replacen("\"values\":[", "\"values\":[1.5,", 1),
        &content.replacen("\"values\":[", "\"values\":[null,", 1),
    ] {
        fs::write(&path, damaged).unwrap();
        let error = tuning
            .run(1, &saved(&path), &never(), |_| true)
            .unwrap_err();
        let error = error.to_string();
        assert!(error.contains("expected a complete checkpoint"), "{error}");
    }
}

#[test]
fn too_few_openings_are_refused() {
    let tuning = MatchTuning {
        pairs: 11,
        ..matches(EvaluationKind::Phased)
    };
    let error = tuning
        .run(1, &Checkpoint::default(), &never(), |_| true)
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("10 different openings: expected 11"),
        "{error}"
    );
}
