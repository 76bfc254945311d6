//! The type of an endpoint: its name, its request and its response.

use std::fmt;
use std::ops::ControlFlow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fields::{Fields, Input};
use crate::game_fields::GameFields;
use crate::{ApiError, Context, Result};

/// A request that the page can make.
pub struct Endpoint {
    /// A unique name.
    pub name: &'static str,
    /// Where the fields of the request are.
    pub source: Source,
    /// The path over HTTP, with the names of path fields in braces.
    pub path: &'static str,
    /// The cost of a response.
    pub cost: Cost,
    pub(crate) summary: &'static str,
    /// Whether the request has the fields of a game.
    pub(crate) has_game: bool,
    pub(crate) request: SchemaOf,
    pub(crate) answer: AnswerSchema,
    function: Box<Function>,
}

/// Where the fields of a request are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In the path and the query.
    Query,
    /// In a JSON object.
    Json,
    /// In the query, with a file as the body.
    File,
}

impl Source {
    /// Returns the HTTP method.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::Query => "get",
            Self::Json | Self::File => "post",
        }
    }
}

/// The cost of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Milliseconds.
    Little,
    /// The time to read a file.
    Reading,
    /// Seconds of processor time, and memory.
    Tree,
    /// Searches, which wait for the engine.
    Search,
    /// A search with its own searcher, which ends when the request does.
    OwnSearch,
}

/// A response.
pub enum Answer<'a> {
    /// JSON.
    Json(String),
    /// An HTML page for a frame.
    Page(Page),
    /// A stream of events.
    Stream(Stream<'a>),
}

/// An HTML page for a frame, with its Content-Security-Policy.
#[derive(Debug)]
pub struct Page {
    /// The page.
    pub html: String,
    /// The policy.
    pub policy: String,
}

/// A search that sends its events until it ends or the receiver breaks.
pub type Stream<'a> = Box<dyn FnOnce(&mut Emit<'_>) -> Result<()> + 'a>;

/// Receives the events of a stream.
pub type Emit<'a> = dyn FnMut(Event) -> ControlFlow<()> + 'a;

/// An event of a stream.
#[derive(Clone, Debug)]
pub struct Event {
    /// The name of the event.
    pub name: &'static str,
    /// The data as JSON.
    pub data: String,
}

impl Event {
    pub(crate) fn new(name: &'static str, data: &impl Serialize) -> Self {
        let data = serde_json::to_string(data);
        let data = data.expect("events have string keys and finite numbers");
        Self { name, data }
    }

    /// Returns the last event of a failed stream.
    #[must_use]
    pub fn failed(error: &ApiError) -> Self {
        Self {
            name: "failed",
            data: error.to_json(),
        }
    }
}

/// No fields.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoFields {}

/// Generates the schema of a type.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Returns the schema of a type. In WebAssembly, schemas are left out to keep the module small.
fn schema_of<T: JsonSchema>() -> SchemaOf {
    match cfg!(target_arch = "wasm32") {
        true => |_| Schema::default(),
        false => SchemaGenerator::subschema_for::<T>,
    }
}

/// The schema of a response.
pub(crate) enum AnswerSchema {
    Json(SchemaOf),
    Page,
    /// The names and types of the events.
    Events(&'static [(&'static str, SchemaOf)]),
}

type Function = dyn for<'a> Fn(Input, &'a Context<'a>) -> Result<Answer<'a>> + Send + Sync;

impl Endpoint {
    /// Responds to a request. Fails if the request is invalid or cannot be carried out.
    pub fn answer<'a>(&self, input: Input, context: &'a Context<'a>) -> Result<Answer<'a>> {
        (self.function)(input, context)
    }

    /// Returns the fields in `path`, or `None` if the path does not belong to this endpoint.
    pub(crate) fn path_fields(&self, path: &str) -> Option<Vec<(String, String)>> {
        let mut fields = Vec::new();
        let mut parts = path.split('/');
        for expected in self.path.split('/') {
            let part = parts.next()?;
            let name = expected.strip_prefix('{');
            match name.and_then(|name| name.strip_suffix('}')) {
                Some(name) => fields.push((name.to_owned(), part.to_owned())),
                None if part == expected => {}
                None => return None,
            }
        }
        parts.next().is_none().then_some(fields)
    }

