//! GTP: each command has one answer, with its number, and the game is that of a plain model which
//! follows the moves that were accepted. Commands and answers round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::{Client, OnePly};
use outflank_othello::{Color, Move, Position, Shape};
use outflank_protocol::gtp::{Command, Gtp, Request, Response, parse_vertex};
use outflank_protocol::{Line, Lines, answer_all};

fuzz_target!(|data: &[u8]| {
    let lines: Vec<Line> = Lines::new(data).map_while(Result::ok).collect();
    let requests = lines.iter().filter_map(|line| Request::parse(&line.text));
    let requests: Vec<Request> = requests.collect();

    // All at once: an answer to each command up to the first `quit`.
    let output = answer_all(Gtp::new(None), &mut OnePly::default(), data);
    let answers = output.strip_suffix("\n\n").map(|all| all.split("\n\n"));
    assert!(output.is_empty() || answers.is_some(), "{output:?}");
    let mut answered = 0;
    for answer in answers.into_iter().flatten() {
        assert_sign(&requests[answered], answer);
        answered += 1;
    }
    let is_last = |request: &Request| request.command == Ok(Command::Quit);
    let end = requests.iter().position(is_last).map(|quit| quit + 1);
    if lines.iter().all(|line| !line.is_cut) {
        assert_eq!(answered, end.unwrap_or(requests.len()));
    }

    for request in &requests {
        if let Ok(command) = &request.command {
            let text = command.to_string();
            let again = Request::parse(&text).map(|request| request.command);
            assert_eq!(again, Some(Ok(command.clone())), "{text}");
        }
    }

    let mut client = Client::new(Gtp::new(None));
    let mut model = vec![Position::start(Shape::STANDARD)];
    for line in &lines {
        let Some(answer) = client.ask(line) else {
            return;
        };
        let Some(request) = Request::parse(&line.text) else {
            assert_eq!(answer, "");
            continue;
        };
        assert!(answer.ends_with("\n\n"), "{answer:?}");
        let response = assert_sign(&request, &answer);
        if line.is_cut {
            assert!(response.result.is_err());
        } else if let Ok(command) = request.command {
            follow(&mut model, &command, &response, &answer);
        } else {
            assert!(response.result.is_err());
        }
    }
    // The whole history, from its end.
    loop {
        let answer = client.ask(&"showboard".into()).expect("it has not quit");
        assert_board(&model[model.len() - 1], &answer);
        let answer = client.ask(&"undo".into()).expect("it has not quit");
        if model.len() == 1 {
            assert!(answer.starts_with('?'));
            break;
        }
        assert_eq!(answer, "=\n\n");
        model.pop();
    }
});

/// Checks that an answer begins with the sign and the number of its command.
fn assert_sign(request: &Request, answer: &str) -> Response {
    let first = answer.lines().next().unwrap_or_default();
    let response = Response::parse_first_line(first);
    let response = response.unwrap_or_else(|| panic!("{answer:?}"));
    assert_eq!(response.id, request.id, "{answer:?}");
    response
}

/// Follows a command, and checks that it was accepted or rejected as in the model.
fn follow(model: &mut Vec<Position>, command: &Command, response: &Response, answer: &str) {
    let position = model[model.len() - 1];
    let accepted = response.result.is_ok();
    let (expected, next) = match command {
        Command::BoardSize(shape) => {
            *model = vec![Position::start(*shape)];
            (true, None)
        }
        Command::ClearBoard => {
            *model = vec![Position::start(position.shape())];
            (true, None)
        }
        Command::Undo => (model.len() > 1 && model.pop().is_some(), None),
        Command::Play(color, mv) => {
            let next = after(&position, *color, *mv);
            (next.is_some(), next)
        }
        Command::GenMove(color) | Command::RegGenMove(color) => {
            let best = response.result.as_deref().ok();
            let best = best.map(|best| parse_vertex(best).unwrap_or_else(|| panic!("{best}")));
            let turn = turn_of(&position, *color);
            let next = best.and_then(|mv| match (mv, command) {
                // A suggestion after the end is a pass too.
                (Move::Pass, Command::RegGenMove(_)) => {
                    turn.filter(|turn| turn.legal_moves().is_empty())
                }
                _ => after(&position, *color, mv),
            });
            assert_eq!(accepted, next.is_some(), "{answer:?}");
            let next = next.filter(|_| matches!(command, Command::GenMove(_)));
            (turn.is_some(), next)
        }
        Command::ShowBoard => {
            assert_board(&position, answer);
            (true, None)
        }
        Command::FinalScore => {
            let score = position.score(Color::Black);
            let expected = match score {
                0 => "0".to_owned(),
                1.. => format!("B+{score}"),
                _ => format!("W+{}", -score),
            };
            assert!(!accepted || response.result == Ok(expected));
            (position.is_over(), None)
        }
        _ => (accepted, None),
    };
    assert_eq!(accepted, expected, "{command}: {answer:?} in {position}");
    model.extend(next);
}

/// Returns the position with a side to move, if it is its turn or the other side has to pass.
fn turn_of(position: &Position, color: Color) -> Option<Position> {
    if position.mover() == color {
        return Some(*position);
    }
    let may_change = position.legal_moves().is_empty();
    may_change.then(|| position.with_other_mover())
}

fn after(position: &Position, color: Color, mv: Move) -> Option<Position> {
    let turn = turn_of(position, color)?;
    match mv {
        Move::Place(square) => turn.play(square).ok(),
        Move::Pass => turn
            .legal_moves()
            .is_empty()
            .then(|| turn.with_other_mover()),
    }
}

/// Checks a board with its coordinates, row by row.
fn assert_board(position: &Position, answer: &str) {
    let rows = answer.lines().skip(2);
    let height = position.shape().height();
    let rows: Vec<&str> = rows.take(height.into()).collect();
    let shown = rows
        .iter()
        .flat_map(|row| row[2..].chars().skip(1).step_by(2));
    let shown: String = shown.collect();
    let legal = position.legal_moves();
    let cells = position
        .shape()
        .cells_in_order()
        .map(|cell| match position.disc(cell) {
            Some(color) => color.symbol(),
            None if position.shape().is_hole(cell) => ' ',
            None if legal.contains(cell) => '.',
            None => '-',
        });
    // A hole at the end of the last row is cut off.
    let expected: String = cells.collect();
    assert_eq!(shown.trim_end(), expected.trim_end(), "{answer}");
    let turn = match position.mover() {
        _ if position.is_over() => "the game is over",
        Color::Black if legal.is_empty() => "Black must pass",
        Color::White if legal.is_empty() => "White must pass",
        Color::Black => "Black to move",
        Color::White => "White to move",
    };
    assert!(answer.trim_end().ends_with(turn), "{answer}");
}
