//! Conversations with a scripted engine.

use crate::gtp::{Command, vertex};
use outflank_engine::{Clock, Limits, SearchRequest};
use outflank_othello::{Game, Move};
use proptest::prelude::*;

use super::*;
use crate::history::tests::game_with_a_pass;
use crate::scripted::{DEPTHS, ScriptedSearcher, output};
use crate::{Line, answer_all};

/// Returns the responses to some lines, each without its final empty line.
fn answers(input: &str) -> Vec<String> {
    split(&output(Gtp::new(None), input))
}

fn split(output: &str) -> Vec<String> {
    let mut answers: Vec<String> = output.split("\n\n").map(str::to_owned).collect();
    assert_eq!(
        answers.pop().as_deref(),
        Some(""),
        "{output:?} ends within a response"
    );
    answers
}

/// Returns the response to the last of some lines.
fn last(input: &str) -> String {
    answers(input).pop().unwrap()
}

/// Returns the `play` commands of a game.
fn play_commands(game: &Game, with_passes: bool) -> String {
    let plies = game
        .plies()
        .filter(|(_, mv)| with_passes || *mv != Move::Pass);
    let lines = plies.map(|(position, mv)| format!("play {} {mv}\n", position.mover().name()));
    lines.collect()
}

#[test]
fn responses_repeat_the_number_of_their_command() {
    let input = "protocol_version\n7 name\n\n# only a comment\n  8\tname # why\r\n";
    assert_eq!(answers(input), ["= 2", "=7 Outflank", "=8 Outflank"]);
    assert_eq!(answers("9 nonsense\n"), ["?9 unknown command \"nonsense\""]);
    assert_eq!(answers("10\n"), ["?10 expected a command after the number"]);
}

#[test]
fn every_listed_command_is_known() {
    let list = last("list_commands\n");
    let list: Vec<&str> = list.trim_start_matches("= ").lines().collect();
    assert_eq!(list, Command::NAMES);
    for command in list {
        assert_eq!(last(&format!("known_command {command}\n")), "= true");
        let answer = last(&format!("{command}\n"));
        assert!(!answer.contains("unknown command"), "{answer}");
    }
    assert_eq!(last("known_command loadsgf\n"), "= false");
}

#[test]
fn clients_of_several_games_can_select_othello() {
    assert_eq!(last("list_games\n"), "= Othello");
    assert_eq!(last("set_game Othello\n"), "=");
    let refusal = "? unsupported game \"Go\": expected Othello";
    assert_eq!(last("set_game Go\n"), refusal);
}

#[test]
fn moves_are_found_played_and_taken_back() {
    // The first legal moves in reading order are d3 and c3.
    let input = "genmove b\ngenmove w\nundo\ngenmove WHITE\nplay Black B3\n";
    assert_eq!(answers(input), ["= D3", "= C3", "=", "= C3", "="]);
    assert_eq!(answers("reg_genmove b\ngenmove b\n"), ["= D3", "= D3"]);
    assert_eq!(last("undo\n"), "? cannot undo: no move was played");
}

#[test]
fn illegal_moves_are_refused_with_a_reason() {
    let reasons = [
        (
            "play b a1\n",
            "a1 flips nothing: Black must flip at least one disc",
        ),
        ("play b d4\n", "d4 is occupied"),
        ("play b i9\n", "i9 is not a square of the 8x8 board"),
        ("play b pass\n", "Black may not pass: there is a legal move"),
        (
            "play w c4\n",
            "it is the turn of Black, who has a legal move",
        ),
        (
            "genmove w\n",
            "it is the turn of Black, who has a legal move",
        ),
        (
            "play b f5\nplay b d3\n",
            "it is the turn of White, who has a legal move",
        ),
    ];
    for (input, reason) in reasons {
        assert_eq!(last(input), format!("? illegal move: {reason}"), "{input}");
    }
}

#[test]
fn wrong_arguments_are_refused_with_what_was_expected() {
    for (input, message) in [
        ("play\n", "expected play COLOR SQUARE"),
        ("play b\n", "expected play COLOR SQUARE"),
        ("play b f 5\n", "expected play COLOR SQUARE"),
        ("play red f5\n", "expected black or white, not \"red\""),
        (
            "play b 5f\n",
            "expected a square such as f5, or pass, not \"5f\"",
        ),
        ("komi x\n", "expected a number, not \"x\""),
        ("level 61\n", "expected a level from 1 to 60, not \"61\""),
        (
            "time_settings 1 2\n",
            "expected time_settings MAIN PERIOD STONES",
        ),
        (
            "time_left b -1 0\n",
            "expected a number of seconds, not \"-1\"",
        ),
        (
            "time_left b 1 x\n",
            "expected a number of stones, not \"x\"",
        ),
        ("boardsize\n", "expected boardsize WIDTH [HEIGHT]"),
        (
            "outflank-analyze b x\n",
            "expected a number of moves, not \"x\"",
        ),
    ] {
        assert_eq!(last(input), format!("? syntax error: {message}"), "{input}");
    }
}

