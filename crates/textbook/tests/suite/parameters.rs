//! Errors for invalid parameters, and round trips.

use outflank_textbook::{
    ComponentsParameters, Evaluation, EvaluationKind, ParameterError, Parameters,
};

const PHASED: &str = "\
[[stage]]
name = \"all\"
until = 1
discs = 1
stability = 1
mobility = 1
corner_access = 1
";

/// Returns line, column and message of the error.
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
fn errors_have_the_line_and_column_of_the_mistake() {
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
fn each_stage_must_end_after_the_previous_one() {
    let earlier = PHASED.replace("until = 1", "until = 0.5");
    let earlier = earlier.replace("all", "one");
    let text = format!("{earlier}{}", earlier.replace("one", "two"));
    let (line, column, message) = wrong(EvaluationKind::Phased, &text);
    assert_eq!((line, column), (10, 9));
    assert!(message.contains("\"two\"") && message.contains("more than 0.5"));
}

#[test]
fn components_weights_are_range_checked() {
    let text = "corners = 30\nmobility = 5\nstability = inf\nparity = 25\n";
    let (line, column, _) = wrong(EvaluationKind::Components, text);
    assert_eq!((line, column), (3, 13));
}

const KINDS: [EvaluationKind; 2] = [EvaluationKind::Phased, EvaluationKind::Components];

#[test]
fn parameters_round_trip_through_toml() {
    for kind in KINDS {
        for carried in [Parameters::shipped(kind), Parameters::by_hand(kind)] {
            let parameters = carried.unwrap();
            assert_eq!(parameters.kind(), kind);
            let text = parameters.to_toml();
            assert_eq!(Parameters::from_toml(kind, &text), Ok(parameters), "{text}");
        }
        assert_ne!(Parameters::shipped(kind), Parameters::by_hand(kind));
    }
    let Ok(Parameters::Phased(mut phased)) = Parameters::by_hand(EvaluationKind::Phased) else {
        panic!("phased was requested");
    };
    // Names may be any string. Weights are rounded as in the evaluation.
    phased.stages[0].name = "\"début\"\n= [1]".to_owned();
    phased.stages[0].discs = -0.001;
    phased.stages[0].until = 1.0 / 3.0;
    let text = Parameters::Phased(phased.clone()).to_toml();
    phased.stages[0].discs = 0.0;
    let read = Parameters::from_toml(EvaluationKind::Phased, &text);
    assert_eq!(read, Ok(Parameters::Phased(phased)), "{text}");
    assert!(text.contains("\ndiscs = 0.00\n"), "{text}");
}

#[test]
fn out_of_range_values_are_rejected() {
    let refused = |parameters: Parameters, part: &str| {
        let error = Evaluation::with_parameters(&parameters).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    };
    let Ok(Parameters::Phased(phased)) = Parameters::by_hand(EvaluationKind::Phased) else {
        panic!("phased was requested");
    };
    let with = |change: &dyn Fn(&mut outflank_textbook::PhasedParameters)| {
        let mut changed = phased.clone();
        change(&mut changed);
        Parameters::Phased(changed)
    };
    assert!(Evaluation::with_parameters(&with(&|_| {})).is_ok());
    refused(with(&|p| p.stages[1].mobility = f64::NAN), "weight NaN");
    refused(with(&|p| p.stages[1].discs = -1000.5), "-1000 to 1000");
    refused(with(&|p| p.stages[1].until = 0.2), "more than 0.35");
    refused(with(&|p| p.stages[0].until = f64::NAN), "more than 0");
    refused(with(&|p| p.stages.truncate(2)), "until 1");
    refused(with(&|p| p.stages.clear()), "until 1");
    let infinite = ComponentsParameters::from_weights([1.0, f64::INFINITY, 1.0, 1.0]);
    refused(Parameters::Components(infinite), "weight inf");
    for kind in [EvaluationKind::Discs, EvaluationKind::Positional] {
        let none = Err(ParameterError::NoParameters(kind));
        assert_eq!(Parameters::shipped(kind), none);
        assert_eq!(Parameters::by_hand(kind), none);
        assert_eq!(Parameters::from_toml(kind, ""), none);
    }
}
