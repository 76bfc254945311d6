//! `outflank gtp`, used as a GTP client uses it.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use crate::common::client::Client;
use outflank_othello::{Game, Move, Shape};

use crate::common::refuses_each;

/// A fast player.
const LEVEL_1: &str = "gtp --level 1 --hash 1 --threads 1";

/// Returns the answer to a command, its lines joined, with the leading `=` or `?`.
fn answer(client: &mut Client) -> String {
    let mut text = client.line();
    loop {
        let line = client.line();
        if line.is_empty() {
            return text;
        }
        text = format!("{text}\n{line}");
    }
}

fn ask(client: &mut Client, command: &str) -> String {
    client.say(command);
    answer(client)
}

/// Returns the square that the program plays, or a pass.
fn genmove(client: &mut Client, color: &str) -> Move {
    let answer = ask(client, &format!("genmove {color}"));
    match answer.strip_prefix("= ").unwrap() {
        "pass" => Move::Pass,
        square => Move::Place(square.parse().unwrap()),
    }
}

#[test]
fn two_programs_play_a_whole_game() {
    for shape in ["8x8", "6x6", "9x7"] {
        let shape: Shape = shape.parse().unwrap();
        let mut clients = [(); 2].map(|()| Client::start(LEVEL_1));
        for client in &mut clients {
            let size = format!("boardsize {} {}", shape.width(), shape.height());
            assert_eq!(ask(client, &size), "=");
        }
        let mut game = Game::new(shape);
        let mut plies = 0;
        while plies < game.moves().len() || !game.is_over() {
            // `Game` passes automatically, but the programs wait for a pass command.
            let passes = game.moves().get(plies) == Some(&Move::Pass);
            let mover = game.positions()[plies].mover();
            let (own, other) = match mover.name() {
                "black" => (0, 1),
                _ => (1, 0),
            };
            let mv = genmove(&mut clients[own], mover.name());
            match mv {
                Move::Place(square) => game.play(square).unwrap(),
                Move::Pass => assert!(passes, "{mover} passes after {plies} plies"),
            }
            let command = format!("play {} {mv}", mover.name());
            assert_eq!(ask(&mut clients[other], &command), "=");
            plies += 1;
        }
        let black = game.outcome().unwrap().black_score;
        let score = match black {
            1.. => format!("= B+{black}"),
            0 => "= 0".to_owned(),
            _ => format!("= W+{}", -black),
        };
        for mut client in clients {
            assert_eq!(ask(&mut client, "final_score"), score);
            assert_eq!(ask(&mut client, "quit"), "=");
            assert!(client.end().success());
        }
    }
}

#[test]
fn an_analysis_ends_with_the_next_line() {
    let mut client = Client::start("gtp --hash 16 --threads 1");
    client.say("1 outflank-analyze black 2");
    assert_eq!(client.line(), "=1");
    for depth in 1..=4 {
        let line = client.line();
        assert_eq!(line.matches("info move ").count(), 2, "{line}");
        assert!(line.contains(&format!(" depth {depth} ")), "{line}");
    }
    // A search to the end of the game would take years.
    client.say("2 name");
    while !client.line().is_empty() {}
    assert_eq!(answer(&mut client), "=2 Outflank");
    client.say("3 outflank-analyze");
    assert_eq!(client.line(), "=3");
    client.close();
    while !client.line().is_empty() {}
    assert!(client.end().success());
}

#[test]
fn commands_wait_for_a_move() {
    let mut client = Client::start("gtp --level 8 --hash 16");
    client.write(b"1 genmove b\n2 genmove w\n3 undo\n4 quit\n5 name\n");
    for id in 1..=4 {
        let answer = answer(&mut client);
        assert!(answer.starts_with(&format!("={id}")), "{answer}");
    }
    assert!(client.end().success());
}

#[test]
fn garbage_is_answered_and_survived() {
    let mut client = Client::start(LEVEL_1);
    client.write(b"\xff\xfe\x00play b \xc3\x28\n");
    assert!(answer(&mut client).starts_with("? unknown command "));
    client.write(&[&b"7 play b "[..], &vec![b'f'; 5_000_000], b"\n"].concat());
    assert_eq!(answer(&mut client), "?7 the line is too long");
    client.write(b"\n\n# a comment\n\x07\r\n8 play b f5 # the usual move\r\n");
    assert_eq!(answer(&mut client), "=8");
    for line in [
        "play b",
        "genmove green",
        "boardsize 99",
        "undo 1 2 3",
        "time_left x y z",
    ] {
        let answer = ask(&mut client, line);
        assert!(answer.starts_with(['?', '=']), "{answer}");
    }
    // The last line needs no line end.
    client.write(b"9 name");
    client.close();
    assert_eq!(answer(&mut client), "=9 Outflank");
    assert!(client.end().success());
}

#[test]
fn a_clock_lasts_for_the_whole_game() {
    let mut client = Client::start("gtp --hash 16 --threads 1");
    // Without the clock, each of these moves would be searched at level 12.
    assert_eq!(ask(&mut client, "time_settings 1 0 0"), "=");
    let mut moves = 0;
    let mut passes = 0;
    while passes < 2 {
        for color in ["b", "w"] {
            match genmove(&mut client, color) {
                Move::Place(_) => (moves, passes) = (moves + 1, 0),
                Move::Pass => passes += 1,
            }
        }
    }
    assert!(moves > 40, "{moves} moves");
    assert!(!ask(&mut client, "final_score").starts_with('?'));
}

#[test]
fn wrong_options_are_refused() {
    refuses_each(
        "
        gtp --level 61 => --level | 61
        gtp --level 3 --depth 3 => --depth
        gtp --time 0 => --time | more than 0 and at most
        gtp --weights nowhere => nowhere
        gtp --json => --json | a protocol",
    );
}
