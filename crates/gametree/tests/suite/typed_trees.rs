//! Trees typed in as text.

use crate::common::tree;
use outflank_gametree::{Algorithm, GameDisplay as _, MAX_NESTING, Search, Tree};
use proptest::prelude::*;

#[test]
fn trees_round_trip() {
    for text in "5|a|MIN(3, MAX(5, a))|MAX(MAX(1, -2), b=7)|MAX(x)".split('|') {
        assert_eq!(text.parse::<Tree>().expect("a tree").to_string(), text);
    }
    let loose = tree(" min ( 3,\n max(5 ,A) ) ");
    assert_eq!(loose.to_string(), "MIN(3, MAX(5, A))");
    let shared = tree("MAX(a=3, MIN(a, 4))");
    assert_eq!(shared.to_string(), "MAX(a=3, MIN(a=3, 4))");
}

#[test]
fn decimals_are_exact() {
    let text = "MIN(0.5, MAX(-1.25, a=3), 1000)";
    let first = tree(text);
    assert_eq!(first.to_string(), text);
    assert_eq!(first.units(), 100);
    let result = Search::new(&first).run(&first.root());
    let name = first.value_name(result.value);
    assert_eq!((result.value, &*name), (50, "0.5"));
    let names = [-125, -50, -5, 0, 5, 100, 1010].map(|value| first.value_name(value));
    assert_eq!(names, ["-1.25", "-0.5", "-0.05", "0", "0.05", "1", "10.1"]);
    // Binary fractions would not be exact.
    let near = tree("MAX(0.1, 0.3, 0.30000001)");
    let result = Search::new(&near).run(&near.root());
    assert_eq!(near.value_name(result.value), "0.30000001");
    // Trailing zeros are ignored, so whole numbers stay whole.
    let whole = tree("MAX(1.000000000000, 2147483646)");
    let text = whole.to_string();
    assert_eq!((&*text, whole.units()), ("MAX(1, 2147483646)", 1));
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
    assert_eq!(place("MIN(1., 2)"), (1, 5));
    assert_eq!(place("MIN(3, .5)"), (1, 8));
    assert_eq!(place("MIN(3, 1.5.2)"), (1, 11));
    assert_eq!(place("MIN(0.1234567891)"), (1, 5));
    assert_eq!(place("MIN(100, 0.12345678)"), (1, 5));
    assert_eq!(place("MAX(a=1, a=2)"), (1, 12));
    assert_eq!(place("MAX(a, a=1, a = 1)x"), (1, 19));
    let deep = |levels: usize| format!("{}1{}", "MAX(".repeat(levels), ")".repeat(levels));
    assert!(deep(MAX_NESTING).parse::<Tree>().is_ok());
    assert!(deep(MAX_NESTING + 1).parse::<Tree>().is_err());
    assert!(deep(100_000).parse::<Tree>().is_err());
}

#[test]
fn a_leaf_that_decides_the_value_is_named() {
    for (text, leaf) in [
        ("3", None),
        ("MIN(3, MAX(5, a))", None),
        ("MIN(MAX(MIN(a, b), 5), 3)", None),
        ("MAX(a=1, a)", None),
        ("a", Some("a")),
        ("MIN(3, a)", Some("a")),
        ("MAX(MIN(1, b), MIN(3, c))", Some("b")),
        ("MAX(MIN(a, b), MIN(c, d))", Some("a")),
    ] {
        assert_eq!(tree(text).deciding_leaf(), leaf, "{text}");
    }
}

/// Every search finds the value of a tree if it does not depend on unknown leaves, and no value of
/// an unknown leaf takes a node outside its bounds.
#[test]
fn bounds_hold_whatever_the_unknown_leaves_are() {
    const TEXTS: [&str; 5] = [
        "MIN(3, MAX(5, a))",
        "MIN(MAX(MIN(a, b), 5), 3)",
        "MAX(MIN(3, 12, 8), MIN(2, a, b), MIN(14, 5, 2))",
        "MAX(1, MIN(3, a))",
        "MIN(MAX(a, MIN(7, b)), MAX(c, MIN(2, 9)))",
    ];
    for text in TEXTS {
        let tree = tree(text);
        let (least, greatest) = tree.bounds(tree.root());
        for values in 0..27 {
            let value = |place: u32| [-100, 4, 100][values as usize / 3_usize.pow(place) % 3];
            let known = (0..).zip(["a", "b", "c"]);
            let known = known.fold(tree.clone(), |tree, (place, name)| {
                tree.with_value(name, value(place))
            });
            let found = Search::new(&known).run(&known.root()).value;
            assert!((least..=greatest).contains(&found), "{text}: {found}");
        }
        for algorithm in Algorithm::ALL {
            let found = Search::new(&tree).algorithm(algorithm).run(&tree.root());
            let is_known = least == greatest;
            assert!(!is_known || found.value == least, "{text}: {algorithm}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30_000))]

    #[test]
    fn arbitrary_text_does_not_panic(text in "([a-cé(),=+. \n0-9-]|MIN\\(|MAX\\(){0,24}") {
        if let Ok(tree) = text.parse::<Tree>() {
            let printed = tree.to_string();
            prop_assert_eq!(printed.parse::<Tree>().map(|tree| tree.to_string()), Ok(printed));
        }
    }
}
