//! Every form against the portable one, and that against plain loops.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls of code for a tier, whose features are checked"
    )
)]

use outflank_othello::{Bitboard as _, Board, Layout};

use super::*;
use crate::evaluation::PatternSet;
use crate::evaluation::network::WIDTHS;
use crate::evaluation::network::tests::{boards, some_network, value as network_value};
use crate::kernels::features::portable::feature_indices;

fn counts(board: Board) -> [u32; 3] {
    let moves = |board: Board| board.legal_moves(&Layout::STANDARD).count();
    [moves(board), moves(board.pass()), board.occupied().count()]
}

/// Networks with weights like trained ones, or up to their limits, and boards of games.
fn each(mut test: impl FnMut(&Network, &FeatureIndices<MAX_INSTANCES>, [u32; 3], i32)) {
    let feature_map = PatternSet::standard().feature_map();
    let boards = boards(if cfg!(miri) { 2 } else { 1_000 }, 11);
    for width in WIDTHS {
        for (rows, is_wild) in [(20, false), (i8::MAX, false), (i8::MAX, true)] {
            let network = some_network(width, 100 + width as u64, rows, is_wild);
            for &board in &boards {
                let indices = feature_indices(feature_map, board);
                let counts = counts(board);
                test(&network, &indices, counts, network_value(&network, board));
            }
        }
    }
}

#[test]
fn the_portable_form_gives_the_value() {
    let feature_map = PatternSet::standard().feature_map();
    each(|network, indices, counts, value| {
        assert_eq!(
            portable::value(network, feature_map, indices, counts),
            value
        );
    });
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_avx2_form_gives_the_value() {
    if !crate::tier::Tier::Avx2.is_available() {
        println!("no AVX2 here: left out");
        return;
    }
    let feature_map = PatternSet::standard().feature_map();
    each(|network, indices, counts, value| {
        // SAFETY: the processor has the features, as checked above.
        let found = unsafe { avx2::value(network, feature_map, indices, counts) };
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
    let feature_map = PatternSet::standard().feature_map();
    each(|network, indices, counts, value| {
        // SAFETY: the processor has the features, as checked above.
        let (found, without) = unsafe {
            (
                avx512::value(network, feature_map, indices, counts),
                avx512::without_vnni(network, feature_map, indices, counts),
            )
        };
        assert_eq!(found, value, "width {}", network.width());
        assert_eq!(without, value, "width {}", network.width());
    });
}
