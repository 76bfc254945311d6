//! Static values broken down into terms.

use outflank_othello::Position;

#[cfg(doc)]
use super::PatternSet;
use super::patterns::Count;
use super::{Evaluation, ShapeError, Source, Stages, Term};
use crate::search::Score;

/// A static value and its terms, in 1/128 discs.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Discs on the board.
    pub discs: u32,
    /// The stages of a game on this board.
    pub stages: Stages,
    /// The terms: the pattern instances in the order of [`PatternSet::instances`], then the
    /// counts in the order of [`Count::ALL`], then the interplay if there is a network.
    pub terms: Vec<Term>,
}

/// The sum of a pattern's instances, a count, or the interplay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The name of the pattern or count.
    pub name: &'static str,
    /// Number of instances of the pattern; 0 for a count or the interplay.
    pub instances: u32,
    /// The value of the count in the position; `None` for a pattern or the interplay.
    pub count: Option<u32>,
    /// Its share of the value, in units of 1/128 of a disc.
    pub share: i32,
}

impl Evaluation {
    /// Breaks the static value of a position down into its terms.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has another shape.
    pub fn explain(&self, position: &Position) -> Result<Explanation, ShapeError> {
        Ok(Explanation {
            terms: self.terms(position)?,
            discs: position.widened_board().occupied().count_ones(),
            stages: *self.patterns().stages(),
        })
    }
}

