//! Reading a game.

use super::moves::{Placed, Word, Words};
use crate::color::Color;
use crate::format::lost::{Losses, Lost, ParsedGame};
use crate::format::record::{
    Clock, Ending, GameRecord, GameResult, MoveNote, RecordedScore, parse_number,
};
use crate::format::replay::MovePlayer;
use crate::game::Game;
use crate::notation::ParseError;
use crate::position::Position;
use crate::shape::Shape;

/// Reads one game in PGN on a board of `shape`.
///
/// # Errors
///
/// Texts that are no game, and illegal moves, with line and column. Whatever
/// else cannot be understood is named in [`ParsedGame::lost`].
pub fn parse_pgn(text: &str, shape: Shape) -> Result<ParsedGame, ParseError> {
    let mut losses = Losses::default();
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
                return Err(ParseError::in_line(line, column, trimmed, expected));
            };
            tag(name, &value, &mut record, &mut ending, &mut losses);
        } else if !(trimmed.is_empty() || trimmed.starts_with('%')) || first.is_empty() {
            break;
        }
        rest = &rest[first.len()..];
        line += 1;
    }
    let mut reader = Reader {
        player: MovePlayer::new(Position::start(shape)),
        pending: None,
        depth: 0,
        record,
        losses,
    };
    let mut words = Words::new(rest, line);
    while let Some(placed) = words.next()? {
        reader.take(placed)?;
    }
    reader.finish(ending)
}

/// Reads `[Black "name"]`; a quotation mark in the name stands behind a
/// backslash.
fn parse_tag(line: &str) -> Option<(&str, String)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(|c: char| c.is_whitespace())?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = Some(name).filter(|name| name.chars().all(is_name))?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(value.len());
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        text.extend(match sign {
            '\\' => signs.next(),
            sign => Some(sign),
        });
    }
    Some((name, text))
}

/// Takes in a tag.
fn tag(
    name: &str,
    value: &str,
    record: &mut GameRecord,
    ending: &mut Option<Ending>,
    losses: &mut Losses,
) {
    let value = value.trim();
    // A date of which nothing is known is written with its points.
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
        "Date" => record.date = losses.value(name, value.parse().ok()),
        "Result" if value == "*" => {}
        "Result" => record.result = losses.value(name, parse_result(value)),
        "BlackElo" => record.black.rating = losses.value(name, parse_number(value)),
        "WhiteElo" => record.white.rating = losses.value(name, parse_number(value)),
        "TimeControl" => {
            let seconds = value.parse().ok().filter(|&seconds| seconds > 0);
            let clock = losses.value(name, seconds.map(Clock::of_seconds));
            (record.black.clock, record.white.clock) = (clock, clock);
        }
        "Termination" => match value {
            "time forfeit" => *ending = Some(Ending::Time),
            "resignation" => *ending = Some(Ending::Resigned),
            "agreement" => *ending = Some(Ending::Agreed),
            "normal" | "unterminated" => {}
            _ => losses.add(Lost::Value(name.to_owned())),
        },
        _ => losses.add(Lost::Property(name.to_owned())),
    }
}

/// Reads `33-31`, `1-0`, `0-1` and `1/2-1/2`.
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

/// What has been read so far.
struct Reader {
    player: MovePlayer,
    /// The last move, which a comment behind it may belong to.
    pending: Option<(Placed<'static>, MoveNote)>,
    /// Variations that have begun and not ended.
    depth: usize,
    record: GameRecord,
    losses: Losses,
}

impl Reader {
    fn take(&mut self, placed: Placed<'_>) -> Result<(), ParseError> {
        let Placed { word, line, column } = placed;
        match word {
            Word::Open => {
                self.depth += 1;
                self.losses.add(Lost::Variations);
            }
            Word::Close if self.depth == 0 => {
                return Err(ParseError::in_line(line, column, ")", "a move or a result"));
            }
            Word::Close => self.depth -= 1,
            _ if self.depth > 0 => {}
            Word::Glyph => self.losses.add(Lost::Property("$".to_owned())),
            Word::Result(text) => {
                let result = parse_result(text);
                self.record.result = self.record.result.or(result);
            }
            Word::Comment(comment) => self.comment(comment),
            Word::Move(mv) => {
                self.play()?;
                let word = Word::Move(mv);
                self.pending = Some((Placed { word, line, column }, MoveNote::default()));
            }
        }
        Ok(())
    }

    fn comment(&mut self, comment: String) {
        if comment.is_empty() {
            return;
        }
        let place = match &mut self.pending {
            Some((_, note)) => &mut note.comment,
            None => &mut self.record.comment,
        };
        match place {
            Some(before) => {
                before.push('\n');
                before.push_str(&comment);
            }
            None => *place = Some(comment),
        }
    }

    /// Plays the last move.
    fn play(&mut self) -> Result<(), ParseError> {
        let Some((Placed { word, line, column }, note)) = self.pending.take() else {
            return Ok(());
        };
        let Word::Move(mv) = word else {
            return Ok(());
        };
        let played = self.player.play_next(mv, note);
        played.map_err(|message| ParseError::message_in_line(line, column, message))
    }

    fn finish(mut self, ending: Option<Ending>) -> Result<ParsedGame, ParseError> {
        self.play()?;
        (self.record.game, self.record.notes) = self.player.finish();
        if ending.is_some() {
            match &mut self.record.result {
                Some(result) => result.ending = ending,
                None => self.losses.add(Lost::Value("Termination".to_owned())),
            }
        }
        Ok(ParsedGame {
            record: self.record,
            lost: self.losses.into_vec(),
        })
    }
}
