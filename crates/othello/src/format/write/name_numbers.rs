//! The numbers of names in the files of WTHOR.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::format::WthorNameFiles;
use crate::format::names::plain_letter;
use crate::format::wthor::WthorNames;

/// The numbers that the names in the files of WTHOR have.
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
    /// Names among them that were cut or lost letters.
    changed: usize,
}

impl NameNumbers {
    /// Returns the numbers of the names in these files.
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

    /// Returns the numbers of the names in these files, to which other names are added when
    /// they are looked up.
    #[must_use]
    pub fn growing(files: WthorNameFiles) -> Self {
        Self {
            grows: true,
            ..Self::new(files)
        }
    }

    /// Returns the number of a player's name: `known`, if that is its number.
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

    /// Returns the number of a tournament's name: `known`, if that is its number.
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

    /// Returns the names, with those that were added.
    #[must_use]
    pub fn files(&self) -> WthorNameFiles {
        self.state().files.clone()
    }

    /// Returns how many names were added, and how many of them were cut to the length of the
    /// format or lost accents that it does not have.
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

/// Adds a name, as far as the format can hold it.
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

/// Of two names that are the same, the first has the number.
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