impl Explanation {
    /// Returns the value: the sum of all terms, in 1/128 discs.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.terms.iter().map(|term| term.share).sum()
    }

    /// Returns the sums of the terms by pattern, in the order of [`PatternSet::patterns`],
    /// then the counts, then the interplay.
    #[must_use]
    pub fn sums(&self) -> Vec<Sum> {
        // The instances of a pattern are adjacent.
        let same = self.terms.chunk_by(|one, other| one.name() == other.name());
        let sum = |terms: &[Term]| {
            let (instances, count) = match terms[0].source {
                Source::Pattern(..) => (terms.len() as u32, None),
                Source::Count(_, count) => (0, Some(count)),
                Source::Interplay => (0, None),
            };
            Sum {
                name: terms[0].name(),
                instances,
                count,
                share: terms.iter().map(|term| term.share).sum(),
            }
        };
        same.map(sum).collect()
    }

    /// Returns the share of each square, in discs, by bit index as in
    /// [`Layout`](outflank_othello::Layout). Each instance divides its term evenly between its
    /// squares. The shares of all squares add up to the terms of the patterns; the counts and the
    /// interplay belong to no square.
    #[must_use]
    pub fn squares(&self) -> [f64; 128] {
        let mut squares = [0.0; 128];
        for term in &self.terms {
            if let Source::Pattern(_, instance) = term.source {
                let share = Score::from_units(term.share, false).discs();
                let share = share / instance.squares().len() as f64;
                for &index in instance.squares() {
                    squares[usize::from(index)] += share;
                }
            }
        }
        squares
    }

    /// Returns the same value seen from the other side: all signs change, and moves become replies.
    #[must_use]
    pub fn turned(&self) -> Self {
        let mut terms = self.terms.clone();
        for term in &mut terms {
            term.share = -term.share;
            term.source = match term.source {
                Source::Count(Count::Moves, count) => Source::Count(Count::Replies, count),
                Source::Count(Count::Replies, count) => Source::Count(Count::Moves, count),
                source @ (Source::Pattern(..)
                | Source::Count(Count::Discs, _)
                | Source::Interplay) => source,
            };
        }
        // The counts follow the patterns and keep the order of their names.
        terms.sort_by_key(|term| match term.source {
            Source::Pattern(..) => 0,
            Source::Count(count, _) => 1 + count as usize,
            Source::Interplay => 1 + Count::ALL.len(),
        });
        Self { terms, ..*self }
    }

    /// Describes the stage: the number of discs, and the knots whose weights are used.
    #[must_use]
    pub fn stage(&self) -> String {
        let (below, share) = self.stages.place(self.discs);
        let knots = self.stages.knots();
        let (discs, knot) = (self.discs, knots[below]);
        match knots.get(below + 1) {
            Some(above) if share > 0.0 => {
                format!("{discs} discs, between the weights of {knot} and {above}")
            }
            _ => format!("{discs} discs, the weights of {knot}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::super::network::tests::some_network;
    use super::super::{Features, PatternSet};
    use super::*;

    /// Positions of a game in which both sides play the first legal move.
    fn positions() -> Vec<Position> {
        let mut game = Game::new(Shape::STANDARD);
        while let Some(square) = game.position().legal_moves().into_iter().next() {
            game.play(square).unwrap();
        }
        let positions: Vec<_> = game.positions().iter().copied().step_by(5).collect();
        assert!(positions.len() >= 8);
        positions
    }

    #[test]
    fn shares_add_up_to_the_value() {
        let evaluation = Evaluation::linear();
        for position in &positions() {
            let explanation = evaluation.explain(position).unwrap();
            let value = evaluation.value(position).unwrap();
            assert_eq!(explanation.total(), value);
            let sums = explanation.sums();
            assert_eq!(sums.iter().map(|sum| sum.share).sum::<i32>(), value);
            let names: Vec<&str> = sums.iter().map(|sum| sum.name).collect();
            let set = PatternSet::standard();
            let patterns: Vec<&str> = set.patterns().iter().map(|p| &*p.name).collect();
            assert_eq!(names[..patterns.len()], patterns);
            assert_eq!(names[patterns.len()..], ["moves", "replies", "discs"]);
            let instances: u32 = sums.iter().map(|sum| sum.instances).sum();
            assert_eq!(instances as usize, set.instances().len());
        }
    }

    #[test]
    fn interplay_is_the_network_value_minus_the_linear_value() {
        let network = some_network(16, 1, 20, false);
        let weights = Evaluation::shipped().weights().clone();
        let evaluation = Evaluation::with_network(weights, network.clone());
        for position in &positions() {
            let explanation = evaluation.explain(position).unwrap();
            let board = position.widened_board();
            let value = network.value_of(&Features::new(PatternSet::standard(), board).unwrap());
            assert_eq!(evaluation.value(position).unwrap(), value);
            assert_eq!(explanation.total(), value);
            let sums = explanation.sums();
            assert_eq!(sums.iter().map(|sum| sum.share).sum::<i32>(), value);
            let (interplay, others) = sums.split_last().unwrap();
            assert_eq!((interplay.name, interplay.instances), ("interplay", 0));
            assert_eq!(interplay.count, None);
            assert_eq!(
                others,
                Evaluation::linear().explain(position).unwrap().sums()
            );
            let turned = explanation.turned();
            assert_eq!(turned.total(), -value);
            assert_eq!(turned.sums().last().unwrap().share, -interplay.share);
        }
    }

    #[test]
    fn squares_add_up_to_the_patterns() {
        for position in &positions() {
            let explanation = Evaluation::shipped().explain(position).unwrap();
            let is_pattern = |term: &&Term| matches!(term.source, Source::Pattern(..));
            let patterns = explanation.terms.iter().filter(is_pattern);
            let patterns: i32 = patterns.map(|term| term.share).sum();
            let squares: f64 = explanation.squares().iter().sum();
            assert!((squares - Score::from_units(patterns, false).discs()).abs() < 1e-9);
        }
    }

    #[test]
    fn signs_change_for_the_other_side() {
        for position in &positions() {
            let own = Evaluation::shipped().explain(position).unwrap();
            let other = own.turned();
            assert_eq!(other.total(), -own.total());
            for (one, turned) in own.terms.iter().zip(&other.terms) {
                if let (Source::Pattern(_, one_on), Source::Pattern(_, on)) =
                    (one.source, turned.source)
                {
                    assert_eq!(one_on.squares(), on.squares());
                    assert_eq!(turned.share, -one.share);
                }
            }
            let count = |sums: &[Sum], name| sums.iter().find(|s| s.name == name).unwrap().count;
            let (sums, turned) = (own.sums(), other.sums());
            assert_eq!(count(&sums, "moves"), count(&turned, "replies"));
            assert_eq!(count(&sums, "replies"), count(&turned, "moves"));
            assert_eq!(count(&sums, "discs"), count(&turned, "discs"));
            assert_eq!(other.turned().sums(), sums);
        }
    }

    #[test]
    fn the_stage_names_the_weights() {
        let stage = |discs| {
            let explanation = Explanation {
                discs,
                stages: *PatternSet::standard().stages(),
                terms: Vec::new(),
            };
            explanation.stage()
        };
        assert_eq!(stage(4), "4 discs, the weights of 12");
        assert_eq!(stage(14), "14 discs, between the weights of 12 and 16");
        assert_eq!(stage(16), "16 discs, the weights of 16");
        assert_eq!(stage(63), "63 discs, the weights of 60");
    }
}
