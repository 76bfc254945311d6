//! Random sampling of positions from files of games.

use std::iter;
use std::path::Path;

use outflank_othello::format::read_game_file;
use outflank_othello::{Position, Shape, Square};
use outflank_support::seeds::derived_rng;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Label;
use crate::dataset::{GamesReader, Kind, PositionsReader, kind_of};
use crate::error::TrainingError;
use crate::samples::expect_board;

/// An iterator over sampled positions. It ends after an error.
pub type SampledPositions = Results<Position>;

type Results<T> = Box<dyn Iterator<Item = Result<T, TrainingError>> + Send>;

/// A game, or a single position.
struct Item {
    positions: Vec<Position>,
    /// Whether it is a single position, which is always taken.
    is_position: bool,
}

/// Checks that positions can be read from a file.
pub(super) fn check(path: &Path, shape: Shape) -> Result<(), TrainingError> {
    open(path, shape).map(drop)
}

/// Opens a file of games or positions.
fn open(path: &Path, shape: Shape) -> Result<Results<Item>, TrainingError> {
    let expect = |found| expect_board(path, found, shape);
    let game = |positions| Item {
        positions,
        is_position: false,
    };
    match kind_of(path)? {
        Some(Kind::Games) => {
            let reader = GamesReader::open(path)?;
            expect(reader.header().shape)?;
            let games = reader.map(move |record| Ok(game(record?.after_opening(shape))));
            return Ok(Box::new(games));
        }
        Some(Kind::Positions) => {
            let reader = PositionsReader::open(path, shape)?;
            expect(reader.shape())?;
            return Ok(Box::new(reader.map(move |row| {
                let position = row?.0.position(shape);
                Ok(Item {
                    positions: vec![position.expect("the reader checks positions")],
                    is_position: true,
                })
            })));
        }
        None => {}
    }
    let games = read_game_file(path, shape)?;
    if let (true, Some(first)) = (games.records.is_empty(), games.rejected.first()) {
        let reason = format_args!("no game: {}", first.error);
        return Err(TrainingError::content(path, reason));
    }
    for (_, record) in &games.records {
        expect(record.game.shape())?;
    }
    let records = games.records.into_iter();
    let games = records.map(move |(_, record)| Ok(game(record.game.positions().to_vec())));
    Ok(Box::new(games))
}

impl Label {
    /// Returns the sampled positions in order. The mover has a legal move in each.
    #[must_use]
    pub fn positions(&self) -> SampledPositions {
        let label = self.clone();
        let paths = label.sources.clone().into_iter();
        let items = paths.flat_map(move |path| {
            open(&path, label.shape).unwrap_or_else(|error| Box::new(iter::once(Err(error))))
        });
        let (label, mut has_failed) = (self.clone(), false);
        let games = items.zip(0..).map_while(move |(item, number)| {
            let is_next = !has_failed;
            has_failed = item.is_err();
            let mut rng = derived_rng(label.seed, &[number]);
            is_next.then(|| item.map(|item| label.sample(item, &mut rng)))
        });
        Box::new(games.flat_map(|game| {
            let (positions, error) = match game {
                Ok(positions) => (positions, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            positions.into_iter().map(Ok).chain(error.map(Err))
        }))
    }

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
