//! The discs that a move flips.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
#[cfg(not(target_arch = "aarch64"))]
pub(crate) mod portable;

/// The form that every processor of this architecture can run.
#[cfg(target_arch = "aarch64")]
pub(crate) use neon as baseline;
#[cfg(not(target_arch = "aarch64"))]
pub(crate) use portable as baseline;
