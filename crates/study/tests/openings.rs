//! Whether the built-in table of openings is correct and covers real games.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use outflank_othello::format::read_game_file;
use outflank_othello::{Color, Game, Position, Shape, Square};
use outflank_study::{Opening, OpeningNames};

fn game(moves: &str) -> Game {
    Game::from_transcript(Shape::STANDARD, moves).unwrap()
}

fn openings() -> &'static [Opening] {
    OpeningNames::shipped().openings()
}

fn found(game: &Game) -> Option<(&'static str, usize)> {
    let named = OpeningNames::shipped().name_of(game)?;
    Some((named.opening.name, named.ply))
}

/// Returns the game with these squares, or `None` if one of them is illegal.
fn played(start: Position, squares: &[Square]) -> Option<Game> {
    let mut game = Game::from_position(start);
    for &square in squares {
        game.play(square).ok()?;
    }
    Some(game)
}

#[test]
fn names_are_unique_and_contain_no_separator() {
    assert!(openings().len() >= 100, "{}", openings().len());
    let mut seen = HashSet::new();
    for opening in openings() {
        for name in std::iter::once(&opening.name).chain(&opening.also) {
            assert!(seen.insert(name.to_lowercase()), "{name} occurs twice");
            assert!(!name.contains([',', ';']), "{name}");
        }
    }
}

#[test]
fn every_opening_is_found_by_its_moves_in_every_symmetry() {
    let start = Position::start(Shape::STANDARD);
    let all = Shape::STANDARD.symmetries();
    let own = all.filter(|&symmetry| start.under(symmetry) == start);
    let own: Vec<_> = own.collect();
    assert_eq!(own.len(), 4, "identity, half turn, both diagonals");
    for opening in openings() {
        let moves: Vec<Square> = game(opening.moves).squares().collect();
        let plies = game(opening.moves).moves().len();
        assert_eq!(plies, moves.len(), "{opening} has a pass");
        for symmetry in Shape::STANDARD.symmetries() {
            let turned = moves.iter().map(|&at| symmetry.square(at, Shape::STANDARD));
            let turned: Vec<_> = turned.collect();
            let game = played(start.under(symmetry), &turned).unwrap();
            assert_eq!(found(&game), Some((opening.name, moves.len())));
            if own.contains(&symmetry) {
                assert_eq!(game.start(), &start);
            }
        }
    }
}

#[test]
fn known_openings_have_their_families() {
    for (moves, shown) in [
        ("f5d6", "Perpendicular Opening"),
        ("e6f4c3c4d3", "Tiger"),
        ("d3c5f6f5e6e3c3e7", "Tiger, Stephenson, Kung"),
        (
            "c4e3f4c5d6f3e6c3d3e2b6f5g5",
            "Fishhook, Rose, Sharp Rose, Rose-Birth, Rose-Birdie",
        ),
        ("f5f6e6d6c5e3d3g5d7", "Cow, Rose-v-Toth, Tanida, Aircraft"),
        ("f5f6e6f4g5", "Heath"),
        ("f5f6e6f4e3c5g5d6g6", "Cow, Bat (Kling Alternative)"),
    ] {
        let named = OpeningNames::shipped().name_of(&game(moves)).unwrap();
        assert_eq!(named.opening.to_string(), shown, "{moves}");
        assert_eq!(named.ply, moves.len() / 2);
    }
}

/// Returns all games that reach the same position with two moves of one side swapped.
fn transpositions(moves: &[Square]) -> Vec<Game> {
    let start = Position::start(Shape::STANDARD);
    let goal = *played(start, moves).unwrap().position();
    let mut games = Vec::new();
    for first in 0..moves.len() {
        for second in (first + 2..moves.len()).step_by(2) {
            let mut other = moves.to_vec();
            other.swap(first, second);
            let game = played(start, &other);
            games.extend(game.filter(|game| *game.position() == goal));
        }
    }
    games
}

#[test]
fn openings_are_found_through_transpositions() {
    // Black's moves at plies 3 and 5 are swapped in the first game, those at plies 1 and 3 in the
    // last.
    assert_eq!(found(&game("f5d6c4d3c3")), Some(("Tiger", 5)));
    assert_eq!(found(&game("f5f6e6f4e3")), Some(("Cow", 5)));
    assert_eq!(found(&game("e6f6f5f4e3")), Some(("Cow", 5)));
    let mut transposed = HashSet::new();
    for opening in openings() {
        let moves: Vec<Square> = game(opening.moves).squares().collect();
        for game in transpositions(&moves) {
            assert_eq!(found(&game), Some((opening.name, moves.len())));
            transposed.insert(opening.name);
        }
    }
    assert!(transposed.len() > 50, "{}", transposed.len());
}

