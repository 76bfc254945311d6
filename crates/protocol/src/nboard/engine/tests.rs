//! Conversations with a scripted engine.

use std::sync::Arc;

use outflank_engine::{Score, Selectivity};
use outflank_othello::{Color, Game, Shape, Square};
use proptest::prelude::*;

use super::*;
use crate::history::tests::game_with_a_pass;
use crate::scripted::{ScriptedSearcher, output};
use crate::{CommandQueue, Event, SearchEngine, answer_all};

const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                    TI[15:00]TY[8]BO[8 ---------------------------O*------*O------------------\
                    --------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

fn lines(input: &str) -> Vec<String> {
    let output = output(NBoard::new(None), input);
    output.lines().map(str::to_owned).collect()
}

fn requests(input: &str) -> Vec<SearchRequest> {
    let mut searcher = ScriptedSearcher::default();
    answer_all(NBoard::new(None), &mut searcher, input.as_bytes());
    searcher.requests
}

#[test]
fn the_published_session_is_answered() {
    let input = format!("nboard 2\nset game {GAME}\nset depth 6\nping 1\ngo\n");
    let lines = lines(&input);
    let (head, thinking) = lines.split_at(4);
    assert_eq!(
        head,
        [
            "set myname Outflank12",
            "set myname Outflank6",
            "pong 1",
            "status Outflank is thinking"
        ]
    );
    let game = outflank_othello::format::ggf::parse_ggf(GAME)
        .unwrap()
        .record
        .game;
    let first = name(game.position().legal_moves().first().unwrap());
    assert_eq!(
        thinking,
        [
            format!("search {first} 1.00 0 1"),
            "nodestats 100 1.00".into(),
            format!("search {first} 2.00 0 2"),
            "nodestats 200 2.00".into(),
            format!("search {first} 3.00 0 3"),
            "nodestats 300 3.00".into(),
            format!("=== {first}/3.00/3.00"),
        ]
    );
}

#[test]
fn the_name_includes_the_depth() {
    let by_time = Limits::UNLIMITED.with_time(std::time::Duration::from_secs(5));
    let output = output(NBoard::new(Some(by_time)), "nboard 2\nset depth 40\n");
    assert_eq!(output, "set myname Outflank\nset myname Outflank40\n");
}

#[test]
fn go_is_limited_by_depth_and_clock_and_a_hint_by_depth() {
    let game = GAME.replace("B[E7]", "B[E7//60.5]");
    let requests = requests(&format!("set game {game}\nset depth 6\ngo\nhint 3\n"));
    let [go, hint] = &requests[..] else {
        panic!("{requests:?}");
    };
    assert_eq!((go.limits.depth, go.limits.exact_from), (6, 12));
    let left = go.limits.clock.unwrap().left.as_secs_f64();
    assert_eq!((left, go.count), (900.0 - 60.5, 1));
    assert_eq!((hint.limits.clock, hint.count), (None, 3));
}

#[test]
fn hint_sends_the_requested_number_of_moves() {
    let lines = lines("nboard 2\nset depth 6\nhint 2\n");
    let hints: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("search"))
        .collect();
    assert_eq!(hints.len(), 6);
    assert_eq!(hints[4..], ["search D3 3.00 0 3", "search C4 2.00 0 3"]);
    assert!(!lines.iter().any(|line| line.starts_with("===")));
    assert_eq!(lines.last().unwrap(), "status ");
}

#[test]
fn moves_change_the_game_and_go_does_not() {
    let last = |input: &str| lines(input).pop().unwrap();
    assert!(last("go\ngo\n").starts_with("=== D3/"));
    let game = Game::from_transcript(Shape::STANDARD, "f5d6c3").unwrap();
    let first = name(game.position().legal_moves().first().unwrap());
    for moves in [
        "move f5/0.5/1.2\nmove D6\nmove C3//2\n",
        // The spelling of version 1.
        "F5\nd6\nC3\n",
    ] {
        let go = last(&format!("{moves}go\n"));
        assert!(go.starts_with(&format!("=== {first}/")), "{go}");
    }
    let refusal = "status illegal move A1: a1 flips nothing: Black must flip at least one disc";
    assert_eq!(last("move A1\n"), refusal);
    assert_eq!(last("move 1A\n"), "status expected a move such as F5 or PA");
}

