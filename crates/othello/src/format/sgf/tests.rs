//! Round trips and errors.

use super::{parse_sgf, write_sgf};
use crate::format::{
    Date, Ending, GameRecord, GameResult, MoveNote, Omission, ParsedGame, RecordedScore, Refusal,
};
use crate::game::with_passes;
use crate::{Color, Game, Position, Shape, Square};

fn read(text: &str) -> ParsedGame {
    parse_sgf(text).unwrap()
}

#[test]
fn a_game_is_read_completely() {
    let text = "(;FF[4]GM[2]SZ[8]EV[World championship]RO[F1]PC[Reykjavik]DT[2005-11-12]\
        PB[Tamenori\nHideshi]PW[Lee [Kwang\\] Wook]BR[2100.5]TM[1500]RE[B+R]GC[about it]US[me]\
        C[before];B[f5]C[a good\nmove];W[d6]V[-1.25];B[c3])";
    let ParsedGame { record, omissions } = read(text);
    assert_eq!(omissions, [Omission::Property("US".to_owned())]);
    assert_eq!(record.black.name.as_deref(), Some("Tamenori Hideshi"));
    assert_eq!(record.white.name.as_deref(), Some("Lee [Kwang] Wook"));
    assert_eq!(record.date, Date::new(2005, 11, 12));
    assert_eq!(record.black.rating, Some(2100.5));
    assert_eq!(record.white.clock.unwrap().to_string(), "25:00");
    assert_eq!(record.comment.as_deref(), Some("about it\nbefore"));
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.result.unwrap().ending, Some(Ending::Resigned));
    assert_eq!(record.notes[0].comment.as_deref(), Some("a good\nmove"));
    assert_eq!(record.notes[1].evaluation, Some(1.25));
    assert_eq!(read(&write_sgf(&record).unwrap()).record, record);
}

#[test]
fn moves_are_read_in_every_notation() {
    let notations = ";B[f5];W[d6] ;Black[F5];White[D6] ;B[fe];W[df]".split(' ');
    for moves in notations.chain([";B [f5]\n;W [d6]"]) {
        let record = read(&format!("(;GM[2]{moves})")).record;
        let squares: Vec<Square> = record.game.squares().collect();
        assert_eq!(squares.len(), 2, "{moves}");
        assert_eq!(squares[1].to_string(), "d6");
    }
}

#[test]
fn only_the_main_line_is_read() {
    let read = read("(;GM[2];B[f5](;W[d6];B[c3])(;W[f6](;B[e6])(;B[x]C[a)\\]b])))");
    assert_eq!(read.omissions, [Omission::Variations]);
    assert_eq!(crate::notation::transcript(&read.record.game), "f5d6c3");
}

#[test]
fn other_starts_and_boards_are_kept() {
    let squares = |names: &[&str]| -> Vec<Square> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    };
    let text = "(;GM[2]SZ[6:5]AB[a1:b2][c3]AW[c1]PL[W])";
    let black = squares(&["a1", "b1", "a2", "b2", "c3"]);
    let (shape, white) = ("6x5".parse().unwrap(), squares(&["c1"]));
    let start = Position::with_discs(shape, black, white, Color::White).unwrap();
    assert_eq!(read(text).record.game.start(), &start);
    for start in [
        start,
        Position::start("9x7".parse().unwrap()),
        Position::start(Shape::STANDARD).with_other_mover(),
        Position::with_discs(Shape::STANDARD, [], [], Color::Black).unwrap(),
        Position::with_discs(Shape::STANDARD, squares(&["d4"]), [], Color::White).unwrap(),
    ] {
        let record = GameRecord::new(Game::from_position(start));
        let read = read(&write_sgf(&record).unwrap()).record;
        assert_eq!(read.game, record.game);
    }
    let emptied = read("(;GM[2]AE[d4:d5])").record;
    assert_eq!(emptied.game.start().empties().len(), 62);
    let holes = GameRecord::new(Game::new("8x8-a1".parse().unwrap()));
    assert_eq!(write_sgf(&holes), Err(Refusal::SgfHoles));
}

#[test]
fn results_are_read_and_written() {
    let result = |text: &str| read(&format!("(;GM[2]RE[{text}])")).record.result;
    assert_eq!(result("W+12"), Some(GameResult::difference(-12.0)));
    assert_eq!(result("Draw"), Some(GameResult::difference(0.0)));
    assert_eq!(result("?"), None);
    let unknown = Omission::Value("RE".to_owned());
    assert_eq!(read("(;GM[2]RE[B wins])").omissions, [unknown]);
    for text in ["B+12", "W+3.5", "0", "B+R", "W+T", "B+"] {
        let record = read(&format!("(;GM[2]RE[{text}])")).record;
        let written = write_sgf(&record).unwrap();
        assert!(written.contains(&format!("RE[{text}]")), "{text}");
    }
    let winner = result("W+Time").unwrap();
    assert_eq!(winner.score, RecordedScore::Winner(Color::White));
    assert_eq!(winner.ending, Some(Ending::Time));
}

#[test]
fn passes_are_explicit() {
    let record = GameRecord::new(with_passes());
    let text = write_sgf(&record).unwrap();
    assert!(text.contains("[]"), "{text}");
    assert_eq!(read(&text).record.game, record.game);
    for pass in ["[pass]", "[tt]", "[--]"] {
        assert_eq!(read(&text.replace("[]", pass)).record.game, record.game);
    }
    let silent = text.replace(";B[]", "").replace(";W[]", "");
    assert_eq!(read(&silent).record.game, record.game);
}

#[test]
fn invalid_games_are_rejected_with_line_and_column() {
    let column = |text: &str| parse_sgf(text).unwrap_err().column();
    assert_eq!(column(""), 1);
    assert_eq!(column("(;GM[1])"), 6);
    assert_eq!(column("(;FF[4])"), 1);
    assert_eq!(column("(;GM[2]"), 8);
    assert_eq!(column("(GM[2])"), 5);
    assert_eq!(column("(;GM[2];B[a1])"), 11);
    assert_eq!(column("(;GM[2];W[f5])"), 11);
    assert_eq!(column("(;GM[2];B[f5]W[d6])"), 16);
    assert_eq!(column("(;GM[2];B[f5];AB[d6])"), 18);
    assert_eq!(column("(;GM[2]SZ[40])"), 11);
    assert_eq!(column("(;GM[2]) x"), 10);
    assert_eq!(column("(;GM[2]AB[a1][i1]AW[b1])"), 11);
    assert_eq!(column("(;GM[2]AB[g1]SZ[6];B[f5])"), 11);
}

#[test]
fn an_evaluation_for_white_is_written_for_black() {
    let game = Game::from_transcript(Shape::STANDARD, "f5d6").unwrap();
    let mut record = GameRecord::new(game);
    record.notes.resize(2, MoveNote::default());
    record.notes[1].evaluation = Some(2.5);
    let text = write_sgf(&record).unwrap();
    assert!(text.contains("W[d6]V[-2.5]"), "{text}");
    assert_eq!(read(&text).record, record);
}
