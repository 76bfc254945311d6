//! The single-threaded driver.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::line::Lines;
use super::queue::{Action, CommandQueue, Event, Protocol};

use super::search_engine::{SearchEngine, Task};

/// Returns the output for a client that writes all of `input` at once. All lines are read before a
/// search starts, so a line that stops a search takes effect immediately. The output is
/// deterministic if the searcher is.
pub fn answer_all<P: Protocol>(
    protocol: P,
    searcher: &mut impl SearchEngine,
    input: &[u8],
) -> String {
    let mut queue = CommandQueue::new(protocol);
    let mut output = String::new();
    // Reading from memory does not fail.
    let lines = Lines::new(input).map_while(Result::ok).map(Event::Line);
    let mut events: VecDeque<Event> = lines.chain([Event::EndOfInput]).collect();
    let mut search: Option<(Box<Task>, Arc<AtomicBool>)> = None;
    loop {
        let actions = match (events.pop_front(), search.take()) {
            (Some(event), running) => {
                search = running;
                queue.handle(event)
            }
            (None, Some((task, stop))) => {
                let mut reports = Vec::new();
                let mut report = |found| reports.push(found);
                let found = task.run(searcher, &stop, &mut report);
                events.extend(reports.into_iter().map(Event::Progress));
                events.push_back(Event::Done(found));
                continue;
            }
            (None, None) => return output,
        };
        for action in actions {
            match action {
                Action::Print(text) => {
                    output.push_str(&text);
                    output.push('\n');
                }
                Action::Start(task) => search = Some((task, Arc::default())),
                Action::Stop => {
                    if let Some((.., stop)) = &search {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Action::Quit => return output,
            }
        }
    }
}
