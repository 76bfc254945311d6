//! GTP, the Go Text Protocol, version 2, as Othello programs speak it.
//!
//! The syntax follows [draft 2 of the specification][draft]: a command with an optional
//! number, answered by `=` or `?`, the same number, text and an empty line. Squares are
//! named as in Othello, with `a1` at the top left, in either case.
//!
//! [draft]: http://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html

mod engine;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_othello::{Color, Move, Shape, Square};

use crate::quoted;

pub use engine::{Clocks, Gtp};

/// The largest command number that the specification allows.
const MAX_ID: u32 = i32::MAX as u32;

/// Maximum time in a command, in seconds.
const MAX_SECONDS: f64 = 1e9;

/// A command line.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The command's number, which its response repeats.
    pub id: Option<u32>,
    /// The command, or the message for an invalid one.
    pub command: Result<Command, String>,
}

/// A command to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command COMMAND`
    KnownCommand(String),
    /// `list_commands`
    ListCommands,
    /// `list_games`, for interfaces that support several games.
    ListGames,
    /// `set_game GAME`
    SetGame(String),
    /// `quit`
    Quit,
    /// `boardsize 8`, `boardsize 9 7` (columns, rows) or `boardsize 8x8-a1h8`.
    BoardSize(Shape),
    /// `clear_board`
    ClearBoard,
    /// `komi NUMBER`
    Komi(f64),
    /// `level N`
    Level(u32),
    /// `play COLOR SQUARE|pass`
    Play(Color, Move),
    /// `undo`
    Undo,
    /// `genmove COLOR`
    GenMove(Color),
    /// `reg_genmove COLOR`: like `genmove`, but does not play the move.
    RegGenMove(Color),
    /// `outflank-analyze [COLOR] [COUNT]`
    Analyze {
        /// The side to move, if given.
        color: Option<Color>,
        /// The number of best moves to report.
        count: usize,
    },
    /// `time_settings MAIN PERIOD STONES`, times in seconds.
    TimeSettings {
        /// The main time.
        main: Duration,
        /// The time of each period after it.
        period: Duration,
        /// Moves to be made in each period.
        stones: u32,
    },
    /// `time_left COLOR TIME STONES`, the time in seconds.
    TimeLeft {
        /// The side whose clock it is.
        color: Color,
        /// The remaining time.
        time: Duration,
        /// Moves still to be made in this period; 0 in the main time.
        stones: u32,
    },
    /// `showboard`
    ShowBoard,
    /// `final_score`
    FinalScore,
}

/// Returns the error for arguments that are not `expected`.
fn syntax(expected: &str) -> String {
    format!("syntax error: expected {expected}")
}

/// Returns the error for a word that is not `what`.
fn expected(what: &str, found: &str) -> String {
    syntax(&format!("{what}, not {}", quoted(found)))
}

impl Request {
    /// Parses a line. Returns `None` if it is blank or a comment.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let text = line.split('#').next().unwrap_or_default();
        // The specification requires control characters other than tabs to be dropped.
        let text: String = text
            .chars()
            .filter(|&c| c == '\t' || !c.is_control())
            .collect();
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&first, rest) = words.split_first()?;
        if !first.bytes().all(|byte| byte.is_ascii_digit()) {
            let command = Command::parse(first, rest);
            return Some(Self { id: None, command });
        }
        let id = first.parse().ok().filter(|&id| id <= MAX_ID);
        let command = match (id, rest.split_first()) {
            (None, _) => Err(expected("a number up to 2147483647", first)),
            (Some(_), None) => Err("expected a command after the number".to_owned()),
            (Some(_), Some((name, arguments))) => Command::parse(name, arguments),
        };
        Some(Self { id, command })
    }
}

