//! Which games are what somebody looks for.

use std::ops::RangeInclusive;

use outflank_othello::format::WantedResult;
use outflank_othello::{Color, Game, Position};
use rusqlite::Connection;

use super::Archive;
use super::error::{ArchiveError, Fault};
use super::facts::{Fact, Facts, Winner};
use super::import::count_games;
use super::key::indexed;
use super::names::{Kind, NumberSet, with_part};
use super::opening::Beginning;
use super::postings::look_up;

/// What a game must be to be found; what is `None` does not matter. Names and
/// results are taken as by [`Selection`](outflank_othello::format::Selection).
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// A part of either player's name, in either case.
    pub player: Option<String>,
    /// A part of the name of the player of Black.
    pub black: Option<String>,
    /// A part of the name of the player of White.
    pub white: Option<String>,
    /// A part of the tournament's name.
    pub tournament: Option<String>,
    /// The years.
    pub years: Option<RangeInclusive<u16>>,
    /// The result.
    pub result: Option<WantedResult>,
    /// The first moves, whichever way the board lies.
    pub opening: Option<Game>,
    /// A position that it comes by, whichever way the board lies.
    pub position: Option<Position>,
}

impl Archive {
    /// The numbers of the games that are all that is wanted, in order.
    ///
    /// # Errors
    ///
    /// Whatever the archive refuses.
    pub fn find(&self, wanted: &Wanted) -> Result<Vec<u32>, ArchiveError> {
        self.read(|connection| find(connection, wanted))
    }
}

pub(super) fn find(connection: &Connection, wanted: &Wanted) -> Result<Vec<u32>, Fault> {
    let games_at = |position: &Position| -> Result<Vec<u32>, Fault> {
        let found = look_up(connection, indexed(position, None).key)?;
        Ok(found.into_iter().map(|(game, _)| game).collect())
    };
    let mut games = match (&wanted.position, &wanted.opening) {
        (Some(position), _) => games_at(position)?,
        (None, Some(opening)) => games_at(opening.position())?,
        (None, None) => (1..=count_games(connection)?).collect(),
    };
    let filter = Filter::new(connection, wanted)?;
    if !filter.takes_all() {
        let mut facts = Facts::new(connection);
        let mut taken = Vec::new();
        for game in games {
            if filter.takes(&facts.get(game)?) {
                taken.push(game);
            }
        }
        games = taken;
    }
    match &filter.beginning {
        Some(beginning) => beginning.keep(connection, games),
        None => Ok(games),
    }
}

/// What is asked of the facts of a game.
pub(super) struct Filter {
    player: Option<NumberSet>,
    black: Option<NumberSet>,
    white: Option<NumberSet>,
    tournament: Option<NumberSet>,
    years: Option<RangeInclusive<u16>>,
    result: Option<WantedResult>,
    beginning: Option<Beginning>,
}

impl Filter {
    pub(super) fn new(connection: &Connection, wanted: &Wanted) -> Result<Self, Fault> {
        let named = |kind: Kind, part: &Option<String>| -> Result<Option<NumberSet>, Fault> {
            let part = part.as_deref();
            part.map(|part| with_part(connection, kind, part))
                .transpose()
        };
        Ok(Self {
            player: named(Kind::Player, &wanted.player)?,
            black: named(Kind::Player, &wanted.black)?,
            white: named(Kind::Player, &wanted.white)?,
            tournament: named(Kind::Tournament, &wanted.tournament)?,
            years: wanted.years.clone(),
            result: wanted.result,
            beginning: wanted.opening.as_ref().map(Beginning::new),
        })
    }

    /// Whether every game will do.
    fn takes_all(&self) -> bool {
        let names = [&self.player, &self.black, &self.white, &self.tournament];
        let has_names = names.iter().any(|names| names.is_some());
        let has_game = self.result.is_some() || self.beginning.is_some();
        !has_names && self.years.is_none() && !has_game
    }

    pub(super) fn takes(&self, fact: &Fact) -> bool {
        let is_in = |names: &Option<NumberSet>, number: u32| {
            names.as_ref().is_none_or(|names| names.has(number))
        };
        let in_years = |years: &RangeInclusive<u16>| fact.year > 0 && years.contains(&fact.year);
        (is_in(&self.player, fact.black) || is_in(&self.player, fact.white))
            && is_in(&self.black, fact.black)
            && is_in(&self.white, fact.white)
            && is_in(&self.tournament, fact.tournament)
            && self.years.as_ref().is_none_or(in_years)
            && self
                .result
                .is_none_or(|wanted| self.has_result(fact, wanted))
            && self
                .beginning
                .as_ref()
                .is_none_or(|beginning| beginning.may_begin(fact))
    }

    fn has_result(&self, fact: &Fact, wanted: WantedResult) -> bool {
        let Some(winner) = fact.winner.map(Winner::color) else {
            return false;
        };
        let is_theirs = |color: Color| match &self.player {
            Some(names) => names.has(fact.player(color)),
            None => true,
        };
        match (wanted, winner) {
            (WantedResult::Side(color), winner) => winner == Some(color),
            (WantedResult::Draw, winner) => winner.is_none(),
            (WantedResult::Win, Some(winner)) => is_theirs(winner),
            (WantedResult::Loss, Some(winner)) => is_theirs(winner.opponent()),
            (WantedResult::Win | WantedResult::Loss, None) => false,
        }
    }
}
