//! A game and its metadata.

mod clock;
mod date;
mod result;

pub use clock::{Clock, ClockError, Period};
pub use date::{Date, DateError};
pub use result::{Ending, GameResult, RecordedScore, ResultError};

use super::wthor::WthorGame;
use crate::format::fold_name;
use crate::{Color, Game, Move};

/// A game and its metadata.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameRecord {
    /// The game.
    pub game: Game,
    /// Who played Black.
    pub black: Player,
    /// Who played White.
    pub white: Player,
    /// The tournament or match.
    pub tournament: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
    /// The place where the game was played: a town or a server.
    pub place: Option<String>,
    /// The date.
    pub date: Option<Date>,
    /// The recorded result, which may differ from the board (resignations, losses on
    /// time, unfinished games).
    pub result: Option<GameResult>,
    /// The komi of a komi game.
    pub komi: Option<Komi>,
    /// The server's name for the kind of game, such as `8kr20`, unless it is the standard game on
    /// its board.
    pub variant: Option<String>,
    /// Notes on the moves: empty, or one for each move, passes included.
    pub notes: Vec<MoveNote>,
    /// Comment on the whole game.
    pub comment: Option<String>,
    /// The WTHOR game that the record was read from, so that it can be written back unchanged.
    pub wthor: Option<WthorGame>,
}

/// A player of a recorded game.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player {
    /// The name.
    pub name: Option<String>,
    /// The rating before the game.
    pub rating: Option<f64>,
    /// The time control.
    pub clock: Option<Clock>,
}

impl Player {
    /// Returns a player of whom only the name is known.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: Some(name.into()),
            ..Self::default()
        }
    }
}

/// The recorded evaluation, time and comment of a move.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveNote {
    /// The mover's evaluation after the move, in discs for the mover.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub evaluation: Option<f64>,
    /// The time spent on the move, in seconds.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub seconds: Option<f64>,
    /// A comment on the move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub comment: Option<String>,
}

impl MoveNote {
    /// Returns whether the note has no content.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The komi of a game, which follows from both players' bids on the value of the starting position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Komi {
    /// Discs subtracted from Black's score.
    pub discs: Option<f64>,
    /// Black's bid.
    pub black: Option<KomiBid>,
    /// White's bid.
    pub white: Option<KomiBid>,
}

/// A player's bid in a komi game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct KomiBid {
    /// The move that the player would make.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Move,
    /// The value of the starting position, in discs for the side to move.
    pub evaluation: f64,
    /// The time spent on the bid, in seconds.
    pub seconds: Option<f64>,
}

impl GameRecord {
    /// Creates the record of a game without metadata.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self {
            game,
            black: Player::default(),
            white: Player::default(),
            tournament: None,
            round: None,
            place: None,
            date: None,
            result: None,
            komi: None,
            variant: None,
            notes: Vec::new(),
            comment: None,
            wthor: None,
        }
    }

    /// Returns the player of a colour.
    #[must_use]
    pub const fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Returns whether the name of the player of `color` contains `part`, ignoring case and
    /// accents.
    #[must_use]
    pub fn is_by(&self, color: Color, part: &str) -> bool {
        let name = self.player(color).name.as_deref();
        name.is_some_and(|name| fold_name(name).contains(&fold_name(part)))
    }

    /// Returns the year in which the game was played.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.date.as_ref().map(Date::year)
    }

    /// Returns the note on the move with a 0-based number.
    #[must_use]
    pub fn note(&self, ply: usize) -> Option<&MoveNote> {
        self.notes.get(ply)
    }

    /// Returns the recorded result or, if there is none and the game is over, the result
    /// on the board.
    #[must_use]
    pub fn known_result(&self) -> Option<GameResult> {
        self.result.or_else(|| {
            let score = self.game.outcome()?.black_score;
            let komi = self.komi.and_then(|komi| komi.discs).unwrap_or(0.0);
            Some(GameResult::difference(f64::from(score) - komi))
        })
    }

    /// Returns the known result, unless it is 0-0, which some sites record for games that
    /// were not played.
    #[must_use]
    pub fn played_result(&self) -> Option<GameResult> {
        let not_played = RecordedScore::Discs { black: 0, white: 0 };
        let known = self.known_result();
        known.filter(|result| result.score != not_played)
    }

    /// Returns Black's discs as WTHOR counts them: empties to the winner, without komi.
    /// `None` if no whole number of discs is known.
    #[must_use]
    pub fn black_discs(&self) -> Option<u8> {
        let all = self.game.shape().squares();
        let komi = self.komi.and_then(|komi| komi.discs).unwrap_or(0.0);
        let difference = match self.known_result()?.score {
            RecordedScore::Difference(difference) => difference + komi,
            score => score.black_score(all)?,
        };
        let discs = (f64::from(all) + difference) / 2.0;
        let whole = discs.round();
        let is_whole = (discs - whole).abs() < 0.01 && (0.0..=f64::from(all)).contains(&whole);
        is_whole.then_some(whole as u8)
    }

    /// Returns the winner according to the known result, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.known_result()?.winner()
    }
}

/// Appends a comment to those before it.
pub(super) fn append(place: &mut Option<String>, comment: &str) {
    match place {
        Some(before) => *before = format!("{before}\n{comment}"),
        None => *place = Some(comment.to_owned()),
    }
}

/// Parses a decimal number with an optional sign, below 10⁹ in magnitude.
pub(super) fn parse_number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = plain.then(|| text.parse().ok()).flatten()?;
    (number.abs() < 1e9).then_some(number)
}

/// Parses a number of seconds, `MM:SS` or `HH:MM:SS`.
pub(super) fn parse_seconds(text: &str) -> Option<f64> {
    let mut seconds = 0.0;
    for (place, part) in text.split(':').enumerate() {
        let part = parse_number(part).filter(|&part| part >= 0.0 && place < 3)?;
        seconds = 60.0 * seconds + part;
    }
    Some(seconds)
}

/// Formats a number with two decimals, or more if it has more.
pub(super) fn written(number: f64) -> String {
    let short = format!("{number:.2}");
    match short.parse() == Ok(number) {
        true => short,
        false => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain_digits() {
        assert_eq!(parse_number("-8.27"), Some(-8.27));
        assert_eq!(parse_number("+0.000"), Some(0.0));
        for text in "|+|nan|inf|1e5|--1|9999999999|1.2.3|é".split('|') {
            assert_eq!(parse_number(text), None, "{text:?}");
        }
        assert_eq!(parse_seconds("1:02.5"), Some(62.5));
        assert_eq!(parse_seconds("1:2:3:4"), None);
        assert_eq!(parse_seconds("-1"), None);
    }

    #[test]
    fn numbers_are_written_with_all_their_digits() {
        let texts = [2.0, -3.133, 0.01].map(written);
        assert_eq!(texts, ["2.00", "-3.133", "0.01"]);
    }

    #[test]
    fn komi_is_not_counted_in_discs() {
        let game = Game::from_transcript(crate::Shape::STANDARD, "e6f4e3f6g5d6e7f5c5").unwrap();
        let mut record = GameRecord::new(game);
        record.komi.insert(Komi::default()).discs = Some(2.5);
        let result = record.known_result().unwrap();
        assert_eq!(result.score, RecordedScore::Difference(61.5));
        assert_eq!(record.black_discs(), Some(64));
    }
}
