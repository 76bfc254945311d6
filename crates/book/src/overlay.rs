//! Positions added to or removed from a book since its store was written. An SQLite file holds
//! them, so each finished search is durable at once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use outflank_othello::{Board, Layout, Shape};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};

use crate::book::Row;
use crate::entry::{ENTRY_SIZE, Entry};
use crate::error::Fault;

/// Maximum time to wait for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The pause between attempts when SQLite itself does not wait.
const PAUSE: Duration = Duration::from_millis(5);
/// `application_id` of the file: "OFbo".
const APPLICATION: i32 = 0x4f46_626f;

impl Row {
    const fn board(self) -> Board<u64> {
        match self {
            Self::Entry(entry) | Self::Removed(entry) => entry.board,
        }
    }

    fn to_bytes(self) -> Vec<u8> {
        match self {
            Self::Entry(entry) => entry.to_bytes().to_vec(),
            Self::Removed(entry) => [&entry.to_bytes()[..], &[1]].concat(),
        }
    }

    fn from_bytes(bytes: &[u8], layout: &Layout<u64>) -> Result<Self, String> {
        let wrong = || {
            let (found, removed) = (bytes.len(), ENTRY_SIZE + 1);
            format!("an entry of {found} bytes: expected {ENTRY_SIZE} or {removed}")
        };
        let (entry, rest) = bytes.split_first_chunk().ok_or_else(wrong)?;
        let entry = Entry::from_bytes(entry, layout)?;
        match rest {
            [] => Ok(Self::Entry(entry)),
            [_] => Ok(Self::Removed(entry)),
            _ => Err(wrong()),
        }
    }
}

/// The overlay of a book, open for reading and writing.
#[derive(Debug)]
pub(crate) struct Overlay {
    connection: Connection,
    layout: Layout<u64>,
}

impl Overlay {
    /// Opens the overlay of a book of `shape`, creating it if it is missing.
    pub(crate) fn open(path: &Path, shape: Shape) -> Result<Self, Fault> {
        let layout = Layout::new(shape).ok_or(Fault::Wide(shape))?;
        let connection = Connection::open(path)?;
        set_journal_mode(&connection, "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let application: i32 =
            connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        if application == 0 {
            connection.pragma_update(None, "application_id", APPLICATION)?;
        } else if application != APPLICATION {
            return Err(Fault::Foreign("an overlay of positions"));
        }
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS shape (name TEXT NOT NULL);
             CREATE TABLE IF NOT EXISTS entries (
                 board BLOB PRIMARY KEY,
                 entry BLOB NOT NULL
             ) WITHOUT ROWID;",
        )?;
        let found = connection.query_row("SELECT name FROM shape", [], |row| row.get(0));
        let found: Option<String> = found.optional()?;
        match found {
            None => {
                connection.execute("INSERT INTO shape VALUES (?1)", [shape.to_string()])?;
            }
            Some(found) if found == shape.to_string() => {}
            Some(found) => {
                let problem = format!("an overlay for {found}: expected one for {shape}");
                return Err(Fault::wrong(0, problem));
            }
        }
        Ok(Self { connection, layout })
    }

    /// Adds or replaces entries in one transaction.
    pub(crate) fn put(&mut self, entries: &[Entry]) -> Result<(), Fault> {
        let entries = entries.iter().copied().map(Row::Entry);
        let rows = entries.map(|row| (row.board(), Some(row)));
        self.set(&rows.collect::<Vec<_>>())
    }

    /// Writes rows, and deletes those that are `None`, in one transaction.
    pub(crate) fn set(&mut self, rows: &[(Board<u64>, Option<Row>)]) -> Result<(), Fault> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert =
                transaction.prepare_cached("INSERT OR REPLACE INTO entries VALUES (?1, ?2)")?;
            let mut delete = transaction.prepare_cached("DELETE FROM entries WHERE board = ?1")?;
            for (board, row) in rows {
                let key = &Entry::bare(*board, None, 0).to_bytes()[..16];
                match row {
                    Some(row) => insert.execute(params![key, row.to_bytes()])?,
                    None => delete.execute([key])?,
                };
            }
        }
        transaction.commit()?;
        Ok(())
    }

    pub(crate) fn rows(&self) -> Result<Vec<(Board<u64>, Row)>, Fault> {
        let mut select = self.connection.prepare("SELECT entry FROM entries")?;
        let found = select.query_map([], |row| row.get::<_, Vec<u8>>(0))?;
        let mut rows = Vec::new();
        for bytes in found {
            let row = Row::from_bytes(&bytes?, &self.layout);
            let row = row.map_err(|problem| Fault::wrong(0, problem))?;
            rows.push((row.board(), row));
        }
        Ok(rows)
    }
}

/// Reads the rows of an overlay without changing it. Returns no rows if there is no overlay.
pub(crate) fn read(path: &Path, shape: Shape) -> Result<Vec<(Board<u64>, Row)>, Fault> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let layout = Layout::new(shape).ok_or(Fault::Wide(shape))?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    let exists: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'entries')",
        [],
        |row| row.get(0),
    )?;
    match exists {
        true => Overlay { connection, layout }.rows(),
        // Another process has created the file but not its tables.
        false => Ok(Vec::new()),
    }
}

/// Sets the journal mode. SQLite ignores the busy timeout here, so this function tries again.
fn set_journal_mode(connection: &Connection, mode: &str) -> Result<(), Fault> {
    let started = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", mode) {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < BUSY_TIMEOUT =>
            {
                thread::sleep(PAUSE);
            }
            other => return Ok(other?),
        }
    }
}

/// Removes an overlay. No process may have it open, because SQLite would take the log of the next overlay, which has
/// the same name, for that of the removed one.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    // A killed process may have left a log without its overlay.
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
