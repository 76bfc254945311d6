//! Completions and manual pages.

use crate::common::{outflank, refuses, stdout};

#[test]
fn completions_and_manual_pages_name_every_command() {
    let help = stdout(&outflank(&["--help"]).output().unwrap());
    let commands: Vec<&str> = help
        .lines()
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    assert!(commands.len() >= 10, "{help}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&outflank(&["completions", shell]).output().unwrap());
        for command in &commands {
            assert!(script.contains(command), "{shell} lacks {command}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let status = outflank(&["manual", folder.path().to_str().unwrap()])
        .output()
        .unwrap()
        .status;
    assert!(status.success());
    for command in &commands {
        let page = folder.path().join(format!("outflank-{command}.1"));
        assert!(page.exists(), "{}", page.display());
    }
}

#[test]
fn invalid_input_is_rejected_with_one_line() {
    refuses(&["completions", "tcsh"], "", &["tcsh"]);
    refuses(&["manual", "Cargo.toml"], "", &["Cargo.toml"]);
}
