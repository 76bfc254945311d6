//! The numbers of names in the files of WTHOR.

use std::collections::HashMap;

use crate::format::WthorNameFiles;
use crate::format::wthor::WthorNames;

/// Numbers by name.
#[derive(Debug)]
pub(super) struct NameNumbers {
    players: HashMap<String, u16>,
    tournaments: HashMap<String, u16>,
}

impl NameNumbers {
    pub(super) fn new(files: &WthorNameFiles) -> Self {
        Self {
            players: numbers(&files.players),
            tournaments: numbers(&files.tournaments),
        }
    }

    pub(super) fn player(&self, name: &str) -> Option<u16> {
        self.players.get(name).copied()
    }

    pub(super) fn tournament(&self, name: &str) -> Option<u16> {
        self.tournaments.get(name).copied()
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