#[test]
fn boards_of_every_shape_are_accepted() {
    assert_eq!(answers("boardsize 6\ngenmove b\n"), ["=", "= C2"]);
    // On 9x7, Black begins on the other diagonal.
    assert_eq!(answers("boardsize 9 7\ngenmove b\n"), ["=", "= D3"]);
    assert_eq!(answers("boardsize 16 8\nplay b p8\n")[0], "=");
    let holes = answers("boardsize 8x8-a1h8\nplay b h8\n");
    assert_eq!(
        holes[1],
        "? illegal move: h8 is not a square of the 8x8-a1h8 board"
    );
    for size in ["2", "17", "16 16", "300", "8x8-a9"] {
        let answer = last(&format!("boardsize {size}\n"));
        let is_clear = answer.starts_with("? unacceptable size: ") || size == "300";
        assert!(answer.starts_with('?') && is_clear, "{answer}");
    }
}

#[test]
fn a_game_is_the_same_with_and_without_passes() {
    let (game, _) = game_with_a_pass();
    let score = game.outcome().unwrap().black_score;
    let expected = match score {
        1.. => format!("= B+{score}"),
        0 => "= 0".to_owned(),
        _ => format!("= W+{}", -score),
    };
    for with_passes in [true, false] {
        let input = play_commands(&game, with_passes) + "final_score\n";
        let answers = answers(&input);
        let (score, moves) = answers.split_last().unwrap();
        assert!(moves.iter().all(|answer| answer == "="));
        assert_eq!(*score, expected);
    }
    assert_eq!(
        last("final_score\n"),
        "? cannot score: the game is not over"
    );
}

#[test]
fn a_side_that_cannot_move_passes() {
    let (game, pass) = game_with_a_pass();
    let mut before = Game::new(game.shape());
    for square in game.moves()[..pass].iter().filter_map(|mv| mv.square()) {
        before.play(square).unwrap();
    }
    let play_commands = play_commands(&before, false);
    let passing = game.positions()[pass].mover();
    let (name, other) = (passing.name(), passing.opponent().name());
    let next = game.positions()[pass + 1].legal_moves().first().unwrap();
    let next = vertex(next);
    let input = format!("{play_commands}genmove {name}\ngenmove {other}\n");
    assert!(answers(&input).ends_with(&["= pass".to_owned(), format!("= {next}")]));
    // With the pass omitted, and then undone.
    let input =
        format!("{play_commands}genmove {other}\nundo\nplay {name} pass\nplay {other} {next}\n");
    let answers = answers(&input);
    assert_eq!(
        answers[answers.len() - 4..],
        [format!("= {next}"), "=".into(), "=".into(), "=".into()]
    );
}

#[test]
fn after_the_end_both_sides_pass() {
    let (game, _) = game_with_a_pass();
    let input =
        play_commands(&game, true) + "genmove b\ngenmove b\ngenmove w\nplay b pass\nplay w a1\n";
    let answers = answers(&input);
    let (refusal, passes) = answers[answers.len() - 5..].split_last().unwrap();
    assert_eq!(passes, ["= pass", "= pass", "= pass", "="]);
    assert!(refusal.starts_with("? illegal move: "), "{refusal}");
}

#[test]
fn the_board_is_shown_without_empty_lines() {
    let board = last("play b f5\nshowboard\n");
    assert!(board.starts_with("= \n   a b c d e f g h\n"), "{board}");
    assert!(
        board.ends_with("X Black 4, O White 1: White to move"),
        "{board}"
    );
    for shape in ["3", "16 8", "8x8-a8b8c8d8e8f8g8h8"] {
        let input = format!("boardsize {shape}\nshowboard\nname\n");
        assert_eq!(answers(&input).len(), 3, "{shape}");
    }
}

/// Returns the requests that reached the engine.
fn requests(limits: Option<Limits>, input: &str) -> Vec<SearchRequest> {
    let mut searcher = ScriptedSearcher::default();
    answer_all(Gtp::new(limits), &mut searcher, input.as_bytes());
    searcher.requests
}

#[test]
fn time_and_level_reach_the_engine() {
    let input = "genmove b\nlevel 5\ngenmove w\ntime_settings 60 0 0\ngenmove b\ngenmove w\n\
                 time_left b 20 0\ngenmove b\nclear_board\ngenmove b\n";
    let limits: Vec<_> = requests(None, input)
        .iter()
        .map(|request| {
            (
                request.limits.depth,
                request.limits.clock.map(|clock| clock.left.as_secs()),
            )
        })
        .collect();
    let spent = u64::from(DEPTHS);
    let five = 5;
    assert_eq!(
        limits,
        [
            (outflank_engine::DEFAULT_LEVEL, None),
            (five, None),
            (five, Some(60)),
            (five, Some(60)),
            (five, Some(20)),
            (five, Some(60)),
        ]
    );
    // Each side's clock runs until the client sets it.
    let input = "time_settings 60 0 0\ngenmove b\ngenmove w\ngenmove b\n";
    let requests = requests(None, input);
    let left = |request: &SearchRequest| {
        request
            .limits
            .clock
            .map(|Clock { left, .. }| left.as_secs())
    };
    let lefts: Vec<_> = requests.iter().map(left).collect();
    assert_eq!(lefts, [Some(60), Some(60), Some(60 - spent)]);
    assert!(
        requests
            .iter()
            .all(|request| request.limits.depth == Limits::UNLIMITED.depth)
    );
}

