//! The textbook evaluations and their terms.

mod components;
mod discs;
mod explanation;
mod parameters;
mod phased;
mod positional;

use std::fmt;
use std::str::FromStr;

use outflank_gametree::{Heuristic, Value};
use outflank_othello::{Bitboard, Board, Color, Position, Square, with_board};

use self::components::Components;
use self::phased::Phased;
use crate::geometry::Geometry;
use crate::{HEURISTIC_LIMIT, Order, Othello, State, side};

pub use explanation::{Explanation, Term};
pub use parameters::{
    ComponentsParameters, ParameterError, Parameters, PhasedParameters, StageParameters,
};

/// The kinds of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EvaluationKind {
    /// The mover's discs minus the opponent's.
    Discs,
    /// Discs, stability, mobility and corner access, weighted by stage.
    Phased,
    /// Parity, mobility, corners and stability, each scaled to −100..100.
    Components,
    /// Discs won since the root and the weight of the last square played.
    Positional,
}

impl EvaluationKind {
    /// All evaluations.
    pub const ALL: [Self; 4] = [
        Self::Discs,
        Self::Phased,
        Self::Components,
        Self::Positional,
    ];

    /// Returns the name that [`FromStr`] parses.
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

/// The error for an unknown evaluation name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown evaluation {0:?}: expected discs, phased, components or positional")]
pub struct UnknownEvaluation(String);

impl FromStr for EvaluationKind {
    type Err = UnknownEvaluation;

    fn from_str(text: &str) -> Result<Self, UnknownEvaluation> {
        let is_named = |kind: &Self| kind.name().eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownEvaluation(text.to_owned()))
    }
}

/// An evaluation with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation(Inner);

#[derive(Clone, Debug, PartialEq)]
enum Inner {
    Discs,
    Phased(Phased),
    Components(Components),
    Positional,
}

impl Evaluation {
    /// Returns the evaluation with the shipped parameters.
    #[must_use]
    pub fn new(kind: EvaluationKind) -> Self {
        match kind {
            EvaluationKind::Discs => Self(Inner::Discs),
            EvaluationKind::Positional => Self(Inner::Positional),
            EvaluationKind::Phased | EvaluationKind::Components => Parameters::shipped(kind)
                .and_then(|shipped| Self::with_parameters(&shipped))
                .unwrap_or_else(|error| unreachable!("tests read the shipped parameters: {error}")),
        }
    }

