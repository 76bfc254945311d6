//! Game queries.

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

/// Conditions on games; `None` matches every game. Names and results match as in [`GameFilter`](outflank_othello::format::GameFilter).
#[derive(Clone, Debug, Default)]
pub struct ArchiveQuery {
    /// Part of either player's name, ignoring case.
    pub player: Option<String>,
    /// Part of the black player's name.
    pub black: Option<String>,
    /// Part of the white player's name.
    pub white: Option<String>,
    /// Part of the tournament's name.
    pub tournament: Option<String>,
    /// The years.
    pub years: Option<RangeInclusive<u16>>,
    /// The result.
    pub result: Option<ResultFilter>,
    /// The first moves, under any symmetry.
    pub opening: Option<Game>,
    /// A position of the game, under any symmetry.
    pub position: Option<Position>,
}

impl Archive {
    /// Returns the numbers of the matching games, in order.
    ///
    /// # Errors
    ///
    /// If the archive cannot be read.
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
    if !filter.matches_all() {
        let mut summaries = GameSummaries::new(connection);
        let mut matching = Vec::new();
        for game in games {
            if filter.matches(&summaries.get(game)?) {
                matching.push(game);
            }
        }
        games = matching;
    }
    match &filter.opening {
        Some(opening) => opening.keep(connection, games),
        None => Ok(games),
    }
}

/// A query on game summaries.
pub(super) struct CompiledQuery {
    player: Option<IdSet>,
    black: Option<IdSet>,
    white: Option<IdSet>,
    tournament: Option<IdSet>,
    years: Option<RangeInclusive<u16>>,
    result: Option<ResultFilter>,
    opening: Option<OpeningFilter>,
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
            opening: query.opening.as_ref().map(OpeningFilter::new),
        })
    }

    /// Returns whether every game matches.
    fn matches_all(&self) -> bool {
        let names = [&self.player, &self.black, &self.white, &self.tournament];
        let has_names = names.iter().any(|names| names.is_some());
        let has_game = self.result.is_some() || self.opening.is_some();
        !has_names && self.years.is_none() && !has_game
    }

    pub(super) fn matches(&self, summary: &GameSummary) -> bool {
        let is_in = |names: &Option<IdSet>, number: u32| {
            names.as_ref().is_none_or(|names| names.has(number))
        };
        let in_years =
            |years: &RangeInclusive<u16>| summary.year > 0 && years.contains(&summary.year);
        (is_in(&self.player, summary.black) || is_in(&self.player, summary.white))
            && is_in(&self.black, summary.black)
            && is_in(&self.white, summary.white)
            && is_in(&self.tournament, summary.tournament)
            && self.years.as_ref().is_none_or(in_years)
            && self
                .result
                .is_none_or(|query| self.has_result(summary, query))
            && self
                .opening
                .as_ref()
                .is_none_or(|opening| opening.may_match(summary))
    }

    fn has_result(&self, summary: &GameSummary, query: ResultFilter) -> bool {
        let Some(winner) = summary.winner.map(Winner::color) else {
            return false;
        };
        let is_theirs = |color: Color| match &self.player {
            Some(names) => names.has(summary.player(color)),
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
