//! GTP, the Go Text Protocol, version 2, as programs of Othello speak it.
//!
//! The words are those of [draft 2 of its specification][draft]: commands with
//! numbers if the client likes, each answered by `=` or `?` and an empty line.
//! Black begins. Squares are named as in Othello, `a1` top left, in either case;
//! no column is left out. What is Othello's own:
//!
//! - `boardsize 8` is the usual board, `boardsize 9 7` has 9 columns and 7 rows,
//!   and `boardsize 8x8-a1h8` has holes. The board is cleared.
//! - `list_games` and `set_game Othello` are for interfaces of several games.
//! - A pass is told as `play w pass` or left out: the same side just moves again.
//!   If the other side could have moved, that is an illegal move. Who must pass is
//!   answered `pass` by `genmove`, and so is everybody once the game is over.
//! - `undo` takes back the last move told or answered, be it a pass, with any pass
//!   before it that was left out.
//! - `komi` is taken, and changes nothing.
//! - `final_score` gives empty squares to the winner, and refuses to score a game
//!   that is not over.
//! - `level N` sets the level from 1 to 60.
//! - `outflank-analyze [COLOR] [COUNT]` searches deeper and deeper until the next
//!   line, an empty one too, and answers with a line for each depth, on it for each
//!   of the `COUNT` best moves `info move F5 score 1.25 exact false depth 12
//!   selectivity 73 order 0 nodes 123456 seconds 0.12 pv F5 D6 C3`. Once the game is
//!   solved there is no more to say and the answer ends by itself.
//!
//! Time is kept by [`time_settings` and `time_left`](Clocks); what a user wishes as
//! level or time a move limits the engine, too.
//!
//! [draft]: http://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html

mod analysis;
mod clocks;
mod commands;
mod request;

use outflank_othello::{Color, Move, Position, Shape};

use super::history::History;
use super::line::Line;
use super::queue::{Action, Protocol};
use super::searcher::{SearchReport, SearchRequest};
use super::strength::Strength;
use commands::Reply;
use request::{Failure, Request};

pub use clocks::Clocks;

/// The engine's side of GTP.
#[derive(Clone, Debug)]
pub struct Gtp {
    history: History,
    clocks: Clocks,
    strength: Strength,
    search: Option<Search>,
}

/// A search that runs for a command.
#[derive(Clone, Debug)]
struct Search {
    id: Option<u32>,
    position: Position,
    purpose: Purpose,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A move to be played.
    Play,
    /// A move to be named.
    Name,
    /// To be told of as it goes.
    Analysis,
}

impl Gtp {
    /// A new game on the usual board. Without a level in `strength` the client's
    /// time settings alone limit the engine.
    #[must_use]
    pub fn new(strength: Strength) -> Self {
        Self {
            history: History::new(Position::start(Shape::STANDARD)),
            clocks: Clocks::default(),
            strength,
            search: None,
        }
    }

    fn shape(&self) -> Shape {
        self.history.position().shape()
    }

    /// Puts the start of a game on a board.
    fn start(&mut self, shape: Shape) {
        self.history = History::new(Position::start(shape));
        self.clocks.restart();
    }

    /// What a move is to be found for: the request, unless there is none.
    fn request(&self, color: Color, position: Position) -> SearchRequest {
        SearchRequest {
            position,
            limit: self.strength.limit(self.clocks.left(color)),
            multi_pv: 1,
        }
    }

    /// Ends a search for a move.
    fn moved(&mut self, search: &Search, found: &SearchReport) -> Result<String, Failure> {
        let position = &search.position;
        let best = found.moves.first().map(|found| found.square);
        // A search broken off at once has found nothing.
        let Some(square) = best.or_else(|| position.legal_moves().first()) else {
            return Err(Failure::new("no legal move was found"));
        };
        if search.purpose == Purpose::Play {
            let mover = position.mover();
            self.history.play(mover, Move::Place(square))?;
            self.clocks.spend(mover, found.elapsed);
        }
        Ok(request::vertex(square))
    }
}

impl Protocol for Gtp {
    fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>) {
        let text = request::cleaned(&line.text);
        let Some(request) = Request::parse(&text) else {
            return;
        };
        let id = request.id();
        let reply = if line.is_cut {
            Err(Failure::new("the line is too long"))
        } else {
            request.and_then(|request| self.reply(&request))
        };
        match reply {
            Ok(Reply::Text(text)) => out.push(request::answer(id, Ok(&text))),
            Ok(Reply::Quit) => out.extend([request::answer(id, Ok("")), Action::Quit]),
            Ok(Reply::Search(request, purpose)) => {
                if purpose == Purpose::Analysis {
                    out.push(request::head(id));
                }
                let position = request.position;
                self.search = Some(Search {
                    id,
                    position,
                    purpose,
                });
                out.push(Action::Search(*request));
            }
            Err(failure) => out.push(request::answer(id, Err(&failure))),
        }
    }

    fn progress(&mut self, found: &SearchReport, out: &mut Vec<Action>) {
        if let Some(search) = &self.search
            && search.purpose == Purpose::Analysis
            && !found.moves.is_empty()
        {
            out.push(Action::Print(analysis::line(found)));
        }
    }

    fn done(&mut self, found: &SearchReport, _was_stopped: bool, out: &mut Vec<Action>) {
        let Some(search) = self.search.take() else {
            return;
        };
        if search.purpose == Purpose::Analysis {
            // The empty line at the end of the answer.
            out.push(Action::Print(String::new()));
            return;
        }
        let moved = self.moved(&search, found);
        out.push(request::answer(search.id, moved.as_deref()));
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
