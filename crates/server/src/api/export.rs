//! `POST /api/export`: games as a file of any format.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outflank_othello::format::{Format, GameRecord, GameWriter, WriteError};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{GameFields, JsonBody};
use crate::app_state::AppState;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/export", post(export))
}

/// The games to write.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportRequest {
    format: Format,
    games: Vec<GameObject>,
}

/// A file of games.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exported {
    /// A name for the file.
    file: String,
    /// Its content: a text, or bytes in base64.
    content: String,
    base64: bool,
    /// Fields that the format cannot represent.
    lost: Vec<String>,
}

async fn export(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<ExportRequest>,
) -> Result<Json<Exported>, ApiError> {
    let most = app.limits().games;
    if request.games.is_empty() || request.games.len() > most {
        let message = format!("{} games: expected 1 to {most}", request.games.len());
        return Err(ApiError::bad("games", message));
    }
    let exported = app.work(move || write(request)).await?;
    Ok(Json(exported))
}

fn write(request: ExportRequest) -> Result<Exported, ApiError> {
    let format = request.format;
    let all = request.games.len();
    let mut writer = GameWriter::new(Vec::new(), format);
    let mut lost = BTreeMap::new();
    let mut refused = Vec::new();
    for (number, game) in request.games.into_iter().enumerate() {
        let place = format!("games[{number}]");
        match writer.write(&read(game, &place)?) {
            Ok(things) => {
                for thing in things {
                    *lost.entry(thing.to_string()).or_insert(0) += 1;
                }
            }
            Err(WriteError::Refused(reason)) if all == 1 => {
                return Err(ApiError::bad(place, reason.to_string()));
            }
            Err(WriteError::Refused(reason)) => refused.push(format!("{place}: {reason}")),
            Err(error) => return Err(ApiError::internal(&error)),
        }
    }
    if let (Some(first), true) = (refused.first(), refused.len() == all) {
        let message = format!("none can be written in this format; {first}");
        return Err(ApiError::bad("games", message));
    }
    let finished = writer
        .finish()
        .map_err(|error| ApiError::internal(&error))?;
    let mut content = finished.output;
    if let Some(header) = finished.wthor_header {
        content[..header.len()].copy_from_slice(&header);
    }
    for (thing, games) in finished.omissions {
        lost.insert(thing.to_string(), games);
    }
    let name = if all == 1 { "game" } else { "games" };
    let in_words = lost.into_iter().map(|(thing, games)| match games {
        games if games == all => thing,
        games => format!("{thing} ({games} of {all} games)"),
    });
    let (content, base64) = match String::from_utf8(content) {
        Ok(text) if format != Format::Wthor => (text, false),
        Ok(text) => (STANDARD.encode(text), true),
        Err(bytes) => (STANDARD.encode(bytes.as_bytes()), true),
    };
    Ok(Exported {
        file: format!("{name}.{}", format.extension()),
        content,
        base64,
        lost: in_words.chain(refused).collect(),
    })
}

/// Converts the game at a place of the request.
fn read(object: GameObject, place: &str) -> Result<GameRecord, ApiError> {
    let GameFields { board, start, .. } = GameFields::default();
    let or = |text: &String, default| match text.is_empty() {
        true => default,
        false => text.clone(),
    };
    let fields = GameFields {
        board: or(&object.board, board),
        start: or(&object.start, start),
        moves: object.moves.clone(),
    };
    let game = fields.game().map_err(|error| error.within(place))?;
    object
        .into_record(game)
        .map_err(|error| ApiError::bad(format!("{place}.{}", error.field), error.message))
}
