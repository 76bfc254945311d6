//! A backup file: the games of the library, and the cards of the archive with their answers and
//! analyses.
//!
//! Each line is a [`Line`] as a JSON object. The lines do not depend on each other, so a file can
//! be imported in pieces. An import can be repeated, and replaces only older data.

use std::collections::HashSet;

use outflank_othello::Square;
use outflank_othello::notation::start_text;
use outflank_support::json;
use rusqlite::{Connection, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Archive;
use super::analyses;
use super::cards::{self, Card};
use super::error::{ArchiveError, Fault, Result};
use super::game_row::replay;
use super::library::{Entry, Library};
use super::position_key::square_byte;
use outflank_study::puzzle::Theme;
use outflank_study::trainer::{AnswerRecord, CardRecord, MemoryRecord, NewCard, Rating};

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A game of the library.
    Game(Box<KeptGame>),
    /// A card with its answers.
    Card(Box<CardRecord>),
    /// The settings of a page, which only the page reads.
    Settings(Map<String, Value>),
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptGame {
    id: String,
    revision: u32,
    writer: String,
    saved: i64,
    entry: Entry,
    content: Map<String, Value>,
}

/// The counts of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Restored {
    /// Number of games that were new or newer.
    pub games: usize,
    /// Number of cards that were new.
    pub cards: usize,
    /// Number of answers that were new.
    pub answers: usize,
    /// Number of games and cards that were already up to date.
    pub known: usize,
}

impl Restored {
    /// Adds the counts of another import.
    pub const fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.cards += other.cards;
        self.answers += other.answers;
        self.known += other.known;
    }
}

impl Library {
    /// Passes all games that are not deleted to `give`.
    pub fn export(&self, give: &mut dyn FnMut(Line)) -> Result<(), ArchiveError> {
        self.0.read(|connection| {
            let mut select = connection.prepare(
                "SELECT id, revision, writer, saved, entry, content FROM games \
                 WHERE deleted IS NULL ORDER BY saved",
            )?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                give(Line::Game(Box::new(KeptGame {
                    id: row.get(0)?,
                    revision: row.get(1)?,
                    writer: row.get(2)?,
                    saved: row.get(3)?,
                    entry: serde_json::from_str(&row.get::<_, String>(4)?)?,
                    content: json::read(row.get::<_, String>(5)?.as_bytes())?,
                })));
            }
            Ok(())
        })
    }

    /// Returns the games of another library that this one never had.
    pub fn missing(&self, other: &Self) -> Result<Vec<KeptGame>, ArchiveError> {
        let known = self.0.read(|connection| {
            let mut select = connection.prepare("SELECT id FROM games")?;
            let ids = select.query_map([], |row| row.get::<_, String>(0))?;
            Ok(ids.collect::<rusqlite::Result<HashSet<_>>>()?)
        })?;
        let mut games = Vec::new();
        other.export(&mut |line| match line {
            Line::Game(game) if !known.contains(&game.id) => games.push(*game),
            _ => {}
        })?;
        Ok(games)
    }

    /// Adds games in one transaction. Keeps a game of the library that was saved later.
    pub fn restore_games<'a>(
        &self,
        games: impl IntoIterator<Item = &'a KeptGame>,
    ) -> Result<Restored, ArchiveError> {
        self.0.write(|connection| {
            let mut restored = Restored::default();
            for game in games {
                // An open tab that saved an earlier revision must not overwrite this one.
                let mut insert = connection.prepare_cached(
                    "INSERT INTO games (id, revision, writer, saved, entry, words, content) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
                     ON CONFLICT (id) DO UPDATE SET revision = max(revision, excluded.revision) + 1, \
                         writer = excluded.writer, saved = excluded.saved, entry = excluded.entry, \
                         words = excluded.words, content = excluded.content, deleted = NULL \
                     WHERE excluded.saved > saved OR deleted IS NOT NULL",
                )?;
                let changed = insert.execute(params![
                    game.id,
                    game.revision,
                    game.writer,
                    game.saved,
                    serde_json::to_string(&game.entry)?,
                    game.entry.words(),
                    serde_json::to_string(&game.content)?,
                ])?;
                restored.games += changed;
                restored.known += 1 - changed;
            }
            Ok(restored)
        })
    }
}

impl Archive {
    /// Passes all cards to `give`.
    pub fn export_cards(&self, give: &mut dyn FnMut(Line)) -> Result<(), ArchiveError> {
        self.read(|connection| {
            for card in cards::all(connection)? {
                give(Line::Card(Box::new(record(connection, &card)?)));
            }
            Ok(())
        })
    }

