//! Conditions on games: player, year, result, opening, position.

use std::fmt;
use std::str::FromStr;

use crate::format::{GameRecord, fold_name, name_key};
use crate::{Color, Game, ParseError, Position, Square, Symmetry};

/// Conditions on games; `None` matches every game.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(default, deny_unknown_fields)
)]
pub struct GameFilter {
    /// Part of either player's name, ignoring case and accents.
    pub player: Option<String>,
    /// Part of the black player's name.
    pub black: Option<String>,
    /// Part of the white player's name.
    pub white: Option<String>,
    /// Part of the tournament's name.
    pub tournament: Option<String>,
    /// The year, or the first and the last year with a dash between them.
    #[cfg_attr(
        feature = "serde",
        schemars(with = "String", regex(pattern = r"^[0-9]{4}(-[0-9]{4})?$"))
    )]
    pub years: Option<Years>,
    /// The result; `win` and `loss` are from the point of view of `player`.
    #[cfg_attr(
        feature = "serde",
        schemars(with = "String", extend("enum" = ["black", "white", "draw", "win", "loss"]))
    )]
    pub result: Option<ResultFilter>,
    /// The first moves.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub opening: Option<OpeningFilter>,
    /// A position of the game.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub position: Option<PositionFilter>,
}

/// A range of years, as in `1990` or `1990-1999`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Years {
    /// The first year.
    pub first: u16,
    /// The last year.
    pub last: u16,
}

impl Years {
    /// Returns whether a year is in the range.
    #[must_use]
    pub fn contains(self, year: u16) -> bool {
        (self.first..=self.last).contains(&year)
    }
}

impl FromStr for Years {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let year = |text: &str| {
            let digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten()
        };
        let expected = "a year such as 1990, or a range such as 1990-1999";
        match (year(first), year(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(ParseError::expected(1, 1, text, expected)),
        }
    }
}

impl fmt::Display for Years {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        match self.last {
            last if last > self.first => write!(f, "-{last}"),
            _ => Ok(()),
        }
    }
}

/// A condition on the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ResultFilter {
    /// Black wins.
    Black,
    /// White wins.
    White,
    /// A draw.
    Draw,
    /// [`GameFilter::player`] wins; either side, if no player is given.
    Win,
    /// [`GameFilter::player`] loses; either side, if no player is given.
    Loss,
}

impl ResultFilter {
    /// Returns whether the winner matches; `None` is a draw. `is_player` returns whether the player
    /// plays a colour.
    #[must_use]
    pub fn matches(self, winner: Option<Color>, is_player: impl Fn(Color) -> bool) -> bool {
        match (self, winner) {
            (Self::Black, winner) => winner == Some(Color::Black),
            (Self::White, winner) => winner == Some(Color::White),
            (Self::Draw, winner) => winner.is_none(),
            (Self::Win, Some(winner)) => is_player(winner),
            (Self::Loss, Some(winner)) => is_player(winner.opponent()),
            (Self::Win | Self::Loss, None) => false,
        }
    }
}

impl GameFilter {
    /// Returns whether a game meets all conditions.
    #[must_use]
    pub fn matches(&self, record: &GameRecord) -> bool {
        let is_by = |color, part: &Option<String>| {
            part.as_ref().is_none_or(|part| record.is_by(color, part))
        };
        let is_in_tournament = |part: &String| {
            let name = record.tournament.as_ref();
            name.is_some_and(|name| fold_name(name).contains(&fold_name(part)))
        };
        let has_result = |result: ResultFilter| {
            let known = record.played_result();
            let is_player = |color| is_by(color, &self.player);
            known.is_some_and(|known| result.matches(known.winner(), is_player))
        };
        let in_years = |years: Years| record.year().is_some_and(|year| years.contains(year));
        let (opening, position) = (self.opening.as_ref(), self.position.as_ref());
        (is_by(Color::Black, &self.player) || is_by(Color::White, &self.player))
            && is_by(Color::Black, &self.black)
            && is_by(Color::White, &self.white)
            && self.tournament.as_ref().is_none_or(is_in_tournament)
            && self.years.is_none_or(in_years)
            && self.result.is_none_or(has_result)
            && opening.is_none_or(|opening| opening.begins(&record.game))
            && position.is_none_or(|position| position.is_in(&record.game))
    }
}

