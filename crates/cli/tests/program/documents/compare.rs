//! Compares the output that a page shows with the output that a command prints.

use std::sync::LazyLock;

use regex::Regex;

/// A line on a page that stands for any number of lines.
const GAP: &str = "…";

/// Patterns of text that varies between runs or machines, with their replacements, applied in
/// order.
static VARIABLE: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let patterns = [
        // A speed, and the column of seconds before it, if any.
        (
            r"( +\d+\.\d{3})? +\d+(\.\d+)? ([kM]|games|positions)?/s",
            " SPEED",
        ),
        (r" +\d+\.\d+ (s|seconds)\b", " TIME"),
        (r#""(seconds|speed)":[\d.e+-]+"#, r#""$1":0"#),
        (r"\b(avx2|avx512|portable)\b", "TIER"),
    ];
    let compile = |(pattern, with)| (Regex::new(pattern).expect("a pattern"), with);
    patterns.into_iter().map(compile).collect()
});

/// Masks times, speeds and tiers in a line.
fn masked(line: &str) -> String {
    let mut text = line.trim_end().to_owned();
    for (pattern, with) in VARIABLE.iter() {
        text = pattern.replace_all(&text, *with).into_owned();
    }
    text
}

/// Returns whether a page shows the output of a command. An empty block matches any output.
pub(super) fn is_same(shown: &str, printed: &str) -> bool {
    let shown: Vec<String> = shown.lines().map(masked).collect();
    let printed: Vec<String> = printed.trim_end().lines().map(masked).collect();
    let Some(gap) = shown.iter().position(|line| line == GAP) else {
        return shown.is_empty() || shown == printed;
    };
    let (before, after) = (&shown[..gap], &shown[gap + 1..]);
    printed.len() >= before.len() + after.len()
        && printed.starts_with(before)
        && printed.ends_with(after)
}

/// Returns the text that a page should show: the output, with as many lines before and after the
/// gap as now.
pub(super) fn rewritten(shown: &str, printed: &str) -> String {
    let printed: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
    let count = shown.lines().count();
    let lines = match shown.lines().position(|line| line == GAP) {
        Some(gap) if count <= printed.len() => {
            let after = printed.len() - (count - gap - 1);
            [&printed[..gap], &[GAP], &printed[after..]].concat()
        }
        _ => printed,
    };
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn only_times_and_speeds_may_differ() {
    const SHOWN: &str = r#"  1  +18 g8  20 091      0.015    1.3 M/s  g8 h7
3 positions, 9 nodes, 0.024 seconds, 6.3 M/s
100 played in 0.2 s, 483.6 games/s
{"nodes":7,"seconds":0.72,"speed":5}
signature 7, avx512"#;
    const PRINTED: &str = r#"  1  +18 g8  20 091     10.762   27.6 k/s  g8 h7
3 positions, 9 nodes, 10.024 seconds, 30 /s
100 played in 12.0 s, 8.3 games/s
{"nodes":7,"seconds":1.6e-6,"speed":0.1}
signature 7, portable"#;
    let lines = SHOWN.lines().zip(PRINTED.lines());
    for (shown, printed) in lines.chain([("a", "a  "), ("", "a")]) {
        assert!(is_same(shown, printed), "{shown}\n{printed}");
    }
    let text = "3 positions, 9 nodes, 0.024 seconds, 6.3 M/s";
    let object = r#"{"nodes":7,"seconds":0.72}"#;
    for (shown, printed) in [
        ("f7 -2.63 estimate 12", "d7 -0.74 estimate 12"),
        (text, &text.replace("9 nodes", "8 nodes")),
        (object, &object.replace(":7", ":8")),
        ("a", "a\nb"),
        ("a b", "a  b"),
    ] {
        assert!(!is_same(shown, printed), "{shown}\n{printed}");
    }
}

#[test]
fn a_gap_matches_any_number_of_lines_and_is_kept() {
    for printed in ["a\nb\nb\nc\n", "a\nc\n"] {
        assert!(is_same("a\n…\nc\n", printed));
    }
    assert!(!is_same("a\n…\nc\n", "a\nb\n"));
    assert!(!is_same("a\n…\na\n", "a\n"));
    assert!(is_same("…\n", ""));
    assert_eq!(rewritten("a\n…\nc\nd\n", "1\n2\n3\n4\n5\n"), "1\n…\n4\n5\n");
    assert_eq!(rewritten("a\n…\n", "1\n2\n3\n"), "1\n…\n");
    assert_eq!(rewritten("a\n…\nc\n", "1\n2"), "1\n2\n");
    assert_eq!(rewritten("a\n", "1 \n2"), "1\n2\n");
}
