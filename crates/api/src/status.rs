//! The version, limits and load of the server.

use outflank_study::Severity;
use schemars::JsonSchema;
use serde::Serialize;

use crate::endpoint::NoFields;
use crate::{Context, RequestLimits, Result};

#[derive(Serialize, JsonSchema)]
pub(crate) struct Status {
    version: &'static str,
    engine: EngineStatus,
    limits: LimitsStatus,
    open_analyses: usize,
    archive: bool,
    book: bool,
    /// Whether the book can be changed.
    book_edit: bool,
    library: bool,
    /// Whether clients may stop the program.
    stop: bool,
    /// The kinds of mistakes, mildest first.
    severities: [SeverityLimit; 3],
}

#[derive(Serialize, JsonSchema)]
struct SeverityLimit {
    severity: Severity,
    /// The minimum loss in discs.
    loss: f64,
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

pub(crate) fn status(_: &NoFields, context: &Context<'_>) -> Result<Status> {
    let resources = context.resources;
    let limits = &resources.limits;
    #[cfg(feature = "files")]
    let (book_edit, stop) = (resources.book_editor.is_some(), resources.stop.is_some());
    #[cfg(not(feature = "files"))]
    let (book_edit, stop) = (false, false);
    #[cfg(feature = "storage")]
    let library = resources.library.is_some();
    #[cfg(not(feature = "storage"))]
    let library = false;
    Ok(Status {
        version: env!("CARGO_PKG_VERSION"),
        engine: EngineStatus {
            threads: resources.threads,
            hash_mib: resources.hash_mib,
        },
        limits: LimitsStatus {
            body_bytes: limits.body_bytes,
            time_seconds: limits.time.as_secs_f64(),
            level: limits.level,
            open_analyses: limits.open_analyses,
            open_per_client: limits.open_per_client,
            plies: RequestLimits::PLIES,
            tree_nodes: limits.tree_nodes,
            tree_depth: RequestLimits::TREE_DEPTH,
            games: limits.games,
        },
        open_analyses: context.search.open_count(),
        archive: resources.has_archive(),
        book: resources.book.is_some(),
        book_edit,
        library,
        stop,
        severities: Severity::LIMITS.map(|(severity, loss)| SeverityLimit { severity, loss }),
    })
}

/// An empty object.
#[cfg(feature = "files")]
#[derive(Serialize, JsonSchema)]
pub(crate) struct Stopping {}

#[cfg(feature = "files")]
pub(crate) fn stop(_: &NoFields, context: &Context<'_>) -> Result<Stopping> {
    let Some(stop) = &context.resources.stop else {
        let message = "clients cannot stop this server";
        return Err(crate::ApiError::not_found("path", message));
    };
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    Ok(Stopping {})
}
