//! Matches against programs that speak GTP or NBoard's protocol, correctly or not.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

mod gtp;
mod nboard;
mod rules;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_matches::{
    EngineOptions, ForfeitCause, GamePair, RandomOpenings, Schedule, TimeControl, Tournament,
    TournamentError, parse_engine,
};
use outflank_othello::{Game, Shape};

/// The program of these tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_test-engine");

/// Creates a tournament of an engine, the first, against random moves.
fn tournament(engine: &str, openings: Vec<Game>, options: EngineOptions) -> Tournament {
    let engines = [engine, "random"].map(|name| parse_engine(name, &options).unwrap());
    Tournament {
        engines: engines.into(),
        openings,
        schedule: Schedule::Gauntlet,
        clock: match options.time {
            Some(TimeControl::Game(clock)) => Some(clock),
            _ => None,
        },
        adjudicate: None,
        sprt: None,
        seed: 1,
        threads: 2,
        ..Tournament::default()
    }
}

fn run(tournament: &Tournament) -> Result<Vec<GamePair>, TournamentError> {
    tournament.run(&Arc::new(AtomicBool::new(false)), |_| ())
}

fn openings(count: usize) -> Vec<Game> {
    RandomOpenings::new(Shape::STANDARD, 4, 1).generate(count)
}

/// Returns timeouts that are long enough for a busy machine.
fn patient() -> EngineOptions {
    EngineOptions::default()
}

/// Asserts that a faulty program loses all its games in the same way, with `part` in the reason;
/// returns the cause and the conversation of the first.
fn lost_games(program: &str, options: EngineOptions, part: &str) -> (ForfeitCause, Vec<String>) {
    let tournament = tournament(program, openings(2), options);
    let mut said = Vec::new();
    let mut kinds = Vec::new();
    let pairs = tournament.run(&Arc::new(AtomicBool::new(false)), |pair| {
        for (engine, fault) in pair.forfeits() {
            assert_eq!(engine, 0, "{fault:?}");
            assert!(fault.reason.contains(part), "{program}: {fault:?}");
            kinds.push(fault.cause);
            said.push(fault.conversation.clone());
        }
        assert_eq!(pair.discs(), [-64, -64]);
    });
    assert_eq!(pairs.unwrap().len(), 2);
    assert_eq!(kinds, [kinds[0]; 4], "{program}");
    (kinds[0], said.swap_remove(0))
}

fn assert_forfeits(program: &str, options: EngineOptions, part: &str) -> Vec<String> {
    let (kind, said) = lost_games(program, options, part);
    assert_eq!(kind, ForfeitCause::Failure, "{program}");
    said
}

/// Asserts that these programs lose every game against a good player, in a round robin.
fn assert_bad_programs_lose(names: impl Iterator<Item = String>, options: EngineOptions) {
    let mut tournament = tournament("random", openings(1), options);
    tournament.engines.truncate(1);
    for name in names {
        let engine = parse_engine(&name, &options).unwrap();
        tournament.engines.push(engine);
    }
    tournament.schedule = Schedule::RoundRobin;
    let engines = tournament.engines.len();
    let pairs = run(&tournament).unwrap();
    assert_eq!(pairs.len(), engines * (engines - 1) / 2);
    for pair in &pairs {
        // Every game against them ends, and the good player wins its games.
        assert_eq!(pair.forfeits().count(), 2, "{pair:?}");
        if pair.pairing.first == 0 {
            assert_eq!(pair.discs(), [64, 64], "{pair:?}");
            assert!(
                pair.forfeits()
                    .all(|(engine, _)| engine == pair.pairing.second)
            );
        }
    }
}

/// Asserts that no process whose id is in a file is still running.
#[cfg(target_os = "linux")]
fn assert_all_ended(file: &std::path::Path, least: usize) {
    let numbers = std::fs::read_to_string(file).unwrap();
    assert!(numbers.lines().count() >= least, "{numbers}");
    for number in numbers.lines() {
        // The system reaps the child of a killed shell eventually.
        let state = || std::fs::read_to_string(format!("/proc/{number}/stat"));
        let runs = || state().is_ok_and(|state| !state.contains(") Z "));
        for _ in 0..1000 {
            if runs() {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        assert!(!runs(), "{number} still runs");
    }
}

/// Asserts that a stopped tournament ends immediately.
fn assert_can_be_stopped(program: &str) {
    let options = EngineOptions {
        patience: Duration::from_secs(24 * 3600),
        ..patient()
    };
    let tournament = tournament(program, openings(2), options);
    let stop = Arc::new(AtomicBool::new(false));
    let pairs = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        tournament.run(&stop, |_| ())
    });
    assert!(pairs.unwrap().is_empty());
}
