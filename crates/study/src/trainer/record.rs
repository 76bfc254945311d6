//! Cards as JSON.

use outflank_othello::notation::start_text;
use serde::{Deserialize, Serialize};

use super::{NewCard, Rating};
use crate::analysis::AnalysisRecord;

/// A card with its answers and the analysis of its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardRecord {
    /// The deck.
    pub deck: String,
    /// Shape and starting position, unless they are those of the standard game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves that lead to the position, separated by spaces, without passes.
    pub moves: String,
    /// How many discs a right answer may lose.
    pub loss: f64,
    /// Names of themes, separated by spaces.
    #[serde(default)]
    pub themes: String,
    /// The rating of a puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
    /// The memory state and due time, if the card has been answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryRecord>,
    /// All answers so far.
    #[serde(default)]
    pub answers: Vec<AnswerRecord>,
    /// The analysis of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis: Option<AnalysisRecord>,
}

/// The FSRS memory state of a card. Times are Unix times in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryRecord {
    /// Stability in days.
    pub stability: f64,
    /// Difficulty, from 1 to 10.
    pub difficulty: f64,
    /// The time of the last answer.
    pub answered: i64,
    /// The time at which the card is due.
    pub due: i64,
}

/// An answer to a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// The Unix time in seconds.
    pub time: i64,
    /// The square.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many discs the answer loses.
    pub loss: f64,
    /// Whether it was right.
    pub right: bool,
    /// The rating of the player after the first answer to a puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

impl CardRecord {
    /// Returns the record of a card that has not been answered.
    #[must_use]
    pub fn new(deck: &str, loss: f64, card: &NewCard, analysis: Option<AnalysisRecord>) -> Self {
        let moves: Vec<String> = card.game.squares().map(|it| it.to_string()).collect();
        let themes: Vec<&str> = card.themes.iter().map(|theme| theme.name()).collect();
        Self {
            deck: deck.to_owned(),
            start: start_text(card.game.start()),
            moves: moves.join(" "),
            loss,
            themes: themes.join(" "),
            rating: card.rating.map(Rating::of_puzzle),
            memory: None,
            answers: Vec::new(),
            analysis,
        }
    }
}