/// First moves, under every symmetry that maps the starting position to itself.
#[derive(Clone, Debug)]
pub struct OpeningFilter {
    game: Game,
    images: Vec<Vec<Square>>,
}

impl OpeningFilter {
    /// Creates a filter for games that begin with the moves of `game`.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let images = keeping(game.start()).map(|symmetry| moved(&game, symmetry));
        let images = images.collect();
        Self { game, images }
    }

    /// Returns the moves.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the squares played, under each symmetry.
    #[must_use]
    pub fn images(&self) -> &[Vec<Square>] {
        &self.images
    }

    /// Returns whether a game begins with the moves.
    #[must_use]
    pub fn begins(&self, game: &Game) -> bool {
        game.start() == self.game.start()
            && self.images.iter().any(|image| {
                let mut played = game.squares();
                image.iter().all(|&square| played.next() == Some(square))
            })
    }
}

/// A position, under every symmetry of its board.
#[derive(Clone, Debug)]
pub struct PositionFilter(Vec<Position>);

impl PositionFilter {
    /// Creates a filter for games that reach `position`.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let under = |symmetry| position.under(symmetry);
        Self(position.shape().symmetries().map(under).collect())
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Position {
        // The identity is the first symmetry.
        &self.0[0]
    }

    /// Returns whether a game reaches the position.
    #[must_use]
    pub fn is_in(&self, game: &Game) -> bool {
        // A disc fills a square, so only passes leave the number of empties unchanged.
        let empties = self.position().empties().len();
        let Some(discs) = game.start().empties().len().checked_sub(empties) else {
            return false;
        };
        let positions = game.positions().iter().skip(discs);
        positions
            .take_while(|position| position.empties().len() >= empties)
            .any(|position| self.0.contains(position))
    }
}

/// The identity of a game: start and moves up to symmetry, players and year. The comparison of
/// names ignores case, accents and word order; an unknown name equals only another unknown name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameKey {
    /// The start, unless it is the standard 8×8 start.
    start: Option<String>,
    moves: Box<[u8]>,
    names: [Option<String>; 2],
    year: Option<u16>,
}

impl GameKey {
    /// Returns the key of a game.
    #[must_use]
    pub fn new(record: &GameRecord) -> Self {
        let game = &record.game;
        // Several symmetries may map the start to its canonical form. The one that yields the least
        // sequence of moves is used.
        let (start, to_start) = game.start().canonical();
        let moves = keeping(&start).map(|symmetry| {
            let squares = moved(game, to_start).into_iter();
            let squares = squares.map(|square| symmetry.square(square, game.shape()));
            let byte = |square: Square| 16 * square.row() + square.column();
            squares.map(byte).collect::<Box<[u8]>>()
        });
        let standard = Position::start(crate::Shape::STANDARD).canonical().0;
        let name = |color| {
            let name = record.player(color).name.as_ref()?;
            Some(name_key(name))
        };
        Self {
            start: (start != standard).then(|| format!("{start:?}")),
            moves: moves.min().unwrap_or_default(),
            names: Color::ALL.map(name),
            year: record.year(),
        }
    }

    /// Returns the key without the names.
    #[must_use]
    pub fn without_names(self) -> Self {
        Self {
            names: [None, None],
            ..self
        }
    }
}

/// Returns the symmetries that map a position to itself.
fn keeping(position: &Position) -> impl Iterator<Item = Symmetry> {
    let symmetries = position.shape().symmetries();
    symmetries.filter(|&symmetry| position.under(symmetry) == *position)
}

