//! Names and display of the example games.

use crate::common::moves;
use outflank_gametree::games::{
    ConnectFour, DotsAndBoxes, Kalah, NamedGame, Nim, TicTacToe, connect_four, figures::Figure,
};
use outflank_gametree::{
    Cell, Game, GameDisplay, GameTask, Heuristic, KMoves, Picture, Search, Side, Value,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the state after moves given by name.
fn after<G: GameDisplay>(game: &G, start: G::State, names: &str) -> G::State {
    names.split_whitespace().fold(start, |state, name| {
        let mut moves = moves(game, &state).into_iter();
        let named = moves.find(|&mv| game.move_name(&state, mv) == name);
        game.play(&state, named.expect(name))
    })
}

/// Returns a picture as text: `x` and `o` for the sides, `.` for empty, a blank for no square.
fn text(picture: Option<Picture>) -> String {
    let cell = |cell: &Cell| match cell {
        Cell::Empty => ".".to_owned(),
        Cell::Hole => " ".to_owned(),
        Cell::Piece { side, .. } => ["x", "o"][*side as usize].to_owned(),
        Cell::Text(text) => text.clone(),
    };
    let rows = picture.expect("a picture").rows;
    let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<String>();
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

#[test]
fn tic_tac_toe_is_displayed() {
    let board = after(&TicTacToe, TicTacToe::START, "b2 a1 c1");
    assert_eq!(text(TicTacToe.picture(&board)), "O.X/.X./...");
    assert_eq!(TicTacToe.side_name(Side::Min), "O");
    let values = [TicTacToe::WIN, -TicTacToe::WIN, 0, 3, -3];
    let names = values.map(|value| TicTacToe.value_name(value));
    assert_eq!(names, ["X wins", "O wins", "even", "+3", "-3"]);
}

#[test]
fn captions_count_the_moves_left_in_a_turn() {
    let game = KMoves::new(TicTacToe, 2);
    let start = game.start(TicTacToe::START, 1);
    assert_eq!(game.caption(&start).as_deref(), Some("X has 1 move left"));
    let state = after(&game, start, "a1");
    assert_eq!(game.caption(&state).as_deref(), Some("O has 2 moves left"));
    let state = after(&game, state, "b1");
    assert_eq!(game.caption(&state).as_deref(), Some("O has 1 move left"));
    assert_eq!(text(game.picture(&state)), "XO./.../...");
    let over = after(&game, state, "c1 b2 c3");
    assert_eq!(game.terminal_value(&over), Some(TicTacToe::WIN));
    assert_eq!(game.caption(&over), None);
    assert_eq!(game.value_name(TicTacToe::WIN), "X wins");
}

#[test]
fn connect_four_is_displayed() {
    let game = ConnectFour::new(4, 3, 3).expect("a board");
    let board = after(&game, game.start(), "a b a d");
    assert_eq!(text(game.picture(&board)), "..../x.../xo.o");
    let board = after(&game, board, "a");
    assert_eq!(game.terminal_value(&board), Some(ConnectFour::WIN));
}

/// Counts the lines of each side square by square in the picture, and returns whether each side has
/// a full line.
fn naive_lines(rows: &[Vec<Cell>], length: i32) -> ([Value; 2], [bool; 2]) {
    let at = |column: i32, row: i32| -> Option<&Cell> {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?)
    };
    let (mut worth, mut has_full) = ([0, 0], [false, false]);
    for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for (column, row) in (0..9).flat_map(|column| (0..9).map(move |row| (column, row))) {
            let line = (0..length).map(|step| at(column + step * right, row + step * down));
            let Some(line) = line.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let count = |side: Side| {
                let is_own = |cell: &&&Cell| matches!(cell, Cell::Piece { side: owner, .. } if *owner == side);
                line.iter().filter(is_own).count() as Value
            };
            for side in [Side::Max, Side::Min] {
                if count(side.other()) == 0 {
                    worth[side as usize] += count(side).pow(2);
                }
                has_full[side as usize] |= count(side) == length;
            }
        }
    }
    (worth, has_full)
}

#[test]
fn connect_four_lines_match_a_naive_count() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut wins = [0, 0];
    for (columns, rows, in_a_row) in [(7, 6, 4), (4, 5, 3), (9, 6, 5), (6, 9, 6), (8, 7, 2)] {
        let game = ConnectFour::new(columns, rows, in_a_row).expect("a board");
        for _ in 0..50 {
            let mut board = game.start();
            loop {
                let picture = game.picture(&board).expect("a picture");
                let (worth, has_full) = naive_lines(&picture.rows, in_a_row as i32);
                assert_eq!(connect_four::lines(&game, &board), worth[0] - worth[1]);
                let outcome = game.terminal_value(&board);
                assert_eq!(outcome == Some(ConnectFour::WIN), has_full[0]);
                assert_eq!(outcome == Some(-ConnectFour::WIN), has_full[1]);
                wins[0] += i32::from(has_full[0]);
                wins[1] += i32::from(has_full[1]);
                if outcome.is_some() {
                    break;
                }
                let moves = moves(&game, &board);
                board = game.play(&board, moves[random.random_range(0..moves.len())]);
            }
        }
    }
    assert!(wins.iter().all(|&wins| wins > 50), "{wins:?}");
}

