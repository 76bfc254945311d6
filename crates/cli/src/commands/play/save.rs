//! Saves the game.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use outflank_othello::Game;
use outflank_othello::format::{Format, GameRecord, write_games};
use outflank_support::{regular_path, write_atomically};

pub(super) fn format_of(path: &Path) -> Result<Format> {
    Format::from_path(path).with_context(|| {
        let known = Format::extensions();
        format!("{}: unknown extension: expected {known}", path.display())
    })
}

/// Returns whether saving would replace a file. Writing to a device or a FIFO replaces nothing.
pub(super) fn exists(path: &Path) -> bool {
    matches!(regular_path(path), Ok(Some(file)) if file.exists())
}

/// Saves a game. Replaces an existing file only if `overwrite` is true.
pub(super) fn save(game: &Game, path: &Path, overwrite: bool) -> Result<()> {
    let format = format_of(path)?;
    if !overwrite && exists(path) {
        bail!("{} exists", path.display());
    }
    let written = write_games(&[GameRecord::new(game.clone())], format, None)?;
    if let Some(refused) = written.refused.first() {
        bail!("{}: {}", path.display(), refused.reason);
    }
    write_atomically(path, &written.content).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;

    #[test]
    fn saving_overwrites_only_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let content = || std::fs::read_to_string(&path).unwrap();
        let game = |text| Game::from_transcript(Shape::STANDARD, text).unwrap();
        save(&game("f5d6"), &path, false).unwrap();
        assert_eq!(content(), "f5d6\n");
        assert!(save(&game("f5d6c3"), &path, false).is_err());
        assert_eq!(content(), "f5d6\n");
        save(&game("f5d6c3"), &path, true).unwrap();
        assert_eq!(content(), "f5d6c3\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_save_names_the_cause() {
        let folder = tempfile::tempdir().unwrap();
        let message = |name: &str| {
            let (game, path) = (Game::new(Shape::STANDARD), folder.path().join(name));
            format!("{:#}", save(&game, &path, false).unwrap_err())
        };
        assert!(message("game.doc").contains("expected .txt"));
        assert!(message("game.txt").contains("without moves"));
        assert!(message("nowhere/game.obf").contains("nowhere"));
    }
}
