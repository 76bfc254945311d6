//! Responses of the server: complete, or as events that are read as they arrive.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

use serde_json::Value;

/// A response with its complete body.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// 0 if there was no response.
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Reads the first response on a connection, even if it is cut short.
    pub(crate) fn read(stream: impl Read) -> Self {
        let mut stream = BufReader::new(stream);
        let mut answer = Self::head(&mut stream);
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = chunk(&mut stream) {
                answer.body.extend(chunk);
            }
        } else {
            let _ = stream.read_to_end(&mut answer.body);
        }
        answer
    }

    /// Reads a response up to its body.
    fn head(stream: &mut impl BufRead) -> Self {
        let mut lines = stream.lines().map_while(Result::ok);
        let first = lines.next().unwrap_or_default();
        assert!(first.is_empty() || first.starts_with("HTTP/1."), "{first}");
        let headers = lines.take_while(|line| !line.is_empty()).map(|line| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        });
        Self {
            status: first
                .split(' ')
                .nth(1)
                .map_or(0, |word| word.parse().unwrap()),
            headers: headers.collect(),
            body: Vec::new(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON. The status must be 200.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the field and the message of the error in the body. The body must repeat the status
    /// of the response.
    #[track_caller]
    pub(crate) fn error(&self) -> (String, String) {
        let body: Value = serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {:?}", self.status, self.text()));
        let error = &body["error"];
        assert_eq!(error["status"], self.status, "{body}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        assert!(!text(&error["message"]).is_empty(), "{body}");
        (text(&error["where"]), text(&error["message"]))
    }

    /// Asserts the status and the field of an error, and returns its message.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, place: &str) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let (found, message) = self.error();
        assert_eq!(found, place, "{message}");
        message
    }
}

/// Reads the next chunk of a body, or returns `None` at its end.
fn chunk(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut length = String::new();
    stream.read_line(&mut length).ok()?;
    let length = usize::from_str_radix(length.trim(), 16).ok()?;
    let mut chunk = vec![0; length + 2];
    stream.read_exact(&mut chunk).ok()?;
    chunk.truncate(length);
    (length > 0).then_some(chunk)
}

#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) data: Value,
}

/// The events of a response.
pub(crate) struct Events {
    stream: BufReader<TcpStream>,
    pub(crate) status: u16,
}

impl Events {
    pub(crate) fn new(stream: TcpStream) -> Self {
        let mut stream = BufReader::new(stream);
        let status = Answer::head(&mut stream).status;
        Self { stream, status }
    }
}

impl Iterator for Events {
    type Item = Event;

    /// Reads the next event, skipping comments and chunk lengths.
    fn next(&mut self) -> Option<Event> {
        let mut lines = (&mut self.stream).lines().map_while(Result::ok);
        let mut field = |name| lines.find_map(|line| Some(line.strip_prefix(name)?.to_owned()));
        Some(Event {
            name: field("event: ")?,
            data: serde_json::from_str(&field("data: ")?).unwrap(),
        })
    }
}
