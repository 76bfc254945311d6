//! `GET /api/report`: the file that the review of a game is put into.

use axum::routing::get;
use axum::{Json, Router};
use outflank_study::report::TEMPLATE;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app_state::AppState;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/report", get(report))
}

/// An HTML file without its review.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReportTemplate {
    /// The file, with `/*DATA*/` where the JSON of the review goes.
    template: &'static str,
}

async fn report() -> Json<ReportTemplate> {
    Json(ReportTemplate { template: TEMPLATE })
}
