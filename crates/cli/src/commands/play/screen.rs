//! The game on the whole terminal.

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use crossterm::execute;
use outflank_othello::Square;
use outflank_study::Valued;

use super::session::Session;
use super::thinker::{Background, Engine, hint};
use super::view::{BoardArea, Notes, draw};
use crate::context::Verdict;

/// How long input is waited for before the engine is looked at again.
const TICK: Duration = Duration::from_millis(50);

/// The screen with what goes on behind it.
struct Screen {
    session: Session,
    engine: Engine,
    notes: Notes,
    board: Option<BoardArea>,
    thinking: Option<Background<Option<Square>>>,
    hinting: Option<Background<Option<Vec<Valued>>>>,
    /// A question that the next key answers.
    question: Option<Question>,
    is_done: bool,
}

/// What is being asked.
enum Question {
    /// Leave although the game is not saved?
    Quit,
    /// A name to save to, as typed so far.
    SaveAs(String),
    /// Overwrite the file?
    Overwrite(PathBuf),
}

/// Plays until the player leaves.
pub(super) fn run(session: Session, engine: Engine, ascii: bool) -> anyhow::Result<Verdict> {
    let mut terminal = ratatui::try_init()?;
    // Without a mouse the keys are enough.
    let _ = execute!(std::io::stdout(), EnableMouseCapture);
    let mut screen = Screen::new(session, engine, ascii);
    let result = screen.run(&mut terminal);
    let _ = execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result.map(|()| Verdict::Done)
}

impl Screen {
    fn new(session: Session, engine: Engine, ascii: bool) -> Self {
        let cursor = session.game().position().legal_moves().first();
        Self {
            session,
            engine,
            notes: Notes {
                cursor,
                ascii,
                ..Notes::default()
            },
            board: None,
            thinking: None,
            hinting: None,
            question: None,
            is_done: false,
        }
    }

