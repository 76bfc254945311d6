//! Legal moves.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(not(target_arch = "aarch64"))]
pub(crate) mod portable;

/// All eight directions in one register of 512 bits are not faster.
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2 as avx512;

/// The form that every processor of the architecture can run.
#[cfg(target_arch = "aarch64")]
pub(crate) use neon as baseline;
#[cfg(not(target_arch = "aarch64"))]
pub(crate) use portable as baseline;

/// Columns b–g: discs in them can be flipped along rows and diagonals.
pub(super) const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;
