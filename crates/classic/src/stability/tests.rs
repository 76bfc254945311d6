//! What is called stable is never flipped.

use outflank_othello::Layout;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Every continuation of `board`: none may flip a disc of `stable`.
fn assert_kept<B: Bitboard>(board: Board<B>, own: B, other: B, layout: &Layout<B>) {
    assert!(
        (own & !board.mover).is_empty() && (other & !board.opponent).is_empty(),
        "{board:?}"
    );
    let moves = board.legal_moves(layout);
    if moves.is_empty() {
        if !board.is_over(layout) {
            assert_kept(board.pass(), other, own, layout);
        }
        return;
    }
    for index in moves.indices() {
        assert_kept(board.play(index, layout), other, own, layout);
    }
}

fn random_board<B: Bitboard>(
    layout: &Layout<B>,
    empties: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Board<B> {
    let mut board = Board::start(layout);
    while board.empties(layout).count() > empties && !board.is_over(layout) {
        let moves = board.legal_moves(layout);
        board = match moves.count() {
            0 => board.pass(),
            count => {
                let place = random.random_range(0..count) as usize;
                let index = moves.indices().nth(place).unwrap();
                board.play(index, layout)
            }
        };
    }
    board
}

/// All continuations from `empties` empty squares on.
fn check_all_continuations<B: Bitboard>(shape: &str, empties: u32, games: u32) -> u32 {
    let layout = Layout::<B>::new(shape.parse().unwrap()).unwrap();
    let geometry = Geometry::new(&layout);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = 0;
    for _ in 0..games {
        let board = random_board(&layout, empties, &mut random);
        let stable = stable_discs(&geometry, board);
        found += stable.count();
        assert_kept(
            board,
            stable & board.mover,
            stable & board.opponent,
            &layout,
        );
    }
    found
}

#[test]
fn no_continuation_flips_a_stable_disc() {
    let mut found = 0;
    for (shape, empties) in [
        ("4x4", 8),
        ("4x5", 8),
        ("3x6", 8),
        ("8x8-a1h8", 6),
        ("8x8", 6),
    ] {
        found += check_all_continuations::<u64>(shape, empties, 150);
    }
    for (shape, empties) in [("9x7", 6), ("10x10-a1", 6), ("4x5", 8)] {
        found += check_all_continuations::<u128>(shape, empties, 150);
    }
    assert!(found > 5_000, "only {found} stable discs");
}

#[test]
fn a_corner_and_what_rests_on_it_is_stable() {
    let text = format!("XXX-----X-------{} O", "-".repeat(48));
    let position = Position::parse_obf(&text, outflank_othello::Shape::STANDARD).unwrap();
    let statuses = disc_statuses(&position);
    assert_eq!(statuses.len(), 4);
    assert!(
        statuses
            .iter()
            .all(|&(_, _, status)| status == DiscStatus::Stable)
    );
}

#[test]
fn a_full_board_is_stable_and_an_open_line_is_not() {
    let full = format!("{} X", "XO".repeat(32));
    let full = Position::parse_obf(&full, outflank_othello::Shape::STANDARD).unwrap();
    assert!(
        disc_statuses(&full)
            .iter()
            .all(|&(_, _, s)| s == DiscStatus::Stable)
    );
    let open = format!("-XO-----{} X", "-".repeat(56));
    let open = Position::parse_obf(&open, outflank_othello::Shape::STANDARD).unwrap();
    assert!(
        disc_statuses(&open)
            .iter()
            .all(|&(_, _, s)| s == DiscStatus::Unstable)
    );
}
