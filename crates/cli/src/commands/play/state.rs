//! The terminal interface as a state machine. It turns events into effects and uses no terminal,
//! thread, file or clock.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use outflank_engine::ScoredMove;
use outflank_othello::{Position, Square};

use super::engine::EngineMove;
use super::session::PlaySession;

/// An input to the state machine.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// A square was clicked.
    Click(Square),
    /// A clock tick, which turns the spinner.
    Tick,
    /// The engine chose a move in a position, or was stopped.
    EngineMoved(Position, Option<EngineMove>),
    /// The moves of a position were scored, or the scoring was stopped.
    Scored(Position, Option<Vec<ScoredMove>>),
    /// The result of saving.
    Saved(PathBuf, SaveOutcome),
}

/// The result of saving.
#[derive(Clone, Debug)]
pub(super) enum SaveOutcome {
    Done,
    /// The file exists.
    Exists,
    /// An error.
    Refused(String),
}

/// An action requested by the state machine.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    /// Search for the engine's move, replacing a running search.
    Search(Position),
    StopSearch,
    /// Score the moves of a position, replacing a running analysis.
    Score(Position),
    StopScoring,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    /// Redraw the whole screen.
    Redraw,
    Quit,
}

/// An open dialog, which receives all key presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    Help,
    /// Quit without saving?
    Leave,
    /// Start a new game without saving?
    Restart,
    /// The file name typed so far.
    SaveAs(String),
    /// Replace the file?
    Overwrite(PathBuf),
}

/// The state of the interface.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) session: PlaySession,
    /// The square under the cursor.
    pub(super) cursor: Square,
    /// The square being typed.
    pub(super) typed: String,
    /// The message line.
    pub(super) message: String,
    /// The scored moves, best first, if requested.
    pub(super) hints: Vec<ScoredMove>,
    pub(super) dialog: Option<Dialog>,
    /// Whether a game without humans is paused.
    pub(super) is_paused: bool,
    /// Ticks so far.
    pub(super) ticks: usize,
    /// The position in which the engine is searching for a move.
    searching: Option<Position>,
    /// The position whose moves are being scored.
    scoring: Option<Position>,
    /// Whether to quit after saving.
    is_leaving: bool,
}

impl State {
    pub(super) fn new(session: PlaySession) -> (Self, Vec<Effect>) {
        let position = session.game.position();
        let squares = || session.game.shape().squares_in_order().next();
        let cursor = position.legal_moves().first().or_else(squares);
        let mut state = Self {
            cursor: cursor.expect("a board has squares"),
            session,
            typed: String::new(),
            message: String::new(),
            hints: Vec::new(),
            dialog: None,
            is_paused: false,
            ticks: 0,
            searching: None,
            scoring: None,
            is_leaving: false,
        };
        let mut effects = Vec::new();
        state.follow_position(&mut effects);
        (state, effects)
    }

    pub(super) const fn is_searching(&self) -> bool {
        self.searching.is_some()
    }

    pub(super) const fn is_scoring(&self) -> bool {
        self.scoring.is_some()
    }

