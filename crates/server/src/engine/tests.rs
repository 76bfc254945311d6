//! The engine with its threads, and with a scripted runner.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_othello::{Game, Position, Shape};

use super::resumable_search::SliceOutcome;
use super::worker::Job;
use super::*;
use crate::settings::{ServerLimits, Settings};

fn start() -> Position {
    Position::start(Shape::STANDARD)
}

fn settings() -> Settings {
    Settings {
        threads: 1,
        hash_mib: 16,
        limits: ServerLimits {
            open_analyses: 20,
            open_per_client: 3,
            ..ServerLimits::default()
        },
        ..Settings::default()
    }
}

/// Panics on 4×4, finishes 6×6 at once, and never finishes other boards.
struct Fake {
    recovered: Arc<AtomicBool>,
}

impl JobRunner for Fake {
    fn advance(&mut self, job: &mut Job, stop: &Arc<AtomicBool>, _: &[Shape]) -> SliceOutcome {
        job.monitor.begin_slice(Arc::default());
        match job.search.task().position.shape().width() {
            4 => panic!("on purpose"),
            6 => SliceOutcome::Done,
            _ => {
                while !stop.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                SliceOutcome::Progress
            }
        }
    }

    fn recover(&mut self) {
        self.recovered.store(true, Ordering::Relaxed);
    }
}

fn fake() -> (SharedEngine, Arc<AtomicBool>) {
    let recovered = Arc::new(AtomicBool::new(false));
    let runner = Fake {
        recovered: Arc::clone(&recovered),
    };
    (
        SharedEngine::with_runner(&settings(), runner).unwrap(),
        recovered,
    )
}

fn on(shape: &str) -> Task {
    Task::analysis(Position::start(shape.parse().unwrap()))
}

/// Waits until a condition holds.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(20), "never {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_panic_ends_its_search_and_no_other() {
    let (engine, recovered) = fake();
    let [one, other] = [(); 2].map(|()| engine.session("client").unwrap());
    let endless = other.start(on("8x8"));
    assert!(matches!(one.start(on("4x4")).wait(), Err(Failure::Fault)));
    assert!(recovered.load(Ordering::Relaxed));
    assert!(one.start(on("6x6")).wait().is_ok());
    until("searching again", || {
        endless.snapshot().phase == Phase::Searching
    });
}

#[test]
fn a_session_that_is_dropped_frees_the_engine() {
    let (engine, _) = fake();
    let session = engine.session("client").unwrap();
    let search = session.start(on("8x8"));
    until("begun", || search.snapshot().phase == Phase::Searching);
    assert_eq!(engine.open(), 1);
    drop(session);
    assert_eq!(search.snapshot().phase, Phase::Failed(Failure::GivenUp));
    assert_eq!(engine.open(), 0);
    let next = engine.session("next").unwrap();
    assert!(next.start(on("6x6")).wait().is_ok());
}

#[test]
fn a_session_has_one_search_at_a_time() {
    let (engine, _) = fake();
    let session = engine.session("client").unwrap();
    let first = session.start(on("8x8"));
    until("begun", || first.snapshot().phase == Phase::Searching);
    let second = session.start(on("6x6"));
    assert_eq!(first.wait().unwrap_err(), Failure::GivenUp);
    assert!(second.wait().is_ok());
    session.close();
    assert_eq!(
        session.start(on("6x6")).wait().unwrap_err(),
        Failure::GivenUp
    );
}

#[test]
fn an_engine_that_stops_ends_everything() {
    let (engine, _) = fake();
    let session = engine.session("client").unwrap();
    let search = session.start(on("8x8"));
    until("begun", || search.snapshot().phase == Phase::Searching);
    engine.stop();
    assert_eq!(search.wait().unwrap_err(), Failure::Stopped);
    assert_eq!(
        session.start(on("6x6")).wait().unwrap_err(),
        Failure::Stopped
    );
    assert_eq!(engine.session("late").unwrap_err(), Refused::Stopped);
    engine.stop();
}

#[test]
fn the_engine_reports_each_depth() {
    let engine = SharedEngine::new(&settings()).unwrap();
    let session = engine.session("client").unwrap();
    let search = session.start(Task::analysis(start()).best_moves(2));
    let mut depth = 0;
    until("at depth 8", || {
        let snapshot = search.snapshot();
        if let Some(best) = snapshot.moves.first() {
            assert!(best.depth >= depth);
            depth = best.depth;
        }
        depth >= 8
    });
    let snapshot = search.snapshot();
    assert_eq!(snapshot.moves.len(), 2);
    assert!(snapshot.nodes > 0 && !snapshot.time.is_zero());
}

#[test]
fn two_deep_analyses_both_progress() {
    let engine = SharedEngine::new(&settings()).unwrap();
    let [one, other] = ["one", "other"].map(|client| engine.session(client).unwrap());
    let second = start().play("f5".parse().unwrap()).unwrap();
    let searches = [
        one.start(Task::analysis(start())),
        other.start(Task::analysis(second)),
    ];
    until("both at depth 12", || {
        searches.iter().all(|search| {
            let snapshot = search.snapshot();
            snapshot.moves.first().is_some_and(|best| best.depth >= 12)
        })
    });
}

/// Returns a position with too many empties to be solved quickly.
fn late() -> Position {
    let mut game = Game::new(Shape::STANDARD);
    while game.position().empties().len() > 34 {
        let square = game.position().legal_moves().first().unwrap();
        game.play(square).unwrap();
    }
    *game.position()
}

#[test]
fn scores_in_slices_are_those_of_the_analyzer_alone() {
    use outflank_engine::{Limits, SearchOptions};
    use outflank_study::{Analyzer, EngineAnalyzer};

    let engine = SharedEngine::new(&settings()).unwrap();
    let session = Arc::new(engine.session("client").unwrap());
    let shared = SharedAnalyzer::new(Arc::clone(&session), 5, Duration::from_secs(60));
    let options = SearchOptions::default().with_hash(searcher_pool::private_mib(16));
    let alone = EngineAnalyzer::new(Limits::level(5), &options, 1, Arc::default()).unwrap();
    let mut position = start();
    for _ in 0..6 {
        let values = shared.score_moves(&position);
        assert_eq!(values, alone.score_moves(&position));
        position = position.play(values.unwrap()[0].square).unwrap();
    }
    let hurried = SharedAnalyzer::new(Arc::clone(&session), 60, Duration::from_millis(30));
    assert_eq!(hurried.score_moves(&late()), None);
    assert_eq!(hurried.failure(), Some(Failure::Late));
    session.close();
    assert_eq!(shared.score_moves(&position), None);
    assert_eq!(shared.failure(), Some(Failure::GivenUp));
}
