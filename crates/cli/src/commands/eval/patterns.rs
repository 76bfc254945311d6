//! The trained evaluation taken apart.

use outflank_engine::evaluation::{Evaluation, Explanation, Instance, Source, Sum, UNITS};
use outflank_othello::{Board, Position, Square};
use serde::Serialize;

use super::shown::PATTERNS;

/// The JSON object of a value.
#[derive(Serialize)]
pub(super) struct Line {
    position: String,
    mover: &'static str,
    evaluation: &'static str,
    stage: String,
    terms: Vec<TermLine>,
    /// In discs.
    total: f64,
}

/// A pattern instance, or a count, which has no squares.
#[derive(Serialize)]
struct TermLine {
    name: &'static str,
    squares: Option<Vec<String>>,
    discs: Option<String>,
    count: Option<u32>,
    /// In discs.
    share: f64,
}

/// The value of a position for one side.
pub(super) struct View {
    /// The discs, that side's as the mover's.
    board: Board<u64>,
    explanation: Explanation,
}

impl View {
    /// The value for the mover, if the board is one of 8×8.
    pub(super) fn new(evaluation: &Evaluation, position: &Position) -> Option<Self> {
        let board = position.standard_board()?;
        let explanation = evaluation.explain(board);
        Some(Self { board, explanation })
    }

    /// The value as the other side sees it.
    pub(super) fn turned(self) -> Self {
        Self {
            board: self.board.pass(),
            explanation: self.explanation.turned(),
        }
    }

    /// The terms.
    pub(super) const fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// The discs on the squares of an instance: X this side's, O the other's,
    /// a dash for an empty square.
    pub(super) fn discs(&self, instance: &Instance) -> String {
        let sign = |&index: &u8| {
            if self.board.mover >> index & 1 != 0 {
                'X'
            } else if self.board.opponent >> index & 1 != 0 {
                'O'
            } else {
                '-'
            }
        };
        instance.squares().iter().map(sign).collect()
    }

    /// The JSON object.
    pub(super) fn line(&self, position: &Position) -> Line {
        let terms = self.explanation.terms.iter().map(|term| {
            let (squares, discs, count) = match term.source {
                Source::Pattern(on) => (Some(squares(on)), Some(self.discs(on)), None),
                Source::Count(_, count) => (None, None, Some(count)),
            };
            TermLine {
                name: term.name(),
                squares,
                discs,
                count,
                share: in_discs(term.share),
            }
        });
        Line {
            position: position.to_string(),
            mover: position.mover().name(),
            evaluation: PATTERNS,
            stage: self.explanation.stage(),
            terms: terms.collect(),
            total: in_discs(self.explanation.total()),
        }
    }

    /// The value for people: what each pattern adds, each square, and, if they
    /// are wanted, each instance.
    pub(super) fn text(&self, with_instances: bool) -> String {
        let mut text = self.table();
        text.push_str(&self.squares());
        if with_instances {
            text.push_str(&self.instances());
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The shares of patterns and counts, the largest first.
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
            let Sum { name, share, .. } = sum;
            let of = match sum.count {
                Some(count) => count.to_string(),
                None => format!("{} instances", sum.instances),
            };
            let share = in_discs(share);
            text.push_str(&format!("  {name:<20} {of:>12} {share:>+9.2}\n"));
        }
        let total = in_discs(self.explanation.total());
        text.push_str(&format!("  {:<33} {total:>+9.2}\n", "total"));
        text
    }

    /// The board with the shares of its squares.
    fn squares(&self) -> String {
        let squares = self.explanation.squares().map(|s| s / f64::from(UNITS));
        let total: f64 = squares.iter().sum();
        let mut text = format!(
            "\n  by square: each instance's share spread evenly over its squares; all squares \
             together are the patterns' {total:+.2}\n  "
        );
        for column in 'a'..='h' {
            text.push_str(&format!("{column:>7}"));
        }
        for (row, squares) in (1..).zip(squares.chunks(8)) {
            text.push_str(&format!("\n {row}"));
            for square in squares {
                text.push_str(&format!("{square:>+7.2}"));
            }
        }
        text.push('\n');
        text
    }

    /// The shares of the instances, the largest first.
    fn instances(&self) -> String {
        let mut text = format!(
            "\n  X the mover, O the opponent\n  {:<12} {:<29} {:<10} {:>9}\n",
            "instance", "squares", "discs", "share"
        );
        let mut terms = self.explanation.terms.clone();
        terms.sort_by_key(|term| -term.share.abs());
        for term in &terms {
            if let Source::Pattern(on) = term.source {
                text.push_str(&format!(
                    "  {:<12} {:<29} {:<10} {:>+9.2}\n",
                    term.name(),
                    squares(on).join(" "),
                    self.discs(on),
                    in_discs(term.share)
                ));
            }
        }
        text
    }
}

/// Discs.
pub(super) fn in_discs(share: i32) -> f64 {
    f64::from(share) / f64::from(UNITS)
}

/// The names of an instance's squares.
pub(super) fn squares(instance: &Instance) -> Vec<String> {
    let squares = instance.squares().iter();
    let squares = squares.filter_map(|&index| Square::new(index % 8, index / 8));
    squares.map(|square| square.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use outflank_engine::evaluation::INSTANCES;
    use outflank_othello::Shape;
    use outflank_othello::notation::parse_position;

    use super::*;

    #[test]
    fn an_instance_shows_its_squares_and_the_discs_of_the_side() {
        let position = parse_position("f5d6", Shape::STANDARD).unwrap();
        let view = View::new(Evaluation::shipped(), &position).unwrap();
        let is_diagonal = |on: &&Instance| squares(on).concat() == "a1b2c3d4e5f6g7h8";
        let diagonal = INSTANCES.iter().find(is_diagonal).unwrap();
        // White on d4, Black on e5, who is to move.
        assert_eq!(view.discs(diagonal), "---OX---");
        assert_eq!(view.turned().discs(diagonal), "---XO---");
    }

    #[test]
    fn other_shapes_have_no_patterns() {
        for shape in ["6x6", "9x8", "8x8-a1"] {
            let position = Position::start(shape.parse().unwrap());
            assert!(View::new(Evaluation::shipped(), &position).is_none());
        }
    }
}
