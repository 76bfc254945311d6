//! The game on the whole terminal as a state machine: events in, effects out.
//! It knows no terminal, no thread, no file and no clock.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use outflank_othello::{Position, Square};
use outflank_study::Valued;

use super::engine::EngineMove;
use super::session::PlaySession;

/// What happens to the game from outside.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// A square was clicked.
    Click(Square),
    /// Time goes on: the spinner turns.
    Tick,
    /// The engine chose a move in a position; none if it was stopped.
    Chosen(Position, Option<EngineMove>),
    /// The moves of a position were valued; none if that was stopped.
    Valued(Position, Option<Vec<Valued>>),
    /// The game was saved or not.
    Saved(PathBuf, SaveOutcome),
}

/// What came of saving.
#[derive(Clone, Debug)]
pub(super) enum SaveOutcome {
    Done,
    /// Another file stands there.
    Exists,
    /// Why it cannot be done.
    Refused(String),
}

/// What the state wants done outside.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    /// Let the engine choose a move, in place of whatever it thinks about.
    Think(Position),
    StopThinking,
    /// Value the moves, in place of whatever is being valued.
    Value(Position),
    StopValuing,
    Save {
        path: PathBuf,
        overwrite: bool,
    },
    /// Draw everything anew.
    Redraw,
    Quit,
}

/// What lies over the board and takes the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    Help,
    /// Leave although moves are not saved?
    Leave,
    /// Begin a new game although moves are not saved?
    Restart,
    /// The name of a file, as typed so far.
    SaveAs(String),
    /// Overwrite the file?
    Overwrite(PathBuf),
}

/// Everything that is shown.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) session: PlaySession,
    /// The square under the cursor.
    pub(super) cursor: Square,
    /// The square being typed.
    pub(super) typed: String,
    /// Told to the player.
    pub(super) message: String,
    /// The moves of the position, best first, if they were asked for.
    pub(super) hints: Vec<Valued>,
    pub(super) dialog: Option<Dialog>,
    /// The engine, playing alone, waits.
    pub(super) is_paused: bool,
    /// Ticks so far.
    pub(super) ticks: usize,
    /// What the engine thinks about.
    thinking: Option<Position>,
    /// What is being valued.
    valuing: Option<Position>,
    /// Leave once the game is saved.
    is_leaving: bool,
}

