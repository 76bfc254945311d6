//! Scored positions in OBF texts.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use outflank_engine::evaluation::UNITS_PER_DISC;
use outflank_othello::format::{Format, parse_obf_lines};

use super::{Sample, SampleOptions, SampleSink};
use crate::error::TrainingError;

/// Returns the text of a file if its content is OBF.
pub(super) fn text_of_obf(path: &Path) -> Result<Option<String>, TrainingError> {
    let refused = TrainingError::io(path);
    let mut file = File::open(path).map_err(&refused)?;
    let mut content = Vec::new();
    let mut prefix = file.by_ref().take(Format::PREFIX as u64);
    prefix.read_to_end(&mut content).map_err(&refused)?;
    if Format::from_content(&content) != Format::Obf {
        return Ok(None);
    }
    file.read_to_end(&mut content).map_err(refused)?;
    Ok(String::from_utf8(content).ok())
}

/// Loads the positions whose moves have scores, each with the score of its best move.
pub(super) fn load_obf(
    path: &Path,
    text: &str,
    options: SampleOptions,
    sink: &mut impl SampleSink,
) -> Result<u64, TrainingError> {
    let mut count = 0;
    for record in parse_obf_lines(text, sink.shape()) {
        let record = record.map_err(|error| TrainingError::content(path, error))?;
        let Some(score) = record.best_score() else {
            continue;
        };
        let board = record.position.widened_board();
        let Some(split) = options.split(board.hash64()) else {
            continue;
        };
        // The reader bounds scores by the squares of the board.
        let score = (score * UNITS_PER_DISC) as i16;
        sink.add(Sample { board, score }, split)?;
        count += 1;
    }
    Ok(count)
}
