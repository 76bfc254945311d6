//! A conversation without threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::line::Lines;
use super::session::{Effect, Event, Protocol, Session};
use super::thinker::{Task, Thinker};

/// What a client would read that writes all of `input` at once. A search is told
/// of the lines behind it before it begins, so that it is stopped at once if it
/// gives way to one of them. The same input gives the same output if the thinker
/// always finds the same.
pub fn converse<P: Protocol>(protocol: P, thinker: &mut impl Thinker, input: &[u8]) -> String {
    let mut session = Session::new(protocol);
    let mut output = String::new();
    // Reading from memory does not fail.
    let lines = Lines::new(input).map_while(Result::ok).map(Event::Line);
    let mut events: VecDeque<Event> = lines.chain([Event::EndOfInput]).collect();
    let mut search: Option<(Task, Arc<AtomicBool>)> = None;
    loop {
        let effects = match (events.pop_front(), search.take()) {
            (Some(event), running) => {
                search = running;
                session.tell(event)
            }
            (None, Some((task, stop))) => {
                let mut reports = Vec::new();
                let found = thinker.think(&task, &stop, &mut |found| reports.push(found));
                events.extend(reports.into_iter().map(Event::Progress));
                events.push_back(Event::Done(found));
                continue;
            }
            (None, None) => return output,
        };
        for effect in effects {
            match effect {
                Effect::Print(text) => {
                    output.push_str(&text);
                    output.push('\n');
                }
                Effect::Search(task) => search = Some((task, Arc::default())),
                Effect::Stop => {
                    if let Some((_, stop)) = &search {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Effect::Quit => return output,
            }
        }
    }
}
