//! Wrong parameters are refused where they are wrong.

use outflank_classic::{Evaluation, EvaluationKind, ParameterError};

const PHASED: &str = "\
[[stage]]
name = \"all\"
until = 1
discs = 1
stability = 1
mobility = 1
corner_access = 1
";

/// Line, column and message of what is wrong.
fn wrong(kind: EvaluationKind, text: &str) -> (usize, usize, String) {
    match Evaluation::from_toml(kind, text) {
        Err(ParameterError::Text {
            line,
            column,
            message,
        }) => (line, column, message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn places_are_those_of_the_wrong_words() {
    assert!(Evaluation::from_toml(EvaluationKind::Phased, PHASED).is_ok());
    for (old, new, line, column, expected) in [
        ("discs = 1", "discs = 1001", 4, 9, "-1000 to 1000"),
        ("discs = 1", "discs = nan", 4, 9, "-1000 to 1000"),
        ("discs = 1", "discs = \"é\"", 4, 9, "expected f64"),
        ("discs", "disks", 4, 1, "discs"),
        ("until = 1", "until = 0.5", 3, 9, "until 1"),
        ("until = 1", "until = 1.5", 3, 9, "at most 1"),
        ("until = 1", "until = -inf", 3, 9, "more than 0"),
        ("mobility = 1\n", "", 1, 1, "mobility"),
        ("stability = 1", "stability =", 5, 12, ""),
        (PHASED, "stage = []", 1, 9, "until 1"),
        (PHASED, "", 1, 1, "stage"),
    ] {
        let text = PHASED.replacen(old, new, 1);
        let (at_line, at_column, message) = wrong(EvaluationKind::Phased, &text);
        assert_eq!((at_line, at_column), (line, column), "{new}: {message}");
        assert!(message.contains(expected), "{new}: {message}");
    }
}

#[test]
fn a_later_stage_must_last_longer() {
    let earlier = PHASED
        .replace("until = 1", "until = 0.5")
        .replace("all", "one");
    let text = format!("{earlier}{}", earlier.replace("one", "two"));
    let (line, column, message) = wrong(EvaluationKind::Phased, &text);
    assert_eq!((line, column), (10, 9));
    assert!(message.contains("\"two\"") && message.contains("more than 0.5"));
}

#[test]
fn weights_of_components_have_bounds_too() {
    let text = "corners = 30\nmobility = 5\nstability = inf\nparity = 25\n";
    let (line, column, _) = wrong(EvaluationKind::Components, text);
    assert_eq!((line, column), (3, 13));
}