    /// Adds cards and their answers in one transaction. A card of the archive that was answered
    /// later keeps its memory state. Fails if a card is invalid or the archive cannot be written.
    pub fn restore_cards<'a>(
        &mut self,
        cards: impl IntoIterator<Item = &'a CardRecord>,
    ) -> Result<Restored, ArchiveError> {
        self.write(|connection| {
            let mut restored = Restored::default();
            for card in cards {
                let (new, answers) = restore(card, connection)?;
                restored.cards += usize::from(new);
                restored.answers += answers;
                restored.known += usize::from(!new && answers == 0);
            }
            Ok(restored)
        })
    }
}

/// Returns a card with its answers and the analysis of its position.
pub(super) fn record(connection: &Connection, card: &Card) -> Result<CardRecord> {
    let new = NewCard {
        game: card.game.clone(),
        themes: card.themes.clone(),
        rating: None,
    };
    let analysis = analyses::find(connection, card.game.position())?;
    let mut select = connection.prepare_cached(
        "SELECT time, move, loss, right, rating, deviation, volatility FROM answers \
         WHERE card = ?1 ORDER BY id",
    )?;
    let answers = select.query_map([card.number], |row| {
        Ok(AnswerRecord {
            time: row.get(0)?,
            mv: row.get(1)?,
            loss: row.get(2)?,
            right: row.get(3)?,
            rating: match (row.get(4)?, row.get(5)?, row.get(6)?) {
                (Some(rating), Some(deviation), Some(volatility)) => Some(Rating {
                    rating,
                    deviation,
                    volatility,
                }),
                _ => None,
            },
        })
    })?;
    Ok(CardRecord {
        rating: card.rating,
        memory: card.review.map(|review| MemoryRecord {
            stability: review.memory.stability,
            difficulty: review.memory.difficulty,
            answered: review.memory.answered,
            due: review.due,
        }),
        answers: answers.collect::<Result<_, _>>()?,
        ..CardRecord::new(&card.deck, card.loss, &new, analysis.map(Into::into))
    })
}

/// Adds a card. Returns whether it was new, and the number of new answers.
fn restore(card: &CardRecord, connection: &Connection) -> Result<(bool, usize)> {
    let wrong = |what: &str| Fault::Wrong(format!("{what} of a card of {:?}", card.deck));
    let squares = card.moves.split_whitespace().map(str::parse::<Square>);
    let squares: Result<Vec<Square>, _> = squares.collect();
    let moves = squares.map_err(|_| wrong("the moves"))?;
    let moves: Vec<u8> = moves.into_iter().map(square_byte).collect();
    let game = replay(card.start.as_deref(), &moves).ok_or_else(|| wrong("the moves"))?;
    let mut themes = card.themes.split_whitespace().map(str::parse::<Theme>);
    if themes.any(|theme| theme.is_err()) {
        return Err(wrong("the themes"));
    }
    if let Some(record) = &card.analysis {
        let analysis = record.read(game.position());
        let analysis = analysis.ok_or_else(|| wrong("the analysis"))?;
        analyses::keep(connection, game.position(), &analysis)?;
    }
    let key = cards::key(game.position());
    let new = connection
        .prepare_cached(
            "INSERT OR IGNORE INTO cards \
                 (deck, position, start, moves, loss, themes, rating, deviation) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            card.deck,
            key,
            start_text(game.start()),
            moves,
            card.loss,
            card.themes,
            card.rating.map(|it| it.rating),
            card.rating.map(|it| it.deviation),
        ])?;
    let number: i64 = connection
        .prepare_cached("SELECT id FROM cards WHERE deck = ?1 AND position = ?2")?
        .query_row([&card.deck, &key], |row| row.get(0))?;
    if let Some(memory) = card.memory {
        connection
            .prepare_cached(
                "UPDATE cards SET stability = ?2, difficulty = ?3, answered = ?4, due = ?5, \
                     rating = coalesce(?6, rating), deviation = coalesce(?7, deviation) \
                 WHERE id = ?1 AND coalesce(answered < ?4, TRUE)",
            )?
            .execute(params![
                number,
                memory.stability,
                memory.difficulty,
                memory.answered,
                memory.due,
                card.rating.map(|it| it.rating),
                card.rating.map(|it| it.deviation),
            ])?;
    }
    let mut added = 0;
    for answer in &card.answers {
        added += cards::add_answer(connection, number, answer)?;
    }
    Ok((new > 0, added))
}