#[test]
fn dots_and_boxes_is_displayed() {
    let game = DotsAndBoxes::new(2, 1).expect("a board");
    let board = after(&game, game.start(), "a1b1 a1a2 b1b2 a2b2");
    assert_eq!(text(game.picture(&board)), "•—•.•/|■|../•—•.•");
    // Min has completed the box and moves again.
    assert_eq!(game.mover(&board), Side::Min);
    assert_eq!(game.caption(&board).as_deref(), Some("boxes 0 to 1"));
    let board = after(&game, board, "b1c1 c1c2 b2c2");
    assert_eq!(game.terminal_value(&board), Some(-2));
    assert_eq!(game.caption(&board).as_deref(), Some("boxes 0 to 2"));
}

#[test]
fn nim_is_displayed() {
    let game = Nim::new(&[3, 4, 5], Some(2)).expect("a game");
    let heaps = after(&game, game.start(), "a2 c1 a1");
    assert_eq!(text(game.picture(&heaps)), "044");
    assert_eq!(game.value_name(-1), "Min wins");
}

#[test]
fn kalah_is_displayed_and_sown_correctly() {
    let game = Kalah::new(3, 2).expect("a game");
    let board = |names| after(&game, game.start(), names);
    assert_eq!(text(game.picture(&game.start())), "0222 / 2220");
    // The last seed falls into the mover's store: the same side moves again.
    let again = board("2");
    assert_eq!(text(game.picture(&again)), "0222 / 2031");
    assert_eq!(game.mover(&again), Side::Max);
    // Three seeds go around the end into the other side's pits.
    let around = board("2 3");
    assert_eq!(text(game.picture(&around)), "0233 / 2002");
    assert_eq!(game.mover(&around), Side::Min);
    // North's last seed falls into its empty third pit; the opposite pit is empty, but the
    // seed itself goes to the store.
    let empty = board("1 2 3 1 1");
    assert_eq!(text(game.picture(&empty)), "3010 / 0530");
    assert_eq!(game.mover(&empty), Side::Max);

    let game = Kalah::new(3, 1).expect("a game");
    let board = |names| after(&game, game.start(), names);
    // South's last seed captures that of North's first pit.
    let capture = board("3 2");
    assert_eq!(text(game.picture(&capture)), "0110 / 1003");
    assert_eq!(game.mover(&capture), Side::Min);
    let over = board("3 2 3 2");
    assert_eq!(text(game.picture(&over)), "3000 / 0003");
    assert_eq!(game.terminal_value(&over), Some(0));

    // South has emptied its only pit: the seeds in North's pit are North's.
    let game = Kalah::new(1, 2).expect("a game");
    let over = after(&game, game.start(), "1");
    assert_eq!(text(game.picture(&over)), "30 / 01");
    assert_eq!(game.terminal_value(&over), Some(-2));
}

#[test]
fn sizes_out_of_range_are_rejected() {
    for (columns, rows, in_a_row) in [(0, 6, 4), (7, 0, 4), (10, 1, 4), (9, 7, 4), (7, 6, 7)] {
        assert!(ConnectFour::new(columns, rows, in_a_row).is_err());
    }
    assert!(DotsAndBoxes::new(6, 1).is_err() && DotsAndBoxes::new(1, 0).is_err());
    assert!(Nim::new(&[], None).is_err() && Nim::new(&[0], None).is_err());
    assert!(Nim::new(&[1; 9], None).is_err() && Nim::new(&[1], Some(0)).is_err());
    assert!(Kalah::new(7, 1).is_err() && Kalah::new(1, 0).is_err());
}

/// Returns the game's picture or caption, and its value at depth 3.
struct Look;

impl GameTask for Look {
    type Output = (Option<Picture>, Option<String>, Value);

    fn run<G: GameDisplay, H: Heuristic<G>>(
        self,
        game: &G,
        start: &G::State,
        heuristic: &H,
    ) -> Self::Output {
        let result = Search::new(game).heuristic(heuristic).depth(3).run(start);
        (game.picture(start), game.caption(start), result.value)
    }
}

