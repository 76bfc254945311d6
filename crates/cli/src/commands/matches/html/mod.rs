//! A page with the results of a tournament.

mod page;
mod plots;
mod xml;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use outflank_othello::format::write_atomically;

use super::Outcome;

/// The file of the page.
pub(super) struct Page {
    path: PathBuf,
}

impl Page {
    /// Checks the path before the games are played.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let place = path.display();
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            bail!("--html {place}: there is no such folder");
        }
        if path.is_dir() {
            bail!("--html {place}: expected a file, not a folder");
        }
        let path = path.to_owned();
        Ok(Self { path })
    }

    /// Writes the page.
    pub(super) fn write(&self, outcome: &Outcome<'_>) -> anyhow::Result<()> {
        let page = page::page(outcome)?;
        write_atomically(&self.path, page.as_bytes())
            .with_context(|| format!("--html {}", self.path.display()))
    }
}
