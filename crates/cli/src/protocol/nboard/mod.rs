//! The protocol by which NBoard talks with engines, version 2.
//!
//! It is [published with NTest][published]. The interface tells a game and asks for
//! a move or for hints; lines that nobody understands are passed over. What it
//! leaves open is settled so:
//!
//! - `set depth N` is the level N, which says how far the end is solved, too.
//! - `go` is limited by that and by the clock that the game has in `TI`, `TB` or
//!   `TW` and in the times of its moves; `hint` and `analyze` by the depth alone.
//!   What a user wishes as level or time a move limits all; a later `set depth`
//!   replaces the level.
//! - `ping` ends a search at once. A `go` that is ended so is not answered. Other
//!   lines but `quit` wait for the search's end.
//! - Values are in discs with two decimals, for the side to move.
//! - Who must pass gets `=== PA`, and as a hint `search PAF5D6 …`, the pass and
//!   best play behind it. So does a game that is over get `=== PA`.
//! - A search to the end that leaves out what is improbable has the per cent of
//!   certainty as its depth, such as `73%`; `100%` is exact.
//! - `learn` is answered and nothing is learned: there is no book. So no hint is a
//!   `book` line, and `set contempt` changes nothing.
//! - What cannot be done, such as an illegal move, is told as `status`, and the
//!   game stays as it was.
//! - A line that is only a square is a move, as in version 1.
//!
//! [published]: https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm

mod answers;
mod game;

use outflank_engine::{Reach, ScoredMove};
use outflank_othello::{Move, Position, Square};

use super::line::Line;
use super::queue::{Action, Protocol};
use super::searcher::{SearchReport, SearchRequest};
use super::strength::{Strength, TimeLeft};
use answers::{PASS, discs, hint, name, node_stats, print, status};
use game::TimedGame;

/// Most moves that are searched for a hint.
const MOST_HINTS: usize = 128;

/// The engine's side of NBoard's protocol.
#[derive(Clone, Debug)]
pub struct NBoard {
    game: TimedGame,
    strength: Strength,
    search: Option<Search>,
}

/// A search that runs.
#[derive(Clone, Debug)]
struct Search {
    purpose: Purpose,
    empties: u32,
    /// Whether the position searched is the one after a pass.
    has_passed: bool,
    /// What was said last.
    said: Vec<ScoredMove>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A move.
    Go,
    /// So many hints.
    Hint(usize),
    /// The value of the position after so many moves, and of those before it.
    Analyze(usize),
}

impl NBoard {
    /// A new game on the usual board.
    #[must_use]
    pub fn new(strength: Strength) -> Self {
        Self {
            game: TimedGame::new(),
            strength,
            search: None,
        }
    }

    /// The engine's name, with its depth if that is limited.
    fn name(&self) -> Action {
        let reach = self.strength.limit(TimeLeft::Unlimited).reach;
        let depth = (reach != Reach::UNLIMITED).then(|| reach.depth.to_string());
        let depth = depth.unwrap_or_default();
        print(format!("set myname Outflank{depth}"))
    }

    fn set(&mut self, variable: &str, value: &str, out: &mut Vec<Action>) {
        match variable {
            "depth" => {
                let Ok(depth) = value.parse::<u32>() else {
                    let expected = "expected set depth and a number of plies";
                    return out.push(status(expected));
                };
                let level = depth.clamp(1, Reach::MOST_LEVEL);
                self.strength.reach = Some(Reach::level(level));
                out.push(self.name());
            }
            "game" => match TimedGame::from_ggf(value) {
                Ok(game) => self.game = game,
                Err(error) => out.push(status(&format!("the game cannot be read: {error}"))),
            },
            _ => {}
        }
    }

    /// `F5/EVALUATION/SECONDS`, of which the last two may be left out.
    fn play(&mut self, text: &str, out: &mut Vec<Action>) {
        let mut parts = text.split(['/', ' ']).map(str::trim);
        let word = parts.next().unwrap_or_default();
        let Some(mv) = parse_move(word) else {
            return out.push(status("expected a move such as F5 or PA"));
        };
        let seconds = parts.nth(1).and_then(|seconds| seconds.parse().ok());
        if let Err(error) = self.game.play(mv, seconds.unwrap_or_default()) {
            out.push(status(&format!("illegal move {word}: {error}")));
        }
    }

    /// Begins a search of a position that is not over. One in which the mover must
    /// pass is searched behind the pass.
    fn search(&mut self, purpose: Purpose, position: &Position, out: &mut Vec<Action>) {
        let (left, multi_pv) = match purpose {
            Purpose::Go => (self.game.left(position.mover()), 1),
            Purpose::Hint(multi_pv) => (TimeLeft::Unlimited, multi_pv),
            Purpose::Analyze(_) => (TimeLeft::Unlimited, 1),
        };
        let passed = position.pass().ok();
        self.search = Some(Search {
            purpose,
            empties: position.empties().len() as u32,
            has_passed: passed.is_some(),
            said: Vec::new(),
        });
        out.push(Action::Search(SearchRequest {
            position: passed.unwrap_or(*position),
            limit: self.strength.limit(left),
            multi_pv,
        }));
    }

