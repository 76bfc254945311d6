//! A player's progress over reviewed games: the ratings, the kinds of mistakes, and what to train
//! next.

use std::collections::BTreeMap;

use outflank_othello::Color;
use outflank_othello::format::fold_name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lesson::Lesson;
use crate::mistake_kind::MistakeKind;
use crate::people::PlayedRating;
use crate::review::Review;

/// Minimum number of moves of both sides: shorter games say too little about a player.
const LEAST_MOVES: u32 = 20;
/// Number of ratings in a mean. The rating of one game has an error of about 300 points.
const MEAN_OF: usize = 5;
/// Number of the latest games whose mistakes are counted by kind.
const RECENT: usize = 20;

/// What is kept of the review of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRecord {
    /// The rating estimated from Black's losses, if there are enough moves.
    pub black: Option<RatingRecord>,
    /// The rating estimated from White's losses.
    pub white: Option<RatingRecord>,
    /// The mistakes of both sides, in order.
    pub mistakes: Vec<MistakeRecord>,
}

/// A rating estimated from the losses of one side in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingRecord {
    /// The rating.
    pub rating: u16,
    /// The lower end of the interval that contains it with a probability of 95 %.
    pub low: u16,
    /// The upper end of the interval.
    pub high: u16,
}

/// A mistake in a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MistakeRecord {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The side that moved.
    pub mover: Color,
    /// How many discs the move lost.
    pub loss: f64,
    /// The kind of mistake.
    pub kind: MistakeKind,
}

impl ReviewRecord {
    /// Returns what is kept of a review.
    #[must_use]
    pub fn new(review: &Review) -> Self {
        let rating = |played: &Option<PlayedRating>| {
            played.as_ref().map(|played| RatingRecord {
                rating: played.rating,
                low: played.low,
                high: played.high,
            })
        };
        let mistakes = review.moves.iter().filter_map(|mv| {
            let reason = mv.reason.as_ref().filter(|_| mv.mistake.is_some())?;
            Some(MistakeRecord {
                ply: mv.ply,
                mover: mv.mover,
                loss: (mv.loss * 10.0).round() / 10.0,
                kind: MistakeKind::of(reason),
            })
        });
        Self {
            black: rating(&review.black_rating),
            white: rating(&review.white_rating),
            mistakes: mistakes.collect(),
        }
    }

    const fn rating(&self, side: Color) -> Option<RatingRecord> {
        match side {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// What progress needs of a saved game.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The ID of the game.
    pub id: String,
    /// When the game was played, in milliseconds since 1970.
    pub played: i64,
    /// Number of moves, not counting passes.
    pub moves: u32,
    /// Whether the game is unfinished.
    #[serde(default)]
    pub unfinished: bool,
    /// The user's side, if known.
    #[serde(default)]
    pub side: Option<Color>,
    /// The name of Black.
    #[serde(default)]
    pub black: Option<String>,
    /// The name of White.
    #[serde(default)]
    pub white: Option<String>,
    /// The review, if the game has been reviewed.
    #[serde(default)]
    pub review: Option<ReviewRecord>,
}

impl SavedGame {
    /// Returns the user's side: the known one, or the one with the user's name. `None` if neither
    /// or both have it.
    fn side_of(&self, name: &str) -> Option<Color> {
        let name = fold_name(name.trim());
        let is_user = |player: &Option<String>| {
            let player = player.as_deref().unwrap_or_default();
            !name.is_empty() && fold_name(player.trim()) == name
        };
        self.side
            .or_else(|| match (is_user(&self.black), is_user(&self.white)) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            })
    }
}

/// A player's progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Progress {
    /// The player's reviewed games, oldest first.
    pub games: Vec<GameProgress>,
    /// The IDs of the player's games that have no review, latest first.
    pub unreviewed: Vec<String>,
    /// The number of latest games whose mistakes are counted.
    pub counted: usize,
    /// The player's mistakes in these games by kind, the most costly first.
    pub kinds: Vec<KindLosses>,
    /// What to train next, if there are mistakes.
    pub next: Option<NextTraining>,
}

