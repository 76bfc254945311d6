//! Files of games and positions: transcripts, OBF, WTHOR, GGF, SGF, PGN.
//!
//! [`GameReader`] tells the format by the content and gives the games one by
//! one, each that cannot be read with its reason, and what of it could not be
//! understood; [`GameWriter`] writes them in any format that can hold them and
//! tells what of a game it cannot. Both hold one game in memory, however large the
//! file. [`open_game_file`] and [`GameFile`] do the same with files on disk;
//! [`read_games`], [`read_game_file`] and [`write_games`] take all games at once.

mod detect;
mod file;
pub mod ggf;
mod lost;
mod obf;
pub mod pgn;

mod read;
mod record;
mod replay;
mod save;
mod scanner;
mod selection;
pub mod sgf;
mod write;
pub mod wthor;

pub use detect::{Format, UnknownFormat};
pub use file::{FileError, names_beside, open_game_file, read_game_file};
pub use lost::{Field, Lost, ParsedGame};
pub use obf::{ObfRecord, parse_obf_lines};
pub use read::{
    GameReadError, GameReader, Games, ReadGame, RejectedGame, StreamError, WthorNameFiles,
    read_games,
};
pub use record::{
    Clock, ClockError, Date, DateError, Ending, GameRecord, GameResult, Komi, KomiBid, MoveNote,
    Period, Player, RecordedScore,
};
pub use save::{GameFile, write_beside_and_rename};
pub use selection::{GameKey, Opening, Selection, WantedPosition, WantedResult};
pub use write::{
    Finished, GameWriter, NameNumbers, Refusal, RefusedGame, WriteError, Written, write_games,
};
