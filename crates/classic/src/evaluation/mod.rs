//! The four textbook evaluations.
//!
//! | evaluation | worth of a position |
//! |---|---|
//! | [`discs`](EvaluationKind::Discs) | own discs minus the opponent's |
//! | [`phased`](EvaluationKind::Phased) | discs, stability, mobility and access to corners, weighted by the stage of the game |
//! | [`components`](EvaluationKind::Components) | parity, mobility, corners and stability, each as a share of −100..100 |
//! | [`positional`](EvaluationKind::Positional) | discs won since the root and the weight of the square played last |
//!
//! Each can be taken apart term by term with [`Evaluation::explain`]. Its
//! parameters are a small TOML text; the shipped ones stand in the folder
//! `parameters` of this crate.

mod components;
mod discs;
mod explanation;
mod parameters;
mod phased;
mod positional;

use std::fmt;
use std::str::FromStr;

use outflank_gametree::{Heuristic, Value};
use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, ParseError, Position, Square};

pub use explanation::{Explanation, Term};
pub use parameters::ParameterError;
pub(crate) use positional::square_weights;

use crate::geometry::Geometry;
use crate::othello_game::{Order, Othello, State, player};
use crate::score::HEURISTIC_LIMIT;

/// One of the textbook evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EvaluationKind {
    /// Own discs minus the opponent's: the opponent that everyone sets out to
    /// beat.
    Discs,
    /// Discs, stability, mobility and access to corners, with weights that
    /// change with the stage of the game.
    Phased,
    /// Parity, mobility, corners and stability, each scaled to −100..100.
    Components,
    /// Discs won since the root, and the weight of the square played last.
    Positional,
}

impl EvaluationKind {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::Discs,
        Self::Phased,
        Self::Components,
        Self::Positional,
    ];

    /// The name by which programs and files call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Phased => "phased",
            Self::Components => "components",
            Self::Positional => "positional",
        }
    }

    /// The shipped parameters.
    #[must_use]
    pub const fn default_toml(self) -> &'static str {
        match self {
            Self::Discs => include_str!("../../parameters/discs.toml"),
            Self::Phased => include_str!("../../parameters/phased.toml"),
            Self::Components => include_str!("../../parameters/components.toml"),
            Self::Positional => include_str!("../../parameters/positional.toml"),
        }
    }
}

impl fmt::Display for EvaluationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for EvaluationKind {
    type Err = ParseError;

    /// Reads one of the names.
    ///
    /// # Errors
    ///
    /// Any other text.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let named = Self::ALL.into_iter().find(|kind| kind.name() == text);
        named.ok_or_else(|| {
            ParseError::in_line(1, 1, text, "discs, phased, components or positional")
        })
    }
}

/// A textbook evaluation with its parameters.
///
/// ```
/// use outflank_classic::{Evaluation, EvaluationKind};
/// use outflank_othello::Game;
///
/// let game = Game::from_transcript(Default::default(), "f5d6")?;
/// let discs = Evaluation::new(EvaluationKind::Discs);
/// let explanation = discs.explain(game.position(), None, None);
/// assert_eq!(explanation.total, 0.0);
/// # Ok::<(), outflank_othello::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    parameters: Parameters,
}

#[derive(Clone, Debug, PartialEq)]
enum Parameters {
    Discs(discs::Parameters),
    Phased(phased::Parameters),
    Components(components::Parameters),
    Positional(positional::Parameters),
}

impl Evaluation {
    /// The evaluation with its shipped parameters.
    ///
    /// # Panics
    ///
    /// Never: the shipped parameters are part of the program, and the tests
    /// read them.
    #[must_use]
    pub fn new(kind: EvaluationKind) -> Self {
        match Self::from_toml(kind, kind.default_toml()) {
            Ok(evaluation) => evaluation,
            Err(error) => unreachable!("shipped parameters: {error}"),
        }
    }

    /// The evaluation with the parameters of a TOML text of the same form as
    /// the shipped ones ([`EvaluationKind::default_toml`]).
    ///
    /// # Errors
    ///
    /// Texts that are no TOML, keys that are missing or unknown, values out of
    /// range: with line, column and what was expected.
    pub fn from_toml(kind: EvaluationKind, text: &str) -> Result<Self, ParameterError> {
        let parameters = match kind {
            EvaluationKind::Discs => parameters::read(kind, text).map(Parameters::Discs),
            EvaluationKind::Phased => parameters::read(kind, text).map(Parameters::Phased),
            EvaluationKind::Components => parameters::read(kind, text).map(Parameters::Components),
            EvaluationKind::Positional => parameters::read(kind, text).map(Parameters::Positional),
        }?;
        Ok(Self { parameters })
    }

    /// Which of the four it is.
    #[must_use]
    pub const fn kind(&self) -> EvaluationKind {
        match self.parameters {
            Parameters::Discs(_) => EvaluationKind::Discs,
            Parameters::Phased(_) => EvaluationKind::Phased,
            Parameters::Components(_) => EvaluationKind::Components,
            Parameters::Positional(_) => EvaluationKind::Positional,
        }
    }

    /// The static worth of a position taken apart, seen from its mover: each
    /// term with its value for both sides, its weight and its share.
    ///
    /// `last` is the square that the opponent has just played and `root` the
    /// position from which a search reached this one; only `positional` asks
    /// for them. Without them no last square counts, and the position is its
    /// own root. Finished games are evaluated like any other position, though
    /// a search takes their outcome instead.
    #[must_use]
    pub fn explain(
        &self,
        position: &Position,
        last: Option<Square>,
        root: Option<&Position>,
    ) -> Explanation {
        position.with_board(Explain {
            evaluation: self,
            last,
            root: Root::of(root.unwrap_or(position)),
        })
    }
}

