//! Responds to requests whose searches run elsewhere.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use outflank_api::{
    Answer, ApiError, Context, ENDPOINTS, Endpoint, ErrorKey, Event, Input, Question, Resources,
    Search, Snapshot, Task, Watch, route,
};
use serde::Serialize;

/// Responds to requests without waiting. A request that needs the result of a search or a response
/// of the archive stops and returns the task or the question; once the result is supplied, it runs
/// again from its start. The API therefore needs neither threads nor asynchronous functions.
#[derive(Debug)]
pub struct Desk {
    resources: Resources,
    open: HashMap<u32, Request>,
}

/// A request that has not been answered yet.
#[derive(Debug)]
struct Request {
    endpoint: &'static Endpoint,
    input: Input,
    seed: u64,
    results: Results,
    /// The events sent so far.
    sent: Vec<Event>,
}

/// What a request needs from elsewhere.
#[derive(Debug, PartialEq)]
enum Need {
    Search(Task),
    Archive(Question),
}

/// The needs of a request and their results so far.
#[derive(Debug, Default)]
struct Results {
    needs: Vec<(Need, Option<Found>)>,
    /// The need that the request waits for.
    missing: Option<usize>,
}

/// The result of a need so far.
#[derive(Clone, Debug)]
enum Found {
    Snapshot { snapshot: Snapshot, is_final: bool },
    Response(Result<String, ApiError>),
}

impl Found {
    const fn is_final(&self) -> bool {
        match self {
            Self::Snapshot { is_final, .. } => *is_final,
            Self::Response(_) => true,
        }
    }
}

/// What a request produced in one step.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// New events: names and JSON.
    pub events: Vec<(&'static str, String)>,
    /// New tasks: their numbers within the request, and the tasks as JSON.
    pub tasks: Vec<(usize, String)>,
    /// New questions to the archive, numbered like the tasks.
    pub questions: Vec<(usize, Question)>,
    /// The answer, if the request has ended.
    pub answer: Option<Reply>,
}

/// The answer to a request.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// JSON.
    Json(String),
    /// An HTML page.
    Page(String),
    /// The end of a stream of events.
    End,
    /// The JSON body of an error, as in an HTTP response.
    Error(String),
}

impl Desk {
    /// Creates a desk with no open requests.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        Self {
            resources,
            open: HashMap::new(),
        }
    }

    /// Begins a request. `seed` determines its random choices.
    pub fn begin(
        &mut self,
        id: u32,
        method: &str,
        path: &str,
        mut input: Input,
        seed: u64,
    ) -> Step {
        let Some((endpoint, fields)) = route(&ENDPOINTS, method, path) else {
            let error = ApiError::not_found("path", format!("{method} {path}: no such request"));
            return Step::failed(&error);
        };
        input.query.extend(fields);
        let request = Request {
            endpoint,
            input,
            seed,
            results: Results::default(),
            sent: Vec::new(),
        };
        self.open.insert(id, request);
        self.run(id)
    }

    /// Receives the final or an intermediate result of a task. Continues the request if it waits
    /// for that task.
    pub fn supply(&mut self, id: u32, task: usize, snapshot: Snapshot, is_final: bool) -> Step {
        self.receive(id, task, Found::Snapshot { snapshot, is_final })
    }

    /// Receives the response to a question, and continues the request.
    pub fn respond(
        &mut self,
        id: u32,
        question: usize,
        response: Result<String, ApiError>,
    ) -> Step {
        self.receive(id, question, Found::Response(response))
    }

    fn receive(&mut self, id: u32, number: usize, found: Found) -> Step {
        let Some(request) = self.open.get_mut(&id) else {
            return Step::default();
        };
        let results = &mut request.results;
        if let Some((_, place)) = results.needs.get_mut(number) {
            *place = Some(found);
        }
        match results.missing == Some(number) {
            true => self.run(id),
            false => Step::default(),
        }
    }

    /// Ends a request whose search failed.
    pub fn fail(&mut self, id: u32, message: &str) -> Step {
        self.open.remove(&id);
        Step::failed(&ApiError::general(ErrorKey::Internal, message))
    }

    /// Drops a request without a response.
    pub fn cancel(&mut self, id: u32) {
        self.open.remove(&id);
    }

    /// Runs a request until it ends or waits for a task.
    fn run(&mut self, id: u32) -> Step {
        let Some(request) = self.open.get_mut(&id) else {
            return Step::default();
        };
        let (step, is_over) = request.run(&self.resources);
        if is_over {
            self.open.remove(&id);
        }
        step
    }
}

