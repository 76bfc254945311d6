//! `GET /api/tree`: small searches drawn as an HTML page for a frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use outflank_gametree::{Algorithm, MoveOrder, Pruning, SearchLimits};
use outflank_othello::notation::transcript;
use outflank_othello::{Game, Position};
use outflank_textbook::{Evaluation, EvaluationKind, Order};
use outflank_trees::Algorithms;
use outflank_trees::{SearchTree, TracedSearches, page, page_policy};
use serde::Deserialize;

use super::ApiError;
use super::request::GameQuery;
use crate::app_state::AppState;
use crate::settings::ServerLimits;

/// Maximum number of searches side by side.
const SEARCHES: usize = 4;
/// Maximum number of states that a search may visit.
const STATES: u64 = 2_000_000;
/// Time of one search.
const TIME: Duration = Duration::from_secs(3);
/// Maximum number of states in a search's table.
const TABLE: usize = 1 << 18;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/tree", get(tree))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeParameters {
    depth: Option<u32>,
    searches: Option<String>,
    evaluation: Option<String>,
    order: Option<String>,
}

async fn tree(
    State(app): State<AppState>,
    GameQuery { game, request }: GameQuery<TreeParameters>,
) -> Result<Response, ApiError> {
    let stop = StopOnDrop::default();
    let mut request = TreeRequest::new(&game, &request)?;
    request.searches.max_nodes = app.limits().tree_nodes;
    request.searches.searches.limits.stop = Some(Arc::clone(&stop.0));
    let Ok(room) = Arc::clone(&app.trees).acquire_owned().await else {
        return Err(ApiError::stopping());
    };
    let drawn = app.work(move || {
        let _room = room;
        request.draw()
    });
    let headers = [(
        header::CONTENT_SECURITY_POLICY,
        format!("{}; frame-ancestors 'self'", page_policy()),
    )];
    Ok((headers, Html(drawn.await?)).into_response())
}

/// Ends the searches when the client goes away.
#[derive(Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A tree to draw.
struct TreeRequest {
    position: Position,
    evaluation: Evaluation,
    order: Order,
    searches: TracedSearches,
}

impl TreeRequest {
    fn new(game: &Game, request: &TreeParameters) -> Result<Self, ApiError> {
        let position = *game.position();
        if position.is_over() {
            let message = "the game is over, so there is no tree";
            return Err(ApiError::bad("moves", message));
        }
        let depth = request.depth.unwrap_or(3);
        if !(1..=ServerLimits::TREE_DEPTH).contains(&depth) {
            let message = format!("found {depth}: expected 1 to {}", ServerLimits::TREE_DEPTH);
            return Err(ApiError::bad("depth", message));
        }
        let kind = request.evaluation.as_deref().unwrap_or("phased").parse();
        let kind: EvaluationKind =
            kind.map_err(|error: outflank_textbook::UnknownEvaluation| {
                ApiError::bad("evaluation", error.to_string())
            })?;
        let order_name = request.order.as_deref().unwrap_or("given");
        let (order, move_order) = match order_name {
            "squares" => (Order::Squares, MoveOrder::Given),
            name => (Order::Reading, parse("order", name)?),
        };
        let names = request.searches.as_deref().unwrap_or("minimax,alpha-beta");
        let searches = Algorithms {
            algorithms: algorithms(names)?,
            order: move_order,
            seed: 1,
            limits: SearchLimits::plies(depth)
                .with_nodes(STATES)
                .with_time(TIME),
            table_entries: TABLE,
            pruning: Pruning::default(),
        };
        let name = name(game);
        let mover = position.mover();
        Ok(Self {
            position,
            evaluation: Evaluation::new(kind),
            order,
            searches: TracedSearches {
                game: format!(
                    "{name} on {}, {mover} to move, {kind}, depth {depth}, order of moves: \
                     {order_name}",
                    position.shape()
                ),
                searches,
                first_moves: Vec::new(),
                max_nodes: 0,
                to_ply: None,
                measure: None,
            },
        })
    }

    fn draw(&self) -> Result<String, ApiError> {
        let searched = self
            .searches
            .of_position(&self.position, &self.evaluation, self.order)
            .map_err(|error| ApiError::bad("order", error.to_string()))?;
        let trees: Vec<SearchTree> = searched.into_iter().map(|search| search.tree).collect();
        Ok(page(&trees))
    }
}

/// Describes the position.
fn name(game: &Game) -> String {
    let is_usual = *game.start() == Position::start(game.shape());
    match (is_usual, game.squares().next()) {
        (true, None) => "start".to_owned(),
        (true, Some(_)) => transcript(game),
        (false, _) => game.position().to_string(),
    }
}

fn algorithms(names: &str) -> Result<Vec<Algorithm>, ApiError> {
    let mut algorithms = Vec::new();
    for name in names.split(',') {
        let algorithm = parse("searches", name)?;
        if !algorithms.contains(&algorithm) {
            algorithms.push(algorithm);
        }
        if algorithms.len() > SEARCHES {
            let message = format!("expected at most {SEARCHES}");
            return Err(ApiError::bad("searches", message));
        }
    }
    Ok(algorithms)
}

fn parse<T>(field: &'static str, text: &str) -> Result<T, ApiError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    let read = text.parse();
    read.map_err(|error: T::Err| ApiError::bad(field, error.to_string()))
}
