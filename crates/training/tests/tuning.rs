//! Tuning by matches and by regression.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_matches::RandomOpenings;
use outflank_othello::{Game, Shape};
use outflank_textbook::{EvaluationKind, Parameters, TermDifferences};
use outflank_training::dataset::{Header, PositionsWriter, ScoredPosition};
use outflank_training::samples::SampleOptions;
use outflank_training::tuning::{
    Gains, History, MatchTuning, Regression, RegressionTuning, Tunable, TuningError,
};
use outflank_training::{Checkpoint, CheckpointError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

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
        assert_eq!(history.last().seen, 12 * 8);
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
    let mut told = Vec::new();
    let history = tuning.run(1, &saved(&path), &never(), |history| {
        told.push(history.steps());
        true
    });
    assert_eq!(history.unwrap(), whole);
    assert_eq!(told, [5, 6, 7, 8, 9, 10, 11, 12]);
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
        &content.replace("checkpoint 1", "checkpoint 9"),
        &content.replace("\"points\"", "\"places\""),
        &content.replacen("\"values\":[", "\"values\":[1.5,", 1),
        &content.replacen("\"values\":[", "\"values\":[null,", 1),
    ] {
        fs::write(&path, damaged).unwrap();
        let error = tuning
            .run(1, &saved(&path), &never(), |_| true)
            .unwrap_err();
        assert!(
            matches!(
                error,
                TuningError::Checkpoint(CheckpointError::Damaged { .. })
            ),
            "{error}"
        );
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

/// The true weights of a simulation: some for the first half of the board, others for the
/// second.
const TRUTH: [[f64; 4]; 2] = [[-0.5, 4.0, 1.5, 6.0], [0.25, 1.0, 0.5, 3.0]];

/// Writes positions of random games, scored by the true weights plus noise.
fn write_positions(path: &Path, kind: EvaluationKind, games: u64) {
    let terms = TermDifferences::new(kind, Shape::STANDARD).unwrap();
    let header = Header {
        shape: Shape::STANDARD,
        settings: serde_json::json!({}),
    };
    let mut writer = PositionsWriter::create_or_resume(path, &header).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(games);
    for _ in 0..games {
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() {
            let position = *game.position();
            let differences = terms.of(position.widened_board());
            let discs = 64 - position.empties().len();
            let weights = TRUTH[usize::from(discs > 32 && kind == EvaluationKind::Phased)];
            let products = differences.iter().zip(weights).map(|(d, w)| d * w);
            let score = products.sum::<f64>() + random.random_range(-3.0..3.0);
            let board = position.standard_board().unwrap();
            let units = 128.0 * score.clamp(-64.0, 64.0);
            writer
                .push(&ScoredPosition {
                    mover: board.mover(),
                    opponent: board.opponent(),
                    score: units.round() as i16,
                    depth: 1,
                })
                .unwrap();
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            let chosen = random.random_range(0..moves.len());
            game.play(moves[chosen]).unwrap();
        }
    }
    writer.flush().unwrap();
}

/// Returns parameters of two stages, far from the true ones.
fn two_stages() -> Tunable {
    let stage = |name: &str, until: f64| {
        format!(
            "[[stage]]\nname = \"{name}\"\nuntil = {until}\ndiscs = 1\nstability = 0\n\
             mobility = 0\ncorner_access = 0\n"
        )
    };
    let text = format!("{}{}", stage("first", 0.2), stage("second", 1.0));
    Tunable::new(Parameters::from_toml(EvaluationKind::Phased, &text).unwrap()).unwrap()
}

fn regression(tunable: Tunable, sources: Vec<PathBuf>) -> RegressionTuning {
    RegressionTuning {
        tunable,
        shape: Shape::STANDARD,
        sources,
        options: SampleOptions {
            hold_out: 5,
            lambda: 1.0,
            share: 1.0,
        },
    }
}

fn fit(tuning: &RegressionTuning, threads: usize, checkpoint: Option<&Path>) -> Regression {
    tuning
        .run(
            threads,
            &checkpoint.map_or_else(Checkpoint::default, saved),
            |_| true,
        )
        .unwrap()
}

#[test]
fn regression_recovers_known_weights_and_stages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    write_positions(&path, EvaluationKind::Phased, 600);
    let found = fit(&regression(two_stages(), vec![path]), 2, None);
    let (values, end) = found.fit.values.split_at(8);
    for (value, truth) in values.iter().zip(TRUTH.as_flattened()) {
        assert!((value - truth).abs() < 0.25, "{values:?}");
    }
    // Between 32 and 33 discs.
    assert_eq!(end, [32.5 / 64.0]);
    let [first, second] = &found.fit.stages[..] else {
        panic!("{:?}", found.fit.stages);
    };
    assert_eq!((&*first.name, &*second.name), ("first", "second"));
    assert_eq!((first.until, second.until), (32.5 / 64.0, 1.0));
    for stage in [first, second] {
        // Uniform noise of ±3 discs has a root mean square of 1.73.
        assert!((1.6..1.9).contains(&stage.error), "{stage:?}");
        assert!(stage.error_before > 2.0 * stage.error, "{stage:?}");
        assert!(stage.error_of_nothing > 2.0 * stage.error, "{stage:?}");
    }
}

