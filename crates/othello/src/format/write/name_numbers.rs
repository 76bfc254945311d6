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
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    files: WthorNameFiles,
    players: HashMap<String, u16>,
    tournaments: HashMap<String, u16>,
    /// Names added.
    added: usize,
    /// How many of them were shortened or lost accents.
    changed: usize,
}

impl NameNumbers {
    /// Creates the numbers of the names in these files.
    #[must_use]
    pub fn new(files: WthorNameFiles) -> Self {
        Self {
            grows: false,
            state: Mutex::new(State {
                players: numbers(&files.players),
                tournaments: numbers(&files.tournaments),
                files,
                added: 0,
                changed: 0,
            }),
        }
    }

    /// Creates the numbers of the names in these files; looking up a new name adds it.
    #[must_use]
    pub fn growing(files: WthorNameFiles) -> Self {
        Self {
            grows: true,
            ..Self::new(files)
        }
    }

    /// Returns the number of a player's name: `known`, if that number has this name.
    #[must_use]
    pub fn player(&self, name: &str, known: Option<u16>) -> Option<u16> {
        let State {
            files,
            players,
            added,
            changed,
            ..
        } = &mut *self.state();
        let files = &mut files.players;
        let number = existing(files, players, name, known);
        match number {
            None if self.grows => {
                *added += 1;
                add(files, players, name, WthorNames::PLAYER, changed)
            }
            number => number,
        }
    }

    /// Returns the number of a tournament's name: `known`, if that number has this name.
    #[must_use]
    pub fn tournament(&self, name: &str, known: Option<u16>) -> Option<u16> {
        let State {
            files,
            tournaments,
            added,
            changed,
            ..
        } = &mut *self.state();
        let files = &mut files.tournaments;
        match existing(files, tournaments, name, known) {
            None if self.grows => {
                *added += 1;
                add(files, tournaments, name, WthorNames::TOURNAMENT, changed)
            }
            number => number,
        }
    }

    /// Returns the names, including those added.
    #[must_use]
    pub fn files(&self) -> WthorNameFiles {
        self.state().files.clone()
    }

    /// Returns how many names were added, and how many of them were shortened or lost
    /// accents that the format cannot represent.
    #[must_use]
    pub fn added(&self) -> (usize, usize) {
        let state = self.state();
        (state.added, state.changed)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn existing(
    names: &WthorNames,
    numbers: &HashMap<String, u16>,
    name: &str,
    known: Option<u16>,
) -> Option<u16> {
    let known = known.filter(|&known| names.get(known).as_deref() == Some(name));
    known.or_else(|| numbers.get(name).copied())
}

/// Adds a name, shortened and without accents if the format requires it.
fn add(
    names: &mut WthorNames,
    numbers: &mut HashMap<String, u16>,
    name: &str,
    size: usize,
    changed: &mut usize,
) -> Option<u16> {
    let letters = name.chars().filter(|&letter| letter != '\0');
    let held: String = letters
        .flat_map(|letter| {
            match u32::from(letter) {
                0..=0xFF => letter.to_string(),
                _ => plain_letter(letter),
            }
            .chars()
            .collect::<Vec<_>>()
        })
        .take(size - 1)
        .collect();
    *changed += usize::from(held != name);
    let number = names.number_of(&held).ok()?;
    numbers.insert(name.to_owned(), number);
    Some(number)
}

/// Returns the number of each name; of two equal names, the first one's.
fn numbers(names: &WthorNames) -> HashMap<String, u16> {
    let mut numbers = HashMap::new();
    for number in 0..=u16::MAX {
        let Some(name) = names.get(number) else { break };
        numbers.entry(name).or_insert(number);
    }
    numbers
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
