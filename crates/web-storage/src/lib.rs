//! The archive and the library in a browser. `Storage` answers the requests that need no engine.
//! Their SQLite files are in the origin-private file system, opened through synchronous access
//! handles, which only dedicated workers have, and only one worker at a time for each file.
#![cfg(target_arch = "wasm32")]
#![forbid(unsafe_code)]

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use outflank_api::{
    Answer, ApiError, Context, Endpoint, Input, Resources, Result, Search, Snapshot, Task, Watch,
    route, storage_endpoints,
};
use outflank_archive::library::Library;
use outflank_archive::{Archive, ArchiveError};
use sqlite_wasm_vfs::sahpool::{OpfsSAHPoolCfgBuilder, install};
use tracing::field::Field;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use wasm_bindgen::prelude::*;

/// Maximum number of open files, including journals and temporary files.
const FILES: usize = 12;

/// The archive and the library.
#[wasm_bindgen]
pub struct Storage {
    endpoints: Vec<Endpoint>,
    resources: Resources,
}

#[wasm_bindgen]
impl Storage {
    /// Opens the files in a folder of the origin-private file system, or creates them. Fails if
    /// there is no such file system, if another worker uses it, or if there is no space left.
    pub async fn open(folder: String) -> Result<Storage, JsError> {
        let pool = OpfsSAHPoolCfgBuilder::new()
            .directory(&folder)
            .initial_capacity(FILES)
            .build();
        install::<sqlite_wasm_rs::WasmOsCallback>(&pool, true).await?;
        Ok(Self::new(|name| name.into())?)
    }

    /// Opens databases in memory, which are lost when the worker ends.
    pub fn in_memory() -> Result<Storage, JsError> {
        Ok(Self::new(|name| format!("file:/{name}?vfs=memvfs").into())?)
    }

    fn new(path: impl Fn(&str) -> PathBuf) -> Result<Self, ArchiveError> {
        log_to_console();
        let archive = Archive::open_or_create(&path("archive.db"))?;
        let library = Library::open_or_create(&path("library.db"))?;
        let resources = Resources {
            open_archive: Some(Mutex::new(archive)),
            library: Some(Mutex::new(library)),
            ..Resources::default()
        };
        Ok(Self {
            endpoints: storage_endpoints(),
            resources,
        })
    }

    /// Answers a request with JSON. If it fails, the error is JSON too.
    pub fn answer(
        &self,
        method: &str,
        path: &str,
        query: &str,
        body: Vec<u8>,
    ) -> Result<String, String> {
        let answer = self.answer_or_error(method, path, Input::new(query, body));
        answer.map_err(|error| error.to_json())
    }

    fn answer_or_error(&self, method: &str, path: &str, mut input: Input) -> Result<String> {
        let found = route(&self.endpoints, method, path);
        let (endpoint, fields) = found.ok_or_else(|| {
            ApiError::not_found("path", format!("{method} {path}: no such request"))
        })?;
        input.query.extend(fields);
        let context = Context {
            resources: &self.resources,
            search: &NoSearch,
            stop: Arc::default(),
            seed: 0,
        };
        match endpoint.answer(input, &context)? {
            Answer::Json(json) => Ok(json),
            Answer::Page(_) | Answer::Stream(_) => Err(ApiError::internal(&"expected JSON")),
        }
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// Writes internal errors, whose details responses do not contain, to the console.
fn log_to_console() {
    // A second call has no effect.
    let _ = tracing::subscriber::set_global_default(Console);
}

/// Writes errors to the console of the browser.
struct Console;

impl Subscriber for Console {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut |_: &Field, value: &dyn Debug| error(&format!("{value:?}")));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// A search that is never used: requests to the storage do not search.
struct NoSearch;

impl Search for NoSearch {
    fn search(&self, _: Task, _: &mut Watch<'_>) -> Result<Snapshot> {
        Err(ApiError::cancelled())
    }
}
