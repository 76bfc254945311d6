//! `GET /api/status`: version, limits and load of the server.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app_state::AppState;
use crate::settings::ServerLimits;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/status", get(status))
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Status {
    version: &'static str,
    engine: EngineStatus,
    limits: LimitsStatus,
    open_analyses: usize,
    archive: bool,
    book: bool,
    /// Whether the book can be changed.
    book_edit: bool,
    library: bool,
}

#[derive(Serialize, JsonSchema)]
struct EngineStatus {
    threads: usize,
    hash_mib: usize,
}

#[derive(Serialize, JsonSchema)]
struct LimitsStatus {
    body_bytes: usize,
    time_seconds: f64,
    level: u32,
    open_analyses: usize,
    open_per_client: usize,
    plies: usize,
    tree_nodes: usize,
    tree_depth: u32,
    games: usize,
}

async fn status(State(app): State<AppState>) -> Json<Status> {
    let settings = &app.settings;
    let limits = &settings.limits;
    Json(Status {
        version: env!("CARGO_PKG_VERSION"),
        engine: EngineStatus {
            threads: settings.threads,
            hash_mib: settings.hash_mib,
        },
        limits: LimitsStatus {
            body_bytes: limits.body_bytes,
            time_seconds: limits.time.as_secs_f64(),
            level: limits.level,
            open_analyses: limits.open_analyses,
            open_per_client: limits.open_per_client,
            plies: ServerLimits::PLIES,
            tree_nodes: limits.tree_nodes,
            tree_depth: ServerLimits::TREE_DEPTH,
            games: limits.games,
        },
        open_analyses: app.engine.open(),
        archive: app.archive.is_some(),
        book: settings.book.is_some(),
        book_edit: settings.book_editor.is_some(),
        library: app.library.is_some(),
    })
}