#[test]
fn a_ping_stops_the_search_and_is_answered_after_it() {
    let mut queue = CommandQueue::new(NBoard::new(None));
    let line = |text: &str| Event::Line(Line::from(text));
    let actions = queue.handle(line("hint 1"));
    let [_, Action::Start(task)] = &actions[..] else {
        panic!("{actions:?}");
    };
    let Task::Search(request) = &**task else {
        panic!("{task:?}");
    };
    assert_eq!(queue.handle(line("move F5")), []);
    assert_eq!(queue.handle(line("ping 7")), [Action::Stop]);
    let found = ScriptedSearcher::default().search(request, &Arc::default(), &mut |_| ());
    assert_eq!(queue.handle(Event::Progress(found.clone())), []);
    let actions = queue.handle(Event::Done(found));
    assert_eq!(actions, [status(""), send(&Message::Pong(7))]);
    // The waiting move was played.
    assert_eq!(queue.protocol().game.history.positions().len(), 2);
}

#[test]
fn a_stopped_go_is_not_answered() {
    let output = lines("go\nhint 1\nping 3\n");
    assert_eq!(
        output,
        [
            "status Outflank is thinking",
            "status ",
            "status Outflank is analyzing",
            "status ",
            "pong 3"
        ]
    );
}

#[test]
fn a_side_that_must_pass_passes() {
    let (game, pass) = game_with_a_pass();
    let moves: String = game
        .squares()
        .take(pass)
        .map(|square| format!("move {square}\n"))
        .collect();
    assert!(lines(&format!("{moves}go\n")).ends_with(&["=== PA".to_owned()]));
    let next = name(game.positions()[pass + 1].legal_moves().first().unwrap());
    let hints = lines(&format!("{moves}hint 1\n"));
    let expected = format!("search PA{next} -3.00 0 3");
    assert!(hints.contains(&expected), "{hints:?}");
    for pass in ["move PA\n", ""] {
        let go = lines(&format!("{moves}{pass}move {next}\n"));
        assert_eq!(go, [""; 0], "with {pass:?}");
    }
}

#[test]
fn an_analysis_runs_from_the_end_to_the_start() {
    let (game, pass) = game_with_a_pass();
    let moves: String = game
        .moves()
        .iter()
        .map(|mv| match mv {
            Move::Place(square) => format!("move {square}\n"),
            Move::Pass => "move PA\n".to_owned(),
        })
        .collect();
    let lines = lines(&format!("{moves}analyze\n"));
    let values: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("analysis"))
        .collect();
    assert_eq!(values.len(), game.moves().len() + 1);
    let last = game.moves().len();
    let end = game.position();
    let score = end.score(end.mover());
    assert_eq!(*values[0], format!("analysis {last} {score}.00"));
    assert_eq!(*values[last - pass], format!("analysis {pass} -3.00"));
    assert_eq!(*values[last], "analysis 0 3.00");
    assert_eq!(lines.last().unwrap(), "status ");
}

#[test]
fn a_game_that_is_over_has_no_hints() {
    // Black has wiped White out.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let moves: String = moves.map(|square| format!("{square}\n")).concat();
    assert_eq!(
        lines(&format!("{moves}hint 1\n")),
        ["status the game is over"]
    );
    assert_eq!(lines(&format!("{moves}go\n")), ["=== PA"]);
    let analysis = lines(&format!("{moves}analyze\n"));
    assert_eq!(analysis[1], "analysis 9 -64.00");
}

#[test]
fn unknown_lines_are_ignored() {
    assert_eq!(
        lines("\nfrobnicate 3\nset colour red\nping x\nlearn\n"),
        ["learned"]
    );
    let lines = lines("set game (;GM[Go];)\nset depth deep\n");
    assert!(
        lines[0].starts_with("status the game cannot be read: line 1, column"),
        "{lines:?}"
    );
    assert_eq!(lines[1], "status expected set depth and a number of plies");
    assert_eq!(lines.len(), 2);
}

fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim_start())
}

/// Returns a square as the protocol spells it.
fn name(square: Square) -> String {
    TimedMove::from(Move::Place(square)).to_string()
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "nboard 2",
            "set depth 5",
            "set contempt 3",
            "go",
            "hint 2",
            "hint",
            "analyze",
            "learn",
            "ping 1",
            "ping 22",
            "move F5",
            "move d3/1/2",
            "move PA",
            "F5",
            "f6",
            "D6",
            "c3",
            "pa",
            "set game",
            "move F5/1e300/1e300",
            "move d3//-1",
            "set depth -1",
            "ping -9",
        ])
        .prop_map(str::to_owned),
        Just(format!("set game {GAME}")),
        ".{0,30}",
    ]
}

proptest! {
    #[test]
    fn every_ping_has_its_pong(lines in prop::collection::vec(word(), 0..60)) {
        let input = lines.join("\n");
        let output = output(NBoard::new(None), &input);
        let numbers = |line: &str, word: &str| {
            let (command, rest) = split_word(line);
            (command == word).then(|| rest.parse::<i64>().ok()).flatten()
        };
        let pings = input.split('\n').take_while(|line| split_word(line).0 != "quit");
        let pings: Vec<i64> = pings.filter_map(|line| numbers(line, "ping")).collect();
        let pongs: Vec<i64> = output.lines().filter_map(|line| numbers(line, "pong")).collect();
        prop_assert_eq!(pings, pongs);
        let words = ["set", "pong", "status", "search", "nodestats", "===", "analysis", "learned"];
        for line in output.lines() {
            prop_assert!(words.contains(&split_word(line).0), "{:?}", line);
        }
    }

    #[test]
    fn arbitrary_bytes_are_handled(input in prop::collection::vec(any::<u8>(), 0..400)) {
        output(NBoard::new(None), input);
    }
}

#[test]
fn depths_distinguish_exact_from_selective_searches() {
    let mut search = Search {
        purpose: Purpose::Hint(1),
        empties: 20,
        has_passed: false,
        sent: Vec::new(),
    };
    let mut mv = ScoredMove {
        selectivity: Selectivity::MIN,
        pv: ["f5", "d6"].map(|square| square.parse().unwrap()).to_vec(),
        ..ScoredMove::new("f5".parse().unwrap(), Score::estimate(-0.25), 12)
    };
    assert_eq!(search.message(&mv).to_string(), "search F5D6 -0.25 0 12");
    (search.empties, search.has_passed) = (12, true);
    assert_eq!(search.message(&mv).to_string(), "search PAF5D6 0.25 0 73%");
    mv.score = Score::from_units(mv.score.units(), true);
    assert_eq!(search.message(&mv).to_string(), "search PAF5D6 0.25 0 100%");
}

#[test]
fn a_whole_game_is_played() {
    let mut queue = CommandQueue::new(NBoard::new(None));
    let mut game_so_far = Game::new(Shape::STANDARD);
    let mut searcher = ScriptedSearcher::default();
    while !game_so_far.is_over() {
        let actions = queue.handle(Event::Line(Line::from("go")));
        let answer = match actions.last() {
            Some(Action::Start(task)) => {
                let found = task.run(&mut searcher, &Arc::default(), &mut |_| ());
                queue.handle(Event::Done(found)).pop()
            }
            other => other.cloned(),
        };
        let Some(Action::Print(answer)) = answer else {
            panic!("{answer:?}");
        };
        let mv = answer.strip_prefix("=== ").unwrap();
        queue.handle(Event::Line(Line::from(&*format!("move {mv}"))));
        if mv != "PA" {
            let square = mv.split('/').next().unwrap().parse().unwrap();
            game_so_far.play(square).unwrap();
        }
    }
    assert!(game_so_far.moves().contains(&Move::Pass));
    let game = &queue.protocol().game.history;
    assert_eq!(
        game.position().score(Color::Black),
        game_so_far.outcome().unwrap().black_score
    );
}