impl State {
    /// The state before the first event, and what is to be done then.
    pub(super) fn new(session: PlaySession) -> (Self, Vec<Effect>) {
        let position = session.game().position();
        let squares = || session.game().shape().squares_in_order().next();
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
            thinking: None,
            valuing: None,
            is_leaving: false,
        };
        let mut effects = Vec::new();
        state.follow_position(&mut effects);
        (state, effects)
    }

    pub(super) const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    pub(super) const fn is_valuing(&self) -> bool {
        self.valuing.is_some()
    }

    /// Takes an event and says what is to be done.
    pub(super) fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        let before = *self.position();
        match event {
            Event::Key(key) => self.key(key, &mut effects),
            Event::Click(square) => self.click(square),
            Event::Tick => self.ticks = self.ticks.wrapping_add(1),
            Event::Chosen(position, choice) if self.thinking == Some(position) => {
                self.thinking = None;
                self.engine_plays(choice);
            }
            Event::Valued(position, moves) if self.valuing == Some(position) => {
                self.valuing = None;
                self.show_hints(moves.unwrap_or_default());
            }
            // Answers to questions that nobody asks any more.
            Event::Chosen(..) | Event::Valued(..) => {}
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
        self.session.game().position()
    }

    /// Sets the engine to the position as it is now, whatever changed it.
    fn follow_position(&mut self, effects: &mut Vec<Effect>) {
        let position = *self.position();
        let is_wanted = self.session.is_engines_turn() && !self.is_paused;
        let wanted = is_wanted.then_some(position);
        if wanted != self.thinking {
            self.thinking = wanted;
            effects.push(wanted.map_or(Effect::StopThinking, Effect::Think));
        }
        if self.valuing.is_some_and(|valued| valued != position) {
            self.valuing = None;
            effects.push(Effect::StopValuing);
        }
    }

    fn engine_plays(&mut self, choice: Option<EngineMove>) {
        let Some(choice) = choice else {
            return;
        };
        let mover = self.position().mover();
        let EngineMove { square, score, .. } = choice;
        let kind = if choice.exact { "exactly" } else { "about" };
        self.message = match self.session.play(square) {
            Ok(()) => format!("{mover} plays {square}, expects {kind} {score:+.2}"),
            Err(error) => {
                self.is_paused = true;
                format!("the engine is wrong: {error}")
            }
        };
    }

    fn show_hints(&mut self, moves: Vec<Valued>) {
        if let Some(best) = moves.first() {
            self.cursor = best.square;
        }
        self.hints = moves;
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

    fn click(&mut self, square: Square) {
        match self.dialog {
            Some(Dialog::Help) => self.dialog = None,
            Some(_) => {}
            None => {
                self.cursor = square;
                self.typed.clear();
                self.place(square);
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

    /// A key while nothing lies over the board. Small letters `a` to `p` and
    /// digits are squares; commands are letters that no column has.
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
                self.step(PlaySession::undo, "there is nothing to take back");
            }
            KeyCode::Char('r') => {
                self.step(PlaySession::redo, "there is nothing to play again");
            }
            KeyCode::Char('x') => {
                self.step(
                    PlaySession::change_side,
                    "there is nobody to change sides with",
                );
                self.is_paused = false;
            }
            KeyCode::Char('?' | 'v') => self.ask_for_hints(effects),
            KeyCode::Char('N') => self.ask_for_restart(),
            KeyCode::Char('s') => self.ask_for_name(),
            KeyCode::Char('q') => self.ask_for_leave(effects),
            KeyCode::F(1) => self.dialog = Some(Dialog::Help),
            KeyCode::Char(sign @ 'A'..='P') => {
                self.message = format!("squares are typed in small letters: {}", lower(sign));
            }
            _ => {}
        }
    }

    /// Undo, redo and the like: in a game that the engine plays alone they
    /// make it wait.
    fn step(&mut self, step: impl FnOnce(&mut PlaySession) -> bool, otherwise: &str) {
        self.is_paused = !self.session.has_humans();
        self.message.clear();
        if !step(&mut self.session) {
            otherwise.clone_into(&mut self.message);
        }
    }

    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let shape = self.session.game().shape();
        let mut place = (self.cursor.column(), self.cursor.row());
        // Over holes to the next square, if there is one on the way.
        loop {
            let next = (
                place.0.checked_add_signed(columns),
                place.1.checked_add_signed(rows),
            );
            let (Some(column), Some(row)) = next else {
                return;
            };
            if column >= shape.width() || row >= shape.height() {
                return;
            }
            place = (column, row);
            let square = Square::new(column, row).filter(|&square| shape.contains(square));
            if let Some(square) = square {
                self.cursor = square;
                return;
            }
        }
    }

    fn enter(&mut self) {
        if !self.session.has_humans() {
            self.is_paused = !self.is_paused && !self.session.game().is_over();
        } else if self.typed.is_empty() {
            self.place(self.cursor);
        } else {
            self.finish_typing();
        }
    }

    /// Plays a square for the person, or says why not.
    fn place(&mut self, square: Square) {
        self.message = if self.session.is_engines_turn() {
            "it is the engine's turn".to_owned()
        } else {
            let result = self.session.play(square);
            result
                .err()
                .map_or(String::new(), |error| error.to_string())
        };
    }

    fn type_square(&mut self, sign: char) {
        let shape = self.session.game().shape();
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
            "a square begins with the letter of its column, as f5".clone_into(&mut self.message);
            return;
        }
        self.typed.push(sign);
        // On tall boards `a1` may go on to be `a12`: Enter ends it there.
        let row: u8 = self.typed[1..].parse().unwrap_or(u8::MAX);
        if row == 0 || row > shape.height() / 10 || self.typed.len() > 2 {
            self.finish_typing();
        }
    }

    fn finish_typing(&mut self) {
        let typed = std::mem::take(&mut self.typed);
        let shape = self.session.game().shape();
        match typed.parse::<Square>() {
            Ok(square) if shape.contains(square) => {
                self.cursor = square;
                self.place(square);
            }
            _ => self.message = format!("{typed} is not a square of the {shape} board"),
        }
    }

    /// Values the moves, or hides the values that are shown.
    fn ask_for_hints(&mut self, effects: &mut Vec<Effect>) {
        self.message.clear();
        if !self.hints.is_empty() {
            self.hints.clear();
        } else if self.session.game().is_over() {
            "the game is over".clone_into(&mut self.message);
        } else if self.is_thinking() {
            "it is the engine's turn".clone_into(&mut self.message);
        } else if self.valuing.is_none() {
            let position = *self.position();
            self.valuing = Some(position);
            effects.push(Effect::Value(position));
        }
    }

    fn ask_for_restart(&mut self) {
        if self.session.is_unsaved() {
            self.dialog = Some(Dialog::Restart);
        } else {
            self.restart();
        }
    }

    fn restart(&mut self) {
        self.session.restart();
        self.is_paused = false;
        self.message.clear();
    }

    fn ask_for_name(&mut self) {
        if self.session.game().moves().is_empty() {
            "there is nothing to save yet".clone_into(&mut self.message);
            return;
        }
        let name = self.session.save_to();
        let name = name.map_or("game.txt".to_owned(), |path| path.display().to_string());
        self.dialog = Some(Dialog::SaveAs(name));
    }

    fn ask_for_leave(&mut self, effects: &mut Vec<Effect>) {
        if self.session.is_unsaved() {
            self.dialog = Some(Dialog::Leave);
        } else {
            effects.push(Effect::Quit);
        }
    }

    /// A key while something lies over the board.
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
            Dialog::Leave | Dialog::Restart | Dialog::Overwrite(_) if is_no(key) => {
                self.is_leaving = false;
            }
            // Any other key leaves the question standing.
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

const fn is_no(key: KeyCode) -> bool {
    matches!(key, KeyCode::Esc | KeyCode::Char('n' | 'N'))
}

const fn lower(letter: char) -> char {
    letter.to_ascii_lowercase()
}

#[cfg(test)]
mod tests;
