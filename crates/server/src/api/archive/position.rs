//! `GET /api/archive/position`: the moves played in a position and their results.

use std::ops::RangeInclusive;

use axum::Json;
use axum::extract::State;
use outflank_othello::Position;
use outflank_study::archive::{
    Archive, ArchiveError, ArchiveQuery, ArchivedGame, PositionStatistics,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ask;
use crate::api::ApiError;
use crate::api::game_record::black_score;
use crate::api::request::GameQuery;
use crate::app_state::AppState;

/// Games that are listed.
const GAMES: usize = 100;
/// Most bytes of a player's name.
const NAME_BYTES: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    /// Part of a player's name.
    player: Option<String>,
    /// A year, or two with a dash between them.
    years: Option<String>,
}

/// The games of a position.
#[derive(Serialize, JsonSchema)]
pub(in crate::api) struct ArchivePosition {
    #[serde(flatten)]
    statistics: PositionStatistics,
    /// Number of games found.
    total: usize,
    /// The first of them.
    games: Vec<ArchiveGame>,
}

/// A game in a list.
#[derive(Serialize, JsonSchema)]
struct ArchiveGame {
    number: u32,
    black: Option<String>,
    white: Option<String>,
    tournament: Option<String>,
    year: Option<u16>,
    /// Disc difference for Black, empties to the winner.
    black_score: Option<f64>,
}

pub(super) async fn position(
    State(app): State<AppState>,
    GameQuery { game, request }: GameQuery<PositionRequest>,
) -> Result<Json<ArchivePosition>, ApiError> {
    let years = request.years.as_deref().map(read_years).transpose()?;
    let player = request.player.filter(|name| !name.trim().is_empty());
    if player.as_ref().is_some_and(|name| name.len() > NAME_BYTES) {
        let message = format!("expected at most {NAME_BYTES} bytes");
        return Err(ApiError::bad("player", message));
    }
    let position = *game.position();
    let found = ask(&app, move |archive| {
        look_up(archive, &position, player, years)
    });
    Ok(Json(found.await?))
}

fn look_up(
    archive: &Archive,
    position: &Position,
    player: Option<String>,
    years: Option<RangeInclusive<u16>>,
) -> Result<ArchivePosition, ArchiveError> {
    let mut query = ArchiveQuery {
        player,
        years,
        ..ArchiveQuery::default()
    };
    let statistics = archive.statistics(position, &query)?;
    query.position = Some(*position);
    let found = archive.find(&query)?;
    let games = found.iter().take(GAMES);
    let games: Result<Vec<_>, _> = games
        .map(|&number| archive.game(number).map(ArchiveGame::new))
        .collect();
    Ok(ArchivePosition {
        statistics,
        total: found.len(),
        games: games?,
    })
}

impl ArchiveGame {
    fn new(game: ArchivedGame) -> Self {
        let record = game.record;
        let squares = record.game.shape().squares();
        let result = record.known_result();
        Self {
            number: game.number,
            year: record.year(),
            black_score: result.and_then(|result| black_score(result.score, squares)),
            black: record.black.name,
            white: record.white.name,
            tournament: record.tournament,
        }
    }
}

/// Reads `1990` and `1990-1999`.
fn read_years(text: &str) -> Result<RangeInclusive<u16>, ApiError> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| {
        let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    match (year(first), year(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => {
            let message = "expected a year such as 1990, or two such as 1990-1999";
            Err(ApiError::bad("years", message))
        }
    }
}