    /// Returns the evaluation with the given parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if a number is out of range.
    pub fn with_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        Ok(Self(match parameters {
            Parameters::Phased(phased) => Inner::Phased(Phased::new(phased)?),
            Parameters::Components(components) => Inner::Components(Components::new(components)?),
        }))
    }

    /// Returns the evaluation with parameters in TOML, in the form of the files in
    /// `crates/textbook/parameters`.
    ///
    /// # Errors
    ///
    /// Returns an error with line and column if the text is invalid, or if the evaluation
    /// has no parameters.
    pub fn from_toml(kind: EvaluationKind, text: &str) -> Result<Self, ParameterError> {
        Self::with_parameters(&Parameters::from_toml(kind, text)?)
    }

    /// Returns the kind of evaluation.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        match self.0 {
            Inner::Discs => EvaluationKind::Discs,
            Inner::Phased(_) => EvaluationKind::Phased,
            Inner::Components(_) => EvaluationKind::Components,
            Inner::Positional => EvaluationKind::Positional,
        }
    }

    /// Returns the value of a position for its mover, term by term. For `positional`, the position
    /// is taken as the root of the search.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Explanation {
        self.explain_after(position, position, None)
    }

    /// Returns the value of `position` for its mover, term by term, as a search from `root` sees it
    /// after the move `last`. Only `positional` uses the root and the last move. After a pass,
    /// `last` is `None`.
    #[must_use]
    pub fn explain_after(
        &self,
        root: &Position,
        position: &Position,
        last: Option<Square>,
    ) -> Explanation {
        let root = Root {
            side: root.mover(),
            difference: with_board!(root, |_layout, board| board.disc_difference()),
        };
        with_board!(position, |layout, board| {
            let game = Othello::new(layout, Order::Reading);
            let state = State {
                last,
                ..game.state_without_pass(board, position.mover())
            };
            self.terms(game.geometry(), &state, root)
        })
    }

    fn terms<B: Bitboard>(
        &self,
        geometry: &Geometry<B>,
        state: &State<B>,
        root: Root,
    ) -> Explanation {
        let named = |names: &[&'static str], counts: &[Count]| {
            let terms = names.iter().zip(counts);
            terms.map(|(name, count)| count.term(name)).collect()
        };
        let (kind, mut stage) = (self.kind(), None);
        let terms = match &self.0 {
            Inner::Discs => named(&discs::TERMS, &discs::counts(state)),
            Inner::Phased(phased) => {
                stage = Some(phased.stage(geometry, state).name.clone());
                named(&phased::TERMS, &phased.counts(geometry, state))
            }
            Inner::Components(components) => {
                named(&components::TERMS, &components.counts(geometry, state))
            }
            Inner::Positional => {
                let counts = positional::counts(geometry, state, root);
                named(&positional::TERMS, &counts)
            }
        };
        Explanation { kind, stage, terms }
    }

    /// Returns the value of a state for its mover, in hundredths.
    #[inline]
    fn value<B: Bitboard>(&self, geometry: &Geometry<B>, state: &State<B>, root: Root) -> Value {
        match &self.0 {
            Inner::Discs => sum(discs::counts(state)),
            Inner::Phased(phased) => sum(phased.counts(geometry, state)),
            Inner::Components(components) => sum(components.counts(geometry, state)),
            Inner::Positional => sum(positional::counts(geometry, state, root)),
        }
    }
}

#[inline]
fn sum<const N: usize>(counts: [Count; N]) -> Value {
    counts.iter().map(|count| count.hundredths).sum()
}

/// A term of an evaluation on a board.
#[derive(Clone, Copy, Debug)]
struct Count {
    own: i32,
    opponent: i32,
    /// Hundredths per unit.
    weight: i32,
    /// The contribution to the value.
    hundredths: i32,
}

impl Count {
    /// Returns a term that is its weight times its difference.
    #[inline]
    const fn linear([own, opponent]: [i32; 2], weight: i32) -> Self {
        let hundredths = weight * (own - opponent);
        Self {
            own,
            opponent,
            weight,
            hundredths,
        }
    }

    fn term(self, name: &'static str) -> Term {
        Term {
            name,
            own: f64::from(self.own),
            opponent: f64::from(self.opponent),
            weight: f64::from(self.weight) / 100.0,
            hundredths: self.hundredths,
        }
    }
}

/// The facts about the root that path-dependent evaluations need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root {
    /// The side to move.
    side: Color,
    /// Its discs minus the opponent's.
    difference: i32,
}

/// An evaluation as the heuristic of a search from one root.
pub(crate) struct RootedEvaluation<'a> {
    evaluation: &'a Evaluation,
    root: Root,
}

impl<'a> RootedEvaluation<'a> {
    pub(crate) fn new<B: Bitboard>(
        evaluation: &'a Evaluation,
        board: Board<B>,
        mover: Color,
    ) -> Self {
        let (side, difference) = (mover, board.disc_difference());
        let root = Root { side, difference };
        Self { evaluation, root }
    }
}

impl<B: Bitboard> Heuristic<Othello<B>> for RootedEvaluation<'_> {
    #[inline]
    fn value(&self, game: &Othello<B>, state: &State<B>) -> Value {
        let value = self.evaluation.value(game.geometry(), state, self.root);
        side(state.mover).sign() * value.clamp(-HEURISTIC_LIMIT, HEURISTIC_LIMIT)
    }
}

#[cfg(test)]
mod tests;
