//! Request heads with both `Content-Length` and `Transfer-Encoding`.
//!
//! If a proxy uses one and the server the other, they see different requests, which allows request
//! smuggling (RFC 9112, section 6.3). hyper drops the length, so this module parses the heads again
//! with the same parser.

use httparse::{EMPTY_HEADER, Request, Status};

use super::connection::{HEAD_BYTES, HEAD_FIELDS};

/// Follows the bytes of a connection up to the first head with a `Transfer-Encoding`. The
/// connection must close after that request.
#[derive(Debug)]
pub(super) enum Heads {
    /// Within a head: the bytes received so far.
    Head(Vec<u8>),
    /// Within a body: the number of bytes still to come.
    Body(u64),
    /// After a head with a `Transfer-Encoding`, or a head that hyper refuses.
    Ended,
}

impl Heads {
    /// Takes the next bytes. Returns whether they complete a head that has both lengths.
    pub(super) fn read(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            match self {
                Self::Head(head) => {
                    let before = head.len();
                    head.extend_from_slice(bytes);
                    let (length, lengths) = match parse(head) {
                        Some(Status::Complete(found)) => found,
                        Some(Status::Partial) if head.len() <= HEAD_BYTES => return false,
                        _ => {
                            *self = Self::Ended;
                            return false;
                        }
                    };
                    bytes = &bytes[length - before..];
                    *self = match lengths.is_encoded {
                        true => Self::Ended,
                        false => Self::Body(lengths.content.unwrap_or_default()),
                    };
                    if lengths.is_encoded && lengths.content.is_some() {
                        return true;
                    }
                }
                Self::Body(0) => *self = Self::Head(Vec::new()),
                Self::Body(left) => {
                    let taken = (bytes.len() as u64).min(*left);
                    *left -= taken;
                    bytes = &bytes[taken as usize..];
                }
                Self::Ended => return false,
            }
        }
        false
    }
}

/// The body lengths in a head.
struct Lengths {
    /// Whether the head has a `Transfer-Encoding`.
    is_encoded: bool,
    /// The `Content-Length`. It is 0 if the value is not a number, which hyper refuses unless there
    /// is a `Transfer-Encoding`.
    content: Option<u64>,
}

/// Returns the length of a head and the body lengths in it, or `None` if the head is invalid.
fn parse(bytes: &[u8]) -> Option<Status<(usize, Lengths)>> {
    let mut fields = vec![EMPTY_HEADER; HEAD_FIELDS];
    let mut request = Request::new(&mut fields);
    let Status::Complete(length) = request.parse(bytes).ok()? else {
        return Some(Status::Partial);
    };
    let value = |name: &str| {
        let mut fields = request.headers.iter();
        let field = fields.find(|field| field.name.eq_ignore_ascii_case(name))?;
        Some(str::from_utf8(field.value).unwrap_or_default().trim())
    };
    let lengths = Lengths {
        is_encoded: value("transfer-encoding").is_some(),
        content: value("content-length").map(|text| text.parse().unwrap_or_default()),
    };
    Some(Status::Complete((length, lengths)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a head with both lengths is found, however the bytes are split.
    fn is_found(text: &str) -> bool {
        let found = [1, 3, 1000].map(|size| {
            let mut heads = Heads::Head(Vec::new());
            let mut pieces = text.as_bytes().chunks(size);
            pieces.any(|piece| heads.read(piece))
        });
        assert_eq!(found, [found[0]; 3], "{text}");
        found[0]
    }

    #[test]
    fn both_lengths_are_found_only_in_the_head() {
        let both = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nCONTENT-LENGTH: 4\r\n\r\n";
        let one = "POST / HTTP/1.1\r\ncontent-length: 4\r\n\r\n";
        let chunked = "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n";
        for (text, expected) in [
            (both.to_owned(), true),
            (format!("\r\n{one}1234GET / HTTP/1.1\r\n\r\n{both}"), true),
            (format!("{}{both}", one.replace("4\r", "200\r")), false),
            // The body ends with the P, so the next request has the method OST.
            (format!("{one}123{both}"), true),
            (format!("{chunked}{both}"), false),
            (one.replace("content", "x: content"), false),
            ("junk\r\n\r\n".to_owned() + both, false),
        ] {
            assert_eq!(is_found(&text), expected, "{text}");
        }
    }
}
