//! What protocols have in common: one thing after another, searches in between.

use std::collections::VecDeque;

use super::line::Line;
use super::thinker::{Found, Task};

/// What a protocol wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Print a text and a line end.
    Print(String),
    /// Begin a search. None runs.
    Search(Task),
    /// Stop the search that runs; its end is told as usual.
    Stop,
    /// End: nothing is listened to any more.
    Quit,
}

/// What a protocol is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of input.
    Line(Line),
    /// The input has ended.
    EndOfInput,
    /// The search that runs has completed a depth.
    Progress(Found),
    /// The search that ran has ended.
    Done(Found),
}

/// The part of a protocol that is its own. What it wants done it appends to `out`.
pub trait Protocol {
    /// Does what a line says. No search runs; one may be begun.
    fn obey(&mut self, line: &Line, out: &mut Vec<Effect>);

    /// Takes note of what the running search has found so far.
    fn progress(&mut self, found: &Found, out: &mut Vec<Effect>);

    /// Takes note of the end of the search, by itself or because it was stopped.
    /// Another one may be begun.
    fn done(&mut self, found: &Found, was_stopped: bool, out: &mut Vec<Effect>);

    /// Whether the running search is to be stopped because of a line that waits.
    fn gives_way_to(&self, line: &Line) -> bool;

    /// Whether the running search is to be stopped because the input has ended.
    fn gives_way_to_the_end(&self) -> bool;
}

/// The search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Searching {
    No,
    Yes,
    /// It has been stopped and has not ended yet.
    Stopped,
}

/// A conversation by a protocol: events in, effects out. Lines that come while a
/// search runs wait for its end, in order.
#[derive(Clone, Debug)]
pub struct Session<P> {
    protocol: P,
    waiting: VecDeque<Line>,
    searching: Searching,
    input_has_ended: bool,
    has_quit: bool,
}

impl<P: Protocol> Session<P> {
    /// A conversation that has not begun.
    pub const fn new(protocol: P) -> Self {
        Self {
            protocol,
            waiting: VecDeque::new(),
            searching: Searching::No,
            input_has_ended: false,
            has_quit: false,
        }
    }

    /// Lines that wait. Whoever reads should wait, too, when they are many.
    #[must_use]
    pub fn backlog(&self) -> usize {
        self.waiting.len()
    }

    /// The protocol as it stands.
    #[must_use]
    pub const fn protocol(&self) -> &P {
        &self.protocol
    }

    /// What an event leads to.
    pub fn tell(&mut self, event: Event) -> Vec<Effect> {
        let mut out = Vec::new();
        if self.has_quit {
            return out;
        }
        match event {
            Event::Line(line) => {
                self.waiting.push_back(line);
                self.give_way(self.waiting.len() - 1, &mut out);
            }
            Event::EndOfInput => {
                self.input_has_ended = true;
                self.give_way(self.waiting.len(), &mut out);
            }
            Event::Progress(found) => {
                if self.searching == Searching::Yes {
                    self.protocol.progress(&found, &mut out);
                }
            }
            Event::Done(found) => self.done(&found, &mut out),
        }
        self.go_on(&mut out);
        out
    }

    fn done(&mut self, found: &Found, out: &mut Vec<Effect>) {
        let was_stopped = match std::mem::replace(&mut self.searching, Searching::No) {
            Searching::No => return,
            Searching::Yes => false,
            Searching::Stopped => true,
        };
        self.protocol.done(found, was_stopped, out);
        self.note_effects(0, out);
    }

    /// Obeys what waits until a search begins.
    fn go_on(&mut self, out: &mut Vec<Effect>) {
        while self.searching == Searching::No && !self.has_quit {
            let before = out.len();
            match self.waiting.pop_front() {
                Some(line) => self.protocol.obey(&line, out),
                None if self.input_has_ended => out.push(Effect::Quit),
                None => return,
            }
            self.note_effects(before, out);
        }
    }

    /// Takes note of the effects from the one with number `from` on.
    fn note_effects(&mut self, from: usize, out: &mut Vec<Effect>) {
        for effect in &out[from..] {
            match effect {
                Effect::Search(_) => self.searching = Searching::Yes,
                Effect::Quit => self.has_quit = true,
                Effect::Print(_) | Effect::Stop => {}
            }
        }
        self.give_way(0, out);
    }

