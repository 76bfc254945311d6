//! The tables of an archive, and how a file comes to have them.

use rusqlite::{Connection, TransactionBehavior};

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
enum Standing {
    /// There is nothing in it yet.
    Empty,
    /// An archive with tables of a version.
    Archive(i64),
}

/// Makes a file an archive of the version of this program: an empty one if
/// `may_create`, and one of an earlier version.
pub(super) fn prepare(connection: &mut Connection, may_create: bool) -> Result<(), Fault> {
    match standing(connection)? {
        Standing::Archive(VERSION) => Ok(()),
        Standing::Archive(_) => migrate(connection),
        Standing::Empty if may_create => {
            // Free pages are given back piece by piece; this and the journal
            // can be chosen only before there are tables.
            connection.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")?;
            connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            migrate(connection)
        }
        Standing::Empty => Err(Fault::Foreign),
    }
}

fn standing(connection: &Connection) -> Result<Standing, Fault> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    match (application, version) {
        (0, 0) if tables == 0 => Ok(Standing::Empty),
        (APPLICATION, 1..=VERSION) => Ok(Standing::Archive(version)),
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
    let taken = match standing(&transaction)? {
        Standing::Empty => 0,
        Standing::Archive(version) => version as usize,
    };
    for step in &STEPS[taken..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}
