//! An HTML page with the results of a tournament.

mod page;
mod xml;

use std::path::Path;

use anyhow::Context as _;
use outflank_support::write_atomically;

use super::Outcome;
use crate::options::check_folder;

/// Checks the path of the page before the games are played.
pub(super) fn check_path(path: &Path) -> anyhow::Result<()> {
    check_folder("--html", path)
}

/// Writes the page.
pub(super) fn write(path: &Path, outcome: &Outcome<'_>) -> anyhow::Result<()> {
    let page = page::page(outcome)?;
    write_atomically(path, page.as_bytes()).with_context(|| format!("--html {}", path.display()))
}
