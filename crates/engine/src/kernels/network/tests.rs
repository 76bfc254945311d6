//! Compares every form with the portable form, and the portable form with plain loops.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls code of a tier after checking its features"
    )
)]

use outflank_othello::{Bitboard as _, Board, Layout};

#[cfg(target_arch = "x86_64")]
use super::avx512;
use crate::evaluation::PatternSet;
use crate::evaluation::network::tests::{
    boards, networks_to_test, some_network, value as network_value,
};
use crate::kernels::features::portable::feature_indices;
use crate::search::Kernels as _;
use crate::tier::Portable;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Avx2, Avx512};

fn counts(board: Board) -> [u32; 3] {
    let moves = |board: Board| board.legal_moves(&Layout::STANDARD).count();
    [moves(board), moves(board.pass()), board.occupied().count()]
}

#[test]
fn portable_and_vector_forms_agree() {
    let boards = boards(if cfg!(miri) { 2 } else { 1_000 }, 11);
    for (width, rows, is_wild) in networks_to_test() {
        let network = &some_network(width, 100 + width as u64, rows, is_wild);
        for &board in &boards {
            let indices = &feature_indices(PatternSet::standard().feature_map(), board);
            let (counts, value) = (counts(board), network_value(network, board));
            assert_eq!(Portable.network_value(network, indices, counts), value);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Avx2::new() {
                let found = avx2.network_value(network, indices, counts);
                assert_eq!(found, value, "width {width}");
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(avx512) = Avx512::new() {
                let found = avx512.network_value(network, indices, counts);
                // SAFETY: the processor has the features, as checked above.
                let without = unsafe { avx512::without_vnni(network, indices, counts) };
                assert_eq!([found, without], [value; 2], "width {width}");
            }
        }
    }
}
