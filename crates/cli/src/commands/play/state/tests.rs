//! Key presses, clicks and engine moves, without a terminal.

use outflank_engine::Score;
use outflank_othello::{Color, Game, Move, Shape};

use super::super::session::HumanSide::{self, Black, Both};
use super::*;

fn game(shape: &str, transcript: &str) -> Game {
    Game::from_transcript(shape.parse().unwrap(), transcript).unwrap()
}

fn started(humans: HumanSide, transcript: &str) -> State {
    State::new(PlaySession::new(game("8x8", transcript), humans, None)).0
}

fn key(state: &mut State, code: KeyCode) -> Vec<Effect> {
    state.handle(Event::Key(code.into()))
}

/// Types `text`, and returns the effects of the last key.
fn typed(state: &mut State, text: &str) -> Vec<Effect> {
    let effects = text.chars().map(|sign| key(state, KeyCode::Char(sign)));
    effects.last().unwrap_or_default()
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn choice(name: &str) -> Option<EngineMove> {
    Some(EngineMove {
        square: square(name),
        expected: Some(Score::estimate(1.5)),
    })
}

fn transcript(state: &State) -> String {
    outflank_othello::notation::transcript(&state.session.game)
}

#[test]
fn a_typed_square_is_played_and_the_engine_replies() {
    let mut state = started(Black, "");
    let effects = typed(&mut state, "f5");
    let position = *state.session.game.position();
    assert_eq!(effects, [Effect::Search(position)]);
    assert!(state.is_searching());
    let effects = state.handle(Event::EngineMoved(position, choice("d6")));
    assert_eq!(effects, [], "it is the human's turn");
    assert_eq!(transcript(&state), "f5d6");
    assert_eq!(state.message, "White plays d6, expects about +1.50");
    assert!(!state.is_searching());
}

#[test]
fn input_is_accepted_while_the_engine_searches() {
    let mut state = started(Black, "");
    typed(&mut state, "f5");
    key(&mut state, KeyCode::Left);
    typed(&mut state, "d6");
    assert_eq!(state.message, "it is the engine's turn");
    assert_eq!(transcript(&state), "f5");
    let position = *state.session.game.position();
    // Undo stops the search, and a late result is ignored.
    assert_eq!(typed(&mut state, "u"), [Effect::StopSearch]);
    assert_eq!(state.handle(Event::EngineMoved(position, choice("d6"))), []);
    assert_eq!(transcript(&state), "");
}

#[test]
fn undo_and_redo_stop_at_the_humans_turns() {
    let mut state = started(Black, "f5d6c3d3");
    typed(&mut state, "u");
    assert_eq!(transcript(&state), "f5d6");
    typed(&mut state, "r");
    assert_eq!(transcript(&state), "f5d6c3d3");
    typed(&mut state, "r");
    assert_eq!(state.message, "there is no move to replay");
    typed(&mut state, "uuu");
    assert_eq!(state.message, "there is no move to take back");
    let mut state = started(Both, "f5d6c3");
    typed(&mut state, "u");
    assert_eq!(transcript(&state), "f5d6");
}

#[test]
fn the_cursor_moves_and_plays() {
    let mut state = started(Both, "");
    assert_eq!(state.cursor, square("d3"), "the first legal square");
    for code in [KeyCode::Right, KeyCode::Right, KeyCode::Down, KeyCode::Down] {
        key(&mut state, code);
    }
    assert_eq!(state.cursor, square("f5"));
    key(&mut state, KeyCode::Enter);
    assert_eq!(transcript(&state), "f5");
    typed(&mut state, "HHJ ");
    assert_eq!(transcript(&state), "f5d6");
    for _ in 0..20 {
        key(&mut state, KeyCode::Up);
        key(&mut state, KeyCode::Char('L'));
    }
    assert_eq!(state.cursor, square("h1"), "the cursor stays on the board");
    key(&mut state, KeyCode::Enter);
    assert!(state.message.contains("h1 flips nothing"));
}

#[test]
fn the_cursor_skips_holes() {
    let session = PlaySession::new(game("8x8-a1c3", ""), Both, None);
    let mut state = State::new(session).0;
    state.cursor = square("b3");
    key(&mut state, KeyCode::Right);
    assert_eq!(state.cursor, square("d3"));
    state.cursor = square("b1");
    key(&mut state, KeyCode::Left);
    assert_eq!(state.cursor, square("b1"), "the cursor stops at the hole");
}

#[test]
fn typing_errors_are_reported() {
    let mut state = started(Both, "");
    typed(&mut state, "d");
    assert_eq!(state.typed, "d");
    key(&mut state, KeyCode::Esc);
    assert_eq!(state.typed, "");
    typed(&mut state, "ab");
    key(&mut state, KeyCode::Backspace);
    typed(&mut state, "5");
    assert!(state.message.contains("letter of its column"));
    typed(&mut state, "df5");
    assert_eq!(transcript(&state), "f5", "a letter restarts the square");
    for (text, message) in [
        ("k", "no column k: expected a to h"),
        ("a9", "a9 is not a square of the 8x8 board"),
        ("a0", "a0 is not a square"),
        ("F", "lower case: f"),
        ("a1", "a1 flips nothing"),
        ("f5", "f5 is occupied"),
    ] {
        typed(&mut state, text);
        assert!(state.message.contains(message), "{text}: {}", state.message);
    }
}

#[test]
fn two_digit_rows_are_typed_on_tall_boards() {
    let tall = |transcript| State::new(PlaySession::new(game("4x12", transcript), Both, None)).0;
    let mut state = tall("");
    let legal = state.session.game.position().legal_moves();
    assert!(legal.contains(square("c8")), "{legal:?}");
    typed(&mut state, "a1");
    assert_eq!((&*state.typed, &*state.message), ("a1", ""));
    typed(&mut state, "2");
    assert!(state.message.contains("a12 flips nothing"));
    typed(&mut state, "a1");
    key(&mut state, KeyCode::Enter);
    assert!(state.message.contains("a1 flips nothing"));
    typed(&mut state, "a13");
    assert!(state.message.contains("a13 is not a square of the 4x12"));
    typed(&mut state, "c8");
    assert_eq!(transcript(&state), "c8");
}

#[test]
fn clicks_play_unless_a_dialog_is_open() {
    let mut state = started(Both, "f5");
    state.handle(Event::Click(square("d6")));
    assert_eq!(transcript(&state), "f5d6");
    typed(&mut state, "q");
    state.handle(Event::Click(square("c3")));
    assert_eq!(transcript(&state), "f5d6");
    typed(&mut state, "n");
    key(&mut state, KeyCode::F(1));
    assert_eq!(state.dialog, Some(Dialog::Help));
    state.handle(Event::Click(square("c3")));
    assert_eq!(state.dialog, None);
    assert_eq!(transcript(&state), "f5d6");
}

#[test]
fn hints_last_until_the_position_changes() {
    let hint = |name: &str, discs| ScoredMove::new(square(name), Score::estimate(discs), 7);
    let mut state = started(Both, "f5");
    let position = *state.session.game.position();
    assert_eq!(typed(&mut state, "?"), [Effect::Score(position)]);
    assert!(state.is_scoring());
    assert_eq!(typed(&mut state, "?"), [], "a search is already running");
    let moves = vec![hint("d6", 1.0), hint("f6", -0.5)];
    state.handle(Event::Scored(position, Some(moves.clone())));
    assert_eq!((state.hints.len(), state.cursor), (2, square("d6")));
    typed(&mut state, "?");
    assert!(state.hints.is_empty(), "a second request hides them");
    typed(&mut state, "?");
    state.handle(Event::Scored(position, Some(moves.clone())));
    typed(&mut state, "f6");
    assert!(state.hints.is_empty());
    // Results for an earlier position are ignored.
    typed(&mut state, "?");
    assert_eq!(typed(&mut state, "u"), [Effect::StopScoring]);
    state.handle(Event::Scored(position, Some(moves)));
    assert!(state.hints.is_empty());
}

#[test]
fn swapping_sides_starts_the_engine() {
    let mut state = started(Black, "");
    let position = *state.session.game.position();
    assert_eq!(typed(&mut state, "x"), [Effect::Search(position)]);
    state.handle(Event::EngineMoved(position, choice("f5")));
    assert_eq!(transcript(&state), "f5");
    assert_eq!(state.session.player(Color::Black), "engine");
    let mut state = started(Both, "");
    assert_eq!(typed(&mut state, "x"), []);
    assert!(state.message.contains("no opponent"));
}

#[test]
fn the_engine_moves_again_after_a_pass() {
    // Play the first legal move until a side must pass.
    let mut full = Game::new(Shape::STANDARD);
    while full.last_move() != Some(Move::Pass) {
        let square = full.position().legal_moves().first().unwrap();
        full.play(square).unwrap();
    }
    let ply = full.moves().len() - 1;
    let mover = full.positions()[ply - 1].mover();
    let last = full.moves()[ply - 1].square().unwrap();
    let before = full.moves()[..ply - 1].iter();
    let before: String = before.map(ToString::to_string).collect();
    let humans = match mover {
        Color::White => Black,
        Color::Black => HumanSide::White,
    };
    let (mut state, effects) = State::new(PlaySession::new(game("8x8", &before), humans, None));
    let position = *state.session.game.position();
    assert_eq!(effects, [Effect::Search(position)]);
    let effects = state.handle(Event::EngineMoved(position, choice(&last.to_string())));
    let now = *state.session.game.position();
    assert_eq!(effects, [Effect::Search(now)]);
    assert_eq!(now.mover(), mover);
    let note = state.session.pass_note().unwrap();
    let passed = mover.opponent();
    assert_eq!(note, format!("{passed} has no legal move and passes."));
}

#[test]
fn a_finished_game_starts_no_search() {
    let over = game("8x8", "e6f4e3f6g5d6e7f5c5");
    let (mut state, effects) = State::new(PlaySession::new(over, Black, None));
    assert_eq!(effects, []);
    let result = state.session.result().unwrap();
    assert_eq!(result, "Game over, 13 to 0: Black wins by 64.");
    typed(&mut state, "?");
    assert_eq!(state.message, "the game is over");
    typed(&mut state, "a1");
    assert!(state.message.contains("the game is over"));
}

#[test]
fn quitting_asks_about_unsaved_moves() {
    let mut state = started(Black, "f5d6");
    assert_eq!(typed(&mut state, "q"), [Effect::Quit], "nothing was played");
    let mut state = started(Both, "");
    typed(&mut state, "f5");
    assert_eq!(typed(&mut state, "q"), []);
    assert_eq!(state.dialog, Some(Dialog::Leave));
    assert_eq!(typed(&mut state, "z"), [], "the dialog stays open");
    assert_eq!(typed(&mut state, "n"), []);
    assert_eq!(state.dialog, None);
    assert_eq!(typed(&mut state, "qy"), [Effect::Quit]);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.handle(Event::Key(control_c)), [Effect::Quit]);
}

