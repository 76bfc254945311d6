//! Cards and answers as JSON, for every front end.

use outflank_othello::notation::transcript;
use outflank_othello::{Color, Position, Shape};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Answered, Card};
use outflank_study::OpeningNames;
use outflank_study::puzzle::Theme;
use outflank_study::trainer::Judged;

/// A question: which move is best?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Question {
    /// Number of the card.
    pub card: i64,
    /// The deck.
    pub deck: String,
    /// The board, as in `8x8`.
    pub board: Shape,
    /// `start`, or a position in OBF.
    pub start: String,
    /// The moves from there to the position asked, as a transcript.
    pub moves: String,
    /// The position asked.
    pub position: String,
    /// The side to move.
    pub mover: Color,
    /// Name of the opening, with the openings that lead to it.
    pub opening: Option<String>,
    /// Whether the card was never answered.
    pub new: bool,
    /// Whether it is a puzzle.
    pub puzzle: bool,
}

/// The answer to a question, judged and kept.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnswerObject {
    /// Number of the card.
    pub card: i64,
    #[serde(flatten)]
    judged: Judged,
    /// The themes, for a puzzle.
    themes: Vec<Theme>,
    /// Days until the card is due.
    pub days: f64,
}

impl Card {
    /// Returns the question, without a hint to its answer.
    #[must_use]
    pub fn question(&self) -> Question {
        let (shape, start) = (self.game.shape(), self.game.start());
        let opening = OpeningNames::shipped().name_of(&self.game);
        Question {
            card: self.number,
            deck: self.deck.clone(),
            board: shape,
            start: match *start == Position::start(shape) {
                true => "start".to_owned(),
                false => start.to_string(),
            },
            moves: transcript(&self.game),
            position: self.game.position().to_string(),
            mover: self.game.position().mover(),
            opening: opening.map(|named| named.opening.to_string()),
            new: self.review.is_none(),
            puzzle: !self.themes.is_empty(),
        }
    }

    /// Returns the JSON object of an answer to this card.
    #[must_use]
    pub fn answer_object(&self, answered: &Answered) -> AnswerObject {
        let review = answered.review;
        let seconds = review.due - review.memory.answered;
        AnswerObject {
            card: self.number,
            judged: answered.judged.clone(),
            themes: self.themes.clone(),
            days: seconds as f64 / 86_400.0,
        }
    }
}
