//! The textbook evaluations and how they are taken apart.

mod components;
mod discs;
mod explanation;
mod parameters;
mod phased;
mod positional;
mod term_differences;

use std::fmt;
use std::str::FromStr;

use outflank_gametree::{Heuristic, Value};
use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, Position, Square};

use crate::geometry::Geometry;
use crate::othello_game::{Order, Othello, State, player};
use crate::score::HEURISTIC_LIMIT;

pub(crate) use components::Components;
pub(crate) use discs::Discs;
pub use explanation::{Explanation, Term};
pub use parameters::{
    ComponentsParameters, ParameterError, Parameters, PhasedParameters, StageParameters,
};
pub(crate) use phased::Phased;
pub(crate) use positional::Positional;
pub(crate) use positional::square_weights;
pub use term_differences::TermDifferences;

/// Which evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EvaluationKind {
    /// Own discs minus the opponent's.
    Discs,
    /// Discs, stability, mobility and corner access, weighted by stage.
    Phased,
    /// Parity, mobility, corners and stability, each scaled to −100..100.
    Components,
    /// Discs won since the root and the weight of the square played last.
    Positional,
}

impl EvaluationKind {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Discs,
        Self::Phased,
        Self::Components,
        Self::Positional,
    ];

    /// The name by which it is chosen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Phased => "phased",
            Self::Components => "components",
            Self::Positional => "positional",
        }
    }
}

impl fmt::Display for EvaluationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No evaluation has the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no evaluation is called {0:?}: expected discs, phased, components or positional")]
pub struct UnknownEvaluation(String);

impl FromStr for EvaluationKind {
    type Err = UnknownEvaluation;

    fn from_str(text: &str) -> Result<Self, UnknownEvaluation> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownEvaluation(text.to_owned()))
    }
}

/// An evaluation with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation(Ratings);

#[derive(Clone, Debug, PartialEq)]
enum Ratings {
    Discs,
    Phased(Phased),
    Components(Components),
    Positional,
}

impl Evaluation {
    /// The evaluation with the parameters shipped.
    #[must_use]
    pub fn new(kind: EvaluationKind) -> Self {
        let rating = match kind {
            EvaluationKind::Discs => Ratings::Discs,
            EvaluationKind::Positional => Ratings::Positional,
            EvaluationKind::Phased | EvaluationKind::Components => {
                match Parameters::shipped(kind).and_then(|shipped| Self::with_parameters(&shipped))
                {
                    Ok(evaluation) => return evaluation,
                    Err(error) => {
                        unreachable!("the shipped parameters are read in a test: {error}")
                    }
                }
            }
        };
        Self(rating)
    }

    /// The evaluation to which the parameters belong, with these.
    ///
    /// # Errors
    ///
    /// Numbers that make no sense.
    pub fn with_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        Ok(Self(match parameters {
            Parameters::Phased(phased) => Ratings::Phased(Phased::new(phased)?),
            Parameters::Components(components) => Ratings::Components(Components::new(components)?),
        }))
    }

    /// The evaluation with the parameters of a TOML text, as the files in
    /// `crates/classic/parameters` show them.
    ///
    /// # Errors
    ///
    /// Texts that are no such parameters, with line and column, and the
    /// evaluations that have none.
    pub fn from_toml(kind: EvaluationKind, text: &str) -> Result<Self, ParameterError> {
        Self::with_parameters(&Parameters::from_toml(kind, text)?)
    }

    /// Which evaluation it is.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        match self.0 {
            Ratings::Discs => EvaluationKind::Discs,
            Ratings::Phased(_) => EvaluationKind::Phased,
            Ratings::Components(_) => EvaluationKind::Components,
            Ratings::Positional => EvaluationKind::Positional,
        }
    }

    /// The value of a position for its mover, term by term. `positional` takes
    /// the position for the root of a search.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Explanation {
        self.explain_after(position, position, None)
    }

    /// The value of `position` for its mover, term by term, as a search from
    /// `root` sees it after the move `last`, which matters to `positional`
    /// alone. After a pass there is no last square.
    #[must_use]
    pub fn explain_after(
        &self,
        root: &Position,
        position: &Position,
        last: Option<Square>,
    ) -> Explanation {
        let root_discs = |color: Color| root.count(color) as i32;
        let root = Root {
            side: root.mover(),
            difference: root_discs(root.mover()) - root_discs(root.mover().opponent()),
        };
        position.with_board(Explain {
            evaluation: self,
            root,
            last,
        })
    }

    /// Does `task` with the evaluation as a type, so that nothing is chosen
    /// while a search runs.
    pub(crate) fn with_rating<B: Bitboard, T: RatingTask<B>>(
        &self,
        layout: &Layout<B>,
        root: Root,
        task: T,
    ) -> T::Output {
        match &self.0 {
            Ratings::Discs => task.run(Discs),
            Ratings::Phased(phased) => task.run(phased.clone()),
            Ratings::Components(components) => task.run(components.clone()),
            Ratings::Positional => task.run(Positional::new(layout, root)),
        }
    }
}

/// What of the root of a search a path-dependent evaluation needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// The side to move.
    pub(crate) side: Color,
    /// Its discs minus the opponent's.
    pub(crate) difference: i32,
}

/// An evaluation as the search sees it.
pub(crate) trait Rating<B: Bitboard> {
    /// The terms of a state's value, seen from its mover, in hundredths.
    fn terms(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation;

    /// The value of a state for its mover in hundredths: the sum of the terms.
    fn value(&self, geometry: &Geometry<B>, state: &State<B>) -> Value;
}

/// Work to be done with an evaluation.
pub(crate) trait RatingTask<B: Bitboard> {
    /// What the work gives.
    type Output;

    /// Does the work.
    fn run<R: Rating<B>>(self, rating: R) -> Self::Output;
}

/// A rating as the heuristic of a game-tree search.
pub(crate) struct Rated<R>(pub(crate) R);

impl<B: Bitboard, R: Rating<B>> Heuristic<Othello<B>> for Rated<R> {
    #[inline]
    fn value(&self, game: &Othello<B>, state: &State<B>) -> Value {
        let value = self.0.value(game.geometry(), state);
        let limited = value.clamp(-HEURISTIC_LIMIT, HEURISTIC_LIMIT);
        player(state.mover).sign() * limited
    }
}

struct Explain<'a> {
    evaluation: &'a Evaluation,
    root: Root,
    last: Option<Square>,
}

impl BoardTask for Explain<'_> {
    type Output = Explanation;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, mover: Color) -> Explanation {
        struct Terms<'a, B> {
            game: &'a Othello<B>,
            state: State<B>,
        }
        impl<B: Bitboard> RatingTask<B> for Terms<'_, B> {
            type Output = Explanation;

            fn run<R: Rating<B>>(self, rating: R) -> Explanation {
                rating.terms(self.game.geometry(), &self.state)
            }
        }
        let game = Othello::new(layout, Order::Reading);
        let state = State {
            board,
            mover,
            last: self.last,
            path_matters: false,
            moves: board.legal_moves(layout),
        };
        let terms = Terms { game: &game, state };
        self.evaluation.with_rating(layout, self.root, terms)
    }
}

#[cfg(test)]
mod tests;
