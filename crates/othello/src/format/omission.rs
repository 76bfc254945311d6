//! Information lost in conversion between formats.

use std::fmt;

use super::GameRecord;

/// A part of a [`GameRecord`] other than the players' moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The moves.
    Moves,
    /// The names of the players.
    Names,
    /// The ratings of the players.
    Ratings,
    /// The time controls of the players.
    Clocks,
    /// The tournament.
    Tournament,
    /// The round.
    Round,
    /// The place.
    Place,
    /// The year.
    Year,
    /// Month and day.
    Day,
    /// The time of day.
    Time,
    /// The result.
    Result,
    /// How the game ended early.
    Ending,
    /// Komi.
    Komi,
    /// The kind of game.
    Variant,
    /// Evaluations of moves.
    Evaluations,
    /// Times of moves.
    Seconds,
    /// Comments.
    Comments,
    /// The score after best play, as a WTHOR file records it.
    Theoretical,
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 18] = [
        Self::Moves,
        Self::Names,
        Self::Ratings,
        Self::Clocks,
        Self::Tournament,
        Self::Round,
        Self::Place,
        Self::Year,
        Self::Day,
        Self::Time,
        Self::Result,
        Self::Ending,
        Self::Komi,
        Self::Variant,
        Self::Evaluations,
        Self::Seconds,
        Self::Comments,
        Self::Theoretical,
    ];

    /// Returns the name of the field as messages show it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Names => "names",
            Self::Ratings => "ratings",
            Self::Clocks => "time controls",
            Self::Tournament => "tournament",
            Self::Round => "round",
            Self::Place => "place",
            Self::Year => "year",
            Self::Day => "month and day",
            Self::Time => "time of day",
            Self::Result => "result",
            Self::Ending => "how the game ended",
            Self::Komi => "komi",
            Self::Variant => "kind of game",
            Self::Evaluations => "evaluations of moves",
            Self::Seconds => "times of moves",
            Self::Comments => "comments",
            Self::Theoretical => "theoretical score",
        }
    }

    /// Returns whether a record has the field.
    #[must_use]
    pub fn is_in(self, record: &GameRecord) -> bool {
        let players = [&record.black, &record.white];
        let date = record.date.as_ref();
        match self {
            Self::Moves => !record.game.moves().is_empty(),
            Self::Names => players.iter().any(|player| player.name.is_some()),
            Self::Ratings => players.iter().any(|player| player.rating.is_some()),
            Self::Clocks => players.iter().any(|player| player.clock.is_some()),
            Self::Tournament => record.tournament.is_some(),
            Self::Round => record.round.is_some(),
            Self::Place => record.place.is_some(),
            Self::Year => date.is_some(),
            Self::Day => date.is_some_and(|date| date.month().is_some()),
            Self::Time => date.is_some_and(|date| date.time().is_some()),
            Self::Result => record.result.is_some(),
            Self::Ending => record.result.is_some_and(|result| result.ending.is_some()),
            Self::Komi => record.komi.is_some(),
            Self::Variant => record.variant.is_some(),
            Self::Evaluations => record.notes.iter().any(|note| note.evaluation.is_some()),
            Self::Seconds => record.notes.iter().any(|note| note.seconds.is_some()),
            Self::Comments => {
                record.comment.is_some() || record.notes.iter().any(|note| note.comment.is_some())
            }
            Self::Theoretical => record.wthor.is_some(),
        }
    }
}

/// Information in a file that was not carried over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Omission {
    /// A field that the format written cannot represent.
    Field(Field),
    /// Characters in a name or comment that the format written cannot represent.
    Characters,
    /// Variations of the game.
    Variations,
    /// Scores of moves in a line of OBF.
    Scores,
    /// A property, by its name, that is not supported.
    Property(String),
    /// A property, by its name, whose value could not be parsed.
    Value(String),
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(field) => f.write_str(field.name()),
            Self::Characters => f.write_str("characters in names or comments"),
            Self::Variations => f.write_str("variations"),
            Self::Scores => f.write_str("scores of moves"),
            Self::Property(name) => write!(f, "unknown property {name:?}"),
            Self::Value(name) => write!(f, "invalid value of {name:?}"),
        }
    }
}

/// A game, and the parts of it that could not be read.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedGame {
    /// The game.
    pub record: GameRecord,
    /// The parts that could not be read.
    pub omissions: Vec<Omission>,
}

/// A list without duplicates.
#[derive(Debug, Default)]
pub(super) struct OmissionList(Vec<Omission>);

impl OmissionList {
    pub(super) fn add(&mut self, lost: Omission) {
        if !self.0.contains(&lost) {
            self.0.push(lost);
        }
    }

    /// Returns the value; if it is `None`, notes that `name` could not be parsed.
    pub(super) fn value<T>(&mut self, name: &str, value: Option<T>) -> Option<T> {
        if value.is_none() {
            self.add(Omission::Value(name.to_owned()));
        }
        value
    }

    pub(super) fn into_vec(self) -> Vec<Omission> {
        self.0
    }
}
