//! Legal moves and flips, once for each machine word.

pub(crate) mod narrow;
mod rays;
pub(crate) mod wide;

#[cfg(test)]
mod tests;