    fn go(&mut self, out: &mut Vec<Action>) {
        let position = *self.game.position();
        if position.legal_moves().is_empty() {
            return out.push(print(format!("=== {PASS}")));
        }
        out.push(status("Outflank is thinking"));
        self.search(Purpose::Go, &position, out);
    }

    fn hint(&mut self, count: &str, out: &mut Vec<Action>) {
        let position = *self.game.position();
        if position.is_over() {
            return out.push(status("the game is over"));
        }
        let multi_pv = count.parse().unwrap_or(1).clamp(1, MOST_HINTS);
        out.push(status("Outflank is analyzing"));
        self.search(Purpose::Hint(multi_pv), &position, out);
    }

    /// Values positions of the game from the one after `moves` moves back to the
    /// start, up to the first that has to be searched.
    fn analyze_from(&mut self, moves: usize, out: &mut Vec<Action>) {
        for at in (0..=moves).rev() {
            let position = self.game.positions()[at];
            if !position.is_over() {
                return self.search(Purpose::Analyze(at), &position, out);
            }
            let score = position.score(position.mover());
            out.push(print(format!("analysis {at} {score}.00")));
        }
        out.push(status(""));
    }

    /// Says what of `found` was not said yet.
    fn say(search: &mut Search, found: &SearchReport, out: &mut Vec<Action>) {
        if matches!(search.purpose, Purpose::Analyze(_)) || search.said == found.moves {
            return;
        }
        search.said.clone_from(&found.moves);
        let moves = found.moves.iter();
        out.extend(moves.map(|mv| hint(mv, search.empties, search.has_passed)));
        out.push(node_stats(found));
    }
}

impl Protocol for NBoard {
    fn handle_line(&mut self, line: &Line, out: &mut Vec<Action>) {
        if line.is_cut {
            return out.push(status("the line is too long"));
        }
        let (command, rest) = command(&line.text);
        match command {
            "nboard" => out.push(self.name()),
            "set" => {
                let (variable, value) = self::command(rest);
                self.set(variable, value, out);
            }
            "move" => self.play(rest, out),
            "go" => self.go(out),
            "hint" => self.hint(rest, out),
            "analyze" => {
                out.push(status("Outflank is analyzing"));
                self.analyze_from(self.game.positions().len() - 1, out);
            }
            "ping" => {
                if let Ok(number) = rest.parse::<i64>() {
                    out.push(print(format!("pong {number}")));
                }
            }
            "learn" => out.push(print("learned")),
            "quit" => out.push(Action::Quit),
            word if rest.is_empty() && parse_move(word).is_some() => self.play(word, out),
            _ => {}
        }
    }

    fn progress(&mut self, found: &SearchReport, out: &mut Vec<Action>) {
        if let Some(search) = &mut self.search {
            Self::say(search, found, out);
        }
    }

    fn done(&mut self, found: &SearchReport, was_stopped: bool, out: &mut Vec<Action>) {
        let Some(mut search) = self.search.take() else {
            return;
        };
        if was_stopped {
            return out.push(status(""));
        }
        Self::say(&mut search, found, out);
        let best = found.moves.first();
        match search.purpose {
            Purpose::Go => {
                let position = self.game.position();
                let square = best.map(|best| best.square);
                let square = square.or_else(|| position.legal_moves().first());
                let mv = square.map_or_else(|| PASS.to_owned(), name);
                let eval = best.map(|best| discs(best.value, search.has_passed));
                let seconds = found.elapsed.as_secs_f64();
                let eval = eval.unwrap_or_default();
                out.push(print(format!("=== {mv}/{eval}/{seconds:.2}")));
            }
            Purpose::Hint(_) => out.push(status("")),
            Purpose::Analyze(at) => {
                if let Some(best) = best {
                    let eval = discs(best.value, search.has_passed);
                    out.push(print(format!("analysis {at} {eval}")));
                }
                match at.checked_sub(1) {
                    Some(before) => self.analyze_from(before, out),
                    None => out.push(status("")),
                }
            }
        }
    }

    fn is_stopped_by(&self, line: &Line) -> bool {
        matches!(command(&line.text).0, "ping" | "quit")
    }

    fn is_stopped_by_end_of_input(&self) -> bool {
        false
    }
}

/// The first word of a text and what stands behind it.
fn command(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Reads a square or a pass.
fn parse_move(word: &str) -> Option<Move> {
    if ["pa", "pass"]
        .iter()
        .any(|pass| word.eq_ignore_ascii_case(pass))
    {
        return Some(Move::Pass);
    }
    word.parse::<Square>().ok().map(Move::Place)
}

#[cfg(test)]
mod tests;
