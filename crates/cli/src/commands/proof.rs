//! `outflank proof`: explores certificates move by move.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use outflank_othello::notation::parse_transcript;
use outflank_othello::{Move, Position, Square};
use outflank_proof::{Certificate, Claim, Step};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::output::new_table;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// A subcommand of `proof`.
#[derive(Subcommand)]
enum Action {
    /// Show the reply that a certificate gives to each move.
    Show(ShowArguments),
}

#[derive(Args)]
struct ShowArguments {
    /// The certificate, which this command does not verify; use `outflank-check` for that.
    file: PathBuf,

    /// Moves from the position of the certificate, written as a transcript.
    #[arg(value_name = "MOVES", default_value = "")]
    moves: String,
}

/// The step of a proof at a position.
#[derive(JsonSchema, Serialize)]
pub(super) struct Shown {
    /// The claim that is proven, such as `at least 4`.
    claim: String,
    /// The position after the moves, in OBF.
    position: Position,
    /// `answer` if the side that proves the claim is to move, `replies` if the other side is to
    /// move, `pass`, `leaf` if the checker solves the position, or `over`.
    step: &'static str,
    /// The move of the side that proves the claim.
    answer: Option<Square>,
    /// The moves of the other side.
    replies: Vec<Reply>,
}

/// A move of the other side, and the step after it.
#[derive(JsonSchema, Serialize)]
struct Reply {
    #[serde(rename = "move")]
    square: Square,
    /// The step after the move, named as in the object for the position.
    step: &'static str,
    answer: Option<Square>,
}

/// Returns the name of a step, and its move if it is an answer.
const fn named(step: Step) -> (&'static str, Option<Square>) {
    match step {
        Step::Answer(square) => ("answer", Some(square)),
        Step::AnyMove => ("replies", None),
        Step::Pass => ("pass", None),
        Step::Leaf => ("leaf", None),
        Step::Over => ("over", None),
    }
}

fn show(certificate: &Certificate, claim: &Claim, moves: &[Square]) -> Result<Shown> {
    let mut walk = certificate.follow(claim, moves)?;
    let position = *walk.position();
    let found = walk.step()?;
    let mut replies = Vec::new();
    if found == Step::AnyMove {
        for square in position.legal_moves() {
            let (step, answer) = named(walk.step_after(square)?);
            replies.push(Reply {
                square,
                step,
                answer,
            });
        }
    }
    let (step, answer) = named(found);
    let claim = claim.text.clone();
    Ok(Shown {
        claim,
        position,
        step,
        answer,
        replies,
    })
}

fn text(shown: &Shown, claim: &Claim) -> String {
    let winner = claim.winner;
    let mut text = format!("{}: proven by {winner}\n", shown.claim);
    let sentence = match shown.step {
        "answer" => shown
            .answer
            .map_or_else(String::new, |square| format!("{winner} plays {square}.")),
        "replies" => format!("{} may play any move:", winner.opponent()),
        "pass" => format!("{} passes.", shown.position.mover()),
        "leaf" => "A leaf: the checker solves the position.".to_owned(),
        _ => "The game is over.".to_owned(),
    };
    text += &sentence;
    if !shown.replies.is_empty() {
        let mut rows = new_table("move|then", [0, 1]);
        for reply in &shown.replies {
            let then = match (reply.answer, reply.step) {
                (Some(square), _) => square.to_string(),
                (None, "leaf") => "a leaf".to_owned(),
                (None, step) => step.to_owned(),
            };
            rows.add_row([reply.square.to_string(), then]);
        }
        let _ = write!(text, "\n{rows}");
    }
    text
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let Action::Show(arguments) = &arguments.action;
    let certificate = Certificate::read(&arguments.file)?;
    let shape = certificate.position.shape();
    let moves = parse_transcript(&arguments.moves, shape)?;
    let squares = moves.iter().filter_map(|played| match played.mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    });
    let squares: Vec<Square> = squares.collect();
    let claims = certificate.claims.iter();
    let mut shown: Vec<_> = claims
        .map(|claim| (claim, show(&certificate, claim, &squares)))
        .collect();
    // A proof has only one move for its own side, so the moves may occur in only one of the proofs.
    if let Some(place) = shown.iter().position(|(_, shown)| shown.is_ok()) {
        if let Ok(first) = &shown[place].1 {
            context.text(first.position.diagram())?;
        }
        shown.retain(|(_, shown)| shown.is_ok());
    }
    for (claim, shown) in shown {
        let shown = shown?;
        context.object(&shown)?;
        context.text(text(&shown, claim))?;
    }
    Ok(Verdict::Done)
}
