//! Completions and manual pages.

use crate::common::{self, refuses_each, stdout};

#[test]
fn completions_and_manual_pages_name_every_command() {
    let help = stdout(&common::run("--help"));
    let commands: Vec<&str> = help
        .lines()
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 10, "{help}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&common::run(format!("completions {shell}")));
        for command in &commands {
            assert!(script.contains(command), "{shell} lacks {command}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let status = common::run(format!("manual {}", folder.path().display())).status;
    assert!(status.success());
    for command in &commands {
        let page = folder.path().join(format!("outflank-{command}.1"));
        assert!(page.exists(), "{}", page.display());
    }
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    refuses_each(
        "
        completions tcsh => tcsh
        manual Cargo.toml => Cargo.toml",
    );
}
