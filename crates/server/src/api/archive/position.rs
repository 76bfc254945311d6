//! `GET /api/archive/position`: the moves played in a position and their results.

use axum::Json;
use axum::extract::State;
use outflank_archive::{Archive, ArchiveError, PositionStatistics};
use outflank_othello::Position;
use outflank_othello::format::{GameFilter, PositionFilter};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::Serialize;

use super::ask;
use crate::api::ApiError;
use crate::api::request::GameQuery;
use crate::app_state::AppState;

/// Maximum number of games listed.
const GAMES: usize = 100;
/// Maximum length of a name in bytes.
const NAME_BYTES: usize = 200;

/// The games of a position.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct ArchivePosition {
    #[serde(flatten)]
    statistics: PositionStatistics,
    /// Number of games found.
    total: usize,
    /// The first of them, at most 100.
    games: Vec<GameObject>,
}

pub(super) async fn position(
    State(app): State<AppState>,
    GameQuery { game, request }: GameQuery<GameFilter>,
) -> Result<Json<ArchivePosition>, ApiError> {
    let mut filter = request;
    for (field, name) in [
        ("player", &mut filter.player),
        ("black", &mut filter.black),
        ("white", &mut filter.white),
        ("tournament", &mut filter.tournament),
    ] {
        name.take_if(|name| name.trim().is_empty());
        if name.as_ref().is_some_and(|name| name.len() > NAME_BYTES) {
            let message = format!("expected at most {NAME_BYTES} bytes");
            return Err(ApiError::bad(field, message));
        }
    }
    let position = *game.position();
    let found = ask(&app, move |archive| look_up(archive, &position, filter));
    Ok(Json(found.await?))
}

fn look_up(
    archive: &Archive,
    position: &Position,
    mut filter: GameFilter,
) -> Result<ArchivePosition, ArchiveError> {
    let statistics = archive.statistics(position, &filter)?;
    filter.position = Some(PositionFilter::new(position));
    let found = archive.find(&filter)?;
    let games = found.iter().take(GAMES);
    let games: Result<Vec<_>, _> = games
        .map(|&number| archive.game(number).map(|game| game.object()))
        .collect();
    Ok(ArchivePosition {
        statistics,
        total: found.len(),
        games: games?,
    })
}
