//! Random samples of positions by number of empties.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::{SearchOptions, Searcher, Selectivity};
use outflank_othello::{Position, Shape};
use thiserror::Error;

use outflank_support::seeds::derived_seed;
use outflank_training::{Label, LabelError};
use outflank_training::{SELFPLAY_HASH, SelfPlay};

/// Separates these random numbers from others with the same seed.
const SAMPLE: u64 = 0x5341_4d50;

/// Maximum number of self-play games for each position requested; small boards have few
/// positions.
const MAX_GAMES: u64 = 20;

/// A sampled position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledPosition {
    /// The position, with at least two legal moves.
    pub position: Position,
    /// The number of its game.
    pub game: u64,
}

/// A uniform random sample of positions with at least two legal moves, the same number for
/// each number of empties, distinct up to symmetry and colour.
#[derive(Clone, Debug)]
pub struct Sample {
    shape: Shape,
    count: usize,
    seed: u64,
    /// By number of empties, the positions with the lowest random numbers.
    drawn: BTreeMap<u32, BTreeMap<u64, SampledPosition>>,
}

/// The reason why no positions can be sampled.
#[derive(Debug, Error)]
pub enum SampleError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] LabelError),
    /// The files have no suitable position.
    #[error(
        "{}: no position with {least} to {most} empty squares in which the mover has two moves \
         or more",
        .paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    )]
    NonePresent {
        /// The files.
        paths: Vec<PathBuf>,
        /// Minimum number of empties.
        least: u32,
        /// Maximum number of empties.
        most: u32,
    },
}

impl Sample {
    /// Creates an empty sample for `count` positions of each number of empties.
    #[must_use]
    pub fn new(shape: Shape, empties: &[u32], count: usize, seed: u64) -> Self {
        let drawn = empties.iter().map(|&empties| (empties, BTreeMap::new()));
        Self {
            shape,
            count,
            seed,
            drawn: drawn.collect(),
        }
    }

    /// Considers a position for the sample.
    fn offer(&mut self, game: u64, position: Position) {
        let Some(drawn) = self.drawn.get_mut(&(position.empties().len() as u32)) else {
            return;
        };
        if position.legal_moves().len() < 2 {
            return;
        }
        let board = position.canonical().0.widened_board();
        let halves = |word: u128| [word as u64, (word >> 64) as u64];
        let words = [halves(board.mover()), halves(board.opponent())].concat();
        let number = derived_seed(derived_seed(self.seed, &[SAMPLE]), &words);
        drawn
            .entry(number)
            .or_insert(SampledPosition { position, game });
        if drawn.len() > self.count {
            drawn.pop_last();
        }
    }

    /// Samples from all positions of files: self-play, scored positions, WTHOR, transcripts, OBF.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is for another board, or no position
    /// is suitable.
    pub fn take_from_files(&mut self, paths: &[PathBuf]) -> Result<(), SampleError> {
        let ends = [self.drawn.keys().next(), self.drawn.keys().next_back()];
        let [least, most] = ends.map(|end| end.copied().unwrap_or_default());
        let label = Label {
            shape: self.shape,
            seed: self.seed,
            min_empties: least,
            max_empties: most,
            ..Label::default()
        };
        let label = label.with_sources(paths.to_vec())?;
        let mut positions = label.positions();
        while let Some(position) = positions.next().transpose()? {
            self.offer(positions.number(), position);
        }
        if self.positions().is_empty() {
            return Err(SampleError::NonePresent {
                paths: paths.to_vec(),
                least,
                most,
            });
        }
        Ok(())
    }

    /// Samples from games of the strong player against itself: 8 to 20 random moves at the start
    /// (on 8×8; in proportion on other boards), then searches of 4 plies with one random move in
    /// ten. Ends early if `stop` becomes true.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory for the player.
    pub fn take_from_selfplay(&mut self, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let start = Position::start(self.shape);
        if start.is_over() {
            return Ok(());
        }
        let free = start.empties().len() as u32;
        let selfplay = SelfPlay {
            shape: self.shape,
            seed: derived_seed(self.seed, &[SAMPLE]),
            depth: 4,
            selectivity: Selectivity::NONE,
            exact_to: 0,
            min_random: free * 8 / 60,
            max_random: free * 20 / 60,
            random_percent: 10,
            ..SelfPlay::default()
        };
        let options = SearchOptions::default()
            .with_hash(SELFPLAY_HASH)
            .with_stop(Arc::clone(stop));
        let mut solver = Searcher::new(options)?;
        for number in 0..MAX_GAMES.saturating_mul(self.count as u64) {
            let is_full = self.drawn.values().all(|drawn| drawn.len() == self.count);
            if is_full || stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(record) = selfplay.play(number, &mut solver) else {
                break;
            };
            let mut position = start;
            for square in record.squares() {
                if let Ok(passed) = position.pass() {
                    position = passed;
                }
                self.offer(number, position);
                position = match position.play(square) {
                    Ok(next) => next,
                    Err(error) => unreachable!("a game that was played: {error}"),
                };
            }
        }
        Ok(())
    }

