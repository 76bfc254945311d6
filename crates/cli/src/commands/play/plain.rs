//! The game by lines of text: for pipes, screen readers and programs.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use outflank_othello::Square;
use outflank_othello::notation::numbered_moves;
use serde::Serialize;

use super::session::Session;
use super::thinker::{Engine, hint};
use crate::context::{Context, Verdict};

const HELP: &str = "\
f5        play a disc on f5
undo      take back to your last move
redo      play again what was taken back
hint      value all moves
side      change sides with the engine
new       start again
board     draw the board
moves     list the moves
save FILE save the game (.txt, .wtb, .obf), never over another file
help      this text
quit      end";

/// The JSON object of a position.
#[derive(Serialize)]
struct StateLine {
    ply: usize,
    mover: &'static str,
    position: String,
    legal: Vec<String>,
    last: Option<String>,
    over: bool,
    /// Disc difference for Black of a finished game, empties to the winner.
    score: Option<i32>,
}

pub(super) fn run(
    mut session: Session,
    engine: &Engine,
    context: &Context,
) -> anyhow::Result<Verdict> {
    show(&session, context)?;
    engine_moves(&mut session, engine, context)?;
    let mut lines = std::io::stdin().lock().lines();
    while !context.is_interrupted() {
        let Some(line) = lines.next() else {
            break;
        };
        match obey(line?.trim(), &mut session, context) {
            Ok(Next::Quit) => return Ok(Verdict::Done),
            Ok(Next::Wait) => {}
            Ok(Next::Moved) => {
                show(&session, context)?;
                engine_moves(&mut session, engine, context)?;
            }
            Err(error) => eprintln!("error: {error:#}"),
        }
    }
    if let Some(path) = session.save_to().map(Path::to_owned)
        && session.is_unsaved()
    {
        session.save(&path, false)?;
        context
            .output
            .text(format_args!("saved to {}", path.display()))?;
    }
    Ok(Verdict::Done)
}

/// What a line led to.
enum Next {
    /// Another position.
    Moved,
    /// Nothing that the engine answers.
    Wait,
    Quit,
}

fn obey(line: &str, session: &mut Session, context: &Context) -> anyhow::Result<Next> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word.to_ascii_lowercase().as_str() {
        "" => return Ok(Next::Wait),
        "quit" | "exit" => return Ok(Next::Quit),
        "help" => context.output.text(HELP)?,
        "board" => show(session, context)?,
        "moves" => context.output.text(numbered_moves(session.game()))?,
        "hint" => show_hint(session, context)?,
        "save" if rest.is_empty() => bail!("save: expected the name of a file"),
        "save" => {
            session.save(Path::new(rest.trim()), false)?;
            context
                .output
                .text(format_args!("saved to {}", rest.trim()))?;
        }
        "undo" => {
            if !session.undo() {
                bail!("there is nothing to take back");
            }
            return Ok(Next::Moved);
        }
        "redo" => {
            if !session.redo() {
                bail!("there is nothing to play again");
            }
            return Ok(Next::Moved);
        }
        "side" => {
            session.change_side();
            return Ok(Next::Moved);
        }
        "new" => {
            session.restart();
            return Ok(Next::Moved);
        }
        _ => {
            let Ok(square) = line.parse::<Square>() else {
                bail!("{line:?}: expected a square such as f5, or `help`");
            };
            session.play(square)?;
            return Ok(Next::Moved);
        }
    }
    Ok(Next::Wait)
}

/// Lets the engine play as long as it is its turn.
fn engine_moves(session: &mut Session, engine: &Engine, context: &Context) -> anyhow::Result<()> {
    while session.is_engines_turn() {
        let stop = Arc::clone(&context.interrupted);
        let Some(square) = engine.choose(session.game().position(), &stop) else {
            return Ok(());
        };
        if context.is_interrupted() {
            return Ok(());
        }
        let mover = session.game().position().mover();
        session.play(square)?;
        context
            .output
            .text(format_args!("{mover} ({}) plays {square}", engine.name()))?;
        show(session, context)?;
    }
    Ok(())
}

fn show(session: &Session, context: &Context) -> anyhow::Result<()> {
    let game = session.game();
    let position = game.position();
    context.output.object(&StateLine {
        ply: game.moves().len(),
        mover: position.mover().name(),
        position: position.to_string(),
        legal: position
            .legal_moves()
            .into_iter()
            .map(|s| s.to_string())
            .collect(),
        last: game.last_move().map(|mv| mv.to_string()),
        over: game.is_over(),
        score: game.outcome().map(|outcome| outcome.black_score),
    })?;
    context.output.text(game.diagram())?;
    match session.result() {
        Some(result) => context.output.text(result),
        None => {
            let mover = position.mover();
            context
                .output
                .text(format_args!("{mover} to move ({})", session.player(mover)))
        }
    }
}

fn show_hint(session: &Session, context: &Context) -> anyhow::Result<()> {
    let Some(moves) = hint(session.game().position(), &context.interrupted) else {
        return Ok(());
    };
    for valued in moves {
        let kind = if valued.exact { "exact" } else { "estimate" };
        context.output.text(format_args!(
            "{:<4}{:>+7.2} {kind}",
            valued.square, valued.score
        ))?;
    }
    Ok(())
}
