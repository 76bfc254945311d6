//! The server through its front door: real HTTP, one file a subject. One binary, since each takes seconds
//! to link.

mod analysis;
mod api;
mod archive;
mod common;
mod described;
mod files;
mod guard;
mod hostile;
mod openapi;
mod playing;
mod random;
mod stop;
