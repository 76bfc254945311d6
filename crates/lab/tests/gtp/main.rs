//! Matches against programs that speak GTP, well and badly.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_lab::{
    Contest, ContestError, EngineOptions, FaultKind, Pair, Pairing, PlayedGame, RandomOpenings,
    TimeControl, parse_engine_with, read_openings,
};
use outflank_othello::{Game, Move, Shape};

/// The program of these tests with its arguments, as an engine's name.
fn program(arguments: &str) -> String {
    let path = env!("CARGO_BIN_EXE_gtp-test-engine");
    format!("gtp:'{path}' {arguments}")
}

/// A contest of an engine, the first, against random moves.
fn contest(engine: &str, openings: Vec<Game>, options: EngineOptions) -> Contest {
    let engines = [engine, "random"].map(|name| parse_engine_with(name, &options).unwrap());
    Contest {
        engines: engines.into(),
        openings,
        pairing: Pairing::FirstAgainstRest,
        clock: match options.time {
            Some(TimeControl::Game(clock)) => Some(clock),
            _ => None,
        },
        adjudicate: None,
        sprt: None,
        seed: 1,
        threads: 2,
    }
}

fn run(contest: &Contest) -> Result<Vec<Pair>, ContestError> {
    contest.run(&Arc::new(AtomicBool::new(false)), |_| ())
}

fn openings(count: usize) -> Vec<Game> {
    RandomOpenings::new(Shape::STANDARD, 4, 1).generate(count)
}

/// Patient enough for a busy machine.
fn patient() -> EngineOptions {
    EngineOptions::default()
}

/// The games of a bad program, which all have to be lost by it in the same way
/// and told with `part`; and what was said in the first of them.
fn lost_games(arguments: &str, options: EngineOptions, part: &str) -> (FaultKind, Vec<String>) {
    let contest = contest(&program(arguments), openings(2), options);
    let mut said = Vec::new();
    let mut kinds = Vec::new();
    let pairs = contest.run(&Arc::new(AtomicBool::new(false)), |pair| {
        for (engine, fault) in pair.faults() {
            assert_eq!(engine, 0, "{fault:?}");
            assert!(fault.reason.contains(part), "{arguments}: {fault:?}");
            kinds.push(fault.kind);
            said.push(fault.conversation.clone());
        }
        assert_eq!(pair.discs(), [-64, -64]);
    });
    assert_eq!(pairs.unwrap().len(), 2);
    assert_eq!(kinds, [kinds[0]; 4], "{arguments}");
    (kinds[0], said.swap_remove(0))
}

fn assert_forfeits(arguments: &str, options: EngineOptions, part: &str) -> Vec<String> {
    let (kind, said) = lost_games(arguments, options, part);
    assert_eq!(kind, FaultKind::Forfeit, "{arguments}");
    said
}

#[test]
fn a_good_program_plays_its_games_to_the_end() {
    let mut games: Vec<Vec<PlayedGame>> = Vec::new();
    for arguments in ["", "--no-pass", "--from-bottom", "--banner --no-pass"] {
        let pairs = run(&contest(&program(arguments), openings(6), patient())).unwrap();
        assert!(pairs.iter().all(|pair| pair.faults().next().is_none()));
        games.push(pairs.into_iter().flat_map(|pair| pair.games).collect());
    }
    let replays = games[0].iter().map(|game| game.replay().unwrap());
    let replays: Vec<Game> = replays.collect();
    assert!(replays.iter().all(Game::is_over));
    let passes = |game: &Game| game.moves().contains(&Move::Pass);
    assert!(replays.iter().any(passes), "no game tells of passes");
    // Passes make no difference to the moves, nor does talk.
    assert_eq!((&games[0], &games[0]), (&games[1], &games[3]));
}

#[test]
fn a_good_program_has_all_kinds_of_time_and_small_boards() {
    for time in [
        TimeControl::Move(Duration::from_millis(2500)),
        TimeControl::Game("600+1".parse().unwrap()),
    ] {
        let time = Some(time);
        let options = EngineOptions { time, ..patient() };
        let pairs = run(&contest(&program(""), openings(2), options)).unwrap();
        assert!(pairs.iter().all(|pair| pair.faults().next().is_none()));
    }
    for shape in ["6x6", "4x4"] {
        let start = read_openings("start\n", shape.parse().unwrap()).unwrap();
        let pairs = run(&contest(&program("--from-bottom"), start, patient())).unwrap();
        assert!(pairs[0].faults().next().is_none(), "{pairs:?}");
    }
}

#[test]
fn programs_that_answer_badly_lose_their_games() {
    for (arguments, part) in [
        ("illegal@3", "illegal move: d4 "),
        ("--from-bottom illegal@1", "illegal move: d5 "),
        ("pass@2", "passed, but there is a legal move"),
        ("resign@5", "resigned"),
        ("castle@1", "\"castle\" is no move: expected a square"),
        ("i9@1", "\"i9\" is no move"),
        ("refuse@2", "refused \"genmove"),
        ("refuse@0", "refused \"boardsize 8\""),
        ("nonsense@2", "is no move: expected a square"),
        ("twice@1", "illegal move: a1 "),
    ] {
        let said = assert_forfeits(arguments, patient(), part);
        assert!(said.iter().any(|line| line.starts_with("> ")), "{said:?}");
    }
}

