//! SQLite files: opening, schema, migrations and transactions.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use web_time::Instant;

use super::error::{ArchiveError, Fault, Result};
use super::files;

/// Maximum time to wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);
/// The pause between attempts when SQLite itself does not wait.
const PAUSE: Duration = Duration::from_millis(5);

/// A kind of file.
#[derive(Debug)]
pub(super) struct Kind {
    /// What the file is, such as `an archive of games`.
    pub(super) what: &'static str,
    /// The command that writes the file.
    pub(super) writer: &'static str,
    /// The SQLite application ID.
    pub(super) application: i64,
    /// The migrations from each version to the next, starting from an empty file. Released steps
    /// never change.
    pub(super) steps: &'static [&'static str],
}

/// An open file.
#[derive(Debug)]
pub(super) struct Database {
    pub(super) path: PathBuf,
    pub(super) connection: Connection,
    kind: &'static Kind,
}

impl Database {
    /// Opens a file, or creates one if `may_create`.
    pub(super) fn open(
        path: &Path,
        kind: &'static Kind,
        may_create: bool,
    ) -> Result<Self, ArchiveError> {
        let connection = connect(path, kind, may_create);
        Ok(Self {
            path: path.to_owned(),
            connection: connection.map_err(|fault| kind.error(fault, path))?,
            kind,
        })
    }

    /// Runs `task` on a snapshot of the file.
    pub(super) fn read<T>(
        &self,
        task: impl FnOnce(&Connection) -> Result<T>,
    ) -> Result<T, ArchiveError> {
        let read = || task(&*self.connection.unchecked_transaction()?);
        read().map_err(|fault: Fault| self.error(fault))
    }

    /// Runs `task` in one transaction.
    pub(super) fn write<T>(
        &self,
        task: impl FnOnce(&Connection) -> Result<T>,
    ) -> Result<T, ArchiveError> {
        let write = || {
            let transaction =
                Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)?;
            let done = task(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        write().map_err(|fault: Fault| self.error(fault))
    }

    pub(super) fn error(&self, fault: Fault) -> ArchiveError {
        self.kind.error(fault, &self.path)
    }
}

impl Kind {
    const fn version(&self) -> i64 {
        self.steps.len() as i64
    }

    const fn foreign(&self) -> Fault {
        Fault::Foreign {
            expected: self.what,
            writer: self.writer,
        }
    }

    fn error(&self, fault: Fault, path: &Path) -> ArchiveError {
        let fault = match fault {
            Fault::Sqlite(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
                self.foreign()
            }
            other => other,
        };
        ArchiveError {
            path: path.to_owned(),
            fault,
        }
    }
}

fn connect(path: &Path, kind: &Kind, may_create: bool) -> Result<Connection> {
    let file = files::locate(path)?;
    if !may_create && !files::exists(&file)? {
        return Err(Fault::Missing);
    }
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if may_create {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let mut connection = Connection::open_with_flags(&file, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch(files::MODE)?;
    prepare(&mut connection, kind, may_create)?;
    Ok(connection)
}

/// Migrates a file to the current version. Initializes an empty file if `may_create`.
pub(super) fn prepare(connection: &mut Connection, kind: &Kind, may_create: bool) -> Result<()> {
    let snapshot = connection.transaction()?;
    let found = version(&snapshot, kind)?;
    snapshot.finish()?;
    if found == 0 {
        if !may_create {
            return Err(kind.foreign());
        }
        // This must be set before the first table is created.
        connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")?;
    }
    if found < kind.version() {
        migrate(connection, kind)?;
    }
    let journal = "PRAGMA journal_mode";
    let journal: String = connection.query_row(journal, [], |row| row.get(0))?;
    match journal.as_str() {
        "delete" => use_write_ahead_log(connection),
        _ => Ok(()),
    }
}

/// Switches to a write-ahead log, so that readers and a writer do not block each other.
/// SQLite ignores its busy timeout here, so this function retries.
fn use_write_ahead_log(connection: &Connection) -> Result<()> {
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

/// Returns the version of a file, or 0 if it is empty.
fn version(connection: &Connection, kind: &Kind) -> Result<i64> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let known = kind.version();
    match (application, found) {
        (0, 0) if tables == 0 => Ok(0),
        (application, found) if application != kind.application || found < 1 => Err(kind.foreign()),
        (_, found) if found > known => Err(Fault::Newer { found, known }),
        (_, found) => Ok(found),
    }
}

/// Applies the missing migrations in one transaction.
fn migrate(connection: &mut Connection, kind: &Kind) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated the file in the meantime.
    let taken = version(&transaction, kind)? as usize;
    for step in &kind.steps[taken..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", kind.application)?;
    transaction.pragma_update(None, "user_version", kind.version())?;
    Ok(transaction.commit()?)
}
