//! The moves to learn from.

use outflank_matches::PlayerGames;
use outflank_othello::format::GameRecord;
use outflank_othello::{Board, Color, Game, Layout, Shape};

/// A move that a person chose among several legal moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HumanMove {
    /// The 8×8 board, seen from the player's side.
    pub board: Board<u64>,
    /// The bit of the square that was played, 8 · row + column.
    pub square: u8,
    /// The bit of the opponent's last move; `None` at the start and after a pass.
    pub last: Option<u8>,
    /// The player's rating.
    pub rating: f32,
}

/// Games between people, and the players' ratings computed from these games.
#[derive(Clone, Debug, Default)]
pub struct HumanGames {
    players: PlayerGames,
    /// The record of each game without its moves, and the moves. Until the players are rated,
    /// `rating` stands for the colour: 1 is Black, 0 is White.
    games: Vec<(GameRecord, Vec<HumanMove>)>,
}

impl HumanGames {
    /// Adds a game and returns whether it counts: see [`PlayerGames::add`].
    pub fn add(&mut self, record: GameRecord) -> bool {
        let counts = self.players.add(&record);
        if counts {
            let moves = moves_of_game(&record.game, [Some(1.0), Some(0.0)]);
            let game = Game::new(Shape::STANDARD);
            self.games.push((GameRecord { game, ..record }, moves));
        }
        counts
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games.len()
    }

    /// Rates the players, and returns the moves that people played in each game, with the players'
    /// ratings.
    #[must_use]
    pub fn rate(self) -> Vec<Vec<HumanMove>> {
        let ratings = self.players.rate();
        let rated = |(record, mut moves): (GameRecord, Vec<HumanMove>)| {
            let [black, white] = ratings.of_game(&record);
            let rating = |mv: &HumanMove| if mv.rating > 0.0 { black } else { white };
            moves.retain(|mv| rating(mv).is_some());
            for mv in &mut moves {
                mv.rating = rating(mv).map_or(0.0, |rating| rating.elo as f32);
            }
            moves
        };
        self.games.into_iter().map(rated).collect()
    }
}

/// Returns the moves of a game on 8×8 in positions with several legal moves, by players who have a
/// rating. `ratings` are those of Black and White.
#[must_use]
pub(super) fn moves_of_game(game: &Game, ratings: [Option<f32>; 2]) -> Vec<HumanMove> {
    let Some(layout) = Layout::<u64>::new(Shape::STANDARD) else {
        return Vec::new();
    };
    let mut last = None;
    let plies = game.plies().filter_map(|(position, mv)| {
        let square = mv.square().and_then(|square| layout.index(square));
        let square = square.map(|square| square as u8);
        let last = std::mem::replace(&mut last, square);
        let board = position.standard_board()?;
        let [black, white] = ratings;
        let rating = match position.mover() {
            Color::Black => black?,
            Color::White => white?,
        };
        (board.legal_moves(&layout).count_ones() > 1).then_some(HumanMove {
            board,
            square: square?,
            last,
            rating,
        })
    });
    plies.collect()
}
