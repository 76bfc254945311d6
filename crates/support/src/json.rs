//! JSON nested more deeply than the 128 levels that `serde_json` reads by default.

use serde::Deserialize;
use serde::de::Error;

/// Maximum depth of nesting. A saved game nests two levels per ply, and no game on the largest board
/// has 256 plies.
pub const MAX_DEPTH: usize = 600;

/// Reads a JSON text with lists and objects nested at most [`MAX_DEPTH`] deep.
///
/// # Errors
///
/// Returns an error if the text is nested more deeply, is not JSON, or is not a `T`.
pub fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> serde_json::Result<T> {
    if depth(text) > MAX_DEPTH {
        let message = format!("nested too deeply: expected at most {MAX_DEPTH} levels");
        return Err(serde_json::Error::custom(message));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    let value = T::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Returns the depth of nesting of a JSON text.
fn depth(text: &[u8]) -> usize {
    let (mut depth, mut most, mut in_string) = (0_usize, 0, false);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match (byte, in_string) {
            (b'"', _) => in_string = !in_string,
            (b'\\', true) => drop(bytes.next()),
            (b'[' | b'{', false) => {
                depth += 1;
                most = most.max(depth);
            }
            (b']' | b'}', false) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn nesting_is_read_up_to_the_maximum() {
        for nested in [("[", "]", ""), ("{\"k\":", "}", "1")] {
            let text = |depth: usize| nested.0.repeat(depth) + nested.2 + &nested.1.repeat(depth);
            let found: Value = read(text(MAX_DEPTH).as_bytes()).unwrap();
            assert_eq!(found.to_string(), text(MAX_DEPTH));
            let error = read::<Value>(text(MAX_DEPTH + 1).as_bytes()).unwrap_err();
            assert!(error.to_string().contains("at most 600 levels"), "{error}");
        }
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        assert_eq!(depth(br#"{"a[[[": ["]\"{{", {}]}"#), 3);
        assert_eq!(depth(br#""\\" [[]]"#), 2);
        assert_eq!(depth(b"]]["), 1);
    }

    #[test]
    fn invalid_json_is_an_error() {
        for text in ["", "[", "[1] 2", "\"\\", "{\"a\" 1}"] {
            assert!(read::<Value>(text.as_bytes()).is_err(), "{text}");
        }
    }
}
