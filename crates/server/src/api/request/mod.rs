//! Parsing and limits of requests.

mod body;
mod client;
mod game_fields;
mod query;

pub(crate) use body::{Content, GameBody, JsonBody};
pub(crate) use client::{Client, Peer};
pub(crate) use game_fields::GameFields;
pub(crate) use query::{GameQuery, Query};
