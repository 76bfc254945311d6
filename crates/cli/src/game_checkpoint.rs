//! The checkpoint of a command that works game by game: one JSON line for each finished game.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail, ensure};
use outflank_othello::format::GameRecord;
use outflank_othello::notation::transcript;
use outflank_study::{Analyzer, Review, review_sequentially};
use outflank_support::{Locked, open_locked};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::options::ThreadsOption;
use crate::output::progress_bar;

/// The first line of the file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    checkpoint: String,
    options: String,
}

/// A finished game.
#[derive(Serialize, Deserialize)]
struct Entry<R> {
    game: usize,
    moves: String,
    review: R,
}

/// A checkpoint file. The result of a game is written as soon as the game is finished.
pub(crate) struct GameCheckpoint<R> {
    path: PathBuf,
    file: Mutex<Locked>,
    /// The results of earlier runs, by game number.
    done: HashMap<usize, Entry<R>>,
}

impl<R: Serialize + DeserializeOwned> GameCheckpoint<R> {
    /// Opens or creates the checkpoint of a run with the given options, if there is a path.
    pub(crate) fn open(path: Option<&Path>, command: &str, options: &str) -> Result<Option<Self>> {
        let Some(path) = path else {
            return Ok(None);
        };
        let name = || format!("--checkpoint {}", path.display());
        let mut file = open_locked(path).with_context(name)?;
        let mut content = Vec::new();
        file.read_to_end(&mut content).with_context(name)?;
        let header = Header {
            checkpoint: command.to_owned(),
            options: options.to_owned(),
        };
        let mut done = HashMap::new();
        // A killed run may leave an incomplete line.
        let end = content.iter().rposition(|&byte| byte == b'\n');
        let complete = end.map_or(0, |at| at + 1);
        let mut lines = content[..complete].split(|&byte| byte == b'\n');
        let first = lines.next().unwrap_or_default();
        if complete == 0 {
            let name = name();
            ensure!(
                as_line(&header)?.starts_with(&content),
                "{name}: not a checkpoint of `{command}` with these options"
            );
            // A run that was killed in its first write may leave a part of the header.
            file.set_len(0).with_context(|| name.clone())?;
            file.rewind().with_context(|| name.clone())?;
            write_line(&mut file, &header).context(name)?;
        } else {
            let Ok(found) = serde_json::from_slice::<Header>(first) else {
                bail!("{}: not a checkpoint of `{command}`", name());
            };
            ensure!(
                found == header,
                "{}: from a run with other options: give the same ones or another file, or remove \
                 this one",
                name()
            );
            for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.is_empty()) {
                let entry: Entry<R> = serde_json::from_slice(line)
                    .with_context(|| format!("{}: line {number}", name()))?;
                done.insert(entry.game, entry);
            }
            file.set_len(complete as u64).with_context(name)?;
            file.seek(SeekFrom::End(0)).with_context(name)?;
        }
        let (path, file) = (path.to_owned(), Mutex::new(file));
        Ok(Some(Self { path, file, done }))
    }

    pub(crate) fn done(&self, number: usize, record: &GameRecord) -> Option<&R> {
        let entry = self.done.get(&number)?;
        (entry.moves == transcript(&record.game)).then_some(&entry.review)
    }

    pub(crate) fn add(&self, number: usize, record: &GameRecord, review: &R) -> Result<()> {
        let entry = Entry {
            game: number,
            moves: transcript(&record.game),
            review,
        };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        write_line(&mut file, &entry)
            .with_context(|| format!("--checkpoint {}", self.path.display()))
    }
}

/// Reviews numbered games in parallel, except those that an earlier run reviewed. Returns the
/// results of all finished reviews, in order.
pub(crate) fn review_games<R: Clone + Send + Sync + Serialize + DeserializeOwned>(
    games: &[(usize, GameRecord)],
    analyzer: &dyn Analyzer,
    checkpoint: Option<&GameCheckpoint<R>>,
    threads: ThreadsOption,
    context: &Context,
    result: impl Fn(usize, &GameRecord, &Review) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let plies = |record: &GameRecord| record.game.moves().len() as u64;
    let known =
        |number, record: &_| checkpoint.and_then(|checkpoint| checkpoint.done(number, record));
    // Moves reviewed earlier would distort the remaining time.
    let left = games
        .iter()
        .filter(|(number, record)| known(*number, record).is_none());
    let template = "reviewing moves {bar:40} {pos}/{len} {per_sec} {eta}";
    let bar = progress_bar(Some(left.map(|(_, record)| plies(record)).sum()), template)?;
    // Shows the bar before the first move is reviewed.
    bar.tick();
    let review = |(number, record): &(usize, GameRecord)| -> Result<Option<R>> {
        if let Some(known) = known(*number, record) {
            return Ok(Some(known.clone()));
        }
        if context.is_interrupted() {
            return Ok(None);
        }
        let review = review_sequentially(&record.game, analyzer, &mut |_| bar.inc(1));
        if !review.complete {
            return Ok(None);
        }
        let found = result(*number, record, &review)?;
        if let Some(checkpoint) = checkpoint {
            checkpoint.add(*number, record, &found)?;
        }
        Ok(Some(found))
    };
    let reviewed = threads.pool()?.install(|| {
        let games = games.par_iter().with_max_len(1);
        games.map(review).collect::<Result<Vec<_>>>()
    });
    Ok(reviewed?.into_iter().flatten().collect())
}

fn as_line(object: &impl Serialize) -> Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    Ok(line)
}

fn write_line(file: &mut File, object: &impl Serialize) -> Result<()> {
    Ok(file.write_all(&as_line(object)?)?)
}
