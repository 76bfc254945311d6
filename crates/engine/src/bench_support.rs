//! The kernels of every tier, for benchmarks only.
//!
//! A call runs a kernel over a batch inside a function with the tier's target features, so
//! that the kernel is inlined as it is in the search.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls of code for a tier, whose features are checked"
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
    /// Squares on which the mover may play.
    LegalMoves,
    /// Discs that a move on the sample's square flips.
    Flips,
    /// Numbers of discs flipped on the sample's square by either side, all other
    /// squares being taken as occupied.
    LastFlips,
    /// Discs of the mover that can never be flipped.
    Stable,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::LegalMoves, Self::Flips, Self::LastFlips, Self::Stable];
}

/// How the calls of a batch depend on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Independent calls: throughput.
    Independent,
    /// Each call waits for the answer of the one before: latency.
    Chained,
}

impl Calls {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Independent, Self::Chained];
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Discs of an 8×8 board.
    pub board: Board,
    /// Bit index of an empty square of it.
    pub square: u32,
}

/// Calls a kernel once with each sample, and returns a checksum of the answers and their
/// order, which is the same for every tier.
///
/// # Panics
///
/// If the processor does not support `tier`.
#[must_use]
pub fn run_batch(kernel: Kernel, tier: Tier, calls: Calls, samples: &[Sample]) -> u64 {
    match calls {
        Calls::Independent => run_calls::<false>(kernel, tier, samples),
        Calls::Chained => run_calls::<true>(kernel, tier, samples),
    }
}

fn run_calls<const CHAINED: bool>(kernel: Kernel, tier: Tier, samples: &[Sample]) -> u64 {
    assert!(tier.is_available(), "this processor cannot run {tier}");
    match tier {
        // SAFETY: the processor has the features, as checked above.
        #[cfg(target_arch = "x86_64")]
        Tier::Avx512 => unsafe { run_avx512::<CHAINED>(kernel, samples) },
        // SAFETY: the processor has the features, as checked above.
        #[cfg(target_arch = "x86_64")]
        Tier::Avx2 => unsafe { run_avx2::<CHAINED>(kernel, samples) },
        _ => run_portable::<CHAINED>(kernel, samples),
    }
}

/// The checksum of a kernel's answers. Each step depends on the one before, so that the
/// compiler does not vectorise over samples, which it cannot do in a search.
macro_rules! checksum {
    ($samples:ident, |$mover:ident, $opponent:ident, $square:ident| $answer:expr) => {{
        // A zero unknown to the compiler makes a call wait for the answer before it.
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
                    stability::$form::stable(mover, opponent, u64::MAX)
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
