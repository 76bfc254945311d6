//! Ratings of the players in recorded games.

use std::collections::{HashMap, HashSet};

use outflank_othello::format::{GameRecord, name_key};
use outflank_othello::{Color, Position};

use crate::statistics::{HistoryModel, PeriodRating, RatedGame, RatingHistory};

/// The mean rating of people, weighted by their games. Games determine only rating differences;
/// this sets the zero point. In WTHOR's games, it puts tournament beginners near 1000 and world
/// champions near 2250.
pub const MEAN_RATING: f64 = 1700.0;

/// How widely people's ratings scatter, and how much they change in a year.
pub const PEOPLE: HistoryModel = HistoryModel {
    spread: 350.0,
    drift: 60.0,
};

/// The number of rounds of Newton's method.
const ROUNDS: usize = 40;

/// Minimum number of moves for a game to be recognised as a duplicate. Two such games of the same
/// year that end in the same position, up to symmetry, count as one.
const WHOLE_GAME: usize = 40;

/// A player and that player's ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPlayer {
    /// The name, as it is first spelled.
    pub name: String,
    /// Whether the player is a program.
    pub is_program: bool,
    /// A rating for each year with games.
    pub years: Vec<PeriodRating>,
}

/// Collects games.
#[derive(Clone, Debug, Default)]
pub struct PlayerGames {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
    games: Vec<RatedGame>,
    seen: HashSet<(u16, Position)>,
}

impl PlayerGames {
    /// Adds a game and returns whether it counts. It needs a year, two named players and a result.
    /// A duplicate of a whole game does not count.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        self.try_add(record).is_some()
    }

    fn try_add(&mut self, record: &GameRecord) -> Option<()> {
        let (players, year) = players_and_year(record)?;
        let points = points(record)?;
        let game = &record.game;
        let last = game.position().canonical().0;
        if game.moves().len() >= WHOLE_GAME && !self.seen.insert((year, last)) {
            return None;
        }
        let players = players.map(|name| {
            let next = self.names.len();
            let number = *self.numbers.entry(name_key(name)).or_insert(next);
            if number == next {
                self.names.push(name.to_owned());
            }
            number
        });
        self.games.push(RatedGame {
            players,
            period: i32::from(year),
            points,
        });
        Some(())
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games.len()
    }

    /// Rates the players.
    #[must_use]
    pub fn rate(self) -> PlayerRatings {
        let history = RatingHistory::new(self.names.len(), &self.games, PEOPLE, ROUNDS);
        let mut players: Vec<RatedPlayer> = self
            .names
            .into_iter()
            .enumerate()
            .map(|(number, name)| RatedPlayer {
                is_program: is_program(&name),
                name,
                years: history.player(number).to_vec(),
            })
            .collect();
        let people = players.iter().filter(|player| !player.is_program);
        let (mut sum, mut games) = (0.0, 0.0);
        for year in people.flat_map(|player| &player.years) {
            sum += year.elo * f64::from(year.games);
            games += f64::from(year.games);
        }
        let shift = MEAN_RATING - if games > 0.0 { sum / games } else { 0.0 };
        for year in players.iter_mut().flat_map(|player| &mut player.years) {
            year.elo += shift;
            year.interval.low += shift;
            year.interval.high += shift;
        }
        PlayerRatings {
            numbers: self.numbers,
            players,
        }
    }
}

/// The ratings of the players of recorded games, year by year.
#[derive(Clone, Debug)]
pub struct PlayerRatings {
    numbers: HashMap<String, usize>,
    players: Vec<RatedPlayer>,
}

impl PlayerRatings {
    /// Returns all players in the order of their first games.
    #[must_use]
    pub fn players(&self) -> &[RatedPlayer] {
        &self.players
    }

    /// Returns the ratings of both players of a game in its year, Black's first. `None` for
    /// a program, and for a player without a rating.
    #[must_use]
    pub fn of_game(&self, record: &GameRecord) -> [Option<PeriodRating>; 2] {
        let Some((players, year)) = players_and_year(record) else {
            return [None; 2];
        };
        players.map(|name| {
            let player = &self.players[*self.numbers.get(&name_key(name))?];
            let place = player
                .years
                .binary_search_by_key(&i32::from(year), |rating| rating.period);
            let place = place.ok().filter(|_| !player.is_program)?;
            Some(player.years[place])
        })
    }
}

/// Returns whether a name is a program's. WTHOR puts the author in parentheses after a program's
/// name, and a question mark where a name is unknown.
fn is_program(name: &str) -> bool {
    name.contains(['(', '?'])
}

fn players_and_year(record: &GameRecord) -> Option<([&str; 2], u16)> {
    let [black, white] = [Color::Black, Color::White].map(|color| record.player(color));
    let (black, white) = (black.name.as_deref()?, white.name.as_deref()?);
    let year = record.date.as_ref()?.year();
    (name_key(black) != name_key(white)).then_some(([black, white], year))
}

/// Returns Black's points: by the recorded result, or by the board if there is none.
fn points(record: &GameRecord) -> Option<f64> {
    let winner = match (&record.result, record.game.outcome()) {
        (Some(result), _) => result.winner(),
        (None, Some(outcome)) => outcome.winner(),
        (None, None) => return None,
    };
    Some(match winner {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    })
}

#[cfg(test)]
mod tests {
    use outflank_othello::format::{Date, GameResult, Player};
    use outflank_othello::{Game, Shape};

    use super::*;

    fn record(black: &str, white: &str, year: u16, discs: u16) -> GameRecord {
        GameRecord {
            black: Player::named(black),
            white: Player::named(white),
            date: Some(Date::from_year(year)),
            result: Some(GameResult::discs(discs, 64 - discs)),
            ..GameRecord::new(Game::new(Shape::STANDARD))
        }
    }

    #[test]
    fn only_people_count_for_the_mean_rating() {
        let mut games = PlayerGames::default();
        for _ in 0..20 {
            assert!(games.add(&record("Ada Lovelace", "Babbage", 2000, 40)));
            assert!(games.add(&record("LOVELACE Ada", "Turk (kempelen)", 2000, 20)));
        }
        let nobody = GameRecord::new(Game::new(Shape::STANDARD));
        assert!(!games.add(&nobody));
        let ratings = games.rate();
        assert_eq!(ratings.players().len(), 3);
        let [ada, babbage] = ratings.of_game(&record("ada lovelace", "Babbage", 2000, 32));
        let (ada, babbage) = (ada.unwrap(), babbage.unwrap());
        assert_eq!((ada.games, babbage.games), (40, 20));
        let mean = (2.0 * ada.elo + babbage.elo) / 3.0;
        assert!((mean - MEAN_RATING).abs() < 1e-6);
        assert!(ada.elo > babbage.elo + 100.0);
        let program = ratings.of_game(&record("Turk (kempelen)", "Babbage", 2000, 32));
        assert_eq!(program[0], None);
        assert_eq!(
            ratings.of_game(&record("Babbage", "Nobody", 2000, 32))[1],
            None
        );
        assert_eq!(
            ratings.of_game(&record("Babbage", "Ada Lovelace", 2001, 32)),
            [None; 2]
        );
    }

    #[test]
    fn a_whole_game_counts_once() {
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() {
            let square = game.position().legal_moves().first().unwrap();
            game.play(square).unwrap();
        }
        let record = GameRecord {
            game,
            ..record("a", "b", 1999, 40)
        };
        let mut games = PlayerGames::default();
        assert!(games.add(&record));
        assert!(!games.add(&record));
        assert_eq!(games.games(), 1);
    }
}
