//! The searchable fields of games, packed so that scanning a hundred thousand games takes only a
//! millisecond or two.

use std::collections::BTreeMap;

use outflank_othello::Color;
use rusqlite::{Connection, OptionalExtension, params};

use super::error::{Fault, Result};
use super::position_key::END;

/// Games per block.
const BLOCK: u32 = 4096;
/// Number of first moves stored per game.
pub(super) const FIRST_MOVES: usize = 12;
/// Bytes per game.
const SIZE: usize = 19 + FIRST_MOVES;
/// The code for an unknown winner.
const UNKNOWN: u8 = 3;
/// The flag for a start other than the standard one.
const OTHER_START: u8 = 4;

/// The searchable fields of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameSummary {
    /// The ID of Black's name, or 0 if unknown.
    pub(super) black: u32,
    /// The ID of White's name, or 0 if unknown.
    pub(super) white: u32,
    /// The ID of the tournament's name, or 0 if unknown.
    pub(super) tournament: u32,
    /// The year, or 0 if unknown.
    pub(super) year: u16,
    /// The winner, if known.
    pub(super) winner: Option<Winner>,
    /// The disc difference for Black, if known.
    pub(super) score: Option<f32>,
    /// Whether the game starts from the standard position on 8×8.
    pub(super) has_standard_start: bool,
    /// The first moves, padded with [`END`].
    pub(super) first_moves: [u8; FIRST_MOVES],
}

/// The winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    Black,
    Nobody,
    White,
}

impl Winner {
    pub(super) const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Black) => Self::Black,
            None => Self::Nobody,
            Some(Color::White) => Self::White,
        }
    }

    pub(super) const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::Nobody => None,
            Self::White => Some(Color::White),
        }
    }

    /// Returns 1 for Black, 0 for nobody and -1 for White.
    pub(super) const fn sign(self) -> i8 {
        match self {
            Self::Black => 1,
            Self::Nobody => 0,
            Self::White => -1,
        }
    }
}

impl GameSummary {
    /// Returns the ID of a player's name, or 0 if unknown.
    pub(super) const fn player(&self, color: Color) -> u32 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Returns the first moves of a game.
    pub(super) fn first_moves(moves: &[u8]) -> [u8; FIRST_MOVES] {
        let mut first = [END; FIRST_MOVES];
        for (first, &byte) in first.iter_mut().zip(moves) {
            *first = byte;
        }
        first
    }

    fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[0..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.white.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.year.to_le_bytes());
        bytes[14] = match self.winner {
            Some(Winner::Nobody) => 0,
            Some(Winner::Black) => 1,
            Some(Winner::White) => 2,
            None => UNKNOWN,
        };
        if !self.has_standard_start {
            bytes[14] |= OTHER_START;
        }
        bytes[15..19].copy_from_slice(&self.score.unwrap_or(f32::NAN).to_le_bytes());
        bytes[19..].copy_from_slice(&self.first_moves);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| {
            let word = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(word))
        };
        let score = f32::from_bits(word(15)?);
        let marks = *bytes.get(14)?;
        Some(Self {
            black: word(0)?,
            white: word(4)?,
            tournament: word(8)?,
            year: u16::from_le_bytes([*bytes.get(12)?, *bytes.get(13)?]),
            winner: match marks & UNKNOWN {
                0 => Some(Winner::Nobody),
                1 => Some(Winner::Black),
                2 => Some(Winner::White),
                _ => None,
            },
            score: Some(score).filter(|score| !score.is_nan()),
            has_standard_start: marks & OTHER_START == 0,
            first_moves: *bytes.get(19..)?.first_chunk()?,
        })
    }
}

/// Appends the summaries of games numbered from `first` on.
pub(super) fn append(connection: &Connection, first: u32, facts: &[GameSummary]) -> Result<()> {
    let mut number = first;
    let mut rest = facts;
    while !rest.is_empty() {
        let (block, place) = place(number);
        let mut data = read_block(connection, block)?.unwrap_or_default();
        if data.len() != place * SIZE {
            return Err(Fault::damaged("the game summaries are incomplete"));
        }
        let count = rest.len().min(BLOCK as usize - place);
        let (now, later) = rest.split_at(count);
        data.extend(now.iter().flat_map(|fact| fact.to_bytes()));
        let mut write = connection
            .prepare_cached("INSERT OR REPLACE INTO facts (block, data) VALUES (?1, ?2)")?;
        write.execute(params![block, data])?;
        number += count as u32;
        rest = later;
    }
    Ok(())
}

/// Writes names into the summaries of games: the IDs of Black, White and the tournament, except
/// those that are 0.
pub(super) fn add_names(connection: &Connection, names: &BTreeMap<u32, [u32; 3]>) -> Result<()> {
    let mut names = names.iter().peekable();
    while let Some(&(&first, _)) = names.peek() {
        let missing = || Fault::damaged(format!("game {first} has no summary"));
        let (block, _) = place(first);
        let mut data = read_block(connection, block)?.ok_or_else(missing)?;
        while let Some((&number, ids)) = names.next_if(|(number, _)| place(**number).0 == block) {
            let at = place(number).1 * SIZE;
            let summary = data.get_mut(at..at + SIZE);
            let fields = summary.ok_or_else(missing)?.chunks_exact_mut(4);
            for (field, id) in fields.zip(ids) {
                if *id > 0 {
                    field.copy_from_slice(&id.to_le_bytes());
                }
            }
        }
        let mut write = connection.prepare_cached("UPDATE facts SET data = ?2 WHERE block = ?1")?;
        write.execute(params![block, data])?;
    }
    Ok(())
}

/// Returns the block of a game and the index of the game in the block.
const fn place(number: u32) -> (u32, usize) {
    let index = number - 1;
    (index / BLOCK, (index % BLOCK) as usize)
}

fn read_block(connection: &Connection, block: u32) -> Result<Option<Vec<u8>>> {
    let mut read = connection.prepare_cached("SELECT data FROM facts WHERE block = ?1")?;
    Ok(read.query_row([block], |row| row.get(0)).optional()?)
}

/// Reads summaries. This is fastest in the order of game numbers.
pub(super) struct GameSummaries<'a> {
    connection: &'a Connection,
    block: Option<u32>,
    data: Vec<u8>,
}

impl<'a> GameSummaries<'a> {
    pub(super) const fn new(connection: &'a Connection) -> Self {
        Self {
            connection,
            block: None,
            data: Vec::new(),
        }
    }

    /// Returns the summary of a game.
    pub(super) fn get(&mut self, number: u32) -> Result<GameSummary> {
        let missing = || Fault::damaged(format!("game {number} has no summary"));
        if number == 0 {
            return Err(missing());
        }
        let (block, place) = place(number);
        if self.block != Some(block) {
            self.data = read_block(self.connection, block)?.ok_or_else(missing)?;
            self.block = Some(block);
        }
        let bytes = self.data.get(place * SIZE..).ok_or_else(missing)?;
        GameSummary::from_bytes(bytes).ok_or_else(missing)
    }
}
