//! Escapes in SGF text.

/// Removes escapes, normalizes line endings and replaces other whitespace with spaces.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let value = value.replace("\r\n", "\n").replace('\r', "\n");
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            // An escaped line ending is removed.
            '\\' => text.extend(chars.next().filter(|&c| c != '\n')),
            '\n' => text.push('\n'),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text.trim().to_owned()
}

/// Unescapes text and joins its lines.
pub(super) fn unescape_line(value: &str) -> String {
    unescape(value).replace('\n', " ")
}

/// Escapes text for use between brackets.
pub(super) fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') {
            value.push('\\');
        }
        value.push(c);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_round_trip() {
        let text = "a [b] c:\\d\nnext";
        assert_eq!(escape(text), "a [b\\] c:\\\\d\nnext");
        assert_eq!(unescape(&escape(text)), text);
        assert_eq!(unescape("soft\\\nbreak\\:\r\n\tx"), "softbreak:\n x");
        assert_eq!(unescape_line("a\nb"), "a b");
    }
}
