//! Tests of drawing on terminals of several sizes.

use crossterm::event::KeyCode;
use outflank_engine::{Score, ScoredMove};
use outflank_othello::Game;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::super::session::HumanSide::{self, Black, Both};
use super::super::session::PlaySession;
use super::super::state::Event;
use super::*;

fn state(shape: &str, moves: &str, humans: HumanSide) -> State {
    let game = Game::from_transcript(shape.parse().unwrap(), moves).unwrap();
    State::new(PlaySession::new(game, humans, None)).0
}

fn drawn(state: &State, glyphs: Glyphs, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| _ = draw(frame, state, glyphs))
        .unwrap();
    terminal.backend().to_string()
}

fn press(state: &mut State, code: KeyCode) {
    state.handle(Event::Key(code.into()));
}

#[test]
fn the_last_move_is_marked_while_the_engine_searches() {
    let state = state("8x8", "f5", Black);
    insta::assert_snapshot!(drawn(&state, Glyphs::UNICODE, (80, 24)));
}

#[test]
fn a_9x7_board_in_ascii() {
    let state = state("9x7", "", Black);
    insta::assert_snapshot!(drawn(&state, Glyphs::ASCII, (80, 20)));
}

#[test]
fn a_16x8_board_beside_the_panel() {
    let state = state("16x8", "", Both);
    insta::assert_snapshot!(drawn(&state, Glyphs::ASCII, (70, 12)));
}

#[test]
fn a_narrow_window_has_the_panel_below_the_board() {
    let state = state("8x8-a1h8", "f5d6", Both);
    insta::assert_snapshot!(drawn(&state, Glyphs::ASCII, (34, 18)));
}

#[test]
fn a_small_window_names_the_required_size() {
    let state = state("8x8", "", Black);
    let text = drawn(&state, Glyphs::ASCII, (40, 10));
    insta::assert_snapshot!(text);
}

#[test]
fn hints_are_drawn_on_their_squares_and_in_the_panel() {
    let mut state = state("8x8", "f5", Both);
    press(&mut state, KeyCode::Char('?'));
    let position = *state.session.game.position();
    let hint = |names: &[&str], score| ScoredMove {
        pv: names.iter().map(|name| name.parse().unwrap()).collect(),
        ..ScoredMove::new(names[0].parse().unwrap(), score, 7)
    };
    let moves = vec![
        hint(&["d6", "c3", "d3"], Score::estimate(1.25)),
        hint(&["f4"], Score::estimate(-0.3)),
        hint(&["f6", "e6"], Score::exact(-12)),
    ];
    state.handle(Event::Scored(position, Some(moves)));
    insta::assert_snapshot!(drawn(&state, Glyphs::ASCII, (80, 24)));
}

#[test]
fn dialogs_cover_the_board() {
    let mut state = state("8x8", "", Both);
    for sign in "f5s-with-a-very-long-name-that-needs-more-room-than-there-is.txt".chars() {
        press(&mut state, KeyCode::Char(sign));
    }
    insta::assert_snapshot!(drawn(&state, Glyphs::ASCII, (60, 12)));
    press(&mut state, KeyCode::Esc);
    press(&mut state, KeyCode::Char('q'));
    let text = drawn(&state, Glyphs::ASCII, (30, 16));
    assert!(text.contains("y: quit"), "{text}");
}

#[test]
fn help_lists_the_keys() {
    let mut state = state("8x8", "", Black);
    press(&mut state, KeyCode::F(1));
    insta::assert_snapshot!(drawn(&state, Glyphs::ASCII, (80, 24)));
}

#[test]
fn a_finished_game_shows_its_result() {
    let state = state("8x8", "e6f4e3f6g5d6e7f5c5", Black);
    insta::assert_snapshot!(drawn(&state, Glyphs::UNICODE, (70, 22)));
}

#[test]
fn every_shape_is_drawn_in_every_window() {
    for shape in ["3x3", "8x8-a1h8", "9x7", "16x8", "8x16", "3x16"] {
        let mut state = state(shape, "", Both);
        let dialogs = [
            None,
            Some(Dialog::Help),
            Some(Dialog::Leave),
            Some(Dialog::SaveAs("game.txt".to_owned())),
            Some(Dialog::Overwrite("game.txt".into())),
        ];
        for dialog in dialogs {
            state.dialog = dialog;
            for width in (1..110).step_by(9) {
                for height in (1..4).chain((4..40).step_by(5)) {
                    drawn(&state, Glyphs::UNICODE, (width, height));
                }
            }
        }
    }
}
