//! Which games of many: by player, year, result, opening, position.

use std::ops::RangeInclusive;

use super::record::{GameRecord, RecordedScore};
use crate::color::Color;
use crate::game::Game;
use crate::position::Position;
use crate::square::Square;
use crate::symmetry::Symmetry;

/// What a game must be to be taken; what is `None` does not matter.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// A part of either player's name, in either case.
    pub player: Option<String>,
    /// A part of the name of the player of Black.
    pub black: Option<String>,
    /// A part of the name of the player of White.
    pub white: Option<String>,
    /// A part of the tournament's name, in either case.
    pub tournament: Option<String>,
    /// The years.
    pub years: Option<RangeInclusive<u16>>,
    /// The result.
    pub result: Option<ResultFilter>,
    /// How it begins.
    pub opening: Option<OpeningFilter>,
    /// A position that it comes by.
    pub position: Option<PositionFilter>,
}

/// A result that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// The side wins.
    Side(Color),
    /// Nobody wins.
    Draw,
    /// [`GameFilter::player`] wins; without one, anybody.
    Win,
    /// [`GameFilter::player`] loses; without one, anybody.
    Loss,
}

impl GameFilter {
    /// Whether a game is all that is asked for.
    #[must_use]
    pub fn matches(&self, record: &GameRecord) -> bool {
        let is_named = |color, part: &Option<String>| {
            part.as_ref().is_none_or(|part| record.is_by(color, part))
        };
        let has_player = |part: &String| record.has_player(part);
        let in_tournament = |part: &String| {
            let name = record.tournament.as_ref();
            name.is_some_and(|name| name.to_lowercase().contains(&part.to_lowercase()))
        };
        let years = self.years.as_ref();
        let in_years =
            |years: &RangeInclusive<u16>| record.year().is_some_and(|year| years.contains(&year));
        self.player.as_ref().is_none_or(has_player)
            && is_named(Color::Black, &self.black)
            && is_named(Color::White, &self.white)
            && self.tournament.as_ref().is_none_or(in_tournament)
            && years.is_none_or(in_years)
            && self
                .result
                .is_none_or(|wanted| self.has_result(record, wanted))
            && self
                .opening
                .as_ref()
                .is_none_or(|opening| opening.begins(&record.game))
            && self
                .position
                .as_ref()
                .is_none_or(|wanted| wanted.is_in(&record.game))
    }

    fn has_result(&self, record: &GameRecord, wanted: ResultFilter) -> bool {
        let Some(result) = record.known_result() else {
            return false;
        };
        // Sites write this for games that were not played.
        if matches!(result.score, RecordedScore::Discs { black: 0, white: 0 }) {
            return false;
        }
        let is_theirs = |color: Color| match &self.player {
            Some(part) => record.is_by(color, part),
            None => true,
        };
        match (wanted, result.winner()) {
            (ResultFilter::Side(color), winner) => winner == Some(color),
            (ResultFilter::Draw, winner) => winner.is_none(),
            (ResultFilter::Win, Some(winner)) => is_theirs(winner),
            (ResultFilter::Loss, Some(winner)) => is_theirs(winner.opponent()),
            (ResultFilter::Win | ResultFilter::Loss, None) => false,
        }
    }
}

/// First moves, in all ways that the symmetries of the start allow.
#[derive(Clone, Debug)]
pub struct OpeningFilter {
    start: Position,
    images: Vec<Vec<Square>>,
}

impl OpeningFilter {
    /// The moves of a game as an opening.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let start = *game.start();
        let images = keeping(&start).map(|symmetry| moved(game, symmetry));
        Self {
            start,
            images: images.collect(),
        }
    }

    /// Whether a game begins with it.
    #[must_use]
    pub fn begins(&self, game: &Game) -> bool {
        *game.start() == self.start
            && self.images.iter().any(|image| {
                let mut played = game.squares();
                image.iter().all(|&square| played.next() == Some(square))
            })
    }
}

/// A position, in all ways in which its board can be laid onto itself.
#[derive(Clone, Debug)]
pub struct PositionFilter {
    images: Vec<Position>,
    empties: usize,
}

