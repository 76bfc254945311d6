//! Games into the archive.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::ops::ControlFlow;

use outflank_othello::format::{
    GameKey, GameReadError, GameReader, GameRecord, Omission, ReadGame, StreamError,
};
use rayon::prelude::*;
use rusqlite::{Connection, params};
use twox_hash::XxHash3_64;

use super::Archive;
use super::error::{Fault, ImportError};
use super::game_row::{GameRow, known_result, read_game};
use super::game_summary::{self, GameSummary, Winner};
use super::names::{Kind, NameIds};
use super::position_index::{Posting, add_run, merge_runs};
use super::position_key::{IndexedPosition, indexed};
use super::source::{Source, SourceProgress, advance, begin, source_progress};

/// Runs of the index beyond which they are merged while an import goes on.
const MOST_RUNS: usize = 32;

/// What became of the games of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games read.
    pub read: usize,
    /// Games that are new in the archive.
    pub written: usize,
    /// Games that were there already.
    pub duplicates: usize,
    /// Games that could not be read.
    pub rejected: usize,
    /// Games that an earlier import of the same source had taken, which are not
    /// among those read.
    pub known: usize,
    /// What could not be understood, each with the number of its games.
    pub lost: BTreeMap<Omission, usize>,
}

impl Imported {
    /// Adds what became of other games.
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

/// What an import tells while it runs.
#[derive(Debug)]
pub enum ImportEvent<'a> {
    /// A game cannot be read.
    Rejected {
        /// Its 1-based number in the source.
        number: usize,
        /// Why.
        error: &'a GameReadError,
    },
    /// Games are safe in the archive: all that became of the source so far.
    Saved(&'a Imported),
}

impl Archive {
    /// Takes the games of a source, as many as `batch` in one transaction: either
    /// all of them are in the archive or none, and the source is known to be taken
    /// so far. What an earlier import has taken is left out, whatever ended it.
    ///
    /// `report` is told what happens, and whether to go on after a batch is asked
    /// of it.
    ///
    /// # Errors
    ///
    /// Sources that cannot be read on, and whatever the archive refuses. What was
    /// saved before stays.
    pub fn import<R: BufRead>(
        &mut self,
        source: &Source,
        reader: GameReader<R>,
        batch: usize,
        report: &mut dyn FnMut(ImportEvent<'_>) -> ControlFlow<()>,
    ) -> Result<Imported, ImportError> {
        let before = self
            .read(|connection| source_progress(connection, source))?
            .taken;
        let mut games = Batches {
            reader,
            size: batch.max(1),
            before,
        };
        let mut numbers = GameNameIds::default();
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

/// Games of a source that are saved together.
#[derive(Default)]
struct Batch {
    games: Vec<PreparedGame>,
    /// NameIds of the games that cannot be read.
    rejected: Vec<usize>,
    /// Games of an earlier import.
    known: usize,
    /// Number of the last game.
    through: usize,
}

/// A game with all that can be known of it without the archive.
struct PreparedGame {
    number: usize,
    record: GameRecord,
    lost: Vec<Omission>,
    positions: Vec<IndexedPosition>,
    likeness: i64,
}

/// The games of a source in batches.
struct Batches<R> {
    reader: GameReader<R>,
    size: usize,
    /// Number of the last game that was taken before.
    before: usize,
}

impl<R: BufRead> Batches<R> {
    /// The next games, and whether they are the last.
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
                    // Whether to go on is asked after the batch.
                    let _ = report(ImportEvent::Rejected {
                        number,
                        error: &error,
                    });
                    batch.rejected.push(number);
                }
            }
        }
        let prepare = games.into_par_iter().with_min_len(64);
        batch.games = prepare
            .map(|(number, parsed)| prepare_game(number, parsed.record, parsed.omissions))
            .collect();
        (batch, end)
    }
}

fn prepare_game(number: usize, record: GameRecord, lost: Vec<Omission>) -> PreparedGame {
    let game = &record.game;
    let moves = game.moves();
    let positions = game.positions().iter().enumerate();
    let positions: Vec<IndexedPosition> = positions
        .map(|(ply, position)| indexed(position, moves.get(ply).copied()))
        .collect();
    PreparedGame {
        number,
        likeness: fingerprint(&record, &positions),
        record,
        lost,
        positions,
    }
}

