//! A measured table of what people of a given rating usually lose in a game.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Losses, Topic};
use crate::review::{ReviewedMove, Stage};

/// The losses of people by rating, as written by `outflank lab people --to`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LossesByRating {
    /// A description of how the table was made.
    pub made: String,
    /// The bands in ascending order.
    pub bands: Vec<Band>,
}

/// The losses of people in a band of ratings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// The mean rating of the players, weighted by their games.
    pub rating: f64,
    /// Number of games, each counted once per player.
    pub games: f64,
    /// The losses by stage.
    pub stages: BTreeMap<Stage, Losses>,
    /// The discs lost in mistakes in all games, by topic.
    pub topics: BTreeMap<Topic, f64>,
}

/// What players of a given rating usually lose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct UsualLosses {
    /// The losses per move in positions with a choice, by stage.
    pub stages: Vec<StageLosses>,
    /// The discs lost per game by the topic of the mistakes, most first.
    pub topics: Vec<TopicLoss>,
}

/// The losses per move in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StageLosses {
    /// The stage.
    pub stage: Stage,
    /// Discs lost per move.
    pub discs: f64,
    /// The share of moves that lose nothing, in 0..=1.
    pub best_moves: f64,
    /// The share of moves that lose 5 discs or more.
    pub mistakes: f64,
}

/// The discs lost in a game on one topic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TopicLoss {
    /// The topic of the mistakes.
    pub topic: Topic,
    /// Discs lost per game.
    pub discs: f64,
}

impl LossesByRating {
    /// Returns the built-in table.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static TABLE: LazyLock<LossesByRating> = LazyLock::new(|| {
            serde_json::from_str(include_str!("losses.json")).expect("a test reads the table")
        });
        &TABLE
    }

    /// Returns what players of a given rating usually lose, interpolated between the nearest bands.
    /// Below the first band or above the last, that band's losses apply.
    #[must_use]
    pub fn usual(&self, rating: u16) -> UsualLosses {
        let place = f64::from(rating);
        let above = self.bands.partition_point(|band| band.rating < place);
        let low = self.bands.get(above.saturating_sub(1));
        let high = self.bands.get(above).or(self.bands.last());
        let Some((low, high)) = low.zip(high) else {
            return UsualLosses::default();
        };
        let share = match high.rating - low.rating {
            width if width > 0.0 => (place - low.rating) / width,
            _ => 0.0,
        };
        let between = |a: f64, b: f64| a + (b - a) * share;
        let stages = Stage::ALL.into_iter().filter_map(|stage| {
            let [low, high] = [low, high].map(|band| Some(band.stages.get(&stage)?.per_move()));
            let (low, high) = (low?, high?);
            let serious = |losses: Losses| losses.mistakes + losses.blunders;
            Some(StageLosses {
                stage,
                discs: between(low.discs, high.discs),
                best_moves: between(low.best_moves, high.best_moves),
                mistakes: between(serious(low), serious(high)),
            })
        });
        let topics = Topic::ALL.into_iter().map(|topic| {
            let a_game = |band: &Band| {
                let discs = band.topics.get(&topic).copied().unwrap_or(0.0);
                discs / band.games.max(1.0)
            };
            TopicLoss {
                topic,
                discs: between(a_game(low), a_game(high)),
            }
        });
        let mut topics: Vec<TopicLoss> = topics.collect();
        topics.sort_by(|a, b| b.discs.total_cmp(&a.discs));
        UsualLosses {
            stages: stages.collect(),
            topics,
        }
    }
}

/// Number of topics named in the sentence.
const NAMED: usize = 3;

/// Writes a phrase for people.
impl fmt::Display for UsualLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = |lost: &StageLosses| format!("{:.1} in the {}", lost.discs, lost.stage.name());
        let topic = |lost: &TopicLoss| format!("{} ({:.0})", lost.topic.name(), lost.discs);
        let stages: Vec<String> = self.stages.iter().map(stage).collect();
        let named = self.topics.iter().filter(|loss| loss.topic != Topic::Other);
        let topics: Vec<String> = named.take(NAMED).map(topic).collect();
        let (stages, topics) = (stages.join(", "), topics.join(", "));
        write!(
            f,
            "players at this level lose, in discs per move: {stages}; in discs per game, most through {topics}"
        )
    }
}

impl Band {
    /// Adds a reviewed move in a position with a choice and `empties` empty squares.
    pub fn add(&mut self, reviewed: &ReviewedMove, empties: usize) {
        let stage = self.stages.entry(Stage::of_empties(empties)).or_default();
        stage.add(reviewed.loss, 1.0);
        if let Some(reason) = &reviewed.reason {
            *self.topics.entry(Topic::of(reason)).or_default() += reviewed.loss;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weaker_players_lose_more_in_the_built_in_table() {
        let table = LossesByRating::shipped();
        assert!(table.bands.len() >= 6);
        assert!(table.bands.is_sorted_by(|a, b| a.rating < b.rating));
        let discs = |rating| -> f64 {
            let stages = table.usual(rating).stages;
            assert_eq!(stages.len(), 3);
            stages.iter().map(|stage| stage.discs).sum()
        };
        let losses = [1100, 1300, 1500, 1700, 1900, 2100].map(discs);
        assert!(losses.is_sorted_by(|a, b| a > b), "{losses:?}");
        // Outside the bands, the losses do not change.
        assert_eq!(table.usual(0), table.usual(400));
        assert_eq!(table.usual(9999), table.usual(2400));
        let topics = table.usual(1500).topics;
        assert_eq!(topics.len(), Topic::ALL.len());
        assert!(topics.is_sorted_by(|a, b| a.discs >= b.discs));
    }

    #[test]
    fn losses_between_two_bands_are_interpolated() {
        let band = |rating: f64, discs: f64| {
            let mut losses = Losses::default();
            losses.add(discs, 2.0);
            Band {
                rating,
                games: 2.0,
                stages: BTreeMap::from([(Stage::Opening, losses)]),
                topics: BTreeMap::from([(Topic::Parity, 10.0 * discs)]),
            }
        };
        let table = LossesByRating {
            made: String::new(),
            bands: vec![band(1000.0, 8.0), band(1200.0, 4.0)],
        };
        let usual = table.usual(1150);
        assert_eq!(usual.stages.len(), 1);
        assert!((usual.stages[0].discs - 5.0).abs() < 1e-9);
        assert!((usual.stages[0].mistakes - 0.25).abs() < 1e-9);
        assert_eq!(usual.topics[0].topic, Topic::Parity);
        assert!((usual.topics[0].discs - 25.0).abs() < 1e-9);
    }
}
