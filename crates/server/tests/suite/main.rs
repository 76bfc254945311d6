//! The server over real HTTP, one file per subject. The files share one binary because linking is
//! slow.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

mod analysis;
mod api;
mod common;
mod guard;
mod hostile;
mod random;
mod stop;
