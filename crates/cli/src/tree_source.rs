//! The source of a game tree: an Othello position, an expression or another game.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use outflank_gametree::games::NamedGame;
use outflank_gametree::{GameTask, NoHeuristic, Tree};
use outflank_othello::Position;
use outflank_textbook::{Evaluation, EvaluationKind, Order, with_game};

use crate::input::parse_position;
use crate::options::{BoardOption, read_evaluation};

/// Options that select the game trees.
#[derive(Args, Debug)]
pub(crate) struct TreeSourceOptions {
    /// Othello positions: `start`, a transcript, or a board in OBF.
    #[arg(value_name = "POSITION", conflicts_with_all = ["expr", "game"])]
    positions: Vec<String>,

    /// A tree as an expression, such as 'MIN(3, MAX(5, a))'. Numbers may have decimals, as in
    /// -1.25. A leaf that affects the value of the tree needs a value, as in a=7.
    #[arg(long, value_name = "TREE", conflicts_with = "game")]
    expr: Option<String>,

    /// Another game, such as tic-tac-toe, kalah:3x2 or figure:min-3-max-5-a.
    #[arg(long, value_name = "GAME")]
    game: Option<NamedGame>,

    #[command(flatten)]
    board: BoardOption,

    /// Evaluation of Othello positions at the horizon.
    #[arg(long, value_name = "EVALUATION", default_value = "phased")]
    evaluation: EvaluationKind,

    /// Parameters of the evaluation from a TOML file.
    #[arg(long, value_name = "FILE.toml")]
    parameters: Option<PathBuf>,
}

/// A game tree to search.
pub(crate) enum TreeSource {
    /// The tree of an Othello position.
    Position {
        /// The command-line argument.
        text: String,
        position: Position,
        evaluation: Evaluation,
    },
    /// A tree given as an expression.
    Typed(Tree),
    /// The tree of another game.
    Game(NamedGame),
}

impl TreeSourceOptions {
    /// Returns the selected trees; the starting position by default.
    pub(crate) fn sources(&self) -> Result<Vec<TreeSource>> {
        if let Some(text) = &self.expr {
            let place = || format!("--expr {text:?}");
            let tree: Tree = text.parse().with_context(place)?;
            if let Some(leaf) = tree.deciding_leaf() {
                bail!(
                    "{}: its value depends on {leaf}: expected a value for it, as in {leaf}=7",
                    place()
                );
            }
            return Ok(vec![TreeSource::Typed(tree)]);
        }
        if let Some(game) = &self.game {
            return Ok(vec![TreeSource::Game(game.clone())]);
        }
        let evaluation = read_evaluation(self.evaluation, self.parameters.as_deref())?;
        let shape = self.board.shape;
        let start = ["start".to_owned()];
        let texts = match self.positions.as_slice() {
            [] => &start,
            texts => texts,
        };
        texts
            .iter()
            .map(|text| {
                let position = parse_position(text, shape)?;
                ensure!(
                    !position.is_over(),
                    "{text}: the game is over: expected a position with a move"
                );
                Ok(TreeSource::Position {
                    text: text.trim().to_owned(),
                    position,
                    evaluation: evaluation.clone(),
                })
            })
            .collect()
    }
}

impl TreeSource {
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Position { text, .. } => text.clone(),
            Self::Typed(tree) => tree.to_string(),
            Self::Game(game) => game.to_string(),
        }
    }

    pub(crate) const fn position(&self) -> Option<&Position> {
        match self {
            Self::Position { position, .. } => Some(position),
            Self::Typed(_) | Self::Game(_) => None,
        }
    }

    /// Returns whether this is an explicit tree: given as an expression, from a textbook or random.
    pub(crate) const fn is_a_tree(&self) -> bool {
        match self {
            Self::Position { .. } => false,
            Self::Typed(_) => true,
            Self::Game(game) => game.is_a_tree(),
        }
    }

    pub(crate) fn run<T: GameTask>(&self, task: T) -> T::Output {
        self.run_in(Order::Reading, task)
    }

    /// Runs a task on the game, trying Othello moves in `order`.
    pub(crate) fn run_in<T: GameTask>(&self, order: Order, task: T) -> T::Output {
        match self {
            Self::Position {
                position,
                evaluation,
                ..
            } => with_game(position, evaluation, order, task),
            Self::Typed(tree) => task.run(tree, &tree.root(), &NoHeuristic),
            Self::Game(game) => game.run(task),
        }
    }
}