    /// Returns the positions by number of empties. The same games and seed give the same positions
    /// in the same order.
    #[must_use]
    pub fn positions(&self) -> Vec<SampledPosition> {
        let drawn = self.drawn.values().flat_map(BTreeMap::values);
        drawn.copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    fn from_selfplay(
        shape: &str,
        empties: &[u32],
        count: usize,
        seed: u64,
    ) -> Vec<SampledPosition> {
        let mut sample = Sample::new(shape.parse().unwrap(), empties, count, seed);
        sample.take_from_selfplay(&Default::default()).unwrap();
        sample.positions()
    }

    fn file(name: &str) -> PathBuf {
        PathBuf::from(format!(
            "{}/../../testdata/{name}",
            env!("CARGO_MANIFEST_DIR")
        ))
    }

    fn from_file(name: &str, empties: &[u32], count: usize, seed: u64) -> Vec<SampledPosition> {
        let mut sample = Sample::new(Shape::STANDARD, empties, count, seed);
        sample.take_from_files(&[file(name)]).unwrap();
        sample.positions()
    }

    fn assert_is_sample(drawn: &[SampledPosition], empties: &[u32], count: usize) {
        let mut counts = HashMap::new();
        let mut met = HashSet::new();
        for SampledPosition { position, .. } in drawn {
            *counts.entry(position.empties().len() as u32).or_insert(0) += 1;
            assert!(position.legal_moves().len() > 1);
            assert!(met.insert(position.canonical().0.widened_board()));
        }
        assert_eq!(counts, empties.iter().map(|&e| (e, count)).collect());
    }

    #[test]
    fn samples_are_complete_and_distinct() {
        for (shape, empties) in [("8x8", &[8, 11][..]), ("6x6", &[7]), ("9x7", &[10])] {
            assert_is_sample(&from_selfplay(shape, empties, 30, 1), empties, 30);
        }
        assert_is_sample(
            &from_file("wthor/WTH_1980.wtb", &[9, 12], 50, 1),
            &[9, 12],
            50,
        );
    }

    #[test]
    fn results_depend_only_on_the_seed() {
        let drawn = |seed| from_selfplay("8x8", &[9], 10, seed);
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let drawn = |seed, count| from_file("wthor/WTH_1980.wtb", &[12], count, seed);
        // A smaller sample is a subset of a larger one.
        assert_eq!(drawn(1, 20)[..10], drawn(1, 10));
        assert_ne!(drawn(1, 20), drawn(2, 20));
    }

    #[test]
    fn small_boards_give_incomplete_samples() {
        let drawn = from_selfplay("4x4", &[8], 1000, 1);
        assert!((5..1000).contains(&drawn.len()), "{}", drawn.len());
        assert!(from_selfplay("3x3", &[4], 10, 1).len() < 10);
    }

    #[test]
    fn each_position_has_the_number_of_its_game() {
        let drawn = from_file("wthor/WTH_1977.wtb", &[10, 11, 12], 100, 1);
        let mut met = HashSet::new();
        for SampledPosition { position, game } in &drawn {
            assert!((1..=12).contains(game));
            assert!(met.insert((position.empties().len(), *game)));
        }
        assert!(drawn.len() > 20);
    }

    #[test]
    fn files_without_suitable_positions_are_rejected() {
        let mut sample = Sample::new(Shape::STANDARD, &[8, 14], 10, 1);
        let error = sample.take_from_files(&[file("positions/fforum-40-59.obf")]);
        let message = error.unwrap_err().to_string();
        assert!(
            message.ends_with(
                "fforum-40-59.obf: no position with 8 to 14 empty squares in which the mover \
                 has two moves or more"
            ),
            "{message}"
        );
        assert!(sample.take_from_files(&[file("no such file")]).is_err());
    }
}