#[test]
fn an_analysis_reports_each_depth() {
    let answer = last("5 outflank-analyze b 2\n");
    // The end of the input stops the search before it begins.
    assert_eq!(answer, "=5");
    let mut queue = crate::CommandQueue::new(Gtp::new(None));
    let line = |text: &str| crate::Event::Line(Line::from(text));
    let actions = queue.handle(line("5 outflank-analyze w 1"));
    assert!(matches!(&actions[..], [Action::Print(text)] if text.starts_with("?5 illegal")));
    let actions = queue.handle(line("5 outflank-analyze b 2"));
    let [Action::Print(head), Action::Start(task)] = &actions[..] else {
        panic!("{actions:?}");
    };
    let Task::Search(request) = &**task else {
        panic!("{task:?}");
    };
    assert_eq!((&**head, request.count), ("=5", 2));
    let mut reports = Vec::new();
    let mut scripted = ScriptedSearcher::default();
    let found = crate::SearchEngine::search(
        &mut scripted,
        request,
        &std::sync::Arc::default(),
        &mut |found| reports.push(found),
    );
    let actions = queue.handle(crate::Event::Progress(reports.remove(1)));
    let line_of_depth_two = "info move D3 score 2.00 exact false depth 2 selectivity 73 order 0 \
                             nodes 200 seconds 2.00 pv D3 info move C4 score 1.00 exact false \
                             depth 2 selectivity 73 order 1 nodes 200 seconds 2.00 pv C4";
    assert_eq!(actions, [Action::Print(line_of_depth_two.to_owned())]);
    // An empty line stops the search, whose end completes the response.
    assert_eq!(queue.handle(line("")), [Action::Stop]);
    assert_eq!(queue.handle(line("6 name")), []);
    let actions = queue.handle(crate::Event::Done(found));
    let prints = ["", "=6 Outflank\n"].map(|text| Action::Print(text.to_owned()));
    assert_eq!(actions, prints);
}

#[test]
fn an_overlong_line_is_refused() {
    let input = format!("3 play b {}\nname\n", "f5".repeat(1 << 16));
    assert_eq!(answers(&input), ["?3 the line is too long", "= Outflank"]);
}

#[test]
fn a_whole_game_is_played_by_both_sides() {
    let mut input = String::new();
    for _ in 0..70 {
        input += "genmove b\ngenmove w\n";
    }
    let answers = answers(&(input + "final_score\n"));
    let (score, moves) = answers.split_last().unwrap();
    assert!(
        moves.iter().all(|answer| answer.starts_with("= ")),
        "{answers:?}"
    );
    assert!(moves.iter().filter(|answer| *answer != "= pass").count() > 50);
    assert!(score.starts_with("= "), "{score}");
}

/// Words, some of which are valid.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(&Command::NAMES[..]).prop_map(str::to_owned),
        3 => prop::sample::select(vec!["b", "W", "black", "pass", "f5", "D3", "c4", "e6", "8", "6",
            "9 7", "4x4", "0", "1", "10", "-1", "1e300", "#", "Othello"]).prop_map(str::to_owned),
        1 => "\\PC{0,12}",
        1 => any::<u64>().prop_map(|number| number.to_string()),
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::collection::vec(word(), 0..5).prop_map(|words| words.join(" ")),
        4 => (prop::sample::select(vec!["play", "genmove", "reg_genmove", "outflank-analyze"]),
            word(), word()).prop_map(|(command, a, b)| format!("{command} {a} {b}")),
        1 => ".{0,40}",
    ]
}

proptest! {
    #[test]
    fn each_command_has_one_answer(lines in prop::collection::vec(line(), 0..60)) {
        let input = lines.join("\n");
        let output = output(Gtp::new(None), &input);
        let answers = split_or_nothing(&output);
        let ids = answered_ids(&input);
        prop_assert_eq!(answers.len(), ids.len(), "{:?}: {:?}", input, output);
        for (answer, id) in answers.iter().zip(ids) {
            let rest = answer.strip_prefix(['=', '?']).and_then(|rest| rest.strip_prefix(&*id));
            let is_head = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
            prop_assert!(is_head, "{:?} for {:?}", answer, id);
        }
    }

    #[test]
    fn arbitrary_bytes_are_handled(input in prop::collection::vec(any::<u8>(), 0..400)) {
        split_or_nothing(&output(Gtp::new(None), input));
    }
}

/// Returns the ids of the commands up to the first `quit`; empty if a command has none.
fn answered_ids(input: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for line in input.split('\n') {
        let Some(request) = Request::parse(line) else {
            continue;
        };
        ids.push(request.id.map(|id| id.to_string()).unwrap_or_default());
        if request.command == Ok(Command::Quit) {
            break;
        }
    }
    ids
}

fn split_or_nothing(output: &str) -> Vec<String> {
    if output.is_empty() {
        return Vec::new();
    }
    split(output)
}
