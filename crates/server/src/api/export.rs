//! `POST /api/export`: games as a file of any format.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outflank_othello::format::{Format, GameWriter, WriteError};
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::game_record::{FormatName, Record};
use super::request::JsonBody;
use crate::app_state::AppState;

/// The route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/export", post(export))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    format: FormatName,
    games: Vec<Record>,
}

#[derive(Serialize)]
struct Exported {
    /// A name for the file.
    file: String,
    /// Its content: a text, or bytes in base64.
    content: String,
    base64: bool,
    /// What the format has no place for.
    lost: Vec<String>,
}

async fn export(
    State(app): State<AppState>,
    JsonBody(asked): JsonBody<Asked>,
) -> Result<Json<Exported>, ApiError> {
    let most = app.limits().games;
    if asked.games.is_empty() || asked.games.len() > most {
        let message = format!("{} games: expected 1 to {most}", asked.games.len());
        return Err(ApiError::bad("games", message));
    }
    let exported = app.work(move || write(asked)).await?;
    Ok(Json(exported))
}

fn write(asked: Asked) -> Result<Exported, ApiError> {
    let format = Format::from(asked.format);
    let all = asked.games.len();
    let mut writer = GameWriter::new(Vec::new(), format);
    let mut lost = BTreeMap::new();
    let mut refused = Vec::new();
    for (number, game) in asked.games.into_iter().enumerate() {
        let place = format!("games[{number}]");
        match writer.write(&game.read(&place)?) {
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
