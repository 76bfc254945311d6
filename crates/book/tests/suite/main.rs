//! Books as their users meet them: files of other programs, damage, merges, growth.
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
