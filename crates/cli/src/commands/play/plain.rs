//! The game by lines of text: for pipes, screen readers and programs.

mod lines;

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use outflank_othello::Square;
use outflank_othello::notation::numbered_moves;
use outflank_study::{OpeningNames, Valued};
use schemars::JsonSchema;
use serde::Serialize;

use super::engine::{Opponent, hint};
use super::save::save;
use super::session::PlaySession;
use crate::context::{Context, Verdict};
use crate::schema::{Lines, lines};
use lines::InputLines;

/// The lines printed with `--json`.
pub(in crate::commands) const LINES: Lines = lines![StateLine, HintLine, AnswerLine<'static>];

const HELP: &str = "\
f5         play a disc on f5
undo       take back to your last move
redo       play again what was taken back
hint       value all moves
side       change sides with the engine
new        start again
board      draw the board
moves      list the moves
save FILE  save the game (.txt, .wtb, .obf), never over another file
save! FILE save it over another file
help       this text
quit       end";

/// The JSON object of a position.
#[derive(JsonSchema, Serialize)]
struct StateLine {
    /// Moves so far, passes included.
    ply: usize,
    mover: &'static str,
    position: String,
    legal: Vec<String>,
    /// The last ply, `pass` for a pass.
    last: Option<String>,
    /// The square that the engine played to reach the position.
    engine: Option<String>,
    /// The opening so far.
    opening: Option<String>,
    over: bool,
    /// Disc difference for Black of a finished game, empties to the winner.
    score: Option<i32>,
}

/// The JSON object of a hint: the moves, best first.
#[derive(JsonSchema, Serialize)]
struct HintLine {
    hint: Vec<HintedMove>,
}

#[derive(JsonSchema, Serialize)]
struct HintedMove {
    #[serde(rename = "move")]
    square: String,
    score: f64,
    exact: bool,
    depth: u32,
    pv: Vec<String>,
}

impl From<&Valued> for HintedMove {
    fn from(valued: &Valued) -> Self {
        Self {
            square: valued.square.to_string(),
            score: valued.score,
            exact: valued.exact,
            depth: valued.depth,
            pv: valued.pv.iter().map(Square::to_string).collect(),
        }
    }
}

/// The JSON object of the moves, of help, of a saved file or of an error.
#[derive(Default, JsonSchema, Serialize)]
struct AnswerLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

/// Plays until the input ends or the player leaves.
pub(super) fn run(
    session: PlaySession,
    engine: &Opponent,
    context: &Context,
) -> anyhow::Result<Verdict> {
    if let Some(path) = session.save_to()
        && path.exists()
    {
        bail!(
            "--save {}: the file exists: expected the name of a new one",
            path.display()
        );
    }
    let save_at_end = session.save_to().map(Path::to_owned);
    let mut plain = Plain {
        session,
        engine,
        context,
    };
    let result = plain.play();
    // Whatever ended the game, what was played is kept.
    if let Some(path) = save_at_end
        && plain.session.is_unsaved()
    {
        plain.save(&path, true)?;
    }
    result.map(|()| Verdict::Done)
}

/// What a line led to.
enum Next {
    /// Another position.
    Moved,
    /// Nothing that the engine answers.
    Wait,
    Quit,
}

/// The game with those who play it.
struct Plain<'a> {
    session: PlaySession,
    engine: &'a Opponent,
    context: &'a Context,
}

