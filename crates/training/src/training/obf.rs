//! Scored positions of texts in OBF.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::format::{Format, parse_obf_lines};

use super::pouring::Pouring;
use super::sources::{SampleSink, SourceError};
use super::spool::{Part, Sample};

/// The text of a file, if it is one of positions in OBF.
pub(super) fn text_of_obf(path: &Path) -> Result<Option<String>, SourceError> {
    let refused = |error| SourceError::Unread {
        path: path.display().to_string(),
        error,
    };
    let mut file = File::open(path).map_err(refused)?;
    let mut content = Vec::new();
    let mut prefix = file.by_ref().take(Format::PREFIX as u64);
    prefix.read_to_end(&mut content).map_err(refused)?;
    if Format::of_content(&content) != Format::Obf {
        return Ok(None);
    }
    file.read_to_end(&mut content).map_err(refused)?;
    Ok(String::from_utf8(content).ok())
}

/// Pours the positions whose moves have scores, each with that of the best move.
pub(super) fn pour_obf(
    path: &Path,
    text: &str,
    pouring: Pouring,
    sink: &mut impl SampleSink,
) -> Result<u64, SourceError> {
    let mut count = 0;
    for record in parse_obf_lines(text, sink.shape()) {
        let record = record.map_err(|error| SourceError::NoPosition {
            path: path.display().to_string(),
            reason: error.to_string(),
        })?;
        let Some(score) = record.best_score() else {
            continue;
        };
        // A score that is read is no more than the board has squares.
        let board = record.position.widened_board();
        let Some(part) = pouring.part(board.hash64()) else {
            continue;
        };
        let score = (score * UNITS_PER_DISC) as i16;
        sink.take(Sample { board, score }, part == Part::HeldOut)?;
        count += 1;
    }
    Ok(count)
}
