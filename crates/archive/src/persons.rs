//! Persons: groups of spellings of players' names.
//!
//! Two spellings belong to one person if they have the same words, ignoring order, case and
//! accents (umlauts may be spelt out), or if one is the other truncated to WTHOR's 19 characters
//! and no other name matches it. Initials are not expanded. The user's aliases take precedence.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use outflank_othello::Color;
use outflank_othello::format::{cut_form, cuttable_forms, fold_name, name_key, spelt_out_key};
use rusqlite::{Connection, params};
use schemars::JsonSchema;
use serde::Serialize;

use super::Archive;
use super::error::{ArchiveError, Fault, Result};
use super::game_row::count_games;
use super::game_summary::GameSummaries;

/// A player with all spellings of the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Person {
    /// The spelling with the most games.
    pub name: String,
    /// Number of games of the person.
    pub games: u32,
    /// All spellings, most frequent first.
    pub spellings: Vec<Spelling>,
}

/// A spelling of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spelling {
    /// The name as it is spelt.
    pub name: String,
    /// Number of games with this spelling.
    pub games: u32,
    /// Whether the user assigned the spelling to the person.
    pub alias: bool,
}

/// Groups of spellings.
#[derive(Debug, Default)]
pub(super) struct Persons {
    /// The name of each spelling, by ID. Unused IDs have no name.
    names: Vec<Option<String>>,
    /// The person of each spelling, by ID. A person has the ID of one of its spellings, and an
    /// unused ID is its own person.
    person: Vec<u32>,
    aliases: HashMap<String, String>,
}

/// The persons of an open archive, and the version of the archive from which they were read.
#[derive(Debug, Default)]
pub(super) struct PersonsCache(RefCell<Option<(Version, Arc<Persons>)>>);

/// The state of the archive for which persons were read.
type Version = (i64, u64);

impl PersonsCache {
    pub(super) fn read(&self, connection: &Connection) -> Result<Arc<Persons>> {
        // The first counts changes by other connections, the second those by this one.
        let others = connection.query_row("PRAGMA data_version", [], |row| row.get(0))?;
        let version = (others, connection.total_changes());
        let mut cached = self.0.borrow_mut();
        if let Some((known, persons)) = &*cached
            && *known == version
        {
            return Ok(Arc::clone(persons));
        }
        let persons = Arc::new(Persons::read(connection)?);
        *cached = Some((version, Arc::clone(&persons)));
        Ok(persons)
    }
}

