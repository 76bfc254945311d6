//! Statistics on the moves played in a position.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use outflank_othello::format::GameFilter;
use outflank_othello::{Color, Move, Position, Square, Symmetry};
use rusqlite::Connection;
use schemars::JsonSchema;
use serde::Serialize;

use super::Archive;
use super::error::{ArchiveError, Fault, Result};
use super::game_summary::{GameSummaries, GameSummary, Winner};
use super::names::{Kind, name};
use super::persons::{Persons, PersonsCache};
use super::position_index::look_up;
use super::position_key::{END, PASS, byte_square, canonical_symmetries, indexed};
use super::query::{CompiledFilter, find};

/// Maximum number of players listed with a move.
const PLAYERS: usize = 3;

/// The results of a set of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Tally {
    /// Number of games.
    pub games: u32,
    /// Number of games that Black won.
    pub black_wins: u32,
    /// Number of draws.
    pub draws: u32,
    /// Number of games that White won.
    pub white_wins: u32,
    /// The mean disc difference for Black in games with a known score.
    pub mean_score: Option<f64>,
    /// Black's share of the points, from 0 to 1, in games with a known result.
    pub black_share: Option<f64>,
    /// The year of the first game.
    pub first_year: Option<u16>,
    /// The year of the last game.
    pub last_year: Option<u16>,
    /// Number of games with a known score.
    #[serde(skip)]
    pub scored: u32,
    /// The sum of the disc differences for Black in these games.
    #[serde(skip)]
    pub score_sum: f64,
}

impl Tally {
    fn add(&mut self, game: &GameSummary) {
        self.games += 1;
        match game.winner {
            Some(Winner::Black) => self.black_wins += 1,
            Some(Winner::Nobody) => self.draws += 1,
            Some(Winner::White) => self.white_wins += 1,
            None => {}
        }
        let known = self.black_wins + self.draws + self.white_wins;
        let points = f64::from(self.black_wins) + f64::from(self.draws) / 2.0;
        self.black_share = (known > 0).then(|| points / f64::from(known));
        if let Some(score) = game.score {
            self.scored += 1;
            self.score_sum += f64::from(score);
            self.mean_score = Some(self.score_sum / f64::from(self.scored));
        }
        if game.year > 0 {
            let first = self.first_year.unwrap_or(game.year);
            self.first_year = Some(first.min(game.year));
            self.last_year = self.last_year.max(Some(game.year));
        }
    }
}

/// Statistics on the games in which a move was played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MoveStatistics {
    /// The move on the given board.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The squares that are equivalent to the move by symmetry.
    pub alike: Vec<Square>,
    /// The results of the games.
    #[serde(flatten)]
    pub tally: Tally,
    /// The players who chose the move most often.
    pub players: Vec<PlayerGames>,
}

/// A player who chose a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerGames {
    /// The name of the player.
    pub name: String,
    /// Number of games in which the player chose the move.
    pub games: u32,
}

/// Statistics on the games that reach a position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PositionStatistics {
    /// The results of all games, whatever the move.
    pub all: Tally,
    /// Number of games that end or break off in the position.
    pub ended: u32,
    /// The moves, most frequent first.
    pub moves: Vec<MoveStatistics>,
}

impl PositionStatistics {
    /// Returns how many games continue with each move.
    pub fn counts(&self) -> impl Iterator<Item = (Square, u32)> {
        let moves = self.moves.iter();
        moves.filter_map(|mv| Some((mv.mv.square()?, mv.tally.games)))
    }
}

impl Archive {
    /// Counts the moves played in a position, up to symmetry, in the matching games.
    pub fn statistics(
        &self,
        position: &Position,
        filter: &GameFilter,
    ) -> Result<PositionStatistics, ArchiveError> {
        self.read(|connection| statistics(connection, &self.1, position, filter))
    }
}

/// The games with the same move.
#[derive(Default)]
struct MoveTally {
    tally: Tally,
    /// Number of games by the ID of the player who moved.
    by_player: Vec<u32>,
}

