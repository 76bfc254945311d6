//! What searches and statistics ask of many games at once, packed so that a
//! hundred thousand games are looked through in a millisecond or two.

use rusqlite::{Connection, OptionalExtension, params};

use outflank_othello::Color;

use super::error::Fault;
use super::position_key::END;

/// Games of a block.
const BLOCK: u32 = 4096;
/// First moves that are kept of a game.
pub(super) const FIRST_MOVES: usize = 12;
/// Bytes of a game.
const SIZE: usize = 19 + FIRST_MOVES;
/// What stands for a winner that is not known.
const UNKNOWN: u8 = 3;
/// Set beside the winner if the start was another than the usual one.
const OTHER_START: u8 = 4;

/// What is asked of many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameSummary {
    /// Number of the player of Black; 0 if not known.
    pub(super) black: u32,
    /// Number of the player of White; 0 if not known.
    pub(super) white: u32,
    /// Number of the tournament; 0 if not known.
    pub(super) tournament: u32,
    /// The year; 0 if not known.
    pub(super) year: u16,
    /// How it ended, if that is known.
    pub(super) winner: Option<Winner>,
    /// Disc difference for Black, if it is known.
    pub(super) score: Option<f32>,
    /// Whether it began from the usual start on 8x8.
    pub(super) has_usual_start: bool,
    /// The bytes of the first moves; behind the last one those of no square.
    pub(super) first_moves: [u8; FIRST_MOVES],
}

/// Who won.
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

    /// 1, 0 or -1.
    pub(super) const fn sign(self) -> i8 {
        match self {
            Self::Black => 1,
            Self::Nobody => 0,
            Self::White => -1,
        }
    }
}

impl GameSummary {
    /// The number of the player of a colour; 0 if not known.
    pub(super) const fn player(&self, color: Color) -> u32 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The first of the moves of a game.
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
        if !self.has_usual_start {
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
            has_usual_start: marks & OTHER_START == 0,
            first_moves: *bytes.get(19..)?.first_chunk()?,
        })
    }
}

/// Adds the facts of games whose numbers begin with `first`, which are the last
/// of the archive.
pub(super) fn append(
    connection: &Connection,
    first: u32,
    facts: &[GameSummary],
) -> Result<(), Fault> {
    let mut number = first;
    let mut rest = facts;
    while !rest.is_empty() {
        let (block, place) = place(number);
        let mut data = read_block(connection, block)?.unwrap_or_default();
        if data.len() != place * SIZE {
            return Err(Fault::damaged("the facts end before the games"));
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

/// The block of a game and its place in it.
const fn place(number: u32) -> (u32, usize) {
    let index = number - 1;
    (index / BLOCK, (index % BLOCK) as usize)
}

fn read_block(connection: &Connection, block: u32) -> Result<Option<Vec<u8>>, Fault> {
    let mut read = connection.prepare_cached("SELECT data FROM facts WHERE block = ?1")?;
    Ok(read.query_row([block], |row| row.get(0)).optional()?)
}

/// The facts of games that are asked for in the order of their numbers.
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

    /// The facts of a game.
    pub(super) fn get(&mut self, number: u32) -> Result<GameSummary, Fault> {
        let missing = || Fault::damaged(format!("there are no facts of game {number}"));
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
