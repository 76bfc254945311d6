//! Positions drawn by chance from files of games, a game in memory at a time as
//! far as the format allows.

use std::path::Path;
use std::slice;
use std::vec;

use outflank_othello::format::read_game_file;
use outflank_othello::{Game, Position, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Label, LabelError};
use crate::dataset::{GameRecord, GamesReader, Kind, PositionsReader, kind_of};
use outflank_matches::seeds::derived_rng;

/// The positions that the sources of a [`Label`] give. After an error there are no
/// more.
pub struct DrawnPositions<'a> {
    label: &'a Label,
    paths: slice::Iter<'a, std::path::PathBuf>,
    /// The file that is being read.
    source: Option<Source>,
    /// Games and positions read so far, of all files.
    number: u64,
    /// Positions drawn from the game read last.
    drawn: vec::IntoIter<Position>,
}

/// A file that is being read.
enum Source {
    SelfPlay(GamesReader),
    Positions(PositionsReader),
    Recorded(vec::IntoIter<Game>),
}

/// What is read at a time: positions of which some are to be drawn.
struct Item {
    positions: Vec<Position>,
    /// Whether all are to be drawn whatever the settings say.
    is_position: bool,
}

/// Refuses a file that no position can come from.
pub(super) fn check(path: &Path, shape: Shape) -> Result<(), LabelError> {
    Source::open(path, shape).map(|_| ())
}

impl Source {
    fn open(path: &Path, shape: Shape) -> Result<Self, LabelError> {
        let expect = |found: Shape| {
            if found == shape {
                return Ok(());
            }
            Err(LabelError::OtherShape {
                path: path.to_owned(),
                found,
                expected: shape,
            })
        };
        match kind_of(path)? {
            Some(Kind::Games) => {
                let reader = GamesReader::open(path)?;
                expect(reader.header().shape)?;
                return Ok(Self::SelfPlay(reader.truncated_tail_is_fine()));
            }
            Some(Kind::Positions) => {
                let reader = PositionsReader::open(path)?;
                expect(reader.header().shape)?;
                return Ok(Self::Positions(reader.truncated_tail_is_fine()));
            }
            None => {}
        }
        let games = read_game_file(path, shape)?;
        if let (true, Some(first)) = (games.records.is_empty(), games.rejected.first()) {
            return Err(LabelError::NoGames {
                path: path.to_owned(),
                reason: first.error.to_string(),
            });
        }
        for (_, record) in &games.records {
            expect(record.game.shape())?;
        }
        let games: Vec<Game> = games
            .records
            .into_iter()
            .map(|(_, record)| record.game)
            .collect();
        Ok(Self::Recorded(games.into_iter()))
    }

    fn next(&mut self) -> Result<Option<Item>, LabelError> {
        let game = |positions| Item {
            positions,
            is_position: false,
        };
        Ok(match self {
            Self::SelfPlay(games) => {
                let shape = games.header().shape;
                let record = games.next().transpose()?;
                record.map(|record| game(behind_opening(&record, shape)))
            }
            Self::Positions(positions) => {
                let shape = positions.header().shape;
                positions.next().transpose()?.map(|scored| Item {
                    positions: vec![scored.position(shape).expect("the reader checks positions")],
                    is_position: true,
                })
            }
            Self::Recorded(games) => games.next().map(|played| game(played.positions().to_vec())),
        })
    }
}

/// The positions of a self-play game from which the engine moved.
fn behind_opening(record: &GameRecord, shape: Shape) -> Vec<Position> {
    let mut position = Position::start(shape);
    let mut positions = Vec::with_capacity(record.moves.len());
    for (ply, square) in record.squares().enumerate() {
        if let Ok(passed) = position.pass() {
            position = passed;
        }
        if ply >= usize::from(record.opening_plies) {
            positions.push(position);
        }
        // The reader has found the game playable.
        let Ok(next) = position.play(square) else {
            break;
        };
        position = next;
    }
    positions
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

    /// The 1-based number, through all sources, of the game or position that the last
    /// position was drawn from.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Draws from the next game; false if there is none.
    fn draw_next(&mut self) -> Result<bool, LabelError> {
        loop {
            let Some(source) = &mut self.source else {
                let Some(path) = self.paths.next() else {
                    return Ok(false);
                };
                self.source = Some(Source::open(path, self.label.shape)?);
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
    type Item = Result<Position, LabelError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(position) = self.drawn.next() {
                return Some(Ok(position));
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
    fn draw(&self, item: Item, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
        let Item {
            mut positions,
            is_position,
        } = item;
        positions.retain(|position| {
            let empties = position.empties().len() as u32;
            (self.least_empties..=self.most_empties).contains(&empties)
                && !position.legal_moves().is_empty()
        });
        let (mut left, mut wanted) = (positions.len(), self.per_game as usize);
        if wanted == 0 || is_position {
            wanted = left;
        }
        // Each is taken with the probability that leaves all choices equally
        // probable (Knuth, volume 2, algorithm S).
        positions.retain(|_| {
            let is_taken = rng.random_range(0..left) < wanted;
            left -= 1;
            wanted -= usize::from(is_taken);
            is_taken
        });
        let stray = |position| self.stray_from(position, rng);
        positions.into_iter().map(stray).collect()
    }

    /// Makes some moves by chance, no further than to the last position that has
    /// enough empty squares and in which somebody can move; the mover can.
    fn stray_from(&self, mut position: Position, rng: &mut Xoshiro256PlusPlus) -> Position {
        for _ in 0..rng.random_range(0..=self.stray) {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let chosen = rng.random_range(0..moves.len().max(1));
            let next = moves
                .get(chosen)
                .and_then(|&square| position.play(square).ok());
            let Some(mut next) = next else {
                break;
            };
            if let Ok(passed) = next.pass() {
                next = passed;
            }
            if next.is_over() || (next.empties().len() as u32) < self.least_empties {
                break;
            }
            position = next;
        }
        position
    }
}