impl PositionFilter {
    /// A position and those alike.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let images = Symmetry::of(position.shape()).map(|symmetry| position.under(symmetry));
        Self {
            images: images.collect(),
            empties: position.empties().len(),
        }
    }

    /// Whether a game comes by it.
    #[must_use]
    pub fn is_in(&self, game: &Game) -> bool {
        // Each move fills a square, so that only passes share a number.
        let start = game.start().empties().len();
        let Some(discs) = start.checked_sub(self.empties) else {
            return false;
        };
        let positions = game.positions().iter().skip(discs);
        positions
            .take_while(|position| position.empties().len() >= self.empties)
            .any(|position| self.images.contains(position))
    }
}

/// What makes two games the same: the start and the moves, up to symmetry, the
/// names of the players and the year. Names are compared whatever the case and
/// the blanks in them; one that is not known is a name of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameKey {
    /// The start, unless it is the usual one on 8×8.
    start: Option<String>,
    moves: Box<[u8]>,
    names: [Option<String>; 2],
    year: Option<u16>,
}

impl GameKey {
    /// The key of a game.
    #[must_use]
    pub fn new(record: &GameRecord) -> Self {
        let game = &record.game;
        // Of the starts alike the first counts, and of the ways to it the one
        // with the first moves.
        let (start, to_start) = game.start().canonical();
        let moves = keeping(&start).map(|symmetry| {
            let squares = moved(game, to_start).into_iter();
            let squares = squares.map(|square| symmetry.square(square, game.shape()));
            let byte = |square: Square| 16 * square.row() + square.column();
            squares.map(byte).collect::<Box<[u8]>>()
        });
        let usual = Position::start(crate::Shape::STANDARD).canonical().0;
        let name = |color| {
            let name = record.player(color).name.as_ref()?;
            let words: Vec<&str> = name.split_whitespace().collect();
            Some(words.join(" ").to_lowercase())
        };
        Self {
            start: (start != usual).then(|| format!("{start:?}")),
            moves: moves.min().unwrap_or_default(),
            names: Color::ALL.map(name),
            year: record.year(),
        }
    }
}

/// The symmetries that leave a position as it is.
fn keeping(position: &Position) -> impl Iterator<Item = Symmetry> {
    Symmetry::of(position.shape()).filter(|&symmetry| position.under(symmetry) == *position)
}

/// Where the squares played go.
fn moved(game: &Game, symmetry: Symmetry) -> Vec<Square> {
    let shape = game.shape();
    game.squares()
        .map(|square| symmetry.square(square, shape))
        .collect()
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
            date: Some(Date::of_year(2005)),
            result: Some(GameResult::discs(33, 31)),
            ..GameRecord::new(game(moves))
        }
    }

    /// The same moves under each symmetry that keeps the start.
    const ALIKE: [&str; 4] = ["f5d6c3", "d3c5f6", "c4e3f6", "e6f4c3"];

    #[test]
    fn openings_are_the_same_whichever_way_the_board_lies() {
        let opening = OpeningFilter::new(&game("f5d6c3"));
        for alike in ALIKE {
            assert!(opening.begins(&game(alike)), "{alike}");
        }
        assert!(!opening.begins(&game("f5d6")));
        assert!(!opening.begins(&game("f5d6c4")));
        assert!(OpeningFilter::new(&game("f5")).begins(&game("c4e3f6")));
        let other = Game::from_position(Position::start(Shape::STANDARD).with_other_mover());
        assert!(!OpeningFilter::new(&game("")).begins(&other));
    }

    #[test]
    fn positions_are_found_in_all_their_images() {
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
    fn the_same_game_has_one_key() {
        let key = GameKey::new(&record("f5d6c3"));
        for alike in ALIKE {
            assert_eq!(GameKey::new(&record(alike)), key, "{alike}");
        }
        let spelt = GameRecord {
            black: Player::named(" tamenori  HIDESHI"),
            result: None,
            ..record("f5d6c3")
        };
        assert_eq!(GameKey::new(&spelt), key);
        let others = [
            record("f5d6c4"),
            GameRecord {
                date: Some(Date::of_year(2006)),
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
    fn other_starts_alike_are_the_same_start() {
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
    fn every_condition_counts() {
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
        assert!(takes(&|s| s.years = Some(2000..=2005)));
        assert!(!takes(&|s| s.years = Some(2006..=2010)));
        assert!(takes(&|s| s.result = Some(ResultFilter::Side(Color::Black))));
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
