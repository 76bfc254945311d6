//! The JSON schemas in `docs/reference/json`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::Value;

use super::{Words, workspace};

pub(crate) fn folder() -> PathBuf {
    workspace().join("docs/reference/json")
}

/// Returns the name of the schema of a command line: `solve`, or `db-import` for a
/// command with subcommands.
fn name(arguments: &[String]) -> String {
    let command = &arguments[0];
    let nested = arguments[1..]
        .iter()
        .map(|word| format!("{command}-{word}"));
    let mut names = std::iter::once(command.clone()).chain(nested);
    let found = names.find(|name| folder().join(format!("{name}.json")).exists());
    found.unwrap_or_else(|| panic!("no schema for {arguments:?}"))
}

/// Parses the lines that a command printed with `--json`. Panics unless every line matches the
/// schema of the command.
pub(crate) fn parse_lines(arguments: impl Words, text: &str) -> Vec<Value> {
    let arguments = arguments.words();
    static VALIDATORS: LazyLock<Mutex<HashMap<String, Validator>>> = LazyLock::new(Mutex::default);
    let validators = VALIDATORS.lock();
    let mut validators = validators.unwrap_or_else(std::sync::PoisonError::into_inner);
    let name = name(&arguments);
    let validator = validators.entry(name).or_insert_with_key(|name| {
        let file = folder().join(format!("{name}.json"));
        let schema = std::fs::read_to_string(file).unwrap();
        jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap()
    });
    let parse = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        if let Err(error) = validator.validate(&value) {
            panic!("{arguments:?}: {line}: {error}");
        }
        value
    };
    text.lines().map(parse).collect()
}
