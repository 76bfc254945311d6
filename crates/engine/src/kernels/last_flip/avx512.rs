//! The last flips as with AVX2. Leading zeros would find the flips of one side without a
//! table, but the lookups count those of both.

pub(crate) use super::avx2::last_flips;
