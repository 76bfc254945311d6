//! Archives of real games.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use outflank_archive::{Archive, ImportEvent, Imported, Source};
use outflank_othello::Shape;
use outflank_othello::format::{GameFilter, GameRecord, open_game_file, read_game_file};
use tempfile::TempDir;

/// The real games in the repository.
pub(crate) const WTHOR: [&str; 2] = ["testdata/wthor/WTH_1977.wtb", "testdata/wthor/WTH_1980.wtb"];

/// Returns the path of a file in the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Returns the path of a file outside the repository, if `OUTFLANK_DATA` names its folder.
pub(crate) fn data(path: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        eprintln!("skipped: OUTFLANK_DATA is not set");
        return None;
    };
    // A relative path starts at the root of the workspace.
    Some(repository("").join(folder).join(path))
}

/// Creates an archive in a temporary folder.
pub(crate) fn archive() -> (TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open_or_create(&folder.path().join("games.db")).unwrap();
    (folder, archive)
}

pub(crate) fn import(archive: &mut Archive, path: &Path, batch: usize) -> Imported {
    let source = Source::of_file(path, Shape::STANDARD).unwrap();
    let games = open_game_file(path, Shape::STANDARD).unwrap();
    let mut go_on = |_: ImportEvent<'_>| ControlFlow::Continue(());
    archive.import(&source, games, batch, &mut go_on).unwrap()
}

/// Returns a filter with some fields set.
pub(crate) fn filter(set: impl FnOnce(&mut GameFilter)) -> GameFilter {
    let mut filter = GameFilter::default();
    set(&mut filter);
    filter
}

/// Returns the games of a file.
pub(crate) fn games(path: &Path) -> Vec<GameRecord> {
    let games = read_game_file(path, Shape::STANDARD).unwrap();
    let records = games.records.into_iter();
    records.map(|(_, record)| record).collect()
}
