//! Which games are what somebody looks for.

use std::ops::RangeInclusive;

use outflank_othello::format::ResultFilter;
use outflank_othello::{Color, Game, Position};
use rusqlite::Connection;

use super::Archive;
use super::error::{ArchiveError, Fault};
use super::game_summary::{GameSummaries, GameSummary, Winner};
use super::import::count_games;
use super::names::{IdSet, Kind, ids_containing};
use super::opening_filter::OpeningFilter;
use super::position_index::look_up;
use super::position_key::indexed;

/// What a game must be to be found; what is `None` does not matter. Names and
/// results are taken as by [`GameFilter`](outflank_othello::format::GameFilter).
#[derive(Clone, Debug, Default)]
pub struct ArchiveQuery {
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
    pub result: Option<ResultFilter>,
    /// The first moves, whichever way the board lies.
    pub opening: Option<Game>,
    /// A position that it comes by, whichever way the board lies.
    pub position: Option<Position>,
}

impl Archive {
    /// The numbers of the games that are all that is query, in order.
    ///
    /// # Errors
    ///
    /// Whatever the archive refuses.
    pub fn find(&self, query: &ArchiveQuery) -> Result<Vec<u32>, ArchiveError> {
        self.read(|connection| find(connection, query))
    }
}

pub(super) fn find(connection: &Connection, query: &ArchiveQuery) -> Result<Vec<u32>, Fault> {
    let games_at = |position: &Position| -> Result<Vec<u32>, Fault> {
        let found = look_up(connection, indexed(position, None).key)?;
        Ok(found.into_iter().map(|(game, _)| game).collect())
    };
    let mut games = match (&query.position, &query.opening) {
        (Some(position), _) => games_at(position)?,
        (None, Some(opening)) => games_at(opening.position())?,
        (None, None) => (1..=count_games(connection)?).collect(),
    };
    let filter = CompiledQuery::new(connection, query)?;
    if !filter.takes_all() {
        let mut facts = GameSummaries::new(connection);
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
pub(super) struct CompiledQuery {
    player: Option<IdSet>,
    black: Option<IdSet>,
    white: Option<IdSet>,
    tournament: Option<IdSet>,
    years: Option<RangeInclusive<u16>>,
    result: Option<ResultFilter>,
    beginning: Option<OpeningFilter>,
}

impl CompiledQuery {
    pub(super) fn new(connection: &Connection, query: &ArchiveQuery) -> Result<Self, Fault> {
        let named = |kind: Kind, part: &Option<String>| -> Result<Option<IdSet>, Fault> {
            let part = part.as_deref();
            part.map(|part| ids_containing(connection, kind, part))
                .transpose()
        };
        Ok(Self {
            player: named(Kind::Player, &query.player)?,
            black: named(Kind::Player, &query.black)?,
            white: named(Kind::Player, &query.white)?,
            tournament: named(Kind::Tournament, &query.tournament)?,
            years: query.years.clone(),
            result: query.result,
            beginning: query.opening.as_ref().map(OpeningFilter::new),
        })
    }

    /// Whether every game will do.
    fn takes_all(&self) -> bool {
        let names = [&self.player, &self.black, &self.white, &self.tournament];
        let has_names = names.iter().any(|names| names.is_some());
        let has_game = self.result.is_some() || self.beginning.is_some();
        !has_names && self.years.is_none() && !has_game
    }

    pub(super) fn takes(&self, fact: &GameSummary) -> bool {
        let is_in = |names: &Option<IdSet>, number: u32| {
            names.as_ref().is_none_or(|names| names.has(number))
        };
        let in_years = |years: &RangeInclusive<u16>| fact.year > 0 && years.contains(&fact.year);
        (is_in(&self.player, fact.black) || is_in(&self.player, fact.white))
            && is_in(&self.black, fact.black)
            && is_in(&self.white, fact.white)
            && is_in(&self.tournament, fact.tournament)
            && self.years.as_ref().is_none_or(in_years)
            && self.result.is_none_or(|query| self.has_result(fact, query))
            && self
                .beginning
                .as_ref()
                .is_none_or(|beginning| beginning.may_match(fact))
    }

    fn has_result(&self, fact: &GameSummary, query: ResultFilter) -> bool {
        let Some(winner) = fact.winner.map(Winner::color) else {
            return false;
        };
        let is_theirs = |color: Color| match &self.player {
            Some(names) => names.has(fact.player(color)),
            None => true,
        };
        match (query, winner) {
            (ResultFilter::Side(color), winner) => winner == Some(color),
            (ResultFilter::Draw, winner) => winner.is_none(),
            (ResultFilter::Win, Some(winner)) => is_theirs(winner),
            (ResultFilter::Loss, Some(winner)) => is_theirs(winner.opponent()),
            (ResultFilter::Win | ResultFilter::Loss, None) => false,
        }
    }
}
