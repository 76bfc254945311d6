//! Files of self-play games and of scored positions.
//!
//! A program that plays or labels for days appends to such a file, may be killed
//! at any time, and takes the file up again where it stood. What trains on them
//! reads them as a stream.
//!
//! Both kinds of file are a sequence of Zstandard frames, each with a checksum
//! and with its size told in advance, so that `zstd -t` tests them. The first
//! frame is one JSON object:
//!
//! ```json
//! {"outflank": "games", "version": 2, "shape": "8x8", "settings": {"depth": 8}}
//! ```
//!
//! `outflank` is `games` or `positions`; `settings` is whatever decided what the
//! file holds, and a run with other settings does not go on with it. Each further
//! frame is a block of 1 to 1000 records without anything between them, numbers
//! little end first:
//!
//! | a game | bytes | a position | bytes |
//! |---|---|---|---|
//! | plies of the opening | 1 | discs of the mover, bit 8·row + column | 8 |
//! | exact from so many empty squares on | 1 | discs of the opponent | 8 |
//! | score for Black in discs | 2 | score for the mover in 1/128 discs | 2 |
//! | number of moves | 1 | depth in plies, 255 if exact | 1 |
//! | each move, 16·row + column | 1 | | |
//! | number of values | 1 | | |
//! | value of each position behind the opening, in 1/128 discs | 2 | | |
//! | number of moves by chance behind the opening | 1 | | |
//! | each of them, counted from 0 from the start of the game | 1 | | |
//!
//! Frames are appended whole. A writer that is killed can leave the last one cut
//! off, and nothing else: it is cut back when the file is taken up, and a reader
//! passes over it if told so. Anything else is damage and an error that names
//! the block. Only damage to the very last block can look like a cut, and only
//! what does not change a record can pass unseen.
//!
//! ```
//! use outflank_training::dataset::{GameRecord, GamesReader, GamesWriter, Header};
//! use outflank_othello::Shape;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = &folder.path().join("games");
//! let header = Header {
//!     shape: Shape::STANDARD,
//!     settings: serde_json::json!({ "engine": "random", "seed": 1 }),
//! };
//! let mut writer = GamesWriter::create_or_resume(path, &header)?;
//! writer.push(&GameRecord {
//!     opening_plies: 0,
//!     exact_from: 0,
//!     black_score: 64,
//!     // e6f4e3f6g5d6e7f5c5: Black takes all discs in nine moves.
//!     moves: vec![0x54, 0x35, 0x24, 0x55, 0x46, 0x53, 0x64, 0x45, 0x42],
//!     values: vec![],
//!     strays: 0,
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
mod positions;
mod records;

pub use self::parquet::{export_games, export_positions};
pub use error::DatasetError;
pub use games::{GameRecord, GamesReader, GamesWriter, UnplayableGame};
pub use header::{Header, Kind, kind_of};
pub use positions::{PositionsReader, PositionsWriter, ScoredPosition};