    fn new<R: JsonSchema>(
        (source, name, path): Route,
        cost: Cost,
        summary: &'static str,
        answer: AnswerSchema,
        function: impl for<'a> Fn(Input, &'a Context<'a>) -> Result<Answer<'a>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            source,
            path,
            cost,
            summary,
            has_game: false,
            request: schema_of::<R>(),
            answer,
            function: Box::new(function),
        }
    }

    fn with_game(mut self) -> Self {
        self.has_game = true;
        self
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The source, name and path of an endpoint.
type Route = (Source, &'static str, &'static str);

fn fields(source: Source, input: Input) -> Result<Fields> {
    match source {
        Source::Query | Source::File => Ok(input.query()),
        Source::Json => input.json(),
    }
}

/// A type that a request is read into.
pub(crate) trait Ask: DeserializeOwned + JsonSchema + 'static {}

impl<T: DeserializeOwned + JsonSchema + 'static> Ask for T {}

/// A type that becomes a response.
pub(crate) trait Respond: 'static {
    fn schema() -> AnswerSchema;
    fn respond<'a>(self) -> Result<Answer<'a>>;
}

impl<T: Serialize + JsonSchema + 'static> Respond for T {
    fn schema() -> AnswerSchema {
        AnswerSchema::Json(schema_of::<T>())
    }

    fn respond<'a>(self) -> Result<Answer<'a>> {
        let json = serde_json::to_string(&self);
        json.map(Answer::Json)
            .map_err(|error| ApiError::internal(&error))
    }
}

impl Respond for Page {
    fn schema() -> AnswerSchema {
        AnswerSchema::Page
    }

    fn respond<'a>(self) -> Result<Answer<'a>> {
        Ok(Answer::Page(self))
    }
}

/// Returns an endpoint without a game.
pub(crate) fn plain<R: Ask, A: Respond>(
    route: Route,
    cost: Cost,
    summary: &'static str,
    function: fn(&R, &Context<'_>) -> Result<A>,
) -> Endpoint {
    Endpoint::new::<R>(route, cost, summary, A::schema(), move |input, context| {
        let request = fields(route.0, input)?.read(&[])?;
        function(&request, context)?.respond()
    })
}

/// Returns an endpoint about a game.
pub(crate) fn of_game<R: Ask, A: Respond>(
    route: Route,
    cost: Cost,
    summary: &'static str,
    function: fn(&GameFields, &R, &Context<'_>) -> Result<A>,
) -> Endpoint {
    Endpoint::new::<R>(route, cost, summary, A::schema(), move |input, context| {
        let (game, request) = fields(route.0, input)?.read_with_game()?;
        function(&game, &request, context)?.respond()
    })
    .with_game()
}

/// Returns an endpoint about a game that responds with a stream of events.
pub(crate) fn stream<R: Ask>(
    route: Route,
    summary: &'static str,
    events: &'static [(&'static str, SchemaOf)],
    function: for<'a> fn(&GameFields, &R, &'a Context<'a>) -> Result<Stream<'a>>,
) -> Endpoint {
    let (cost, schema) = (Cost::Search, AnswerSchema::Events(events));
    Endpoint::new::<R>(route, cost, summary, schema, move |input, context| {
        let (game, request) = fields(route.0, input)?.read_with_game()?;
        Ok(Answer::Stream(function(&game, &request, context)?))
    })
    .with_game()
}

/// Returns an endpoint about the content of a file.
pub(crate) fn file<R: Ask, A: Respond>(
    route: Route,
    summary: &'static str,
    function: fn(&[u8], &R, &Context<'_>) -> Result<A>,
) -> Endpoint {
    let (cost, schema) = (Cost::Reading, A::schema());
    Endpoint::new::<R>(route, cost, summary, schema, move |mut input, context| {
        let content = std::mem::take(&mut input.body);
        let request = input.query().read(&[])?;
        function(&content, &request, context)?.respond()
    })
}
