//! Self-play games and scored positions in Parquet files, which other programs read too.
//!
//! A data set is a file, or a folder of files in the order of their names. Each file is written
//! beside its place and renamed once it is complete. Its metadata contains a [`Header`]: the
//! board and the settings that determine the content.
//!
//! Games and positions are different tables: see [`write_games`] and [`write_positions`].
//!
//! ```
//! use outflank_training::dataset::{GamesReader, GamesWriter, Header, SelfPlayGame, files};
//! use outflank_othello::{Game, Shape};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = &folder.path().join("own.games");
//! let header = Header {
//!     shape: Shape::STANDARD,
//!     settings: serde_json::json!({ "engine": "random", "seed": 1 }),
//! };
//! let mut writer = GamesWriter::create_or_resume(path, &header)?;
//! // Black takes all discs in nine moves.
//! let game = Game::from_transcript(Shape::STANDARD, "e6f4e3f6g5d6e7f5c5")?;
//! writer.push(&SelfPlayGame {
//!     black_score: 64,
//!     moves: game.squares().collect(),
//!     ..SelfPlayGame::default()
//! })?;
//! writer.flush()?;
//!
//! for file in files(&[path])? {
//!     for game in GamesReader::open(&file)? {
//!         assert_eq!(game?.black_score, 64);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod files;
mod games;
mod games_reader;
mod games_writer;
mod header;
mod positions;
mod positions_reader;

pub(crate) use files::shards;
pub use files::{Kind, files, kind_of};
pub use games::{SelfPlayGame, write_games};
pub use games_reader::GamesReader;
pub use games_writer::GamesWriter;
pub use header::Header;
pub use positions::{ScoredPosition, write_positions};
pub use positions_reader::PositionsReader;
