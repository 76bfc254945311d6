//! Discs that can never be flipped again.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;
pub(crate) use portable as baseline;

/// The first and last row and column: squares with no neighbour on one side.
const EDGE_COLUMNS: u64 = 0x8181_8181_8181_8181;
const EDGE_ROWS: u64 = 0xFF00_0000_0000_00FF;
