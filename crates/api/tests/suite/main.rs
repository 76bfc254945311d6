//! Requests and responses, one file per subject.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod archive;
mod book;
mod common;
mod files;
mod game;
mod library;
mod playing;
mod practice;
