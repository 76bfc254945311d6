//! The kernels of every tier, for benchmarks only.
//!
//! A call runs a kernel over a batch inside a function with the tier's target features, so the
//! compiler inlines the kernel as it does in the search.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls code of a tier after checking its features"
    )
)]

mod evaluations;

use std::hint::black_box;

use outflank_othello::Board;

use crate::kernels::{flip, last_flip, mobility, stability};
use crate::tier::Tier;
pub use evaluations::{Seen, sum_of_values};

/// A kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Legal moves of the mover.
    LegalMoves,
    /// Discs that a move on the sample's square flips.
    Flips,
    /// Numbers of discs that each side would flip with a move on the sample's square if all other
    /// squares were occupied.
    LastFlips,
    /// Discs of the mover that can never be flipped.
    Stable,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Self; 4] = [Self::LegalMoves, Self::Flips, Self::LastFlips, Self::Stable];
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Discs of an 8×8 board.
    pub board: Board,
    /// Bit index of an empty square of the board.
    pub square: u32,
}

/// Calls a function of a tier, which the processor must support.
macro_rules! in_tier {
    ($tier:ident, [$portable:expr, $avx2:expr, $avx512:expr], $one:expr, $other:expr) => {{
        assert!($tier.is_available(), "this processor cannot run {}", $tier);
        match $tier {
            // SAFETY: the processor has the features, as checked above.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => unsafe { $avx512($one, $other) },
            // SAFETY: the processor has the features, as checked above.
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => unsafe { $avx2($one, $other) },
            _ => $portable($one, $other),
        }
    }};
}
use in_tier;

/// Calls a kernel once with each sample. Returns a checksum of the results and their order, which
/// is the same for every tier. If the calls are chained, each waits for the result of the one
/// before, to measure latency instead of throughput.
///
/// # Panics
///
/// Panics if the processor does not support `tier`.
#[must_use]
pub fn run_batch<const CHAINED: bool>(kernel: Kernel, tier: Tier, samples: &[Sample]) -> u64 {
    in_tier!(
        tier,
        [
            run_portable::<CHAINED>,
            run_avx2::<CHAINED>,
            run_avx512::<CHAINED>
        ],
        kernel,
        samples
    )
}

/// The checksum of a kernel's results. Each step depends on the one before, so that the compiler
/// cannot vectorise over samples, just as in a search.
macro_rules! checksum {
    ($samples:ident, |$mover:ident, $opponent:ident, $square:ident| $answer:expr) => {{
        // A zero unknown to the compiler makes a call wait for the previous result.
        let zero = if CHAINED { black_box(0) } else { 0 };
        let (mut sum, mut before) = (0_u64, 0);
        for sample in $samples {
            let $mover = sample.board.mover() | (before & zero);
            let $opponent = sample.board.opponent();
            let $square = sample.square;
            before = $answer;
            sum = sum.rotate_left(1) ^ before;
        }
        sum
    }};
}

/// A function that runs each kernel of one tier.
macro_rules! run {
    ($name:ident, $form:ident $(, #[$features:meta])?) => {
        $(#[$features])?
        fn $name<const CHAINED: bool>(kernel: Kernel, samples: &[Sample]) -> u64 {
            match kernel {
                Kernel::LegalMoves => checksum!(samples, |mover, opponent, _square| {
                    mobility::$form::reached(mover, opponent) & !(mover | opponent)
                }),
                Kernel::Flips => checksum!(samples, |mover, opponent, square| {
                    flip::$form::flips(square, mover, opponent)
                }),
                Kernel::LastFlips => checksum!(samples, |mover, _opponent, square| {
                    let [own, other] = last_flip::$form::last_flips(square, mover);
                    u64::from(own | other << 8)
                }),
                Kernel::Stable => checksum!(samples, |mover, opponent, _square| {
                    stability::stable(mover, opponent, u64::MAX)
                }),
            }
        }
    };
}

run!(run_portable, baseline);
#[cfg(target_arch = "x86_64")]
run!(
    run_avx2,
    avx2,
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
);
#[cfg(target_arch = "x86_64")]
run!(
    run_avx512,
    avx512,
    #[target_feature(
        enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
    )]
);
