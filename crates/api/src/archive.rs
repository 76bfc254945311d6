//! The games of the archive.

use outflank_archive::{Archive, ArchiveError, Fault, PositionStatistics, Totals};
use outflank_othello::format::{GameFilter, PositionFilter};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endpoint::NoFields;
use crate::game_fields::GameFields;
use crate::{ApiError, Context, ErrorKey, Result};

/// Maximum number of games listed.
const GAMES: usize = 100;
/// Maximum length of a name in bytes.
const NAME_BYTES: usize = 200;

/// The number of a game.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct NumberedGame {
    #[schemars(with = "u32", range(min = 1))]
    number: String,
}

/// The games of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ArchivePosition {
    #[serde(flatten)]
    statistics: PositionStatistics,
    /// Number of games found.
    total: usize,
    /// The first of the games found, at most 100.
    games: Vec<GameObject>,
}

impl Context<'_> {
    pub(crate) fn archive(&self) -> Result<Archive> {
        match &self.resources.archive {
            Some(path) => Ok(Archive::open(path)?),
            None => {
                let message = "there is no archive: start the server with --archive FILE";
                Err(ApiError::new(ErrorKey::NoArchive, "archive", message))
            }
        }
    }
}

impl From<ArchiveError> for ApiError {
    fn from(error: ArchiveError) -> Self {
        match &error.fault {
            fault @ Fault::NoGame { .. } => Self::not_found("number", fault.to_string()),
            fault @ Fault::NoCard(_) => Self::not_found("card", fault.to_string()),
            fault @ Fault::NoDeck(_) => Self::not_found("deck", fault.to_string()),
            fault @ Fault::IllegalAnswer(_) => Self::bad("answer", fault.to_string()),
            _ => Self::internal(&error),
        }
    }
}

pub(crate) fn totals(_: &NoFields, context: &Context<'_>) -> Result<Totals> {
    Ok(context.archive()?.totals()?)
}

pub(crate) fn game(request: &NumberedGame, context: &Context<'_>) -> Result<GameObject> {
    let number = &request.number;
    let digits = (1..=10).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
    let parsed = digits.then(|| number.parse().ok()).flatten();
    let number = parsed.ok_or_else(|| ApiError::bad("number", "expected the number of a game"))?;
    Ok(context.archive()?.game(number)?.object())
}

pub(crate) fn position(
    game: &GameFields,
    filter: &GameFilter,
    context: &Context<'_>,
) -> Result<ArchivePosition> {
    let game = game.game()?;
    let mut filter = filter.clone();
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
    let archive = context.archive()?;
    let statistics = archive.statistics(game.position(), &filter)?;
    filter.position = Some(PositionFilter::new(game.position()));
    let found = archive.find(&filter)?;
    let games = found.iter().take(GAMES);
    let games: Result<Vec<_>, ArchiveError> = games
        .map(|&number| archive.game(number).map(|game| game.object()))
        .collect();
    Ok(ArchivePosition {
        statistics,
        total: found.len(),
        games: games?,
    })
}
