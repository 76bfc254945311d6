//! What the server can be asked: one file a subject.

pub(crate) mod archive;
mod error;
mod export;
mod game;
mod import;
mod openapi;
mod openings;
mod record;
pub(crate) mod request;
mod status;
mod tree;

pub(crate) use error::ApiError;

use axum::Router;

use crate::app::App;

/// All routes. Their paths begin with `/api`.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .merge(status::routes())
        .merge(game::routes())
        .merge(openings::routes())
        .merge(import::routes())
        .merge(export::routes())
        .merge(tree::routes())
        .merge(archive::routes())
        .merge(openapi::routes())
}