impl Request {
    /// Runs the request from its start. Returns the new events and tasks, and whether the request
    /// has ended.
    fn run(&mut self, resources: &Resources) -> (Step, bool) {
        self.results.missing = None;
        let known = self.results.needs.len();
        let results = Mutex::new(std::mem::take(&mut self.results));
        let search = Replay { results };
        let mut step = Step::default();
        let answer = self.answer(&search, resources, &mut step);
        let results = search.results.into_inner();
        self.results = results.unwrap_or_else(PoisonError::into_inner);
        for (number, (need, _)) in self.results.needs.iter().enumerate().skip(known) {
            match need {
                Need::Search(task) => {
                    let json = serde_json::to_string(task);
                    let json = json.expect("a task has string keys");
                    step.tasks.push((number, json));
                }
                Need::Archive(question) => step.questions.push((number, question.clone())),
            }
        }
        if self.results.missing.is_some() {
            return (step, false);
        }
        step.answer = Some(answer.unwrap_or_else(|error| Reply::Error(error.to_json())));
        (step, true)
    }

    /// Runs the request with the results so far, and adds its new events to `step`.
    fn answer(
        &mut self,
        search: &Replay,
        resources: &Resources,
        step: &mut Step,
    ) -> Result<Reply, ApiError> {
        let context = Context {
            resources,
            search,
            stop: Arc::default(),
            seed: self.seed,
        };
        match self.endpoint.answer(self.input.clone(), &context)? {
            Answer::Json(json) => Ok(Reply::Json(json)),
            Answer::Page(page) => Ok(Reply::Page(page.html)),
            Answer::Stream(stream) => {
                let mut at = 0;
                stream(&mut |event| {
                    if let Some(event) = unsent(&mut self.sent, at, event) {
                        step.events.push((event.name, event.data));
                    }
                    at += 1;
                    ControlFlow::Continue(())
                })?;
                Ok(Reply::End)
            }
        }
    }
}

/// Records the event at an index of the stream, and returns it unless it has been sent before.
fn unsent(sent: &mut Vec<Event>, at: usize, event: Event) -> Option<Event> {
    match sent.get_mut(at) {
        Some(old) if old.data == event.data => None,
        Some(old) => {
            old.clone_from(&event);
            Some(event)
        }
        None => {
            sent.push(event.clone());
            Some(event)
        }
    }
}

impl Step {
    fn failed(error: &ApiError) -> Self {
        Self {
            answer: Some(Reply::Error(error.to_json())),
            ..Self::default()
        }
    }
}

/// The [`Search`] of a request that runs again: returns the results so far, and stops the request
/// at the first need without a final result.
struct Replay {
    results: Mutex<Results>,
}

impl Search for Replay {
    fn announce(&self, tasks: &[Task]) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        for &task in tasks {
            results.number_of(Need::Search(task));
        }
    }

    fn search(&self, task: Task, watch: &mut Watch<'_>) -> Result<Snapshot, ApiError> {
        match self.look_up(Need::Search(task)) {
            Some(Found::Snapshot {
                snapshot,
                is_final: true,
            }) => Ok(snapshot),
            Some(Found::Snapshot { snapshot, .. }) => {
                let _ = watch(&snapshot);
                Err(ApiError::cancelled())
            }
            _ => Err(ApiError::cancelled()),
        }
    }

    fn ask(&self, question: Question) -> Result<String, ApiError> {
        match self.look_up(Need::Archive(question)) {
            Some(Found::Response(response)) => response,
            _ => Err(ApiError::cancelled()),
        }
    }
}

impl Replay {
    /// Returns the result so far, and records a need without a final one.
    fn look_up(&self, need: Need) -> Option<Found> {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let number = results.number_of(need);
        let found = results.needs[number].1.clone();
        // A request may try something else after this fails; the first missing need counts.
        if results.missing.is_none() && !found.as_ref().is_some_and(Found::is_final) {
            results.missing = Some(number);
        }
        found
    }
}

impl Results {
    /// Returns the number of a need, and adds the need if it is new.
    fn number_of(&mut self, need: Need) -> usize {
        let found = self.needs.iter().position(|(known, _)| *known == need);
        found.unwrap_or_else(|| {
            self.needs.push((need, None));
            self.needs.len() - 1
        })
    }
}
