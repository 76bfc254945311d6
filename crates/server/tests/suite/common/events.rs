//! A stream of events, read as it arrives.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

use serde_json::Value;

/// An event.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// The events of an answer.
pub(crate) struct Events {
    stream: BufReader<TcpStream>,
    pub(crate) status: u16,
    /// Received data that is not yet a whole line.
    received: String,
}

impl Events {
    /// Reads the header of an answer; the events follow.
    pub(crate) fn new(stream: TcpStream) -> Self {
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        while line.trim() != "" {
            line.clear();
            stream.read_line(&mut line).unwrap();
        }
        Self {
            stream,
            status,
            received: String::new(),
        }
    }

    /// Returns the next chunk of the body, or `None` at the end.
    fn chunk(&mut self) -> Option<String> {
        let mut length = String::new();
        self.stream.read_line(&mut length).ok()?;
        let length = usize::from_str_radix(length.trim(), 16).ok()?;
        let mut chunk = vec![0; length + 2];
        self.stream.read_exact(&mut chunk).ok()?;
        chunk.truncate(length);
        (length > 0).then(|| String::from_utf8(chunk).unwrap())
    }
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(end) = self.received.find("\n\n") {
                let rest = self.received.split_off(end + 2);
                let lines = std::mem::replace(&mut self.received, rest);
                let field = |name: &str| {
                    let mut lines = lines.lines();
                    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
                };
                // Comments keep the connection alive.
                let Some((name, data)) = field("event").zip(field("data")) else {
                    continue;
                };
                return Some(Event {
                    name: name.to_owned(),
                    data: serde_json::from_str(data).unwrap(),
                });
            }
            let chunk = self.chunk()?;
            self.received.push_str(&chunk);
        }
    }
}
