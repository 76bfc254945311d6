//! The terms of the trained evaluation.

use outflank_engine::Score;
use outflank_engine::evaluation::{Evaluation, Explanation, Instance, Source, Sum};
use outflank_othello::{Board, Color, Position, Shape, Square};
use schemars::JsonSchema;
use serde::Serialize;

use super::selection::PATTERNS;

/// The trained evaluation.
#[derive(JsonSchema, Serialize)]
pub(super) struct PatternEvaluation {
    position: Position,
    mover: Color,
    evaluation: &'static str,
    stage: String,
    terms: Vec<PatternTerm>,
    /// In discs.
    total: f64,
}

/// A term. A pattern instance has squares; a count and the interplay have none.
#[derive(JsonSchema, Serialize)]
struct PatternTerm {
    name: &'static str,
    squares: Option<Vec<String>>,
    discs: Option<String>,
    count: Option<u32>,
    /// In discs.
    share: f64,
}

/// The evaluation of a position from one side.
pub(super) struct View {
    shape: Shape,
    /// The board, with that side as the mover.
    board: Board<u128>,
    pub(super) explanation: Explanation,
}

impl View {
    /// Evaluates a position for its mover. Returns `None` if the evaluation is for
    /// another shape.
    pub(super) fn new(evaluation: &Evaluation, position: &Position) -> Option<Self> {
        Some(Self {
            shape: position.shape(),
            board: position.widened_board(),
            explanation: evaluation.explain(position).ok()?,
        })
    }

    /// Returns the evaluation seen from the other side.
    pub(super) fn flipped(self) -> Self {
        Self {
            shape: self.shape,
            board: self.board.pass(),
            explanation: self.explanation.turned(),
        }
    }

    /// Formats the discs on the squares of an instance: `X` for this side, `O` for the other side
    /// and `-` for an empty square.
    pub(super) fn discs(&self, instance: &Instance) -> String {
        let symbol = |&index: &u8| {
            if self.board.mover() >> index & 1 != 0 {
                'X'
            } else if self.board.opponent() >> index & 1 != 0 {
                'O'
            } else {
                '-'
            }
        };
        instance.squares().iter().map(symbol).collect()
    }

    /// Returns the distance between rows in the bitboard.
    const fn stride(&self) -> u8 {
        match self.shape.is_narrow() {
            true => 8,
            false => self.shape.width(),
        }
    }

    pub(super) fn squares_of(&self, instance: &Instance) -> Vec<String> {
        let stride = self.stride();
        let squares = instance.squares().iter();
        let squares = squares.filter_map(|&index| Square::new(index % stride, index / stride));
        squares.map(|square| square.to_string()).collect()
    }

    pub(super) fn line(&self, position: &Position) -> PatternEvaluation {
        let terms = self.explanation.terms.iter().map(|term| {
            let (squares, discs, count) = match term.source {
                Source::Pattern(_, on) => (Some(self.squares_of(on)), Some(self.discs(on)), None),
                Source::Count(_, count) => (None, None, Some(count)),
                Source::Interplay => (None, None, None),
            };
            PatternTerm {
                name: term.name(),
                squares,
                discs,
                count,
                share: in_discs(term.share),
            }
        });
        PatternEvaluation {
            position: *position,
            mover: position.mover(),
            evaluation: PATTERNS,
            stage: self.explanation.stage(),
            terms: terms.collect(),
            total: in_discs(self.explanation.total()),
        }
    }

