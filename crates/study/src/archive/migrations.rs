//! The tables of an archive, and how a file comes to have them.

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::error::Fault;

/// Marks a file as an archive of games: "OtfA".
const APPLICATION: i64 = 0x4F74_6641;

/// What leads from each version of the tables to the next, from an empty file
/// on. A step that was ever released stays as it is.
const STEPS: [&str; 1] = [include_str!("schema_1.sql")];

/// The version of the tables that this program writes.
const VERSION: i64 = STEPS.len() as i64;

/// How a file stands to this program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileState {
    /// There is nothing in it yet.
    Empty,
    /// An archive with tables of a version.
    Archive(i64),
}

/// How long it is tried again what another process is in the way of.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long is waited between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Makes a file an archive of the version of this program: an empty one if
/// `may_create`, and one of an earlier version.
pub(super) fn prepare(connection: &mut Connection, may_create: bool) -> Result<(), Fault> {
    let snapshot = connection.transaction()?;
    let found = file_state(&snapshot)?;
    snapshot.finish()?;
    match found {
        FileState::Archive(VERSION) => {}
        FileState::Archive(_) => migrate(connection)?,
        FileState::Empty if may_create => {
            // Free pages are given back piece by piece, which can be chosen only
            // before there are tables.
            connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")?;
            migrate(connection)?;
        }
        FileState::Empty => return Err(Fault::Foreign),
    }
    let journal = "PRAGMA journal_mode";
    let journal: String = connection.query_row(journal, [], |row| row.get(0))?;
    match journal.as_str() {
        "delete" => use_write_ahead_log(connection),
        _ => Ok(()),
    }
}

/// Has changes written to a log first, so that readers and a writer are not in
/// each other's way. SQLite does not wait here for other processes by itself.
fn use_write_ahead_log(connection: &Connection) -> Result<(), Fault> {
    let started = Instant::now();
    loop {
        let switch = "PRAGMA journal_mode = WAL";
        match connection.query_row(switch, [], |_| Ok(())) {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < PATIENCE =>
            {
                thread::sleep(PAUSE);
            }
            other => return Ok(other?),
        }
    }
}

fn file_state(connection: &Connection) -> Result<FileState, Fault> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    // The first of these begins the look at the file, which others may be changing.
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    match (application, version) {
        (0, 0) if tables == 0 => Ok(FileState::Empty),
        (APPLICATION, 1..=VERSION) => Ok(FileState::Archive(version)),
        (APPLICATION, found) if found > VERSION => Err(Fault::Newer {
            found,
            known: VERSION,
        }),
        _ => Err(Fault::Foreign),
    }
}

/// Takes the steps that the file lacks, all of them or none.
fn migrate(connection: &mut Connection) -> Result<(), Fault> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let taken = match file_state(&transaction)? {
        FileState::Empty => 0,
        FileState::Archive(version) => version as usize,
    };
    for step in &STEPS[taken..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}
