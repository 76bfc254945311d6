//! JSON schemas of the lines that commands print with `--json`.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};

/// Generates the schemas of the kinds of lines that a command prints.
pub(crate) type Lines = fn(&mut SchemaGenerator) -> Vec<Schema>;

/// Pairs each command name with the [`Lines`] of the types that the command prints.
macro_rules! lines {
    ($($name:literal: $($line:ty),+;)+) => {
        &[$(($name, |generator| vec![$(generator.subschema_for::<$line>()),+])),+]
    };
}
pub(crate) use lines;

/// Generates the schema of any line of a command.
pub(crate) fn schema(command: &str, lines: Lines) -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let mut lines = lines(&mut generator);
    lines.push(json_schema!({
        "description": "The last line if the command was interrupted before it printed its totals.",
        "type": "object",
        "properties": { "incomplete": { "const": true } },
        "required": ["incomplete"],
        "additionalProperties": false,
    }));
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A line of `outflank {command} --json`"),
        "anyOf": lines,
        "properties": {
            "incomplete": {
                "description": "True in the last line if the user interrupted the command.",
                "type": "boolean",
            },
        },
        "$defs": generator.take_definitions(true),
    })
}
