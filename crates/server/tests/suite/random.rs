//! Random requests: the server always responds without an internal error, and its state does not
//! change.

use std::cell::Cell;
use std::time::Duration;

use crate::common::{Answer, Board};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

/// The names of known fields.
const KNOWN: &str = "board start moves from format games level time move against plies \
    tolerance seed notes result date give_away given opening client wanted depth \
    searches evaluation order player years exact name";

/// Generates field names, most of them known.
fn name() -> impl Strategy<Value = String> {
    let known: Vec<&str> = KNOWN.split(' ').collect();
    prop_oneof![8 => proptest::sample::select(known).prop_map(str::to_owned), 1 => any::<String>()]
}

/// Generates strings, many of them almost valid.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "([a-h][1-8]){0,70}",
        "(f5(d6|f6|f4))(c3|e3|d3)?",
        "[0-9]{1,3}x[0-9]{1,3}(-[a-p][0-9]{1,2})?",
        "[-XO.#]{60,66}( [XO])?",
        "[0-9.e+-]{1,9}",
        Just("sgf".to_owned()),
        Just("wthor".to_owned()),
        any::<String>(),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..70).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(name(), inner, 0..6).prop_map(|fields| Value::from(Map::from_iter(fields))),
        ]
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let object = btree_map(name(), value(), 0..5);
    let object =
        object.prop_map(|fields| Value::from(Map::from_iter(fields)).to_string().into_bytes());
    prop_oneof![8 => object, 1 => vec(any::<u8>(), 0..200), 1 => value().prop_map(|it| it.to_string().into_bytes())]
}

/// Runs a test on `cases` inputs, without persistence.
fn on_many<S: Strategy>(
    cases: u32,
    inputs: &S,
    test: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut config = Config::with_cases(cases);
    config.failure_persistence = None;
    TestRunner::new(config).run(inputs, test).unwrap();
}

/// Asserts that a response is successful or an error in the usual form.
fn holds(answer: &Answer) -> Result<(), TestCaseError> {
    let (status, text) = (answer.status, answer.text());
    let is_expected = status == 200 || (400..500).contains(&status);
    prop_assert!(is_expected, "{status} {text}");
    if answer.status != 200 {
        answer.error();
    }
    Ok(())
}

#[test]
fn any_body_gets_a_response() {
    const PATHS: [&str; 5] = ["game", "export", "choose", "explain", "balanced"];
    let board = Board::with(|settings| settings.resources.limits.time = Duration::from_millis(20));
    let before = board.get("/api/status").json();
    let good = Cell::new(0);
    let paths = proptest::sample::select(&PATHS[..]);
    on_many(600, &(paths, body()), |(path, body)| {
        let json = [("content-type", "application/json")];
        let answer = board.request("POST", &format!("/api/{path}"), &json, &body);
        good.set(good.get() + u32::from(answer.status == 200));
        holds(&answer)
    });
    assert_eq!(board.get("/api/status").json(), before);
    // Some requests were valid.
    assert!(good.get() > 10, "{}", good.get());
}

#[test]
fn any_query_gets_a_response() {
    let board = Board::start();
    let before = board.get("/api/status").json();
    const PATHS: [&str; 3] = ["/api/archive/position", "/api/openings", "/api/status"];
    let pairs = vec((name(), text()), 0..5);
    let paths = proptest::sample::select(&PATHS[..]);
    on_many(400, &(paths, pairs), |(path, pairs)| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.extend_pairs(pairs).finish();
        holds(&board.get(&format!("{path}?{query}")))
    });
    assert_eq!(board.get("/api/status").json(), before);
}

#[test]
fn any_file_gets_a_response_and_is_exported_again() {
    let board = Board::start();
    let games = "(\\(;(FF|GM|SZ|BO|B|W|AB|C|PB|RE|DT)\\[[a-h0-8OX*. -]{0,12}\\](;[BW]\\[[a-h][1-8]\\]){0,3}\\)?\n?){0,4}";
    let lines = "([a-h][1-8]){0,8}(\n([a-h][1-8]){0,8}){0,4}";
    let content = prop_oneof![
        vec(any::<u8>(), 0..400),
        games.prop_map(String::into_bytes),
        lines.prop_map(String::into_bytes),
        "(\\[(Event|Black|Result) \"[a-z0-9-]{0,5}\"\\]\n){1,3}1\\. f5( d6)?( \\{[a-z]*)?\n\\*?"
            .prop_map(String::into_bytes),
    ];
    let formats =
        proptest::sample::select(&["transcript", "obf", "wthor", "ggf", "sgf", "pgn"][..]);
    on_many(500, &(content, formats), |(content, format)| {
        let answer = board.request("POST", "/api/import", &[], &content);
        holds(&answer)?;
        if answer.status == 200 {
            let answer = answer.json();
            if answer["games"] != json!([]) {
                let asked = json!({ "format": format, "games": answer["games"] });
                holds(&board.post("/api/export", &asked.to_string()))?;
            }
        }
        Ok(())
    });
}
