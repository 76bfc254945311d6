//! The desk gives the same responses as the API with a local search.
#![allow(clippy::unwrap_used, reason = "a test that cannot continue must fail")]

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use outflank_api::{
    Answer, ApiError, Context, ENDPOINTS, Input, LocalSearch, Question, Resources, Snapshot, route,
};
use outflank_archive::Archive;
use outflank_book::OpenBook;
use outflank_engine::SearchOptions;
use outflank_web::{Desk, Reply, SearchWorker, Step};
use serde_json::Value;

const HASH: usize = 4;
const SEED: u64 = 7;

fn resources() -> Resources {
    Resources {
        threads: 1,
        hash_mib: HASH,
        book: Some(OpenBook::Shipped),
        ..Resources::default()
    }
}

/// Returns the resources of a server whose archive, in `folder`, has the games of 1980.
fn with_archive(folder: &Path) -> Resources {
    let path = folder.join("games.db");
    drop(Archive::open_or_create(&path).unwrap());
    let resources = Resources {
        archive: Some(path),
        ..resources()
    };
    let games = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/wthor/WTH_1980.wtb"
    );
    let query = Input::new("name=WTH_1980.wtb", std::fs::read(games).unwrap());
    ask(&resources, "post", "/api/archive/import", query).unwrap();
    resources
}

/// Returns the JSON of a response.
fn ask(
    resources: &Resources,
    method: &str,
    path: &str,
    mut input: Input,
) -> Result<String, ApiError> {
    let (options, stop) = (SearchOptions::default().with_hash(1), Arc::default());
    let context = Context {
        resources,
        search: &LocalSearch::new(options, Arc::clone(&stop)).unwrap(),
        stop,
        seed: SEED,
    };
    let (endpoint, fields) = route(&ENDPOINTS, method, path).unwrap();
    input.query.extend(fields);
    let Answer::Json(json) = endpoint.answer(input, &context)? else {
        panic!("{path}: not JSON");
    };
    Ok(json)
}