impl Command {
    /// The names of all commands, sorted.
    pub const NAMES: [&str; 21] = [
        "boardsize",
        "clear_board",
        "final_score",
        "genmove",
        "known_command",
        "komi",
        "level",
        "list_commands",
        "list_games",
        "name",
        "outflank-analyze",
        "play",
        "protocol_version",
        "quit",
        "reg_genmove",
        "set_game",
        "showboard",
        "time_left",
        "time_settings",
        "undo",
        "version",
    ];

    /// Parses a command's name and arguments. Commands without arguments ignore any.
    fn parse(name: &str, arguments: &[&str]) -> Result<Self, String> {
        let usage = |usage: &str| syntax(&format!("{name} {usage}"));
        Ok(match (name, arguments) {
            ("protocol_version", _) => Self::ProtocolVersion,
            ("name", _) => Self::Name,
            ("version", _) => Self::Version,
            ("list_commands", _) => Self::ListCommands,
            ("list_games", _) => Self::ListGames,
            ("quit", _) => Self::Quit,
            ("clear_board", _) => Self::ClearBoard,
            ("undo", _) => Self::Undo,
            ("showboard", _) => Self::ShowBoard,
            ("final_score", _) => Self::FinalScore,
            ("known_command", [command]) => Self::KnownCommand((*command).to_owned()),
            ("known_command", _) => return Err(usage("COMMAND")),
            ("set_game", [game]) => Self::SetGame((*game).to_owned()),
            ("set_game", _) => return Err(usage("GAME")),
            ("boardsize", arguments) => Self::BoardSize(parse_shape(arguments)?),
            ("komi", [komi]) => Self::Komi(number(komi, "a number")?),
            ("komi", _) => return Err(usage("KOMI")),
            ("level", [level]) => Self::Level(number(level, "a level")?),
            ("level", _) => return Err(usage("LEVEL")),
            ("play", [color, mv]) => Self::Play(parse_color(color)?, square_or_pass(mv)?),
            ("play", _) => return Err(usage("COLOR SQUARE")),
            ("genmove", [color]) => Self::GenMove(parse_color(color)?),
            ("reg_genmove", [color]) => Self::RegGenMove(parse_color(color)?),
            ("genmove" | "reg_genmove", _) => return Err(usage("COLOR")),
            ("outflank-analyze", arguments) => parse_analyze(arguments)?,
            ("time_settings", [main, period, stones]) => Self::TimeSettings {
                main: seconds(main)?,
                period: seconds(period)?,
                stones: number(stones, "a number of stones")?,
            },
            ("time_settings", _) => return Err(usage("MAIN PERIOD STONES")),
            ("time_left", [color, time, stones]) => Self::TimeLeft {
                color: parse_color(color)?,
                time: seconds(time)?,
                stones: number(stones, "a number of stones")?,
            },
            ("time_left", _) => return Err(usage("COLOR TIME STONES")),
            _ => return Err(format!("unknown command {}", quoted(name))),
        })
    }
}

/// Formats the command as a line without a number.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProtocolVersion => f.write_str("protocol_version"),
            Self::Name => f.write_str("name"),
            Self::Version => f.write_str("version"),
            Self::KnownCommand(command) => write!(f, "known_command {command}"),
            Self::ListCommands => f.write_str("list_commands"),
            Self::ListGames => f.write_str("list_games"),
            Self::SetGame(game) => write!(f, "set_game {game}"),
            Self::Quit => f.write_str("quit"),
            Self::BoardSize(shape) if shape.has_holes() => write!(f, "boardsize {shape}"),
            Self::BoardSize(shape) if shape.width() == shape.height() => {
                write!(f, "boardsize {}", shape.width())
            }
            Self::BoardSize(shape) => write!(f, "boardsize {} {}", shape.width(), shape.height()),
            Self::ClearBoard => f.write_str("clear_board"),
            Self::Komi(komi) => write!(f, "komi {komi}"),
            Self::Level(level) => write!(f, "level {level}"),
            Self::Play(color, mv) => write!(f, "play {} {mv}", letter(*color)),
            Self::Undo => f.write_str("undo"),
            Self::GenMove(color) => write!(f, "genmove {}", letter(*color)),
            Self::RegGenMove(color) => write!(f, "reg_genmove {}", letter(*color)),
            Self::Analyze { color, count } => match color {
                Some(color) => write!(f, "outflank-analyze {} {count}", letter(*color)),
                None => write!(f, "outflank-analyze {count}"),
            },
            Self::TimeSettings {
                main,
                period,
                stones,
            } => {
                let [main, period] = [main, period].map(Duration::as_secs_f64);
                write!(f, "time_settings {main} {period} {stones}")
            }
            Self::TimeLeft {
                color,
                time,
                stones,
            } => {
                let (color, time) = (letter(*color), time.as_secs_f64());
                write!(f, "time_left {color} {time} {stones}")
            }
            Self::ShowBoard => f.write_str("showboard"),
            Self::FinalScore => f.write_str("final_score"),
        }
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

