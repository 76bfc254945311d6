//! Helpers for the fuzz targets.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::{Limits, SearchOptions, SearchRequest, SearchResult, Searcher};
use outflank_othello::Shape;
use outflank_othello::format::{GameRecord, ParsedGame};
use outflank_protocol::{Action, CommandQueue, Event, Line, Protocol, SearchEngine};
use outflank_support::is_catching;
use tempfile::TempDir;

/// Returns the board shape that a byte selects.
#[must_use]
pub fn shape(choice: u8) -> Shape {
    let names = ["8x8", "6x6", "9x7", "4x4", "16x8", "8x8-a1h8"];
    match names[usize::from(choice) % names.len()].parse() {
        Ok(shape) => shape,
        Err(error) => panic!("{error}"),
    }
}

/// Splits the data into a byte that selects a case and a text.
#[must_use]
pub fn choice_and_text(data: &[u8]) -> Option<(u8, &str)> {
    let (&choice, text) = data.split_first()?;
    Some((choice, std::str::from_utf8(text).ok()?))
}

/// Keeps libFuzzer from aborting on panics that the program catches and turns into errors.
pub fn allow_caught_panics() {
    let abort = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !is_catching() {
            abort(panic);
        }
    }));
}

/// Makes a folder in memory, if the system has one for files there.
///
/// # Panics
///
/// Panics if the folder cannot be made.
#[must_use]
pub fn memory_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => TempDir::new_in(memory),
        false => TempDir::new(),
    };
    folder.unwrap_or_else(|error| panic!("{error}"))
}

/// Checks that a game equals the original after it has been written and read back.
///
/// # Panics
///
/// Panics if the games differ.
pub fn reread<E: std::fmt::Display>(
    record: &GameRecord,
    text: &str,
    parsed: Result<ParsedGame, E>,
) {
    match parsed {
        Ok(parsed) => {
            let (one, other) = (&record.game, &parsed.record.game);
            assert_eq!(one.start(), other.start(), "{text}");
            assert_eq!(one.moves(), other.moves(), "{text}");
        }
        Err(error) => panic!("{error}: {text}"),
    }
}

/// The engine, limited to one ply whatever the request.
pub struct OnePly(Searcher);

impl Default for OnePly {
    fn default() -> Self {
        match Searcher::new(SearchOptions::default().with_hash(1)) {
            Ok(searcher) => Self(searcher),
            Err(error) => panic!("{error}"),
        }
    }
}

impl SearchEngine for OnePly {
    fn search(
        &mut self,
        request: &SearchRequest,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(SearchResult),
    ) -> SearchResult {
        assert!(
            !request.position.legal_moves().is_empty(),
            "nothing to search"
        );
        let mut request = request.clone();
        request.limits = Limits::depth(1).with_exact_from(2);
        SearchEngine::search(&mut self.0, &request, stop, report)
    }
}

/// A client that waits for the answer to each line.
pub struct Client<P> {
    queue: CommandQueue<P>,
    engine: OnePly,
}

impl<P: Protocol> Client<P> {
    /// Starts a conversation.
    #[must_use]
    pub fn new(protocol: P) -> Self {
        Self {
            queue: CommandQueue::new(protocol),
            engine: OnePly::default(),
        }
    }

    /// Sends a line, and returns the answer once the search that it starts is over. Returns `None`
    /// if the program quits.
    pub fn ask(&mut self, line: &Line) -> Option<String> {
        let mut output = String::new();
        let mut actions = self.queue.handle(Event::Line(line.clone()));
        while !actions.is_empty() {
            let mut task = None;
            for action in actions {
                match action {
                    Action::Print(text) => output = output + &text + "\n",
                    Action::Start(started) => task = Some(started),
                    Action::Stop => panic!("nothing is searched"),
                    Action::Quit => return None,
                }
            }
            let Some(task) = task else {
                break;
            };
            let mut reports = Vec::new();
            let found = task.run(&mut self.engine, &Arc::default(), &mut |found| {
                reports.push(found)
            });
            let reports = reports.into_iter().map(Event::Progress);
            actions = Vec::new();
            for event in reports.chain([Event::Done(found)]) {
                actions.extend(self.queue.handle(event));
            }
        }
        Some(output)
    }
}