    /// Formats the contributions of patterns and squares, and optionally of instances.
    pub(super) fn text(&self, with_instances: bool) -> String {
        let mut text = self.table();
        text.push_str(&self.squares());
        if with_instances {
            text.push_str(&self.instances());
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Formats the contributions of the terms, largest first.
    fn table(&self) -> String {
        let mut text = format!(
            "\n{PATTERNS}, {}: discs for the mover\n  {:<20} {:>12} {:>9}\n",
            self.explanation.stage(),
            "term",
            "of",
            "share"
        );
        let mut sums = self.explanation.sums();
        sums.sort_by_key(|sum| -sum.share.abs());
        for sum in sums {
            let of = match (sum.count, sum.instances) {
                (Some(count), _) => count.to_string(),
                (None, 0) => "all together".to_owned(),
                (None, instances) => format!("{instances} instances"),
            };
            let (name, share) = (sum.name, in_discs(sum.share));
            text.push_str(&format!("  {name:<20} {of:>12} {share:>+9.2}\n"));
        }
        let total = in_discs(self.explanation.total());
        text.push_str(&format!("  {:<33} {total:>+9.2}\n", "total"));
        text
    }

    /// Formats the contributions of the squares.
    fn squares(&self) -> String {
        let squares = self.explanation.squares();
        let total: f64 = squares.iter().sum();
        let mut text = format!(
            "\n  by square: the share of each pattern instance, spread evenly over its squares{}; \
             total {total:+.2}\n  ",
            self.without_squares()
        );
        for column in ('a'..).take(self.shape.width().into()) {
            text.push_str(&format!("{column:>7}"));
        }
        for square in self.shape.cells_in_order() {
            if square.column() == 0 {
                text.push_str(&format!("\n{:>2}", square.row() + 1));
            }
            if self.shape.contains(square) {
                let index = usize::from(self.stride() * square.row() + square.column());
                text.push_str(&format!("{:>+7.2}", squares[index]));
            } else {
                text.push_str(&format!("{:>7}", ""));
            }
        }
        text.push('\n');
        text
    }

    /// Lists the terms that have no squares, with their total.
    fn without_squares(&self) -> String {
        let sums = self.explanation.sums().into_iter();
        let sums: Vec<Sum> = sums.filter(|sum| sum.instances == 0).collect();
        if sums.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = sums.iter().map(|sum| sum.name).collect();
        let total = in_discs(sums.iter().map(|sum| sum.share).sum());
        format!(", without {} ({total:+.2})", names.join(", "))
    }

    /// Formats the contributions of the instances, largest first.
    fn instances(&self) -> String {
        let mut text = format!(
            "\n  X the mover, O the opponent\n  {:<12} {:<29} {:<10} {:>9}\n",
            "instance", "squares", "discs", "share"
        );
        let mut terms = self.explanation.terms.clone();
        terms.sort_by_key(|term| -term.share.abs());
        for term in &terms {
            if let Source::Pattern(_, on) = term.source {
                text.push_str(&format!(
                    "  {:<12} {:<29} {:<10} {:>+9.2}\n",
                    term.name(),
                    self.squares_of(on).join(" "),
                    self.discs(on),
                    in_discs(term.share)
                ));
            }
        }
        text
    }
}

pub(super) fn in_discs(share: i32) -> f64 {
    Score::from_units(share, false).discs()
}

#[cfg(test)]
mod tests {
    use outflank_engine::evaluation::PatternSet;
    use outflank_othello::Shape;
    use outflank_othello::notation::parse_position;

    use super::*;

    #[test]
    fn an_instance_lists_its_squares_and_discs() {
        let position = parse_position("f5d6", Shape::STANDARD).unwrap();
        let view = View::new(Evaluation::shipped(), &position).unwrap();
        let is_diagonal = |on: &&Instance| view.squares_of(on).concat() == "a1b2c3d4e5f6g7h8";
        let mut instances = PatternSet::standard().instances().iter();
        let diagonal = instances.find(is_diagonal).unwrap();
        // White has d4; Black, to move, has e5.
        assert_eq!(view.discs(diagonal), "---OX---");
        assert_eq!(view.flipped().discs(diagonal), "---XO---");
    }

    /// The two totals differ by the terms that the second one omits.
    #[test]
    fn the_total_by_square_names_the_terms_it_omits() {
        let position = parse_position("f5d6", Shape::STANDARD).unwrap();
        let view = View::new(Evaluation::shipped(), &position).unwrap();
        let without = view.without_squares();
        for name in ["discs", "replies", "moves"] {
            assert!(without.contains(name), "{without}");
        }
        let (_, total) = without.rsplit_once('(').unwrap();
        let omitted: f64 = total.trim_end_matches(')').parse().unwrap();
        let squares: f64 = view.explanation.squares().iter().sum();
        let all = in_discs(view.explanation.total());
        assert!((squares + omitted - all).abs() < 0.05, "{without}");
    }

    #[test]
    fn other_shapes_have_no_patterns() {
        for shape in ["6x6", "9x8", "8x8-a1"] {
            let position = Position::start(shape.parse().unwrap());
            assert!(View::new(Evaluation::shipped(), &position).is_none());
        }
    }
}
