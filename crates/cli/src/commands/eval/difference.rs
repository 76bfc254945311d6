//! The difference between the static evaluations of two positions.

use outflank_engine::evaluation::{Evaluation, Instance, Source};
use outflank_othello::{Color, Position};
use outflank_textbook::Evaluation as TextbookEvaluation;
use schemars::JsonSchema;
use serde::Serialize;

use super::patterns::{View, in_discs};
use super::selection::PATTERNS;

/// A comparison of two positions. `before` is the first position and `after` the one given with
/// `--against`, both seen from the mover of the first.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "EvaluationDifference")]
pub(super) struct Difference {
    position: Position,
    mover: Color,
    against: Position,
    against_mover: Color,
    evaluation: &'static str,
    stage: Option<String>,
    against_stage: Option<String>,
    // Largest change first.
    terms: Vec<Term>,
    /// With `--instances`.
    #[serde(skip_serializing_if = "Option::is_none")]
    instances: Option<Vec<InstanceTerm>>,
    #[serde(flatten)]
    total: Values,
}

/// Two values for the same side, in discs or in points of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema, Serialize)]
struct Values {
    before: f64,
    after: f64,
    change: f64,
}

/// A pattern, a count, the interplay, or a term of a textbook evaluation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
struct Term {
    name: &'static str,
    #[serde(flatten)]
    values: Values,
}

/// An instance of a pattern.
#[derive(Clone, Debug, JsonSchema, Serialize)]
struct InstanceTerm {
    name: &'static str,
    squares: Vec<String>,
    discs_before: String,
    discs_after: String,
    #[serde(flatten)]
    values: Values,
}

impl Values {
    const fn new(before: f64, after: f64) -> Self {
        Self {
            before,
            after,
            change: after - before,
        }
    }

    fn in_discs(before: i32, after: i32) -> Self {
        Self::new(in_discs(before), in_discs(after))
    }

    fn cells(self, width: usize) -> [String; 3] {
        [self.before, self.after, self.change].map(|value| format!("{value:>+width$.2}"))
    }
}

pub(super) fn heading(before: &Position, after: &Position) -> String {
    let (side, other) = (before.mover(), before.mover().opponent());
    let view = if after.mover() == side {
        format!("{side} is to move in both")
    } else {
        let of_moves = format!("moves are {side}'s and replies {other}'s in both");
        format!("{other} is to move, so values are negated; {of_moves}")
    };
    format!(
        "{}seen from {side}, the side to move\n\nagainst\n{}{view}",
        before.diagram(),
        after.diagram()
    )
}

impl Difference {
    fn new(
        [before, after]: [&Position; 2],
        evaluation: &'static str,
        [stage, against_stage]: [Option<String>; 2],
        mut terms: Vec<Term>,
        total: Values,
    ) -> Self {
        largest_first(&mut terms, |term| term.values);
        Self {
            position: *before,
            mover: before.mover(),
            against: *after,
            against_mover: after.mover(),
            evaluation,
            stage,
            against_stage,
            terms,
            instances: None,
            total,
        }
    }

    /// Compares positions with the trained evaluation, for the mover of `before`. Returns `None` if
    /// the evaluation is for another shape.
    pub(super) fn of_patterns(
        evaluation: &Evaluation,
        before: &Position,
        after: &Position,
        with_instances: bool,
    ) -> Option<Self> {
        let is_flipped = before.mover() != after.mover();
        let first = View::new(evaluation, before)?;
        let second = View::new(evaluation, after)?;
        let second = if is_flipped { second.flipped() } else { second };
        let [one, other] = [&first.explanation, &second.explanation];
        let sums = one.sums().into_iter().zip(other.sums());
        let terms = sums.map(|(one, other)| Term {
            name: one.name,
            values: Values::in_discs(one.share, other.share),
        });
        Some(Self {
            instances: with_instances.then(|| instances(&first, &second)),
            ..Self::new(
                [before, after],
                PATTERNS,
                [Some(one.stage()), Some(other.stage())],
                terms.collect(),
                Values::in_discs(one.total(), other.total()),
            )
        })
    }

    /// Compares positions with a textbook evaluation, for the mover of `before`. Returns `None` if
    /// their terms differ.
    pub(super) fn of_textbook(
        evaluation: &TextbookEvaluation,
        before: &Position,
        after: &Position,
    ) -> Option<Self> {
        let is_flipped = before.mover() != after.mover();
        let sign = if is_flipped { -1 } else { 1 };
        let [one, other] = [before, after].map(|position| evaluation.explain(position));
        let names = |terms: &[outflank_textbook::Term]| -> Vec<&str> {
            terms.iter().map(|term| term.name).collect()
        };
        if names(&one.terms) != names(&other.terms) {
            return None;
        }
        let values = |before: i32, after: i32| {
            let [before, after] = [before, sign * after].map(|h| f64::from(h) / 100.0);
            Values::new(before, after)
        };
        let total = values(one.hundredths(), other.hundredths());
        let pairs = one.terms.iter().zip(&other.terms);
        let terms = pairs.map(|(one, other)| Term {
            name: one.name,
            values: values(one.hundredths, other.hundredths),
        });
        let (terms, name) = (terms.collect(), evaluation.kind().name());
        let stages = [one.stage, other.stage];
        Some(Self::new([before, after], name, stages, terms, total))
    }

