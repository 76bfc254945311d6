//! Support for `pickle` and `copy`: an object is stored as the name of its class and its fields
//! in JSON.

use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::book::{BookEntry, BookMove};
use crate::errors::value_error;
use crate::game::Game;
use crate::result::{ScoredMove, SearchResult};

/// `outflank._pickle.restore` and its arguments.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, String));

/// Returns the result of `__reduce__` for a class that [`restore`] knows.
pub(crate) fn reduce<'py>(
    py: Python<'py>,
    class: &'static str,
    value: &impl Serialize,
) -> PyResult<Reduced<'py>> {
    let restore = py.import("outflank._pickle")?.getattr("restore")?;
    let fields = serde_json::to_string(value).map_err(value_error)?;
    Ok((restore, (class, fields)))
}

/// Rebuilds an object. For `outflank._pickle`.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore<'py>(
    py: Python<'py>,
    class: &str,
    fields: &str,
) -> PyResult<Bound<'py, PyAny>> {
    fn read<T: DeserializeOwned>(fields: &str) -> PyResult<T> {
        serde_json::from_str(fields).map_err(value_error)
    }
    Ok(match class {
        "BookEntry" => Bound::new(py, read::<BookEntry>(fields)?)?.into_any(),
        "BookMove" => Bound::new(py, read::<BookMove>(fields)?)?.into_any(),
        "Game" => Bound::new(py, Game::from_fields(read(fields)?))?.into_any(),
        "ScoredMove" => Bound::new(py, read::<ScoredMove>(fields)?)?.into_any(),
        "SearchResult" => Bound::new(py, read::<SearchResult>(fields)?)?.into_any(),
        other => return Err(value_error(format_args!("unknown class {other}"))),
    })
}