fn statistics(
    connection: &Connection,
    persons: &PersonsCache,
    position: &Position,
    filter: &GameFilter,
) -> Result<PositionStatistics> {
    let compiled = CompiledFilter::new(connection, filter)?;
    // Openings and positions cannot be checked with the summaries alone.
    let among: Option<HashSet<u32>> = match (&filter.opening, &filter.position) {
        (None, None) => None,
        _ => Some(find(connection, filter)?.into_iter().collect()),
    };
    let mut summaries = GameSummaries::new(connection);
    let mut all = Tally::default();
    let mut by_move: Vec<Option<MoveTally>> = (0..=u8::MAX).map(|_| None).collect();
    for (game, next) in look_up(connection, indexed(position, None).key)? {
        let summary = summaries.get(game)?;
        let is_among = among.as_ref().is_none_or(|among| among.contains(&game));
        if is_among && compiled.matches(&summary) {
            all.add(&summary);
            let played = by_move[usize::from(next)].get_or_insert_default();
            played.add(&summary, position.mover());
        }
    }
    let ended = by_move[usize::from(END)].take();
    let canonical_symmetries = canonical_symmetries(position);
    let persons = persons.read(connection)?;
    let mut moves = Vec::new();
    for (byte, played) in (0..=u8::MAX).zip(by_move) {
        let Some(played) = played else { continue };
        let (mv, alike) = moves_of(byte, position, &canonical_symmetries)?;
        moves.push(MoveStatistics {
            mv,
            alike,
            players: played.most(connection, &persons)?,
            tally: played.tally,
        });
    }
    moves.sort_by_key(|played| (Reverse(played.tally.games), played.mv));
    Ok(PositionStatistics {
        all,
        moves,
        ended: ended.map_or(0, |ended| ended.tally.games),
    })
}

/// Returns the move for a byte of the canonical board, and the equivalent squares. The move is the
/// rightmost of all these squares, then the lowest (f5 at the start).
fn moves_of(
    byte: u8,
    position: &Position,
    canonical_symmetries: &[Symmetry],
) -> Result<(Move, Vec<Square>)> {
    if byte == PASS {
        return Ok((Move::Pass, Vec::new()));
    }
    let shape = position.shape();
    let square = byte_square(byte).filter(|&square| shape.contains(square));
    let square = square.ok_or_else(|| Fault::damaged("a move in the position index"))?;
    let images = canonical_symmetries
        .iter()
        .map(|way| way.inverse().square(square, shape));
    let mut images: Vec<Square> = images.collect();
    images.sort_unstable_by_key(|square| Reverse((square.column(), square.row())));
    images.dedup();
    let alike = images.split_off(1);
    Ok((Move::Place(images[0]), alike))
}

impl MoveTally {
    fn add(&mut self, summary: &GameSummary, mover: Color) {
        self.tally.add(summary);
        let player = summary.player(mover) as usize;
        if self.by_player.len() <= player {
            self.by_player.resize(player + 1, 0);
        }
        self.by_player[player] += 1;
    }

    /// Returns the players who chose the move most often.
    fn most(&self, connection: &Connection, persons: &Persons) -> Result<Vec<PlayerGames>> {
        // The ID 0 is for unknown players.
        let known = (0_u32..).zip(&self.by_player).skip(1);
        let mut by_person: BTreeMap<u32, u32> = BTreeMap::new();
        for (player, &games) in known.filter(|&(_, &games)| games > 0) {
            *by_person.entry(persons.of(player)).or_default() += games;
        }
        let mut players: Vec<(u32, u32)> = by_person.into_iter().collect();
        players.sort_unstable_by_key(|&(player, games)| (Reverse(games), player));
        players.truncate(PLAYERS);
        let named = players.into_iter();
        named
            .map(|(player, games)| {
                let name = name(connection, Kind::Player, player)?;
                Ok(PlayerGames { name, games })
            })
            .collect()
    }
}
