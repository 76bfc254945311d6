//! Books as users work with them: other programs' files, damage, merges, growth.
#![allow(clippy::unwrap_used, reason = "a failing helper fails the test")]
#![allow(missing_docs, reason = "tests have names")]

mod balanced;
mod common;
mod compact;
mod damage;
mod editing;
mod growth;
mod lookups;
mod merging;
mod samples;
