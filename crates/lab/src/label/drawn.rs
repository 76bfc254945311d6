//! Positions drawn by chance from files of games, a game in memory at a time as
//! far as the format allows.

use std::path::Path;
use std::slice;
use std::vec;

use outflank_othello::format::read_game_file;
use outflank_othello::{Bitboard, Board, Game, Layout, Position, Shape};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Label, LabelError};
use crate::dataset::{GameRecord, GamesReader, Header, Kind, PositionsReader, kind_of};
use crate::seeds::derived_rng;

/// The positions that the sources of a [`Label`] give, each with the mover's
/// discs first. After an error there are no more.
pub struct DrawnPositions<'a> {
    label: &'a Label,
    paths: slice::Iter<'a, std::path::PathBuf>,
    /// The file that is being read.
    source: Option<Source>,
    /// Games and positions read so far, of all files.
    number: u64,
    /// Positions drawn from the game read last.
    drawn: vec::IntoIter<Board<u64>>,
}

/// A file that is being read.
enum Source {
    SelfPlay(GamesReader),
    Positions(PositionsReader),
    Recorded(vec::IntoIter<Game>),
}

/// What is read at a time: boards of which some are to be drawn.
struct Item {
    boards: Vec<Board<u64>>,
    /// Whether all are to be drawn whatever the settings say.
    is_position: bool,
}

/// Refuses a file that no position can come from.
pub(super) fn check(path: &Path) -> Result<(), LabelError> {
    Source::open(path).map(|_| ())
}

impl Source {
    fn open(path: &Path) -> Result<Self, LabelError> {
        let expect_standard = |header: &Header| match header.shape {
            Shape::STANDARD => Ok(()),
            found => Err(LabelError::OtherShape {
                path: path.to_owned(),
                found,
            }),
        };
        match kind_of(path)? {
            Some(Kind::Games) => {
                let reader = GamesReader::open(path)?;
                expect_standard(reader.header())?;
                return Ok(Self::SelfPlay(reader.truncated_tail_is_fine()));
            }
            Some(Kind::Positions) => {
                let reader = PositionsReader::open(path)?;
                expect_standard(reader.header())?;
                return Ok(Self::Positions(reader.truncated_tail_is_fine()));
            }
            None => {}
        }
        let games = read_game_file(path, Shape::STANDARD)?;
        if let (true, Some(first)) = (games.records.is_empty(), games.rejected.first()) {
            return Err(LabelError::NoGames {
                path: path.to_owned(),
                reason: first.error.to_string(),
            });
        }
        let games: Vec<Game> = games
            .records
            .into_iter()
            .map(|(_, record)| record.game)
            .collect();
        Ok(Self::Recorded(games.into_iter()))
    }

    fn next(&mut self) -> Result<Option<Item>, LabelError> {
        let game = |boards| Item {
            boards,
            is_position: false,
        };
        Ok(match self {
            Self::SelfPlay(games) => games
                .next()
                .transpose()?
                .map(|record| game(behind_opening(&record))),
            Self::Positions(positions) => positions.next().transpose()?.map(|position| Item {
                boards: vec![Board::new(position.mover, position.opponent)],
                is_position: true,
            }),
            Self::Recorded(games) => games.next().map(|played| {
                let boards = played.positions().iter();
                game(boards.filter_map(Position::standard_board).collect())
            }),
        })
    }
}

/// The boards of a self-play game from which the engine moved.
fn behind_opening(record: &GameRecord) -> Vec<Board<u64>> {
    let mut board = Board::start(&Layout::STANDARD);
    let mut boards = Vec::with_capacity(record.moves.len());
    for (ply, square) in record.squares().enumerate() {
        let Some(index) = Layout::STANDARD.index(square) else {
            continue;
        };
        if board.legal_moves(&Layout::STANDARD).is_empty() {
            board = board.pass();
        }
        if ply >= usize::from(record.opening_plies) {
            boards.push(board);
        }
        board = board.play(index, &Layout::STANDARD);
    }
    boards
}

impl<'a> DrawnPositions<'a> {
    pub(super) fn new(label: &'a Label) -> Self {
        Self {
            label,
            paths: label.sources.iter(),
            source: None,
            number: 0,
            drawn: Vec::new().into_iter(),
        }
    }

    /// Draws from the next game; false if there is none.
    fn draw_next(&mut self) -> Result<bool, LabelError> {
        loop {
            let Some(source) = &mut self.source else {
                let Some(path) = self.paths.next() else {
                    return Ok(false);
                };
                self.source = Some(Source::open(path)?);
                continue;
            };
            let Some(item) = source.next()? else {
                self.source = None;
                continue;
            };
            let mut rng = derived_rng(self.label.seed, &[self.number]);
            self.number += 1;
            self.drawn = self.label.draw(item, &mut rng).into_iter();
            return Ok(true);
        }
    }
}

impl Iterator for DrawnPositions<'_> {
    type Item = Result<Board<u64>, LabelError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(board) = self.drawn.next() {
                return Some(Ok(board));
            }
            match self.draw_next() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.paths = [].iter();
                    self.source = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Label {
    /// Draws from what was read, in the order of the game.
    fn draw(&self, item: Item, rng: &mut Xoshiro256PlusPlus) -> Vec<Board<u64>> {
        let Item {
            mut boards,
            is_position,
        } = item;
        boards.retain(|board| {
            let empties = board.empties(&Layout::STANDARD).count();
            (self.least_empties..=self.most_empties).contains(&empties)
                && !board.legal_moves(&Layout::STANDARD).is_empty()
        });
        let (mut left, mut wanted) = (boards.len(), self.per_game as usize);
        if wanted == 0 || is_position {
            wanted = left;
        }
        // Each is taken with the probability that leaves all choices equally
        // probable (Knuth, volume 2, algorithm S).
        boards.retain(|_| {
            let is_taken = rng.random_range(0..left) < wanted;
            left -= 1;
            wanted -= usize::from(is_taken);
            is_taken
        });
        let stray = |board| self.stray_from(board, rng);
        boards.into_iter().map(stray).collect()
    }

    /// Makes some moves by chance, no further than to the last position that has
    /// enough empty squares and in which somebody can move; the mover can.
    fn stray_from(&self, mut board: Board<u64>, rng: &mut Xoshiro256PlusPlus) -> Board<u64> {
        for _ in 0..rng.random_range(0..=self.stray) {
            let moves = board.legal_moves(&Layout::STANDARD);
            let chosen = rng.random_range(0..moves.count().max(1));
            let Some(index) = moves.indices().nth(chosen as usize) else {
                break;
            };
            let mut next = board.play(index, &Layout::STANDARD);
            if next.legal_moves(&Layout::STANDARD).is_empty() {
                next = next.pass();
            }
            let is_over = next.legal_moves(&Layout::STANDARD).is_empty();
            if is_over || next.empties(&Layout::STANDARD).count() < self.least_empties {
                break;
            }
            board = next;
        }
        board
    }
}
