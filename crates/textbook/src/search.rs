//! Searching positions with the textbook algorithms.

use std::cmp::Reverse;

use outflank_gametree::{Algorithm, Counts, Game, GameTask, Search, SearchLimits};
use outflank_othello::{Bitboard, Board, Position, Square, with_board};
use web_time::Instant;

use crate::evaluation::RootedEvaluation;
use crate::{Evaluation, EvaluationKind, Order, Othello, TextbookScore, side};

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The score for the side to move.
    pub score: TextbookScore,
    /// The best move, or `None` if the mover must pass or the game is over.
    pub best: Option<Square>,
    /// The squares of the principal variation, without passes.
    pub pv: Vec<Square>,
    /// Counts of nodes and cut-offs.
    pub counts: Counts,
    /// The depth searched, in the unit of the limit.
    pub depth: u32,
    /// Whether the search ended without reaching any limit other than the depth.
    pub completed: bool,
}

/// A legal move with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookMove {
    /// The move.
    pub square: Square,
    /// The score for the side that plays it.
    pub score: TextbookScore,
    /// The squares of the principal variation, this move first.
    pub pv: Vec<Square>,
    /// Counts of nodes and cut-offs in the search of this move.
    pub counts: Counts,
    /// The depth searched, including this move.
    pub depth: u32,
    /// Whether the search ended without reaching any limit other than the depth.
    pub completed: bool,
}

/// Runs a task on the tree of a position, with an evaluation as its heuristic.
///
/// If the mover must pass, the root is the state after the pass.
pub fn with_game<T: GameTask>(
    position: &Position,
    evaluation: &Evaluation,
    order: Order,
    task: T,
) -> T::Output {
    let mover = position.mover();
    with_board!(position, |layout, board| {
        let is_path_dependent = evaluation.kind() == EvaluationKind::Positional;
        let game = Othello::new(layout, order).with_path_mattering(is_path_dependent);
        let root = game.state(board, mover, None);
        let heuristic = RootedEvaluation::new(evaluation, board, mover);
        task.run(&game, &root, &heuristic)
    })
}

/// Searches a position, trying moves in reading order.
#[must_use]
pub fn search(
    position: &Position,
    evaluation: &Evaluation,
    algorithm: Algorithm,
    limits: &SearchLimits,
) -> SearchReport {
    let mover = position.mover();
    with_board!(position, |layout, board| {
        let is_path_dependent = evaluation.kind() == EvaluationKind::Positional;
        let game = Othello::new(layout, Order::Reading).with_path_mattering(is_path_dependent);
        let root = game.state(board, mover, None);
        let heuristic = RootedEvaluation::new(evaluation, board, mover);
        let search = Search::new(&game).heuristic(&heuristic).limits(limits);
        let result = search.algorithm(algorithm).run(&root);
        let value = side(mover).sign() * result.value;
        let squares = layout.shape().squares();
        SearchReport {
            score: TextbookScore::from_value(value, result.exact, squares),
            best: result.best_move.filter(|_| root.mover() == mover),
            pv: result.pv,
            counts: result.counts,
            depth: result.depth.number().unwrap_or(0),
            completed: result.completed,
        }
    })
}

/// Searches each legal move separately and returns the moves with their true scores, best first.
/// Equal moves are in reading order.
///
/// The depth includes the move itself. The time, node and stop limits apply to all moves together.
/// Moves whose search did not finish are omitted, except the first.
#[must_use]
pub fn score_moves(
    position: &Position,
    evaluation: &Evaluation,
    limits: &SearchLimits,
) -> Vec<TextbookMove> {
    let mut moves = with_board!(position, |layout, board| {
        let game = Othello::new(layout, Order::Squares);
        score_moves_of(&game, board, position, evaluation, limits)
    });
    moves.sort_by_key(|mv| Reverse(mv.score.value()));
    moves
}

fn score_moves_of<B: Bitboard>(
    game: &Othello<B>,
    board: Board<B>,
    position: &Position,
    evaluation: &Evaluation,
    limits: &SearchLimits,
) -> Vec<TextbookMove> {
    let started = Instant::now();
    let mover = position.mover();
    let heuristic = RootedEvaluation::new(evaluation, board, mover);
    let root = game.state(board, mover, None);
    let mut moves = Vec::new();
    if root.mover() == mover {
        game.moves(&root, &mut moves);
    }
    let mut left = limits.clone();
    let depth = limits.depth.number().unwrap_or(0);
    left.depth = limits.depth.with_number(depth.saturating_sub(1));
    let mut scored: Vec<TextbookMove> = Vec::new();
    for square in moves {
        let time = limits.time;
        left.time = time.map(|time| time.saturating_sub(started.elapsed()));
        let search = Search::new(game).heuristic(&heuristic).limits(&left);
        let search = search.algorithm(Algorithm::Deepening);
        let result = search.run(&game.play(&root, square));
        if !result.completed && !scored.is_empty() {
            break;
        }
        let nodes = result.counts.nodes();
        left.nodes = left.nodes.map(|left| left.saturating_sub(nodes));
        let value = side(mover).sign() * result.value;
        scored.push(TextbookMove {
            square,
            score: TextbookScore::from_value(value, result.exact, position.shape().squares()),
            pv: std::iter::once(square).chain(result.pv).collect(),
            counts: result.counts,
            depth: result.depth.number().unwrap_or(0) + 1,
            completed: result.completed,
        });
    }
    scored
}
