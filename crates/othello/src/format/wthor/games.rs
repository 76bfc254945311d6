//! WTHOR games (`.wtb`).

use super::bytes::records;
use super::{WthorError, WthorHeader};
use crate::{Color, Game, Shape, Square};

/// Offset of the moves in a game, in bytes.
const BEFORE_MOVES: usize = 8;
/// Maximum number of moves in a game.
const MOVES: usize = 60;

/// A game as stored in a WTHOR file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WthorGame {
    /// Index of the tournament in the `.trn` file.
    pub tournament: u16,
    /// Index of Black's name in the `.jou` file.
    pub black: u16,
    /// Index of White's name in the `.jou` file.
    pub white: u16,
    /// Black's recorded discs, empties going to the winner.
    pub black_discs: u8,
    /// Black's discs after best play by both sides from the header's `depth` on.
    pub theoretical: u8,
    /// The squares played, in order, as `10 x row + column` with 1-based row and column;
    /// 0 after the last. Passes are not stored.
    #[cfg_attr(
        feature = "serde",
        serde(
            serialize_with = "<[u8] as serde::Serialize>::serialize",
            deserialize_with = "moves"
        )
    )]
    pub moves: [u8; MOVES],
}

/// Reads the moves as a sequence: serde does not support arrays of this length.
#[cfg(feature = "serde")]
fn moves<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<[u8; MOVES], D::Error> {
    let moves: Vec<u8> = serde::Deserialize::deserialize(deserializer)?;
    let wrong = |moves: Vec<u8>| serde::de::Error::invalid_length(moves.len(), &"60 moves");
    moves.try_into().map_err(wrong)
}

impl WthorGame {
    /// Length of a game in bytes.
    pub(crate) const SIZE: usize = 68;

    /// Parses a game.
    pub(crate) fn from_bytes(record: &[u8; Self::SIZE]) -> Self {
        let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
        let mut moves = [0; MOVES];
        moves.copy_from_slice(&record[BEFORE_MOVES..Self::SIZE]);
        Self {
            tournament: number(0),
            black: number(2),
            white: number(4),
            black_discs: record[6],
            theoretical: record[7],
            moves,
        }
    }

    pub(crate) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[0..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.white.to_le_bytes());
        bytes[6] = self.black_discs;
        bytes[7] = self.theoretical;
        bytes[BEFORE_MOVES..].copy_from_slice(&self.moves);
        bytes
    }

    /// Plays the game. Error messages identify the game by its 1-based `number` in the file.
    ///
    /// # Errors
    ///
    /// Returns an error with the game and byte offset if a byte is not a square or a move
    /// is illegal.
    pub fn play(&self, number: usize) -> Result<Game, WthorError> {
        let mut game = Game::new(Shape::STANDARD);
        let played = self.moves.iter().take_while(|&&byte| byte != 0).count();
        for (place, &byte) in self.moves.iter().enumerate() {
            // After the last move, every byte must be zero.
            if place >= played && byte == 0 {
                continue;
            }
            let wrong = |problem| {
                let offset =
                    (number.max(1) - 1) * Self::SIZE + WthorHeader::SIZE + BEFORE_MOVES + place;
                let (game, number) = (number, place + 1);
                Err(WthorError::Move {
                    game,
                    offset,
                    number,
                    problem,
                })
            };
            let (row, column) = (byte / 10, byte % 10);
            let is_square = place < played && (1..=8).contains(&row) && (1..=8).contains(&column);
            let played = match is_square {
                true => game.play(Square::at(column - 1, row - 1)),
                false => return wrong(format!("{byte}: expected 10 x row + column, each 1 to 8")),
            };
            if let Err(reason) = played {
                return wrong(format!("illegal: {reason}"));
            }
        }
        Ok(game)
    }

    /// Returns the WTHOR game with the moves of `game` and its score or, if it is not
    /// over, the discs on the board. The theoretical score is set to the same value, and
    /// the name numbers to 0.
    ///
    /// # Errors
    ///
    /// Returns an error unless the game began from the standard start on 8×8.
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
        let [black_discs, theoretical] = [discs; 2];
        let [tournament, black, white] = [0; 3];
        Ok(Self {
            tournament,
            black,
            white,
            black_discs,
            theoretical,
            moves,
        })
    }
}

/// A `.wtb` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WthorFile {
    /// The header. Writing sets its number of games to that of `games`.
    pub header: WthorHeader,
    /// The games.
    pub games: Vec<WthorGame>,
}

impl WthorFile {
    /// Parses a `.wtb` file.
    ///
    /// # Errors
    ///
    /// Returns an error if the length does not match the header or the board is not 8×8.
    pub fn from_bytes(file: &[u8]) -> Result<Self, WthorError> {
        let header = WthorHeader::from_bytes(file)?;
        if !matches!(header.board, 0 | 8) {
            return Err(WthorError::Board(header.board));
        }
        let records = records(file, header.games as usize, WthorGame::SIZE)?;
        let games = records.filter_map(|record| Some(WthorGame::from_bytes(record.first_chunk()?)));
        let games = games.collect();
        Ok(Self { header, games })
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more games than the header can count.
    pub fn to_bytes(&self) -> Result<Vec<u8>, WthorError> {
        let (mut header, count) = (self.header, self.games.len());
        header.games = u32::try_from(count).map_err(|_| WthorError::TooMany(count))?;
        let mut bytes = header.to_bytes().to_vec();
        for game in &self.games {
            bytes.extend(game.to_bytes());
        }
        Ok(bytes)
    }
}
