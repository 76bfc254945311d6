//! Requests without HTTP, whose responses are validated against the OpenAPI document.

use std::ops::ControlFlow;
use std::sync::Arc;

use jsonschema::Validator;
use outflank_api::{
    Answer as Reply, ApiError, Context, ENDPOINTS, Endpoint, ErrorKey, Event as Sent, Input,
    LocalSearch, Resources, document, route,
};
use outflank_book::OpenBook;
use outflank_engine::SearchOptions;
use serde_json::{Value, json};

/// Asserts that an object has these fields: `has!(object; "done": true, "change": null)`.
macro_rules! has {
    ($object:expr; $($fields:tt)*) => {
        $crate::common::assert_fields(&$object, &serde_json::json!({ $($fields)* }))
    };
}
pub(crate) use has;

/// Asserts that an object has all fields of another object.
#[track_caller]
pub(crate) fn assert_fields(object: &Value, fields: &Value) {
    for (name, value) in fields.as_object().unwrap() {
        assert_eq!(&object[name], value, "{name} of {object}");
    }
}

/// Responds to requests.
pub(crate) struct Board(Resources);

/// An event of a stream.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: &'static str,
    pub(crate) data: Value,
}

/// A response: JSON, or a page as text.
#[derive(Debug)]
pub(crate) struct Answer(Result<Value, ApiError>);

impl Board {
    /// Returns a board with the shipped book.
    pub(crate) fn start() -> Self {
        Self(Resources {
            threads: 1,
            hash_mib: 1,
            book: Some(OpenBook::Shipped),
            ..Resources::default()
        })
    }

    pub(crate) fn with(change: impl FnOnce(&mut Resources)) -> Self {
        let mut board = Self::start();
        change(&mut board.0);
        board
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("get", path, &[])
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("post", path, body.to_string().as_bytes())
    }

    /// Returns the validated response to a request.
    pub(crate) fn request(&self, method: &str, address: &str, body: &[u8]) -> Answer {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (endpoint, fields) = route(&ENDPOINTS, method, path).unwrap();
        let mut input = Input::new(query, body.to_vec());
        input.query.extend(fields);
        let described = &described(endpoint)["content"];
        self.with_context(|context| {
            Answer(endpoint.answer(input, context).map(|reply| match reply {
                Reply::Json(json) => {
                    let answer = outflank_support::json::read(json.as_bytes()).unwrap();
                    check(&described["application/json"]["schema"], &answer);
                    answer
                }
                Reply::Page(page) => Value::String(page.html),
                Reply::Stream(_) => panic!("a stream"),
            }))
        })
    }

    /// Returns the validated events of a stream.
    pub(crate) fn events(&self, address: &str) -> Vec<Event> {
        let (path, query) = address.split_once('?').unwrap();
        let (endpoint, _) = route(&ENDPOINTS, "get", path).unwrap();
        let schemas = &described(endpoint)["content"]["text/event-stream"]["x-events"];
        let mut events = Vec::new();
        let mut receive = |Sent { name, data }| {
            let data = serde_json::from_str(&data).unwrap();
            check(&schemas[name], &data);
            events.push(Event { name, data });
            ControlFlow::Continue(())
        };
        self.with_context(|context| {
            match endpoint.answer(Input::new(query, Vec::new()), context) {
                Ok(Reply::Stream(run)) => run(&mut receive).unwrap(),
                Ok(_) => panic!("no stream"),
                Err(error) => panic!("{error}"),
            }
        });
        events
    }

    fn with_context<T>(&self, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let stop = Arc::default();
        let options = SearchOptions::default().with_hash(self.0.hash_mib);
        let search = LocalSearch::new(options, Arc::clone(&stop)).unwrap();
        work(&Context {
            resources: &self.0,
            search: &search,
            stop,
            seed: rand::random(),
        })
    }
}

impl Answer {
    /// Returns the response, which must not be an error.
    pub(crate) fn json(self) -> Value {
        self.0.unwrap()
    }

    /// Returns the status and the field of the error.
    pub(crate) fn error(&self) -> (u16, &str) {
        let error = self.0.as_ref().unwrap_err();
        let body = serde_json::from_str(&error.to_json()).unwrap();
        check(&json!({ "$ref": "#/components/schemas/Error" }), &body);
        (error.status, error.place.as_deref().unwrap_or_default())
    }

    pub(crate) fn key(&self) -> ErrorKey {
        self.0.as_ref().unwrap_err().key
    }

    pub(crate) fn message(&self) -> &str {
        &self.0.as_ref().unwrap_err().message
    }
}

/// Returns the description of a response.
fn described(endpoint: &Endpoint) -> &'static Value {
    &document()["paths"][endpoint.path][endpoint.source.method()]["responses"]["200"]
}

/// Validates a value against a schema of the document.
fn check(schema: &Value, value: &Value) {
    assert!(schema.is_object(), "{value} is not described");
    let whole = json!({ "allOf": [schema], "components": document()["components"] });
    let validator: Validator = jsonschema::draft202012::new(&whole).unwrap();
    let errors = validator.iter_errors(value);
    let errors = errors.map(|error| format!("{error} at {}", error.instance_path()));
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{errors:?} in {value}");
}
