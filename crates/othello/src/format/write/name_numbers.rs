//! The numbers of names in the files of WTHOR.

use std::collections::HashMap;

use crate::format::WthorNameFiles;
use crate::format::wthor::WthorNames;

/// The numbers that the names in the files of WTHOR have.
#[derive(Debug)]
pub struct NameNumbers {
    files: WthorNameFiles,
    players: HashMap<String, u16>,
    tournaments: HashMap<String, u16>,
}

impl NameNumbers {
    /// The numbers of the names in these files.
    #[must_use]
    pub fn new(files: WthorNameFiles) -> Self {
        Self {
            players: numbers(&files.players),
            tournaments: numbers(&files.tournaments),
            files,
        }
    }

    /// The number of a player's name: `known`, if that is its number.
    #[must_use]
    pub fn player(&self, name: &str, known: Option<u16>) -> Option<u16> {
        let known = known.filter(|&known| self.files.players.get(known).as_deref() == Some(name));
        known.or_else(|| self.players.get(name).copied())
    }

    /// The number of a tournament's name: `known`, if that is its number.
    #[must_use]
    pub fn tournament(&self, name: &str, known: Option<u16>) -> Option<u16> {
        let files = &self.files.tournaments;
        let known = known.filter(|&known| files.get(known).as_deref() == Some(name));
        known.or_else(|| self.tournaments.get(name).copied())
    }
}

/// Of two names that are the same, the first has the number.
fn numbers(names: &WthorNames) -> HashMap<String, u16> {
    let mut numbers = HashMap::new();
    for number in 0..=u16::MAX {
        let Some(name) = names.get(number) else { break };
        numbers.entry(name).or_insert(number);
    }
    numbers
}
