//! The escapes of SGF texts.

/// A text as it was meant: escapes undone, line ends made one sign, other
/// blanks made spaces.
pub(super) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let value = value.replace("\r\n", "\n").replace('\r', "\n");
    let mut signs = value.chars();
    while let Some(sign) = signs.next() {
        match sign {
            // A line end behind a backslash is there for looks only.
            '\\' => text.extend(signs.next().filter(|&sign| sign != '\n')),
            '\n' => text.push('\n'),
            sign if sign.is_control() => text.push(' '),
            sign => text.push(sign),
        }
    }
    text.trim().to_owned()
}

/// A text on one line.
pub(super) fn unescape_line(value: &str) -> String {
    unescape(value).replace('\n', " ")
}

/// A text as it is written between brackets.
pub(super) fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '\\' | ']') {
            value.push('\\');
        }
        value.push(sign);
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
