//! Files of self-play games and of scored positions.
//!
//! A program that runs for days can append to such a file, be killed at any time, and
//! resume it. Trainers read it as a stream.
//!
//! Both kinds are a sequence of Zstandard frames, each with a checksum and its content size,
//! so that `zstd -t` tests them. The first frame is one JSON object:
//!
//! ```json
//! {"outflank": "games", "version": 2, "shape": "8x8", "settings": {"depth": 8}}
//! ```
//!
//! `outflank` is `games` or `positions`; `settings` determine the content, and a run with
//! other settings does not resume the file. Each further frame is a block of 1 to 1000
//! records back to back, little-endian:
//!
//! | a game | bytes | a position | bytes |
//! |---|---|---|---|
//! | plies of the opening | 1 | discs of the mover, bit 8·row + column | 8 |
//! | empties at or below which moves are exact | 1 | discs of the opponent | 8 |
//! | score for Black in discs | 2 | score for the mover in 1/128 discs | 2 |
//! | number of moves | 1 | depth in plies, 255 if exact | 1 |
//! | each move, 16·row + column | 1 | | |
//! | number of values | 1 | | |
//! | value of each position after the opening, in 1/128 discs | 2 | | |
//! | number of random moves after the opening | 1 | | |
//! | each of them, as a move number from 0 | 1 | | |
//!
//! Frames are appended whole. An interrupted writer leaves at most a truncated last frame,
//! which is removed on resuming and which readers skip on request. Anything else is
//! damage, reported as an error that names the block. Only damage to the last block can
//! look like truncation.
//!
//! ```
//! use outflank_training::dataset::{SelfPlayGame, GamesReader, GamesWriter, Header};
//! use outflank_othello::Shape;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = &folder.path().join("games");
//! let header = Header {
//!     shape: Shape::STANDARD,
//!     settings: serde_json::json!({ "engine": "random", "seed": 1 }),
//! };
//! let mut writer = GamesWriter::create_or_resume(path, &header)?;
//! writer.push(&SelfPlayGame {
//!     opening_plies: 0,
//!     exact_from: 0,
//!     black_score: 64,
//!     // e6f4e3f6g5d6e7f5c5: Black takes all discs in nine moves.
//!     moves: vec![0x54, 0x35, 0x24, 0x55, 0x46, 0x53, 0x64, 0x45, 0x42],
//!     values: vec![],
//!     random_plies: 0,
//! })?;
//! writer.flush()?;
//!
//! for game in GamesReader::open(path)? {
//!     let game = game?.replay(Shape::STANDARD)?;
//!     assert_eq!(game.outcome().map(|outcome| outcome.black_score), Some(64));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod error;
mod games;
mod header;
mod parquet;
mod position_file;
mod positions;
mod records;

pub use self::parquet::{
    ParquetPosition, ParquetReader, export_games, export_positions, is_parquet, write_positions,
};
pub use error::DatasetError;
pub use games::{SelfPlayGame, UnplayableGame};
pub use header::{Header, Kind, kind_of};
pub use position_file::PositionFile;
pub use positions::ScoredPosition;
pub use records::{Reader, Record, Writer};

/// Writes self-play games.
pub type GamesWriter = Writer<SelfPlayGame>;

/// Reads self-play games.
pub type GamesReader = Reader<SelfPlayGame>;

/// Writes scored positions.
pub type PositionsWriter = Writer<ScoredPosition>;

/// Reads scored positions.
pub type PositionsReader = Reader<ScoredPosition>;