    pub(super) fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        let before = *self.position();
        match event {
            Event::Key(key) => self.key(key, &mut effects),
            Event::Click(_) if self.dialog == Some(Dialog::Help) => self.dialog = None,
            Event::Click(square) if self.dialog.is_none() => {
                self.cursor = square;
                self.typed.clear();
                self.place(square);
            }
            Event::Click(_) => {}
            Event::Tick => self.ticks = self.ticks.wrapping_add(1),
            Event::EngineMoved(position, choice) if self.searching == Some(position) => {
                self.searching = None;
                self.engine_plays(choice);
            }
            Event::Scored(position, moves) if self.scoring == Some(position) => {
                self.scoring = None;
                self.hints = moves.unwrap_or_default();
                self.cursor = self.hints.first().map_or(self.cursor, |best| best.square);
            }
            // Ignore results for an earlier position.
            Event::EngineMoved(..) | Event::Scored(..) => {}
            Event::Saved(path, outcome) => self.saved(path, outcome, &mut effects),
        }
        if *self.position() != before {
            self.hints.clear();
            self.typed.clear();
        }
        self.follow_position(&mut effects);
        effects
    }

    fn position(&self) -> &Position {
        self.session.game.position()
    }

    /// Starts and stops searches to match the position.
    fn follow_position(&mut self, effects: &mut Vec<Effect>) {
        let position = *self.position();
        let is_needed = self.session.is_engines_turn() && !self.is_paused;
        let needed = is_needed.then_some(position);
        if needed != self.searching {
            self.searching = needed;
            effects.push(needed.map_or(Effect::StopSearch, Effect::Search));
        }
        if self.scoring.is_some_and(|scored| scored != position) {
            self.scoring = None;
            effects.push(Effect::StopScoring);
        }
    }

    fn engine_plays(&mut self, choice: Option<EngineMove>) {
        let Some(choice) = choice else {
            return;
        };
        let mover = self.position().mover();
        let EngineMove { square, expected } = choice;
        let expected = expected.map_or(String::new(), |score| {
            let kind = if score.is_exact() { "exactly" } else { "about" };
            format!(", expects {kind} {:+.2}", score.discs())
        });
        self.message = match self.session.game.play(square) {
            Ok(()) => format!("{mover} plays {square}{expected}"),
            Err(error) => {
                self.is_paused = true;
                format!("the engine made an illegal move: {error}")
            }
        };
    }

    fn saved(&mut self, path: PathBuf, outcome: SaveOutcome, effects: &mut Vec<Effect>) {
        match outcome {
            SaveOutcome::Done => {
                self.session.note_saved(&path);
                self.message = format!("saved to {}", path.display());
                if self.is_leaving {
                    effects.push(Effect::Quit);
                }
            }
            SaveOutcome::Exists => self.dialog = Some(Dialog::Overwrite(path)),
            SaveOutcome::Refused(reason) => {
                self.is_leaving = false;
                self.message = reason;
            }
        }
    }

    fn key(&mut self, key: KeyEvent, effects: &mut Vec<Effect>) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c' | 'C') => effects.push(Effect::Quit),
                KeyCode::Char('l' | 'L') => effects.push(Effect::Redraw),
                _ => {}
            }
            return;
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            return;
        }
        match self.dialog.take() {
            Some(dialog) => self.answer(dialog, key.code, effects),
            None => self.board_key(key.code, effects),
        }
    }

    /// Handles a key press when no dialog is open. Letters `a` to `p` and digits enter a square;
    /// other letters and capitals are commands.
    fn board_key(&mut self, key: KeyCode, effects: &mut Vec<Effect>) {
        match key {
            KeyCode::Left | KeyCode::Char('H') => self.move_cursor(-1, 0),
            KeyCode::Right | KeyCode::Char('L') => self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Char('K') => self.move_cursor(0, -1),
            KeyCode::Down | KeyCode::Char('J') => self.move_cursor(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Esc => {
                self.typed.clear();
                self.message.clear();
                self.hints.clear();
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char(sign @ ('a'..='p' | '0'..='9')) => self.type_square(sign),
            KeyCode::Char('u') => {
                self.step(PlaySession::undo, "there is no move to take back");
            }
            KeyCode::Char('r') => {
                self.step(PlaySession::redo, "there is no move to replay");
            }
            KeyCode::Char('x') => {
                let none = "there is no opponent to swap sides with";
                self.step(PlaySession::change_side, none);
                self.is_paused = false;
            }
            KeyCode::Char('?' | 'v') => self.ask_for_hints(effects),
            KeyCode::Char('N') if self.session.is_unsaved() => {
                self.dialog = Some(Dialog::Restart);
            }
            KeyCode::Char('N') => self.restart(),
            KeyCode::Char('s') => self.ask_for_name(),
            KeyCode::Char('q') if self.session.is_unsaved() => {
                self.dialog = Some(Dialog::Leave);
            }
            KeyCode::Char('q') => effects.push(Effect::Quit),
            KeyCode::F(1) => self.dialog = Some(Dialog::Help),
            KeyCode::Char(sign @ 'A'..='P') => {
                let lower = sign.to_ascii_lowercase();
                self.message = format!("type squares in lower case: {lower}");
            }
            _ => {}
        }
    }

    /// Applies undo, redo or a swap of sides. Pauses a game without humans.
    fn step(&mut self, step: impl FnOnce(&mut PlaySession) -> bool, otherwise: &str) {
        self.is_paused = !self.session.has_humans();
        self.message.clear();
        if !step(&mut self.session) {
            otherwise.clone_into(&mut self.message);
        }
    }

    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let shape = self.session.game.shape();
        let mut place = (self.cursor.column(), self.cursor.row());
        // Skip holes.
        loop {
            let column = place.0.checked_add_signed(columns);
            let row = place.1.checked_add_signed(rows);
            let (Some(column), Some(row)) = (column, row) else {
                return;
            };
            if column >= shape.width() || row >= shape.height() {
                return;
            }
            place = (column, row);
            if let Some(square) = Square::new(column, row)
                && shape.contains(square)
            {
                self.cursor = square;
                return;
            }
        }
    }

    fn enter(&mut self) {
        if !self.session.has_humans() {
            self.is_paused = !self.is_paused && !self.session.game.is_over();
        } else if self.typed.is_empty() {
            self.place(self.cursor);
        } else {
            self.finish_typing();
        }
    }

    /// Plays the human's move on a square, or explains why it cannot be played.
    fn place(&mut self, square: Square) {
        self.message = if self.session.is_engines_turn() {
            "it is the engine's turn".to_owned()
        } else {
            let error = self.session.game.play(square).err();
            error.map_or(String::new(), |error| error.to_string())
        };
    }

    fn type_square(&mut self, sign: char) {
        let shape = self.session.game.shape();
        if sign.is_ascii_lowercase() {
            let last = char::from(b'a' + shape.width() - 1);
            if sign > last {
                self.message = format!("there is no column {sign}: expected a to {last}");
                return;
            }
            self.message.clear();
            self.typed = sign.to_string();
            return;
        }
        if self.typed.is_empty() {
            "a square starts with the letter of its column, as in f5".clone_into(&mut self.message);
            return;
        }
        self.typed.push(sign);
        // On tall boards `a1` may be the start of `a12`: wait for Enter.
        let row: u8 = self.typed[1..].parse().unwrap_or(u8::MAX);
        if row == 0 || row > shape.height() / 10 || self.typed.len() > 2 {
            self.finish_typing();
        }
    }

    fn finish_typing(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let shape = self.session.game.shape();
        match typed.parse::<Square>() {
            Ok(square) if shape.contains(square) => {
                self.cursor = square;
                self.place(square);
            }
            _ => self.message = format!("{typed} is not a square of the {shape} board"),
        }
    }

    /// Scores the moves, or hides the scores.
    fn ask_for_hints(&mut self, effects: &mut Vec<Effect>) {
        self.message.clear();
        if !self.hints.is_empty() {
            self.hints.clear();
        } else if self.session.game.is_over() {
            "the game is over".clone_into(&mut self.message);
        } else if self.is_searching() {
            "it is the engine's turn".clone_into(&mut self.message);
        } else if self.scoring.is_none() {
            let position = *self.position();
            self.scoring = Some(position);
            effects.push(Effect::Score(position));
        }
    }

    fn restart(&mut self) {
        self.session.restart();
        self.is_paused = false;
        self.message.clear();
    }

    fn ask_for_name(&mut self) {
        if self.session.game.moves().is_empty() {
            "there is nothing to save yet".clone_into(&mut self.message);
            return;
        }
        let name = self.session.save_to.as_deref();
        let name = name.map_or("game.txt".to_owned(), |path| path.display().to_string());
        self.dialog = Some(Dialog::SaveAs(name));
    }

    fn answer(&mut self, dialog: Dialog, key: KeyCode, effects: &mut Vec<Effect>) {
        let is_yes = matches!(key, KeyCode::Char('y' | 'Y'));
        match dialog {
            Dialog::Help => {}
            Dialog::Restart if is_yes => self.restart(),
            Dialog::Leave if is_yes => effects.push(Effect::Quit),
            Dialog::Leave if matches!(key, KeyCode::Char('s' | 'S')) => {
                self.ask_for_name();
                self.is_leaving = true;
            }
            Dialog::Overwrite(path) if is_yes => effects.push(Effect::Save {
                path,
                overwrite: true,
            }),
            Dialog::Overwrite(path) if matches!(key, KeyCode::Char('n' | 'N')) => {
                self.dialog = Some(Dialog::SaveAs(path.display().to_string()));
            }
            Dialog::SaveAs(name) => self.edit_name(name, key, effects),
            Dialog::Leave | Dialog::Restart | Dialog::Overwrite(_)
                if matches!(key, KeyCode::Esc | KeyCode::Char('n' | 'N')) =>
            {
                self.is_leaving = false;
            }
            // Any other key leaves the dialog open.
            dialog => self.dialog = Some(dialog),
        }
    }

    fn edit_name(&mut self, mut name: String, key: KeyCode, effects: &mut Vec<Effect>) {
        match key {
            KeyCode::Enter if !name.trim().is_empty() => {
                let path = PathBuf::from(name.trim());
                let overwrite = false;
                effects.push(Effect::Save { path, overwrite });
                return;
            }
            KeyCode::Esc => {
                self.is_leaving = false;
                return;
            }
            KeyCode::Delete => name.clear(),
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Char(sign) if !sign.is_control() => name.push(sign),
            _ => {}
        }
        self.dialog = Some(Dialog::SaveAs(name));
    }
}

#[cfg(test)]
mod tests;
