//! The terminal interface: reads input, performs effects and draws the state.

use std::io::stdout;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event as Input, KeyEventKind, MouseButton,
    MouseEventKind,
};
use crossterm::execute;
use outflank_engine::ScoredMove;
use outflank_othello::{Move, Position};
use ratatui::DefaultTerminal;
use ratatui::backend::Backend as _;

use super::engine::{Background, EngineMove, Opponent, hint};
use super::layout::BoardArea;
use super::save::{exists, save};
use super::session::PlaySession;
use super::state::{Effect, Event, SaveOutcome, State};
use super::view::{Glyphs, draw};
use crate::context::{Context, Verdict};

/// Interval between checks for results of the engine.
const TICK: Duration = Duration::from_millis(80);
/// Minimum time per move in a game without humans, so that users can follow.
const MIN_MOVE_TIME: Duration = Duration::from_millis(500);

pub(super) fn run(
    session: PlaySession,
    engine: Opponent,
    ascii: bool,
    context: &Context,
) -> Result<Verdict> {
    let mut terminal = ratatui::try_init().context("cannot initialise the terminal")?;
    release_mouse_on_panic();
    // If this fails, only the mouse does not work.
    let _ = execute!(stdout(), EnableMouseCapture);
    let new = Loop::new(session, engine, glyphs(ascii));
    let result = new.and_then(|mut it| it.run(&mut terminal, context));
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
    result.map(|()| Verdict::Done)
}

fn glyphs(ascii: bool) -> Glyphs {
    // crossterm drops all colours if this variable is set.
    let is_colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match (ascii, is_colourless) {
        (true, _) => Glyphs::ASCII,
        (false, true) => Glyphs::COLOURLESS,
        (false, false) => Glyphs::UNICODE,
    }
}

/// Releases the mouse on a panic; ratatui restores the terminal.
fn release_mouse_on_panic() {
    let restore = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(stdout(), DisableMouseCapture);
        restore(panic);
    }));
}

/// Clears the screen so that the next draw is complete. `Terminal::clear` queries the cursor
/// position and fails if the terminal does not reply at once.
fn forget_screen(terminal: &mut DefaultTerminal) -> Result<()> {
    terminal.backend_mut().clear()?;
    terminal.swap_buffers();
    Ok(())
}

/// The event loop: the state and the background work.
struct Loop {
    state: State,
    engine: Opponent,
    glyphs: Glyphs,
    board: Option<BoardArea>,
    searching: Option<(Position, Background<Option<EngineMove>>)>,
    scoring: Option<(Position, Background<Option<Vec<ScoredMove>>>)>,
    /// Pondering during the human's turn.
    pondering: Option<(Position, Option<Background<()>>)>,
    must_redraw: bool,
    is_done: bool,
}

impl Loop {
    fn new(session: PlaySession, engine: Opponent, glyphs: Glyphs) -> Result<Self> {
        let (state, effects) = State::new(session);
        let mut new = Self {
            state,
            engine,
            glyphs,
            board: None,
            searching: None,
            scoring: None,
            pondering: None,
            must_redraw: false,
            is_done: false,
        };
        new.perform(effects)?;
        Ok(new)
    }

    fn run(&mut self, terminal: &mut DefaultTerminal, context: &Context) -> Result<()> {
        while !self.is_done && !context.is_interrupted() {
            if std::mem::take(&mut self.must_redraw) {
                forget_screen(terminal)?;
            }
            terminal.draw(|frame| self.board = draw(frame, &self.state, self.glyphs))?;
            self.take_input()?;
            self.collect_results()?;
            self.handle(Event::Tick)?;
        }
        Ok(())
    }

    /// Waits up to a tick for input and handles it.
    fn take_input(&mut self) -> Result<()> {
        let until = Instant::now() + TICK;
        let mut wait = TICK;
        while !self.is_done && event::poll(wait)? {
            match event::read()? {
                Input::Key(key) if key.kind != KeyEventKind::Release => {
                    self.handle(Event::Key(key))?;
                }
                Input::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    let board = self.board;
                    let square = board.and_then(|board| board.square_at(mouse.column, mouse.row));
                    if let Some(square) = square {
                        self.handle(Event::Click(square))?;
                    }
                }
                _ => {}
            }
            // Handle pending input for at most one tick, so that the screen is drawn.
            if Instant::now() >= until {
                break;
            }
            wait = Duration::ZERO;
        }
        Ok(())
    }

    fn collect_results(&mut self) -> Result<()> {
        if let Some((position, work)) = &self.searching
            && let Some(choice) = work.poll().context("the engine failed")?
        {
            let event = Event::EngineMoved(*position, choice);
            self.searching = None;
            self.handle(event)?;
        }
        if let Some((position, work)) = &self.scoring
            && let Some(moves) = work.poll().context("the engine failed")?
        {
            let event = Event::Scored(*position, moves);
            self.scoring = None;
            self.handle(event)?;
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> Result<()> {
        let effects = self.state.handle(event);
        self.perform(effects)?;
        self.ponder();
        Ok(())
    }

    fn perform(&mut self, effects: Vec<Effect>) -> Result<()> {
        effects
            .into_iter()
            .try_for_each(|effect| self.effect(effect))
    }

    /// Lets the engine ponder while it is a human's turn.
    fn ponder(&mut self) {
        let session = &self.state.session;
        let position = *session.game.position();
        if session.is_engines_turn() || self.searching.is_some() {
            self.pondering = None;
        } else if self.pondering.as_ref().map(|(of, _)| *of) != Some(position) {
            // Stop the previous search first.
            self.pondering = None;
            self.pondering = Some((position, self.engine.ponder(&position)));
        }
    }

    fn effect(&mut self, effect: Effect) -> Result<()> {
        match effect {
            Effect::Search(position) => self.search(position)?,
            Effect::StopSearch => self.searching = None,
            Effect::Score(position) => {
                let work = Background::start(move |stop| hint(&position, stop));
                self.scoring = Some((position, work.context("cannot score the moves")?));
            }
            Effect::StopScoring => self.scoring = None,
            Effect::Save { path, overwrite } => {
                let outcome = self.save(&path, overwrite);
                self.handle(Event::Saved(path, outcome))?;
            }
            Effect::Redraw => self.must_redraw = true,
            Effect::Quit => self.is_done = true,
        }
        Ok(())
    }

    fn search(&mut self, position: Position) -> Result<()> {
        self.pondering = None;
        let engine = self.engine.clone();
        let last = self.state.session.game.last_move().and_then(Move::square);
        let without_humans = !self.state.session.has_humans();
        let work = Background::start(move |stop| {
            let started = Instant::now();
            let choice = engine.choose(&position, last, stop);
            if without_humans {
                std::thread::sleep(MIN_MOVE_TIME.saturating_sub(started.elapsed()));
            }
            choice
        });
        self.searching = Some((position, work.context("cannot start the engine")?));
        Ok(())
    }

    fn save(&self, path: &Path, overwrite: bool) -> SaveOutcome {
        if !overwrite && exists(path) {
            return SaveOutcome::Exists;
        }
        match save(&self.state.session.game, path, overwrite) {
            Ok(()) => SaveOutcome::Done,
            Err(error) => SaveOutcome::Refused(format!("{error:#}")),
        }
    }
}
