//! The import of games.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::ops::ControlFlow;

use outflank_othello::Color;
use outflank_othello::format::{
    GameKey, GameReadError, GameReader, GameRecord, Omission, ParsedGame, ReadGame, StreamError,
    same_words, share_a_word,
};
use rayon::prelude::*;
use rusqlite::{Connection, params};
use schemars::JsonSchema;
use serde::Serialize;
use twox_hash::XxHash3_64;

use super::Archive;
use super::error::{Fault, ImportError, Result};
use super::game_row::{GameRow, count_games, read_game, winner_and_score};
use super::game_summary::{self, GameSummary, Winner};
use super::names::{Kind, NameIds};
use super::position_index::{Posting, add_run, merge_runs};
use super::position_key::{IndexedPosition, indexed};
use super::source::{Source, SourceProgress, begin, source_progress};

/// Minimum length, in moves, at which a game is recognised as a duplicate even if player names are
/// only similar, or missing.
const LONG_GAME: usize = 40;
/// Maximum number of index runs before an import merges them.
const MOST_RUNS: usize = 32;

/// The counts of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Imported {
    /// Number of games read.
    pub read: usize,
    /// Number of games added.
    pub written: usize,
    /// Number of games that could not be read.
    pub rejected: usize,
    /// Number of games that were already in the archive. The archive adds this source to them, and
    /// the names that they lack.
    pub duplicates: usize,
    /// Number of games imported earlier from the same source, not counted in `read`.
    pub known: usize,
    /// The data that could not be parsed, each with the number of affected games.
    #[serde(skip)]
    pub lost: BTreeMap<Omission, usize>,
}

impl Imported {
    /// Adds the counts of another import.
    pub fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.written += other.written;
        self.duplicates += other.duplicates;
        self.rejected += other.rejected;
        self.known += other.known;
        for (lost, games) in &other.lost {
            *self.lost.entry(lost.clone()).or_default() += games;
        }
    }
}

/// An event during an import.
#[derive(Debug)]
pub enum ImportEvent<'a> {
    /// A game cannot be read.
    Rejected {
        /// The number of the game in the source, from 1.
        number: usize,
        /// The error.
        error: &'a GameReadError,
    },
    /// A batch was saved. Contains the counts so far.
    Saved(&'a Imported),
}

