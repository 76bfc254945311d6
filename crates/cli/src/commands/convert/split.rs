//! Splits the output into several files.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use outflank_othello::Color;
use outflank_othello::format::GameRecord;

/// How games are grouped into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// One file per year.
    Year,
    /// One file per player.
    Player,
    /// A number of games per file.
    Games(usize),
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "year" => Ok(Self::Year),
            "player" => Ok(Self::Player),
            _ => match text.parse() {
                Ok(games) if games > 0 => Ok(Self::Games(games)),
                _ => Err("expected year, player or a number of games".to_owned()),
            },
        }
    }
}

impl Split {
    /// Returns the keys of the files that a game goes to. `before` games precede it.
    pub(super) fn keys(self, record: &GameRecord, before: usize) -> Vec<String> {
        const UNKNOWN: &str = "unknown";
        match self {
            Self::Year => {
                let year = record.year().map(|year| year.to_string());
                vec![year.unwrap_or_else(|| UNKNOWN.to_owned())]
            }
            Self::Games(games) => vec![format!("{:04}", before / games + 1)],
            Self::Player => {
                let name = |color| record.player(color).name.as_deref().unwrap_or(UNKNOWN);
                let mut names = Color::ALL.map(|color| name(color).to_owned()).to_vec();
                names.dedup();
                names
            }
        }
    }
}

/// Paths of the files: the output path with a key before the extension.
pub(super) struct PartNames {
    whole: PathBuf,
    by_key: HashMap<String, PathBuf>,
    /// Names in use, in lower case, because some file systems ignore case.
    taken: HashSet<String>,
}

impl PartNames {
    pub(super) fn new(whole: &Path) -> Self {
        Self {
            whole: whole.to_owned(),
            by_key: HashMap::new(),
            taken: HashSet::new(),
        }
    }

    pub(super) fn path(&mut self, key: &str) -> PathBuf {
        if let Some(path) = self.by_key.get(key) {
            return path.clone();
        }
        let plain = plain(key);
        let mut name = plain.clone();
        let mut number = 1;
        while !self.taken.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{plain}-{number}");
        }
        let stem = self.whole.file_stem().unwrap_or_default();
        let mut file = stem.to_owned();
        file.push(format!("-{name}"));
        if let Some(extension) = self.whole.extension() {
            file.push(".");
            file.push(extension);
        }
        let path = self.whole.with_file_name(file);
        self.by_key.insert(key.to_owned(), path.clone());
        path
    }
}

/// Replaces the characters of a key that file names cannot contain.
fn plain(key: &str) -> String {
    let is_allowed = |c: char| c.is_alphanumeric() || " .,'+-_()".contains(c);
    let letters = key.chars().take(60);
    let letters = letters.map(|c| if is_allowed(c) { c } else { '_' });
    let name: String = letters.collect();
    match name.trim().trim_end_matches('.') {
        "" => "_".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_values_are_parsed() {
        assert_eq!("year".parse(), Ok(Split::Year));
        assert_eq!("500".parse(), Ok(Split::Games(500)));
        for text in ["", "0", "-1", "month"] {
            assert!(text.parse::<Split>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn file_names_are_safe_and_distinct() {
        let mut names = PartNames::new(Path::new("out/games.ggf"));
        let mut path = |key: &str| names.path(key).display().to_string();
        assert_eq!(path("Höhne Andreas"), "out/games-Höhne Andreas.ggf");
        assert_eq!(path("../x"), "out/games-.._x.ggf");
        assert_eq!(path("a/b"), "out/games-a_b.ggf");
        assert_eq!(path("A:B"), "out/games-A_B-2.ggf");
        assert_eq!(path("a/b"), "out/games-a_b.ggf");
        assert_eq!(path(" . "), "out/games-_.ggf");
    }
}