/// A reviewed game of the player.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameProgress {
    /// The ID of the game.
    pub id: String,
    /// When the game was played, in milliseconds since 1970.
    pub played: i64,
    /// The player's side.
    pub side: Color,
    /// The rating estimated from this game.
    pub rating: Option<RatingRecord>,
    /// The mean rating of up to five games that end with this one.
    pub mean: Option<u16>,
    /// Number of the player's mistakes.
    pub mistakes: usize,
}

/// The mistakes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct KindLosses {
    /// The kind.
    pub kind: MistakeKind,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of mistakes per game.
    pub mistakes_per_game: f64,
    /// Number of discs lost per game.
    pub discs_per_game: f64,
}

/// What to train next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NextTraining {
    /// The most costly kind of mistake.
    pub kind: MistakeKind,
    /// The lesson about it. `None` if puzzles are the best training.
    pub lesson: Option<Lesson>,
}

impl Progress {
    /// Returns the progress of the player with this name, which identifies the player in games
    /// without a known side.
    #[must_use]
    pub fn of(name: &str, mut games: Vec<SavedGame>) -> Self {
        games.retain(|game| !game.unfinished && game.moves >= LEAST_MOVES);
        games.sort_by(|a, b| (a.played, &a.id).cmp(&(b.played, &b.id)));
        let mut progress = Self::default();
        let mut mistakes = Vec::new();
        let mut ratings = Vec::new();
        for game in games {
            let Some(side) = game.side_of(name) else {
                continue;
            };
            let Some(review) = game.review else {
                progress.unreviewed.insert(0, game.id);
                continue;
            };
            let own = review.mistakes.iter().filter(|one| one.mover == side);
            let own: Vec<MistakeRecord> = own.copied().collect();
            let rating = review.rating(side);
            ratings.extend(rating.map(|record| f64::from(record.rating)));
            let latest = &ratings[ratings.len().saturating_sub(MEAN_OF)..];
            let mean = latest.iter().sum::<f64>() / latest.len() as f64;
            progress.games.push(GameProgress {
                id: game.id,
                played: game.played,
                side,
                rating,
                mean: rating.map(|_| mean.round() as u16),
                mistakes: own.len(),
            });
            mistakes.push(own);
        }
        let recent = &mistakes[mistakes.len().saturating_sub(RECENT)..];
        progress.counted = recent.len();
        progress.kinds = by_kind(recent);
        let named = |losses: &&KindLosses| losses.kind != MistakeKind::Other;
        let kinds = &progress.kinds;
        let next = kinds.iter().find(named).or(kinds.first());
        progress.next = next.map(|&KindLosses { kind, .. }| NextTraining {
            kind,
            lesson: Lesson::about(kind),
        });
        progress
    }
}

