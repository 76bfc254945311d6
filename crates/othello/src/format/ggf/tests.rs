//! Round trips and errors of games of the published kinds.

use super::{parse_ggf, write_ggf};
use crate::format::{
    Date, Ending, GameRecord, GameResult, KomiBid, MoveNote, Omission, Player, RecordedScore,
    Refusal,
};
use crate::{Color, Game, Move, Position, Shape};

/// The 4×4 game of NBoard's test files, with a pass.
const SMALL: &str = "(;GM[Othello]PC[GGS/os]DT[947375357]PB[james]PW[anton]RB[1720]RW[1720]\
    TI[15:00//02:00]TY[4]RE[-2.00]BO[4 ---- -O*- -*O- ---- *]B[A2//7.50]W[A1//3.01]B[C4//1.80]\
    W[D2//3.33]B[D1//2.17]W[D4//5.60]B[D3//2.01]W[A3//5.72]B[B1//2.13]W[C1//3.68]B[pass//4.23]\
    W[B4//3.11]B[A4//1.99];)";

fn read(text: &str) -> GameRecord {
    let read = parse_ggf(text).unwrap();
    assert_eq!(read.omissions, []);
    read.record
}

/// Returns a game from the start on 8×8 with other properties.
fn game(properties: &str) -> String {
    format!(
        "(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]{properties};)"
    )
}

#[test]
fn a_server_game_is_read_completely() {
    let record = read(SMALL);
    assert_eq!(record.game.shape(), "4x4".parse::<Shape>().unwrap());
    assert_eq!(record.place.as_deref(), Some("GGS/os"));
    assert_eq!(record.date, Date::from_unix_seconds(947_375_357));
    assert_eq!(record.year(), Some(2000));
    assert_eq!(record.black.name.as_deref(), Some("james"));
    assert_eq!(record.white.rating, Some(1720.0));
    assert_eq!(record.black.clock, "15:00//02:00".parse().ok());
    assert_eq!(record.result, Some(GameResult::difference(-2.0)));
    assert_eq!(record.variant, None);
    assert_eq!(record.game.outcome().map(|o| o.black_score), Some(-2));
    assert_eq!(record.game.moves()[10], Move::Pass);
    assert_eq!(record.notes.len(), 13);
    assert_eq!(record.notes[10].seconds, Some(4.23));
    assert_eq!(read(&write_ggf(&record).unwrap()), record);
}

#[test]
fn a_komi_game_keeps_both_bids() {
    let text = game("TY[8kr20]KB[B3/2.00/27.23]KW[B3/-8.27]KM[-3.133]RE[-22.87:t]");
    let record = read(&text);
    let komi = record.komi.unwrap();
    assert_eq!(komi.discs, Some(-3.133));
    let bid = KomiBid {
        mv: Move::Place("b3".parse().unwrap()),
        evaluation: 2.0,
        seconds: Some(27.23),
    };
    assert_eq!(komi.black, Some(bid));
    assert_eq!(komi.white.unwrap().evaluation, -8.27);
    assert_eq!(record.variant.as_deref(), Some("8kr20"));
    let result = record.result.unwrap();
    assert_eq!(result.ending, Some(Ending::Time));
    assert_eq!(result.score, RecordedScore::Difference(-22.87));
    assert_eq!(read(&write_ggf(&record).unwrap()), record);
}

#[test]
fn omitted_passes_are_added() {
    let text = SMALL.replace("B[pass//4.23]", "");
    let record = read(&text);
    assert_eq!(record.game, read(SMALL).game);
    assert_eq!(record.notes[10], MoveNote::default());
    assert_eq!(record.notes[11].seconds, Some(3.11));
    for pass in ["B[PA]", "B[pa//4.23]", "B[PASS]"] {
        let text = SMALL.replace("B[pass//4.23]", pass);
        assert_eq!(read(&text).game, record.game);
    }
}

#[test]
fn text_before_a_game_is_skipped() {
    for before in ["1 ", "2 ", "set game ", "  \n"] {
        assert_eq!(read(&format!("{before}{SMALL}\n")), read(SMALL));
    }
}

#[test]
fn the_example_of_the_nboard_protocol_is_read() {
    let text = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]\
        RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";
    let record = read(text);
    assert_eq!(record.game.start(), &Position::start(Shape::STANDARD));
    assert_eq!(record.game.moves().len(), 8);
    assert_eq!((&record.result, record.notes.len()), (&None, 0));
    assert_eq!(record.date.as_ref().unwrap().time(), Some("20:52:27 GMT"));
    assert_eq!(read(&write_ggf(&record).unwrap()), record);
}

#[test]
fn supported_square_boards_are_read() {
    for side in [4, 6, 8, 10, 11] {
        let shape = Shape::new(side, side).unwrap();
        let record = GameRecord::new(Game::new(shape));
        assert_eq!(read(&write_ggf(&record).unwrap()), record);
    }
    let large = format!("(;GM[Othello]BO[14 {} *];)", "-".repeat(196));
    let error = parse_ggf(&large).unwrap_err();
    assert!(error.message().contains("14x14"), "{error}");
}

#[test]
fn unknown_values_are_reported_and_the_game_is_read() {
    let read = parse_ggf(&game("XX[1]DT[yesterday]RB[?]RE[black:x]B[f5/much/soon]")).unwrap();
    let names: Vec<String> = read.omissions.iter().map(ToString::to_string).collect();
    assert_eq!(read.omissions[0], Omission::Property("XX".to_owned()));
    for name in ["XX", "DT", "RB", "RE", "evaluation", "seconds"] {
        assert!(names.iter().any(|lost| lost.contains(name)), "{name}");
    }
    assert_eq!(read.record.game.moves().len(), 1);
}

#[test]
fn invalid_games_are_rejected_with_line_and_column() {
    let column = |text: &str| parse_ggf(text).unwrap_err().column();
    let start = game("");
    assert_eq!(column(""), 1);
    assert_eq!(column("(;GM[Amazons];)"), 6);
    assert_eq!(column("(;PB[x];)"), 1);
    assert_eq!(column("(;GM[Othello]PB[x"), 16);
    assert_eq!(column(&start.replace(";)", "")), start.len() - 1);
    assert_eq!(column("(;GM[Othello]BO[8 *];)"), 17);
    assert_eq!(column(&format!("{SMALL} {SMALL}")), SMALL.len() + 2);
    // The move follows the start, `;)` and its own `B[`.
    let place = start.len() - 2 + 3;
    for text in ["B[a1]", "B[z9]", "W[f5]", "B[pass]", "B[]", "B[é]"] {
        assert_eq!(column(&game(text)), place, "{text}");
    }
    let turn = parse_ggf(&game("B[f5]B[d6]")).unwrap_err();
    assert!(turn.message().contains("White's turn"), "{turn}");
}

#[test]
fn rectangular_boards_and_holes_are_not_written() {
    for shape in ["9x7", "8x8-a1"] {
        let record = GameRecord::new(Game::new(shape.parse().unwrap()));
        assert_eq!(write_ggf(&record), Err(Refusal::GgfShape));
    }
}

#[test]
fn brackets_in_names_do_not_end_the_value() {
    let record = GameRecord {
        black: Player::named("a]B[a1"),
        ..GameRecord::new(Game::new(Shape::STANDARD))
    };
    let read = read(&write_ggf(&record).unwrap());
    assert_eq!(read.player(Color::Black).name.as_deref(), Some("a)B(a1"));
}
