//! Positions handed out as trees, for whatever one wants to do with a tree.

use outflank_gametree::Heuristic;
use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position};

use crate::evaluation::{Evaluation, EvaluationKind, Rated, Rating, RatingTask, Root};
use crate::othello_game::{Order, Othello, State};

/// Work to be done on the game tree of a position.
pub trait GameTask {
    /// What the work gives.
    type Output;

    /// Does the work. If the mover of the position has to pass, the root is
    /// the state after the pass.
    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        root: &State<B>,
        heuristic: &H,
    ) -> Self::Output;
}

/// Does `task` on the tree of a position with an evaluation as its heuristic,
/// the moves being tried in an order.
pub fn with_game<T: GameTask>(
    position: &Position,
    evaluation: &Evaluation,
    order: Order,
    task: T,
) -> T::Output {
    position.with_board(OnBoard {
        evaluation,
        order,
        task,
    })
}

struct OnBoard<'a, T> {
    evaluation: &'a Evaluation,
    order: Order,
    task: T,
}

impl<T: GameTask> BoardTask for OnBoard<'_, T> {
    type Output = T::Output;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, mover: Color) -> T::Output {
        let looks_at_path = self.evaluation.kind() == EvaluationKind::Positional;
        let game = Othello::new(layout, self.order).with_path_mattering(looks_at_path);
        let state = game.state(board, mover, None);
        let root = root_of(board, mover);
        let task = WithRating {
            game: &game,
            state,
            task: self.task,
        };
        self.evaluation.with_rating(layout, root, task)
    }
}

/// What a path-dependent evaluation needs to know of the root.
pub(crate) fn root_of<B: Bitboard>(board: Board<B>, mover: Color) -> Root {
    Root {
        side: mover,
        difference: board.disc_difference(),
    }
}

struct WithRating<'a, B: Bitboard, T> {
    game: &'a Othello<B>,
    state: State<B>,
    task: T,
}

impl<B: Bitboard, T: GameTask> RatingTask<B> for WithRating<'_, B, T> {
    type Output = T::Output;

    fn run<R: Rating<B>>(self, rating: R) -> T::Output {
        self.task.run(self.game, &self.state, &Rated(rating))
    }
}
