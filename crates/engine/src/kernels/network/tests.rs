//! Every form against the portable one, and that against the plain loops.

use outflank_othello::{Bitboard as _, Board, Layout};

use super::*;
use crate::evaluation::PatternSet;
use crate::evaluation::network::WIDTHS;
use crate::evaluation::network::tests::{boards, some_network};
use crate::kernels::features::portable::set_up;

fn counts(board: Board) -> [u32; 3] {
    let moves = |board: Board| board.legal_moves(&Layout::STANDARD).count();
    [moves(board), moves(board.pass()), board.occupied().count()]
}

/// Networks whose numbers are those of trained ones, or as great as they may be, and
/// boards of games.
fn each(mut test: impl FnMut(&Network, &Lanes<LANES>, [u32; 3], i32)) {
    let places = PatternSet::standard().places();
    let boards = boards(if cfg!(miri) { 2 } else { 1_000 }, 11);
    for width in WIDTHS {
        for (rows, is_wild) in [(20, false), (i8::MAX, false), (i8::MAX, true)] {
            let network = some_network(width, 100 + width as u64, rows, is_wild);
            for &board in &boards {
                let lanes = set_up(places, board);
                let counts = counts(board);
                test(&network, &lanes, counts, network.value(board));
            }
        }
    }
}

#[test]
fn the_portable_form_gives_the_value() {
    let places = PatternSet::standard().places();
    each(|network, lanes, counts, value| {
        assert_eq!(portable::value(network, places, lanes, counts), value);
    });
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_avx2_form_gives_the_value() {
    if !crate::tier::Tier::Avx2.is_available() {
        println!("no AVX2 here: left out");
        return;
    }
    let places = PatternSet::standard().places();
    each(|network, lanes, counts, value| {
        // SAFETY: the processor has the features, as asked above.
        let found = unsafe { avx2::value(network, places, lanes, counts) };
        assert_eq!(found, value, "width {}", network.width());
    });
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_avx512_forms_give_the_value() {
    if !crate::tier::Tier::Avx512.is_available() {
        println!("no AVX-512 here: left out");
        return;
    }
    let places = PatternSet::standard().places();
    each(|network, lanes, counts, value| {
        // SAFETY: the processor has the features, as asked above.
        let (found, without) = unsafe {
            (
                avx512::value(network, places, lanes, counts),
                avx512::without_vnni(network, places, lanes, counts),
            )
        };
        assert_eq!(found, value, "width {}", network.width());
        assert_eq!(without, value, "width {}", network.width());
    });
}
