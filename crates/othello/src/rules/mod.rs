//! Legal moves and flips, implemented for each bitboard word.

pub(crate) mod narrow;
mod rays;
pub(crate) mod wide;

#[cfg(test)]
mod tests;
