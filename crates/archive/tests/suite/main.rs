//! The archive, one file per subject. The files share one binary because linking is slow.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod analyses;
mod cards;
mod checkpoint;
mod common;
mod full_archive;
mod games;
mod imports;
