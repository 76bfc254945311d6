//! Positions searched by the textbook algorithms.

use std::cell::Cell;

use outflank_gametree::{
    Counts, Depth, Game, Limits, SearchResult, alphabeta, iterative_deepening, minimax, negamax,
};
use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Square};

use crate::evaluation::{Evaluation, Rated, Rating, RatingTask, Root};
use crate::othello_game::{Order, Othello, State, player};
use crate::score::Score;

/// How the tree is searched. All give the same value and move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Every state down to the depth.
    Minimax,
    /// Alpha-beta with a branch for either side, as textbooks print it.
    AlphaBeta,
    /// Alpha-beta in negamax form.
    Negamax,
    /// Alpha-beta, depth after depth.
    Deepening,
}

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
    position.with_board(SearchTask {
        evaluation,
        algorithm,
        limits,
    })
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

/// A tree to be searched with whatever evaluation.
struct TreeTask<'a, B: Bitboard> {
    game: &'a Othello<B>,
    state: State<B>,
    algorithm: Algorithm,
    limits: &'a Limits,
}

/// The result of a tree, and whether a heuristic had a part in it.
struct Tree {
    result: SearchResult<Square>,
    was_guessed: bool,
}

impl<B: Bitboard> RatingTask<B> for TreeTask<'_, B> {
    type Output = Tree;

    fn run<R: Rating<B>>(self, rating: R) -> Tree {
        let heuristic = Rated {
            rating,
            was_asked: false.into(),
        };
        let (game, state, limits) = (self.game, &self.state, self.limits);
        // Of deepening only the last iteration counts.
        let last_guessed = Cell::new(false);
        let result = match self.algorithm {
            Algorithm::Minimax => minimax(game, state, &heuristic, limits),
            Algorithm::AlphaBeta => alphabeta(game, state, &heuristic, limits),
            Algorithm::Negamax => negamax(game, state, &heuristic, limits),
            Algorithm::Deepening => iterative_deepening(game, state, &heuristic, limits, |_| {
                last_guessed.set(heuristic.was_asked.replace(false));
            }),
        };
        let was_guessed = heuristic.was_asked.get() || last_guessed.get() || !result.completed;
        Tree {
            result,
            was_guessed,
        }
    }
}

fn root_of<B: Bitboard>(board: Board<B>, mover: Color) -> Root {
    Root {
        side: mover,
        difference: board.disc_difference(),
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
    evaluation: &'a Evaluation,
    algorithm: Algorithm,
    limits: &'a Limits,
}

impl BoardTask for SearchTask<'_> {
    type Output = SearchReport;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, mover: Color) -> SearchReport {
        let game = Othello::new(layout, Order::Reading);
        let state = game.state(board, mover, None);
        let tree = self.evaluation.with_rating(
            layout,
            root_of(board, mover),
            TreeTask {
                game: &game,
                state,
                algorithm: self.algorithm,
                limits: self.limits,
            },
        );
        let value = player(mover).sign() * tree.result.value;
        let squares = layout.shape().squares();
        SearchReport {
            score: Score::from_value(value, !tree.was_guessed, squares),
            best: tree.result.best_move.filter(|_| state.mover() == mover),
            pv: tree.result.pv,
            counts: tree.result.counts,
            depth: depth_number(tree.result.depth),
            completed: tree.result.completed,
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
            let tree = self.evaluation.with_rating(
                layout,
                root_of(board, mover),
                TreeTask {
                    game: &game,
                    state: game.play(&root, square),
                    algorithm: Algorithm::Deepening,
                    limits: &limits,
                },
            );
            let result = tree.result;
            if !result.completed && !valued.is_empty() {
                break;
            }
            nodes_left = nodes_left.map(|left| left.saturating_sub(result.counts.nodes()));
            let value = player(mover).sign() * result.value;
            valued.push(ValuedMove {
                square,
                score: Score::from_value(value, !tree.was_guessed, squares),
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
