//! GTP.

use outflank_matches::{PlayedGame, read_openings};
use outflank_othello::Move;

use super::*;

/// Returns the engine name of the test program with arguments.
pub(crate) fn program(arguments: &str) -> String {
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
}
