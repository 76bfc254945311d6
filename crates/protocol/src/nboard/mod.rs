//! The protocol between NBoard and engines, version 2, [published with NTest][published].
//!
//! Unlike in GTP, not every line is answered: both sides ignore unknown lines, and a
//! `ping` shows whether an engine has caught up.
//!
//! [published]: https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm

mod engine;

use std::fmt;

use outflank_othello::{Move, Square};

use crate::quoted;

pub use engine::NBoard;

/// A line from the interface to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `nboard 2`: the version of the protocol.
    NBoard,
    /// `set depth PLIES`
    SetDepth(u32),
    /// `set game GGF`
    SetGame(String),
    /// `move F5/EVAL/SECONDS`, the last two optional. A line with only a square is also a
    /// move, as in version 1.
    Move(TimedMove),
    /// `go`: requests the move.
    Go,
    /// `hint COUNT`: requests the `COUNT` best moves.
    Hint(usize),
    /// `analyze`: requests the score of every position of the game.
    Analyze,
    /// `ping NUMBER`
    Ping(i64),
    /// `learn`
    Learn,
    /// `quit`
    Quit,
}

/// A move with its evaluation and time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedMove {
    /// The move.
    pub mv: Move,
    /// The player's evaluation, in discs.
    pub eval: Option<f64>,
    /// The time spent on the move, in seconds.
    pub seconds: Option<f64>,
}

impl Command {
    /// Parses a line. Returns `None` for lines that an engine ignores.
    ///
    /// # Errors
    ///
    /// Returns an error if the argument of a command is invalid.
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let (word, rest) = split_word(line);
        Ok(Some(match word {
            "nboard" => Self::NBoard,
            "set" => match split_word(rest) {
                ("depth", depth) => {
                    let depth = depth.parse().ok();
                    Self::SetDepth(depth.ok_or("expected set depth and a number of plies")?)
                }
                ("game", ggf) => Self::SetGame(ggf.to_owned()),
                _ => return Ok(None),
            },
            "move" => {
                let mv = TimedMove::parse(rest);
                Self::Move(mv.ok_or("expected a move such as F5 or PA")?)
            }
            "go" => Self::Go,
            "hint" => Self::Hint(rest.parse().unwrap_or(1)),
            "analyze" => Self::Analyze,
            "ping" => return Ok(rest.parse().ok().map(Self::Ping)),
            "learn" => Self::Learn,
            "quit" => Self::Quit,
            mv if rest.is_empty() => return Ok(TimedMove::parse(mv).map(Self::Move)),
            _ => return Ok(None),
        }))
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NBoard => f.write_str("nboard 2"),
            Self::SetDepth(depth) => write!(f, "set depth {depth}"),
            Self::SetGame(ggf) => write!(f, "set game {ggf}"),
            Self::Move(mv) => write!(f, "move {mv}"),
            Self::Go => f.write_str("go"),
            Self::Hint(count) => write!(f, "hint {count}"),
            Self::Analyze => f.write_str("analyze"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Learn => f.write_str("learn"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl TimedMove {
    /// Parses `F5/EVAL/SECONDS`, or `f5 EVAL SECONDS` as Edax writes it. Invalid numbers
    /// are ignored.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(['/', ' ']).map(str::trim);
        let mv = parse_move(parts.next()?)?;
        let mut number = || parts.next()?.parse().ok();
        Some(Self {
            mv,
            eval: number(),
            seconds: number(),
        })
    }
}

impl From<Move> for TimedMove {
    fn from(mv: Move) -> Self {
        Self {
            mv,
            eval: None,
            seconds: None,
        }
    }
}

impl fmt::Display for TimedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name(self.mv))?;
        let eval = self.eval.map(|eval| Discs(eval).to_string());
        match (eval, self.seconds) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(f, "/{eval}"),
            (eval, Some(seconds)) => write!(f, "/{}/{seconds:.2}", eval.unwrap_or_default()),
        }
    }
}

/// A line from the engine to the interface.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// `set myname NAME`
    MyName(String),
    /// `status TEXT`: the line below the board.
    Status(String),
    /// `nodestats NODES SECONDS`
    NodeStats {
        /// Positions searched.
        nodes: u64,
        /// Time spent, in seconds.
        seconds: f64,
    },
    /// `search PV EVAL 0 DEPTH`: a move with its principal variation.
    Search {
        /// The moves. The evaluation is that of the first one.
        pv: Vec<Move>,
        /// Its evaluation in discs, for the side to move.
        eval: f64,
        /// The search depth.
        depth: Depth,
    },
    /// `=== F5/EVAL/SECONDS`: the chosen move.
    Choice(TimedMove),
    /// `analysis MOVES EVAL`: the score of the position after a number of moves.
    Analysis {
        /// Number of moves before the position.
        moves: usize,
        /// In discs, for the side to move.
        eval: f64,
    },
    /// `pong NUMBER`
    Pong(i64),
    /// `learned`
    Learned,
}

/// The depth of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// `12`: plies.
    Plies(u32),
    /// `73%`: to the end of the game, with this selectivity; `100%` is exact.
    ToEnd(u32),
}