    /// Stops the search if it gives way to one of the lines that wait, from the one
    /// with number `from` on, or to the end of the input.
    fn give_way(&mut self, from: usize, out: &mut Vec<Effect>) {
        let mut lines = self.waiting.iter().skip(from);
        if self.searching == Searching::Yes
            && (lines.any(|line| self.protocol.gives_way_to(line))
                || (self.input_has_ended && self.protocol.gives_way_to_the_end()))
        {
            self.searching = Searching::Stopped;
            out.push(Effect::Stop);
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Reach;
    use outflank_othello::{Position, Shape};

    use super::*;
    use crate::protocol::Limit;

    /// Searches on `search`, gives way to `stop`, ends on `quit`, repeats the rest.
    struct Parrot;

    fn task() -> Task {
        Task {
            position: Position::start(Shape::STANDARD),
            limit: Limit {
                reach: Reach::UNLIMITED,
                move_time: None,
                clock: None,
            },
            wanted: 1,
        }
    }

    impl Protocol for Parrot {
        fn obey(&mut self, line: &Line, out: &mut Vec<Effect>) {
            out.push(match &*line.text {
                "search" => Effect::Search(task()),
                "quit" => Effect::Quit,
                text => Effect::Print(text.to_owned()),
            });
        }

        fn progress(&mut self, _found: &Found, out: &mut Vec<Effect>) {
            out.push(Effect::Print("progress".to_owned()));
        }

        fn done(&mut self, _found: &Found, was_stopped: bool, out: &mut Vec<Effect>) {
            out.push(print(if was_stopped { "stopped" } else { "done" }));
        }

        fn gives_way_to(&self, line: &Line) -> bool {
            line.text == "stop"
        }

        fn gives_way_to_the_end(&self) -> bool {
            false
        }
    }

    fn print(text: &str) -> Effect {
        Effect::Print(text.to_owned())
    }

    fn line(text: &str) -> Event {
        Event::Line(Line::from(text))
    }

    #[test]
    fn lines_wait_for_the_search_in_order() {
        let mut session = Session::new(Parrot);
        assert_eq!(session.tell(line("a")), [print("a")]);
        assert_eq!(session.tell(line("search")), [Effect::Search(task())]);
        assert_eq!(session.tell(line("b")), []);
        assert_eq!(session.tell(line("search")), []);
        assert_eq!(session.tell(line("c")), []);
        assert_eq!(session.backlog(), 3);
        let progress = Event::Progress(Found::default());
        assert_eq!(session.tell(progress), [print("progress")]);
        let effects = session.tell(Event::Done(Found::default()));
        assert_eq!(effects, [print("done"), print("b"), Effect::Search(task())]);
        let effects = session.tell(Event::Done(Found::default()));
        assert_eq!(effects, [print("done"), print("c")]);
    }

    #[test]
    fn a_search_is_stopped_once_and_says_nothing_more() {
        let mut session = Session::new(Parrot);
        session.tell(line("search"));
        assert_eq!(session.tell(line("stop")), [Effect::Stop]);
        assert_eq!(session.tell(line("stop")), []);
        assert_eq!(session.tell(Event::Progress(Found::default())), []);
        let effects = session.tell(Event::Done(Found::default()));
        assert_eq!(effects, [print("stopped"), print("stop"), print("stop")]);
        assert_eq!(session.tell(Event::Done(Found::default())), []);
    }

    #[test]
    fn a_search_that_begins_gives_way_to_what_waits_already() {
        let mut session = Session::new(Parrot);
        for text in ["search", "search", "stop"] {
            session.tell(line(text));
        }
        let effects = session.tell(Event::Done(Found::default()));
        assert_eq!(
            effects,
            [print("stopped"), Effect::Search(task()), Effect::Stop]
        );
    }

    #[test]
    fn the_end_of_the_input_waits_for_what_was_asked() {
        let mut session = Session::new(Parrot);
        for text in ["search", "a"] {
            session.tell(line(text));
        }
        assert_eq!(session.tell(Event::EndOfInput), []);
        let effects = session.tell(Event::Done(Found::default()));
        assert_eq!(effects, [print("done"), print("a"), Effect::Quit]);
        assert_eq!(session.tell(line("b")), []);
    }

    #[test]
    fn what_follows_quit_is_not_listened_to() {
        let mut session = Session::new(Parrot);
        session.tell(line("search"));
        session.tell(line("quit"));
        session.tell(line("a"));
        let effects = session.tell(Event::Done(Found::default()));
        assert_eq!(effects, [print("done"), Effect::Quit]);
        assert_eq!(session.tell(Event::EndOfInput), []);
    }
}
