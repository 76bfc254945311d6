//! Why a move is worse than another.

use outflank_engine::evaluation::Evaluation;
use outflank_engine::{DEFAULT_LEVEL, ScoredMove};
use outflank_othello::{Position, Square};
use outflank_study::{
    Lesson, Reason, Severity, TermDifference, reason, reason_in_lesson, reason_without_naming,
    term_differences,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplainRequest {
    #[serde(rename = "move")]
    played: String,
    /// The move to compare with, the best move by default.
    against: Option<String>,
    #[schemars(range(min = 1, max = 60))]
    level: Option<u32>,
    /// The lesson that asks, if any: a true reason about its topic takes precedence.
    lesson: Option<Lesson>,
}

/// The comparison of a move with another.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Explanation {
    #[serde(rename = "move")]
    played: ScoredMove,
    best: ScoredMove,
    /// How many discs the move loses.
    loss: f64,
    mistake: Option<Severity>,
    /// Null unless the move is worse.
    reason: Option<Reason>,
    /// A reason that does not name the best move, to show before another try; null if there is none.
    hint: Option<Reason>,
    /// The terms of the evaluation, largest difference first.
    terms: Vec<TermDifference>,
}

pub(crate) fn explain(
    game: &GameFields,
    request: &ExplainRequest,
    context: &Context<'_>,
) -> Result<Explanation> {
    let position = game.position()?;
    let level = context.level(request.level, DEFAULT_LEVEL)?;
    let played = legal_move("move", &request.played, &position)?;
    let against = request.against.as_deref();
    let against = against.map(|text| legal_move("against", text, &position));
    let against = against.transpose()?;
    let moves = context.score_moves(&position, level)?;
    let find = |square| moves.iter().find(|mv: &&ScoredMove| mv.square == square);
    let best = against.map_or(moves.first(), find);
    let (played, best) = find(played).zip(best).ok_or_else(ApiError::late)?;
    let loss = best.discs() - played.discs();
    let is_worse = loss > 0.0;
    let hint = || reason_without_naming(&position, played, best, &[best.square]);
    let trained = Evaluation::for_shape(context.resources.evaluation.as_ref(), position.shape());
    Ok(Explanation {
        played: played.clone(),
        best: best.clone(),
        loss,
        mistake: Severity::of_move(played, best),
        reason: is_worse.then(|| match request.lesson {
            Some(lesson) => reason_in_lesson(&position, played, best, lesson),
            None => reason(&position, played, best),
        }),
        hint: is_worse.then(hint).flatten(),
        terms: term_differences(&position, played, best, trained),
    })
}

pub(crate) fn legal_move(place: &'static str, text: &str, position: &Position) -> Result<Square> {
    let square: Square = text.parse().map_err(|_| {
        let message = format!("{text:?} is not a square: expected one such as f5");
        ApiError::bad(place, message)
    })?;
    let played = position.play(square);
    played.map_err(|error| ApiError::bad(place, format!("{error}: expected a legal move")))?;
    Ok(square)
}
