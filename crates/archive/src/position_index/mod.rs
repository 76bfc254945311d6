//! The inverted index from positions to games and moves.
//!
//! Each import adds sorted runs of postings in blocks of a few kilobytes. A lookup reads about one
//! block of each run. Runs of similar length are merged, so there are few runs.

mod block;
mod merge;

use rusqlite::{Connection, params};

use self::block::{Block, BlockReader};
use super::error::Result;

pub(super) use self::merge::{count_distinct, merge_runs, tidy};

/// A game that contains a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Posting {
    /// The key of the position.
    pub(super) key: u64,
    /// The number of the game.
    pub(super) game: u32,
    /// The byte of the move played in the position.
    pub(super) next: u8,
}

pub(super) fn add_run(connection: &Connection, mut postings: Vec<Posting>) -> Result<()> {
    if postings.is_empty() {
        return Ok(());
    }
    postings.sort_unstable();
    let mut run = RunWriter::new(connection)?;
    for posting in postings {
        run.push(posting)?;
    }
    run.finish()
}

/// A run that is being written.
struct RunWriter<'a> {
    connection: &'a Connection,
    id: i64,
    block: Block,
    postings: u64,
}

impl<'a> RunWriter<'a> {
    fn new(connection: &'a Connection) -> Result<Self> {
        connection.execute("INSERT INTO runs (postings) VALUES (0)", [])?;
        Ok(Self {
            connection,
            id: connection.last_insert_rowid(),
            block: Block::default(),
            postings: 0,
        })
    }

    /// Adds a posting. Postings must be added in ascending order.
    fn push(&mut self, posting: Posting) -> Result<()> {
        self.postings += 1;
        if self.block.push(posting) {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<()> {
        let Some((first, data)) = self.block.take() else {
            return Ok(());
        };
        let mut insert = self
            .connection
            .prepare_cached("INSERT INTO blocks (run, first, data) VALUES (?1, ?2, ?3)")?;
        insert.execute(params![self.id, first as i64, data])?;
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.write()?;
        self.connection.execute(
            "UPDATE runs SET postings = ?2 WHERE id = ?1",
            params![self.id, self.postings as i64],
        )?;
        Ok(())
    }
}

/// Returns the games that contain a position, by number, each with the move played.
pub(super) fn look_up(connection: &Connection, key: u64) -> Result<Vec<(u32, u8)>> {
    let mut found = Vec::new();
    // Read the last block that begins before the key and all blocks that begin with it.
    let mut blocks = connection.prepare_cached(
        "SELECT b.first, b.data FROM runs JOIN blocks AS b ON b.run = runs.id \
         WHERE b.first <= ?1 AND b.first >= coalesce(( \
             SELECT max(first) FROM blocks WHERE run = runs.id AND first < ?1), ?1) \
         ORDER BY runs.id, b.first, b.id",
    )?;
    let mut rows = blocks.query([key as i64])?;
    while let Some(row) = rows.next()? {
        let first = row.get::<_, i64>(0)? as u64;
        let data = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
        for posting in BlockReader::new(first, data) {
            let posting = posting?;
            if posting.key > key {
                break;
            }
            if posting.key == key {
                found.push((posting.game, posting.next));
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns the number of postings.
pub(super) fn count(connection: &Connection) -> Result<u64> {
    let sum = "SELECT coalesce(sum(postings), 0) FROM runs";
    let count: i64 = connection.query_row(sum, [], |row| row.get(0))?;
    Ok(count as u64)
}

#[cfg(test)]
mod tests;
