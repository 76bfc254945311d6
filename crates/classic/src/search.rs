//! Positions searched by the textbook algorithms.

use outflank_gametree::{
    Algorithm, Counts, Depth, Game, Heuristic, Limits, SearchResult, Settings, Unobserved,
    iterative_deepening,
};
use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Square};

use crate::evaluation::{Evaluation, Rated, Rating, RatingTask};
use crate::game_task::{GameTask, root_of, with_game};
use crate::othello_game::{Order, Othello, State, player};
use crate::score::Score;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The score for the side to move.
    pub score: Score,
    /// The best move; none if the mover has to pass or the game is over.
    pub best: Option<Square>,
    /// The squares of best play as far as the search saw them, passes left out.
    pub pv: Vec<Square>,
    /// What the search did.
    pub counts: Counts,
    /// The depth searched in plies (or turns, if those limited it).
    pub depth: u32,
    /// Whether no limit but the depth ended the search.
    pub completed: bool,
}

/// A legal move with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedMove {
    /// The move.
    pub square: Square,
    /// Its score for the side that plays it.
    pub score: Score,
    /// The squares of best play, this move first.
    pub pv: Vec<Square>,
    /// What the search of this move did.
    pub counts: Counts,
    /// The depth searched, this move included.
    pub depth: u32,
    /// Whether no limit but the depth ended the search.
    pub completed: bool,
}

/// Searches a position. Moves are tried in reading order.
#[must_use]
pub fn search(
    position: &Position,
    evaluation: &Evaluation,
    algorithm: Algorithm,
    limits: &Limits,
) -> SearchReport {
    let task = SearchTask {
        mover: position.mover(),
        algorithm,
        limits,
    };
    with_game(position, evaluation, Order::Reading, task)
}

/// Searches every legal move on its own, so that each has its true score: best
/// first, equal ones in reading order. The depth counts the move itself. Time,
/// nodes and stop limit all of them together; a move not finished is left out,
/// but for the first one.
#[must_use]
pub fn value_moves(
    position: &Position,
    evaluation: &Evaluation,
    limits: &Limits,
) -> Vec<ValuedMove> {
    let mut moves = position.with_board(ValueMoves { evaluation, limits });
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.score.value()));
    moves
}

/// The tree below a move, to be searched depth after depth with whatever
/// evaluation of the root above.
struct TreeTask<'a, B: Bitboard> {
    game: &'a Othello<B>,
    state: State<B>,
    limits: &'a Limits,
}

impl<B: Bitboard> RatingTask<B> for TreeTask<'_, B> {
    type Output = SearchResult<Square>;

    fn run<R: Rating<B>>(self, rating: R) -> SearchResult<Square> {
        let heuristic = Rated(rating);
        iterative_deepening(self.game, &self.state, &heuristic, self.limits, |_| {})
    }
}

/// The depth as a number; 0 for none.
const fn depth_number(depth: Depth) -> u32 {
    match depth {
        Depth::Plies(depth) | Depth::Turns(depth) => depth,
        Depth::Unlimited => 0,
    }
}

struct SearchTask<'a> {
    mover: Color,
    algorithm: Algorithm,
    limits: &'a Limits,
}

impl GameTask for SearchTask<'_> {
    type Output = SearchReport;

    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        root: &State<B>,
        heuristic: &H,
    ) -> SearchReport {
        let settings = Settings::default();
        let result =
            self.algorithm
                .search(game, root, heuristic, self.limits, &settings, Unobserved);
        let value = player(self.mover).sign() * result.value;
        let squares = game.layout().shape().squares();
        SearchReport {
            score: Score::from_value(value, !result.guessed, squares),
            best: result.best_move.filter(|_| root.mover() == self.mover),
            pv: result.pv,
            counts: result.counts,
            depth: depth_number(result.depth),
            completed: result.completed,
        }
    }
}

struct ValueMoves<'a> {
    evaluation: &'a Evaluation,
    limits: &'a Limits,
}

impl BoardTask for ValueMoves<'_> {
    type Output = Vec<ValuedMove>;

    fn run<B: Bitboard>(
        self,
        layout: &Layout<B>,
        board: Board<B>,
        mover: Color,
    ) -> Vec<ValuedMove> {
        let started = std::time::Instant::now();
        let game = Othello::new(layout, Order::Squares);
        let root = game.state(board, mover, None);
        let squares = layout.shape().squares();
        let mut nodes_left = self.limits.nodes;
        let mut moves = Vec::new();
        if root.mover() == mover {
            game.moves(&root, &mut moves);
        }
        let mut valued: Vec<ValuedMove> = Vec::new();
        for square in moves {
            let mut limits = self.limits.clone();
            limits.depth = below(limits.depth);
            limits.nodes = nodes_left;
            limits.time = limits
                .time
                .map(|time| time.saturating_sub(started.elapsed()));
            let result = self.evaluation.with_rating(
                layout,
                root_of(board, mover),
                TreeTask {
                    game: &game,
                    state: game.play(&root, square),
                    limits: &limits,
                },
            );
            if !result.completed && !valued.is_empty() {
                break;
            }
            nodes_left = nodes_left.map(|left| left.saturating_sub(result.counts.nodes()));
            let value = player(mover).sign() * result.value;
            valued.push(ValuedMove {
                square,
                score: Score::from_value(value, !result.guessed, squares),
                pv: std::iter::once(square).chain(result.pv).collect(),
                counts: result.counts,
                depth: depth_number(result.depth) + 1,
                completed: result.completed,
            });
        }
        valued
    }
}

/// The depth left below a move.
const fn below(depth: Depth) -> Depth {
    match depth {
        Depth::Plies(plies) => Depth::Plies(plies.saturating_sub(1)),
        Depth::Turns(turns) => Depth::Turns(turns.saturating_sub(1)),
        Depth::Unlimited => Depth::Unlimited,
    }
}