#[test]
fn programs_that_talk_without_end_lose_their_games() {
    for arguments in ["flood@0", "flood@3"] {
        assert_forfeits(arguments, patient(), "more than 1000 lines");
    }
    for arguments in ["endless@0", "endless@3"] {
        assert_forfeits(arguments, patient(), "a line without end");
    }
    for arguments in ["nonsense@0", "twice@0"] {
        assert_forfeits(arguments, patient(), "(after ");
    }
}

#[test]
fn programs_that_end_lose_their_games() {
    for arguments in ["crash@0", "crash@1", "crash@9"] {
        let said = assert_forfeits(arguments, patient(), "ended with exit status: 3");
        assert_eq!(said.last().unwrap(), "! everything is on fire");
    }
    let options = patient();
    let contest = contest("gtp:true", openings(1), options);
    let pairs = run(&contest).unwrap();
    assert_eq!(pairs[0].discs(), [-64, -64]);
}

#[test]
fn programs_that_say_nothing_lose_their_games() {
    let patience = Duration::from_millis(400);
    let options = EngineOptions {
        patience,
        ..patient()
    };
    for arguments in ["hang@0", "hang@2"] {
        let said = assert_forfeits(arguments, options, "within 0.400 s");
        assert!(said.last().unwrap().starts_with("> "), "{said:?}");
    }
    let time = Some(TimeControl::Move(Duration::from_millis(1)));
    let options = EngineOptions { time, ..patient() };
    assert_forfeits("hang@1", options, "within 1.001 s");
}

#[test]
fn programs_that_are_slow_lose_on_time() {
    let time = Some(TimeControl::Game("0.05+0.001".parse().unwrap()));
    let options = EngineOptions { time, ..patient() };
    for arguments in ["sleep@1", "hang@1"] {
        let (kind, _) = lost_games(arguments, options, " s for a move with 0.0");
        assert_eq!(kind, FaultKind::Time);
    }
}

#[test]
fn bad_programs_lose_every_game_and_never_stop_a_contest() {
    let faults = [
        "crash@2",
        "hang@2",
        "illegal@2",
        "flood@2",
        "endless@2",
        "drip@2",
        "binary@2",
        "refuse@2",
        "crash@0",
        "hang@0",
    ];
    let options = EngineOptions {
        patience: Duration::from_millis(400),
        ..patient()
    };
    let mut contest = contest("random", openings(1), options);
    contest.engines.truncate(1);
    // One that takes its input and says nothing, and never ends.
    let names = faults.iter().map(|fault| program(fault));
    let closed = "gtp:sh -c 'exec >&-; sleep 1000'".to_owned();
    for name in names.chain([closed]) {
        let engine = parse_engine_with(&name, &options).unwrap();
        contest.engines.push(engine);
    }
    contest.pairing = Pairing::RoundRobin;
    let engines = contest.engines.len();
    let pairs = run(&contest).unwrap();
    assert_eq!(pairs.len(), engines * (engines - 1) / 2);
    for pair in &pairs {
        // Every game against them ends, and those of the good one are won.
        assert_eq!(pair.faults().count(), 2, "{pair:?}");
        if pair.meeting.first == 0 {
            assert_eq!(pair.discs(), [64, 64], "{pair:?}");
            assert!(
                pair.faults()
                    .all(|(engine, _)| engine == pair.meeting.second)
            );
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numbers");
    let path = file.to_str().unwrap();
    let patience = Duration::from_millis(400);
    for fault in ["", "hang@2", "crash@2", "flood@2"] {
        let options = EngineOptions {
            patience,
            ..patient()
        };
        let arguments = format!("--pid '{path}' {fault}");
        run(&contest(&program(&arguments), openings(1), options)).unwrap();
        // What a program starts ends with it.
        let engine = env!("CARGO_BIN_EXE_gtp-test-engine");
        let shell = format!("gtp:sh -c '{engine} --pid {path} {fault}; true'");
        run(&contest(&shell, openings(1), options)).unwrap();
    }
    let numbers = std::fs::read_to_string(file).unwrap();
    assert!(numbers.lines().count() >= 16, "{numbers}");
    for number in numbers.lines() {
        // A child of a killed shell is waited for by the system, in its time.
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

#[test]
fn a_contest_that_is_stopped_does_not_wait_for_a_program() {
    let options = EngineOptions {
        patience: Duration::from_secs(24 * 3600),
        ..patient()
    };
    for fault in ["hang@0", "hang@1"] {
        let contest = contest(&program(fault), openings(2), options);
        let stop = Arc::new(AtomicBool::new(false));
        let pairs = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            contest.run(&stop, |_| ())
        });
        assert!(pairs.unwrap().is_empty());
    }
}

#[test]
fn what_gtp_cannot_tell_is_refused_before_the_first_game() {
    for (shape, opening, part) in [
        ("9x7", "start", "board 9x7: "),
        ("10x10", "start", "board 10x10: "),
        (
            "6x6",
            "--------------OX----XO-------------- O",
            "another position",
        ),
    ] {
        let openings = read_openings(&format!("{opening}\n"), shape.parse().unwrap()).unwrap();
        let error = run(&contest(&program(""), openings, patient())).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("engine gtp:"), "{message}");
        assert!(message.contains("opening 1: "), "{message}");
        assert!(message.contains(part), "{message}");
    }
    let missing = contest("gtp:no/such/program", openings(1), patient());
    let message = run(&missing).unwrap_err().to_string();
    let expected = "engine gtp:no/such/program: it does not start: ";
    assert!(message.starts_with(expected), "{message}");
}
