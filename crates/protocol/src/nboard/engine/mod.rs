//! The engine's side of [NBoard's protocol](super).
//!
//! Where the protocol is unspecified:
//!
//! - `set depth N` sets the level N, which also determines when the endgame is solved.
//! - `go` is limited by the level and by the clock of the game, from `TI`, `TB` or `TW` and
//!   the times of its moves; `hint` and `analyze` are limited by the level alone. The
//!   user's level and time per move limit all of them; a later `set depth` replaces the
//!   level.
//! - `ping` stops a search at once, and a `go` stopped by it is not answered. Other lines
//!   except `quit` wait for the end of the search.
//! - Evaluations are in discs with two decimals, for the side to move.
//! - A side that must pass gets `=== PA`, and as a hint `search PAF5D6 …`, the pass and
//!   the principal variation after it. A finished game also gets `=== PA`.
//! - The depth of a selective search to the end of the game is its selectivity, such as
//!   `73%`; `100%` is exact.
//! - `learn` is answered but has no effect. Hints are never `book` lines, and `set contempt` is
//!   ignored.
//! - Errors, such as an illegal move, are reported as `status` and leave the game
//!   unchanged.

mod game;

use crate::nboard::{Command, Depth, Message, TimedMove};
use outflank_engine::{Limits, MAX_LEVEL, ScoredMove, SearchRequest, SearchResult};
use outflank_othello::{Move, Position};

use crate::line::Line;
use crate::queue::{Action, Protocol};
use crate::search_engine::Task;
use crate::time_left::{TimeLeft, with_level};
use game::TimedGame;

/// Maximum number of moves in a hint.
const MAX_HINTS: usize = 128;

/// The engine's side of NBoard's protocol.
#[derive(Clone, Debug)]
pub struct NBoard {
    game: TimedGame,
    /// The user's limits.
    limits: Option<Limits>,
    search: Option<Search>,
}

/// A running search.
#[derive(Clone, Debug)]
struct Search {
    purpose: Purpose,
    empties: u32,
    /// Whether the search began after a pass.
    has_passed: bool,
    /// The moves that were sent last.
    sent: Vec<ScoredMove>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A move to play.
    Go,
    /// The given number of hints.
    Hint(usize),
    /// The scores of the position after the given number of moves and of all earlier positions.
    Analyze(usize),
}

fn send(message: &Message) -> Action {
    Action::Print(message.to_string())
}

/// Returns a message for the line below the board.
fn status(text: impl Into<String>) -> Action {
    send(&Message::Status(text.into()))
}

impl Search {
    /// Returns a score in discs for the side to move. If that side passed before the search, this
    /// is the opponent's score, negated.
    fn discs(&self, mv: &ScoredMove) -> f64 {
        let discs = mv.discs();
        if self.has_passed { -discs } else { discs }
    }

    fn message(&self, mv: &ScoredMove) -> Message {
        let pass = self.has_passed.then_some(Move::Pass);
        let pv = mv.pv.iter().copied().map(Move::Place);
        Message::Search {
            pv: pass.into_iter().chain(pv).collect(),
            eval: self.discs(mv),
            depth: if mv.is_exact() {
                Depth::ToEnd(100)
            } else if mv.depth >= self.empties {
                Depth::ToEnd(mv.selectivity.percent().min(99))
            } else {
                Depth::Plies(mv.depth)
            },
        }
    }

    /// Sends the result, unless it was already sent.
    fn send_report(&mut self, found: &SearchResult, out: &mut Vec<Action>) {
        if matches!(self.purpose, Purpose::Analyze(_)) || self.sent == found.moves {
            return;
        }
        self.sent.clone_from(&found.moves);
        out.extend(found.moves.iter().map(|mv| send(&self.message(mv))));
        out.push(send(&Message::NodeStats {
            nodes: found.nodes,
            seconds: found.elapsed.as_secs_f64(),
        }));
    }
}

impl NBoard {
    /// Creates a game on the standard board.
    #[must_use]
    pub fn new(limits: Option<Limits>) -> Self {
        Self {
            game: TimedGame::new(),
            limits,
            search: None,
        }
    }

    /// Returns the engine's name, with its depth if the depth is limited.
    fn name(&self) -> Action {
        let limits = TimeLeft::Unlimited.limits(self.limits);
        let is_by_depth = limits.depth < Limits::UNLIMITED.depth;
        let depth = is_by_depth.then(|| limits.depth.to_string());
        let depth = depth.unwrap_or_default();
        send(&Message::MyName(format!("Outflank{depth}")))
    }

