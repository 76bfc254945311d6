//! Merging runs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rusqlite::Connection;

use super::block::BlockReader;
use super::{Posting, RunWriter};
use crate::error::Result;

/// Returns the runs and their lengths, oldest first.
pub(super) fn runs(connection: &Connection) -> Result<Vec<(i64, u64)>> {
    let mut runs = connection.prepare_cached("SELECT id, postings FROM runs ORDER BY id")?;
    let runs = runs.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
    Ok(runs.collect::<Result<_, _>>()?)
}

/// Merges the last runs of similar length. A run is merged only if the runs after it have at
/// least half as many postings, so each posting is rewritten only a few times.
pub(crate) fn tidy(connection: &Connection) -> Result<()> {
    let runs = runs(connection)?;
    let mut behind = 0;
    let mut from = runs.len();
    for (place, &(_, postings)) in runs.iter().enumerate().rev() {
        if from < runs.len() && postings > 2 * behind {
            break;
        }
        behind += postings;
        from = place;
    }
    merge(connection, &runs[from..])
}

/// Merges runs if there are more than `most` runs.
pub(crate) fn merge_runs(connection: &Connection, most: usize) -> Result<()> {
    if runs(connection)?.len() > most {
        tidy(connection)?;
    }
    Ok(())
}

pub(super) fn merge(connection: &Connection, runs: &[(i64, u64)]) -> Result<()> {
    if runs.len() < 2 {
        return Ok(());
    }
    let mut merged = RunWriter::new(connection)?;
    walk(connection, runs, true, |posting| merged.push(posting))?;
    merged.finish()?;
    let mut remove = connection.prepare_cached("DELETE FROM runs WHERE id = ?1")?;
    for (run, _) in runs {
        remove.execute([run])?;
    }
    Ok(())
}

/// Returns the number of distinct positions.
pub(crate) fn count_distinct(connection: &Connection) -> Result<u64> {
    let mut count = 0;
    let mut last = None;
    walk(connection, &runs(connection)?, false, |posting| {
        count += u64::from(last != Some(posting.key));
        last = Some(posting.key);
        Ok(())
    })?;
    Ok(count)
}

/// Visits the postings of runs in order. With `remove`, deletes each block after reading it, so
/// that its space is reused.
fn walk(
    connection: &Connection,
    runs: &[(i64, u64)],
    remove: bool,
    mut give: impl FnMut(Posting) -> Result<()>,
) -> Result<()> {
    let mut cursors = Vec::new();
    let mut heap = BinaryHeap::new();
    for (place, &(run, _)) in runs.iter().enumerate() {
        let mut cursor = Cursor::new(connection, run, remove)?;
        if let Some(posting) = cursor.next()? {
            heap.push(Reverse((posting, place)));
        }
        cursors.push(cursor);
    }
    while let Some(Reverse((mut posting, place))) = heap.pop() {
        loop {
            give(posting)?;
            let Some(next) = cursors[place].next()? else {
                break;
            };
            // Postings of the longest run are mostly consecutive.
            let first = heap.peek();
            if first.is_some_and(|&Reverse((other, _))| other < next) {
                heap.push(Reverse((next, place)));
                break;
            }
            posting = next;
        }
    }
    Ok(())
}

/// A position in a run.
struct Cursor<'a> {
    connection: &'a Connection,
    /// The unread blocks, the next block last.
    blocks: Vec<i64>,
    block: BlockReader<Vec<u8>>,
    remove: bool,
}

impl<'a> Cursor<'a> {
    fn new(connection: &'a Connection, run: i64, remove: bool) -> Result<Self> {
        let mut blocks = connection
            .prepare_cached("SELECT id FROM blocks WHERE run = ?1 ORDER BY first DESC, id DESC")?;
        let blocks = blocks.query_map([run], |row| row.get(0))?;
        Ok(Self {
            connection,
            blocks: blocks.collect::<Result<_, _>>()?,
            block: BlockReader::new(0, Vec::new()),
            remove,
        })
    }

    fn next(&mut self) -> Result<Option<Posting>> {
        loop {
            if let Some(posting) = self.block.next() {
                return posting.map(Some);
            }
            let Some(id) = self.blocks.pop() else {
                return Ok(None);
            };
            let mut read = self
                .connection
                .prepare_cached("SELECT first, data FROM blocks WHERE id = ?1")?;
            let (first, data) =
                read.query_row([id], |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?)))?;
            self.block = BlockReader::new(first, data);
            if self.remove {
                let mut remove = self
                    .connection
                    .prepare_cached("DELETE FROM blocks WHERE id = ?1")?;
                remove.execute([id])?;
            }
        }
    }
}
