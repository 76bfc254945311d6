//! Games as a file of any format.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outflank_othello::format::{Format, GameRecord, GameWriter, WriteError};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// The games to write.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExportRequest {
    format: Format,
    games: Vec<GameObject>,
}

/// A file of games.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Exported {
    /// A name for the file.
    file: String,
    /// The content: text, or bytes in base64.
    content: String,
    base64: bool,
    /// Fields that the format cannot represent.
    lost: Vec<String>,
}

pub(crate) fn export(request: &ExportRequest, context: &Context<'_>) -> Result<Exported> {
    let all = request.games.len();
    let most = context.limits().games;
    if all == 0 || all > most {
        let message = format!("{all} games: expected 1 to {most}");
        return Err(ApiError::bad("games", message));
    }
    let format = request.format;
    let mut writer = GameWriter::new(Vec::new(), format);
    let mut lost = BTreeMap::new();
    let mut refused = Vec::new();
    for (number, game) in request.games.iter().enumerate() {
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
        let message = format!("no game can be written in this format: {first}");
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

/// Converts the game at a place in the request.
fn read(object: &GameObject, place: &str) -> Result<GameRecord> {
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
        .clone()
        .into_record(game)
        .map_err(|error| ApiError::bad(format!("{place}.{}", error.field), error.message))
}
