//! The server over real HTTP, one file per subject. They share one binary because linking
//! is slow.

mod analysis;
mod api;
mod archive;
mod book;
mod common;
mod described;
mod files;
mod guard;
mod hostile;
mod library;
mod openapi;
mod playing;
mod practice;
mod random;
mod stop;
