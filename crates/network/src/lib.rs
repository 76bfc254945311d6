#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// A network file for the 8×8 board, format `OutflankNetwork1`. `outflank-engine` reads it.
pub static NETWORK_8X8: &[u8] = include_bytes!("../8x8.network");
