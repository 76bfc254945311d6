//! The archive, one file per subject. They share one binary because linking is slow.

mod analyses;
mod cards;
mod checkpoint;
mod common;
mod full_archive;
mod games;
mod imports;
