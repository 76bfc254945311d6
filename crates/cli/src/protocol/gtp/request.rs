//! Command lines and answers.

use std::fmt;
use std::str::FromStr;

use outflank_othello::{Color, IllegalMove, Move, Square};

use crate::protocol::Action;
use crate::protocol::history::HistoryError;

/// Most characters of a client's word that an answer quotes.
const QUOTED: usize = 40;

/// Greatest number of a command.
const MOST_ID: u32 = i32::MAX as u32;

/// A command with its number and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request<'a> {
    pub(super) command: &'a str,
    arguments: Vec<&'a str>,
}

/// Why a command is not obeyed, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure(String);

/// The number before a command, if there is one, and the command, if it can be
/// made out.
pub(super) struct Numbered<'a> {
    id: Option<u32>,
    request: Result<Request<'a>, Failure>,
}

/// A line as GTP reads it: no control characters, no comment.
pub(super) fn cleaned(text: &str) -> String {
    let text = text.split('#').next().unwrap_or_default();
    let text = text.chars().filter(|&c| c == '\t' || !c.is_control());
    text.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

impl<'a> Request<'a> {
    /// The command in a line that was cleaned; none if the line is empty.
    pub(super) fn parse(text: &'a str) -> Option<Numbered<'a>> {
        let mut words = text.split_whitespace().peekable();
        let first = *words.peek()?;
        if !first.bytes().all(|byte| byte.is_ascii_digit()) {
            let request = Ok(Self::new(words));
            return Some(Numbered { id: None, request });
        }
        words.next();
        let id = first.parse().ok().filter(|&id| id <= MOST_ID);
        let request = match (id, words.peek()) {
            (None, _) => Err(Failure::expected("a number up to 2147483647", first)),
            (Some(_), None) => Err(Failure::new("expected a command behind the number")),
            (Some(_), Some(_)) => Ok(Self::new(words)),
        };
        Some(Numbered { id, request })
    }

    /// The words are a command and its arguments.
    fn new(mut words: impl Iterator<Item = &'a str>) -> Self {
        Self {
            command: words.next().unwrap_or_default(),
            arguments: words.collect(),
        }
    }

    /// The arguments, which have to be as many as there are names for them.
    pub(super) fn arguments<const N: usize>(
        &self,
        names: [&str; N],
    ) -> Result<[&'a str; N], Failure> {
        <[&str; N]>::try_from(&*self.arguments).map_err(|_| {
            let (command, names) = (self.command, names.join(" "));
            Failure::new(format!("syntax error: expected {command} {names}"))
        })
    }

    /// All the arguments.
    pub(super) fn all_arguments(&self) -> &[&'a str] {
        &self.arguments
    }
}

impl<'a> Numbered<'a> {
    pub(super) const fn id(&self) -> Option<u32> {
        self.id
    }

    pub(super) fn and_then<T>(
        self,
        reply: impl FnOnce(Request<'a>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.request.and_then(reply)
    }
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Something else stood where `what` was expected.
    pub(super) fn expected(what: &str, found: &str) -> Self {
        Self(format!(
            "syntax error: expected {what}, not {}",
            quoted(found)
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        Self(format!("illegal move: {error}"))
    }
}

impl From<IllegalMove> for Failure {
    fn from(error: IllegalMove) -> Self {
        Self(format!("illegal move: {error}"))
    }
}

/// A client's word, which may be long.
pub(super) fn quoted(word: &str) -> String {
    match word.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{:?}…", &word[..end]),
        None => format!("{word:?}"),
    }
}

/// Reads the name of a side.
pub(super) fn color(word: &str) -> Result<Color, Failure> {
    match &*word.to_ascii_lowercase() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(Failure::expected("black or white", word)),
    }
}

/// Reads a square or a pass.
pub(super) fn mv(word: &str) -> Result<Move, Failure> {
    if word.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let square: Result<Square, _> = word.parse();
    let square = square.map_err(|_| Failure::expected("a square such as f5, or pass", word));
    square.map(Move::Place)
}

/// Reads a number.
pub(super) fn number<T: FromStr>(word: &str, what: &str) -> Result<T, Failure> {
    word.parse().map_err(|_| Failure::expected(what, word))
}

/// The name of a square in an answer.
pub(super) fn vertex(square: Square) -> String {
    square.to_string().to_ascii_uppercase()
}

/// The first line of an answer whose other lines follow.
pub(super) fn head(id: Option<u32>) -> Action {
    Action::Print(format!("={}", shown(id)))
}

/// A whole answer, with the empty line at its end.
pub(super) fn answer(id: Option<u32>, reply: Result<&str, &Failure>) -> Action {
    let id = shown(id);
    Action::Print(match reply {
        Ok("") => format!("={id}\n"),
        Ok(text) => format!("={id} {text}\n"),
        Err(failure) => format!("?{id} {failure}\n"),
    })
}

fn shown(id: Option<u32>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_as_the_specification_says() {
        assert_eq!(cleaned("play\tb\u{7} f5\r # now"), "play b f5 ");
        assert_eq!(cleaned("# nothing"), "");
    }

    #[test]
    fn numbers_are_told_from_commands() {
        let parse = |text| Request::parse(text).map(|numbered| (numbered.id, numbered.request));
        assert_eq!(parse("   "), None);
        let name = Request {
            command: "name",
            arguments: Vec::new(),
        };
        assert_eq!(parse("name"), Some((None, Ok(name.clone()))));
        assert_eq!(parse(" 12  name "), Some((Some(12), Ok(name))));
        let (id, request) = parse("12").unwrap();
        assert!(id == Some(12) && request.is_err());
        let (id, request) = parse("2147483648 name").unwrap();
        assert!(id.is_none() && request.is_err());
    }

    #[test]
    fn long_words_are_quoted_in_part() {
        assert_eq!(quoted("name"), "\"name\"");
        let long = "é".repeat(100);
        assert_eq!(quoted(&long), format!("\"{}\"…", "é".repeat(QUOTED)));
    }
}
