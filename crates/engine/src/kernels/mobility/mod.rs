//! Legal moves.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(not(any(target_arch = "aarch64", target_feature = "simd128")))]
pub(crate) mod portable;
#[cfg(target_feature = "simd128")]
pub(crate) mod simd128;

/// Processing all eight directions in one 512-bit register is not faster.
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2 as avx512;

/// The form that every processor of this architecture can run.
#[cfg(target_arch = "aarch64")]
pub(crate) use neon as baseline;
#[cfg(not(any(target_arch = "aarch64", target_feature = "simd128")))]
pub(crate) use portable as baseline;
#[cfg(target_feature = "simd128")]
pub(crate) use simd128 as baseline;

/// Columns b–g: only discs there can be flipped along rows and diagonals.
pub(super) const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;
