//! Conversion between a game record and its row.

use outflank_othello::format::wthor::WthorGame;
use outflank_othello::format::{ClockError, Date, GameRecord, Komi, MoveNote, Player};
use outflank_othello::notation::start_text;
use outflank_othello::{Game, Position, Shape};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::{Deserialize, Serialize};

use super::error::{Fault, Result};
use super::game_summary::Winner;
use super::position_key::{byte_square, square_byte};
use outflank_study::{GameObject, GameSource};

/// An archived game.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchivedGame {
    /// The number of the game in the archive, from 1.
    pub number: u32,
    /// The game record.
    pub record: GameRecord,
    /// The files that contain the game, in the order of import.
    pub sources: Vec<GameSource>,
}

impl ArchivedGame {
    /// Returns the JSON object of the game.
    #[must_use]
    pub fn object(&self) -> GameObject {
        GameObject::new(self.number as usize, &self.record, &[]).with_sources(self.sources.clone())
    }
}

/// The columns of a game, except the IDs of names.
#[derive(Debug)]
pub(super) struct GameRow {
    pub(super) date: Option<String>,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<u8>,
    pub(super) score: Option<f64>,
    pub(super) winner: Option<Winner>,
    pub(super) recorded: Option<String>,
    pub(super) details: Option<String>,
    pub(super) wthor: Option<Vec<u8>>,
}

/// The fields that no query uses, stored as JSON in one column.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    black_rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<Komi>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<MoveNote>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
}

impl Details {
    fn of(record: &GameRecord) -> Self {
        let clock = |player: &Player| player.clock.map(|clock| clock.to_string());
        Self {
            black_rating: record.black.rating,
            white_rating: record.white.rating,
            black_clock: clock(&record.black),
            white_clock: clock(&record.white),
            komi: record.komi,
            variant: record.variant.clone(),
            notes: record.notes.clone(),
            comment: record.comment.clone(),
        }
    }

    fn put_into(self, record: &mut GameRecord) -> Result<(), ClockError> {
        let clock = |text: Option<String>| text.map(|text| text.parse()).transpose();
        record.black.rating = self.black_rating;
        record.white.rating = self.white_rating;
        record.black.clock = clock(self.black_clock)?;
        record.white.clock = clock(self.white_clock)?;
        record.komi = self.komi;
        record.variant = self.variant;
        record.notes = self.notes;
        record.comment = self.comment;
        Ok(())
    }
}

impl GameRow {
    pub(super) fn of(record: &GameRecord) -> Result<Self> {
        let details = Details::of(record);
        let details = (details != Details::default()).then(|| serde_json::to_string(&details));
        let (winner, score) = winner_and_score(record);
        Ok(Self {
            date: record.date.as_ref().map(ToString::to_string),
            start: start_text(record.game.start()),
            moves: record.game.squares().map(square_byte).collect(),
            score,
            winner,
            recorded: record.result.map(|result| result.to_string()),
            details: details.transpose()?,
            wthor: record.wthor.map(wthor_bytes),
        })
    }
}

/// Returns the winner and the disc difference for Black, if they are known.
pub(super) fn winner_and_score(record: &GameRecord) -> (Option<Winner>, Option<f64>) {
    let result = record.played_result();
    let squares = record.game.shape().squares();
    (
        result.map(|result| Winner::of(result.winner())),
        result.and_then(|result| result.score.black_score(squares)),
    )
}

/// Returns the bytes of a WTHOR record that precede its moves.
fn wthor_bytes(game: WthorGame) -> Vec<u8> {
    let [tournament, black, white] =
        [game.tournament, game.black, game.white].map(u16::to_le_bytes);
    let discs = [game.black_discs, game.theoretical];
    [tournament, black, white, discs].concat()
}

fn read_wthor(bytes: &[u8], game: &Game) -> Option<WthorGame> {
    let &[t0, t1, b0, b1, w0, w1, black_discs, theoretical] = bytes else {
        return None;
    };
    Some(WthorGame {
        tournament: u16::from_le_bytes([t0, t1]),
        black: u16::from_le_bytes([b0, b1]),
        white: u16::from_le_bytes([w0, w1]),
        black_discs,
        theoretical,
        ..WthorGame::from_game(game).ok()?
    })
}

