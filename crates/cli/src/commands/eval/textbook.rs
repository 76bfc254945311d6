//! The terms of a textbook evaluation.

use outflank_othello::notation::parse_game;
use outflank_othello::{Color, Move, Position, Shape, Square};
use outflank_textbook::Explanation;
use schemars::JsonSchema;
use serde::Serialize;

/// A textbook evaluation.
#[derive(JsonSchema, Serialize)]
pub(super) struct TextbookEvaluation<'a> {
    position: Position,
    mover: Color,
    evaluation: &'static str,
    stage: Option<&'a str>,
    terms: Vec<TextbookTerm>,
    total: f64,
}

#[derive(JsonSchema, Serialize)]
struct TextbookTerm {
    name: &'static str,
    own: f64,
    opponent: f64,
    weight: f64,
    contribution: f64,
}

/// Returns the position before the last move, and that move, for `positional`. A board in OBF has
/// no last move.
pub(super) fn before_last_move(
    text: &str,
    position: &Position,
    shape: Shape,
) -> (Position, Option<Square>) {
    let Ok(game) = parse_game(text, shape) else {
        return (*position, None);
    };
    match (game.positions(), game.last_move()) {
        ([.., before, _], Some(Move::Place(square))) => (*before, Some(square)),
        _ => (*position, None),
    }
}

pub(super) fn line<'a>(
    position: &Position,
    explanation: &'a Explanation,
) -> TextbookEvaluation<'a> {
    let terms = explanation.terms.iter().map(|term| TextbookTerm {
        name: term.name,
        own: term.own,
        opponent: term.opponent,
        weight: term.weight,
        contribution: term.contribution(),
    });
    TextbookEvaluation {
        position: *position,
        mover: position.mover(),
        evaluation: explanation.kind.name(),
        stage: explanation.stage.as_deref(),
        terms: terms.collect(),
        total: explanation.total(),
    }
}

pub(super) fn table(explanation: &Explanation) -> String {
    let stage = explanation.stage.as_ref();
    let stage = stage.map_or(String::new(), |stage| format!(", {stage} stage"));
    let mut text = format!(
        "\n{}{stage}\n  {:<20} {:>6} {:>9} {:>8} {:>13}\n",
        explanation.kind, "term", "own", "opponent", "weight", "contribution"
    );
    for term in &explanation.terms {
        text.push_str(&format!(
            "  {:<20} {:>6} {:>9} {:>8.2} {:>+13.2}\n",
            term.name,
            term.own,
            term.opponent,
            term.weight,
            term.contribution()
        ));
    }
    text.push_str(&format!("  {:<46} {:>+13.2}", "total", explanation.total()));
    text
}
