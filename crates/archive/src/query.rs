//! Game queries.

use outflank_othello::Position;
use outflank_othello::format::GameFilter;
use rusqlite::Connection;

use super::Archive;
use super::error::{ArchiveError, Result};
use super::game_row::count_games;
use super::game_summary::{GameSummaries, GameSummary, Winner};
use super::names::{IdSet, Kind, ids_containing};
use super::opening::StoredOpening;
use super::position_index::look_up;
use super::position_key::indexed;

impl Archive {
    /// Returns the numbers of the matching games, in order.
    pub fn find(&self, filter: &GameFilter) -> Result<Vec<u32>, ArchiveError> {
        self.read(|connection| find(connection, filter))
    }
}

pub(super) fn find(connection: &Connection, filter: &GameFilter) -> Result<Vec<u32>> {
    let games_at = |position: &Position| -> Result<Vec<u32>> {
        let found = look_up(connection, indexed(position, None).key)?;
        Ok(found.into_iter().map(|(game, _)| game).collect())
    };
    let mut games = match (&filter.position, &filter.opening) {
        (Some(position), _) => games_at(position.position())?,
        (None, Some(opening)) => games_at(opening.game().position())?,
        (None, None) => (1..=count_games(connection)?).collect(),
    };
    let filter = CompiledFilter::new(connection, filter)?;
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

/// A filter for game summaries. It does not check the position.
pub(super) struct CompiledFilter<'a> {
    filter: &'a GameFilter,
    player: Option<IdSet>,
    black: Option<IdSet>,
    white: Option<IdSet>,
    tournament: Option<IdSet>,
    opening: Option<StoredOpening>,
}

impl<'a> CompiledFilter<'a> {
    pub(super) fn new(connection: &Connection, filter: &'a GameFilter) -> Result<Self> {
        let named = |kind: Kind, part: &Option<String>| {
            let ids = |part: &String| ids_containing(connection, kind, part);
            part.as_ref().map(ids).transpose()
        };
        Ok(Self {
            filter,
            player: named(Kind::Player, &filter.player)?,
            black: named(Kind::Player, &filter.black)?,
            white: named(Kind::Player, &filter.white)?,
            tournament: named(Kind::Tournament, &filter.tournament)?,
            opening: filter.opening.as_ref().map(StoredOpening::new),
        })
    }

    /// Returns whether every game matches.
    fn matches_all(&self) -> bool {
        let names = [&self.player, &self.black, &self.white, &self.tournament];
        names.iter().all(|names| names.is_none())
            && self.filter.years.is_none()
            && self.filter.result.is_none()
            && self.opening.is_none()
    }

    pub(super) fn matches(&self, summary: &GameSummary) -> bool {
        let is_in = |names: &Option<IdSet>, number: u32| {
            names.as_ref().is_none_or(|names| names.has(number))
        };
        let winner = summary.winner.map(Winner::color);
        let is_player = |color| is_in(&self.player, summary.player(color));
        let GameFilter { years, result, .. } = self.filter;
        let opening = self.opening.as_ref();
        (is_in(&self.player, summary.black) || is_in(&self.player, summary.white))
            && is_in(&self.black, summary.black)
            && is_in(&self.white, summary.white)
            && is_in(&self.tournament, summary.tournament)
            && years.is_none_or(|years| years.contains(summary.year))
            && result.is_none_or(|result| winner.is_some_and(|won| result.matches(won, is_player)))
            && opening.is_none_or(|opening| opening.may_match(summary))
    }
}
