//! Evaluations by name.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use outflank_engine::evaluation::Evaluation as PatternEvaluation;
use outflank_othello::Shape;
use outflank_textbook::{Evaluation, EvaluationKind};
use thiserror::Error;

use super::EqualLimit;
use outflank_matches::{
    EngineNameError, MatchEngine, MoveLimit, OutflankEngine, TextbookEngine, parse_evaluation,
    read_weights,
};

/// The name of the strong player's evaluation.
const PATTERNS: &str = "patterns";

/// An evaluation to compare with others.
///
/// | name | evaluation |
/// |---|---|
/// | `discs`, `phased`, `components`, `positional` | the textbook player's |
/// | `phased=mine.toml` | the same with parameters from a file |
/// | `patterns` | the strong player's |
/// | `patterns=mine.weights` | the same with weights from a file |
#[derive(Clone, Debug)]
pub struct Contender {
    name: String,
    pub(super) kind: Kind,
}

/// The player to which the evaluation belongs.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The textbook player's.
    Textbook(Box<Evaluation>),
    /// The strong player's, with other weights than the shipped ones if given.
    Patterns(Option<Arc<PatternEvaluation>>),
}

/// The reason why a text does not name an evaluation.
#[derive(Debug, Error)]
pub enum ContenderError {
    /// The name is unknown.
    #[error(
        "no evaluation is called {0:?}: expected discs, phased, components, positional or \
         patterns, or one with a file as in phased=mine.toml"
    )]
    Unknown(String),
    /// The file cannot be used.
    #[error(transparent)]
    File(EngineNameError),
    /// The weights are for another board.
    #[error("{name}: weights for a board of {found}: expected weights for {expected}")]
    OtherShape {
        /// The name.
        name: String,
        /// The board of the weights.
        found: Shape,
        /// The board of the comparison.
        expected: Shape,
    },
}

impl Contender {
    /// Returns all built-in evaluations for boards of a shape; the strong player's only
    /// for 8×8.
    #[must_use]
    pub fn all(shape: Shape) -> Vec<Self> {
        let textbook = EvaluationKind::ALL.into_iter().map(|kind| Self {
            name: kind.to_string(),
            kind: Kind::Textbook(Box::new(Evaluation::new(kind))),
        });
        let patterns = (shape == Shape::STANDARD).then(|| Self {
            name: PATTERNS.to_owned(),
            kind: Kind::Patterns(None),
        });
        textbook.chain(patterns).collect()
    }

    /// Returns the name as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Checks that the weights are for boards of a shape.
    ///
    /// # Errors
    ///
    /// Returns an error if they are for another shape.
    pub fn check(&self, shape: Shape) -> Result<(), ContenderError> {
        let Kind::Patterns(own) = &self.kind else {
            return Ok(());
        };
        let found = own.as_ref().map_or(Shape::STANDARD, |own| own.shape());
        if found == shape {
            return Ok(());
        }
        Err(ContenderError::OtherShape {
            name: self.name.clone(),
            found,
            expected: shape,
        })
    }

    /// Returns whether it can play at equal time. The strong player cannot: its search
    /// differs, so games would not compare evaluations alone.
    #[must_use]
    pub const fn stands_at_equal_time(&self) -> bool {
        matches!(self.kind, Kind::Textbook(_))
    }

    /// Returns a player with this evaluation.
    pub(super) fn engine(&self, limit: EqualLimit) -> Box<dyn MatchEngine> {
        let limit = match (limit, &self.kind) {
            (EqualLimit::Depth(depth), Kind::Textbook(_)) => MoveLimit::Depth(depth),
            (EqualLimit::Depth(depth), Kind::Patterns(_)) => MoveLimit::Plies(depth),
            (EqualLimit::Time(time), _) => MoveLimit::Time(time),
        };
        match &self.kind {
            Kind::Textbook(evaluation) => Box::new(TextbookEngine::new(
                self.name.as_str(),
                (**evaluation).clone(),
                limit,
            )),
            Kind::Patterns(own) => {
                let label = self.name.strip_prefix(PATTERNS).unwrap_or_default();
                Box::new(OutflankEngine::new(label, own.clone(), limit))
            }
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, ContenderError> {
        let patterns = |own| Self {
            name: text.to_owned(),
            kind: Kind::Patterns(own),
        };
        if text == PATTERNS {
            return Ok(patterns(None));
        }
        if let Some(path) = text.strip_prefix(PATTERNS)
            && let Some(path) = path.strip_prefix('=')
        {
            let weights = read_weights(path).map_err(ContenderError::File)?;
            return Ok(patterns(Some(weights)));
        }
        match parse_evaluation(text, text) {
            Ok((name, evaluation)) => Ok(Self {
                name,
                kind: Kind::Textbook(Box::new(evaluation)),
            }),
            Err(EngineNameError::UnknownEvaluation(_)) => {
                Err(ContenderError::Unknown(text.to_owned()))
            }
            Err(error) => Err(ContenderError::File(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../textbook/parameters/phased.toml"
        );
        let names = ["discs", "phased", "components", "positional", "patterns"];
        for name in names.into_iter().chain([&*format!("phased={file}")]) {
            let contender: Contender = name.parse().unwrap();
            assert_eq!(contender.name(), name);
        }
        assert_eq!("Discs".parse::<Contender>().unwrap().name(), "discs");
        let shipped = Contender::all(Shape::STANDARD);
        assert!(shipped.iter().map(Contender::name).eq(names));
        let other = Contender::all("6x6".parse().unwrap());
        assert!(other.iter().map(Contender::name).eq(names[..4].to_vec()));
    }

    #[test]
    fn invalid_names_are_rejected_with_the_reason() {
        for name in ["", "disc", "patterns2", "outflank", "phased@4", "random"] {
            let error = name.parse::<Contender>().unwrap_err().to_string();
            let expected = format!("no evaluation is called {name:?}: expected discs,");
            assert!(error.starts_with(&expected), "{error}");
        }
        for name in ["phased=no/such.toml", "patterns=no/such.toml"] {
            let error = name.parse::<Contender>().unwrap_err().to_string();
            assert!(error.contains("no/such.toml: "), "{error}");
        }
        let patterns: Contender = "patterns".parse().unwrap();
        assert!(patterns.check(Shape::STANDARD).is_ok());
        let error = patterns.check("6x6".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "patterns: weights for a board of 8x8: expected weights for 6x6"
        );
    }
}
