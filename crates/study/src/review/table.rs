//! Tables for the reviews of many games: losses by player, opening and stage, and the worst
//! moves.

use std::collections::BTreeMap;

use outflank_othello::format::{GameRecord, fold_name, name_key};
use outflank_othello::{Color, Move, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::stage::Stage;
use super::{Review, ReviewedMove, SideSummary, TurningPoint};
use crate::openings::OpeningNames;

/// Number of moves of each side that are kept as candidates for the worst moves.
const WORST_OF_SIDE: usize = 5;

/// The data of a game review that the tables need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReview {
    /// The number of the game in its file or archive, from 1.
    pub game: usize,
    tournament: Option<String>,
    year: Option<u16>,
    opening: Option<String>,
    black: SideReview,
    white: SideReview,
    /// The final disc difference for Black, if the game is finished.
    result: Option<i32>,
    turning_point: Option<TurningPoint>,
}

/// One side in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SideReview {
    player: Option<String>,
    stages: [SideSummary; 3],
    worst: Vec<LostMove>,
}

/// A move that lost discs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LostMove {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The side that moved.
    pub mover: Color,
    /// The move.
    #[serde(rename = "move")]
    pub played: Move,
    /// The best move.
    pub best: Option<Square>,
    /// How many discs the move lost compared with the best move.
    pub loss: f64,
    /// Whether the scores are exact.
    pub exact: bool,
}

impl GameReview {
    /// Summarizes the review of a game.
    #[must_use]
    pub fn new(game: usize, record: &GameRecord, review: &Review) -> Self {
        let opening = OpeningNames::shipped().name_of(&record.game);
        let side = |color| SideReview::new(color, record, review);
        Self {
            game,
            tournament: record.tournament.clone(),
            year: record.year(),
            opening: opening.map(|named| named.opening.to_string()),
            black: side(Color::Black),
            white: side(Color::White),
            result: record.game.outcome().map(|outcome| outcome.black_score),
            turning_point: review.turning_point,
        }
    }

    fn row(&self) -> GameRow {
        GameRow {
            table: "games",
            game: self.game,
            black: self.black.player.clone(),
            white: self.white.player.clone(),
            result: self.result,
            turning_point: self.turning_point,
        }
    }
}

impl SideReview {
    fn new(color: Color, record: &GameRecord, review: &Review) -> Self {
        let mut by_stage: [Vec<ReviewedMove>; 3] = Default::default();
        let mut worst = Vec::new();
        let positions = record.game.positions();
        for mv in review.moves.iter().filter(|mv| mv.mover == color) {
            let empties = positions[mv.ply - 1].empties().len();
            by_stage[Stage::of_empties(empties) as usize].push(mv.clone());
            if mv.mistake.is_some() {
                worst.push(LostMove {
                    ply: mv.ply,
                    mover: color,
                    played: mv.played,
                    best: mv.best,
                    loss: mv.loss,
                    exact: mv.exact,
                });
            }
        }
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        worst.truncate(WORST_OF_SIDE);
        Self {
            player: record.player(color).name.clone(),
            stages: by_stage.map(|moves| SideSummary::new(&moves, color)),
            worst,
        }
    }
}

/// A row in a table of losses.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TableRow {
    /// The table: `players`, `openings` or `stages`.
    pub table: &'static str,
    /// The player, opening or stage.
    pub name: String,
    /// Number of games. A game in which both sides count is counted once.
    pub games: usize,
    /// The counts and losses.
    #[serde(flatten)]
    pub summary: SideSummary,
    /// The percentage of moves that lost nothing.
    pub accuracy: f64,
    /// The number of discs lost per move.
    pub mean_loss: f64,
}

/// A row in the table of the worst moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WorstRow {
    /// The table: `worst`.
    pub table: &'static str,
    /// The number of the game in its file or archive.
    pub game: usize,
    /// The player.
    pub player: Option<String>,
    /// The opponent.
    pub opponent: Option<String>,
    /// The tournament.
    pub tournament: Option<String>,
    /// The year.
    pub year: Option<u16>,
    /// The move.
    #[serde(flatten)]
    pub mv: LostMove,
}

/// A row in the table of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameRow {
    /// The table: `games`.
    pub table: &'static str,
    /// The number of the game in its file or archive.
    pub game: usize,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The final disc difference for Black, empties going to the winner, if the game is
    /// finished.
    pub result: Option<i32>,
    /// The move that decided the game, according to exact scores if there are any.
    pub turning_point: Option<TurningPoint>,
}

/// The tables.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewTables {
    /// The games, in order.
    pub games: Vec<GameRow>,
    /// The losses by player, those with the most games first.
    pub players: Vec<TableRow>,
    /// The losses by opening, most frequent first.
    pub openings: Vec<TableRow>,
    /// The losses by stage, in order.
    pub stages: Vec<TableRow>,
    /// The worst moves, worst first.
    pub worst: Vec<WorstRow>,
    /// The counts and losses of all moves.
    pub all: SideSummary,
}

