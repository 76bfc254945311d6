//! The document describes every route, and no other.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on shall fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::{Board, document, small};
use outflank_server::Settings;
use regex::Regex;

/// Returns the methods and paths of all routes in the sources.
fn routes() -> BTreeSet<(String, String)> {
    fn read(folder: &Path, texts: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, texts);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                texts.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    let mut texts = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/api");
    read(Path::new(folder), &mut texts);
    let route = Regex::new(r#"\.route\(\s*"([^"]+)",\s*(get|post)\("#).unwrap();
    let found = texts.iter().flat_map(|text| {
        route
            .captures_iter(text)
            .map(|found| (found[2].to_owned(), found[1].to_owned()))
    });
    found.collect()
}

fn described() -> BTreeSet<(String, String)> {
    let document = document().0;
    let mut found = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            found.insert((method.clone(), path.clone()));
        }
    }
    found
}

#[test]
fn every_route_is_described_and_every_described_route_exists() {
    let routes = routes();
    assert!(routes.len() >= 10, "{routes:?}");
    assert_eq!(routes, described());
    let mut quick = small().limits;
    quick.time = Duration::from_millis(20);
    let board = Board::with(Settings {
        limits: quick,
        ..small()
    });
    for (method, path) in routes {
        let path = path.replace("{number}", "1").replace("{id}", "1");
        let other = if method == "get" { "POST" } else { "GET" };
        let answer = board.request(other, &path, &[], b"");
        assert_eq!(answer.status, 405, "{other} {path}: {}", answer.text());
        let answer = board.request(&method.to_uppercase(), &path, &[], b"");
        assert_ne!(answer.status, 405, "{method} {path}");
        if answer.status == 404 {
            let place = answer.error().0;
            assert!(
                ["archive", "library"].contains(&place.as_str()),
                "{method} {path}"
            );
        }
    }
}

#[test]
fn every_schema_is_valid_and_used() {
    let document = document();
    let text = document.0.to_string();
    let schemas = document.0["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
        let reference = format!("\"#/components/schemas/{name}\"");
        assert!(text.contains(&reference), "{name}");
    }
    assert_eq!(document.0["info"]["version"], env!("CARGO_PKG_VERSION"));
    // Every reference exists.
    let reference = Regex::new("\"#/components/([a-z]+)/([A-Za-z]+)\"").unwrap();
    for found in reference.captures_iter(&text) {
        assert!(
            document.0["components"][&found[1]][&found[2]].is_object(),
            "{}",
            &found[0]
        );
    }
}

#[test]
fn errors_are_as_described() {
    let board = Board::start();
    for answer in [
        board.get("/api/nothing"),
        board.post("/api/game", "[]"),
        board.get("/api/archive"),
    ] {
        let body = serde_json::from_slice(&answer.body).unwrap();
        document().check_schema("Error", &body);
    }
}
