//! NBoard: the game is that of a plain model which follows the moves that were accepted, and every
//! command and message round-trips.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::{Client, OnePly};
use outflank_othello::format::ggf::parse_ggf;
use outflank_othello::{Move, Position, Shape};
use outflank_protocol::nboard::{Command, Message, NBoard};
use outflank_protocol::{Line, Lines, answer_all};

fuzz_target!(|data: &[u8]| {
    let output = answer_all(NBoard::new(None), &mut OnePly::default(), data);
    assert!(output.is_empty() || output.ends_with('\n'), "{output:?}");
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(Some(command)) = Command::parse(line) {
            let line = command.to_string();
            let again = Command::parse(&line).map(|again| again.map(|again| again.to_string()));
            assert_eq!(again, Ok(Some(line)));
        }
        if let Ok(Some(message)) = Message::parse(line) {
            let line = message.to_string();
            let again = Message::parse(&line).map(|again| again.map(|again| again.to_string()));
            assert_eq!(again, Ok(Some(line)));
        }
    }

    let mut client = Client::new(NBoard::new(None));
    let mut model = Some(vec![Position::start(Shape::STANDARD)]);
    for line in Lines::new(data).map_while(Result::ok) {
        let Some(answer) = client.ask(&line) else {
            return;
        };
        follow(&mut model, &line, &answer);
    }
    // The last position, by a move in it.
    let answer = client.ask(&"go".into()).expect("it has not quit");
    follow(&mut model, &"go".into(), &answer);
});

/// Follows a line, and checks its answer with the positions of the game. They are `None` after a
/// game that ends with a pass, which counts only if it is written.
fn follow(model: &mut Option<Vec<Position>>, line: &Line, answer: &str) {
    let with = |word: &'static str| {
        let mut lines = answer.lines();
        std::iter::from_fn(move || lines.find_map(|line| line.strip_prefix(word)))
    };
    let status = |start: &str| with("status ").any(|text| text.starts_with(start));
    let command = match Command::parse(&line.text) {
        _ if line.is_cut => return assert!(status("the line is too long")),
        Ok(Some(command)) => command,
        Ok(None) => return assert_eq!(answer, ""),
        Err(error) => return assert!(status(&error)),
    };
    if let Command::SetGame(ggf) = &command {
        let game = parse_ggf(ggf);
        assert_eq!(status("the game cannot be read"), game.is_err());
        if let Ok(parsed) = game {
            let game = parsed.record.game;
            let ends_with_pass = game.last_move() == Some(Move::Pass);
            *model = (!ends_with_pass).then(|| game.positions().to_vec());
        }
    }
    let Some(positions) = model else {
        return;
    };
    let position = positions[positions.len() - 1];
    match command {
        Command::Move(played) => {
            let next = after(&position, played.mv);
            assert_eq!(status("illegal move"), next.is_none(), "{answer}");
            positions.extend(next);
        }
        Command::Go => {
            let choice = answer
                .lines()
                .last()
                .and_then(|line| Message::parse(line).ok()?);
            let Some(Message::Choice(choice)) = choice else {
                panic!("{answer:?}");
            };
            let turn = turn(&position);
            match choice.mv {
                Move::Place(square) => assert!(turn.legal_moves().contains(square), "{answer}"),
                Move::Pass => assert!(position.legal_moves().is_empty()),
            }
        }
        Command::Hint(_) => {
            let mut hints = 0;
            for hint in with("search ") {
                let pv = hint.split(' ').next().unwrap_or_default();
                let next = moves(pv).try_fold(position, |now, mv| after(&now, mv));
                assert!(next.is_some(), "{answer}");
                hints += 1;
            }
            assert_eq!(hints == 0, position.is_over(), "{answer}");
        }
        Command::Analyze => {
            let moves = |scored: &str| scored.split(' ').next()?.parse::<usize>().ok();
            let scored = with("analysis ");
            let scored = scored.map(|scored| moves(scored).unwrap_or_else(|| panic!("{answer}")));
            assert!(scored.eq((0..positions.len()).rev()), "{answer}");
        }
        Command::Ping(number) => assert_eq!(answer, format!("pong {number}\n")),
        _ => {}
    }
}

/// Splits moves that are run together, such as `PAF5`.
fn moves(mut text: &str) -> impl Iterator<Item = Move> {
    std::iter::from_fn(move || {
        let is_pass = text.starts_with("PA");
        let after = text.char_indices().skip(if is_pass { 2 } else { 1 });
        let mut after = after.filter(|(_, sign)| is_pass || !sign.is_ascii_digit());
        let end = after.next().map_or(text.len(), |(at, _)| at);
        let (name, rest) = text.split_at(end);
        text = rest;
        (!name.is_empty()).then(|| name.parse().unwrap_or_else(|error| panic!("{error}")))
    })
}

/// Returns the position in which a side can move, after a forced pass.
fn turn(position: &Position) -> Position {
    position.pass().unwrap_or(*position)
}

fn after(position: &Position, mv: Move) -> Option<Position> {
    match mv {
        Move::Place(square) => turn(position).play(square).ok(),
        // A game may be ended with passes.
        Move::Pass if position.is_over() => Some(position.with_other_mover()),
        Move::Pass => position.pass().ok(),
    }
}
