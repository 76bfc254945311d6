//! `POST /api/import`: the games of a file of any format.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use outflank_othello::Shape;
use outflank_othello::format::{Format, GameReader};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ApiError;
use super::request::{Content, GameFields, Query};
use crate::app_state::AppState;

/// Returns the route.
pub(super) fn routes() -> Router<AppState> {
    Router::new().route("/api/import", post(import))
}

/// Maximum length of a file name in bytes.
const NAME_BYTES: usize = 255;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportRequest {
    /// The board of games without one.
    board: Option<String>,
    /// File name for messages.
    name: Option<String>,
}

/// The games of a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct Imported {
    format: Format,
    games: Vec<GameObject>,
    rejected: Vec<Rejected>,
}

/// A game that cannot be read.
#[derive(Serialize, JsonSchema)]
struct Rejected {
    number: usize,
    error: String,
}

async fn import(
    State(app): State<AppState>,
    Query(request): Query<ImportRequest>,
    Content(content): Content,
) -> Result<Json<Imported>, ApiError> {
    let mut fields = GameFields::default();
    if let Some(board) = request.board {
        fields.board = board;
    }
    let shape = fields.shape()?;
    let name = request.name.unwrap_or_else(|| "the file".to_owned());
    if name.len() > NAME_BYTES {
        let message = format!("expected at most {NAME_BYTES} bytes");
        return Err(ApiError::bad("name", message));
    }
    let most = app.limits().games;
    let imported = app.work(move || read(&content, shape, &name, most)).await?;
    Ok(Json(imported))
}

fn read(content: &[u8], shape: Shape, name: &str, most: usize) -> Result<Imported, ApiError> {
    let broken = |error| ApiError::bad("body", format!("{name}: {error}"));
    let reader = GameReader::new(content, shape).map_err(broken)?;
    let mut imported = Imported {
        format: reader.format(),
        games: Vec::new(),
        rejected: Vec::new(),
    };
    for read in reader {
        let read = read.map_err(broken)?;
        if read.number > most {
            let message = format!("{name}: more than {most} games: use `outflank db import`");
            return Err(ApiError::too_large("body", message));
        }
        match read.game {
            Ok(parsed) => {
                let record = GameObject::new(read.number, &parsed.record, &parsed.omissions);
                imported.games.push(record);
            }
            Err(error) => imported.rejected.push(Rejected {
                number: read.number,
                error: error.to_string(),
            }),
        }
    }
    if imported.games.is_empty() && imported.rejected.is_empty() {
        return Err(ApiError::bad("body", format!("{name}: no games")));
    }
    Ok(imported)
}
