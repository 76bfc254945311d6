//! Backup: the library and the practice cards as one file.

use outflank_archive::backup::{Line, Restored};
use outflank_support::json;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endpoint::NoFields;
use crate::{ApiError, Context, Result};

/// A file with the games of the library and the cards of the archive.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StorageFile {
    /// A name for the file.
    file: String,
    /// The content: a JSON object on each line.
    content: String,
}

pub(crate) fn export(_: &NoFields, context: &Context<'_>) -> Result<StorageFile> {
    let mut content = String::new();
    let mut failed = None;
    let mut give = |line: Line| match serde_json::to_string(&line) {
        Ok(line) => {
            content.push_str(&line);
            content.push('\n');
        }
        Err(error) => failed = Some(error),
    };
    if context.resources.library.is_some() {
        context.library()?.export(&mut give)?;
    }
    if context.resources.has_archive() {
        context.archive()?.export_cards(&mut give)?;
    }
    if let Some(error) = failed {
        return Err(ApiError::internal(&error));
    }
    Ok(StorageFile {
        file: "outflank.jsonl".to_owned(),
        content,
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StorageImportRequest {
    /// The number of the body's first line within the whole file, for error messages.
    #[serde(default = "first")]
    line: usize,
}

const fn first() -> usize {
    1
}

pub(crate) fn import(
    content: &[u8],
    request: &StorageImportRequest,
    context: &Context<'_>,
) -> Result<Restored> {
    let (mut games, mut cards) = (Vec::new(), Vec::new());
    for (number, line) in (request.line..).zip(content.split(|&byte| byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match json::read(line) {
            Ok(Line::Game(game)) => games.push(*game),
            Ok(Line::Card(card)) => cards.push(*card),
            Ok(Line::Settings(_)) => {}
            Err(error) => {
                let message = format!("line {number}: {error}: expected a game or a card");
                return Err(ApiError::bad("body", message));
            }
        }
    }
    let mut restored = Restored::default();
    // A missing library and then an invalid card are found before anything is written.
    if !games.is_empty() {
        drop(context.library()?);
    }
    if !cards.is_empty() {
        restored = context.archive()?.restore_cards(&cards)?;
    }
    if !games.is_empty() {
        restored.add(&context.library()?.restore_games(&games)?);
    }
    Ok(restored)
}
