//! Parsing GGF games.

use super::board::{parse_board, square_shape};
use crate::format::move_replay::MoveReplay;
use crate::format::omission::OmissionList;
use crate::format::property_scanner::{Property, Scanner, Token};
use crate::format::record::{parse_number, parse_seconds};
use crate::format::{
    Ending, GameRecord, GameResult, Komi, KomiBid, MoveNote, Omission, ParsedGame, RecordedScore,
};
use crate::{Color, Game, Move, ParseError, Position, Shape};

/// Parses one game in GGF. Skips everything before its `(;`, such as the number of games
/// in an archive or the `set game` of the NBoard protocol.
///
/// # Errors
///
/// Returns an error with line and column if the text is not a game of Othello, [`Shape`]
/// cannot represent the board, or a move is illegal. Everything else that cannot be
/// parsed is listed in [`ParsedGame::omissions`].
pub fn parse_ggf(text: &str) -> Result<ParsedGame, ParseError> {
    let Some(start) = text.find("(;") else {
        let expected = "a game that begins with (;GM[Othello]";
        return Err(ParseError::expected(1, 1, text.trim(), expected));
    };
    let mut reader = Reader::new(text);
    let mut scanner = Scanner::new(text, false);
    scanner.skip_to(start + 2);
    let mut moves = Vec::new();
    loop {
        match scanner.next()? {
            Some(Token::Property(property)) => match property.id {
                "B" => moves.push((Color::Black, property)),
                "W" => moves.push((Color::White, property)),
                _ => reader.header(property)?,
            },
            Some(Token::Node) => break,
            Some(Token::Open | Token::Close) => {
                return Err(scanner.unexpected(scanner.at() - 1, "a property or ;)"));
            }
            None => return Err(scanner.unexpected(scanner.at(), ";) at the end of the game")),
        }
    }
    if scanner.next()? != Some(Token::Close) {
        return Err(scanner.unexpected(scanner.at() - 1, ") after the last ;"));
    }
    scanner.expect_end()?;
    reader.finish(&moves)
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// The metadata; `game` is a placeholder until the moves are played.
    record: GameRecord,
    is_othello: bool,
    start: Option<Position>,
    omissions: OmissionList,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            scanner: Scanner::new(text, false),
            record: GameRecord::new(Game::new(Shape::STANDARD)),
            is_othello: false,
            start: None,
            omissions: OmissionList::default(),
        }
    }

    /// Stores a property that is not a move.
    fn header(&mut self, property: Property<'_>) -> Result<(), ParseError> {
        let text = property.value.trim();
        if text.is_empty() {
            return Ok(());
        }
        let name = property.id;
        let (record, omissions) = (&mut self.record, &mut self.omissions);
        match name {
            "GM" if text.eq_ignore_ascii_case("othello") => self.is_othello = true,
            "GM" => {
                let message = format!("a game of {text:?}: expected Othello");
                return Err(self.scanner.error_at(property.at, message));
            }
            "BO" => {
                let board = parse_board(property.value);
                let wrong = |message: String| self.scanner.error_at(property.at, message);
                self.start = Some(board.map_err(wrong)?);
            }
            "PC" => record.place = Some(text.to_owned()),
            "DT" => record.date = omissions.value(name, text.parse().ok()),
            "PB" => record.black.name = Some(text.to_owned()),
            "PW" => record.white.name = Some(text.to_owned()),
            "RB" => record.black.rating = omissions.value(name, parse_number(text)),
            "RW" => record.white.rating = omissions.value(name, parse_number(text)),
            "TI" => {
                let clock = omissions.value(name, text.parse().ok());
                (record.black.clock, record.white.clock) = (clock, clock);
            }
            "TB" => record.black.clock = omissions.value(name, text.parse().ok()),
            "TW" => record.white.clock = omissions.value(name, text.parse().ok()),
            "TY" => record.variant = Some(text.to_owned()),
            "RE" if text == "?" => {}
            "RE" => record.result = omissions.value(name, parse_result(text)),
            "KM" | "KB" | "KW" => self.komi(name, text),
            _ => omissions.add(Omission::Property(name.to_owned())),
        }
        Ok(())
    }

    fn komi(&mut self, name: &str, text: &str) {
        let komi = self.record.komi.get_or_insert_default();
        match name {
            "KM" => komi.discs = self.omissions.value(name, parse_number(text)),
            "KB" => komi.black = self.omissions.value(name, parse_bid(text)),
            _ => komi.white = self.omissions.value(name, parse_bid(text)),
        }
        if *komi == Komi::default() {
            self.record.komi = None;
        }
    }

    /// Plays the moves.
    fn finish(mut self, moves: &[(Color, Property<'_>)]) -> Result<ParsedGame, ParseError> {
        if !self.is_othello {
            return Err(self.scanner.error_at(0, "no GM[Othello] in the game"));
        }
        let start = self.start.unwrap_or_else(|| self.usual_start());
        self.record.variant = self.variant(start.shape());
        let mut player = MoveReplay::new(start);
        for (color, property) in moves {
            let (mv, note) = self.parse_move(property)?;
            let played = player.play(*color, mv, note);
            played.map_err(|message| self.scanner.error_at(property.at, message))?;
        }
        (self.record.game, self.record.notes) = player.finish();
        Ok(ParsedGame {
            record: self.record,
            omissions: self.omissions.into_vec(),
        })
    }

    /// Returns the start of a game without `BO`, on the board that its kind implies.
    fn usual_start(&self) -> Position {
        let kind = self.record.variant.as_deref().unwrap_or_default();
        let kind = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
        let digits = kind.bytes().take_while(u8::is_ascii_digit).count();
        Position::start(square_shape(&kind[..digits]).unwrap_or_default())
    }

    /// Returns the kind of game, unless it gives only the size of the board.
    fn variant(&mut self, shape: Shape) -> Option<String> {
        let kind = self.record.variant.take()?;
        (kind != shape.width().to_string()).then_some(kind)
    }

    /// Parses `f5/0.48/0.01`.
    fn parse_move(&mut self, property: &Property<'_>) -> Result<(Move, MoveNote), ParseError> {
        let mut parts = property.value.split('/').map(str::trim);
        let mv = parts.next().and_then(|text| text.parse().ok());
        let Some(mv) = mv else {
            let found = property.value;
            let message = format!("found {found:?}: expected a square such as f5, or a pass");
            return Err(self.scanner.error_at(property.at, message));
        };
        let mut note = MoveNote::default();
        for (place, part) in parts.enumerate().filter(|(_, part)| !part.is_empty()) {
            match place {
                0 => note.evaluation = self.omissions.value("evaluation", parse_number(part)),
                1 => note.seconds = self.omissions.value("seconds", parse_seconds(part)),
                _ => self.omissions.add(Omission::Value(property.id.to_owned())),
            }
        }
        Ok((mv, note))
    }
}

/// Parses `-22.87`, optionally followed by `:r`, `:t` or `:s`.
fn parse_result(text: &str) -> Option<GameResult> {
    let (score, flag) = match text.split_once(':') {
        Some((score, flag)) => (score, Some(flag.trim())),
        None => (text, None),
    };
    let ending = match flag {
        None => None,
        Some("r") => Some(Ending::Resigned),
        Some("t") => Some(Ending::Time),
        Some("s") => Some(Ending::Agreed),
        Some(_) => return None,
    };
    let score = RecordedScore::Difference(parse_number(score.trim())?);
    Some(GameResult { score, ending })
}

/// Parses `B3/2.00/27.23`; the time is optional.
fn parse_bid(text: &str) -> Option<KomiBid> {
    let mut parts = text.split('/').map(str::trim);
    let bid = KomiBid {
        mv: parts.next()?.parse().ok()?,
        evaluation: parse_number(parts.next()?)?,
        seconds: match parts.next() {
            Some(seconds) => Some(parse_seconds(seconds)?),
            None => None,
        },
    };
    parts.next().is_none().then_some(bid)
}
