//! The checkpoint of `outflank analyze`: a line of JSON for each reviewed game.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, bail, ensure};
use outflank_othello::format::GameRecord;
use outflank_othello::notation::transcript;
use outflank_study::GameReview;
use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    checkpoint: String,
    options: String,
}

/// A reviewed game.
#[derive(Serialize, Deserialize)]
struct Entry {
    moves: String,
    review: GameReview,
}

/// A checkpoint file. Each review is written when it is complete.
pub(super) struct Checkpoint {
    path: PathBuf,
    file: Mutex<File>,
    /// The reviews of earlier runs by number of the game.
    done: HashMap<usize, Entry>,
}

impl Checkpoint {
    /// Opens or creates the checkpoint of a run with certain options.
    pub(super) fn open(path: &Path, options: &str) -> anyhow::Result<Self> {
        let name = || format!("--checkpoint {}", path.display());
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(name)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: in use by another run", name()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).with_context(name)?;
        let header = Header {
            checkpoint: "analyze".to_owned(),
            options: options.to_owned(),
        };
        let mut done = HashMap::new();
        // A killed run may leave an incomplete line.
        let complete = content
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let mut lines = content[..complete].split(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        if complete == 0 {
            ensure!(
                content.is_empty(),
                "{}: not a checkpoint of `analyze`",
                name()
            );
            write_line(&mut file, &header).with_context(name)?;
        } else {
            let Ok(found) = serde_json::from_slice::<Header>(first) else {
                bail!("{}: not a checkpoint of `analyze`", name());
            };
            ensure!(
                found == header,
                "{}: of a run with other options: expected {}",
                name(),
                found.options
            );
            for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.is_empty()) {
                let entry: Entry = serde_json::from_slice(line)
                    .with_context(|| format!("{}: line {number}", name()))?;
                done.insert(entry.review.game, entry);
            }
            file.set_len(complete as u64).with_context(name)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file: Mutex::new(file),
            done,
        })
    }

    /// Returns the review of a game by an earlier run.
    pub(super) fn done(&self, number: usize, record: &GameRecord) -> Option<&GameReview> {
        let entry = self.done.get(&number)?;
        (entry.moves == transcript(&record.game)).then_some(&entry.review)
    }

    /// Adds the review of a game.
    pub(super) fn add(&self, record: &GameRecord, review: &GameReview) -> anyhow::Result<()> {
        let entry = Entry {
            moves: transcript(&record.game),
            review: review.clone(),
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&mut file, &entry)
            .with_context(|| format!("--checkpoint {}", self.path.display()))
    }
}

fn write_line(file: &mut File, line: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(file.write_all(&text)?)
}
