//! The extension module of the Python package `outflank`.
//!
//! A thin wrapper around the other crates: rules from `outflank-othello`, searches from
//! `outflank-engine` and `outflank-gametree`, opening books from `outflank-book`, reviews and the
//! archive from `outflank-study`. `python/outflank` re-exports it with type stubs, which contain
//! the documentation.
#![forbid(unsafe_code)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "functions for Python own their arguments"
)]

mod archive;
mod arguments;
mod arrays;
mod batch;
mod boards;
mod book;
mod engine;
mod errors;
mod game;
mod gametree;
mod interrupt;
mod label;
mod pickle;
mod position;
mod result;
mod review;
mod searches;
mod shape;

use pyo3::pymodule;

// Classes are immutable, have locks, or are borrowed by one thread at a time, so free-threaded
// Python needs no lock around them.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::archive::Archive;
    #[pymodule_export]
    use crate::batch::{
        batch_canonical, batch_evaluate, batch_features, batch_legal_moves, batch_play,
    };
    #[pymodule_export]
    use crate::book::{Book, BookEntry, BookMove};
    #[pymodule_export]
    use crate::engine::{Analysis, Engine};
    #[pymodule_export]
    use crate::errors::IllegalMoveError;
    #[pymodule_export]
    use crate::game::{Game, GameFile, read_games, write_games};
    #[pymodule_export]
    use crate::gametree::{TreeResult, search_game, tree_result};
    #[pymodule_export]
    use crate::label::{Labeler, Shard, Shards};
    #[pymodule_export]
    use crate::pickle::restore;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::result::{ScoredMove, SearchResult};
    #[pymodule_export]
    use crate::review::review;
    #[pymodule_export]
    use crate::searches::{batch_best_moves, batch_exact_scores};
    #[pymodule_export]
    use crate::shape::Shape;

    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        use pyo3::types::PyModuleMethods as _;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