#[test]
fn other_boards_have_no_openings() {
    for shape in ["6x6", "10x10", "8x8-a1"] {
        let mut game = Game::new(shape.parse().unwrap());
        for _ in 0..5 {
            let square = game.position().legal_moves().first().unwrap();
            game.play(square).unwrap();
            assert_eq!(found(&game), None, "{shape}");
        }
    }
}

/// Returns the folder of the full test data, if there is one.
fn outside_data() -> Option<PathBuf> {
    let folder = std::env::var_os("OUTFLANK_DATA");
    if folder.is_none() {
        println!("OUTFLANK_DATA is not set: skipping the tests with other lists and years");
    }
    folder.map(PathBuf::from)
}

/// Returns the number of games in a file, the number with a named opening, and the number whose
/// opening name goes beyond White's first move.
fn shares(path: &Path) -> (usize, usize, usize) {
    let games = read_game_file(path, Shape::STANDARD).unwrap();
    let mut shares = (0, 0, 0);
    for (_, record) in &games.records {
        let ply = found(&record.game).map_or(0, |(_, ply)| ply);
        shares.0 += 1;
        shares.1 += usize::from(ply > 0);
        shares.2 += usize::from(ply > 2);
        assert!(ply <= record.game.moves().len());
    }
    shares
}

/// Asserts that all games have a named opening and nine in ten have a name beyond White's first
/// move.
fn check_shares(path: &Path) {
    let (games, named, narrower) = shares(path);
    let file = path.display();
    println!("{file}: {games} games, {named} with a name, {narrower} beyond the first reply");
    assert!(games > 50, "{file}");
    assert_eq!(named, games, "{file}: every game has White's first reply");
    assert!(narrower * 10 > games * 9, "{file}: {narrower} of {games}");
}

#[test]
fn nine_in_ten_tournament_games_have_a_named_opening() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/wthor");
    check_shares(&PathBuf::from(folder).join("WTH_1980.wtb"));
    if let Some(folder) = outside_data() {
        for year in [1985, 1995, 2005, 2022] {
            check_shares(&folder.join(format!("games/wthor/WTH_{year}.wtb")));
        }
    }
}

/// Normalizes a name to lower case, without the words and punctuation that only some lists add.
fn plain(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !matches!(*word, "" | "opening" | "variation" | "the"))
        .collect()
}

/// Parses a list whose lines contain 64 characters, row by row, and the name. `0` is Black, who
/// moves first, so White is to move if the number of discs is odd.
fn listed(text: &str) -> Vec<(Position, String)> {
    let position = |board: &str| {
        let discs = |sign| {
            let cells = Shape::STANDARD.cells_in_order().zip(board.chars());
            cells
                .filter(move |&(_, c)| c == sign)
                .map(|(square, _)| square)
        };
        let mover = match board.matches(['0', '1']).count() % 2 {
            0 => Color::Black,
            _ => Color::White,
        };
        Position::with_discs(Shape::STANDARD, discs('0'), discs('1'), mover).unwrap()
    };
    text.lines()
        .map(|line| {
            let (board, name) = line.split_once(' ').unwrap();
            (position(board), name.to_owned())
        })
        .collect()
}

#[test]
fn the_table_agrees_with_another_list() {
    let Some(folder) = outside_data() else {
        return;
    };
    let path = folder.join("openings/names-en.txt");
    let list = listed(&std::fs::read_to_string(path).unwrap());
    let mut by_name = BTreeMap::new();
    for opening in openings() {
        for name in std::iter::once(&opening.name).chain(&opening.also) {
            by_name.insert(plain(name), opening.name);
        }
    }
    let (mut agree, mut differ) = (0, Vec::new());
    for (position, name) in &list {
        let here = OpeningNames::shipped().of_position(position);
        let here = here.map(|opening| opening.name);
        let elsewhere = by_name.get(&plain(name)).copied();
        if here.is_some() && here == elsewhere {
            agree += 1;
        } else {
            differ.push(format!(
                "{name}: here {here:?}, but that name is {elsewhere:?}"
            ));
        }
    }
    println!("{agree} of {} agree", list.len());
    assert_eq!(differ, Vec::<String>::new());
}
