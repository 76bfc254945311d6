//! Interrupted and resumed solves.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use outflank_archive::checkpoint::{CheckpointError, Done, Recorder, Run, Spent};
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::{Position, Shape};

/// Returns the 9×7 position with `empties` empties in which each move was the first legal one.
fn position(empties: usize) -> Position {
    let shape: Shape = "9x7".parse().unwrap();
    let mut position = Position::start(shape);
    while position.empties().len() > empties {
        let first = position.legal_moves().into_iter().next();
        position = first
            .map_or_else(|| position.pass(), |square| position.play(square))
            .unwrap();
    }
    position
}

fn run(positions: &[Position]) -> Run {
    Run {
        board: "9x7".to_owned(),
        positions: positions.iter().map(Position::to_string).collect(),
        window: (-129, 129),
    }
}

fn open(path: &Path, run: Run) -> Result<(Recorder, Vec<Done>), CheckpointError> {
    let every = Duration::from_secs(3600);
    Recorder::open(path, run, every, |error| panic!("{error}"))
}

fn solver() -> Searcher {
    Searcher::new(SearchOptions::default().with_hash(8)).unwrap()
}

#[test]
fn a_run_resumes_with_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let positions = [position(13), position(15)];
    let done = Done {
        lower: 3,
        upper: 3,
        pv: vec!["a1".to_owned()],
        moves: true,
        spent: Spent {
            nodes: 12,
            seconds: 0.5,
        },
    };

    // The first position is solved and the second is interrupted. All bounds of the second are
    // saved, so resuming is fast.
    let (recorder, before) = open(&path, run(&positions)).unwrap();
    assert!(before.is_empty());
    recorder.finish(done.clone());
    let mut first = solver();
    let (spent, bounds) = recorder.begin(&mut first, &positions[1]).unwrap();
    assert_eq!((spent, bounds), (Spent::default(), 0));
    let request = SearchRequest::new(&positions[1], Limits::SOLVE);
    let solution = first.search(&request);
    recorder.close().unwrap();

    let (recorder, before) = open(&path, run(&positions)).unwrap();
    assert_eq!(before, [done]);
    let mut second = solver();
    let (spent, bounds) = recorder.begin(&mut second, &positions[1]).unwrap();
    assert!(spent.nodes == solution.nodes && bounds > 10, "{bounds}");
    let again = second.search(&request);
    assert_eq!(again.exact(), solution.exact());
    let (fewer, all) = (again.nodes, solution.nodes);
    assert!(fewer < all, "{fewer} {all}");

    // A checkpoint that is opened and closed before the position is resumed keeps everything.
    drop(recorder);
    for _ in 0..2 {
        let (recorder, _) = open(&path, run(&positions)).unwrap();
        recorder.close().unwrap();
    }
    let (recorder, _) = open(&path, run(&positions)).unwrap();
    let (_, kept) = recorder.begin(&mut solver(), &positions[1]).unwrap();
    assert_eq!(kept, bounds);
    drop(recorder);

    // The file does not belong to this run.
    let other = open(&path, run(&positions[..1])).map(drop).unwrap_err();
    assert!(matches!(other, CheckpointError::OtherRun { .. }), "{other}");
    // No temporary file is left behind.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_checkpoint_with_an_impossible_time_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let run = run(&[position(5)]);
    let (recorder, _) = open(&path, run.clone()).unwrap();
    recorder.finish(Done {
        lower: 3,
        upper: 3,
        pv: Vec::new(),
        moves: false,
        spent: Spent {
            nodes: 12,
            seconds: 0.5,
        },
    });
    recorder.close().unwrap();
    let whole = zstd::decode_all(std::fs::File::open(&path).unwrap()).unwrap();
    let whole = String::from_utf8(whole).unwrap();
    for seconds in ["-1.0", "1e300"] {
        let tampered = whole.replace("\"seconds\":0.5", &format!("\"seconds\":{seconds}"));
        assert_ne!(tampered, whole);
        std::fs::write(&path, zstd::encode_all(tampered.as_bytes(), 0).unwrap()).unwrap();
        let error = open(&path, run.clone()).map(drop).unwrap_err();
        assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
    }
}

#[test]
fn an_unwritable_checkpoint_is_reported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gone").join("checkpoint");
    let error = open(&path, run(&[position(5)])).map(drop).unwrap_err();
    assert!(error.to_string().contains("checkpoint"), "{error}");
}

#[test]
fn a_checkpoint_that_becomes_unwritable_is_reported_and_the_run_continues() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let errors = Arc::new(AtomicUsize::new(0));
    let message = Arc::new(Mutex::new(String::new()));
    let (counted, reported) = (Arc::clone(&errors), Arc::clone(&message));
    let every = Duration::from_millis(5);
    let path = inner.join("checkpoint");
    let (recorder, _) = Recorder::open(&path, run(&[position(5)]), every, move |error| {
        *reported.lock().unwrap() = error.to_string();
        counted.fetch_add(1, Ordering::Relaxed);
    })
    .unwrap();
    std::fs::rename(&inner, folder.path().join("elsewhere")).unwrap();
    while errors.load(Ordering::Relaxed) < 2 {
        std::thread::sleep(every);
    }
    assert!(message.lock().unwrap().contains("checkpoint"));
    assert!(recorder.close().is_err());
}
