//! Files of games and positions: transcripts, OBF, WTHOR.
//!
//! [`read_games`] tells the format by the content and gives the games one by
//! one, each that cannot be read with its reason; [`write_games`] writes them
//! in any format that can hold them.

mod detect;
mod file;
pub mod ggf;
mod lost;
mod obf;
pub mod pgn;

mod read;
mod record;
mod replay;
mod scanner;
pub mod sgf;
mod write;
pub mod wthor;

pub use detect::Format;
pub use file::{FileError, read_game_file, write_beside_and_rename};
pub use lost::{Field, Lost, ParsedGame};
pub use obf::{ObfRecord, parse_obf_lines};
pub use read::{GameReadError, Games, RejectedGame, WthorNameFiles, read_games};
pub use record::{
    Clock, ClockError, Date, DateError, Ending, GameRecord, GameResult, Komi, KomiBid, MoveNote,
    Period, Player, RecordedScore,
};
pub use write::{RefusedGame, WriteError, Written, write_games};