/// Returns the squares played, under a symmetry.
fn moved(game: &Game, symmetry: Symmetry) -> Vec<Square> {
    let image = |square| symmetry.square(square, game.shape());
    game.squares().map(image).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::format::{Date, GameResult, Player};

    fn game(moves: &str) -> Game {
        Game::from_transcript(Shape::STANDARD, moves).unwrap()
    }

    fn record(moves: &str) -> GameRecord {
        GameRecord {
            black: Player::named("Tamenori Hideshi"),
            white: Player::named("Lee Kwang Wook"),
            date: Some(Date::from_year(2005)),
            result: Some(GameResult::discs(33, 31)),
            ..GameRecord::new(game(moves))
        }
    }

    /// The same moves under each symmetry that maps the start to itself.
    const ALIKE: [&str; 4] = ["f5d6c3", "d3c5f6", "c4e3f6", "e6f4c3"];

    #[test]
    fn openings_match_in_every_symmetry() {
        let opening = OpeningFilter::new(game("f5d6c3"));
        for alike in ALIKE {
            assert!(opening.begins(&game(alike)), "{alike}");
        }
        assert!(!opening.begins(&game("f5d6")));
        assert!(!opening.begins(&game("f5d6c4")));
        assert!(OpeningFilter::new(game("f5")).begins(&game("c4e3f6")));
        let other = Game::from_position(Position::start(Shape::STANDARD).with_other_mover());
        assert!(!OpeningFilter::new(game("")).begins(&other));
    }

    #[test]
    fn positions_match_in_every_symmetry() {
        let wanted = PositionFilter::new(game("f5d6").position());
        for alike in ALIKE {
            assert!(wanted.is_in(&game(alike)), "{alike}");
        }
        assert!(!wanted.is_in(&game("f5")));
        assert!(!wanted.is_in(&game("f5f6e6")));
        let turned = game("f5d6").position().under(Symmetry::ALL[1]);
        assert!(PositionFilter::new(&turned).is_in(&game("f5d6c3")));
        assert!(!PositionFilter::new(&turned.with_other_mover()).is_in(&game("f5d6c3")));
    }

    #[test]
    fn games_equal_up_to_symmetry_and_spelling_have_the_same_key() {
        let key = GameKey::new(&record("f5d6c3"));
        for alike in ALIKE {
            assert_eq!(GameKey::new(&record(alike)), key, "{alike}");
        }
        let spelt = GameRecord {
            black: Player::named(" Hidéshi  TAMENORI"),
            result: None,
            ..record("f5d6c3")
        };
        assert_eq!(GameKey::new(&spelt), key);
        let others = [
            record("f5d6c4"),
            GameRecord {
                date: Some(Date::from_year(2006)),
                ..record("f5d6c3")
            },
            GameRecord {
                white: Player::default(),
                ..record("f5d6c3")
            },
        ];
        for other in others {
            assert_ne!(GameKey::new(&other), key);
        }
    }

    #[test]
    fn symmetric_starts_have_the_same_key() {
        let start = *game("f5d6c3").position();
        let squares: Vec<Square> = start.legal_moves().into_iter().collect();
        let key = |symmetry: Symmetry| {
            let mut game = Game::from_position(start.under(symmetry));
            game.play(symmetry.square(squares[0], Shape::STANDARD))
                .unwrap();
            GameKey::new(&GameRecord::new(game))
        };
        for symmetry in Symmetry::ALL {
            assert_eq!(key(symmetry), key(Symmetry::IDENTITY));
        }
    }

    #[test]
    fn a_year_or_a_range_is_parsed() {
        let (first, last) = (1990, 1999);
        assert_eq!("1990".parse(), Ok(Years { first, last: first }));
        assert_eq!("1990-1999".parse(), Ok(Years { first, last }));
        for text in "|90|1999-1990|1990-|-1990|+990|1990-1991-1992".split('|') {
            assert!(text.parse::<Years>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn every_condition_filters() {
        let record = record("f5d6c3");
        let takes = |selection: &dyn Fn(&mut GameFilter)| {
            let mut wanted = GameFilter::default();
            selection(&mut wanted);
            wanted.matches(&record)
        };
        let name = |name: &str| Some(name.to_owned());
        assert!(takes(&|_| {}));
        assert!(takes(&|s| s.player = name("tamenori")));
        assert!(takes(&|s| s.white = name("KWANG")));
        assert!(!takes(&|s| s.black = name("kwang")));
        assert!(takes(&|s| s.years = "2000-2005".parse().ok()));
        assert!(!takes(&|s| s.years = "2006-2010".parse().ok()));
        assert!(takes(&|s| s.result = Some(ResultFilter::Black)));
        assert!(!takes(&|s| s.result = Some(ResultFilter::Draw)));
        let result_of = |player: &str, result| {
            takes(&|s| {
                s.player = name(player);
                s.result = Some(result);
            })
        };
        assert!(result_of("hideshi", ResultFilter::Win));
        assert!(!result_of("hideshi", ResultFilter::Loss));
        assert!(result_of("lee", ResultFilter::Loss));
    }
}
