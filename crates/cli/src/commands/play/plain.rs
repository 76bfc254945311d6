//! The line-based interface, for pipes, screen readers and programs.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use outflank_engine::ScoredMove;
use outflank_othello::notation::numbered_moves;
use outflank_othello::{Color, Move, Position, Square, SquareSet};
use outflank_study::OpeningNames;
use schemars::JsonSchema;
use serde::Serialize;

use super::engine::{Opponent, hint};
use super::save::{exists, save};
use super::session::PlaySession;
use crate::commands::hint::score_kind;
use crate::context::{Context, Verdict};
use crate::input_lines::InputLines;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(crate) const LINES: &[(&str, Lines)] = lines! {
    "play": GameState, Hint, Reply<'static>;
};

const HELP: &str = "\
f5         play f5
undo       take back your last move
redo       replay a move that was taken back
hint       score all moves
side       swap sides with the engine
new        start a new game
board      show the board
moves      list the moves
save FILE  save the game to a new file (.txt, .wtb, .obf, .ggf, .sgf, .pgn)
save! FILE save the game, replacing the file if it exists
help       show this text
quit       quit";

/// The state of the game.
#[derive(JsonSchema, Serialize)]
struct GameState {
    /// Plies so far, passes included.
    ply: usize,
    mover: Color,
    position: Position,
    legal: SquareSet,
    /// The last ply, `pass` for a pass.
    last: Option<Move>,
    /// The engine's move that led to this position; null if the last move was not the engine's.
    engine: Option<Square>,
    /// Name of the opening.
    opening: Option<String>,
    over: bool,
    /// Final disc difference from Black's point of view, empties going to the winner; null until
    /// the game is over.
    score: Option<i32>,
}

/// The moves of a position, best first.
#[derive(JsonSchema, Serialize)]
struct Hint {
    hint: Vec<ScoredMove>,
}

