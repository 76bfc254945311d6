//! Usage errors, help and messages of every command.

use crate::common::{self, refusal_in, refuses_each, stderr, stdout, workspace};

#[test]
fn usage_errors_point_to_the_help_of_the_subcommand() {
    refuses_each(
        "
        solve f5 --threads many => (see `outflank solve --help`)
        --json solve => (see `outflank solve --help`)
        db search --years => (see `outflank db search --help`)
        nothing => (see `outflank --help`)
        hint start --time -1 => '-1' | --time | more than 0
        hint start --count 0 => 0 is not in 1..=128
        perft -1 => '-1' | <DEPTH>",
    );
}

#[test]
fn a_tip_is_on_its_own_line_and_names_a_similar_option() {
    for (option, tip) in [
        ("--levle", Some("tip: a similar argument exists: '--level'")),
        ("--frob", None),
    ] {
        let output = common::run(["hint", option]);
        assert_eq!(output.status.code(), Some(2));
        let error =
            format!("error: unexpected argument '{option}' found (see `outflank hint --help`)");
        let lines = [Some(error.as_str()), tip].into_iter().flatten();
        assert_eq!(
            stderr(&output).lines().collect::<Vec<_>>(),
            lines.collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_board_that_begins_with_a_dash_needs_no_side_to_be_taken_for_one() {
    let board = format!("{}OX------XO{}", "-".repeat(27), "-".repeat(27));
    refuses_each(&format!(
        "hint {board} => line 1, column 65 | X or O, the side to move"
    ));
}

#[test]
fn analyze_has_two_aliases() {
    for name in ["analyze", "analyse", "review"] {
        let output = common::run(format!("{name} f5d6 --depth 1"));
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
    }
}

#[test]
fn protocols_do_not_offer_json() {
    for name in ["gtp", "nboard"] {
        let help = stdout(&common::run(format!("{name} --help")));
        assert!(
            help.contains("--level") && !help.contains("--json"),
            "{help}"
        );
        refuses_each(&format!(
            "
            {name} --json => --json | protocol
            --json {name} => --json | protocol",
        ));
    }
}

#[test]
fn help_accepts_help() {
    for arguments in [["help", "--help"], ["help", "-h"]] {
        let output = common::run(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("Usage: outflank"));
    }
}

#[test]
fn long_arguments_are_shortened_in_messages() {
    let long = "x".repeat(60_000);
    for arguments in [
        vec!["perft", "1", long.as_str()],
        vec!["perft", long.as_str()],
        vec!["hint", long.as_str()],
        vec!["solve", long.as_str()],
        vec!["convert", long.as_str(), "out.txt"],
    ] {
        let message = refusal_in(&arguments, &workspace());
        assert!(message.len() < 2000, "{}: {}", arguments[0], message.len());
    }
}