impl Persons {
    pub(super) fn read(connection: &Connection) -> Result<Self> {
        let mut names = Vec::new();
        let mut select = connection.prepare_cached("SELECT id, name FROM players")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let id: u32 = row.get(0)?;
            if names.len() <= id as usize {
                names.resize(id as usize + 1, None);
            }
            names[id as usize] = Some(row.get(1)?);
        }
        let mut select = connection.prepare_cached("SELECT name, person FROM aliases")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Self::group(names, rows.collect::<Result<_, _>>()?))
    }

    /// Groups spellings, given by ID, using the aliases.
    fn group(names: Vec<Option<String>>, aliases: HashMap<String, String>) -> Self {
        let mut persons = Self {
            person: (0..names.len() as u32).collect(),
            names,
            aliases,
        };
        persons.join_equal_words();
        persons.join_cut_names();
        persons.join_aliases();
        persons
    }

    /// Returns the spellings without an alias.
    fn automatic(&self) -> impl Iterator<Item = (u32, &str)> {
        let named = self.named();
        named.filter(|(_, name)| !self.aliases.contains_key(*name))
    }

    fn named(&self) -> impl Iterator<Item = (u32, &str)> {
        let numbered = (0..).zip(&self.names);
        numbered.filter_map(|(number, name)| Some((number, name.as_deref()?)))
    }

    fn join_equal_words(&mut self) {
        let mut by_key: HashMap<String, u32> = HashMap::new();
        let mut joined = Vec::new();
        for (number, name) in self.automatic() {
            let key = name_key(name);
            if !key.is_empty() {
                joined.push((number, *by_key.entry(key).or_insert(number)));
            }
        }
        let umlauts: Vec<(u32, u32)> = self
            .automatic()
            .filter_map(|(number, name)| Some((number, *by_key.get(&spelt_out_key(name)?)?)))
            .collect();
        for (number, first) in joined {
            self.person[number as usize] = first;
        }
        for (number, spelt) in umlauts {
            self.join(number, spelt);
        }
    }

    fn join_cut_names(&mut self) {
        let mut whole: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (number, name) in self.automatic() {
            for form in cuttable_forms(name) {
                whole.entry(form).or_default().push(self.of(number));
            }
        }
        let mut joined = Vec::new();
        for (number, name) in self.automatic() {
            let Some(cut) = cut_form(name) else { continue };
            let own = self.of(number);
            let longer = whole
                .range(cut.clone()..)
                .take_while(|(form, _)| form.starts_with(&cut))
                .flat_map(|(_, persons)| persons);
            let mut others: Vec<u32> = longer.copied().filter(|&other| other != own).collect();
            others.sort_unstable();
            others.dedup();
            // If two names match, the truncated name is ambiguous.
            if let [other] = others[..] {
                joined.push((own, other));
            }
        }
        for (own, other) in joined {
            self.join(own, other);
        }
    }

    fn join_aliases(&mut self) {
        let by_name = self.named().map(|(number, name)| (name, number));
        let by_name: HashMap<&str, u32> = by_name.collect();
        let number = |name: &String| by_name.get(name.as_str()).copied();
        let pairs = self.aliases.iter();
        let joined = pairs.filter_map(|(name, person)| number(name).zip(number(person)));
        for (name, person) in joined.collect::<Vec<_>>() {
            self.join(name, person);
        }
    }

    /// Merges two persons.
    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.of(one), self.of(other));
        let (least, most) = (one.min(other), one.max(other));
        for person in &mut self.person {
            if *person == most {
                *person = least;
            }
        }
    }

    /// Returns the person with a spelling.
    pub(super) fn of(&self, spelling: u32) -> u32 {
        let person = self.person.get(spelling as usize);
        person.copied().unwrap_or(spelling)
    }

    /// Returns, for each person, whether a spelling contains `part`, ignoring case and accents.
    pub(super) fn containing(&self, part: &str) -> Vec<bool> {
        let part = fold_name(part);
        let mut persons = vec![false; self.names.len()];
        for (number, name) in self.named() {
            if fold_name(name).contains(&part) {
                persons[self.of(number) as usize] = true;
            }
        }
        persons
    }

    /// Returns the IDs of the spellings of a person.
    pub(super) fn spellings(&self, person: u32) -> impl Iterator<Item = u32> {
        self.named()
            .map(|(number, _)| number)
            .filter(move |&number| self.of(number) == person)
    }

    /// Returns the spelling that equals `name`, or else a spelling of the only person with the same
    /// words, ignoring case, accents and order.
    fn find(&self, name: &str) -> Result<u32> {
        if let Some((number, _)) = self.named().find(|&(_, known)| known == name) {
            return Ok(number);
        }
        let key = name_key(name);
        let found = self.named().filter(|(_, known)| name_key(known) == key);
        let found: Vec<u32> = found.map(|(number, _)| number).collect();
        match found[..] {
            [] => Err(Fault::NoPlayer(name.to_owned())),
            [first, ..] if found.iter().all(|&other| self.of(other) == self.of(first)) => Ok(first),
            _ => Err(Fault::ManyPlayers {
                name: name.to_owned(),
                found: found.iter().filter_map(|&id| self.name(id)).collect(),
            }),
        }
    }

    fn name(&self, number: u32) -> Option<String> {
        self.names.get(number as usize)?.clone()
    }
}

impl Archive {
    /// Returns the persons with a spelling that contains `part`, those with most games first.
    pub fn persons(&self, part: &str) -> Result<Vec<Person>, ArchiveError> {
        self.read(|connection| {
            let persons = Persons::read(connection)?;
            let mut games = vec![0; persons.names.len()];
            let mut summaries = GameSummaries::new(connection);
            for number in 1..=count_games(connection)? {
                let summary = summaries.get(number)?;
                for color in Color::ALL {
                    if let Some(count) = games.get_mut(summary.player(color) as usize) {
                        *count += 1;
                    }
                }
            }
            let matches = persons.containing(part);
            let mut by_person: BTreeMap<u32, Vec<Spelling>> = BTreeMap::new();
            for (number, name) in persons.named() {
                let person = persons.of(number);
                if matches[person as usize] {
                    by_person.entry(person).or_default().push(Spelling {
                        name: name.to_owned(),
                        games: games[number as usize],
                        alias: persons.aliases.contains_key(name),
                    });
                }
            }
            let mut found: Vec<Person> = by_person.into_values().map(Person::new).collect();
            found.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
            Ok(found)
        })
    }