/// The reply to a command.
#[derive(JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
enum Reply<'a> {
    Moves(&'a [Move]),
    Help(&'a str),
    /// The file to which the game was saved.
    Saved(&'a str),
    Error(&'a str),
}

pub(super) fn run(session: PlaySession, engine: &Opponent, context: &Context) -> Result<Verdict> {
    if let Some(path) = session.save_to.as_deref()
        && exists(path)
    {
        let path = path.display();
        bail!("--save {path}: the file exists: expected a new file");
    }
    let save_at_end = session.save_to.clone();
    let mut plain = Plain {
        session,
        engine,
        context,
    };
    let result = plain.play();
    // Save even after an error.
    if let Some(path) = save_at_end
        && plain.session.is_unsaved()
    {
        plain.save(&path, true)?;
    }
    result.map(|()| Verdict::Done)
}

/// The next step after a command.
enum Next {
    /// The position changed: let the engine move.
    Moved,
    /// Read the next line.
    Wait,
    Quit,
}

/// The game, its players and the output.
struct Plain<'a> {
    session: PlaySession,
    engine: &'a Opponent,
    context: &'a Context,
}

impl Plain<'_> {
    fn play(&mut self) -> Result<()> {
        self.show(None)?;
        self.engine_moves()?;
        let mut input = InputLines::new(self.context)?;
        loop {
            let position = *self.session.game.position();
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
                Err(error) => self.report_error(&error)?,
            }
        }
        Ok(())
    }

    fn report_error(&self, error: &anyhow::Error) -> Result<()> {
        let message = format!("{error:#}");
        if !self.context.is_json() {
            eprintln!("error: {message}");
        }
        self.context.object(&Reply::Error(&message))
    }

    fn obey(&mut self, line: &str) -> Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        let session = &mut self.session;
        let (is_moved, otherwise) = match (word.as_str(), rest) {
            ("undo", "") => (session.undo(), "there is no move to take back"),
            ("redo", "") => (session.redo(), "there is no move to replay"),
            ("side", "") => (
                session.change_side(),
                "there is no opponent to swap sides with",
            ),
            ("new", "") => {
                session.restart();
                (true, "")
            }
            ("quit" | "exit" | "q", "") => return Ok(Next::Quit),
            ("save" | "save!", _) => {
                self.save_as(rest.trim(), word.ends_with('!'))?;
                return Ok(Next::Wait);
            }
            (word @ ("" | "help" | "?" | "board" | "moves" | "hint"), "") => {
                match word {
                    "help" | "?" => self.show_help()?,
                    "board" => self.show(None)?,
                    "moves" => self.show_moves()?,
                    "hint" => self.show_hint()?,
                    _ => {}
                }
                return Ok(Next::Wait);
            }
            _ => {
                let Ok(square) = line.parse::<Square>() else {
                    let found: String = line.chars().take(40).collect();
                    bail!("{found:?}: expected a square such as f5, or `help`");
                };
                session.game.play(square)?;
                (true, "")
            }
        };
        ensure!(is_moved, "{otherwise}");
        Ok(Next::Moved)
    }

    /// Lets the engine move as long as it is the engine's turn.
    fn engine_moves(&mut self) -> Result<()> {
        while self.session.is_engines_turn() {
            let stop = Arc::clone(&self.context.interrupted);
            let game = &self.session.game;
            let (position, last) = (*game.position(), game.last_move());
            let last = last.and_then(Move::square);
            let Some(choice) = self.engine.choose(&position, last, &stop) else {
                return Ok(());
            };
            let (square, mover, name) = (choice.square, position.mover(), self.engine.name());
            self.session.game.play(square)?;
            let text = format_args!("{mover} ({name}) plays {square}");
            self.context.text(text)?;
            self.show(Some(square))?;
        }
        Ok(())
    }

    /// Prints the position; `engine` is the move that the engine just played.
    fn show(&self, engine: Option<Square>) -> Result<()> {
        let game = &self.session.game;
        let position = game.position();
        let named = OpeningNames::shipped().name_of(game);
        self.context.object(&GameState {
            ply: game.moves().len(),
            mover: position.mover(),
            position: *position,
            legal: position.legal_moves(),
            last: game.last_move(),
            engine,
            opening: named.map(|named| named.opening.to_string()),
            over: game.is_over(),
            score: game.outcome().map(|outcome| outcome.black_score),
        })?;
        self.context.text(game.diagram())?;
        // Print the opening only when the name changes.
        if let Some(named) = named.filter(|named| named.ply == game.moves().len()) {
            self.context
                .text(format_args!("opening: {}", named.opening))?;
        }
        if let Some(note) = self.session.pass_note() {
            self.context.text(note)?;
        }
        match self.session.result() {
            Some(result) => self.context.text(result),
            None => {
                let mover = position.mover();
                let player = self.session.player(mover);
                self.context
                    .text(format_args!("{mover} to move ({player})"))
            }
        }
    }

    fn show_help(&self) -> Result<()> {
        self.context.text(HELP)?;
        self.context.object(&Reply::Help(HELP))
    }

    fn show_moves(&self) -> Result<()> {
        let game = &self.session.game;
        self.context.text(numbered_moves(game))?;
        self.context.object(&Reply::Moves(game.moves()))
    }

    fn show_hint(&self) -> Result<()> {
        let position = self.session.game.position();
        if position.is_over() {
            bail!("the game is over");
        }
        let Some(moves) = hint(position, &self.context.interrupted) else {
            return Ok(());
        };
        self.context.object(&Hint {
            hint: moves.clone(),
        })?;
        for scored in moves {
            let (square, discs, kind) = (scored.square, scored.discs(), score_kind(&scored));
            self.context
                .text(format_args!("{square:<4}{discs:>+7.2} {kind}"))?;
        }
        Ok(())
    }

    /// Saves to the named file, or to the file of `--save` if `name` is empty.
    fn save_as(&mut self, name: &str, overwrite: bool) -> Result<()> {
        let path = match name {
            "" => self.session.save_to.clone(),
            name => Some(Path::new(name).to_owned()),
        };
        let Some(path) = path else {
            bail!("save: expected a file name");
        };
        if !overwrite && exists(&path) {
            let path = path.display();
            bail!("{path} exists: expected a new name, or `save!` to replace it");
        }
        self.save(&path, overwrite)
    }

    fn save(&mut self, path: &Path, overwrite: bool) -> Result<()> {
        save(&self.session.game, path, overwrite)?;
        self.session.note_saved(path);
        let name = path.display().to_string();
        self.context.text(format_args!("saved to {name}"))?;
        self.context.object(&Reply::Saved(&name))
    }
}