/// Reads a game. Returns `None` if no game has the number.
pub(super) fn read_game(connection: &Connection, number: u32) -> Result<Option<ArchivedGame>> {
    let mut select = connection.prepare_cached(
        "SELECT b.name, w.name, t.name, g.date, g.round, g.place, g.start, g.moves, g.recorded, \
             g.details, g.wthor, s.name, g.number \
         FROM games AS g \
         LEFT JOIN players AS b ON b.id = g.black \
         LEFT JOIN players AS w ON w.id = g.white \
         LEFT JOIN tournaments AS t ON t.id = g.tournament \
         LEFT JOIN sources AS s ON s.id = g.source \
         WHERE g.id = ?1",
    )?;
    let game = select.query_row([number], |row| Ok(archived(row, number)));
    let Some(mut game) = game.optional()?.transpose()? else {
        return Ok(None);
    };
    let mut select = connection.prepare_cached(
        "SELECT s.name, o.number FROM other_sources AS o JOIN sources AS s ON s.id = o.source \
         WHERE o.game = ?1 ORDER BY s.id, o.number",
    )?;
    let others = select.query_map([number], |row| {
        Ok(GameSource {
            file: row.get(0)?,
            number: row.get::<_, i64>(1)? as u64,
        })
    })?;
    for other in others {
        game.sources.push(other?);
    }
    Ok(Some(game))
}

fn archived(row: &Row<'_>, number: u32) -> Result<ArchivedGame> {
    let damaged = |what: &str| Fault::damaged(format!("the {what} of game {number}"));
    let start: Option<String> = row.get(6)?;
    let moves = row.get_ref(7)?.as_blob().map_err(rusqlite::Error::from)?;
    let game = replay(start.as_deref(), moves).ok_or_else(|| damaged("moves"))?;
    let player = |name| Player {
        name,
        ..Player::default()
    };
    let date: Option<String> = row.get(3)?;
    let date = date.map(|date| date.parse::<Date>()).transpose();
    let recorded: Option<String> = row.get(8)?;
    let result = recorded.map(|text| text.parse().map_err(|_| damaged("result")));
    let wthor: Option<Vec<u8>> = row.get(10)?;
    let wthor = wthor.map(|bytes| read_wthor(&bytes, &game).ok_or_else(|| damaged("WTHOR record")));
    let mut record = GameRecord {
        black: player(row.get(0)?),
        white: player(row.get(1)?),
        tournament: row.get(2)?,
        round: row.get(4)?,
        place: row.get(5)?,
        date: date.map_err(|_| damaged("date"))?,
        result: result.transpose()?,
        wthor: wthor.transpose()?,
        ..GameRecord::new(game)
    };
    let details: Option<String> = row.get(9)?;
    if let Some(details) = details {
        let details: Details = serde_json::from_str(&details).map_err(|_| damaged("details"))?;
        let put = details.put_into(&mut record);
        put.map_err(|_| damaged("details"))?;
    }
    Ok(ArchivedGame {
        number,
        record,
        sources: vec![GameSource {
            file: row.get::<_, Option<String>>(11)?.unwrap_or_default(),
            number: row.get::<_, i64>(12)? as u64,
        }],
    })
}

/// Plays the moves of a row.
pub(super) fn replay(start: Option<&str>, moves: &[u8]) -> Option<Game> {
    let mut game = match start {
        None => Game::new(Shape::STANDARD),
        Some(text) => {
            let (shape, board) = text.split_once(' ')?;
            let start = Position::parse_obf(board, shape.parse().ok()?).ok()?;
            Game::from_position(start)
        }
    };
    for &byte in moves {
        game.play(byte_square(byte)?).ok()?;
    }
    Some(game)
}

/// Returns the number of games, which equals the number of the last game.
pub(super) fn count_games(connection: &Connection) -> Result<u32> {
    let last = "SELECT coalesce(max(id), 0) FROM games";
    Ok(connection
        .prepare_cached(last)?
        .query_row([], |row| row.get(0))?)
}
