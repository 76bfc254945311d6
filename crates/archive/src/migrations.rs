//! Database schema and migrations.

use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::error::Fault;

/// SQLite application id of an archive: "OtfA".
const APPLICATION: i64 = 0x4F74_6641;

/// Migration from each version to the next, from an empty file on. Released steps never
/// change.
const STEPS: [&str; 3] = [
    include_str!("schema_1.sql"),
    include_str!("schema_2.sql"),
    include_str!("schema_3.sql"),
];

/// The current version.
const VERSION: i64 = STEPS.len() as i64;

/// The state of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileState {
    /// Empty.
    Empty,
    /// An archive of a version.
    Archive(i64),
}

/// Time to retry while another process locks the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);
/// Pause between tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Migrates an archive to the current version; creates one in an empty file if
/// `may_create`.
pub(super) fn prepare(connection: &mut Connection, may_create: bool) -> Result<(), Fault> {
    let snapshot = connection.transaction()?;
    let found = file_state(&snapshot)?;
    snapshot.finish()?;
    match found {
        FileState::Archive(VERSION) => {}
        FileState::Archive(_) => migrate(connection)?,
        FileState::Empty if may_create => {
            // Must be set before the first table.
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

/// Switches to a write-ahead log, so that readers and a writer do not block each other.
/// SQLite does not apply its busy timeout here.
fn use_write_ahead_log(connection: &Connection) -> Result<(), Fault> {
    let started = Instant::now();
    loop {
        let switch = "PRAGMA journal_mode = WAL";
        match connection.query_row(switch, [], |_| Ok(())) {
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

fn file_state(connection: &Connection) -> Result<FileState, Fault> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
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

/// Applies the missing migrations in one transaction.
fn migrate(connection: &mut Connection) -> Result<(), Fault> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated the file meanwhile.
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