#[test]
fn regression_recovers_weights_of_components() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions");
    write_positions(&path, EvaluationKind::Components, 300);
    let tunable = by_hand(EvaluationKind::Components);
    let found = fit(&regression(tunable, vec![path]), 2, None);
    for (value, truth) in found.fit.values.iter().zip(TRUTH[0]) {
        assert!((value - truth).abs() < 0.4, "{:?}", found.fit.values);
    }
}

#[test]
fn interrupted_regression_resumes() {
    let folder = tempfile::tempdir().unwrap();
    // More than one batch, in two files.
    let paths = ["one", "two"].map(|name| folder.path().join(name));
    write_positions(&paths[0], EvaluationKind::Phased, 900);
    write_positions(&paths[1], EvaluationKind::Phased, 1700);
    let tuning = regression(by_hand(EvaluationKind::Phased), paths.to_vec());
    let whole = fit(&tuning, 1, None);
    assert_eq!(whole.history.steps(), 3);
    assert!(whole.complete);
    assert_eq!(fit(&tuning, 3, None), whole);
    let checkpoint = folder.path().join("checkpoint");
    for steps in [1, 2] {
        let part = tuning.run(2, &saved(&checkpoint), |_| false);
        let part = part.unwrap();
        assert_eq!(part.history.points, whole.history.points[..=steps]);
        assert!(!part.complete);
    }
    assert_eq!(fit(&tuning, 1, Some(&checkpoint)), whole);
    // A complete run keeps its result.
    assert_eq!(fit(&tuning, 2, Some(&checkpoint)), whole);
    // Files with other content belong to another run.
    let other = regression(by_hand(EvaluationKind::Phased), paths[..1].to_vec());
    let error = other.run(1, &saved(&checkpoint), |_| true).unwrap_err();
    assert!(
        error.to_string().contains("another content of the files"),
        "{error}"
    );
    // Inconsistent numbers are not a state of this run.
    let content = fs::read_to_string(&checkpoint).unwrap();
    let seen = content.find("\"seen\":").unwrap() + 7;
    let damaged = format!("{}1{}", &content[..seen], &content[seen..]);
    fs::write(&checkpoint, damaged).unwrap();
    let error = tuning.run(1, &saved(&checkpoint), |_| true).unwrap_err();
    assert!(
        matches!(
            error,
            TuningError::Checkpoint(CheckpointError::Damaged { .. })
        ),
        "{error}"
    );
}

#[test]
fn scores_may_come_from_obf() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scores.obf");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut text = String::from("% boards with a score\n");
    for _ in 0..60 {
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() {
            let position = game.position();
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            // All scores are twice the disc difference.
            let [own, other] = [position.mover(), position.mover().opponent()]
                .map(|side| position.count(side) as i32);
            let difference = 2 * (own - other);
            let score = if position.empties().len() > 40 {
                difference
            } else {
                -difference
            };
            text.push_str(&format!(
                "{position}; {}:{:+};\n",
                moves[0],
                score.clamp(-64, 64)
            ));
            text.push_str(&format!("{position};\n"));
            game.play(moves[random.random_range(0..moves.len())])
                .unwrap();
        }
    }
    fs::write(&path, &text).unwrap();
    let found = fit(&regression(two_stages(), vec![path.clone()]), 1, None);
    assert!(
        (found.fit.values[8] - 23.5 / 64.0).abs() < 1e-9,
        "{:?}",
        found.fit
    );
    let [first, second] = [found.fit.values[0], found.fit.values[4]];
    assert!(
        (first - 2.0).abs() < 0.2 && (second + 2.0).abs() < 0.5,
        "{:?}",
        found.fit
    );
    for (wrong, part) in [
        ("% nothing\n".to_owned(), "0 positions with scores"),
        (text.replacen(":+", ":+9", 1), "expected -64 to 64"),
        (text.replacen("X;", "Q;", 1), "line "),
        (
            text.lines().take(40).collect::<Vec<_>>().join("\n"),
            "too few for 2 stages",
        ),
    ] {
        fs::write(&path, wrong).unwrap();
        let error = regression(two_stages(), vec![path.clone()])
            .run(1, &Checkpoint::default(), |_| true)
            .unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}