#[test]
fn saving_asks_for_a_name_and_confirms_overwriting() {
    let mut state = started(Both, "");
    typed(&mut state, "s");
    assert_eq!(state.message, "there is nothing to save yet");
    typed(&mut state, "f5s");
    assert_eq!(state.dialog, Some(Dialog::SaveAs("game.txt".to_owned())));
    key(&mut state, KeyCode::Delete);
    assert_eq!(key(&mut state, KeyCode::Enter), [], "no name, no file");
    typed(&mut state, "my gamex");
    key(&mut state, KeyCode::Backspace);
    let save = |overwrite| Effect::Save {
        path: "my game".into(),
        overwrite,
    };
    assert_eq!(key(&mut state, KeyCode::Enter), [save(false)]);
    state.handle(Event::Saved("my game".into(), SaveOutcome::Exists));
    assert_eq!(state.dialog, Some(Dialog::Overwrite("my game".into())));
    assert_eq!(typed(&mut state, "y"), [save(true)]);
    state.handle(Event::Saved("my game".into(), SaveOutcome::Done));
    assert_eq!(state.message, "saved to my game");
    assert_eq!(typed(&mut state, "q"), [Effect::Quit]);
}

#[test]
fn saving_on_quit_quits_after_the_save() {
    let mut state = started(Both, "");
    typed(&mut state, "f5qs");
    key(&mut state, KeyCode::Enter);
    state.handle(Event::Saved("game.txt".into(), SaveOutcome::Exists));
    typed(&mut state, "n");
    assert_eq!(state.dialog, Some(Dialog::SaveAs("game.txt".to_owned())));
    key(&mut state, KeyCode::Enter);
    let refused = SaveOutcome::Refused("no room".to_owned());
    assert_eq!(state.handle(Event::Saved("game.txt".into(), refused)), []);
    assert_eq!(state.message, "no room");
    typed(&mut state, "qs");
    let done = Event::Saved("game.txt".into(), SaveOutcome::Done);
    assert_eq!(state.handle(done), [Effect::Quit]);
}

