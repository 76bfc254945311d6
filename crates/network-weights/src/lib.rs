#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// A network for the 8×8 board, packed for `outflank-engine`. It consists of the header of the
/// network file (magic number, fingerprint, description), the 42 bytes of the error model and
/// width, and the bytes of the weights in blocks of 64, packed as 8-bit numbers. The width in bits
/// of every block comes first, one byte each; then come the blocks. At a width of `b` bits, eight
/// numbers take `b` bytes, little-endian, each number with `1 << (b - 1)` added. Eight zero bytes
/// follow the last block.
pub static NETWORK_8X8: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/8x8.packed"));
