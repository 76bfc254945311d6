//! Round trips and errors.

use super::{parse_pgn, write_pgn};
use crate::format::{
    Date, Ending, GameRecord, GameResult, Komi, ParsedGame, RecordedScore, Refusal,
};
use crate::game::with_passes;
use crate::{Color, Game, Position, Shape};

/// The beginning of the first game in Live Othello's file for 2005.
const FINAL: &str = "[Event \"World championship\"]
[Date \"2005.11.12\"]
[Round \"F1\"]
[Black \"Tamenori Hideshi\"]
[White \"Lee Kwang Wook\"]
[Result \"33-31\"]
1. F5 D6
3. C3 D3
5. C4
33-31
";

fn read(text: &str) -> ParsedGame {
    parse_pgn(text, Shape::STANDARD).unwrap()
}

#[test]
fn a_game_of_live_othello_is_read_and_written_back() {
    let ParsedGame { record, omissions } = read(FINAL);
    assert_eq!(omissions, []);
    assert_eq!(record.tournament.as_deref(), Some("World championship"));
    assert_eq!(record.round.as_deref(), Some("F1"));
    assert_eq!(record.white.name.as_deref(), Some("Lee Kwang Wook"));
    assert_eq!(record.date, Date::new(2005, 11, 12));
    assert_eq!(record.result, Some(GameResult::discs(33, 31)));
    assert_eq!(record.game.moves().len(), 5);
    let written = write_pgn(&record).unwrap();
    assert!(written.eq_ignore_ascii_case(FINAL), "{written}");
}

#[test]
fn games_without_moves_names_or_result_are_read() {
    let text = "[Event \"\"]\n[Date \"..\"]\n[Round \"\"]\n[Black \" \"]\n[White \" \"]\n\
        [Result \"*\"]\n1. \n*\n";
    let ParsedGame { record, omissions } = read(text);
    let empty = GameRecord::new(Game::new(Shape::STANDARD));
    assert_eq!((&record, omissions.len()), (&empty, 0));
    assert_eq!(read(&write_pgn(&record).unwrap()).record, record);
}

#[test]
fn results_are_discs_or_winners() {
    let result = |text: &str| read(&FINAL.replace("33-31", text)).record.result;
    assert_eq!(result("60-3"), Some(GameResult::discs(60, 3)));
    let winner = RecordedScore::Winner(Color::White);
    assert_eq!(result("0-1").unwrap().score, winner);
    assert_eq!(result("1-0").unwrap().winner(), Some(Color::Black));
    assert_eq!(result("*"), None);
    for text in ["60-3", "0-1", "1-0", "*", "0-0", "0-64"] {
        let record = read(&FINAL.replace("33-31", text)).record;
        let written = write_pgn(&record).unwrap();
        assert_eq!(written.matches(text).count(), 2, "{written}");
    }
}

#[test]
fn a_draw_on_an_odd_board_leaves_a_square_to_nobody() {
    let mut record = GameRecord::new(Game::new("9x7".parse().unwrap()));
    record.result = Some(GameResult::difference(0.0));
    assert!(write_pgn(&record).unwrap().contains("\n31-31"));
    // Komi changes the winner but not the discs.
    record.result = Some(GameResult::difference(-3.5));
    record.komi.insert(Komi::default()).discs = Some(3.5);
    assert!(write_pgn(&record).unwrap().contains("\n31-31"));
}

#[test]
fn pgn_features_of_chess_are_read() {
    let text = "[Site \"Paris\"]\n[BlackElo \"2100\"]\n[TimeControl \"1500\"]\n\
        [Termination \"time forfeit\"]\n[Result \"0-1\"]\n[Annotator \"me \\\"x\\\"\"]\n\n\
        {before} 1.f5!? $3 {good\nmove} d6 (1... f6 2.e6 {no}) 2. c3 ; the end\n0-1";
    let ParsedGame { record, omissions } = read(text);
    let omissions: Vec<String> = omissions.iter().map(ToString::to_string).collect();
    assert_eq!(omissions.len(), 3, "{omissions:?}");
    assert_eq!(record.place.as_deref(), Some("Paris"));
    assert_eq!(record.result.unwrap().ending, Some(Ending::Time));
    assert_eq!(record.comment.as_deref(), Some("before"));
    assert_eq!(record.notes[0].comment.as_deref(), Some("good\nmove"));
    assert_eq!(record.notes[2].comment.as_deref(), Some("the end"));
    assert_eq!(crate::notation::transcript(&record.game), "f5d6c3");
    assert_eq!(read(&write_pgn(&record).unwrap()).record, record);
}

#[test]
fn passes_may_be_written_or_omitted() {
    let game = with_passes();
    let with_passes: String = game.moves().iter().map(|mv| format!("{mv} ")).collect();
    assert!(with_passes.contains("pass"));
    assert_eq!(read(&with_passes).record.game, game);
    let record = GameRecord::new(game);
    let written = write_pgn(&record).unwrap();
    assert!(!written.contains("pass"));
    assert_eq!(read(&written).record.game, record.game);
}

#[test]
fn errors_name_line_and_column() {
    let place = |text: &str| parse_pgn(text, Shape::STANDARD).unwrap_err().place();
    assert_eq!(place(&FINAL.replace("C3", "A1")), (8, 4));
    assert_eq!(place(&FINAL.replace("C3", "é")), (8, 4));
    assert_eq!(place(&FINAL.replace("C4", "C4 {x")), (9, 7));
    assert_eq!(place(&FINAL.replace("C4", "C4 )")), (9, 7));
    assert_eq!(place(&FINAL.replace("[Date", " [Date\"")), (2, 2));
    assert_eq!(place(&FINAL.replace("D3", "D3 --")), (8, 10));
}

#[test]
fn only_the_usual_start_is_written() {
    let start = Position::start(Shape::STANDARD).with_other_mover();
    let record = GameRecord::new(Game::from_position(start));
    assert_eq!(write_pgn(&record), Err(Refusal::PgnStart));
    let small: Shape = "6x6".parse().unwrap();
    let record = GameRecord::new(Game::from_transcript(small, "e4").unwrap());
    let written = write_pgn(&record).unwrap();
    assert_eq!(parse_pgn(&written, small).unwrap().record, record);
}