/// Requests as method, path, query and body.
const REQUESTS: [(&str, &str, &str, &str); 10] = [
    ("post", "/api/game", "", r#"{"moves":"f5d6c3d3c4f4"}"#),
    ("post", "/api/choose", "", r#"{"moves":"f5d6c3","level":6}"#),
    (
        "post",
        "/api/choose",
        "",
        r#"{"moves":"f5d6c3","human":1500}"#,
    ),
    (
        "post",
        "/api/explain",
        "",
        r#"{"moves":"f5d6c3d3c4","move":"b3","level":4}"#,
    ),
    (
        "post",
        "/api/balanced",
        "",
        r#"{"plies":6,"tolerance":1,"level":2}"#,
    ),
    ("get", "/api/review", "moves=f5d6c3d3c4f4c5b3c2&level=4", ""),
    ("get", "/api/analysis", "moves=f5d6&wanted=all&level=8", ""),
    ("get", "/api/tree", "moves=f5&depth=2", ""),
    (
        "post",
        "/api/practice/opening",
        "",
        r#"{"moves":"f5d6c3","side":"white","plies":3,"level":2}"#,
    ),
    ("post", "/api/practice/puzzles", "", r#"{"count":2}"#),
];

/// Removes the fields that vary between runs.
fn timeless(mut value: Value) -> Value {
    if let Some(object) = value.as_object_mut() {
        for name in ["seconds", "speed", "nodes"] {
            object.remove(name);
        }
        for (_, inner) in object.iter_mut() {
            *inner = timeless(inner.take());
        }
    } else if let Some(list) = value.as_array_mut() {
        for inner in list {
            *inner = timeless(inner.take());
        }
    }
    value
}

/// The events, except intermediate results, and the answer.
type Said = (Vec<(String, Value)>, Option<Value>);

fn read(name: &str, data: &str, events: &mut Vec<(String, Value)>) {
    if name != "update" {
        let data = serde_json::from_str(data).unwrap();
        events.push((name.to_owned(), timeless(data)));
    }
}

fn by_the_api(
    resources: &Resources,
    (method, path, query, body): (&str, &str, &str, &str),
) -> Said {
    let stop = Arc::default();
    let options = SearchOptions::default().with_hash(HASH);
    let context = Context {
        resources,
        search: &LocalSearch::new(options, Arc::clone(&stop)).unwrap(),
        stop,
        seed: SEED,
    };
    let input = Input::new(query, body.as_bytes().to_vec());
    let mut events = Vec::new();
    let (endpoint, _) = route(&ENDPOINTS, method, path).unwrap();
    let answer = endpoint.answer(input, &context);
    let answer = match answer.unwrap() {
        Answer::Json(json) => Some(timeless(serde_json::from_str(&json).unwrap())),
        Answer::Page(page) => Some(Value::String(page.html)),
        Answer::Stream(stream) => {
            let sent = stream(&mut |event| {
                read(event.name, &event.data, &mut events);
                ControlFlow::Continue(())
            });
            sent.unwrap();
            None
        }
    };
    (events, answer)
}

/// `archive` responds to the desk's questions.
fn by_the_desk(archive: &Resources, (method, path, query, body): (&str, &str, &str, &str)) -> Said {
    let mut desk = Desk::new(resources());
    let mut worker = SearchWorker::new(SearchOptions::default().with_hash(HASH)).unwrap();
    let (mut events, mut tasks) = (Vec::new(), Vec::new());
    let input = Input::new(query, body.as_bytes().to_vec());
    let mut step = desk.begin(3, method, path, input, SEED);
    loop {
        let Step {
            events: new,
            tasks: wanted,
            questions,
            answer,
        } = step;
        for (name, data) in new {
            read(name, &data, &mut events);
        }
        match answer {
            Some(Reply::Json(json)) => {
                return (events, Some(timeless(serde_json::from_str(&json).unwrap())));
            }
            Some(Reply::Page(html)) => return (events, Some(Value::String(html))),
            Some(Reply::End) => return (events, None),
            Some(Reply::Error(error)) => panic!("{error}"),
            None => {}
        }
        tasks.extend(wanted);
        let mut steps = questions.into_iter().map(|(number, question)| {
            let Question {
                method,
                path,
                query,
                body,
            } = question;
            let body = body.into_bytes();
            let response = ask(archive, method, &path, Input { query, body });
            desk.respond(3, number, response)
        });
        if let Some(next) = steps.next() {
            assert_eq!(steps.count(), 0, "{path}: more than one question in a step");
            step = next;
            continue;
        }
        // The last task first: results may arrive in any order.
        let next = tasks.pop();
        let (number, task) = next.unwrap_or_else(|| panic!("{path}: nothing to search"));
        worker.begin(serde_json::from_str(&task).unwrap());
        step = loop {
            let (snapshot, is_final) = worker.advance().unwrap();
            let json = serde_json::to_string(&snapshot).unwrap();
            let snapshot: Snapshot = serde_json::from_str(&json).unwrap();
            let step = desk.supply(3, number, snapshot, is_final);
            if is_final || step != Step::default() {
                if !is_final {
                    tasks.push((number, task));
                }
                break step;
            }
        };
    }
}

#[test]
fn the_desk_and_the_api_give_the_same_responses() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [one, other] = folders.each_ref().map(|it| with_archive(it.path()));
    for request in REQUESTS {
        let by_the_api = by_the_api(&one, request);
        assert_eq!(by_the_desk(&other, request), by_the_api, "{request:?}");
    }
    let cards = |resources| ask(resources, "get", "/api/practice", Input::default()).unwrap();
    assert_eq!(cards(&one), cards(&other));
    assert!(cards(&one).contains("puzzles"));
}

#[test]
fn errors_are_those_of_the_api() {
    let mut desk = Desk::new(resources());
    let input = Input::new("", br#"{"moves":"a1"}"#.to_vec());
    let step = desk.begin(1, "post", "/api/game", input, SEED);
    let Some(Reply::Error(error)) = step.answer else {
        panic!("{step:?}");
    };
    assert!(error.contains(r#""where":"moves""#), "{error}");
    let step = desk.begin(2, "get", "/api/nothing", Input::default(), SEED);
    assert!(matches!(step.answer, Some(Reply::Error(_))));
}

#[test]
fn a_review_names_all_its_tasks_at_once() {
    let mut desk = Desk::new(resources());
    let input = Input::new("moves=f5d6c3d3c4&level=2", Vec::new());
    let step = desk.begin(1, "get", "/api/review", input, SEED);
    assert_eq!(step.tasks.len(), 5);
    assert_eq!(step.answer, None);
    desk.cancel(1);
    let worker = &mut SearchWorker::new(SearchOptions::default().with_hash(HASH)).unwrap();
    worker.begin(serde_json::from_str(&step.tasks[0].1).unwrap());
    let (snapshot, is_final) = worker.advance().unwrap();
    assert_eq!(desk.supply(1, 0, snapshot, is_final), Step::default());
}
