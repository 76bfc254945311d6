//! The games in a file of any format.

use outflank_othello::Shape;
use outflank_othello::format::{Format, GameReader};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game_fields::{GameFields, standard_board};
use crate::{ApiError, Context, ErrorKey, Result};

/// Maximum length of a file name in bytes.
const NAME_BYTES: usize = 255;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportRequest {
    /// The board of games that do not specify one.
    #[serde(default = "standard_board")]
    board: String,
    /// The name of the file, for messages.
    #[serde(default = "the_file")]
    name: String,
}

fn the_file() -> String {
    "the file".to_owned()
}

/// The games in a file.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Imported {
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

pub(crate) fn import(
    content: &[u8],
    request: &ImportRequest,
    context: &Context<'_>,
) -> Result<Imported> {
    let shape = GameFields::on(&request.board).shape()?;
    if request.name.len() > NAME_BYTES {
        let message = format!("expected at most {NAME_BYTES} bytes");
        return Err(ApiError::bad("name", message));
    }
    read(content, shape, &request.name, context.limits().games)
}

fn read(content: &[u8], shape: Shape, name: &str, most: usize) -> Result<Imported> {
    let broken = |error| ApiError::bad("body", format!("{name}: {error}"));
    let reader = GameReader::new(content, shape).map_err(broken)?;
    let mut imported = Imported {
        format: reader.format(),
        games: Vec::new(),
        rejected: Vec::new(),
    };
    for read in reader {
        let read = read.map_err(broken)?;
        // The rest of a WTHOR file of the wrong length is no game.
        if read.number > most + usize::from(read.game.is_err()) {
            let message = format!("{name}: more than {most} games: use `outflank db import`");
            return Err(ApiError::new(ErrorKey::TooLarge, "body", message));
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
