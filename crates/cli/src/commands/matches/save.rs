//! Saves the games of a tournament to a file.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use outflank_matches::{Ending, GamePair, PlayedGame, Tournament};
use outflank_othello::format::{
    self, Format, GameRecord, GameResult, MoveNote, Player, write_games,
};
use outflank_othello::{Game, Move, Position};
use outflank_support::write_atomically;

use crate::options::check_folder;

/// A file for the games, in the format of its extension.
pub(super) struct SaveFile {
    path: PathBuf,
    format: Format,
}

impl SaveFile {
    /// Checks, before the games are played, that the format is known, the folder exists, and the
    /// format can represent games from these openings.
    pub(super) fn new(path: &Path, tournament: &Tournament) -> Result<Self> {
        let place = path.display();
        let Some(format) = Format::from_path(path) else {
            let known = Format::extensions();
            bail!("--save {place}: expected a name that ends in {known}");
        };
        check_folder("--save", path)?;
        for opening in &tournament.openings {
            // With the standard start, only the board can be unsupported.
            let start = opening.start();
            let what = match *start == Position::start(start.shape()) {
                true => format!("games on {}", start.shape()),
                false => "games with another start position".to_owned(),
            };
            let held = format.holds_start(start);
            held.with_context(|| format!("--save {place}: the format cannot hold {what}"))?;
        }
        let path = path.to_owned();
        Ok(Self { path, format })
    }

    /// Writes the games in order.
    pub(super) fn write(&self, pairs: &[GamePair], names: &[String]) -> Result<()> {
        let place = || self.path.display().to_string();
        let written = write_games(&records(pairs, names), self.format, None).with_context(place)?;
        // After the checks, only games forfeited before their first move can fail.
        for refused in &written.refused {
            let game = refused.place + 1;
            eprintln!("{}: game {game} omitted: {}", place(), refused.reason);
        }
        write_atomically(&self.path, &written.content).with_context(place)
    }
}

/// Returns the result of a game that ended by resignation, time, adjudication or forfeit; `None`
/// for other games.
fn result(game: &PlayedGame) -> Option<GameResult> {
    let ending = match game.ending() {
        Ending::Board => return None,
        Ending::Resigned => Some(format::Ending::Resigned),
        Ending::Time => Some(format::Ending::Time),
        Ending::Adjudicated | Ending::Drawn | Ending::Forfeit => None,
    };
    Some(GameResult {
        ending,
        ..GameResult::difference(f64::from(game.black_score))
    })
}

/// Returns notes with the mover's score of each move.
fn notes(game: &Game, played: &PlayedGame) -> Vec<MoveNote> {
    // The last moves are those after the opening.
    let mut evaluations = played.evaluations.iter().rev();
    let mut notes = vec![MoveNote::default(); game.moves().len()];
    for (mv, note) in game.moves().iter().zip(&mut notes).rev() {
        if *mv != Move::Pass {
            note.evaluation = evaluations.next().copied().flatten().map(f64::from);
        }
    }
    notes
}

/// Returns all games with the names of the engines.
fn records(pairs: &[GamePair], names: &[String]) -> Vec<GameRecord> {
    let mut records = Vec::with_capacity(2 * pairs.len());
    for pair in pairs {
        let (first, second) = (&names[pair.pairing.first], &names[pair.pairing.second]);
        for (played, [black, white]) in pair.games.iter().zip([[first, second], [second, first]]) {
            // The games of a tournament are legal.
            records.extend(played.replay().map(|game| GameRecord {
                black: Player::named(black),
                white: Player::named(white),
                result: result(played),
                notes: notes(&game, played),
                comment: played.forfeit.as_ref().map(ToString::to_string),
                ..GameRecord::new(game)
            }));
        }
    }
    records
}
