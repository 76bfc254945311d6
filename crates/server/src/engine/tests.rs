//! The engine with its threads and with a scripted runner.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_api::{ApiError, ErrorKey, RequestLimits, Search, SliceOutcome, Snapshot, Task};
use outflank_othello::{Game, Position, Shape};

use super::worker::Job;
use super::*;

fn start() -> Position {
    Position::start(Shape::STANDARD)
}

fn resources() -> Resources {
    Resources {
        threads: 1,
        hash_mib: 16,
        limits: RequestLimits {
            open_analyses: 20,
            open_per_client: 3,
            ..RequestLimits::default()
        },
        ..Resources::default()
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
    let recovered = Arc::<AtomicBool>::default();
    let runner = Fake {
        recovered: Arc::clone(&recovered),
    };
    let engine = SharedEngine::with_runner(&resources(), runner);
    (engine.unwrap(), recovered)
}

fn on(shape: &str) -> Task {
    Task::analysis(Position::start(shape.parse().unwrap()))
}

fn on_and_on(_: &Snapshot) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Runs a search on a board of a shape until it ends.
fn end(session: &EngineSession, shape: &str) -> Result<Snapshot, ApiError> {
    session.start(on(shape)).unwrap().wait(&mut on_and_on)
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
    let [one, other] = [(); 2].map(|()| engine.session("client"));
    let endless = other.start(on("8x8")).unwrap();
    assert_eq!(end(&one, "4x4").unwrap_err().key, ErrorKey::Internal);
    assert!(recovered.load(Ordering::Relaxed));
    assert!(end(&one, "6x6").is_ok());
    until("searching again", || endless.now().0 == Phase::Searching);
}

#[test]
fn dropping_a_session_frees_the_engine() {
    let (engine, _) = fake();
    let session = engine.session("client");
    let search = session.start(on("8x8")).unwrap();
    until("begun", || search.now().0 == Phase::Searching);
    assert_eq!(session.open_count(), 1);
    drop(session);
    assert_eq!(search.now().0, Phase::Failed(ApiError::cancelled()));
    let next = engine.session("next");
    assert_eq!(next.open_count(), 0);
    assert!(end(&next, "6x6").is_ok());
}

#[test]
fn a_session_has_one_search_at_a_time() {
    let (engine, _) = fake();
    let session = engine.session("client");
    let first = session.start(on("8x8")).unwrap();
    until("begun", || first.now().0 == Phase::Searching);
    let second = session.start(on("6x6")).unwrap();
    let replaced = first.wait(&mut on_and_on);
    assert_eq!(replaced.unwrap_err(), ApiError::cancelled());
    assert!(second.wait(&mut on_and_on).is_ok());
    session.close();
    let closed = session.start(on("6x6")).map(drop);
    assert_eq!(closed.unwrap_err(), ApiError::cancelled());
}

#[test]
fn stopping_the_engine_ends_everything() {
    let (engine, _) = fake();
    let session = engine.session("client");
    let search = session.start(on("8x8")).unwrap();
    until("begun", || search.now().0 == Phase::Searching);
    engine.stop();
    let stopped = search.wait(&mut on_and_on);
    assert_eq!(stopped.unwrap_err(), ApiError::stopping());
    assert_eq!(end(&session, "6x6").unwrap_err(), ApiError::stopping());
    let late = engine.session("late").open();
    assert_eq!(late.unwrap_err(), ApiError::stopping());
    engine.stop();
}

#[test]
fn the_engine_reports_each_depth() {
    let engine = SharedEngine::new(&resources()).unwrap();
    let session = engine.session("client");
    let task = Task::analysis(start()).best_moves(2);
    let search = session.start(task).unwrap();
    let mut depth = 0;
    until("at depth 8", || {
        let snapshot = search.now().1;
        if let Some(best) = snapshot.moves.first() {
            assert!(best.depth >= depth);
            depth = best.depth;
        }
        depth >= 8
    });
    let snapshot = search.now().1;
    assert_eq!(snapshot.moves.len(), 2);
    assert!(snapshot.nodes > 0 && !snapshot.time.is_zero());
}

#[test]
fn two_deep_analyses_both_progress() {
    let engine = SharedEngine::new(&resources()).unwrap();
    let [one, other] = ["one", "other"].map(|client| engine.session(client));
    let second = start().play("f5".parse().unwrap()).unwrap();
    let searches = [
        one.start(Task::analysis(start())).unwrap(),
        other.start(Task::analysis(second)).unwrap(),
    ];
    until("both at depth 12", || {
        searches.iter().all(|search| {
            let snapshot = search.now().1;
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
fn scores_in_slices_equal_those_of_an_uninterrupted_analyzer() {
    use outflank_engine::{Limits, SearchOptions};
    use outflank_study::{Analyzer, EngineAnalyzer};

    let engine = SharedEngine::new(&resources()).unwrap();
    let session = engine.session("client");
    let score = |position: Position, level, milliseconds| {
        let task = Task::all_moves(position, level).within(Duration::from_millis(milliseconds));
        session.search(task, &mut on_and_on)
    };
    let options = SearchOptions::default().with_hash(searcher_pool::private_mib(16));
    let alone = EngineAnalyzer::new(Limits::level(5), &options, 1, Arc::default()).unwrap();
    let mut position = start();
    for _ in 0..6 {
        let values = score(position, 5, 60_000).unwrap().moves.to_vec();
        assert_eq!(Some(&values), alone.score_moves(&position).as_ref());
        position = position.play(values[0].square).unwrap();
    }
    let hurried = score(late(), 60, 30).unwrap();
    assert!(hurried.moves.len() < late().legal_moves().len());
    session.close();
    let closed = score(position, 5, 60_000);
    assert_eq!(closed.unwrap_err(), ApiError::cancelled());
}
