//! The log of forfeits.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use outflank_matches::GamePair;
use outflank_support::create_log;

/// A log to standard error or to a file.
pub(crate) struct ForfeitLog {
    file: Option<(PathBuf, Box<dyn Write + Send>)>,
}

impl ForfeitLog {
    /// Creates the file, if any.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self { file: None });
        };
        let file = create_log(path).with_context(|| format!("--log {}", path.display()))?;
        let file = Some((path.to_owned(), file));
        Ok(Self { file })
    }

    /// Returns the path of the file, if any.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Logs the forfeits of a pair: the game, the engine and the reason, and then the last lines
    /// exchanged with the program.
    pub(super) fn write(&mut self, pair: &GamePair, names: &[String]) -> Result<()> {
        let text = describe(pair, names);
        if text.is_empty() {
            return Ok(());
        }
        match &mut self.file {
            None => io::stderr().lock().write_all(text.as_bytes())?,
            Some((path, file)) => file
                .write_all(text.as_bytes())
                .with_context(|| format!("--log {}", path.display()))?,
        }
        Ok(())
    }
}

fn describe(pair: &GamePair, names: &[String]) -> String {
    let mut text = String::new();
    for (engine, forfeit) in pair.forfeits() {
        let round = pair.games.iter().position(|game| {
            let found = game.forfeit.as_ref();
            found.is_some_and(|found| std::ptr::eq(found, forfeit))
        });
        let game = 2 * pair.number + round.unwrap_or_default() + 1;
        let (name, side) = (&names[engine], forfeit.side);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "game {game}: {} of {name} ({side}): {}",
            forfeit.cause, forfeit.reason
        );
        for line in &forfeit.conversation {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}
