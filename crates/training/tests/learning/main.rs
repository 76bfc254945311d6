//! Training of weights and of networks, interrupted and resumed.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod network;
mod weights;

use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_othello::{Board, Layout};
use outflank_training::samples::{Sample, SampleOptions, SampleSink, Split};
use outflank_training::{Checkpoint, TrainingError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const OPTIONS: SampleOptions = SampleOptions {
    hold_out: 10,
    lambda: 0.7,
    share: 1.0,
};

/// A change of settings, and a part of the message that refuses it.
type Change<T> = (fn(&mut T), &'static str);

/// Adds positions of random games, scored by mobility, to `sink`.
fn add_samples(games: u64, sink: &mut impl SampleSink) {
    let layout = &Layout::STANDARD;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for game in 0..games {
        let mut board = Board::start(layout);
        loop {
            let mut moves = board.legal_moves(layout);
            if moves == 0 {
                board = board.pass();
                moves = board.legal_moves(layout);
            }
            if moves == 0 {
                break;
            }
            let sample = Sample {
                board: board.widen(),
                score: 128 * (moves.count_ones() as i16 - 6),
            };
            let split = match game % 10 {
                0 => Split::HeldOut,
                _ => Split::Training,
            };
            sink.add(sample, split).unwrap();
            for _ in 0..rng.random_range(0..moves.count_ones()) {
                moves &= moves - 1;
            }
            board = board.play(moves.trailing_zeros(), layout);
        }
    }
}

/// Samples, and a folder with a file of games and a checkpoint.
struct Place<S> {
    folder: tempfile::TempDir,
    samples: S,
}

impl<S> Place<S> {
    fn new(samples: impl FnOnce(&Path) -> S) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.games"), "twelve bytes").unwrap();
        Self {
            samples: samples(folder.path()),
            folder,
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    fn checkpoint(&self, options: SampleOptions, interval: Duration) -> Checkpoint {
        let sources = [self.folder.path().join("a.games")];
        let checkpoint = Checkpoint::new(self.file(), interval);
        checkpoint.with_sources(&sources, options).unwrap()
    }

    /// Asserts that `resume` refuses truncated and changed checkpoints, and leaves them as they
    /// are.
    fn check_damage<T>(&self, resume: impl Fn() -> Result<T, TrainingError>) {
        let whole = std::fs::read(self.file()).unwrap();
        let damaged = |bytes: &[u8]| {
            std::fs::write(self.file(), bytes).unwrap();
            let error = resume().err().unwrap().to_string();
            assert!(
                error.contains("state: expected a complete checkpoint"),
                "{error}"
            );
            assert_eq!(std::fs::read(self.file()).unwrap(), bytes);
        };
        for length in [1, 3, 40, whole.len() / 2, whole.len() - 1] {
            damaged(&whole[..length]);
        }
        for at in [60, whole.len() / 3, whole.len() - 2] {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            damaged(&bytes);
        }
        damaged(b"GIF89a");
        damaged(&zstd::encode_all(&b"{\"format\": \"something\"}\n"[..], 1).unwrap());
        damaged(&[&whole[..], &zstd::encode_all(&b"more"[..], 1).unwrap()].concat());
        std::fs::write(self.file(), &whole).unwrap();
    }
}