    /// Assigns all spellings of a player's name to the person with another name. Fails if either
    /// name is unknown or ambiguous, or if the archive cannot be written.
    pub fn add_alias(&mut self, name: &str, person: &str) -> Result<(), ArchiveError> {
        self.write(|connection| {
            let persons = Persons::read(connection)?;
            let (spelling, target) = (persons.find(name)?, persons.find(person)?);
            let moved = persons.of(spelling);
            if moved == persons.of(target) {
                return Ok(());
            }
            let target = persons.name(target).unwrap_or_default();
            let spellings = persons.spellings(moved);
            for name in spellings.filter_map(|number| persons.name(number)) {
                insert(connection, &name, &target)?;
            }
            Ok(())
        })
    }

    /// Makes a spelling of a player's name a separate person. Fails if the name is unknown or
    /// ambiguous, or if the archive cannot be written.
    pub fn separate_name(&mut self, name: &str) -> Result<(), ArchiveError> {
        self.write(|connection| {
            let persons = Persons::read(connection)?;
            let name = persons.name(persons.find(name)?).unwrap_or_default();
            // Aliases to this name no longer apply.
            connection.execute("DELETE FROM aliases WHERE person = ?1", [&name])?;
            insert(connection, &name, &name)
        })
    }

    /// Removes the alias of a spelling, so that the spelling is grouped automatically again.
    /// Returns whether there was an alias. Fails if the name is unknown or ambiguous, or if the
    /// archive cannot be written.
    pub fn remove_alias(&mut self, name: &str) -> Result<bool, ArchiveError> {
        self.write(|connection| {
            let persons = Persons::read(connection)?;
            let name = persons.name(persons.find(name)?);
            Ok(connection.execute("DELETE FROM aliases WHERE name = ?1", [name])? > 0)
        })
    }
}

fn insert(connection: &Connection, name: &str, person: &str) -> Result<()> {
    connection.execute(
        "INSERT OR REPLACE INTO aliases (name, person) VALUES (?1, ?2)",
        params![name, person],
    )?;
    Ok(())
}

impl Person {
    fn new(mut spellings: Vec<Spelling>) -> Self {
        spellings.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
        Self {
            name: spellings[0].name.clone(),
            games: spellings.iter().map(|spelling| spelling.games).sum(),
            spellings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(names: &[&str], aliases: &[(&str, &str)]) -> Vec<Vec<String>> {
        let names = names.iter().map(|&name| Some(name.to_owned())).collect();
        let aliases = aliases.iter().map(|&(a, b)| (a.to_owned(), b.to_owned()));
        let persons = Persons::group(names, aliases.collect());
        let mut groups: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (number, name) in persons.named() {
            let group = groups.entry(persons.of(number)).or_default();
            group.push(name.to_owned());
        }
        groups.into_values().collect()
    }

    #[test]
    fn spellings_of_one_person_are_merged() {
        let names = [
            "Lévy",
            "Zimo Lv",
            "Levy",
            "Di Mattei Alessandr",
            "Alessandro Di Mattei",
            "Lv Zimo",
            "Gaertner Joerg",
            "Jörg Gärtner",
        ];
        assert_eq!(
            groups(&names, &[]),
            [
                vec!["Lévy", "Levy"],
                vec!["Zimo Lv", "Lv Zimo"],
                vec!["Di Mattei Alessandr", "Alessandro Di Mattei"],
                vec!["Gaertner Joerg", "Jörg Gärtner"],
            ]
        );
    }

    #[test]
    fn different_persons_are_not_merged() {
        for names in [
            &["Lee K.", "Lee Kang"][..],
            &["Berg Matthias", "Berg Robert"],
            &["Nicolet S", "Nicolet Stephane"],
            // The truncated name matches both others.
            &[
                "Pietruszkiewicz Paw",
                "Pietruszkiewicz Pawel",
                "Pietruszkiewicz Pawlo",
            ],
            // Not truncated: shorter than 19 characters.
            &["Tanaka Hide", "Tanaka Hideyuki"],
        ] {
            assert_eq!(groups(names, &[]).len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn aliases_take_precedence() {
        let names = ["Lyu Zimo", "Lv Zimo", "Zimo Lv"];
        assert_eq!(groups(&names, &[("Lyu Zimo", "Zimo Lv")]).len(), 1);
        assert_eq!(groups(&names, &[("Zimo Lv", "Zimo Lv")]).len(), 3);
    }
}
