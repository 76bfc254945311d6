//! The engine's side of [GTP](super).
//!
//! Specific to Othello:
//!
//! - `boardsize 8` is the standard board, `boardsize 9 7` has 9 columns and 7 rows,
//!   and `boardsize 8x8-a1h8` has holes. The board is cleared. No column is skipped.
//! - `list_games` and `set_game Othello` are for clients that support several games.
//! - A pass is sent as `play w pass` or omitted: the same side then moves again, which is
//!   illegal if the other side could have moved. `genmove` answers `pass` for a side that
//!   must pass, and for either side once the game is over.
//! - `undo` takes back the last move, sent or generated, even a pass, together with any omitted
//!   pass before it.
//! - `komi` is accepted and has no effect.
//! - `final_score` counts empties for the winner, and fails before the game is over.
//! - `level N` sets the level from 1 to 60.
//! - `outflank-analyze [COLOR] [COUNT]` searches to greater and greater depths until the next
//!   line, even an empty one, and answers with a line per depth. For each of the `COUNT` best
//!   moves the line has `info move F5 score 1.25 exact false depth 12 selectivity 73 order 0
//!   nodes 123456 seconds 0.12 pv F5 D6 C3`. Once the game is solved, the response ends without
//!   waiting for a line.
//!
//! [`time_settings` and `time_left`](Clocks) set the clocks; the user's level and time per
//! move also limit the engine.

mod clocks;
mod commands;

use crate::gtp::{Request, Response};
use outflank_engine::{Limits, SearchRequest, SearchResult};
use outflank_othello::{Position, Shape};

use crate::history::History;
use crate::line::Line;
use crate::queue::{Action, Protocol};
use crate::search_engine::Task;
use commands::{Reply, analysis_line};

pub use clocks::Clocks;

/// The engine's side of GTP.
#[derive(Clone, Debug)]
pub struct Gtp {
    history: History,
    clocks: Clocks,
    /// The user's limits.
    limits: Option<Limits>,
    search: Option<Search>,
}

/// A running search.
#[derive(Clone, Debug)]
struct Search {
    /// The id of its command.
    id: Option<u32>,
    request: SearchRequest,
    purpose: Purpose,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A move to play.
    Play,
    /// A move to return without playing it.
    Suggest,
    /// A report on each depth.
    Analysis,
}

impl Gtp {
    /// Creates a game on the standard board. Without `limits`, only the client's time
    /// settings limit the engine.
    #[must_use]
    pub fn new(limits: Option<Limits>) -> Self {
        Self {
            history: History::new(Position::start(Shape::STANDARD)),
            clocks: Clocks::default(),
            limits,
            search: None,
        }
    }
}

fn respond(id: Option<u32>, result: Result<String, String>) -> Action {
    Action::Print(Response { id, result }.to_string())
}

impl Protocol for Gtp {
    fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>) {
        let Some(Request { id, command }) = Request::parse(&line.text) else {
            return;
        };
        let reply = if line.is_cut {
            Err("the line is too long".to_owned())
        } else {
            command.and_then(|command| self.execute(&command))
        };
        match reply {
            Ok(Reply::Text(text)) => out.push(respond(id, Ok(text))),
            Ok(Reply::Quit) => out.extend([respond(id, Ok(String::new())), Action::Quit]),
            Ok(Reply::Search(request, purpose)) => {
                if purpose == Purpose::Analysis {
                    let id = id.map(|id| id.to_string()).unwrap_or_default();
                    out.push(Action::Print(format!("={id}")));
                }
                let request = *request;
                let last = self.history.last_against(request.position.mover());
                self.search = Some(Search {
                    id,
                    request: request.clone(),
                    purpose,
                });
                let task = match purpose {
                    Purpose::Analysis => Task::Search(request),
                    Purpose::Play | Purpose::Suggest => Task::Choose(request, last),
                };
                out.push(Action::Start(Box::new(task)));
            }
            Err(message) => out.push(respond(id, Err(message))),
        }
    }

    fn search_progressed(&mut self, found: &SearchResult, out: &mut Vec<Action>) {
        if let Some(search) = &self.search
            && search.purpose == Purpose::Analysis
            && !found.moves.is_empty()
        {
            out.push(Action::Print(analysis_line(found)));
        }
    }

    fn search_finished(&mut self, found: &SearchResult, _stopped: bool, out: &mut Vec<Action>) {
        let Some(search) = self.search.take() else {
            return;
        };
        if search.purpose == Purpose::Analysis {
            // The empty line at the end of the response.
            out.push(Action::Print(String::new()));
            return;
        }
        let result = self.best_move(&search.request, search.purpose, found);
        out.push(respond(search.id, result));
    }

    fn is_stopped_by(&self, _line: &Line) -> bool {
        self.is_stopped_by_end_of_input()
    }

    fn is_stopped_by_end_of_input(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| search.purpose == Purpose::Analysis)
    }
}

#[cfg(test)]
mod tests;
