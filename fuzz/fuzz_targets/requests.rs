//! Requests of the page, in a sequence on one archive and one library. Every answer is valid JSON,
//! a page or a stream of events, or an error that is not our own.
//!
//! A request is a line such as `post /api/game?level=1` and its body; an empty line ends it.
#![no_main]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use outflank_api::{
    Answer, ApiError, Context, ENDPOINTS, ErrorKey, Input, LocalSearch, RequestLimits, Resources,
    Search, Snapshot, Task, Watch, route,
};
use outflank_archive::Archive;
use outflank_archive::library::Library;
use outflank_book::OpenBook;
use outflank_engine::SearchOptions;
use outflank_fuzz::memory_folder;
use serde_json::Value;

/// The most requests of a sequence, searches of a request, and events of a stream.
const MOST_REQUESTS: usize = 8;
const MOST_SEARCHES: usize = 4;
const MOST_EVENTS: usize = 20;

/// A search whose tasks are few and short.
struct ShortSearch {
    search: LocalSearch,
    left: AtomicUsize,
}

impl Search for ShortSearch {
    fn search(&self, task: Task, watch: &mut Watch<'_>) -> Result<Snapshot, ApiError> {
        let took = |left: usize| left.checked_sub(1);
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, took);
        match left {
            Ok(_) => self.search.search(task.within(TIME), watch),
            Err(_) => Err(ApiError::stopping()),
        }
    }
}

const TIME: Duration = Duration::from_millis(2);

static SEARCH: LazyLock<ShortSearch> = LazyLock::new(|| {
    let search = LocalSearch::new(SearchOptions::default().with_hash(1), Arc::default());
    ShortSearch {
        search: search.unwrap_or_else(|error| panic!("{error}")),
        left: AtomicUsize::new(0),
    }
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let requests: Vec<&str> = text.split("\n\n").take(MOST_REQUESTS).collect();
    let is_stored = |request: &&str| {
        let path = request.split([' ', '?', '\n']).nth(1).unwrap_or_default();
        let parts = ["archive", "library", "practice", "storage"];
        parts
            .iter()
            .any(|part| path.starts_with(&format!("/api/{part}")))
    };
    let limits = RequestLimits {
        time: TIME,
        level: 2,
        tree_nodes: 100,
        games: 20,
        ..RequestLimits::default()
    };
    let mut resources = Resources {
        book: Some(OpenBook::Shipped),
        limits,
        ..Resources::default()
    };
    let folder = requests.iter().any(is_stored).then(memory_folder);
    if let Some(folder) = &folder {
        let [archive, library] = ["archive", "library"].map(|name| folder.path().join(name));
        let archive = Archive::open_or_create(&archive);
        let library = Library::open_or_create(&library);
        resources.open_archive = Some(Mutex::new(
            archive.unwrap_or_else(|error| panic!("{error}")),
        ));
        resources.library = Some(Mutex::new(
            library.unwrap_or_else(|error| panic!("{error}")),
        ));
    }
    let context = Context {
        resources: &resources,
        search: &*SEARCH,
        stop: Arc::default(),
        seed: 1,
    };
    for request in requests {
        answer(request, &context);
    }
});

fn answer(request: &str, context: &Context<'_>) {
    let (line, body) = request.split_once('\n').unwrap_or((request, ""));
    let Some((method, target)) = line.split_once(' ') else {
        return;
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let Some((endpoint, fields)) = route(&ENDPOINTS, method, path) else {
        return;
    };
    let mut input = Input::new(query, body.as_bytes().to_vec());
    input.query.extend(fields);
    SEARCH.left.store(MOST_SEARCHES, Ordering::Relaxed);
    let check = |error: &ApiError| {
        assert_ne!(error.key, ErrorKey::Internal, "{request:?}: {error:?}");
        assert!((400..600).contains(&error.status));
        json(&error.to_json());
    };
    match endpoint.answer(input, context) {
        Ok(Answer::Json(text)) => json(&text),
        Ok(Answer::Page(page)) => assert!(page.html.contains("</html>") && !page.policy.is_empty()),
        Ok(Answer::Stream(stream)) => {
            let mut events = 0;
            let ended = stream(&mut |event| {
                json(&event.data);
                events += 1;
                match events < MOST_EVENTS {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            if let Err(error) = ended {
                check(&error);
            }
        }
        Err(error) => check(&error),
    }
}

fn json(text: &str) {
    if let Err(error) = serde_json::from_str::<Value>(text) {
        panic!("{error}: {text}");
    }
}
