//! The names of players and tournaments.

use std::collections::HashMap;

use outflank_othello::format::fold_name;
use rusqlite::{Connection, OptionalExtension};

use super::error::{Fault, Result};
use super::persons::Persons;

/// The kind of name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Player,
    Tournament,
}

impl Kind {
    const fn table(self) -> &'static str {
        match self {
            Self::Player => "players",
            Self::Tournament => "tournaments",
        }
    }
}

/// Assigns IDs to names.
#[derive(Debug)]
pub(super) struct NameIds {
    kind: Kind,
    known: HashMap<String, u32>,
}

impl NameIds {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            kind,
            known: HashMap::new(),
        }
    }

    /// Returns the ID of a name, or 0 for `None`.
    pub(super) fn of(&mut self, connection: &Connection, name: Option<&str>) -> Result<u32> {
        let Some(name) = name else {
            return Ok(0);
        };
        if let Some(&number) = self.known.get(name) {
            return Ok(number);
        }
        let table = self.kind.table();
        let find = format!("SELECT id FROM {table} WHERE name = ?1");
        let mut find = connection.prepare_cached(&find)?;
        let found: Option<i64> = find.query_row([name], |row| row.get(0)).optional()?;
        let number = match found {
            Some(number) => number,
            None => {
                let add = format!("INSERT INTO {table} (name) VALUES (?1)");
                connection.prepare_cached(&add)?.execute([name])?;
                connection.last_insert_rowid()
            }
        };
        let number = u32::try_from(number).map_err(|_| Fault::Full)?;
        self.known.insert(name.to_owned(), number);
        Ok(number)
    }
}

/// A set of IDs.
#[derive(Debug)]
pub(super) struct IdSet(Vec<bool>);

impl IdSet {
    pub(super) fn has(&self, number: u32) -> bool {
        self.0.get(number as usize).copied().unwrap_or(false)
    }
}

/// Returns the IDs of the names that contain `part`, ignoring case and accents. For players, if one
/// spelling of a person matches, all spellings do.
pub(super) fn ids_containing(connection: &Connection, kind: Kind, part: &str) -> Result<IdSet> {
    if kind == Kind::Player {
        let persons = Persons::read(connection)?;
        let found = persons.containing(part);
        let spellings = 0..found.len() as u32;
        let is_found = |number| found.get(persons.of(number) as usize) == Some(&true);
        return Ok(IdSet(spellings.map(is_found).collect()));
    }
    let part = fold_name(part);
    let mut all = connection.prepare_cached("SELECT id, name FROM tournaments")?;
    let mut rows = all.query([])?;
    let mut set = Vec::new();
    while let Some(row) = rows.next()? {
        let name = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        if fold_name(name).contains(&part) {
            let number = row.get::<_, u32>(0)? as usize;
            set.resize(set.len().max(number + 1), false);
            set[number] = true;
        }
    }
    Ok(IdSet(set))
}

pub(super) fn name(connection: &Connection, kind: Kind, number: u32) -> Result<String> {
    let find = format!("SELECT name FROM {} WHERE id = ?1", kind.table());
    let mut find = connection.prepare_cached(&find)?;
    Ok(find.query_row([number], |row| row.get(0))?)
}