impl Plain<'_> {
    fn play(&mut self) -> anyhow::Result<()> {
        self.show(None)?;
        self.engine_moves()?;
        let input = InputLines::of_stdin()?;
        loop {
            let position = *self.session.game().position();
            let pondering = self.engine.ponder(&position);
            let Some(line) = input.next(self.context)? else {
                break;
            };
            drop(pondering);
            match self.obey(line.trim()) {
                Ok(Next::Quit) => break,
                Ok(Next::Wait) => {}
                Ok(Next::Moved) => {
                    self.show(None)?;
                    self.engine_moves()?;
                }
                Err(error) if crate::output::is_broken_pipe(&error) => return Err(error),
                Err(error) => self.complain(&error)?,
            }
        }
        Ok(())
    }

    /// Tells what is wrong with a line; the game goes on.
    fn complain(&self, error: &anyhow::Error) -> anyhow::Result<()> {
        let message = format!("{error:#}");
        if !self.context.output.is_json() {
            eprintln!("error: {message}");
        }
        self.context.output.object(&AnswerLine {
            error: Some(&message),
            ..AnswerLine::default()
        })
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        let has_no_rest = rest.is_empty();
        match word.as_str() {
            "" => {}
            "quit" | "exit" if has_no_rest => return Ok(Next::Quit),
            "help" | "?" if has_no_rest => self.show_help()?,
            "board" if has_no_rest => self.show(None)?,
            "moves" if has_no_rest => self.show_moves()?,
            "hint" if has_no_rest => self.show_hint()?,
            "save" | "save!" => self.save_as(rest.trim(), word.ends_with('!'))?,
            "undo" if has_no_rest => {
                return moved(self.session.undo(), "there is nothing to take back");
            }
            "redo" if has_no_rest => {
                return moved(self.session.redo(), "there is nothing to play again");
            }
            "side" if has_no_rest => {
                let none = "there is nobody to change sides with";
                return moved(self.session.change_side(), none);
            }
            "new" if has_no_rest => {
                self.session.restart();
                return Ok(Next::Moved);
            }
            _ => {
                let Ok(square) = line.parse::<Square>() else {
                    let found: String = line.chars().take(40).collect();
                    bail!("{found:?}: expected a square such as f5, or `help`");
                };
                self.session.play(square)?;
                return Ok(Next::Moved);
            }
        }
        Ok(Next::Wait)
    }

    /// Lets the engine play as long as it is its turn.
    fn engine_moves(&mut self) -> anyhow::Result<()> {
        while self.session.is_engines_turn() {
            let stop = Arc::clone(&self.context.interrupted);
            let position = *self.session.game().position();
            let Some(choice) = self.engine.choose(&position, &stop) else {
                return Ok(());
            };
            self.session.play(choice.square)?;
            let (mover, name) = (position.mover(), self.engine.name());
            let square = choice.square;
            let text = format_args!("{mover} ({name}) plays {square}");
            self.context.output.text(text)?;
            self.show(Some(square))?;
        }
        Ok(())
    }

    /// Shows the position, to which the engine may have led.
    fn show(&self, engine: Option<Square>) -> anyhow::Result<()> {
        let output = self.context.output;
        let game = self.session.game();
        let position = game.position();
        let legal = position.legal_moves().into_iter();
        let named = OpeningNames::shipped().name_of(game);
        output.object(&StateLine {
            ply: game.moves().len(),
            mover: position.mover().name(),
            position: position.to_string(),
            legal: legal.map(|square| square.to_string()).collect(),
            last: game.last_move().map(|mv| mv.to_string()),
            engine: engine.map(|square| square.to_string()),
            opening: named.map(|named| named.opening.to_string()),
            over: game.is_over(),
            score: game.outcome().map(|outcome| outcome.black_score),
        })?;
        output.text(game.diagram())?;
        // It is told where it is new.
        if let Some(named) = named.filter(|named| named.ply == game.moves().len()) {
            output.text(format_args!("opening: {}", named.opening))?;
        }
        if let Some(note) = self.session.pass_note() {
            output.text(note)?;
        }
        match self.session.result() {
            Some(result) => output.text(result),
            None => {
                let mover = position.mover();
                let player = self.session.player(mover);
                output.text(format_args!("{mover} to move ({player})"))
            }
        }
    }

    fn show_help(&self) -> anyhow::Result<()> {
        self.context.output.text(HELP)?;
        self.context.output.object(&AnswerLine {
            help: Some(HELP),
            ..AnswerLine::default()
        })
    }

    fn show_moves(&self) -> anyhow::Result<()> {
        let game = self.session.game();
        self.context.output.text(numbered_moves(game))?;
        self.context.output.object(&AnswerLine {
            moves: Some(game.moves().iter().map(ToString::to_string).collect()),
            ..AnswerLine::default()
        })
    }

    fn show_hint(&self) -> anyhow::Result<()> {
        let position = self.session.game().position();
        if position.is_over() {
            bail!("the game is over");
        }
        let Some(moves) = hint(position, &self.context.interrupted) else {
            return Ok(());
        };
        self.context.output.object(&HintLine {
            hint: moves.iter().map(HintedMove::from).collect(),
        })?;
        for valued in moves {
            let kind = if valued.exact { "exact" } else { "estimate" };
            self.context.output.text(format_args!(
                "{:<4}{:>+7.2} {kind}",
                valued.square, valued.score
            ))?;
        }
        Ok(())
    }

    /// Saves to a file that was named in the game, or else by `--save`.
    fn save_as(&mut self, name: &str, overwrite: bool) -> anyhow::Result<()> {
        let path = match name {
            "" => self.session.save_to().map(Path::to_owned),
            name => Some(Path::new(name).to_owned()),
        };
        let Some(path) = path else {
            bail!("save: expected the name of a file");
        };
        if !overwrite && path.exists() {
            bail!(
                "{} exists: expected another name, or `save!` to overwrite it",
                path.display()
            );
        }
        self.save(&path, overwrite)
    }

    fn save(&mut self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        save(self.session.game(), path, overwrite)?;
        self.session.note_saved(path);
        let name = path.display().to_string();
        self.context.output.text(format_args!("saved to {name}"))?;
        self.context.output.object(&AnswerLine {
            saved: Some(&name),
            ..AnswerLine::default()
        })
    }
}

fn moved(is_moved: bool, otherwise: &str) -> anyhow::Result<Next> {
    if !is_moved {
        bail!("{otherwise}");
    }
    Ok(Next::Moved)
}
