//! The openings named `balanced` in `--openings`.

use std::path::Path;

use anyhow::{Result, ensure};
use outflank_book::{BALANCED, BalancedOpening, balanced_openings};
use outflank_othello::{Game, Shape};

/// Returns the balanced openings if `path` is their name. `./balanced` names a file.
pub(crate) fn named(path: &Path, shape: Shape) -> Result<Option<Vec<Game>>> {
    if path != Path::new(BALANCED) {
        return Ok(None);
    }
    ensure!(
        shape == Shape::STANDARD,
        "--openings {BALANCED}: these openings are on 8x8: expected a file of openings on {shape}"
    );
    let openings = balanced_openings().iter();
    Ok(Some(openings.map(BalancedOpening::game).collect()))
}
