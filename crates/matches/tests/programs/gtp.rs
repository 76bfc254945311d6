//! GTP.

use outflank_matches::{PlayedGame, read_openings};
use outflank_othello::Move;

use super::*;

/// Returns the engine name of the test program with arguments.
fn program(arguments: &str) -> String {
    format!("gtp:'{PROGRAM}' {arguments}")
}

#[test]
fn a_good_program_finishes_its_games() {
    let mut games: Vec<Vec<PlayedGame>> = Vec::new();
    for arguments in ["", "--no-pass", "--from-bottom", "--banner --no-pass"] {
        let pairs = run(&tournament(&program(arguments), openings(6), patient())).unwrap();
        assert!(pairs.iter().all(|pair| pair.forfeits().next().is_none()));
        games.push(pairs.into_iter().flat_map(|pair| pair.games).collect());
    }
    let replays = games[0].iter().map(|game| game.replay().unwrap());
    let replays: Vec<Game> = replays.collect();
    assert!(replays.iter().all(Game::is_over));
    let passes = |game: &Game| game.moves().contains(&Move::Pass);
    assert!(replays.iter().any(passes), "no game has passes");
    // Neither passes nor banners affect the moves.
    assert_eq!((&games[0], &games[0]), (&games[1], &games[3]));
}

#[test]
fn a_good_program_plays_at_all_time_controls_and_on_small_boards() {
    for time in [
        TimeControl::Move(Duration::from_millis(2500)),
        TimeControl::Game("600+1".parse().unwrap()),
    ] {
        let time = Some(time);
        let options = EngineOptions { time, ..patient() };
        let pairs = run(&tournament(&program(""), openings(2), options)).unwrap();
        assert!(pairs.iter().all(|pair| pair.forfeits().next().is_none()));
    }
    for shape in ["6x6", "4x4"] {
        let start = read_openings("start\n", shape.parse().unwrap()).unwrap();
        let pairs = run(&tournament(&program("--from-bottom"), start, patient())).unwrap();
        assert!(pairs[0].forfeits().next().is_none(), "{pairs:?}");
    }
}

#[test]
fn programs_that_answer_badly_lose_their_games() {
    for (arguments, part) in [
        ("illegal@3", "illegal move: d4 "),
        ("--from-bottom illegal@1", "illegal move: d5 "),
        ("pass@2", "passed, but there is a legal move"),
        ("castle@1", "\"castle\" is not a move: expected a square"),
        ("i9@1", "\"i9\" is not a move"),
        ("refuse@2", "refused \"genmove"),
        ("refuse@0", "refused \"boardsize 8\""),
        ("nonsense@2", "is not a move: expected a square"),
        ("twice@1", "illegal move: a1 "),
    ] {
        let said = assert_forfeits(&program(arguments), patient(), part);
        assert!(said.iter().any(|line| line.starts_with("> ")), "{said:?}");
    }
}

#[test]
fn programs_that_write_without_end_lose_their_games() {
    for arguments in ["flood@0", "flood@3"] {
        assert_forfeits(&program(arguments), patient(), "more than 1000 lines");
    }
    for arguments in ["endless@0", "endless@3"] {
        assert_forfeits(&program(arguments), patient(), "a line without end");
    }
    for arguments in ["nonsense@0", "twice@0"] {
        assert_forfeits(&program(arguments), patient(), "(after ");
    }
}

#[test]
fn programs_that_exit_lose_their_games() {
    for arguments in ["crash@0", "crash@1", "crash@9"] {
        let said = assert_forfeits(&program(arguments), patient(), "ended with exit status: 3");
        assert_eq!(said.last().unwrap(), "! everything is on fire");
    }
    let options = patient();
    let tournament = tournament("gtp:true", openings(1), options);
    let pairs = run(&tournament).unwrap();
    assert_eq!(pairs[0].discs(), [-64, -64]);
}

#[test]
fn silent_programs_lose_their_games() {
    let patience = Duration::from_millis(400);
    let options = EngineOptions {
        patience,
        ..patient()
    };
    for arguments in ["hang@0", "hang@2"] {
        let said = assert_forfeits(&program(arguments), options, "within 0.400 s");
        assert!(said.last().unwrap().starts_with("> "), "{said:?}");
    }
    let time = Some(TimeControl::Move(Duration::from_millis(1)));
    let options = EngineOptions { time, ..patient() };
    assert_forfeits(&program("hang@1"), options, "within 1.001 s");
}

#[test]
fn slow_programs_lose_on_time() {
    let time = Some(TimeControl::Game("0.05+0.001".parse().unwrap()));
    let options = EngineOptions { time, ..patient() };
    for arguments in ["sleep@1", "hang@1"] {
        let (kind, _) = lost_games(&program(arguments), options, " s for a move with 0.0");
        assert_eq!(kind, ForfeitCause::Time);
    }
}

#[test]
fn bad_programs_lose_every_game_and_the_tournament_continues() {
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
    let names = faults.iter().map(|fault| program(fault));
    // A program that closes its output, ignores its input and never ends.
    let closed = "gtp:sh -c 'exec >&-; sleep 1000'".to_owned();
    assert_bad_programs_lose(names.chain([closed]), options);
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
        run(&tournament(&program(&arguments), openings(1), options)).unwrap();
        // Child processes of a program end with it.
        let shell = format!("gtp:sh -c '{PROGRAM} --pid {path} {fault}; true'");
        run(&tournament(&shell, openings(1), options)).unwrap();
    }
    assert_all_ended(&file, 16);
}

#[test]
fn a_stopped_tournament_does_not_wait_for_a_program() {
    for fault in ["hang@0", "hang@1"] {
        assert_can_be_stopped(&program(fault));
    }
}

#[test]
fn boards_and_starts_without_gtp_commands_are_refused_before_the_first_game() {
    for (shape, opening, part) in [
        ("9x7", "start", "board 9x7: "),
        ("10x10", "start", "board 10x10: "),
        (
            "6x6",
            "--------------OX----XO-------------- O",
            "standard start position",
        ),
    ] {
        let openings = read_openings(&format!("{opening}\n"), shape.parse().unwrap()).unwrap();
        let error = run(&tournament(&program(""), openings, patient())).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("engine gtp:"), "{message}");
        assert!(message.contains("opening 1: "), "{message}");
        assert!(message.contains(part), "{message}");
    }
    let missing = tournament("gtp:no/such/program", openings(1), patient());
    let message = run(&missing).unwrap_err().to_string();
    let expected = "engine gtp:no/such/program: the program does not start: ";
    assert!(message.starts_with(expected), "{message}");
}
