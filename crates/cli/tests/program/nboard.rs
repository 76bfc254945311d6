//! `outflank nboard`, used as NBoard uses it.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::common::client::Client;
use outflank_othello::format::ggf::parse_ggf;
use outflank_othello::{Game, Move, Shape};

const START: &str = "(;GM[Othello]PC[NBoard]PB[chris]PW[Outflank]RE[?]TI[15:00]TY[8]BO[8 \
                     ---------------------------O*------*O--------------------------- *];)";

/// Starts the program and sends NBoard's greeting.
fn start(depth: u32, game: &str) -> Client {
    let mut client = Client::start("nboard --hash 16 --threads 1");
    client.say("nboard 2");
    assert_eq!(client.line(), "set myname Outflank12");
    client.say(&format!("set depth {depth}"));
    assert_eq!(client.line(), format!("set myname Outflank{depth}"));
    client.say(&format!("set game {game}"));
    client.say("set contempt 0");
    client.say("ping 1");
    assert_eq!(client.line(), "pong 1");
    client
}

/// Reads lines up to one that starts with `head`, and returns them all.
fn up_to(client: &mut Client, head: &str) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        lines.push(client.line());
        if lines.last().unwrap().starts_with(head) {
            return lines;
        }
    }
}

/// Returns the word with this index in a line.
fn word(line: &str, number: usize) -> &str {
    line.split(' ').nth(number).unwrap()
}

#[test]
fn a_game_against_itself() {
    let mut client = start(2, START);
    let mut game = Game::new(Shape::STANDARD);
    for ping in 2.. {
        if game.is_over() {
            break;
        }
        client.say("go");
        let lines = up_to(&mut client, "===");
        let answer = word(lines.last().unwrap(), 1);
        let [mv, eval, seconds] = answer.split('/').collect::<Vec<_>>()[..] else {
            panic!("{answer:?} is not a move with its value and time");
        };
        eval.parse::<f64>().unwrap();
        assert!(seconds.parse::<f64>().unwrap() >= 0.0);
        game.play(mv.parse().unwrap()).unwrap();
        // NBoard sends passes.
        client.say(&format!("ping {ping}"));
        client.say(&format!("move {answer}"));
        if game.last_move() == Some(Move::Pass) {
            client.say("move PA");
        }
        assert_eq!(client.line(), format!("pong {ping}"));
    }
    client.say("hint 1");
    assert_eq!(client.line(), "status the game is over");
    client.say("quit");
    assert!(client.end().success());
}

#[test]
fn hints_stream_and_a_ping_ends_them() {
    let mut client = start(50, START);
    client.say("hint 2");
    assert_eq!(client.line(), "status Outflank is analyzing");
    for depth in 1..=5 {
        for _ in 0..2 {
            let line = client.line();
            assert_eq!(word(&line, 0), "search");
            assert_eq!(word(&line, 4), depth.to_string(), "{line}");
        }
        assert!(client.line().starts_with("nodestats "));
    }
    // A search to the end of the game would take years.
    client.say("ping 2");
    up_to(&mut client, "pong 2");
    client.say("move F5");
    client.say("go");
    assert_eq!(client.line(), "status Outflank is thinking");
    client.say("quit");
    up_to(&mut client, "status ");
    assert!(client.end().success());
}

#[test]
#[cfg(unix)]
fn a_search_ends_when_its_output_is_closed() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["nboard", "--hash", "16", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"set depth 60\nhint 1\n").unwrap();
    let mut line = String::new();
    while !line.starts_with("search ") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    drop((input, output));
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");
}

#[test]
fn garbage_is_ignored() {
    let mut client = start(1, START);
    client.write(b"\xff\xfe\x00\n\nmove\nset\nset game\nset depth\nhunt 3\n");
    client.write(&[&b"set game "[..], &vec![b'('; 3_000_000], b"\n"].concat());
    client.say("ping 77");
    let lines = up_to(&mut client, "pong 77");
    assert!(
        lines[..lines.len() - 1]
            .iter()
            .all(|line| line.starts_with("status "))
    );
    // The game is the previous one.
    client.say("hint 1");
    let lines = up_to(&mut client, "search ");
    assert!(["D3", "C4", "F5", "E6"].contains(&&word(lines.last().unwrap(), 1)[..2]));
    client.close();
    while !client.has_closed() {}
    assert!(client.end().success());
}

#[test]
fn real_games_are_read() {
    let Some(data) = std::env::var_os("OUTFLANK_DATA") else {
        eprintln!("skipped: OUTFLANK_DATA names no folder of test data");
        return;
    };
    let folder = std::path::Path::new(&data).join("games/ggf");
    let mut client = start(1, START);
    let mut games = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| parse_ggf(line).is_ok()) {
            client.say(&format!("set game {line}"));
            client.say("analyze");
            assert_eq!(client.line(), "status Outflank is analyzing", "{line}");
            let lines = up_to(&mut client, "analysis 0 ");
            let game = parse_ggf(line).unwrap().record.game;
            assert!(lines.len() + 1 >= game.positions().len(), "{line}");
            assert_eq!(client.line(), "status ");
            games += 1;
        }
    }
    assert!(games >= 10, "{games} games");
}
