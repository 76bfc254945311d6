//! NBoard's protocol.

use outflank_matches::{PlayedGame, read_openings};
use outflank_othello::format::ggf::parse_ggf;
use outflank_othello::{Color, Move};

use super::*;

/// Returns the engine name that runs the test program with these arguments.
pub(crate) fn program(arguments: &str) -> String {
    format!("nboard:'{PROGRAM}' --nboard {arguments}")
}

/// Returns the games of a tournament without forfeits.
fn games(tournament: &Tournament) -> Vec<PlayedGame> {
    let pairs = run(tournament).unwrap();
    for pair in &pairs {
        assert!(pair.forfeits().next().is_none(), "{pair:?}");
    }
    pairs.into_iter().flat_map(|pair| pair.games).collect()
}

#[test]
fn a_good_program_finishes_its_games() {
    let all = ["", "--spelling bare", "--spelling edax", "--banner"]
        .map(|arguments| games(&tournament(&program(arguments), openings(6), patient())));
    let replays: Vec<Game> = all[0].iter().map(|game| game.replay().unwrap()).collect();
    assert!(replays.iter().all(Game::is_over));
    let passes = |game: &Game| game.moves().contains(&Move::Pass);
    assert!(replays.iter().any(passes), "no game has passes");
    // Neither the spelling of a choice nor banners affect the moves.
    assert_eq!([&all[0]; 4], [&all[0], &all[1], &all[2], &all[3]]);
}

#[test]
fn any_square_board_and_any_start_can_be_played() {
    for (shape, opening) in [
        ("6x6", "start"),
        ("4x4", "start"),
        ("10x10", "start"),
        ("11x11", "start"),
        // Another start, with the colours swapped.
        ("6x6", "--------------OX----XO-------------- O"),
        // White has to pass at once.
        ("4x4", "XXXX-OO--------- O"),
    ] {
        let start = read_openings(&format!("{opening}\n"), shape.parse().unwrap()).unwrap();
        let games = games(&tournament(&program(""), start, patient()));
        assert_eq!(games.len(), 2);
        let replays = games.iter().map(|game| game.replay().unwrap());
        for replay in replays {
            assert!(replay.is_over() && !replay.moves().is_empty(), "{opening}");
        }
    }
}

#[test]
fn other_boards_are_refused_before_the_first_game() {
    for shape in ["9x7", "8x8-a1"] {
        let openings = read_openings("start\n", shape.parse().unwrap()).unwrap();
        let error = run(&tournament(&program(""), openings, patient())).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with("engine nboard:"), "{message}");
        let part = format!("opening 1: board {shape}: GGF supports only square boards");
        assert!(message.contains(&part), "{message}");
    }
}

#[test]
fn programs_that_answer_badly_lose_their_games() {
    for (arguments, part) in [
        ("illegal@3", "illegal move: d4 "),
        ("PA@2", "passed, but there is a legal move"),
        ("pass/0.5/1@2", "passed, but there is a legal move"),
        ("castle@1", "\"castle\" is not a move: expected a square"),
        ("Z99/1@1", "\"Z99\" is not a move"),
        ("i9@1", "illegal move: i9 is not a square of the 8x8 board"),
        ("nonsense@2", "\"chips\" is not a move: expected a square"),
        ("binary@2", "is not a move: expected a square"),
        ("twice@1", "without a command"),
        ("h8@0", "without a command"),
    ] {
        let said = assert_forfeits(&program(arguments), patient(), part);
        assert!(said.iter().any(|line| line.starts_with("> ")), "{said:?}");
    }
}

/// Returns the lines sent to a program in the first of two games, in which it is Black.
fn sent_lines(engine: &str, time: Option<TimeControl>) -> (Vec<String>, PlayedGame) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let engine = format!("{engine} --log '{}'", file.to_str().unwrap());
    let options = EngineOptions { time, ..patient() };
    let mut tournament = tournament(&engine, openings(1), options);
    tournament.threads = 1;
    let game = games(&tournament).swap_remove(0);
    let log = std::fs::read_to_string(file).unwrap();
    let lines = log.lines().map(str::to_owned);
    let mut first: Vec<String> = Vec::new();
    for line in lines {
        if line == "nboard 2" && !first.is_empty() {
            break;
        }
        first.push(line);
    }
    (first, game)
}

#[test]
fn a_program_is_sent_the_commands_of_the_protocol() {
    let engine = format!("nboard@7:'{PROGRAM}' --nboard");
    let (lines, played) = sent_lines(&engine, None);
    assert_eq!(lines[..2], ["nboard 2", "set depth 7"]);
    let opening = parse_ggf(lines[2].strip_prefix("set game ").unwrap()).unwrap();
    assert_eq!(opening.record.black.clock, None);
    assert_eq!(lines[3..6], ["ping 1", "ping 2", "go"]);
    // Every move is sent, including its own and passes, except the last ones.
    let moves = lines.iter().filter_map(|line| line.strip_prefix("move "));
    let moves = moves.map(|mv| match mv {
        "PA" => Move::Pass,
        square => Move::Place(square.parse().unwrap()),
    });
    let opening = opening.record.game.moves().to_vec();
    assert_eq!(opening.len(), 4);
    let moves: Vec<Move> = opening.into_iter().chain(moves).collect();
    let whole = played.replay().unwrap();
    assert!(whole.moves().starts_with(&moves), "{lines:?}");
    assert!(whole.moves().len() - moves.len() <= 3, "{lines:?}");
    assert_eq!(lines.last().unwrap(), "quit");
    // Without a depth in the name, no depth is sent.
    let (lines, _) = sent_lines(&program(""), None);
    assert!(lines[1].starts_with("set game "), "{lines:?}");
}

#[test]
fn a_program_computes_its_clock_from_the_times_of_its_moves() {
    let game_time = TimeControl::Game("600.5+2".parse().unwrap());
    let move_time = TimeControl::Move(Duration::from_millis(2500));
    // The openings have two moves of each side.
    for (time, control, in_opening) in [
        (game_time, "10:00/00:02", [1.5, 2.0]),
        (move_time, "00:02/00:03", [2.5, 3.0]),
    ] {
        let (lines, _) = sent_lines(&program("sleep@1"), Some(time));
        let opening = parse_ggf(lines[1].strip_prefix("set game ").unwrap()).unwrap();
        for color in Color::ALL {
            let clock = opening.record.player(color).clock;
            assert_eq!(clock.unwrap().to_string(), control);
        }
        let seconds = opening
            .record
            .notes
            .iter()
            .map(|note| note.seconds.unwrap());
        let [first, second] = in_opening;
        assert_eq!(seconds.collect::<Vec<_>>(), [first, first, second, second]);
        let moves = lines.iter().filter_map(|line| line.strip_prefix("move "));
        let (own, others): (Vec<&str>, Vec<&str>) = moves.partition(|mv| mv.contains("//"));
        // The times of the other side and of passes are not sent.
        assert!(own.len() > 10 && others.len() > 10, "{lines:?}");
        let spent = |mv: &&str| mv.split('/').nth(2).unwrap().parse::<f64>().unwrap();
        match time {
            // The program slept for a tenth of a second.
            TimeControl::Game(_) => assert!(spent(&own[0]) >= 0.1, "{own:?}"),
            TimeControl::Move(_) => assert!(own.iter().map(spent).all(|spent| spent == 3.0)),
        }
    }
}
