//! The move that the engine plays: as strong as it can, or as a sparring partner.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use outflank_othello::{Game, Position, Square};
use outflank_study::ScoredMove;
use outflank_study::practice::{GiveAway, OpeningLine};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{Client, GameBody};
use super::search_request::{failed, level, position, session, time};
use crate::app_state::AppState;
use crate::engine::{Snapshot, Task};
use crate::settings::ServerLimits;

/// The routes.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/choose", post(choose))
}

/// How the engine shall play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChooseRequest {
    level: Option<u32>,
    time: Option<f64>,
    /// Discs to be given away in the whole game.
    give_away: Option<f64>,
    /// Discs given away by now.
    #[serde(default)]
    given: f64,
    /// A transcript that the engine follows as far as it goes.
    opening: Option<String>,
    /// Decides between moves that serve equally well.
    #[serde(default)]
    seed: u64,
}

/// The move chosen.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Chosen {
    #[serde(flatten)]
    chosen: ScoredMove,
    best: Square,
    best_score: f64,
    /// Discs given away by this move.
    given: f64,
    from_opening: bool,
    seconds: f64,
}

async fn choose(
    State(app): State<AppState>,
    Client(client): Client,
    GameBody { game, request }: GameBody<ChooseRequest>,
) -> Result<Json<Chosen>, ApiError> {
    let position = position(&game)?;
    let opening = request.opening_move(&position)?;
    let giving = request.giving()?;
    let task = request.task(
        position,
        app.limits(),
        opening.is_some() || giving.is_some(),
    )?;
    let session = session(&app, &client)?;
    let snapshot = session.start(task).end().await.map_err(failed)?;
    let moves = &snapshot.moves;
    let from_opening = opening.and_then(|square| find(moves, square));
    let partner = giving.and_then(|giving| giving.choose(&position, moves));
    let chosen = from_opening.or(partner).or(moves.first());
    let chosen = chosen.zip(moves.first());
    let (chosen, best) = chosen.ok_or_else(|| ApiError::internal(&"a search found no move"))?;
    Ok(Json(answer(
        chosen,
        best,
        from_opening.is_some(),
        &snapshot,
    )))
}

impl ChooseRequest {
    /// The move of the opening, if there is one that has one here.
    fn opening_move(&self, position: &Position) -> Result<Option<Square>, ApiError> {
        let Some(text) = &self.opening else {
            return Ok(None);
        };
        let opening = Game::from_transcript(position.shape(), text)
            .map_err(|error| ApiError::bad("opening", error.to_string()))?;
        Ok(OpeningLine::new(&opening).next_move(position))
    }

    /// What is to be given away, if anything is.
    fn giving(&self) -> Result<Option<GiveAway>, ApiError> {
        let Some(wanted) = self.give_away else {
            return Ok(None);
        };
        for (place, discs) in [("give_away", wanted), ("given", self.given)] {
            if !(0.0..=128.0).contains(&discs) {
                let message = format!("found {discs}: expected discs from 0 to 128");
                return Err(ApiError::bad(place, message));
            }
        }
        Ok(Some(GiveAway {
            wanted,
            given: self.given,
            seed: self.seed,
        }))
    }

    /// The search for it: of all moves where others than the best may be wanted.
    fn task(&self, position: Position, limits: &ServerLimits, all: bool) -> Result<Task, ApiError> {
        match (self.level, self.time) {
            (Some(request), None) => {
                let level = level(request, limits)?;
                let task = if all {
                    Task::all_moves(position, level)
                } else {
                    Task::choice(position, level)
                };
                Ok(task.within(limits.time))
            }
            (None, Some(request)) => {
                let time = time(request, limits)?;
                // Of one move there is nothing to choose.
                let is_forced = position.legal_moves().len() == 1;
                let task = if is_forced {
                    Task::level(position, 1)
                } else {
                    Task::analysis(position)
                };
                let task = if all {
                    task.best_moves(usize::MAX)
                } else {
                    task
                };
                Ok(task.within(time))
            }
            _ => Err(ApiError::bad("level", "expected either a level or a time")),
        }
    }
}

fn find(moves: &[ScoredMove], square: Square) -> Option<&ScoredMove> {
    moves.iter().find(|valued| valued.square == square)
}

fn answer(
    chosen: &ScoredMove,
    best: &ScoredMove,
    from_opening: bool,
    snapshot: &Snapshot,
) -> Chosen {
    Chosen {
        chosen: ScoredMove {
            nodes: snapshot.nodes,
            ..chosen.clone()
        },
        best: best.square,
        best_score: best.score,
        given: best.score - chosen.score,
        from_opening,
        seconds: snapshot.time.as_secs_f64(),
    }
}