fn parse_shape(arguments: &[&str]) -> Result<Shape, String> {
    const SIDE: &str = "a number of squares";
    let unacceptable = |error: &str| format!("unacceptable size: {error}");
    let sides =
        |width, height| Shape::new(width, height).map_err(|error| unacceptable(&error.to_string()));
    match arguments {
        [shape] if shape.contains('x') => {
            let shape = shape.parse::<Shape>();
            shape.map_err(|error| unacceptable(error.message()))
        }
        [side] => {
            let side = number(side, SIDE)?;
            sides(side, side)
        }
        [width, height] => sides(number(width, SIDE)?, number(height, SIDE)?),
        _ => Err(syntax("boardsize WIDTH [HEIGHT]")),
    }
}

fn parse_analyze(arguments: &[&str]) -> Result<Command, String> {
    const COUNT: &str = "a number of moves";
    let (color, count) = match *arguments {
        [] => (None, 1),
        [color, count] => (Some(parse_color(color)?), number(count, COUNT)?),
        [word] => match word.parse() {
            Ok(count) => (None, count),
            Err(_) => (Some(parse_color(word)?), 1),
        },
        _ => return Err(syntax("outflank-analyze [COLOR] [COUNT]")),
    };
    Ok(Command::Analyze { color, count })
}

fn parse_color(word: &str) -> Result<Color, String> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(expected("black or white", word)),
    }
}

fn square_or_pass(word: &str) -> Result<Move, String> {
    parse_vertex(word).ok_or_else(|| expected("a square such as f5, or pass", word))
}

fn number<T: FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| expected(what, word))
}

/// Parses seconds; some clients send fractions.
fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = number(word, "a number of seconds")?;
    if !(0.0..=MAX_SECONDS).contains(&seconds) {
        return Err(expected("a number of seconds", word));
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Parses a move of a command or response: `f5`, `F5` or `pass`.
#[must_use]
pub fn parse_vertex(word: &str) -> Option<Move> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    word.parse::<Square>().ok().map(Move::Place)
}

/// Returns a square as responses spell it: `F5`.
#[must_use]
pub fn vertex(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// The response to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The number of the command.
    pub id: Option<u32>,
    /// The text after `=`, or the message after `?`.
    pub result: Result<String, String>,
}

impl Response {
    /// Parses the first line of a response: `=` or `?`, an optional number, and text.
    /// Returns `None` if the line does not begin a response.
    #[must_use]
    pub fn parse_first_line(line: &str) -> Option<Self> {
        let rest = line.strip_prefix(['=', '?'])?;
        let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = rest[..rest.len() - text.len()].parse().ok();
        let text = text.trim().to_owned();
        let is_success = line.starts_with('=');
        Some(Self {
            id,
            result: if is_success { Ok(text) } else { Err(text) },
        })
    }
}

/// Formats the response without the empty line that ends it.
impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(message) => ('?', message),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        if text.is_empty() {
            writeln!(f)
        } else {
            writeln!(f, " {text}")
        }
    }
}

