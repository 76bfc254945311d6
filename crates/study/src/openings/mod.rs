//! The names of openings, found by position.

mod table;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use outflank_othello::{Board, Game, Layout, Position};
use schemars::JsonSchema;
use serde::Serialize;

use table::TableError;

/// The table that the program carries with it.
const SHIPPED: &str = include_str!("names.txt");

/// Names up to this ply tell only how White answered the first move. Every game
/// has one, so that it says nothing beside a name that was reached later.
const ANSWERS: usize = 2;

/// An opening that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Opening {
    /// What it is called.
    pub name: &'static str,
    /// What else it is called.
    pub also: Vec<&'static str>,
    /// A transcript that leads to it from the usual start.
    pub moves: &'static str,
    /// The openings that its own moves lead through, first to last, without
    /// the answer to the first move.
    #[serde(skip)]
    pub parents: Vec<&'static str>,
}

/// The names on the way to an opening, such as `Tiger, Stephenson`. A name that
/// another one begins with, as in `Bat (Kling Alternative)`, is not told twice.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tells = |parent: &str| {
            let rest = self.name.strip_prefix(parent);
            rest.is_some_and(|rest| rest.starts_with(" ("))
        };
        for parent in self.parents.iter().filter(|parent| !tells(parent)) {
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
    /// Number of moves after which the game stood there last.
    pub ply: usize,
}

/// The names on the way to the opening and the move that reached it, such as
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

/// The openings of a table by their positions, however these are reached and
/// turned.
///
/// ```
/// use outflank_othello::{Game, Shape};
/// use outflank_study::OpeningNames;
///
/// // The Comp'Oth turned by half, and a move that has no name of its own.
/// let game = Game::from_transcript(Shape::STANDARD, "c4e3f6e6f5c5c3c6d3")?;
/// let named = OpeningNames::shipped().name_of(&game).unwrap();
/// assert_eq!(named.to_string(), "Tiger, Stephenson, Comp'Oth (move 8)");
/// # Ok::<(), outflank_othello::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpeningNames {
    openings: Vec<Opening>,
    /// The number of the opening that has a position as its last one, by the
    /// position's canonical form.
    by_board: HashMap<Board<u64>, usize>,
}

impl OpeningNames {
    /// The names that the program carries with it.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static NAMES: LazyLock<OpeningNames> = LazyLock::new(|| {
            OpeningNames::read(SHIPPED).expect("the shipped table is well-formed, as the tests see")
        });
        &NAMES
    }

    /// All openings in the order of the table.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The opening whose last position this is, turned and mirrored as may be.
    /// None on any board but the usual one.
    #[must_use]
    pub fn of_position(&self, position: &Position) -> Option<&Opening> {
        let number = self.by_board.get(&key(position)?)?;
        self.openings.get(*number)
    }

    /// The opening of a game: the last of its positions that has a name.
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

    /// Reads a table: see `names.txt`.
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
                let message = format!("{} and {other} are one position", line.opening.name);
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

    /// The names of the positions before the last one.
    fn parents(&self, game: &Game) -> Vec<&'static str> {
        let before_last = &game.positions()[..game.moves().len()];
        let later = before_last.iter().skip(ANSWERS + 1);
        later
            .filter_map(|position| self.of_position(position))
            .map(|opening| opening.name)
            .collect()
    }
}

/// What all positions that are the same to a player have in common.
fn key(position: &Position) -> Option<Board<u64>> {
    let board = position.standard_board()?;
    Some(board.canonical(&Layout::STANDARD).0)
}