/// The games and losses of a row.
#[derive(Default)]
struct Sum {
    name: String,
    games: usize,
    last: usize,
    summary: SideSummary,
}

impl Sum {
    fn add(&mut self, game: usize, name: &str, summary: &SideSummary) {
        if self.name.is_empty() {
            name.clone_into(&mut self.name);
        }
        if self.last != game {
            self.games += 1;
            self.last = game;
        }
        self.summary.add(summary);
    }

    fn row(self, table: &'static str) -> TableRow {
        TableRow {
            table,
            name: self.name,
            games: self.games,
            accuracy: self.summary.accuracy(),
            mean_loss: self.summary.mean_loss(),
            summary: self.summary,
        }
    }
}

impl ReviewTables {
    /// Summarizes reviews, in the order of the games. With `player`, only the moves of players
    /// whose name contains this text count. Lists at most `worst` moves.
    #[must_use]
    pub fn new(reviews: &[GameReview], player: Option<&str>, worst: usize) -> Self {
        let player = player.map(fold_name);
        let mut players: BTreeMap<String, Sum> = BTreeMap::new();
        let mut openings: BTreeMap<String, Sum> = BTreeMap::new();
        let mut stages: BTreeMap<Stage, Sum> = BTreeMap::new();
        let mut worst_moves = Vec::new();
        let mut all = SideSummary::default();
        for review in reviews {
            let (black, white) = (&review.black, &review.white);
            for (side, other) in [(black, white), (white, black)] {
                let name = side.player.as_deref().unwrap_or("unknown");
                let part = player.as_ref();
                if part.is_some_and(|part| !fold_name(name).contains(part)) {
                    continue;
                }
                let mut whole = SideSummary::default();
                for (stage, summary) in Stage::ALL.into_iter().zip(&side.stages) {
                    whole.add(summary);
                    if summary.moves > 0 {
                        let sum = stages.entry(stage).or_default();
                        sum.add(review.game, stage.title(), summary);
                    }
                }
                all.add(&whole);
                let sum = players.entry(name_key(name)).or_default();
                sum.add(review.game, name, &whole);
                let opening = review.opening.as_deref().unwrap_or("other");
                let sum = openings.entry(opening.to_owned()).or_default();
                sum.add(review.game, opening, &whole);
                worst_moves.extend(side.worst.iter().map(|mv| WorstRow {
                    table: "worst",
                    game: review.game,
                    player: side.player.clone(),
                    opponent: other.player.clone(),
                    tournament: review.tournament.clone(),
                    year: review.year,
                    mv: mv.clone(),
                }));
            }
        }
        worst_moves.sort_by(|a: &WorstRow, b| b.mv.loss.total_cmp(&a.mv.loss));
        worst_moves.truncate(worst);
        Self {
            games: reviews.iter().map(GameReview::row).collect(),
            players: by_games(players, "players"),
            openings: by_games(openings, "openings"),
            stages: stages.into_values().map(|sum| sum.row("stages")).collect(),
            worst: worst_moves,
            all,
        }
    }
}

fn by_games(sums: BTreeMap<String, Sum>, table: &'static str) -> Vec<TableRow> {
    let mut rows: Vec<TableRow> = sums.into_values().map(|sum| sum.row(table)).collect();
    rows.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
    rows
}

#[cfg(test)]
mod tests {
    use outflank_othello::format::Player;
    use outflank_othello::{Game, Shape};

    use super::*;
    use crate::analyzer::TextbookAnalyzer;
    use crate::review::review_sequentially;

    #[test]
    fn tables_summarize_the_reviews() {
        let analyzer = TextbookAnalyzer::to_depth(2);
        let mut reviews = Vec::new();
        let mut losses = 0.0;
        for (number, black, moves) in [
            (1, "Lévy", "f5d6c3d3c4f4f6f3e6e7d7"),
            (2, "levy", "f5f6e6f4g6c5"),
        ] {
            let record = GameRecord {
                black: Player::named(black),
                white: Player::named("Tamenori"),
                ..GameRecord::new(Game::from_transcript(Shape::STANDARD, moves).unwrap())
            };
            let review = review_sequentially(&record.game, &analyzer, &mut |_| ());
            losses += review.black.loss;
            reviews.push(GameReview::new(number, &record, &review));
        }
        let text = serde_json::to_string(&reviews).unwrap();
        let read: Vec<GameReview> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, reviews);
        let tables = ReviewTables::new(&reviews, None, 3);
        assert_eq!(tables.players.len(), 2);
        assert_eq!(tables.players[0].games, 2);
        assert_eq!((tables.all.moves, tables.stages[0].summary.moves), (17, 17));
        assert!(tables.worst.len() <= 3);
        assert!(tables.worst.is_sorted_by(|a, b| a.mv.loss >= b.mv.loss));
        let theirs = ReviewTables::new(&reviews, Some("LEVY"), 3);
        assert_eq!((theirs.players.len(), theirs.all.moves), (1, 9));
        assert!((theirs.all.loss - losses).abs() < 1e-9);
    }
}
