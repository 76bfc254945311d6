//! The numbers of names in WTHOR files.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::format::WthorNameFiles;
use crate::format::names::plain_letter;
use crate::format::wthor::WthorNames;

/// The numbers of the names in WTHOR name files.
#[derive(Debug)]
pub struct NameNumbers {
    grows: bool,
    players: Mutex<Numbers>,
    tournaments: Mutex<Numbers>,
}

/// The numbers of the names in one file.
#[derive(Debug)]
struct Numbers {
    names: WthorNames,
    /// The number of each name; the first, if two names are equal.
    by_name: HashMap<String, u16>,
    /// Names added.
    added: usize,
    /// How many of the added names were shortened or lost accents.
    changed: usize,
}

impl NameNumbers {
    /// Numbers the names in these files.
    #[must_use]
    pub fn new(files: WthorNameFiles) -> Self {
        Self {
            grows: false,
            players: Mutex::new(Numbers::new(files.players)),
            tournaments: Mutex::new(Numbers::new(files.tournaments)),
        }
    }

    /// Numbers the names in these files; looking up a new name adds it.
    #[must_use]
    pub fn growing(files: WthorNameFiles) -> Self {
        Self {
            grows: true,
            ..Self::new(files)
        }
    }

    /// Returns the number of a player's name: `known`, if it is a number of this name.
    #[must_use]
    pub fn player(&self, name: &str, known: Option<u16>) -> Option<u16> {
        lock(&self.players).number(name, known, self.grows)
    }

    /// Returns the number of a tournament's name: `known`, if it is a number of this name.
    #[must_use]
    pub fn tournament(&self, name: &str, known: Option<u16>) -> Option<u16> {
        lock(&self.tournaments).number(name, known, self.grows)
    }

    /// Returns the names, including those added.
    #[must_use]
    pub fn files(&self) -> WthorNameFiles {
        WthorNameFiles {
            players: lock(&self.players).names.clone(),
            tournaments: lock(&self.tournaments).names.clone(),
        }
    }

    /// Returns how many names were added, and how many of them were shortened or lost
    /// accents that the format cannot represent.
    #[must_use]
    pub fn added(&self) -> (usize, usize) {
        let (players, tournaments) = (lock(&self.players), lock(&self.tournaments));
        let added = players.added + tournaments.added;
        (added, players.changed + tournaments.changed)
    }
}

fn lock(numbers: &Mutex<Numbers>) -> MutexGuard<'_, Numbers> {
    numbers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Numbers {
    fn new(names: WthorNames) -> Self {
        let mut by_name = HashMap::new();
        for (number, name) in (0..=u16::MAX).map_while(|n| Some((n, names.get(n)?))) {
            by_name.entry(name).or_insert(number);
        }
        Self {
            names,
            by_name,
            added: 0,
            changed: 0,
        }
    }

    fn number(&mut self, name: &str, known: Option<u16>, grows: bool) -> Option<u16> {
        let known = known.filter(|&known| self.names.get(known).as_deref() == Some(name));
        match known.or_else(|| self.by_name.get(name).copied()) {
            None if grows => self.add(name),
            number => number,
        }
    }

    /// Adds a name, shortened and without accents if the format requires it.
    fn add(&mut self, name: &str) -> Option<u16> {
        self.added += 1;
        let mut held = String::new();
        for letter in name.chars().filter(|&letter| letter != '\0') {
            match u32::from(letter) {
                0..=0xFF => held.push(letter),
                _ => held.push_str(&plain_letter(letter)),
            }
        }
        let held: String = held.chars().take(self.names.size - 1).collect();
        self.changed += usize::from(held != name);
        let number = self.names.number_of(&held).ok()?;
        self.by_name.insert(name.to_owned(), number);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_names_are_added_and_cut() {
        let numbers = NameNumbers::growing(WthorNameFiles {
            players: WthorNames::new(WthorNames::PLAYER),
            tournaments: WthorNames::new(WthorNames::TOURNAMENT),
        });
        assert_eq!(numbers.player("Lévy", None), Some(0));
        assert_eq!(numbers.player("Voráček Miroslav", Some(7)), Some(1));
        assert_eq!(numbers.player("van den Biggelaar Nicky", None), Some(2));
        assert_eq!(numbers.player("Lévy", None), Some(0));
        assert_eq!(numbers.tournament("Tokyo", None), Some(0));
        assert_eq!(numbers.added(), (4, 2));
        let players = numbers.files().players;
        let names = [0, 1, 2].map(|number| players.get(number).unwrap());
        assert_eq!(names, ["Lévy", "Vorácek Miroslav", "van den Biggelaar N"]);
        let fixed = NameNumbers::new(numbers.files());
        assert_eq!(fixed.player("Tamenori", None), None);
    }
}
