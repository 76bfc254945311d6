//! The server over real HTTP, one file per subject. They share one binary because linking
//! is slow.

mod analysis;
mod api;
mod common;
mod guard;
mod hostile;
mod random;
mod stop;