    fn execute(&mut self, command: Command, out: &mut Vec<Action>) {
        match command {
            Command::NBoard => out.push(self.name()),
            Command::SetDepth(depth) => {
                let level = depth.clamp(1, MAX_LEVEL);
                self.limits = Some(with_level(self.limits, level));
                out.push(self.name());
            }
            Command::SetGame(ggf) => match TimedGame::from_ggf(&ggf) {
                Ok(game) => self.game = game,
                Err(error) => out.push(status(format!("the game cannot be read: {error}"))),
            },
            Command::Move(TimedMove { mv, seconds, .. }) => {
                if let Err(error) = self.game.play(mv, seconds.unwrap_or_default()) {
                    let mv = TimedMove::from(mv);
                    out.push(status(format!("illegal move {mv}: {error}")));
                }
            }
            Command::Go => self.go(out),
            Command::Hint(count) => self.hint(count, out),
            Command::Analyze => {
                out.push(status("Outflank is analyzing"));
                self.analyze_from(self.game.history.positions().len() - 1, out);
            }
            Command::Ping(number) => out.push(send(&Message::Pong(number))),
            Command::Learn => out.push(send(&Message::Learned)),
            Command::Quit => out.push(Action::Quit),
        }
    }

    /// Starts a search of a position in which the game is not over. If the mover must
    /// pass, searches the position after the pass.
    fn search(&mut self, purpose: Purpose, position: &Position, out: &mut Vec<Action>) {
        let (left, multi_pv) = match purpose {
            Purpose::Go => (self.game.left(position.mover()), 1),
            Purpose::Hint(count) => (TimeLeft::Unlimited, count),
            Purpose::Analyze(_) => (TimeLeft::Unlimited, 1),
        };
        let passed = position.pass().ok();
        self.search = Some(Search {
            purpose,
            empties: position.empties().len() as u32,
            has_passed: passed.is_some(),
            sent: Vec::new(),
        });
        let limits = left.limits(self.limits);
        let request = SearchRequest::new(&passed.unwrap_or(*position), limits);
        let request = request.best_moves(multi_pv);
        let last = self.game.history.last_against(request.position.mover());
        let task = match purpose {
            Purpose::Go => Task::Choose(request, last),
            Purpose::Hint(_) | Purpose::Analyze(_) => Task::Search(request),
        };
        out.push(Action::Start(Box::new(task)));
    }

    fn go(&mut self, out: &mut Vec<Action>) {
        let position = *self.game.history.position();
        if position.legal_moves().is_empty() {
            return out.push(send(&Message::Choice(Move::Pass.into())));
        }
        out.push(status("Outflank is thinking"));
        self.search(Purpose::Go, &position, out);
    }

    fn hint(&mut self, count: usize, out: &mut Vec<Action>) {
        let position = *self.game.history.position();
        if position.is_over() {
            return out.push(status("the game is over"));
        }
        out.push(status("Outflank is analyzing"));
        let purpose = Purpose::Hint(count.clamp(1, MAX_HINTS));
        self.search(purpose, &position, out);
    }

    /// Scores the positions of the game from the one after `moves` moves back to the
    /// start, up to the first that needs a search.
    fn analyze_from(&mut self, moves: usize, out: &mut Vec<Action>) {
        for moves in (0..=moves).rev() {
            let position = self.game.history.positions()[moves];
            if !position.is_over() {
                return self.search(Purpose::Analyze(moves), &position, out);
            }
            let eval = f64::from(position.score(position.mover()));
            out.push(send(&Message::Analysis { moves, eval }));
        }
        out.push(status(""));
    }
}

impl Protocol for NBoard {
    fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>) {
        if line.is_cut {
            return out.push(status("the line is too long"));
        }
        match Command::parse(&line.text) {
            Ok(Some(command)) => self.execute(command, out),
            Ok(None) => {}
            Err(message) => out.push(status(message)),
        }
    }

    fn search_progressed(&mut self, found: &SearchResult, out: &mut Vec<Action>) {
        if let Some(search) = &mut self.search {
            search.send_report(found, out);
        }
    }

    fn search_finished(&mut self, found: &SearchResult, stopped: bool, out: &mut Vec<Action>) {
        let Some(mut search) = self.search.take() else {
            return;
        };
        if stopped {
            return out.push(status(""));
        }
        search.send_report(found, out);
        let best = found.moves.first();
        let eval = best.map(|best| search.discs(best));
        match search.purpose {
            Purpose::Go => {
                let legal = self.game.history.position().legal_moves();
                let square = best.map(|best| best.square).or_else(|| legal.first());
                out.push(send(&Message::Choice(TimedMove {
                    mv: square.map_or(Move::Pass, Move::Place),
                    eval,
                    seconds: Some(found.elapsed.as_secs_f64()),
                })));
            }
            Purpose::Hint(_) => out.push(status("")),
            Purpose::Analyze(moves) => {
                out.extend(eval.map(|eval| send(&Message::Analysis { moves, eval })));
                match moves.checked_sub(1) {
                    Some(before) => self.analyze_from(before, out),
                    None => out.push(status("")),
                }
            }
        }
    }

    fn is_stopped_by(&self, line: &Line) -> bool {
        let word = line.text.split_whitespace().next();
        matches!(word, Some("ping" | "quit"))
    }

    fn is_stopped_by_end_of_input(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests;
