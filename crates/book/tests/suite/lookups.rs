//! Positions looked up as they stand on the board.

use outflank_book::{Book, Store};
use outflank_othello::{Position, Shape, Symmetry};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{entries, grow};

#[test]
fn symmetric_positions_have_symmetric_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    grow(&path, "8x8", 80);
    let book = Book::open(&path).unwrap();
    let start = Position::start(Shape::STANDARD);
    let mut position = start;
    for _ in 0..4 {
        let found = book.look_up(&position).unwrap().unwrap();
        let best = found.moves[0];
        assert_eq!(
            best.score,
            found.entry.unwrap().score,
            "the best move has the score"
        );
        for symmetry in Symmetry::ALL {
            let image = book.look_up(&position.under(symmetry)).unwrap().unwrap();
            let mut scores: Vec<_> = found
                .moves
                .iter()
                .map(|mv| {
                    (
                        symmetry.square(mv.square, Shape::STANDARD),
                        mv.score,
                        mv.lines,
                    )
                })
                .collect();
            let mut images: Vec<_> = image
                .moves
                .iter()
                .map(|mv| (mv.square, mv.score, mv.lines))
                .collect();
            scores.sort_unstable();
            images.sort_unstable();
            // A position that is its own image knows each move in one of its places.
            if scores != images {
                let sum = |all: &[(_, i8, u32)]| all.iter().map(|mv| i32::from(mv.1)).sum::<i32>();
                assert_eq!((scores.len(), sum(&scores)), (images.len(), sum(&images)));
            }
            assert!(
                images
                    .iter()
                    .all(|mv| position.under(symmetry).legal_moves().contains(mv.0))
            );
        }
        position = position.play(best.square).unwrap();
    }
}

#[test]
fn every_entry_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    grow(&path, "6x6", 600);
    let store = Store::open(&path).unwrap();
    for entry in entries(&path) {
        assert_eq!(store.get(entry.board).unwrap(), Some(entry));
    }
}

#[test]
fn random_choice_stays_within_the_margin() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    grow(&path, "6x6", 600);
    let book = Book::open(&path).unwrap();
    let found = book
        .look_up(&Position::start("6x6".parse().unwrap()))
        .unwrap()
        .unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let best = found.moves[0];
    assert_eq!(found.choose(0, |_| 1.0, &mut random), Some(best));
    for margin in [1, 4, 64] {
        for _ in 0..50 {
            let chosen = found.choose(margin, |_| 1.0, &mut random).unwrap();
            assert!(chosen.is_inside && best.score - chosen.score <= margin as i8);
        }
    }
}

#[test]
fn positions_of_other_boards_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    grow(&path, "6x6", 5);
    let book = Book::open(&path).unwrap();
    for board in ["8x8", "9x7", "4x4"] {
        let start = Position::start(board.parse().unwrap());
        assert_eq!(book.look_up(&start).unwrap(), None);
    }
}
