#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// A network for the 8×8 board, packed: the head of its file (magic number, fingerprint,
/// description), the 42 bytes of its error model and width, and then its weights in blocks of
/// 64 bytes. Each block has a byte that tells how many bits `b` its numbers take; after all
/// these bytes follow the blocks, eight numbers in `b` bytes, little-endian, each number with
/// `1 << (b - 1)` added. Eight zero bytes end it. `outflank-engine` reads it.
pub static NETWORK_8X8: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/8x8.packed"));
