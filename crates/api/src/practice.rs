//! The cards in the archive, asked by spaced repetition.

use outflank_archive::backup::Line;
use outflank_archive::{AnswerObject, PracticeStatistics, PuzzleStrength, Question};
use outflank_othello::Square;
use outflank_othello::notation::transcript;
use outflank_study::puzzle::Theme;
use outflank_study::trainer::Judged;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::endpoint::NoFields;
use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// Returns the time in seconds since 1970.
fn now() -> i64 {
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

pub(crate) fn statistics(_: &NoFields, context: &Context<'_>) -> Result<PracticeStatistics> {
    Ok(context.archive()?.practice_statistics(now())?)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextRequest {
    /// Ask only cards of this deck.
    deck: Option<String>,
    /// Whether to ask cards that have never been answered.
    #[serde(default = "yes")]
    new: bool,
    /// Moves from the standard start of 8x8. If the deck has a line that begins with them, its next
    /// position is asked, whether or not it is due. Needs `deck`.
    after: Option<String>,
}

const fn yes() -> bool {
    true
}

/// The next question, or null if nothing is due.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NextQuestion {
    question: Option<Question>,
}

pub(crate) fn next(request: &NextRequest, context: &Context<'_>) -> Result<NextQuestion> {
    let archive = context.archive()?;
    let deck = request.deck.as_deref();
    let card = match (&request.after, deck) {
        (None, _) => None,
        (Some(moves), Some(deck)) => {
            let fields = GameFields {
                moves: moves.clone(),
                ..GameFields::default()
            };
            archive.card_after(deck, &fields.game()?)?
        }
        (Some(_), None) => {
            return Err(ApiError::bad("after", "needs `deck`"));
        }
    };
    let card = match card {
        None => archive.next_card(deck, request.new, now())?,
        next => next,
    };
    Ok(NextQuestion {
        question: card.map(|card| card.question()),
    })
}

/// The deck of a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeckRequest {
    /// The name of the deck.
    deck: String,
}

/// The number of a card, or null if there is none.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FoundCard {
    pub(crate) card: Option<i64>,
}

pub(crate) fn find(
    game: &GameFields,
    request: &DeckRequest,
    context: &Context<'_>,
) -> Result<FoundCard> {
    let game = game.game()?;
    let archive = context.archive()?;
    Ok(FoundCard {
        card: archive.find_card(&request.deck, game.position())?,
    })
}

/// The number of a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamedCard {
    card: i64,
}

/// A line of a deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DeckLine {
    /// The moves from the start, as a transcript.
    moves: String,
}

pub(crate) fn line(request: &NamedCard, context: &Context<'_>) -> Result<DeckLine> {
    let line = context.archive()?.line_through(request.card)?;
    Ok(DeckLine {
        moves: transcript(&line),
    })
}

/// A card that was removed.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RemovedCard {
    /// The card with its answers, as a line for `/api/storage/import`, which restores it.
    line: String,
}

pub(crate) fn remove(request: &NamedCard, context: &Context<'_>) -> Result<RemovedCard> {
    let record = context.archive()?.remove_card(request.card)?;
    let line = serde_json::to_string(&Line::Card(Box::new(record)));
    Ok(RemovedCard {
        line: line.map_err(|error| ApiError::internal(&error))?,
    })
}

/// Which puzzle to ask.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleRequest {
    /// A theme that the puzzle must have.
    theme: Option<Theme>,
    #[serde(default)]
    strength: PuzzleStrength,
}

pub(crate) fn puzzle(request: &PuzzleRequest, context: &Context<'_>) -> Result<NextQuestion> {
    let mut archive = context.archive()?;
    let card = archive.next_puzzle(request.theme, request.strength, now())?;
    Ok(NextQuestion {
        question: card.map(|card| card.question()),
    })
}

/// An answer to a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    card: i64,
    /// A square.
    answer: String,
}

impl AnswerRequest {
    fn square(&self) -> Result<Square> {
        let square: Result<Square, _> = self.answer.parse();
        square.map_err(|error| ApiError::bad("answer", format!("{error}")))
    }
}

pub(crate) fn answer(request: &AnswerRequest, context: &Context<'_>) -> Result<AnswerObject> {
    let square = request.square()?;
    let mut archive = context.archive()?;
    let card = archive.card(request.card)?;
    let answered = archive.answer_card(&card, square, now())?;
    Ok(card.answer_object(&answered))
}

pub(crate) fn judge(request: &AnswerRequest, context: &Context<'_>) -> Result<Judged> {
    let archive = context.archive()?;
    let card = archive.card(request.card)?;
    Ok(archive.judge_card(&card, request.square()?)?)
}
