//! A game of a rated human player, compared with the human-like opponent of the same rating.

use std::collections::BTreeMap;
use std::io;

use outflank_engine::{SearchOptions, SearchRequest, Searcher};
use outflank_human::{HumanModel, HumanRating, Strength, policy};
use outflank_othello::{Color, Game, Move};
use serde::{Deserialize, Serialize};

use super::usual::Band;
use super::{Losses, best_score};
use crate::review::{Review, Stage};

/// Size of the transposition table in MiB.
const HASH: usize = 4;

/// A rated human player's side of a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedSide {
    /// The player's rating.
    pub rating: f64,
    /// The player's losses.
    pub person: Band,
    /// The expected losses of `human@R` in the same positions, where R is the player's rating.
    pub opponent: BTreeMap<Stage, Losses>,
    /// The sum of the probabilities with which `human@R` plays the player's moves, by stage.
    pub agreement: BTreeMap<Stage, f64>,
    /// The rating estimated from the losses in the game, and its interval.
    pub estimate: Option<[f64; 3]>,
}

impl RatedSide {
    /// Compares the moves of one side in positions with a choice. Fails if the memory for the
    /// opponent's searches cannot be allocated.
    pub fn of(game: &Game, review: &Review, side: Color, rating: f64) -> io::Result<Self> {
        let human = HumanRating::new(rating.round() as u16);
        let mut searcher = Searcher::new(SearchOptions::default().with_hash(HASH))?;
        let mut person = Band {
            rating,
            games: 1.0,
            ..Band::default()
        };
        let mut opponent: BTreeMap<Stage, Losses> = BTreeMap::new();
        let mut agreement: BTreeMap<Stage, f64> = BTreeMap::new();
        for reviewed in review.moves.iter().filter(|mv| mv.mover == side) {
            let all = &reviewed.alternatives;
            if all.len() < 2 {
                continue;
            }
            let position = &game.positions()[reviewed.ply - 1];
            let empties = position.empties().len();
            person.add(reviewed, empties);
            let stage = Stage::of_empties(empties);
            let best = best_score(all);
            let last = reviewed
                .ply
                .checked_sub(2)
                .map(|before| game.moves()[before]);
            let last = last.and_then(Move::square);
            let strength = Strength::of(human, empties as u32);
            let request = SearchRequest::new(position, strength.limits()).every_move();
            let searched = searcher.search(&request).moves;
            let model = HumanModel::shipped();
            for mv in policy(model, human, &strength, position, last, &searched) {
                let scored = all.iter().find(|other| other.square == mv.square);
                let loss = scored.map_or(0.0, |scored| best - scored.discs());
                let losses = opponent.entry(stage).or_default();
                losses.add(loss, mv.probability);
                if Some(mv.square) == reviewed.played.square() {
                    *agreement.entry(stage).or_default() += mv.probability;
                }
            }
        }
        let estimate = match side {
            Color::Black => &review.black_rating,
            Color::White => &review.white_rating,
        };
        let estimate = estimate.as_ref();
        Ok(Self {
            rating,
            person,
            opponent,
            agreement,
            estimate: estimate.map(|found| [found.rating, found.low, found.high].map(f64::from)),
        })
    }
}
