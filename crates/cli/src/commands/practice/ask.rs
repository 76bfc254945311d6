//! `outflank practice ask`: questions and answers.

use anyhow::Result;
use clap::Args;
use outflank_archive::{Answered, Archive, Card, Question};
use outflank_othello::Square;
use outflank_othello::notation::numbered_moves;
use schemars::JsonSchema;
use serde::Serialize;

use super::{now, read_move};
use crate::context::{Context, Verdict};
use crate::input_lines::InputLines;
use crate::output::{counted, grouped};

#[derive(Args)]
#[command(after_help = "\
Answer with a square; an empty line or `quit` ends the session. Every answer is stored at once. A \
card that you answer correctly is asked again when the probability that you remember it falls to \
90 % (FSRS); a card that you answer wrongly, on the same day.")]
pub(super) struct Arguments {
    /// Ask only cards of this deck.
    #[arg(long, value_name = "NAME")]
    deck: Option<String>,

    /// Maximum number of new cards.
    #[arg(long, value_name = "N", default_value_t = 20)]
    new: usize,

    /// Maximum number of questions.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
}

/// A question.
#[derive(JsonSchema, Serialize)]
pub(super) struct AskedQuestion {
    question: Question,
}

/// Totals of the session.
#[derive(Default, JsonSchema, Serialize)]
pub(super) struct AskedTotal {
    total: bool,
    answers: usize,
    right: usize,
}

pub(super) fn run(
    arguments: &Arguments,
    archive: &mut Archive,
    context: &Context,
) -> Result<Verdict> {
    let deck = arguments.deck.as_deref();
    let most = arguments.count.unwrap_or(usize::MAX);
    let mut input = InputLines::new(context)?;
    let mut total = AskedTotal {
        total: true,
        ..AskedTotal::default()
    };
    let mut new = 0;
    while total.answers < most {
        let Some(card) = archive.next_card(deck, new < arguments.new, now())? else {
            context.text("nothing is due")?;
            break;
        };
        new += usize::from(card.review.is_none());
        let question = card.question();
        context.text(question_text(&card, &question))?;
        context.object(&AskedQuestion { question })?;
        let Some(square) = read_move(card.game.position(), &mut input, context)? else {
            break;
        };
        let answered = archive.answer_card(&card, square, now())?;
        total.answers += 1;
        total.right += usize::from(answered.judged.right);
        context.text(answer_text(&card, &answered))?;
        context.object(&card.answer_object(&answered))?;
    }
    context.text(format_args!(
        "{} of {} right",
        grouped(total.right as u64),
        counted(total.answers, "answer")
    ))?;
    context.finish(&total)
}

fn question_text(card: &Card, question: &Question) -> String {
    let mut text = format!("deck {}", question.deck);
    if let Some(opening) = &question.opening {
        text.push_str(&format!(", {opening}"));
    }
    if !question.moves.is_empty() && !question.puzzle {
        text.push_str(&format!("\n{}", numbered_moves(&card.game)));
    }
    let position = card.game.position();
    format!(
        "{text}\n\n{}\n{} to move:",
        position.diagram(),
        question.mover
    )
}

fn answer_text(card: &Card, answered: &Answered) -> String {
    let judged = &answered.judged;
    let squares = |squares: &[Square]| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        names.join(" or ")
    };
    let mut text = if judged.right {
        format!("right: {} ({:+.0})", judged.answer, judged.score)
    } else {
        format!(
            "wrong: {} ({:+.0}); best is {} ({:+.0})",
            judged.answer,
            judged.score,
            squares(&judged.answers),
            judged.best_score,
        )
    };
    if let Some(reason) = &judged.reason {
        text.push_str(&format!("\n{}: {reason}", judged.answer));
    }
    if !card.themes.is_empty() {
        let names: Vec<&str> = card.themes.iter().map(|theme| theme.name()).collect();
        text.push_str(&format!("\nthemes: {}", names.join(", ")));
    }
    if let Some(rated) = answered.rated {
        text.push_str(&format!(
            "\nyour rating: {:.0} ± {:.0} ({:+.0})",
            rated.rating, rated.deviation, rated.change
        ));
    }
    let seconds = answered.review.due - answered.review.memory.answered;
    let hours = seconds as f64 / 3600.0;
    let due = match hours {
        36.0.. => format!("{:.0} days", hours / 24.0),
        1.5.. => format!("{hours:.0} hours"),
        _ => format!("{:.0} minutes", hours * 60.0),
    };
    format!("{text}\nagain in {due}\n")
}
