//! Evaluations from files.

use std::path::PathBuf;
use std::sync::Arc;

use outflank_engine::evaluation::Evaluation;
use outflank_othello::Shape;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::errors::{os_error, type_error, value_error};

/// A file of weights or of a network, or its content.
#[derive(FromPyObject)]
pub(crate) enum Weights<'py> {
    Bytes(PyBackedBytes),
    File(PathBuf),
    Other(Bound<'py, PyAny>),
}

impl Weights<'_> {
    fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            _ => "weights".to_owned(),
        }
    }

    /// Reads the evaluation.
    pub(crate) fn read(&self) -> PyResult<Arc<Evaluation>> {
        let name = self.name();
        let read = match self {
            Self::Other(found) => {
                return Err(type_error(found, "a path, or the bytes of the file"));
            }
            Self::Bytes(bytes) => Evaluation::from_bytes(bytes),
            Self::File(path) => {
                let bytes = std::fs::read(path);
                Evaluation::from_bytes(
                    &bytes.map_err(|error| os_error(format_args!("{name}: {error}")))?,
                )
            }
        };
        let read = read.map_err(|error| value_error(format_args!("{name}: {error}")))?;
        Ok(Arc::new(read))
    }

    /// Reads the evaluation, which must be for boards of `shape`.
    pub(crate) fn read_for(&self, shape: Shape) -> PyResult<Arc<Evaluation>> {
        let read = self.read()?;
        match read.shape() {
            found if found == shape => Ok(read),
            found => Err(value_error(format_args!(
                "{}: weights for a board of {found}: expected weights for {shape}",
                self.name()
            ))),
        }
    }
}
