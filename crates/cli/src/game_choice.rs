//! The game that a command works on.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use outflank_archive::Archive;
use outflank_othello::Shape;
use outflank_othello::format::{Format, GameRecord, Games, read_game_file, read_games};
use outflank_othello::notation::parse_game;

use crate::game_filter::GameFilterOptions;
use crate::input::{is_fifo, is_file_or_fifo, not_a_file};
use crate::output::counted;

/// The first bytes of an archive.
const ARCHIVE: &[u8] = b"SQLite format 3\0";

/// Returns whether a file is an archive of games.
pub(crate) fn is_archive(name: &str) -> bool {
    // Reading the header would consume it.
    if is_fifo(Path::new(name)) {
        return false;
    }
    let mut head = [0; ARCHIVE.len()];
    let read = File::open(name).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == ARCHIVE
}

/// A transcript, or a game in a file or an archive.
pub(crate) struct GameChoice<'a> {
    /// The transcript or file; `-` for standard input.
    pub(crate) name: &'a str,
    /// 1-based number of the game, counting only games of the player if one is given.
    pub(crate) number: Option<usize>,
    pub(crate) filter: &'a GameFilterOptions,
    pub(crate) shape: Shape,
}

impl GameChoice<'_> {
    pub(crate) fn read(&self) -> Result<GameRecord> {
        let (name, shape) = (self.name, self.shape);
        if name == "-" {
            let mut content = Vec::new();
            std::io::stdin().read_to_end(&mut content)?;
            let games = read_games(&content, shape, None).context("standard input")?;
            return self.choose(games).context("standard input");
        }
        if is_archive(name) {
            return self.of_archive(&Archive::open(Path::new(name))?);
        }
        let path = Path::new(name);
        if is_file_or_fifo(path) {
            let games = read_game_file(path, shape)?;
            return self.choose(games).with_context(|| name.to_owned());
        }
        if name.contains(['/', '\\']) || Format::from_path(path).is_some() {
            return Err(not_a_file(name));
        }
        if self.number.is_some() || self.filter.player().is_some() {
            bail!("--game and --player need a file: {name:?} is not one");
        }
        match parse_game(name, shape) {
            Ok(game) => Ok(GameRecord::new(game)),
            Err(_) if path.is_dir() => Err(not_a_file(name)),
            Err(error) => Err(error).context(format!("{name:?} is neither a file nor a game")),
        }
    }

    fn of_archive(&self, archive: &Archive) -> Result<GameRecord> {
        let found = archive.find(&self.filter.filter(self.shape)?)?;
        let number = match (self.number, self.filter.player()) {
            (Some(number), None) => u32::try_from(number).ok(),
            (number, _) => {
                let index = number.unwrap_or(1).checked_sub(1);
                index.and_then(|index| found.get(index).copied())
            }
        };
        let number = number.with_context(|| format!("{}: no such game", self.name))?;
        Ok(archive.game(number)?.record)
    }

    /// Returns the selected game of a file, the first by default.
    fn choose(&self, games: Games) -> Result<GameRecord> {
        let number = self.number.unwrap_or(1);
        if let Some(player) = self.filter.player() {
            let filter = self.filter.filter(self.shape)?;
            let records = games.records.into_iter().map(|(_, record)| record);
            let mut theirs = records.filter(|record| filter.matches(record));
            let found = number.checked_sub(1).and_then(|place| theirs.nth(place));
            let none = || format!("no game {number} of a player whose name contains {player:?}");
            return found.with_context(none);
        }
        let mut rejected = games.rejected.iter();
        if let Some(rejected) = rejected.find(|rejected| rejected.number == number) {
            bail!("game {number}: {}", rejected.error);
        }
        let count = games.records.len() + games.rejected.len();
        if self.number.is_none() && count > 1 {
            eprintln!("game 1 of {count}; --game N chooses another");
        }
        let mut records = games.records.into_iter();
        let found = records.find(|&(found, _)| found == number);
        let none = || format!("no game {number}: the file has {}", counted(count, "game"));
        found.map(|(_, record)| record).with_context(none)
    }
}
