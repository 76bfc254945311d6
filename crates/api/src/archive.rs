//! The games of the archive.

use std::ops::{ControlFlow, Deref, DerefMut};
use std::sync::{MutexGuard, PoisonError};

use outflank_archive::{
    Archive, ArchiveError, ArchivedGame, Fault, ImportError, Imported, PositionStatistics, Source,
    Totals,
};
use outflank_othello::format::wthor::WthorNames;
use outflank_othello::format::{GameFilter, GameReader, PositionFilter, WthorNameFiles};
use outflank_study::GameObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endpoint::NoFields;
use crate::game_fields::{GameFields, standard_board};
use crate::{ApiError, Context, ErrorKey, Resources, Result};

/// Maximum number of games listed.
const GAMES: usize = 100;
/// Maximum length of a name in bytes.
const NAME_BYTES: usize = 200;
/// Number of games per transaction of an import.
const BATCH: usize = 4096;

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

/// An archive opened for a request, or one that stays open.
pub(crate) enum Opened<'a> {
    Own(Archive),
    Shared(MutexGuard<'a, Archive>),
}

impl Deref for Opened<'_> {
    type Target = Archive;

    fn deref(&self) -> &Archive {
        match self {
            Self::Own(archive) => archive,
            Self::Shared(archive) => archive,
        }
    }
}

impl DerefMut for Opened<'_> {
    fn deref_mut(&mut self) -> &mut Archive {
        match self {
            Self::Own(archive) => archive,
            Self::Shared(archive) => archive,
        }
    }
}

impl Context<'_> {
    pub(crate) fn archive(&self) -> Result<Opened<'_>> {
        let Resources {
            archive,
            open_archive,
            ..
        } = self.resources;
        match (open_archive, archive) {
            (Some(archive), _) => {
                let archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(Opened::Shared(archive))
            }
            (None, Some(path)) => Ok(Opened::Own(Archive::open(path)?)),
            (None, None) => Err(ApiError::no_archive()),
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
            fault @ Fault::Wrong(_) => Self::bad("body", fault.to_string()),
            fault @ Fault::Sqlite(_) if fault.is_disk_full() => Self::general(
                ErrorKey::StorageFull,
                "there is no space left, so nothing was stored",
            ),
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
    let games = archive.games(&found[..found.len().min(GAMES)])?;
    Ok(ArchivePosition {
        statistics,
        total: found.len(),
        games: games.iter().map(ArchivedGame::object).collect(),
    })
}

/// A game file to import. In the body, a WTHOR file may be preceded by its two files of names.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArchiveImportRequest {
    /// The board of games that do not specify one.
    #[serde(default = "standard_board")]
    board: String,
    /// The name of the file.
    #[schemars(length(min = 1, max = 200))]
    name: String,
    /// Size in bytes of the file of players (`.jou`) with which the body begins.
    #[serde(default)]
    players: usize,
    /// Size in bytes of the file of tournaments (`.trn`) that follows.
    #[serde(default)]
    tournaments: usize,
    /// Whether this is the last file of a batch. If so, the position index is optimized afterwards.
    #[serde(default = "yes")]
    last: bool,
}

const fn yes() -> bool {
    true
}

pub(crate) fn import(
    content: &[u8],
    request: &ArchiveImportRequest,
    context: &Context<'_>,
) -> Result<Imported> {
    let imported = import_file(content, request, context);
    // Files before this one may have been imported even if it cannot be read.
    if request.last {
        context.archive()?.tidy()?;
    }
    imported
}

fn import_file(
    content: &[u8],
    request: &ArchiveImportRequest,
    context: &Context<'_>,
) -> Result<Imported> {
    let name = &request.name;
    if name.is_empty() || name.len() > NAME_BYTES {
        let message = format!("expected 1 to {NAME_BYTES} bytes");
        return Err(ApiError::bad("name", message));
    }
    let broken = |error: &dyn std::fmt::Display| ApiError::bad("body", format!("{name}: {error}"));
    let shape = GameFields::on(&request.board).shape()?;
    let too_short = || broken(&"the body is shorter than its player and tournament files");
    let (players, rest) = content
        .split_at_checked(request.players)
        .ok_or_else(too_short)?;
    let rest = rest.split_at_checked(request.tournaments);
    let (tournaments, games) = rest.ok_or_else(too_short)?;
    let names = match players.is_empty() || tournaments.is_empty() {
        true => None,
        false => Some(WthorNameFiles {
            players: WthorNames::from_bytes(players, WthorNames::PLAYER)
                .map_err(|error| broken(&error))?,
            tournaments: WthorNames::from_bytes(tournaments, WthorNames::TOURNAMENT)
                .map_err(|error| broken(&error))?,
        }),
    };
    let source = Source::of_content(games, name, shape, names.as_ref());
    let reader = GameReader::new(games, shape).map_err(|error| broken(&error))?;
    let mut archive = context.archive()?;
    let mut go_on = |_: outflank_archive::ImportEvent<'_>| ControlFlow::Continue(());
    let imported = archive.import(&source, reader.with_names(names), BATCH, &mut go_on);
    imported.map_err(|error| match error {
        ImportError::Source(error) => broken(&error),
        ImportError::Archive(error) => error.into(),
    })
}