/// Counts the mistakes in some games by kind, the most costly kind first.
fn by_kind(games: &[Vec<MistakeRecord>]) -> Vec<KindLosses> {
    let mut sums: BTreeMap<MistakeKind, (usize, f64)> = BTreeMap::new();
    for mistake in games.iter().flatten() {
        let (count, discs) = sums.entry(mistake.kind).or_default();
        *count += 1;
        *discs += mistake.loss;
    }
    let count = games.len() as f64;
    let kinds = sums
        .into_iter()
        .map(|(kind, (mistakes, discs))| KindLosses {
            kind,
            mistakes,
            mistakes_per_game: mistakes as f64 / count,
            discs_per_game: discs / count,
        });
    let mut kinds: Vec<KindLosses> = kinds.collect();
    kinds.sort_by(|a, b| b.discs_per_game.total_cmp(&a.discs_per_game));
    kinds
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;
    use crate::analyzer::TextbookAnalyzer;
    use crate::review::review;

    fn game(id: &str, played: i64) -> SavedGame {
        SavedGame {
            id: id.to_owned(),
            played,
            moves: 60,
            ..SavedGame::default()
        }
    }

    fn reviewed(rating: u16, mistakes: &[(Color, f64, MistakeKind)]) -> ReviewRecord {
        let record = RatingRecord {
            rating,
            low: rating - 200,
            high: rating + 200,
        };
        let mistakes = mistakes.iter().zip(1..);
        let mistakes = mistakes.map(|(&(mover, loss, kind), ply)| MistakeRecord {
            ply,
            mover,
            loss,
            kind,
        });
        ReviewRecord {
            black: Some(record),
            white: None,
            mistakes: mistakes.collect(),
        }
    }

    #[test]
    fn the_record_of_a_review_has_its_mistakes() {
        let game = Game::from_transcript(Shape::STANDARD, "d3c3b3b2b1d2e3e2d1a1").unwrap();
        let review = review(&game, &TextbookAnalyzer::to_depth(3), &|| ());
        let record = ReviewRecord::new(&review);
        let marked = review.moves.iter().filter(|mv| mv.mistake.is_some());
        let plies: Vec<usize> = marked.map(|mv| mv.ply).collect();
        let kept: Vec<usize> = record.mistakes.iter().map(|one| one.ply).collect();
        assert!(!plies.is_empty());
        assert_eq!(plies, kept);
        for one in &record.mistakes {
            let mv = &review.moves[one.ply - 1];
            assert!((one.loss - mv.loss).abs() <= 0.05);
            let reason = mv.reason.as_ref().unwrap();
            assert_eq!((one.mover, one.kind), (mv.mover, MistakeKind::of(reason)));
        }
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<ReviewRecord>(&json).unwrap(), record);
    }

    #[test]
    fn the_user_is_the_known_side_or_the_one_with_the_name() {
        let named = |black: &str, white: &str| SavedGame {
            black: Some(black.to_owned()),
            white: Some(white.to_owned()),
            ..game("g", 1)
        };
        let known = SavedGame {
            side: Some(Color::White),
            ..named("Ada", "Novice (400)")
        };
        for (game, name, side) in [
            (named("Ada", "Grace"), "ada ", Some(Color::Black)),
            (named("Ada", "Émile"), "emile", Some(Color::White)),
            (named("Ada", "Ada"), "Ada", None),
            (named("Ada", "Grace"), "Ad", None),
            (named("", "Grace"), "", None),
            (known, "Ada", Some(Color::White)),
        ] {
            assert_eq!(game.side_of(name), side, "{name}: {game:?}");
        }
    }

    #[test]
    fn only_own_finished_games_count_in_the_order_in_which_they_were_played() {
        let own = |id, played, rating| SavedGame {
            side: Some(Color::Black),
            review: Some(reviewed(rating, &[])),
            ..game(id, played)
        };
        let bare = |id, played| SavedGame {
            side: Some(Color::Black),
            ..game(id, played)
        };
        let games = vec![
            own("b", 2, 1500),
            own("a", 1, 1400),
            game("of others", 3),
            bare("new", 5),
            bare("old", 4),
            SavedGame {
                unfinished: true,
                ..bare("goes on", 6)
            },
            SavedGame {
                moves: 5,
                ..bare("short", 7)
            },
        ];
        let progress = Progress::of("", games);
        let means = progress.games.iter().map(|game| (&*game.id, game.mean));
        let means: Vec<_> = means.collect();
        assert_eq!(means, [("a", Some(1400)), ("b", Some(1450))]);
        assert_eq!(progress.unreviewed, ["new", "old"]);
        assert_eq!((progress.kinds.len(), progress.next), (0, None));
    }

    #[test]
    fn the_most_costly_kind_of_the_own_mistakes_comes_first() {
        use Color::{Black, White};
        use MistakeKind::{Corner, Other, Parity, XSquare};
        let own = |id, mistakes: &[_]| SavedGame {
            side: Some(Black),
            review: Some(reviewed(1500, mistakes)),
            ..game(id, 1)
        };
        let one = [
            (Black, 4.0, Parity),
            (White, 30.0, Corner),
            (Black, 20.0, Other),
            (Black, 6.0, XSquare),
        ];
        let games = vec![own("a", &one), own("b", &[(Black, 4.0, Parity)])];
        let progress = Progress::of("", games);
        let kinds: Vec<_> = progress.kinds.iter().map(|of| of.kind).collect();
        assert_eq!(kinds, [Other, Parity, XSquare]);
        let parity = progress.kinds[1];
        assert_eq!((parity.mistakes, progress.counted), (2, 2));
        assert!((parity.mistakes_per_game - 1.0).abs() < 1e-9);
        assert!((parity.discs_per_game - 4.0).abs() < 1e-9);
        let next = progress.next.unwrap();
        assert_eq!((next.kind, next.lesson), (Parity, Some(Lesson::Parity)));
    }
}
