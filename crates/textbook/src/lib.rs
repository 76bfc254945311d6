//! Textbook Othello: boards of any shape as games for `outflank_gametree`, and the
//! evaluations that student reports describe, each explained term by term.
//!
//! ```
//! use outflank_textbook::{Algorithm, Evaluation, EvaluationKind, search};
//! use outflank_gametree::SearchLimits;
//! use outflank_othello::{Position, Shape};
//!
//! let start = Position::start(Shape::STANDARD);
//! let phased = Evaluation::new(EvaluationKind::Phased);
//! let report = search(&start, &phased, Algorithm::AlphaBeta, &SearchLimits::plies(4));
//! assert!(start.legal_moves().contains(report.best.unwrap()));
//!
//! // A value is the sum of its terms.
//! let explanation = phased.explain(&start);
//! assert_eq!(explanation.total(), 0.0);
//! assert_eq!(explanation.terms[2].name, "mobility");
//! assert_eq!((explanation.terms[2].own, explanation.terms[2].opponent), (4.0, 4.0));
//! ```
#![forbid(unsafe_code)]

mod display;
mod evaluation;
mod geometry;
mod othello_game;
mod player;
mod position_features;
mod score;
mod search;
mod square_weights;
mod stability;

pub use display::color;
pub use evaluation::{
    ComponentsParameters, Evaluation, EvaluationKind, Explanation, ParameterError, Parameters,
    PhasedParameters, StageParameters, Term, UnknownEvaluation,
};
pub use geometry::corners;
pub use othello_game::{Order, Othello, State, side};
pub use outflank_gametree::Algorithm;
pub use player::{MAX_PLAYER_DEPTH, TextbookPlayer, TextbookPlayerError, strip_player_prefix};
pub use position_features::{PositionFeatures, SideFeatures, position_features};
pub use score::{HEURISTIC_LIMIT, TextbookScore, WIN, outcome_value};
pub use search::{SearchReport, TextbookMove, score_moves, search, with_game};
pub use stability::{DiscStatus, disc_statuses};
