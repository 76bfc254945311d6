//! The textbook player: Othello of any shape as a `gametree` game, with the
//! evaluations that student reports describe, each explainable term by term.
//!
//! ```
//! use outflank_classic::{Algorithm, Evaluation, EvaluationKind, search};
//! use outflank_gametree::Limits;
//! use outflank_othello::{Position, Shape};
//!
//! let start = Position::start(Shape::STANDARD);
//! let phased = Evaluation::new(EvaluationKind::Phased);
//! let report = search(&start, &phased, Algorithm::AlphaBeta, &Limits::plies(4));
//! assert!(start.legal_moves().contains(report.best.unwrap()));
//!
//! // A value is the sum of its terms.
//! let explanation = phased.explain(&start);
//! assert_eq!(explanation.total(), 0.0);
//! assert_eq!(explanation.terms[2].name, "mobility");
//! assert_eq!((explanation.terms[2].own, explanation.terms[2].opponent), (4.0, 4.0));
//! ```
#![forbid(unsafe_code)]

mod evaluation;
mod features;
mod game_task;
mod geometry;
mod othello_game;
mod player;
mod score;
mod search;
mod shown;
mod stability;

pub use evaluation::{
    ComponentsParameters, Evaluation, EvaluationKind, Explanation, ParameterError, Parameters,
    PhasedParameters, StageParameters, Term, TermDifferences, UnknownEvaluation,
};
pub use features::{Features, SideFeatures, features};
pub use game_task::{GameTask, with_game};
pub use geometry::corners;
pub use othello_game::{Order, Othello, State, player};
pub use outflank_gametree::Algorithm;
pub use player::{MAX_PLAYER_DEPTH, Player, PlayerError};
pub use score::{HEURISTIC_LIMIT, Score, WIN, outcome_value};
pub use search::{SearchReport, ValuedMove, search, value_moves};
pub use shown::color;
pub use stability::{DiscStatus, disc_statuses};
