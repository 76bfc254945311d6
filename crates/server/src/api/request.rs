//! What requests say, read and bounded.

mod body;
mod client;
mod fields;
mod game;

pub(crate) use body::{Content, GameBody, JsonBody};
pub(crate) use client::{Client, Peer};
pub(crate) use fields::{GameQuery, Query};
pub(crate) use game::GameFields;
