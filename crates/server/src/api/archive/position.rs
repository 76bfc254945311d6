//! `GET /api/archive/position`: what was played in a position, and how it ended.

use std::ops::RangeInclusive;

use axum::Json;
use axum::extract::State;
use outflank_othello::Position;
use outflank_study::archive::{
    Archive, ArchiveError, ArchiveQuery, ArchivedGame, MoveStatistics, Tally,
};
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
pub(super) struct Asked {
    /// A part of a player's name.
    player: Option<String>,
    /// A year, or two with a dash between them.
    years: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Told {
    all: ToldTally,
    /// Games that ended or broke off here.
    ended: u32,
    moves: Vec<ToldMove>,
    /// Games found.
    total: usize,
    /// The first of them.
    games: Vec<ToldGame>,
}

#[derive(Serialize)]
struct ToldMove {
    #[serde(rename = "move")]
    mv: String,
    /// Squares that are the same move by symmetry.
    alike: Vec<String>,
    #[serde(flatten)]
    tally: ToldTally,
    players: Vec<(String, u32)>,
}

#[derive(Serialize)]
struct ToldTally {
    games: u32,
    black_wins: u32,
    draws: u32,
    white_wins: u32,
    mean_score: Option<f64>,
    black_share: Option<f64>,
    years: Option<(u16, u16)>,
}

#[derive(Serialize)]
struct ToldGame {
    number: u32,
    black: Option<String>,
    white: Option<String>,
    tournament: Option<String>,
    year: Option<u16>,
    black_score: Option<f64>,
}

pub(super) async fn position(
    State(app): State<AppState>,
    GameQuery { game, asked }: GameQuery<Asked>,
) -> Result<Json<Told>, ApiError> {
    let years = asked.years.as_deref().map(read_years).transpose()?;
    let player = asked.player.filter(|name| !name.trim().is_empty());
    if player.as_ref().is_some_and(|name| name.len() > NAME_BYTES) {
        let message = format!("expected at most {NAME_BYTES} bytes");
        return Err(ApiError::bad("player", message));
    }
    let position = *game.position();
    let told = ask(&app, move |archive| {
        look_up(archive, &position, player, years)
    });
    Ok(Json(told.await?))
}

fn look_up(
    archive: &Archive,
    position: &Position,
    player: Option<String>,
    years: Option<RangeInclusive<u16>>,
) -> Result<Told, ArchiveError> {
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
        .map(|&number| archive.game(number).map(ToldGame::new))
        .collect();
    Ok(Told {
        all: ToldTally::new(&statistics.all),
        ended: statistics.ended,
        moves: statistics.moves.into_iter().map(ToldMove::new).collect(),
        total: found.len(),
        games: games?,
    })
}

impl ToldMove {
    fn new(played: MoveStatistics) -> Self {
        Self {
            mv: played.mv.to_string(),
            alike: played.alike.iter().map(ToString::to_string).collect(),
            tally: ToldTally::new(&played.tally),
            players: played.players,
        }
    }
}

impl ToldTally {
    fn new(tally: &Tally) -> Self {
        Self {
            games: tally.games,
            black_wins: tally.black_wins,
            draws: tally.draws,
            white_wins: tally.white_wins,
            mean_score: tally.mean_score(),
            black_share: tally.black_share(),
            years: tally.years,
        }
    }
}

impl ToldGame {
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
