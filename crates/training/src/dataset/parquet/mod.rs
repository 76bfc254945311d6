//! Parquet files: games for other programs, and positions both ways.

mod read;
mod write;

pub use read::{ParquetPosition, ParquetReader, is_parquet};
pub use write::{export_games, export_positions, write_positions};

/// The metadata key of the [`Header`](super::Header).
const HEADER_KEY: &str = "outflank";

const GAMES: &str = "message games {
    REQUIRED BINARY transcript (UTF8);
    REQUIRED INT32 black_score;
    REQUIRED INT32 opening_plies;
    REQUIRED INT32 exact_from;
}";

/// What a score is founded on stands in each row: exact, or a search of some depth and selectivity.
const POSITIONS: &str = "message positions {
    REQUIRED INT64 mover (INTEGER(64,false));
    REQUIRED INT64 opponent (INTEGER(64,false));
    REQUIRED FLOAT score;
    REQUIRED BOOLEAN exact;
    OPTIONAL INT32 depth (INTEGER(8,false));
    OPTIONAL INT32 selectivity (INTEGER(8,false));
}";
