//! Files of games and positions: transcripts, OBF, WTHOR, GGF, SGF, PGN.
//!
//! [`GameReader`] detects the format from the content and yields games one by one, with
//! an error for each game that cannot be read and a list of what could not be parsed.
//! [`GameWriter`] writes any format that can represent the games, and reports what it
//! omits. Both keep only one game in memory, however large the file. [`open_game_file`] reads a
//! file on disk; [`read_games`], [`read_game_file`] and [`write_games`] handle all games at once.

mod detect;
pub mod ggf;
mod obf;
mod omission;
mod open_file;
pub mod pgn;

mod game_filter;
mod move_replay;
mod names;
mod property_scanner;
mod read;
mod record;
pub mod sgf;
mod write;
pub mod wthor;

pub use detect::{Format, UnknownFormat};
pub use game_filter::{GameFilter, GameKey, OpeningFilter, PositionFilter, ResultFilter, Years};
pub use names::{
    cut_form, cuttable_forms, fold_name, name_key, same_words, share_a_word, spelt_out_key,
};
pub use obf::{ObfRecord, parse_obf_lines};
pub use omission::{Field, Omission, ParsedGame};
pub use open_file::{FileError, name_paths_beside, names_beside, open_game_file, read_game_file};
pub use read::{
    GameReadError, GameReader, Games, ReadGame, RejectedGame, StreamError, WthorNameFiles,
    read_games,
};
pub use record::{
    Clock, ClockError, Date, DateError, Ending, GameRecord, GameResult, Komi, KomiBid, MoveNote,
    Period, Player, RecordedScore, ResultError,
};
pub use write::{
    Finished, GameWriter, NameNumbers, Refusal, RefusedGame, WriteError, Written, write_games,
};
