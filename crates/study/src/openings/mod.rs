//! Opening names, looked up by position.

mod table;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use outflank_othello::format::fold_name;
use outflank_othello::{Board, Game, Layout, Position};
use schemars::JsonSchema;
use serde::Serialize;

use table::TableError;

/// The built-in table.
const SHIPPED: &str = include_str!("names.txt");

/// Names of positions up to this ply describe only White's reply to the first move, so a longer
/// name omits them.
const ANSWERS: usize = 2;

/// A named opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Opening {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub also: Vec<&'static str>,
    /// A transcript that leads to the opening.
    pub moves: &'static str,
    /// The names of the openings that lead to this one, in order.
    #[serde(skip)]
    pub parents: Vec<&'static str>,
}

/// Writes the names up to the opening, such as `Tiger, Stephenson`. Does not repeat a name that is
/// a prefix of the next, as in `Bat (Kling Alternative)`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_prefix = |parent: &str| {
            let rest = self.name.strip_prefix(parent);
            rest.is_some_and(|rest| rest.starts_with(" ("))
        };
        for parent in self.parents.iter().filter(|parent| !is_prefix(parent)) {
            write!(f, "{parent}, ")?;
        }
        f.write_str(self.name)
    }
}

/// The opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedOpening<'a> {
    /// The opening.
    #[serde(flatten)]
    pub opening: &'a Opening,
    /// The number of plies up to the last position of the opening.
    pub ply: usize,
}

/// Writes the names up to the opening, the move that reached it, as in
/// `Tiger, Stephenson (move 7)`, and its other names.
impl fmt::Display for NamedOpening<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { opening, ply } = self;
        write!(f, "{opening} (move {ply})")?;
        if !opening.also.is_empty() {
            write!(f, ", also called {}", opening.also.join(" or "))?;
        }
        Ok(())
    }
}

/// A table of openings by position, in any symmetry and move order.
///
/// ```
/// use outflank_othello::{Game, Shape};
/// use outflank_study::OpeningNames;
///
/// // The Comp'Oth, rotated by 180°, followed by another move.
/// let game = Game::from_transcript(Shape::STANDARD, "c4e3f6e6f5c5c3c6d3")?;
/// let named = OpeningNames::shipped().name_of(&game).unwrap();
/// assert_eq!(named.to_string(), "Tiger, Stephenson, Comp'Oth (move 8)");
/// # Ok::<(), outflank_othello::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningNames {
    openings: Vec<Opening>,
    /// The indices of the openings by their canonical last position.
    by_board: HashMap<Board<u64>, usize>,
}

impl OpeningNames {
    /// Returns the built-in table.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static NAMES: LazyLock<OpeningNames> = LazyLock::new(|| {
            OpeningNames::read(SHIPPED).expect("the built-in table is well-formed")
        });
        &NAMES
    }

    /// Returns all openings in the order of the table.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Returns the opening called `name`, ignoring case and accents.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Opening> {
        let name = fold_name(name.trim());
        let mut openings = self.openings.iter();
        openings.find(|opening| {
            let mut names = std::iter::once(&opening.name).chain(&opening.also);
            names.any(|known| fold_name(known) == name)
        })
    }

    /// Returns the opening that ends in this position, in any symmetry. Returns `None` on boards
    /// other than 8×8.
    #[must_use]
    pub fn of_position(&self, position: &Position) -> Option<&Opening> {
        let number = self.by_board.get(&key(position)?)?;
        self.openings.get(*number)
    }

    /// Returns the opening of the last named position of a game.
    #[must_use]
    pub fn name_of(&self, game: &Game) -> Option<NamedOpening<'_>> {
        let positions = game.positions().iter().enumerate().rev();
        positions
            .filter_map(|(ply, position)| {
                let opening = self.of_position(position)?;
                Some(NamedOpening { opening, ply })
            })
            .next()
    }

    /// Reads a table in the format of `names.txt`.
    fn read(text: &'static str) -> Result<Self, TableError> {
        let mut names = Self {
            openings: Vec::new(),
            by_board: HashMap::new(),
        };
        let mut games = Vec::new();
        for line in table::lines(text) {
            let line = line?;
            let Some(board) = key(line.game.position()) else {
                continue;
            };
            if let Some(other) = names.by_board.insert(board, names.openings.len()) {
                let other = names.openings[other].name;
                let message = format!("{} and {other} are the same position", line.opening.name);
                return Err(TableError::new(line.number, message));
            }
            names.openings.push(line.opening);
            games.push(line.game);
        }
        let parents: Vec<_> = games.iter().map(|game| names.parents(game)).collect();
        for (opening, parents) in names.openings.iter_mut().zip(parents) {
            opening.parents = parents;
        }
        Ok(names)
    }

    /// Returns the names of the positions before the last one.
    fn parents(&self, game: &Game) -> Vec<&'static str> {
        let before_last = &game.positions()[..game.moves().len()];
        let later = before_last.iter().skip(ANSWERS + 1);
        later
            .filter_map(|position| self.of_position(position))
            .map(|opening| opening.name)
            .collect()
    }
}

fn key(position: &Position) -> Option<Board<u64>> {
    let board = position.standard_board()?;
    Some(board.canonical(&Layout::STANDARD).0)
}