    pub(super) fn text(&self) -> String {
        let stages = match (&self.stage, &self.against_stage) {
            (Some(one), Some(other)) => format!(", before: {one}; after: {other}"),
            _ => String::new(),
        };
        let row = |name: &str, values: Values| {
            let [before, after, change] = values.cells(9);
            format!("  {name:<20} {before} {after} {change}\n")
        };
        let mut text = format!(
            "\n{}{stages}\n  {:<20} {:>9} {:>9} {:>9}\n",
            self.evaluation, "term", "before", "after", "change"
        );
        for term in &self.terms {
            text.push_str(&row(term.name, term.values));
        }
        text.push_str(&row("total", self.total));
        if let Some(instances) = &self.instances {
            text.push_str(&instance_table(instances));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// Returns the instances, largest change first.
fn instances(before: &View, after: &View) -> Vec<InstanceTerm> {
    let pattern = |view: &View| -> Vec<(&'static str, &'static Instance, i32)> {
        let terms = view.explanation.terms.iter();
        let instance = terms.filter_map(|term| match term.source {
            Source::Pattern(_, instance) => Some((term.name(), instance, term.share)),
            Source::Count(..) | Source::Interplay => None,
        });
        instance.collect()
    };
    let pairs = pattern(before).into_iter().zip(pattern(after));
    let instances = pairs.map(|((name, instance, one), (_, _, other))| InstanceTerm {
        name,
        squares: before.squares_of(instance),
        discs_before: before.discs(instance),
        discs_after: after.discs(instance),
        values: Values::in_discs(one, other),
    });
    let mut instances: Vec<InstanceTerm> = instances.collect();
    largest_first(&mut instances, |instance| instance.values);
    instances
}

fn instance_table(instances: &[InstanceTerm]) -> String {
    let mut text = format!(
        "\n  X the mover of the first position, O its opponent\n  {:<12} {:<29} {:<10} {:<10} {:>7} {:>7} {:>7}\n",
        "instance", "squares", "discs", "then", "before", "after", "change"
    );
    for instance in instances {
        let [before, after, change] = instance.values.cells(7);
        text.push_str(&format!(
            "  {:<12} {:<29} {:<10} {:<10} {before} {after} {change}\n",
            instance.name,
            instance.squares.join(" "),
            instance.discs_before,
            instance.discs_after,
        ));
    }
    text
}

fn largest_first<T>(terms: &mut [T], values: impl Fn(&T) -> Values) {
    let change = |term: &T| values(term).change.abs();
    terms.sort_by(|one, other| change(other).total_cmp(&change(one)));
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;
    use outflank_othello::notation::parse_position;
    use outflank_textbook::EvaluationKind;

    use super::*;

    fn position(text: &str) -> Position {
        parse_position(text, Shape::STANDARD).unwrap()
    }

    fn patterns(before: &Position, after: &Position) -> Difference {
        Difference::of_patterns(Evaluation::shipped(), before, after, true).unwrap()
    }

    #[test]
    fn a_position_equals_itself() {
        let position = position("f5d6c3d3c4");
        let of_patterns = patterns(&position, &position);
        assert!(of_patterns.terms.iter().all(|t| t.values.change == 0.0));
        assert_eq!(of_patterns.total.change, 0.0);
        for instance in of_patterns.instances.unwrap() {
            assert_eq!(instance.values.change, 0.0);
            assert_eq!(instance.discs_before, instance.discs_after);
        }
        for kind in EvaluationKind::ALL {
            let evaluation = TextbookEvaluation::new(kind);
            let textbook = Difference::of_textbook(&evaluation, &position, &position).unwrap();
            assert!(textbook.terms.iter().all(|t| t.values.change == 0.0));
        }
    }

    #[test]
    fn both_values_are_for_the_mover_of_the_first_position() {
        let evaluation = Evaluation::shipped();
        let value = |p: &Position| in_discs(evaluation.value(p).unwrap());
        let before = position("f5d6c3d3c4");
        // White is to move first, then Black, then White again.
        for (after, sign) in [("f5d6c3d3c4f4", -1.0), ("f5d6c3d3c4f4f6", 1.0)] {
            let after = position(after);
            let difference = patterns(&before, &after);
            assert_eq!(difference.total.before, value(&before));
            assert_eq!(difference.total.after, sign * value(&after));
            let sum: f64 = difference.terms.iter().map(|t| t.values.change).sum();
            assert_eq!(sum, sign * value(&after) - value(&before));
            assert_eq!(sum, difference.total.change);
            let changes: Vec<f64> = difference.terms.iter().map(|t| t.values.change).collect();
            assert!(changes.is_sorted_by(|one, other| one.abs() >= other.abs()));
            // X is White in both.
            for instance in difference.instances.unwrap() {
                for (square, sign) in instance.squares.iter().zip(instance.discs_after.chars()) {
                    let expected = match after.disc(square.parse().unwrap()) {
                        Some(Color::White) => 'X',
                        Some(Color::Black) => 'O',
                        None => '-',
                    };
                    assert_eq!(sign, expected, "{square}");
                }
            }
        }
    }

    #[test]
    fn textbook_values_are_for_the_mover_of_the_first_position() {
        let [before, after] = ["f5d6c3", "f5d6c3d3"].map(position);
        let evaluation = TextbookEvaluation::new(EvaluationKind::Phased);
        let difference = Difference::of_textbook(&evaluation, &before, &after).unwrap();
        let (one, other) = (evaluation.explain(&before), evaluation.explain(&after));
        assert_eq!(difference.total, Values::new(one.total(), -other.total()));
    }
}
