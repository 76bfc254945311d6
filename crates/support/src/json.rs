//! JSON nested more deeply than the 128 levels that `serde_json` reads by default.

use serde::Deserialize;
use serde::de::Error;

/// Maximum number of levels. The tree of a game has two for each move and each pass, and the
/// largest board allows fewer than 256 of these.
pub const MAX_LEVELS: usize = 600;

/// Reads a JSON text with at most [`MAX_LEVELS`] levels of lists and objects.
///
/// # Errors
///
/// Returns an error if the text has more levels, is not JSON, or is not a `T`.
pub fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> serde_json::Result<T> {
    if levels(text) > MAX_LEVELS {
        let message = format!("more than {MAX_LEVELS} levels of lists and objects");
        return Err(serde_json::Error::custom(message));
    }
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    let value = T::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// Returns the number of levels of a JSON text.
fn levels(text: &[u8]) -> usize {
    let (mut level, mut most, mut in_string) = (0_usize, 0, false);
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match (byte, in_string) {
            (b'"', _) => in_string = !in_string,
            (b'\\', true) => drop(bytes.next()),
            (b'[' | b'{', false) => {
                level += 1;
                most = most.max(level);
            }
            (b']' | b'}', false) => level = level.saturating_sub(1),
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
    fn texts_are_read_up_to_the_maximum_of_levels() {
        for nested in [("[", "]", ""), ("{\"k\":", "}", "1")] {
            let text =
                |levels: usize| nested.0.repeat(levels) + nested.2 + &nested.1.repeat(levels);
            let found: Value = read(text(MAX_LEVELS).as_bytes()).unwrap();
            assert_eq!(found.to_string(), text(MAX_LEVELS));
            let error = read::<Value>(text(MAX_LEVELS + 1).as_bytes()).unwrap_err();
            assert!(
                error.to_string().contains("more than 600 levels"),
                "{error}"
            );
        }
    }

    #[test]
    fn brackets_in_strings_are_no_levels() {
        assert_eq!(levels(br#"{"a[[[": ["]\"{{", {}]}"#), 3);
        assert_eq!(levels(br#""\\" [[]]"#), 2);
        assert_eq!(levels(b"]]["), 1);
    }

    #[test]
    fn other_errors_are_those_of_the_text() {
        for text in ["", "[", "[1] 2", "\"\\", "{\"a\" 1}"] {
            assert!(read::<Value>(text.as_bytes()).is_err(), "{text}");
        }
    }
}