impl Message {
    /// Parses a choice or a pong. Returns `None` for other lines.
    ///
    /// # Errors
    ///
    /// Returns an error if the line is a choice that is not a move.
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let Some(choice) = line.trim().strip_prefix("===") else {
            return Ok(match split_word(line) {
                ("pong", number) => number.parse().ok().map(Self::Pong),
                _ => None,
            });
        };
        let choice = choice.trim_start();
        let word = choice.split(['/', ' ']).next().unwrap_or_default();
        let choice = TimedMove::parse(choice)
            .ok_or_else(|| format!("{} is not a move: expected a square", quoted(word)))?;
        Ok(Some(Self::Choice(choice)))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MyName(name) => write!(f, "set myname {name}"),
            Self::Status(text) => write!(f, "status {text}"),
            Self::NodeStats { nodes, seconds } => write!(f, "nodestats {nodes} {seconds:.2}"),
            Self::Search { pv, eval, depth } => {
                f.write_str("search ")?;
                pv.iter().try_for_each(|&mv| write!(f, "{}", Name(mv)))?;
                write!(f, " {} 0 {depth}", Discs(*eval))
            }
            Self::Choice(choice) => write!(f, "=== {choice}"),
            Self::Analysis { moves, eval } => write!(f, "analysis {moves} {}", Discs(*eval)),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Learned => f.write_str("learned"),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plies(plies) => write!(f, "{plies}"),
            Self::ToEnd(percent) => write!(f, "{percent}%"),
        }
    }
}

/// Formats a move as NBoard spells it: `F5` or `PA`.
struct Name(Move);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Place(square) => f.write_str(&square.to_string().to_ascii_uppercase()),
            Move::Pass => f.write_str("PA"),
        }
    }
}

/// Formats an evaluation with two decimals; adding zero avoids `-0.0`.
struct Discs(f64);

impl fmt::Display for Discs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0 + 0.0)
    }
}

/// Returns the first word of the text and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Parses a square or a pass, spelled `PA`, `PASS` or `PS`.
fn parse_move(word: &str) -> Option<Move> {
    let is_pass = ["pa", "pass", "ps"]
        .iter()
        .any(|pass| word.eq_ignore_ascii_case(pass));
    if is_pass {
        return Some(Move::Pass);
    }
    word.parse::<Square>().ok().map(Move::Place)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn square(name: &str) -> Move {
        Move::Place(name.parse().unwrap())
    }

    #[test]
    fn commands_round_trip() {
        for line in [
            "nboard 2",
            "set depth 12",
            "set game (;GM[Othello];)",
            "move F5",
            "move PA",
            "move F5/1.50",
            "move F5//0.25",
            "go",
            "hint 3",
            "analyze",
            "ping 7",
            "learn",
            "quit",
        ] {
            let command = Command::parse(line).unwrap().unwrap();
            assert_eq!(command.to_string(), line);
        }
        assert_eq!(
            Command::parse("d3"),
            Ok(Some(Command::Move(square("d3").into())))
        );
        for (line, message) in [
            ("set depth x", "expected set depth and a number of plies"),
            ("move 5f", "expected a move such as F5 or PA"),
        ] {
            assert_eq!(Command::parse(line), Err(message.to_owned()));
        }
        for ignored in ["", "set contempt 5", "castle", "f5 d6", "ping", "ping x"] {
            assert_eq!(Command::parse(ignored), Ok(None), "{ignored:?}");
        }
    }

    #[test]
    fn messages_display_as_in_the_protocol() {
        let message = Message::Search {
            pv: vec![Move::Pass, square("f5"), square("k11")],
            eval: 0.25,
            depth: Depth::ToEnd(73),
        };
        assert_eq!(message.to_string(), "search PAF5K11 0.25 0 73%");
        let (nodes, seconds) = (35805, 0.25);
        let message = Message::NodeStats { nodes, seconds };
        assert_eq!(message.to_string(), "nodestats 35805 0.25");
        for line in ["=== F5/1.25/0.02", "=== PA", "pong 12"] {
            let message = Message::parse(line).unwrap().unwrap();
            assert_eq!(message.to_string(), line);
        }
        for talk in ["", "F5", "== F5", "pong", "pong x", "ping 1", "pong12"] {
            assert_eq!(Message::parse(talk), Ok(None), "{talk:?}");
        }
    }

    #[test]
    fn choices_are_parsed_in_every_spelling() {
        let choice = |line| match Message::parse(line) {
            Ok(Some(Message::Choice(choice))) => Ok(choice.mv),
            Err(message) => Err(message),
            other => panic!("{line:?}: {other:?}"),
        };
        for line in [
            "=== F5",
            "=== f5",
            "===  F5 ",
            "===F5",
            "=== F5/0.5/1.2",
            "=== F5//1.2",
            "=== F5/-3.25",
            "=== f5 -1.00 0.0",
            "=== F5 /0.5",
        ] {
            assert_eq!(choice(line), Ok(square("f5")), "{line:?}");
        }
        for line in ["=== PA", "=== pa//0.1", "=== PASS/0/0", "=== PS"] {
            assert_eq!(choice(line), Ok(Move::Pass), "{line:?}");
        }
        assert_eq!(choice("=== K11/1/2"), Ok(square("k11")));
        for (line, word) in [
            ("===", ""),
            ("=== /1/2", ""),
            ("=== resign 1", "resign"),
            ("=== é5", "é5"),
        ] {
            let message = format!("{word:?} is not a move: expected a square");
            assert_eq!(choice(line), Err(message));
        }
    }

    #[test]
    fn zero_is_never_negative() {
        let message = Message::Analysis {
            moves: 0,
            eval: -0.0,
        };
        assert_eq!(message.to_string(), "analysis 0 0.00");
    }

    proptest! {
        #[test]
        fn a_line_that_parses_displays_as_an_equal_one(line in "(===|move|set game|)\\PC{0,40}") {
            if let Ok(Some(command)) = Command::parse(&line) {
                let again = Command::parse(&command.to_string());
                prop_assert_eq!(again.map(|again| again.map(|again| again.to_string())), Ok(Some(command.to_string())));
            }
            if let Ok(Some(message)) = Message::parse(&line) {
                let again = Message::parse(&message.to_string());
                prop_assert_eq!(again.map(|again| again.map(|again| again.to_string())), Ok(Some(message.to_string())));
            }
        }
    }
}
