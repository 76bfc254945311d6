//! Trees typed in as text.

use outflank_gametree::{MAX_NESTING, Tree};
use proptest::prelude::*;

#[test]
fn trees_round_trip() {
    for text in [
        "5",
        "a",
        "MIN(3, MAX(5, a))",
        "MAX(MAX(1, -2), b=7)",
        "MAX(x)",
    ] {
        assert_eq!(text.parse::<Tree>().expect("a tree").to_string(), text);
    }
    let loose: Tree = " min ( 3,\n max(5 ,A) ) ".parse().expect("a tree");
    assert_eq!(loose.to_string(), "MIN(3, MAX(5, A))");
    let shared: Tree = "MAX(a=3, MIN(a, 4))".parse().expect("a tree");
    assert_eq!(shared.to_string(), "MAX(a=3, MIN(a=3, 4))");
}

#[test]
fn errors_name_line_and_column() {
    let place = |text: &str| {
        let error = text.parse::<Tree>().expect_err(text);
        (error.line, error.column)
    };
    assert_eq!(place(""), (1, 1));
    assert_eq!(place("MIN()"), (1, 5));
    assert_eq!(place("MIN(3, MAX(5, a)"), (1, 17));
    assert_eq!(place("MIN(3 4)"), (1, 7));
    assert_eq!(place("MIN(3,\n  é(4))"), (2, 3));
    assert_eq!(place("MIN(3) x"), (1, 8));
    assert_eq!(place("99999999999"), (1, 1));
    assert_eq!(place("a=-"), (1, 3));
    assert_eq!(place("MAX(a=1, a=2)"), (1, 12));
    assert_eq!(place("MAX(a, a=1, a = 1)x"), (1, 19));
    let deep = |levels: usize| format!("{}1{}", "MAX(".repeat(levels), ")".repeat(levels));
    assert!(deep(MAX_NESTING).parse::<Tree>().is_ok());
    assert!(deep(MAX_NESTING + 1).parse::<Tree>().is_err());
    assert!(deep(100_000).parse::<Tree>().is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100_000))]

    #[test]
    fn no_text_makes_the_parser_panic(text in "([a-cé(),=+ \n0-9-]|MIN\\(|MAX\\(){0,24}") {
        if let Ok(tree) = text.parse::<Tree>() {
            let printed = tree.to_string();
            prop_assert_eq!(printed.parse::<Tree>().map(|tree| tree.to_string()), Ok(printed));
        }
    }
}
