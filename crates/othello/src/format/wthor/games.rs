//! Games (`.wtb`).

use super::bytes::{HEADER, records};
use super::{WthorError, WthorHeader};
use crate::color::Color;
use crate::game::Game;
use crate::shape::Shape;
use crate::square::Square;

/// Bytes of a game.
const RECORD: usize = 68;
/// Bytes of a game before its moves.
const BEFORE_MOVES: usize = 8;
/// Most moves of a game.
const MOVES: usize = 60;

/// A game as the file holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// Number of the tournament among the names of the `.trn` file.
    pub tournament: u16,
    /// Number of the player of Black among the names of the `.jou` file.
    pub black: u16,
    /// Number of the player of White.
    pub white: u16,
    /// Recorded discs of Black, empties to the winner.
    pub black_discs: u8,
    /// Discs of Black after best play of both sides from the header's depth on.
    pub theoretical: u8,
    /// The squares played, `10 x row + column` with 1-based row and column, in
    /// order; 0 after the last. Passes are not written.
    pub moves: [u8; MOVES],
}

impl WthorGame {
    /// Bytes of a game.
    pub(crate) const SIZE: usize = RECORD;

    /// Reads a game.
    pub(crate) fn from_bytes(record: &[u8; RECORD]) -> Self {
        let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let mut moves = [0; MOVES];
        moves.copy_from_slice(&record[BEFORE_MOVES..RECORD]);
        Self {
            tournament: number(0),
            black: number(2),
            white: number(4),
            black_discs: record[6],
            theoretical: record[7],
            moves,
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.white.to_le_bytes());
        bytes[6] = self.black_discs;
        bytes[7] = self.theoretical;
        bytes[BEFORE_MOVES..].copy_from_slice(&self.moves);
        bytes
    }

    /// Plays the game. `number` is its 1-based number in the file, for
    /// messages.
    ///
    /// # Errors
    ///
    /// Bytes that are no squares, and illegal moves, with their place.
    pub fn play(&self, number: usize) -> Result<Game, WthorError> {
        let mut game = Game::new(Shape::STANDARD);
        let played = self.moves.iter().take_while(|&&byte| byte != 0).count();
        for (place, &byte) in self.moves.iter().enumerate() {
            // After the end only zeros may stand.
            if place >= played && byte == 0 {
                continue;
            }
            let offset = HEADER + (number.max(1) - 1) * RECORD + BEFORE_MOVES + place;
            let (row, column) = (byte / 10, byte % 10);
            let square = (place < played && (1..=8).contains(&row) && (1..=8).contains(&column))
                .then(|| Square::at(column - 1, row - 1));
            let Some(square) = square else {
                return Err(WthorError::Square {
                    game: number,
                    offset,
                    number: place + 1,
                    byte,
                });
            };
            game.play(square).map_err(|reason| WthorError::Illegal {
                game: number,
                offset,
                number: place + 1,
                reason,
            })?;
        }
        Ok(game)
    }

    /// The record of a game: its moves, and its score if it is over, else the
    /// discs on the board. Names and the theoretical score are left at 0 and at
    /// the recorded score.
    ///
    /// # Errors
    ///
    /// Games that did not begin from the usual start on 8×8.
    pub fn from_game(game: &Game) -> Result<Self, WthorError> {
        if game.start() != Game::new(Shape::STANDARD).start() {
            return Err(WthorError::Start);
        }
        let mut moves = [0; MOVES];
        for (byte, square) in moves.iter_mut().zip(game.squares()) {
            *byte = 10 * (square.row() + 1) + square.column() + 1;
        }
        let discs = match game.outcome() {
            Some(outcome) => ((64 + outcome.black_score) / 2) as u8,
            None => game.position().count(Color::Black) as u8,
        };
        Ok(Self {
            tournament: 0,
            black: 0,
            white: 0,
            black_discs: discs,
            theoretical: discs,
            moves,
        })
    }
}

/// A file of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WthorFile {
    /// The header. Its number of games is that of `games` when it is written.
    pub header: WthorHeader,
    /// The games.
    pub games: Vec<WthorGame>,
}

impl WthorFile {
    /// Reads a `.wtb` file.
    ///
    /// # Errors
    ///
    /// Files of a length that the header does not announce, and boards other
    /// than 8×8.
    pub fn from_bytes(file: &[u8]) -> Result<Self, WthorError> {
        let header = WthorHeader::from_bytes(file)?;
        if !matches!(header.board, 0 | 8) {
            return Err(WthorError::Board(header.board));
        }
        let records = records(file, header.games as usize, RECORD)?;
        let games = records
            .filter_map(|record| Some(WthorGame::from_bytes(record.first_chunk()?)))
            .collect();
        Ok(Self { header, games })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    ///
    /// More games than the header can count.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WthorError> {
        let count = self.games.len();
        let games = u32::try_from(count).map_err(|_| WthorError::TooMany(count))?;
        let header = WthorHeader {
            games,
            ..self.header
        };
        let mut bytes = header.to_bytes().to_vec();
        for game in &self.games {
            bytes.extend(game.to_bytes());
        }
        Ok(bytes)
    }
}
