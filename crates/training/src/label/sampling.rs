//! Random sampling of positions from files of games.

use std::path::{Path, PathBuf};
use std::vec;

use outflank_othello::format::read_game_file;
use outflank_othello::{Game, Position, Shape, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Label;
use crate::dataset::{GamesReader, Kind, PositionsReader, kind_of};
use crate::samples::{SampleError, expect_board};
use outflank_support::seeds::derived_rng;

/// Iterator over the positions sampled by a [`Label`]. An error ends it.
pub struct SampledPositions {
    label: Label,
    paths: vec::IntoIter<PathBuf>,
    /// The current file.
    source: Option<Source>,
    /// Games and positions read so far in all files.
    number: u64,
    /// Remaining positions of the last game.
    sampled: vec::IntoIter<Position>,
}

/// An open file.
enum Source {
    SelfPlay(GamesReader),
    Positions(PositionsReader),
    Recorded(vec::IntoIter<Game>),
}

/// A game, or a single position.
struct Item {
    positions: Vec<Position>,
    /// Whether it is a single position, which is always taken.
    is_position: bool,
}

/// Checks that positions can be read from a file.
pub(super) fn check(path: &Path, shape: Shape) -> Result<(), SampleError> {
    Source::open(path, shape).map(|_| ())
}

impl Source {
    fn open(path: &Path, shape: Shape) -> Result<Self, SampleError> {
        let expect = |found| expect_board(path, found, shape);
        match kind_of(path)? {
            Some(Kind::Games) => {
                let reader = GamesReader::open(path)?;
                expect(reader.header().shape)?;
                return Ok(Self::SelfPlay(reader));
            }
            Some(Kind::Positions) => {
                let reader = PositionsReader::open(path, shape)?;
                expect(reader.shape())?;
                return Ok(Self::Positions(reader));
            }
            None => {}
        }
        let games = read_game_file(path, shape)?;
        if let (true, Some(first)) = (games.records.is_empty(), games.rejected.first()) {
            let reason = format_args!("no game: {}", first.error);
            return Err(SampleError::unreadable(path, &reason));
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

    fn next(&mut self) -> Result<Option<Item>, SampleError> {
        let game = |positions| Item {
            positions,
            is_position: false,
        };
        Ok(match self {
            Self::SelfPlay(games) => {
                let shape = games.header().shape;
                let record = games.next().transpose()?;
                record.map(|record| game(record.after_opening(shape)))
            }
            Self::Positions(positions) => {
                let shape = positions.shape();
                positions.next().transpose()?.map(|row| Item {
                    positions: vec![row.position(shape).expect("the reader checks positions")],
                    is_position: true,
                })
            }
            Self::Recorded(games) => games.next().map(|played| game(played.positions().to_vec())),
        })
    }
}

impl SampledPositions {
    pub(super) fn new(label: &Label) -> Self {
        Self {
            label: label.clone(),
            paths: label.sources.clone().into_iter(),
            source: None,
            number: 0,
            sampled: Vec::new().into_iter(),
        }
    }

    /// Returns the number, from 1 over all sources, of the game or position that the last
    /// position came from.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Samples from the next game; returns false if there is none.
    fn sample_next(&mut self) -> Result<bool, SampleError> {
        loop {
            let Some(source) = &mut self.source else {
                let Some(path) = self.paths.next() else {
                    return Ok(false);
                };
                self.source = Some(Source::open(&path, self.label.shape)?);
                continue;
            };
            let Some(item) = source.next()? else {
                self.source = None;
                continue;
            };
            let mut rng = derived_rng(self.label.seed, &[self.number]);
            self.number += 1;
            self.sampled = self.label.sample(item, &mut rng).into_iter();
            return Ok(true);
        }
    }
}

impl Iterator for SampledPositions {
    type Item = Result<Position, SampleError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(position) = self.sampled.next() {
                return Some(Ok(position));
            }
            match self.sample_next() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.paths = Vec::new().into_iter();
                    self.source = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Label {
    /// Samples positions in the order of the game.
    fn sample(&self, item: Item, rng: &mut Xoshiro256PlusPlus) -> Vec<Position> {
        let Item {
            mut positions,
            is_position,
        } = item;
        positions.retain(|position| {
            let empties = position.empties().len() as u32;
            (self.min_empties..=self.max_empties).contains(&empties)
                && !position.legal_moves().is_empty()
        });
        let (mut left, mut needed) = (positions.len(), self.per_game as usize);
        if needed == 0 || is_position {
            needed = left;
        }
        // Selection sampling (Knuth, volume 2, algorithm S).
        positions.retain(|_| {
            let is_taken = rng.random_range(0..left) < needed;
            left -= 1;
            needed -= usize::from(is_taken);
            is_taken
        });
        let randomize = |position| self.play_randomly(position, rng);
        positions.into_iter().map(randomize).collect()
    }

    /// Plays up to `max_random_moves` random moves, stopping before the position has too
    /// few empties or the game is over. The mover of the result has a legal move.
    fn play_randomly(&self, mut position: Position, rng: &mut Xoshiro256PlusPlus) -> Position {
        for _ in 0..rng.random_range(0..=self.max_random_moves) {
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
            if next.is_over() || (next.empties().len() as u32) < self.min_empties {
                break;
            }
            position = next;
        }
        position
    }
}
