//! The interface to JavaScript.

use std::sync::Arc;

use outflank_api::{Input, Resources};
use outflank_book::{OpenBook, SHIPPED_FILE};
use outflank_engine::evaluation::{Evaluation, NETWORK, ORDERING_WEIGHTS, WEIGHTS};
use outflank_engine::{DataFile, SearchOptions};
use outflank_human::MODEL;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Desk, SearchWorker, Step};

/// The data files.
static FILES: [&DataFile; 5] = [&WEIGHTS, &ORDERING_WEIGHTS, &NETWORK, &MODEL, &SHIPPED_FILE];

/// Receives the content of a data file. Returns an error if there is no file of this name.
#[wasm_bindgen]
pub fn provide(name: &str, content: Vec<u8>) -> Result<(), String> {
    let file = FILES.iter().find(|file| file.name() == name);
    let file = file.ok_or_else(|| format!("{name}: no data file has this name"))?;
    file.provide(content);
    Ok(())
}

/// A [`Desk`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct WebDesk(Desk);

#[wasm_bindgen]
impl WebDesk {
    /// Creates a desk that reports `threads` search workers with tables of `hash_mib` MiB.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(threads: usize, hash_mib: usize) -> Self {
        Self(Desk::new(Resources {
            threads,
            hash_mib,
            book: Some(OpenBook::Shipped),
            ..Resources::default()
        }))
    }

    /// Begins a request and returns its first [`Step`] as JSON. `query` is the part of the URL
    /// after the question mark.
    #[must_use]
    pub fn begin(
        &mut self,
        id: u32,
        method: &str,
        path: &str,
        query: &str,
        body: Vec<u8>,
        seed: u32,
    ) -> String {
        let input = Input::new(query, body);
        json_of(&self.0.begin(id, method, path, input, seed.into()))
    }

    /// Receives the result of a task and returns the next [`Step`].
    pub fn supply(
        &mut self,
        id: u32,
        task: usize,
        snapshot: &str,
        is_final: bool,
    ) -> Result<String, String> {
        let snapshot = serde_json::from_str(snapshot).map_err(|error| error.to_string())?;
        Ok(json_of(&self.0.supply(id, task, snapshot, is_final)))
    }

    /// Receives the response to a question, and returns the next [`Step`]. `error` is the JSON body
    /// of an error, or empty.
    pub fn respond(
        &mut self,
        id: u32,
        question: usize,
        json: String,
        error: &str,
    ) -> Result<String, String> {
        let response = match error {
            "" => Ok(json),
            error => Err(serde_json::from_str(error).map_err(|error| error.to_string())?),
        };
        Ok(json_of(&self.0.respond(id, question, response)))
    }

    /// Ends a request whose search failed, and returns the last [`Step`].
    #[must_use]
    pub fn fail(&mut self, id: u32, message: &str) -> String {
        json_of(&self.0.fail(id, message))
    }

    /// Forgets a request.
    pub fn cancel(&mut self, id: u32) {
        self.0.cancel(id);
    }
}

fn json_of(step: &Step) -> String {
    serde_json::to_string(step).expect("a step has string keys")
}

/// A [`SearchWorker`].
#[wasm_bindgen]
#[derive(Debug)]
pub struct WebSearchWorker(SearchWorker);

#[wasm_bindgen]
impl WebSearchWorker {
    /// Creates a worker with a table of `hash_mib` MiB that searches with `threads` threads, of
    /// which all but one are helpers, and evaluates with the network or, if
    /// `is_small`, the ordering weights. Fails if memory cannot be allocated or the weights cannot
    /// be read.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mib: usize, threads: usize, is_small: bool) -> Result<Self, String> {
        let options = SearchOptions::default().with_hash(hash_mib);
        let mut options = options.with_threads(threads);
        if is_small {
            let evaluation = Evaluation::from_bytes(ORDERING_WEIGHTS.content());
            let evaluation = evaluation.map_err(|error| error.to_string())?;
            options = options.with_evaluation(Arc::new(evaluation));
        }
        let worker = SearchWorker::new(options);
        worker.map(Self).map_err(|error| error.to_string())
    }

    /// Begins a task, given as JSON.
    pub fn begin(&mut self, task: &str) -> Result<(), String> {
        let task = serde_json::from_str(task).map_err(|error| error.to_string())?;
        self.0.begin(task);
        Ok(())
    }

    /// Runs a slice. Returns `None` if there is no task.
    #[must_use]
    pub fn advance(&mut self) -> Option<WebResult> {
        let (snapshot, is_final) = self.0.advance()?;
        let snapshot = serde_json::to_string(&snapshot).expect("a snapshot has string keys");
        Some(WebResult { snapshot, is_final })
    }
}

/// The result of a task so far.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct WebResult {
    /// The snapshot as JSON.
    pub snapshot: String,
    /// Whether the task has ended.
    pub is_final: bool,
}