    fn run(&mut self, terminal: &mut ratatui::DefaultTerminal) -> anyhow::Result<()> {
        while !self.is_done {
            self.look_after_engine()?;
            terminal.draw(|frame| self.board = draw(frame, &self.session, &self.notes))?;
            if event::poll(TICK)? {
                match event::read()? {
                    Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
                    Event::Mouse(mouse)
                        if mouse.kind == MouseEventKind::Down(MouseButton::Left) =>
                    {
                        self.click(mouse.column, mouse.row);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Starts the engine when it is its turn and takes over what it has found.
    fn look_after_engine(&mut self) -> anyhow::Result<()> {
        if let Some(thinking) = &self.thinking
            && let Some(found) = thinking.poll()?
        {
            self.thinking = None;
            if let Some(square) = found {
                self.session.play(square)?;
                self.notes.message = format!("engine: {square}");
                self.notes.hints.clear();
            }
        }
        if self.thinking.is_none() && self.session.is_engines_turn() {
            let (engine, position) = (self.engine.clone(), *self.session.game().position());
            self.thinking = Some(Background::start(move |stop| {
                engine.choose(&position, stop)
            }));
        }
        self.notes.is_thinking = self.thinking.is_some();
        if let Some(hinting) = &self.hinting
            && let Some(found) = hinting.poll()?
        {
            self.hinting = None;
            self.show_hints(&found.unwrap_or_default());
        }
        Ok(())
    }

    fn show_hints(&mut self, moves: &[Valued]) {
        self.notes.message.clear();
        let value = |mv: &Valued| (mv.square, format!("{:+.0}", mv.score));
        self.notes.hints = moves.iter().map(value).collect();
        if let Some(best) = moves.first() {
            let kind = if best.exact { "exact" } else { "estimate" };
            self.notes.message = format!("best: {} {:+.2} ({kind})", best.square, best.score);
            self.notes.cursor = Some(best.square);
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            self.is_done = true;
            return;
        }
        if self.notes.shows_help {
            self.notes.shows_help = false;
            return;
        }
        if let Some(question) = self.question.take() {
            self.answer(question, key.code);
            return;
        }
        match key.code {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Esc => self.notes.typed.clear(),
            KeyCode::Backspace => {
                self.notes.typed.pop();
            }
            KeyCode::F(1) | KeyCode::Char('?') => self.notes.shows_help = true,
            KeyCode::Char(sign) => self.sign(sign),
            _ => {}
        }
    }

    /// A letter or digit: part of a square, or a command. Commands are letters
    /// that no column has.
    fn sign(&mut self, sign: char) {
        match sign {
            'u' => self.change(Session::undo, "there is nothing to take back"),
            'r' => self.change(Session::redo, "there is nothing to play again"),
            'x' => self.change(
                |session| {
                    session.change_side();
                    true
                },
                "",
            ),
            'N' => self.change(
                |session| {
                    session.restart();
                    true
                },
                "",
            ),
            'v' => self.ask_for_hint(),
            's' => self.ask_for_name(),
            'q' => self.quit(),
            'a'..='p' | '0'..='9' => self.type_square(sign),
            _ => {}
        }
    }

    /// Changes the game; whatever the engine was thinking about is forgotten.
    fn change(&mut self, change: impl FnOnce(&mut Session) -> bool, otherwise: &str) {
        self.thinking = None;
        self.hinting = None;
        self.notes.hints.clear();
        self.notes.typed.clear();
        let changed = change(&mut self.session);
        self.notes.message = if changed {
            String::new()
        } else {
            otherwise.to_owned()
        };
    }

    fn type_square(&mut self, sign: char) {
        if sign.is_ascii_lowercase() {
            self.notes.typed = sign.to_string();
            return;
        }
        self.notes.typed.push(sign);
        let Ok(square) = self.notes.typed.parse::<Square>() else {
            if self.notes.typed.len() > 2 || !self.notes.typed.starts_with(char::is_alphabetic) {
                self.notes.typed.clear();
            }
            return;
        };
        self.notes.cursor = Some(square);
        // On tall boards `a1` may go on to be `a12`: Enter ends it there.
        let height = self.session.game().shape().height();
        let may_go_on = self.notes.typed.len() == 2 && sign == '1' && height >= 10;
        if !may_go_on {
            self.enter();
        }
    }

    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let shape = self.session.game().shape();
        let (column, row) = self
            .notes
            .cursor
            .map_or((0, 0), |square| (square.column(), square.row()));
        let column = column.saturating_add_signed(columns).min(shape.width() - 1);
        let row = row.saturating_add_signed(rows).min(shape.height() - 1);
        self.notes.cursor = Square::new(column, row);
    }

    /// Plays the square under the cursor.
    fn enter(&mut self) {
        self.notes.typed.clear();
        let Some(square) = self.notes.cursor else {
            return;
        };
        if self.session.is_engines_turn() {
            self.notes.message = "it is the engine's turn".to_owned();
            return;
        }
        self.notes.message = match self.session.play(square) {
            Ok(()) => {
                self.notes.hints.clear();
                self.hinting = None;
                String::new()
            }
            Err(error) => error.to_string(),
        };
    }

    fn click(&mut self, column: u16, row: u16) {
        let square = self
            .board
            .and_then(|board| board.square_at(column, row, &self.session));
        if square.is_some() && self.question.is_none() {
            self.notes.cursor = square;
            self.enter();
        }
    }

    fn ask_for_hint(&mut self) {
        if self.session.is_engines_turn() || self.session.game().is_over() {
            return;
        }
        let position = *self.session.game().position();
        self.notes.message = "valuing the moves …".to_owned();
        self.hinting = Some(Background::start(move |stop| hint(&position, stop)));
    }

    fn ask_for_name(&mut self) {
        let name = self
            .session
            .save_to()
            .map(|path| path.display().to_string());
        let name = name.unwrap_or_else(|| "game.txt".to_owned());
        self.notes.message = format!("save as: {name}_");
        self.question = Some(Question::SaveAs(name));
    }

    fn quit(&mut self) {
        if self.session.is_unsaved() {
            self.notes.message = "not saved: leave all the same? y/n".to_owned();
            self.question = Some(Question::Quit);
        } else {
            self.is_done = true;
        }
    }

    fn answer(&mut self, question: Question, key: KeyCode) {
        self.notes.message.clear();
        let is_yes = matches!(key, KeyCode::Char('y' | 'Y'));
        match question {
            Question::Quit => self.is_done = is_yes,
            Question::Overwrite(path) if is_yes => self.save(&path, true),
            Question::Overwrite(_) => {}
            Question::SaveAs(mut name) => {
                match key {
                    KeyCode::Enter => return self.save(&PathBuf::from(name), false),
                    KeyCode::Esc => return,
                    KeyCode::Backspace => {
                        name.pop();
                    }
                    KeyCode::Char(sign) => name.push(sign),
                    _ => {}
                }
                self.notes.message = format!("save as: {name}_");
                self.question = Some(Question::SaveAs(name));
            }
        }
    }

    fn save(&mut self, path: &std::path::Path, overwrite: bool) {
        if !overwrite && path.exists() {
            self.notes.message = format!("{} exists: overwrite? y/n", path.display());
            self.question = Some(Question::Overwrite(path.to_owned()));
            return;
        }
        self.notes.message = match self.session.save(path, overwrite) {
            Ok(()) => format!("saved to {}", path.display()),
            Err(error) => format!("{error:#}"),
        };
    }
}