impl Archive {
    /// Imports the games of a source, `batch` games per transaction. An interrupted
    /// import resumes where it ended.
    ///
    /// `report` receives events and may stop the import after a batch. Fails if the source cannot
    /// be read or the archive cannot be written. Saved batches remain in the archive.
    pub fn import<R: BufRead>(
        &mut self,
        source: &Source,
        reader: GameReader<R>,
        batch: usize,
        report: &mut dyn FnMut(ImportEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Imported, ImportError> {
        let progress = self.read(|connection| source_progress(connection, source))?;
        let mut games = Batches {
            reader,
            size: batch.max(1),
            before: progress.taken,
        };
        let mut numbers = GameNameIds {
            players: NameIds::new(Kind::Player),
            tournaments: NameIds::new(Kind::Tournament),
        };
        let mut total = Imported::default();
        loop {
            let (batch, end) = games.next_batch(report);
            if batch.through > 0 {
                let saved = self.write(|connection| {
                    let saved = save(connection, source, &batch, &mut numbers)?;
                    merge_runs(connection, MOST_RUNS)?;
                    Ok(saved)
                })?;
                total.add(&saved);
            }
            match end {
                Some(Ok(())) => return Ok(total),
                Some(Err(error)) => return Err(error.into()),
                None => {}
            }
            if report(ImportEvent::Saved(&total)).is_break() {
                return Ok(total);
            }
        }
    }
}

/// The games saved in one transaction.
#[derive(Default)]
struct Batch {
    games: Vec<PreparedGame>,
    /// The numbers of the games that cannot be read.
    rejected: Vec<usize>,
    /// Number of games from an earlier import.
    known: usize,
    /// The number of the last game.
    through: usize,
}

/// A game ready to be written.
struct PreparedGame {
    number: usize,
    record: GameRecord,
    lost: Vec<Omission>,
    positions: Vec<IndexedPosition>,
    likeness: i64,
}

/// Splits a source into batches.
struct Batches<R> {
    reader: GameReader<R>,
    size: usize,
    /// The number of the last game imported earlier.
    before: usize,
}

impl<R: BufRead> Batches<R> {
    /// Returns the next batch and, at the end of the source, the result of reading it.
    fn next_batch(
        &mut self,
        report: &mut dyn FnMut(ImportEvent<'_>) -> ControlFlow<()>,
    ) -> (Batch, Option<Result<(), StreamError>>) {
        let mut batch = Batch::default();
        let mut games = Vec::new();
        let mut end = None;
        while games.len() + batch.rejected.len() < self.size {
            let ReadGame { number, game } = match self.reader.next() {
                Some(Ok(game)) => game,
                last => {
                    end = Some(last.map_or(Ok(()), |last| last.map(|_| ())));
                    break;
                }
            };
            batch.through = number;
            match game {
                _ if number <= self.before => batch.known += 1,
                Ok(parsed) => games.push((number, parsed)),
                Err(error) => {
                    let error = &error;
                    // The import can stop only after a batch.
                    let _ = report(ImportEvent::Rejected { number, error });
                    batch.rejected.push(number);
                }
            }
        }
        let games = games.into_par_iter().with_min_len(64);
        let prepared = games.map(|(number, parsed)| prepare_game(number, parsed));
        batch.games = prepared.collect();
        (batch, end)
    }
}

fn prepare_game(number: usize, parsed: ParsedGame) -> PreparedGame {
    let (record, lost) = (parsed.record, parsed.omissions);
    let game = &record.game;
    let next = game.moves().iter().copied().map(Some).chain([None]);
    let positions = game.positions().iter().zip(next);
    let positions = positions.map(|(position, mv)| indexed(position, mv));
    let positions: Vec<IndexedPosition> = positions.collect();
    PreparedGame {
        number,
        likeness: fingerprint(&record, &positions),
        record,
        lost,
        positions,
    }
}

/// Returns a hash that is equal for games that are equal up to symmetry.
fn fingerprint(record: &GameRecord, positions: &[IndexedPosition]) -> i64 {
    let (winner, score) = winner_and_score(record);
    let last = positions.last().map_or(0, |last| last.key);
    let mut bytes = Vec::with_capacity(32);
    bytes.extend(last.to_le_bytes());
    bytes.extend((positions.len() as u64).to_le_bytes());
    bytes.extend(record.year().unwrap_or(0).to_le_bytes());
    bytes.push(winner.map_or(i8::MAX, Winner::sign) as u8);
    // Avoid negative zero.
    bytes.extend((score.unwrap_or(f64::MAX) + 0.0).to_le_bytes());
    XxHash3_64::oneshot(&bytes) as i64
}

/// The IDs of the names of players and tournaments.
struct GameNameIds {
    players: NameIds,
    tournaments: NameIds,
}

impl GameNameIds {
    /// Returns the IDs of the names of Black, White and the tournament, or 0 for `None`.
    fn of(
        &mut self,
        connection: &Connection,
        [black, white, tournament]: [Option<&str>; 3],
    ) -> Result<[u32; 3]> {
        Ok([
            self.players.of(connection, black)?,
            self.players.of(connection, white)?,
            self.tournaments.of(connection, tournament)?,
        ])
    }
}

/// Returns the names of Black, White and the tournament.
fn names_of(record: &GameRecord) -> [Option<&str>; 3] {
    [&record.black.name, &record.white.name, &record.tournament].map(Option::as_deref)
}

/// Writes a batch, except games that another process has imported in the meantime.
fn save(
    connection: &Connection,
    source: &Source,
    batch: &Batch,
    names: &mut GameNameIds,
) -> Result<Imported> {
    let SourceProgress { mut id, taken } = source_progress(connection, source)?;
    if id == 0 {
        id = begin(connection, source)?;
    }
    let all = batch.games.len() + batch.rejected.len();
    let games = batch.games.iter().filter(|game| game.number > taken);
    let rejected = batch.rejected.iter().filter(|&&number| number > taken);
    let mut saved = Imported {
        rejected: rejected.count(),
        ..Imported::default()
    };
    let mut writer = GameWriter::new(connection, id)?;
    for game in games {
        saved.read += 1;
        if writer.write(game, names)? {
            saved.written += 1;
            for lost in &game.lost {
                *saved.lost.entry(lost.clone()).or_default() += 1;
            }
        } else {
            saved.duplicates += 1;
        }
    }
    writer.finish()?;
    saved.read += saved.rejected;
    saved.known = batch.known + all - saved.read;
    advance(connection, id, batch.through.max(taken), &saved)?;
    Ok(saved)
}

/// Appends games.
struct GameWriter<'a> {
    connection: &'a Connection,
    source: i64,
    first: u32,
    summaries: Vec<GameSummary>,
    /// The names added to archived games. Their summaries are in large blocks, so they are written
    /// together.
    named: BTreeMap<u32, [u32; 3]>,
    postings: Vec<Posting>,
}

impl<'a> GameWriter<'a> {
    fn new(connection: &'a Connection, source: i64) -> Result<Self> {
        Ok(Self {
            connection,
            source,
            first: count_games(connection)? + 1,
            summaries: Vec::new(),
            named: BTreeMap::new(),
            postings: Vec::new(),
        })
    }

    /// Adds a game unless it is a duplicate. Returns whether it was added.
    fn write(&mut self, game: &PreparedGame, names: &mut GameNameIds) -> Result<bool> {
        if let Some((number, archived)) = self.find(game)? {
            self.add_source(number, game.number)?;
            let mut missing = names_of(&game.record);
            for (name, archived) in missing.iter_mut().zip(names_of(&archived)) {
                name.take_if(|_| archived.is_some());
            }
            self.add_names(number, names.of(self.connection, missing)?)?;
            return Ok(false);
        }
        let count = u32::try_from(self.summaries.len()).map_err(|_| Fault::Full)?;
        let number = self.first.checked_add(count).ok_or(Fault::Full)?;
        let record = &game.record;
        let row = GameRow::of(record)?;
        let [black, white, tournament] = names.of(self.connection, names_of(record))?;
        let summary = GameSummary {
            black,
            white,
            tournament,
            year: record.year().unwrap_or(0),
            winner: row.winner,
            score: row.score.map(|score| score as f32),
            has_standard_start: row.start.is_none(),
            first_moves: GameSummary::first_moves(&row.moves),
        };
        self.insert(number, game, &row, &summary)?;
        self.summaries.push(summary);
        let postings = game.positions.iter().map(|position| Posting {
            key: position.key,
            game: number,
            next: position.next,
        });
        self.postings.extend(postings);
        Ok(true)
    }

    /// Returns the number and the record of the archived game with the same start, moves, year and
    /// result, and the same players or at least none that differ.
    fn find(&self, game: &PreparedGame) -> Result<Option<(u32, GameRecord)>> {
        let select = "SELECT id FROM games WHERE likeness = ?1";
        let mut alike = self.connection.prepare_cached(select)?;
        let alike = alike.query_map([game.likeness], |row| row.get(0))?;
        let (record, mut key) = (&game.record, None);
        for number in alike {
            let number = number?;
            let Some(other) = read_game(self.connection, number)? else {
                continue;
            };
            let other = other.record;
            let key = key.get_or_insert_with(|| GameKey::new(record).without_names());
            if GameKey::new(&other).without_names() == *key
                && winner_and_score(&other) == winner_and_score(record)
                && Color::ALL
                    .iter()
                    .all(|&color| same_player(record, &other, color))
            {
                return Ok(Some((number, other)));
            }
        }
        Ok(None)
    }

    /// Adds this source to a game from another source.
    fn add_source(&self, game: u32, number: usize) -> Result<()> {
        let mut insert = self.connection.prepare_cached(
            "INSERT OR IGNORE INTO other_sources (game, source, number) \
             SELECT ?1, ?2, ?3 FROM games WHERE id = ?1 AND source <> ?2",
        )?;
        insert.execute(params![game, self.source, number as i64])?;
        Ok(())
    }

    /// Adds the IDs of Black, White and the tournament to an archived game, except those that are
    /// 0.
    fn add_names(&mut self, game: u32, ids: [u32; 3]) -> Result<()> {
        if ids == [0; 3] {
            return Ok(());
        }
        let [black, white, tournament] = ids;
        let mut update = self.connection.prepare_cached(
            "UPDATE games SET black = ifnull(nullif(?2, 0), black), \
                 white = ifnull(nullif(?3, 0), white), \
                 tournament = ifnull(nullif(?4, 0), tournament) WHERE id = ?1",
        )?;
        update.execute([game, black, white, tournament])?;
        for (known, id) in self.named.entry(game).or_default().iter_mut().zip(ids) {
            *known = (*known).max(id);
        }
        Ok(())
    }

    fn insert(
        &self,
        number: u32,
        game: &PreparedGame,
        row: &GameRow,
        summary: &GameSummary,
    ) -> Result<()> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO games (id, black, white, tournament, year, date, round, place, start, \
                 moves, score, winner, recorded, details, wthor, source, number, likeness) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        let known = |number: u32| Some(number).filter(|&number| number > 0);
        let record = &game.record;
        insert.execute(params![
            number,
            known(summary.black),
            known(summary.white),
            known(summary.tournament),
            record.year(),
            row.date,
            record.round,
            record.place,
            row.start,
            row.moves,
            row.score,
            row.winner.map(Winner::sign),
            row.recorded,
            row.details,
            row.wthor,
            self.source,
            game.number as i64,
            game.likeness,
        ])?;
        Ok(())
    }

    fn finish(self) -> Result<()> {
        game_summary::append(self.connection, self.first, &self.summaries)?;
        game_summary::add_names(self.connection, &self.named)?;
        add_run(self.connection, self.postings)
    }
}

/// Returns whether the players of a colour in two games with the same moves may be the same
/// person. In a long game, one common word is enough, and a missing name matches any.
fn same_player(record: &GameRecord, other: &GameRecord, color: Color) -> bool {
    let names = [record, other].map(|record| record.player(color).name.as_deref());
    let is_long = record.game.moves().len() >= LONG_GAME;
    match names {
        [None, None] => true,
        [Some(name), Some(other)] => {
            same_words(name, other) || is_long && share_a_word(name, other)
        }
        _ => is_long,
    }
}

/// Updates the row of a source.
fn advance(connection: &Connection, id: i64, taken: usize, by: &Imported) -> Result<()> {
    connection.execute(
        "UPDATE sources SET taken = ?2, written = written + ?3, \
             duplicates = duplicates + ?4, rejected = rejected + ?5 WHERE id = ?1",
        [
            id,
            taken as i64,
            by.written as i64,
            by.duplicates as i64,
            by.rejected as i64,
        ],
    )?;
    Ok(())
}
