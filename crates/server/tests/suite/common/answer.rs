//! Answers of a server.

use serde_json::Value;

/// An answer with its complete body.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// 0 if there was no answer.
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Parses the first answer of a connection.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let Some(end) = end else {
            return Self {
                status: 0,
                headers: Vec::new(),
                body: bytes.to_vec(),
            };
        };
        let head = String::from_utf8_lossy(&bytes[..end]);
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers = lines.map(|line| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        });
        let mut answer = Self {
            status: status.parse().unwrap(),
            headers: headers.collect(),
            body: bytes[end + 4..].to_vec(),
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = unchunked(&answer.body);
        }
        answer
    }

    /// Returns a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON; the status must be 200.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the field and the message of the error in the body, which must repeat the
    /// status of the answer.
    pub(crate) fn error(&self) -> (String, String) {
        let body: Value = serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {} {:?}", self.status, self.text()));
        let error = &body["error"];
        assert_eq!(error["status"], self.status, "{body}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        assert!(!text(&error["message"]).is_empty(), "{body}");
        (text(&error["where"]), text(&error["message"]))
    }
}

/// Returns a chunked body without the chunk lengths.
fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let length = std::str::from_utf8(&bytes[..end]).unwrap();
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        let chunk = &bytes[end + 2..];
        if length == 0 || chunk.len() < length {
            break;
        }
        body.extend_from_slice(&chunk[..length]);
        bytes = chunk.get(length + 2..).unwrap_or_default();
    }
    body
}