impl From<EvaluationKind> for Evaluation {
    fn from(kind: EvaluationKind) -> Self {
        Self::new(kind)
    }
}

/// What `positional` remembers of the root of a search.
#[derive(Clone, Copy, Debug)]
struct Root {
    /// Black discs minus white ones.
    black_lead: i32,
    /// The side whose turn it is.
    mover: Color,
}

impl Root {
    fn of(position: &Position) -> Self {
        Self {
            black_lead: position.count(Color::Black) as i32 - position.count(Color::White) as i32,
            mover: position.mover(),
        }
    }
}

/// An evaluation made ready for one search on one board.
trait Static<B: Bitboard> {
    /// The worth of a position in hundredths, seen from its mover.
    fn hundredths(&self, geometry: &Geometry<B>, state: &State<B>) -> Value;

    /// The same, taken apart. The total is that of [`Static::hundredths`].
    fn explain(&self, geometry: &Geometry<B>, state: &State<B>) -> Explanation;
}

/// Turns an evaluation seen from the mover into one seen from Max, within the
/// bounds that leave room for wins.
struct SeenFromMax<S>(S);

impl<B: Bitboard, S: Static<B>> Heuristic<Othello<B>> for SeenFromMax<S> {
    #[inline]
    fn value(&self, game: &Othello<B>, state: &State<B>) -> Value {
        let hundredths = self.0.hundredths(game.geometry(), state);
        player(state.mover()).sign() * hundredths.clamp(-HEURISTIC_LIMIT, HEURISTIC_LIMIT)
    }
}

/// Work to be done on a game tree of Othello, written once for every board
/// width and every evaluation.
pub trait TreeTask {
    /// What the work gives.
    type Output;

    /// Does the work on the tree below `state`. The heuristic is seen from
    /// Max, that is Black, in hundredths.
    fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
        self,
        game: &Othello<B>,
        state: &State<B>,
        heuristic: &H,
    ) -> Self::Output;
}

/// Does `task` on the game tree below `position`: the one place where board
/// width and evaluation are chosen, so that nothing is decided inside a search.
///
/// If the position's mover has to pass, the tree starts with the other side.
///
/// ```
/// use outflank_classic::{Evaluation, EvaluationKind, Order, Othello, State, TreeTask, with_tree};
/// use outflank_gametree::{Game, Heuristic};
/// use outflank_othello::{Bitboard, Position, Shape};
///
/// /// The heuristic values of the root's children, seen from Black.
/// struct Children;
///
/// impl TreeTask for Children {
///     type Output = Vec<i32>;
///
///     fn run<B: Bitboard, H: Heuristic<Othello<B>>>(
///         self, game: &Othello<B>, state: &State<B>, heuristic: &H,
///     ) -> Vec<i32> {
///         let mut moves = Vec::new();
///         game.moves(state, &mut moves);
///         let value = |&mv: &_| heuristic.value(game, &game.play(state, mv));
///         moves.iter().map(value).collect()
///     }
/// }
///
/// let start = Position::start(Shape::STANDARD);
/// let discs = Evaluation::new(EvaluationKind::Discs);
/// // After any first move Black has four discs and White one.
/// assert_eq!(with_tree(&start, &discs, Order::Reading, Children), [300; 4]);
/// ```
pub fn with_tree<T: TreeTask>(
    position: &Position,
    evaluation: &Evaluation,
    order: Order,
    task: T,
) -> T::Output {
    position.with_board(Enter {
        evaluation,
        order,
        root: Root::of(position),
        task,
    })
}

/// Chooses the evaluation on a board whose width is known.
struct Enter<'a, T> {
    evaluation: &'a Evaluation,
    order: Order,
    root: Root,
    task: T,
}

impl<T: TreeTask> BoardTask for Enter<'_, T> {
    type Output = T::Output;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, mover: Color) -> T::Output {
        let game = Othello::new(layout, self.order);
        let state = game.state(board, mover, None);
        let task = self.task;
        match &self.evaluation.parameters {
            Parameters::Discs(parameters) => {
                task.run(&game, &state, &SeenFromMax(parameters.prepare()))
            }
            Parameters::Phased(parameters) => {
                let phased = parameters.prepare(layout.shape());
                task.run(&game, &state, &SeenFromMax(phased))
            }
            Parameters::Components(parameters) => {
                task.run(&game, &state, &SeenFromMax(parameters.prepare()))
            }
            Parameters::Positional(parameters) => {
                let positional = parameters.prepare(layout, self.root);
                task.run(&game, &state, &SeenFromMax(positional))
            }
        }
    }
}

/// Takes one position apart.
struct Explain<'a> {
    evaluation: &'a Evaluation,
    last: Option<Square>,
    root: Root,
}

impl BoardTask for Explain<'_> {
    type Output = Explanation;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, mover: Color) -> Explanation {
        let geometry = Geometry::new(layout);
        // Not the state of a tree, which would hand over after a pass: the
        // position is taken as it is.
        let state = State {
            board,
            mover,
            last: self.last,
            moves: board.legal_moves(layout),
        };
        match &self.evaluation.parameters {
            Parameters::Discs(parameters) => parameters.prepare().explain(&geometry, &state),
            Parameters::Phased(parameters) => parameters
                .prepare(layout.shape())
                .explain(&geometry, &state),
            Parameters::Components(parameters) => parameters.prepare().explain(&geometry, &state),
            Parameters::Positional(parameters) => parameters
                .prepare(layout, self.root)
                .explain(&geometry, &state),
        }
    }
}
