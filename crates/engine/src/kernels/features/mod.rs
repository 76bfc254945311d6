//! The feature indices of all pattern instances on a board, and the sum of their weights.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) mod avx512;
pub(crate) mod portable;
#[cfg(target_feature = "simd128")]
pub(crate) mod simd128;

/// Miri has no gathers of 512 bits.
#[cfg(all(target_arch = "x86_64", miri))]
pub(crate) use avx2 as avx512;
#[cfg(not(target_feature = "simd128"))]
pub(crate) use portable as baseline;
#[cfg(target_feature = "simd128")]
pub(crate) use simd128 as baseline;
