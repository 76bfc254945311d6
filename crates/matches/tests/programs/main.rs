//! Matches against programs that speak GTP or NBoard's protocol, correctly or not.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

mod faults;
mod gtp;
mod nboard;
mod rules;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_matches::{
    EngineOptions, ForfeitCause, GamePair, MatchError, RandomOpenings, Schedule, TimeControl,
    Tournament, parse_engine,
};
use outflank_othello::{Game, Shape};

/// The program of these tests.
const PROGRAM: &str = env!("CARGO_BIN_EXE_test-engine");

/// Creates a tournament of an engine, listed first, against random moves.
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

fn run(tournament: &Tournament) -> Result<Vec<GamePair>, MatchError> {
    tournament.run(&Arc::new(AtomicBool::new(false)), |_| ())
}

fn openings(count: usize) -> Vec<Game> {
    RandomOpenings::new(Shape::STANDARD, 4, 1).generate(count)
}

/// Returns timeouts that are long enough for a busy machine.
fn patient() -> EngineOptions {
    EngineOptions::default()
}

fn impatient() -> EngineOptions {
    EngineOptions {
        patience: Duration::from_millis(400),
        ..patient()
    }
}

/// Asserts that a faulty program loses all its games in the same way, with `part` in the reason.
/// Returns the cause and the conversation of the first game.
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