#[test]
fn game_names_round_trip() {
    for (name, printed) in [
        ("tic-tac-toe", "tic-tac-toe"),
        ("tic-tac-toe:1", "tic-tac-toe"),
        ("tic-tac-toe:2@a1,b2,c3", "tic-tac-toe:2@a1,b2,c3"),
        ("connect-four", "connect-four:7x6"),
        ("connect-four:5x4,4", "connect-four:5x4"),
        ("connect-four:4x4,3@d,d", "connect-four:4x4,3@d,d"),
        ("dots-and-boxes", "dots-and-boxes:2x2"),
        ("dots-and-boxes:3x1@a1b1", "dots-and-boxes:3x1@a1b1"),
        ("nim", "nim:3,4,5"),
        ("nim:7,1/3@a3", "nim:7,1/3@a3"),
        ("kalah", "kalah:6x4"),
        ("kalah:03x2", "kalah:3x2"),
        ("random:2,3,4", "random:2,3,4"),
        (
            "random-sums:2,3,18446744073709551615",
            "random-sums:2,3,18446744073709551615",
        ),
        ("figure:wikipedia@2,1", "figure:wikipedia@2,1"),
    ] {
        let example: NamedGame = name.parse().expect(name);
        assert_eq!(example.to_string(), printed);
        let again: NamedGame = printed.parse().expect(printed);
        assert_eq!(example.run(Look), again.run(Look), "{name}");
    }
    let example: NamedGame = "tic-tac-toe:2@a1,b2,c3".parse().expect("a game");
    let (picture, caption, _) = example.run(Look);
    assert_eq!(text(picture), "X../.X./..O");
    assert_eq!(caption.as_deref(), Some("O has 1 move left"));
}

#[test]
fn every_listed_form_is_accepted() {
    for (form, _) in NamedGame::FORMS {
        let name = form.split([':', '[']).next().expect("a name");
        let example = match name {
            "random" | "random-sums" => format!("{name}:3,4,1"),
            "figure" => format!("{name}:{}", Figure::ALL[0].name),
            _ => name.to_owned(),
        };
        assert!(example.parse::<NamedGame>().is_ok(), "{form}");
    }
}

#[test]
fn errors_name_the_column_and_what_was_expected() {
    for (name, column, expected) in [
        ("chess", 1, "one of tic-tac-toe[:K] connect-four"),
        ("", 1, "one of tic-tac-toe[:K] connect-four"),
        ("tic-tac-toe:5", 13, "1 to 4 moves per turn"),
        ("tic-tac-toe:", 13, "1 to 4 moves per turn"),
        ("connect-four:7", 14, "WxH or WxH,N"),
        ("connect-four:9x9", 14, "1x1 to 9x6"),
        ("connect-four:+7x6", 14, "WxH or WxH,N"),
        ("dots-and-boxes:6x6", 16, "1x1 to 5x5"),
        ("nim:", 5, "HEAP,HEAP"),
        ("nim:300", 5, "HEAP,HEAP"),
        ("nim:100", 5, "1 to 8 heaps of 1 to 99"),
        ("nim:3/", 5, "HEAP,HEAP"),
        ("kalah:7x1", 7, "1x1 to 6x6"),
        ("random", 7, "a colon and B,D,SEED"),
        ("random:3,4", 8, "B,D,SEED"),
        ("random:100,60,1", 8, "1 to 100 children"),
        ("random-sums:0,1,1", 13, "1 to 100 children"),
        ("figure", 7, "a colon and a figure, one of min-3-max-5-a"),
        ("figure:é", 8, "a figure, one of min-3-max-5-a"),
        ("tic-tac-toe@", 13, "a move, one of a1 b1 c1"),
        ("tic-tac-toe@a1,a1", 16, "a move, one of b1 c1"),
        ("tic-tac-toe@a1,a2,b1,b2,c1,c2", 28, "no further move"),
        ("figure:min-3-max-5-a@1,1", 24, "no further move"),
    ] {
        let error = name.parse::<NamedGame>().expect_err(name);
        assert_eq!(error.column, column, "{error}");
        assert!(error.expected.starts_with(expected), "{error}");
        let line = error.to_string();
        assert!(line.contains(name) && !line.contains('\n'), "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn arbitrary_names_do_not_panic(
        text in "(tic-tac-toe|connect-four|dots-and-boxes|nim|kalah|random|random-sums|figure)?\
                 (:[0-9x,/é+-]{0,8})?(@[a-c1-3,]{0,8})?"
    ) {
        if let Ok(example) = text.parse::<NamedGame>() {
            let printed = example.to_string();
            let again = printed.parse::<NamedGame>().map(|again| again.to_string());
            prop_assert_eq!(again, Ok(printed));
        }
    }
}
