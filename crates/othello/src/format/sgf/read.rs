//! Parsing SGF games.

use super::node::{Node, main_line};
use super::text::{unescape, unescape_line};
use crate::format::move_replay::MoveReplay;
use crate::format::omission::OmissionList;
use crate::format::property_scanner::{Property, Scanner};
use crate::format::record::{append, parse_number};
use crate::format::{
    Clock, Ending, GameRecord, GameResult, MoveNote, Omission, ParsedGame, Player, RecordedScore,
};
use crate::{Color, Game, Move, ParseError, Position, Shape, Square, SquareSet};

/// Parses one game in SGF.
///
/// # Errors
///
/// Returns an error with line and column if the text is not a game of Othello, [`Shape`]
/// cannot represent the board, discs are set up in the middle of the game, or a move is
/// illegal. Everything else that cannot be parsed is listed in [`ParsedGame::omissions`].
pub fn parse_sgf(text: &str) -> Result<ParsedGame, ParseError> {
    let start = text.find('(').unwrap_or(text.len());
    let mut omissions = OmissionList::default();
    let mut scanner = Scanner::new(text, true);
    scanner.skip_to(start);
    let nodes = main_line(&mut scanner, &mut omissions)?;
    let mut reader = Reader {
        scanner,
        record: GameRecord::new(Game::new(Shape::STANDARD)),
        shape: Shape::STANDARD,
        is_othello: false,
        setup: None,
        setup_at: 0,
        mover: Color::Black,
        omissions,
        player: None,
    };
    for node in &nodes {
        reader.node(node)?;
    }
    reader.finish()
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// The metadata; `game` is a placeholder until the moves are played.
    record: GameRecord,
    shape: Shape,
    is_othello: bool,
    /// Black and white discs, if the start is not the standard one.
    setup: Option<[SquareSet; 2]>,
    /// Byte offset of the first setup property.
    setup_at: usize,
    mover: Color,
    omissions: OmissionList,
    /// `None` before the first move.
    player: Option<MoveReplay>,
}

