//! Parsing PGN games.

use super::tokens::{Token, TokenKind, Tokens};
use crate::format::move_replay::MoveReplay;
use crate::format::omission::OmissionList;
use crate::format::record::{append, parse_number};
use crate::format::{
    Clock, Ending, GameRecord, GameResult, MoveNote, Omission, ParsedGame, RecordedScore,
};
use crate::{Color, Game, Move, ParseError, Position, Shape};

/// Parses one game in PGN on a board of `shape`.
///
/// # Errors
///
/// Returns an error with line and column if the text is not a game or a move is illegal.
/// Everything else that cannot be parsed is listed in [`ParsedGame::omissions`].
pub fn parse_pgn(text: &str, shape: Shape) -> Result<ParsedGame, ParseError> {
    let mut omissions = OmissionList::default();
    let mut record = GameRecord::new(Game::new(shape));
    let mut ending = None;
    let (mut rest, mut line) = (text, 1);
    loop {
        let first = rest.split_inclusive('\n').next().unwrap_or_default();
        let trimmed = first.trim();
        if trimmed.starts_with('[') {
            let Some((name, value)) = parse_tag(trimmed) else {
                let column = first.len() - first.trim_start().len() + 1;
                let expected = "a tag such as [Black \"name\"]";
                return Err(ParseError::expected(line, column, trimmed, expected));
            };
            tag(name, &value, &mut record, &mut ending, &mut omissions);
        } else if !(trimmed.is_empty() || trimmed.starts_with('%')) || first.is_empty() {
            break;
        }
        rest = &rest[first.len()..];
        line += 1;
    }
    let mut reader = Reader {
        player: MoveReplay::new(Position::start(shape)),
        pending: None,
        depth: 0,
        record,
        omissions,
    };
    let mut tokens = Tokens::new(rest, line);
    while let Some(token) = tokens.next()? {
        reader.take(token)?;
    }
    reader.finish(ending)
}

/// Parses `[Black "name"]`; a backslash escapes a quotation mark in the name.
fn parse_tag(line: &str) -> Option<(&str, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(|c: char| c.is_whitespace())?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = Some(name).filter(|name| name.chars().all(is_name))?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        text.extend(match c {
            '\\' => chars.next(),
            c => Some(c),
        });
    }
    Some((name, text))
}

/// Stores a tag in the record.
fn tag(
    name: &str,
    value: &str,
    record: &mut GameRecord,
    ending: &mut Option<Ending>,
    omissions: &mut OmissionList,
) {
    let value = value.trim();
    // An unknown date is written as `????.??.??`.
    let is_no_date = || value.trim_matches(['?', '.', '-']).is_empty();
    if matches!(value, "" | "?" | "-") || (name == "Date" && is_no_date()) {
        return;
    }
    let text = || Some(value.to_owned());
    match name {
        "Event" => record.tournament = text(),
        "Site" => record.place = text(),
        "Round" => record.round = text(),
        "Black" => record.black.name = text(),
        "White" => record.white.name = text(),
        "Date" => record.date = omissions.value(name, value.parse().ok()),
        "Result" if value == "*" => {}
        "Result" => record.result = omissions.value(name, parse_result(value)),
        "BlackElo" => record.black.rating = omissions.value(name, parse_number(value)),
        "WhiteElo" => record.white.rating = omissions.value(name, parse_number(value)),
        "TimeControl" => {
            let seconds = value.parse().ok().filter(|&seconds| seconds > 0);
            let clock = omissions.value(name, seconds.map(Clock::from_seconds));
            (record.black.clock, record.white.clock) = (clock, clock);
        }
        "Termination" => match value {
            "time forfeit" => *ending = Some(Ending::Time),
            "resignation" => *ending = Some(Ending::Resigned),
            "agreement" => *ending = Some(Ending::Agreed),
            "normal" | "unterminated" => {}
            _ => omissions.add(Omission::Value(name.to_owned())),
        },
        _ => omissions.add(Omission::Property(name.to_owned())),
    }
}

/// Parses `33-31`, `1-0`, `0-1` and `1/2-1/2`.
fn parse_result(text: &str) -> Option<GameResult> {
    let winner = |color| GameResult {
        score: RecordedScore::Winner(color),
        ending: None,
    };
    match text {
        "1-0" => return Some(winner(Color::Black)),
        "0-1" => return Some(winner(Color::White)),
        "1/2-1/2" => return Some(GameResult::difference(0.0)),
        _ => {}
    }
    let (black, white) = text.split_once('-')?;
    let number = |side: &str| side.parse::<u8>().ok().map(u16::from);
    Some(GameResult::discs(number(black)?, number(white)?))
}

struct Reader {
    player: MoveReplay,
    /// The last move with its line and column; a comment may still follow.
    pending: Option<(Move, (usize, usize), MoveNote)>,
    /// Number of open variations.
    depth: usize,
    record: GameRecord,
    omissions: OmissionList,
}

impl Reader {
    fn take(&mut self, token: Token<'_>) -> Result<(), ParseError> {
        let Token { kind, line, column } = token;
        match kind {
            TokenKind::Open => {
                self.depth += 1;
                self.omissions.add(Omission::Variations);
            }
            TokenKind::Close if self.depth == 0 => {
                let expected = "a move or a result";
                return Err(ParseError::expected(line, column, ")", expected));
            }
            TokenKind::Close => self.depth -= 1,
            _ if self.depth > 0 => {}
            TokenKind::Glyph => self.omissions.add(Omission::Property("$".to_owned())),
            TokenKind::Result(text) => {
                let result = parse_result(text);
                self.record.result = self.record.result.or(result);
            }
            TokenKind::Comment(comment) => self.comment(&comment),
            TokenKind::Move(mv) => {
                self.play()?;
                self.pending = Some((mv, (line, column), MoveNote::default()));
            }
        }
        Ok(())
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let place = match &mut self.pending {
            Some((_, _, note)) => &mut note.comment,
            None => &mut self.record.comment,
        };
        append(place, comment);
    }

    /// Plays the last move.
    fn play(&mut self) -> Result<(), ParseError> {
        let Some((mv, (line, column), note)) = self.pending.take() else {
            return Ok(());
        };
        let played = self.player.play_next(mv, note);
        played.map_err(|message| ParseError::new(line, column, message))
    }

    fn finish(mut self, ending: Option<Ending>) -> Result<ParsedGame, ParseError> {
        self.play()?;
        (self.record.game, self.record.notes) = self.player.finish();
        if ending.is_some() {
            match &mut self.record.result {
                Some(result) => result.ending = ending,
                None => self
                    .omissions
                    .add(Omission::Value("Termination".to_owned())),
            }
        }
        Ok(ParsedGame {
            record: self.record,
            omissions: self.omissions.into_vec(),
        })
    }
}