/// Collects the lines of a response as they arrive.
#[derive(Clone, Debug, Default)]
pub struct ResponseReader {
    begun: Option<Response>,
}

impl ResponseReader {
    /// Adds the next line, and returns the response if it is now complete. Skips banners
    /// and other output before a response.
    pub fn push(&mut self, line: &str) -> Option<Response> {
        match &mut self.begun {
            None => self.begun = Response::parse_first_line(line),
            Some(_) if line.trim().is_empty() => return self.begun.take(),
            Some(response) => {
                let (Ok(text) | Err(text)) = &mut response.result;
                text.push('\n');
                text.push_str(line.trim());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn command(line: &str) -> Result<Command, String> {
        let request = Request::parse(line).unwrap();
        assert_eq!(request.id, None);
        request.command
    }

    #[test]
    fn names_are_sorted_and_known() {
        assert!(Command::NAMES.is_sorted_by(|a, b| a < b));
        for name in Command::NAMES {
            assert_ne!(command(name), Err(format!("unknown command {name:?}")));
        }
    }

    #[test]
    fn commands_round_trip() {
        for line in [
            "protocol_version",
            "name",
            "version",
            "known_command play",
            "list_commands",
            "list_games",
            "set_game Othello",
            "quit",
            "boardsize 8",
            "boardsize 9 7",
            "boardsize 8x8-a1h8",
            "clear_board",
            "komi 6.5",
            "level 12",
            "play b f5",
            "play w pass",
            "undo",
            "genmove b",
            "reg_genmove w",
            "outflank-analyze 3",
            "outflank-analyze w 1",
            "time_settings 60 30.5 5",
            "time_left b 600 0",
            "showboard",
            "final_score",
        ] {
            assert_eq!(command(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn comments_and_control_characters_are_dropped() {
        let play = Command::Play(Color::Black, Move::Place("f5".parse().unwrap()));
        assert_eq!(command("play\tb\u{7} F5\r # now"), Ok(play));
        assert_eq!(Request::parse("# nothing"), None);
        assert_eq!(Request::parse("  \t "), None);
    }

    #[test]
    fn a_number_before_the_command_is_its_id() {
        let request = Request::parse(" 12  name ").unwrap();
        assert_eq!((request.id, request.command), (Some(12), Ok(Command::Name)));
        let request = Request::parse("12").unwrap();
        let missing = "expected a command after the number".to_owned();
        assert_eq!((request.id, request.command), (Some(12), Err(missing)));
        let request = Request::parse("2147483648 name").unwrap();
        assert!(request.id.is_none() && request.command.is_err());
    }

    #[test]
    fn responses_round_trip() {
        for (text, id, result) in [
            ("=\n", None, Ok("")),
            ("= D6\n", None, Ok("D6")),
            ("=12 D6\n", Some(12), Ok("D6")),
            ("?3 illegal move\n", Some(3), Err("illegal move")),
            ("= play\ngenmove\n", None, Ok("play\ngenmove")),
        ] {
            let result = result.map(str::to_owned).map_err(str::to_owned);
            let response = Response { id, result };
            assert_eq!(response.to_string(), text);
            let mut reader = ResponseReader::default();
            for line in ["Welcome!", ""].into_iter().chain(text.lines()) {
                assert_eq!(reader.push(line), None, "{line:?}");
            }
            assert_eq!(reader.push(" "), Some(response));
        }
        for talk in ["", "Welcome!", " = D6", "# = D6"] {
            assert_eq!(Response::parse_first_line(talk), None);
        }
    }

    proptest! {
        #[test]
        fn a_command_displays_as_a_line_that_parses_to_it(line in "\\PC{0,40}") {
            let display = |line: &str| Some(Request::parse(line)?.command.ok()?.to_string());
            if let Some(command) = display(&line) {
                prop_assert_eq!(display(&command), Some(command));
            }
        }
    }
}