impl Reader<'_> {
    fn error(&self, property: &Property<'_>, message: impl Into<String>) -> ParseError {
        self.scanner.error_at(property.at, message)
    }

    fn node(&mut self, node: &Node<'_>) -> Result<(), ParseError> {
        let mut played: Option<(Color, &Property<'_>)> = None;
        let mut note = MoveNote::default();
        for property in node {
            // Old versions allow lower-case letters in property names and ignore them.
            let name: String = property.id.chars().filter(|c| !c.is_lowercase()).collect();
            match name.as_str() {
                "B" if played.is_none() => played = Some((Color::Black, property)),
                "W" if played.is_none() => played = Some((Color::White, property)),
                "B" | "W" => return Err(self.error(property, "a second move in the node")),
                "C" => note.comment = Some(unescape(property.value)).filter(|c| !c.is_empty()),
                "V" => {
                    let worth = parse_number(property.value.trim());
                    note.evaluation = self.omissions.value("V", worth);
                }
                "AB" | "AW" | "AE" | "PL" | "SZ" | "GM" => self.root(&name, property)?,
                _ => self.info(&name, property),
            }
        }
        match played {
            Some((color, property)) => self.play(color, property, note),
            None => {
                if let Some(comment) = note.comment {
                    append(&mut self.record.comment, &comment);
                }
                Ok(())
            }
        }
    }

    /// Stores a property that the board or the start depends on.
    fn root(&mut self, name: &str, property: &Property<'_>) -> Result<(), ParseError> {
        let text = property.value.trim();
        if self.player.is_some() {
            return Err(self.error(property, format!("{name} in the middle of the game")));
        }
        match name {
            "GM" if text == "2" => self.is_othello = true,
            "GM" => {
                let message = format!("a game of number {text:?}: expected GM[2] (Othello)");
                return Err(self.error(property, message));
            }
            "SZ" => {
                let (width, height) = text.split_once(':').unwrap_or((text, text));
                let shape = format!("{}x{}", width.trim(), height.trim()).parse::<Shape>();
                self.shape = shape.map_err(|error| self.error(property, error.message()))?;
            }
            "PL" => {
                self.mover = match text.bytes().next() {
                    Some(b'B' | b'b' | b'1') => Color::Black,
                    Some(b'W' | b'w' | b'2') => Color::White,
                    _ => return Err(self.error(property, "expected PL[B] or PL[W]")),
                };
            }
            _ => self.set_up(name, property)?,
        }
        Ok(())
    }

    /// Sets up discs, singly or as a rectangle `a1:c2`.
    fn set_up(&mut self, name: &str, property: &Property<'_>) -> Result<(), ParseError> {
        let usual = Position::start(self.shape);
        if self.setup.is_none() {
            self.setup_at = property.at;
        }
        let setup = self.setup.get_or_insert_with(|| match name {
            // `AE` empties squares of the standard start; `AB` and `AW` begin with an empty board.
            "AE" => Color::ALL.map(|color| usual.discs(color)),
            _ => [SquareSet::EMPTY; 2],
        });
        let text = property.value.trim();
        if text.is_empty() {
            return Ok(());
        }
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let (Some(from), Some(to)) = (parse_square(from), parse_square(to)) else {
            return Err(self.error(property, format!("found {text:?}: expected a square")));
        };
        for row in from.row()..=to.row() {
            for column in from.column()..=to.column() {
                let square = Square::at(column, row);
                for (discs, adds) in setup.iter_mut().zip(["AB", "AW"]) {
                    match name == adds {
                        true => discs.insert(square),
                        false => discs.remove(square),
                    };
                }
            }
        }
        Ok(())
    }

    /// Stores a property of the game's metadata.
    fn info(&mut self, name: &str, property: &Property<'_>) {
        let text = unescape_line(property.value);
        if text.is_empty() {
            return;
        }
        let (record, omissions) = (&mut self.record, &mut self.omissions);
        match name {
            "PB" => record.black.name = Some(text),
            "PW" => record.white.name = Some(text),
            "BR" => record.black.rating = omissions.value(name, parse_number(&text)),
            "WR" => record.white.rating = omissions.value(name, parse_number(&text)),
            "EV" => record.tournament = Some(text),
            "RO" => record.round = Some(text),
            "PC" => record.place = Some(text),
            "DT" => record.date = omissions.value(name, text.parse().ok()),
            "RE" if matches!(text.as_str(), "?" | "Void") => {}
            "RE" => record.result = omissions.value(name, parse_result(&text)),
            "GC" => append(&mut record.comment, &unescape(property.value)),
            "TM" | "OT" => self.clock(name, &text),
            // These describe the file, not the game.
            "FF" | "CA" | "AP" | "ST" | "MN" => {}
            _ => omissions.add(Omission::Property(name.to_owned())),
        }
    }

    /// Stores the initial time in seconds (`TM`), or the whole time control in the
    /// notation of [`Clock`] (`OT`).
    fn clock(&mut self, name: &str, text: &str) {
        let clock = if name == "TM" {
            let seconds = parse_number(text).filter(|s| s.fract() == 0.0 && *s >= 0.0);
            seconds.map(|seconds| Clock::from_seconds(seconds as u32))
        } else {
            text.parse().ok()
        };
        let known = self.record.black.clock;
        let clock = self.omissions.value(name, clock);
        // `TM` repeats the initial time of `OT`.
        let clock = match name {
            "TM" => known.or(clock),
            _ => clock.or(known),
        };
        (self.record.black.clock, self.record.white.clock) = (clock, clock);
    }

    fn start(&self) -> Result<Position, ParseError> {
        let shape = self.shape;
        match &self.setup {
            Some([black, white]) => Position::with_discs(shape, black, white, self.mover)
                .map_err(|error| self.scanner.error_at(self.setup_at, error.to_string())),
            None => {
                let start = Position::start(shape);
                Ok(match self.mover {
                    Color::Black => start,
                    Color::White => start.with_other_mover(),
                })
            }
        }
    }

    fn play(
        &mut self,
        color: Color,
        property: &Property<'_>,
        mut note: MoveNote,
    ) -> Result<(), ParseError> {
        let Some(mv) = parse_move(property.value.trim()) else {
            let found = property.value;
            let message = format!("found {found:?}: expected a square such as f5, or a pass");
            return Err(self.error(property, message));
        };
        // `V` is from Black's point of view; a note is from the mover's.
        if color == Color::White {
            note.evaluation = note.evaluation.map(|worth| -worth);
        }
        let mut player = match self.player.take() {
            Some(player) => player,
            None => MoveReplay::new(self.start()?),
        };
        let played = player.play(color, mv, note);
        self.player = Some(player);
        played.map_err(|message| self.error(property, message))
    }

    fn finish(mut self) -> Result<ParsedGame, ParseError> {
        if !self.is_othello {
            let message = "no GM[2] in the game: expected Othello";
            return Err(self.scanner.error_at(0, message));
        }
        let player = match self.player.take() {
            Some(player) => player,
            None => MoveReplay::new(self.start()?),
        };
        (self.record.game, self.record.notes) = player.finish();
        for Player { name, .. } in [&mut self.record.black, &mut self.record.white] {
            *name = name.take().filter(|name| name != "?");
        }
        Ok(ParsedGame {
            record: self.record,
            omissions: self.omissions.into_vec(),
        })
    }
}

fn parse_move(text: &str) -> Option<Move> {
    if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        return Some(Move::Pass);
    }
    let usual = text.parse().ok();
    usual.or_else(|| parse_square(text).map(Move::Place))
}

/// Parses `f5`, and `fe` as in Go.
fn parse_square(text: &str) -> Option<Square> {
    let text = text.trim();
    if let Ok(square) = text.parse() {
        return Some(square);
    }
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let index = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    Square::new(index(column)?, index(row)?)
}

/// Parses `B+12`, `W+R`, `B+Time`, `0` and `Draw`.
fn parse_result(text: &str) -> Option<GameResult> {
    if matches!(text, "0" | "Draw" | "draw") {
        return Some(GameResult::difference(0.0));
    }
    let (winner, by) = text.split_once('+')?;
    let (winner, sign) = match winner.trim() {
        "B" | "b" => (Color::Black, 1.0),
        "W" | "w" => (Color::White, -1.0),
        _ => return None,
    };
    let by = by.trim();
    let ending = match by {
        "" => None,
        "R" | "Resign" => Some(Ending::Resigned),
        "T" | "Time" | "F" | "Forfeit" => Some(Ending::Time),
        _ => {
            let discs = parse_number(by).filter(|discs| *discs >= 0.0)?;
            return Some(GameResult::difference(sign * discs));
        }
    };
    Some(GameResult {
        score: RecordedScore::Winner(winner),
        ending,
    })
}