/// A number that is the same for games that are the same (and for some others):
/// of games alike by symmetry the last positions are alike.
fn fingerprint(record: &GameRecord, positions: &[IndexedPosition]) -> i64 {
    let (winner, score) = known_result(record);
    let last = positions.last().map_or(0, |last| last.key);
    let mut bytes = Vec::with_capacity(32);
    bytes.extend(last.to_le_bytes());
    bytes.extend((positions.len() as u64).to_le_bytes());
    bytes.extend(record.year().unwrap_or(0).to_le_bytes());
    bytes.push(winner.map_or(i8::MAX, Winner::sign) as u8);
    // Sums with zero have no negative zero.
    bytes.extend((score.unwrap_or(f64::MAX) + 0.0).to_le_bytes());
    XxHash3_64::oneshot(&bytes) as i64
}

/// The numbers of players and tournaments met so far.
struct GameNameIds {
    players: NameIds,
    tournaments: NameIds,
}

impl Default for GameNameIds {
    fn default() -> Self {
        Self {
            players: NameIds::new(Kind::Player),
            tournaments: NameIds::new(Kind::Tournament),
        }
    }
}

/// Writes a batch, but for what another process has taken meanwhile.
fn save(
    connection: &Connection,
    source: &Source,
    batch: &Batch,
    names: &mut GameNameIds,
) -> Result<Imported, Fault> {
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

/// Adds games to the end of the archive.
struct GameWriter<'a> {
    connection: &'a Connection,
    source: i64,
    first: u32,
    facts: Vec<GameSummary>,
    postings: Vec<Posting>,
}

impl<'a> GameWriter<'a> {
    fn new(connection: &'a Connection, source: i64) -> Result<Self, Fault> {
        Ok(Self {
            connection,
            source,
            first: count_games(connection)? + 1,
            facts: Vec::new(),
            postings: Vec::new(),
        })
    }

    /// Adds a game unless it is there. Says whether it was added.
    fn write(&mut self, game: &PreparedGame, names: &mut GameNameIds) -> Result<bool, Fault> {
        if self.has(game)? {
            return Ok(false);
        }
        let count = u32::try_from(self.facts.len()).map_err(|_| Fault::Full)?;
        let number = self.first.checked_add(count).ok_or(Fault::Full)?;
        let record = &game.record;
        let row = GameRow::of(record)?;
        let mut player = |name: &Option<String>| names.players.of(self.connection, name.as_deref());
        let fact = GameSummary {
            black: player(&record.black.name)?,
            white: player(&record.white.name)?,
            tournament: names
                .tournaments
                .of(self.connection, record.tournament.as_deref())?,
            year: record.year().unwrap_or(0),
            winner: row.winner,
            score: row.score.map(|score| score as f32),
            has_usual_start: row.start.is_none(),
            first_moves: GameSummary::first_moves(&row.moves),
        };
        self.insert(number, game, &row, &fact)?;
        self.facts.push(fact);
        self.postings
            .extend(game.positions.iter().map(|position| Posting {
                key: position.key,
                game: number,
                next: position.next,
            }));
        Ok(true)
    }

    /// Whether the archive has the same game: the same start, moves, players and
    /// year, with the same result.
    fn has(&self, game: &PreparedGame) -> Result<bool, Fault> {
        let mut alike = self
            .connection
            .prepare_cached("SELECT id FROM games WHERE likeness = ?1")?;
        let alike = alike.query_map([game.likeness], |row| row.get(0))?;
        let mut key = None;
        for number in alike {
            let Some(other) = read_game(self.connection, number?)? else {
                continue;
            };
            let key = key.get_or_insert_with(|| GameKey::new(&game.record));
            if GameKey::new(&other.record) == *key
                && known_result(&other.record) == known_result(&game.record)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn insert(
        &self,
        number: u32,
        game: &PreparedGame,
        row: &GameRow,
        fact: &GameSummary,
    ) -> Result<(), Fault> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO games (id, black, white, tournament, year, date, round, place, start, \
                 moves, score, winner, recorded, details, wthor, source, number, likeness) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        let known = |number: u32| Some(number).filter(|&number| number > 0);
        let record = &game.record;
        insert.execute(params![
            number,
            known(fact.black),
            known(fact.white),
            known(fact.tournament),
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

    fn finish(self) -> Result<(), Fault> {
        game_summary::append(self.connection, self.first, &self.facts)?;
        add_run(self.connection, self.postings)
    }
}

/// The number of games, which is that of the last one.
pub(super) fn count_games(connection: &Connection) -> Result<u32, Fault> {
    let last = "SELECT coalesce(max(id), 0) FROM games";
    Ok(connection
        .prepare_cached(last)?
        .query_row([], |row| row.get(0))?)
}