#[test]
fn a_new_game_starts_at_the_same_position() {
    let mut state = started(Both, "f5");
    typed(&mut state, "d6N");
    assert_eq!(state.dialog, Some(Dialog::Restart));
    typed(&mut state, "y");
    assert_eq!(transcript(&state), "f5");
    typed(&mut state, "N");
    assert_eq!(state.dialog, None, "nothing would be lost");
}

#[test]
fn a_game_without_humans_is_paused_and_stepped() {
    let (mut state, effects) = State::new(PlaySession::new(game("8x8", ""), HumanSide::None, None));
    let position = *state.session.game.position();
    assert_eq!(effects, [Effect::Search(position)]);
    state.handle(Event::EngineMoved(position, choice("f5")));
    assert_eq!(typed(&mut state, " "), [Effect::StopSearch]);
    assert!(state.is_paused);
    typed(&mut state, "u");
    assert_eq!(transcript(&state), "");
    typed(&mut state, "r");
    assert_eq!(transcript(&state), "f5");
    let position = *state.session.game.position();
    assert_eq!(typed(&mut state, " "), [Effect::Search(position)]);
}

#[test]
fn random_keys_do_not_panic() {
    let codes = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Tab,
        KeyCode::Left,
        KeyCode::Down,
        KeyCode::F(1),
        KeyCode::F(12),
        KeyCode::Null,
        KeyCode::Char('\u{1F600}'),
        KeyCode::Char('\u{0}'),
    ];
    for shape in ["3x3", "8x8-a1h8", "9x7", "16x8", "8x16"] {
        let mut seed = 7_u64;
        // The high bits of a linear congruential generator are random enough.
        let mut random = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let (mut state, _) = State::new(PlaySession::new(game(shape, ""), Black, None));
        for _ in 0..5000 {
            let code = match random(3) {
                0 => codes[random(codes.len())],
                _ => KeyCode::Char(char::from(b' ' + random(95) as u8)),
            };
            key(&mut state, code);
            let shape = state.session.game.shape();
            assert!(shape.contains(state.cursor));
            let position = *state.session.game.position();
            if state.is_searching() {
                let square = position.legal_moves().first().unwrap();
                state.handle(Event::EngineMoved(position, choice(&square.to_string())));
            }
        }
    }
}
