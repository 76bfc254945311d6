//! Scored positions of either format.

use std::path::Path;

use outflank_othello::Shape;

use super::{DatasetError, ParquetReader, PositionsReader, ScoredPosition, is_parquet};

/// The scored positions of a file: our own format, whose last block may be truncated, or Parquet.
pub struct PositionFile {
    shape: Shape,
    positions: Box<dyn Iterator<Item = Result<ScoredPosition, DatasetError>>>,
}

impl PositionFile {
    /// Opens a file. `shape` is the board of a Parquet file whose metadata name none.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or holds no scored positions.
    pub fn open(path: &Path, shape: Shape) -> Result<Self, DatasetError> {
        if is_parquet(path)? {
            let reader = ParquetReader::open(path, shape)?;
            return Ok(Self {
                shape: reader.shape(),
                positions: Box::new(reader.scored()?),
            });
        }
        let reader = PositionsReader::open(path)?.allow_truncated_tail();
        Ok(Self {
            shape: reader.header().shape,
            positions: Box::new(reader),
        })
    }

    /// Returns the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}

impl Iterator for PositionFile {
    type Item = Result<ScoredPosition, DatasetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.positions.next()
    }
}
