//! Escaping text for XML, HTML and Graphviz.

/// Returns the text with markup characters escaped, for XML, HTML and the HTML-like labels
/// of Graphviz. Characters that XML forbids are dropped.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() => {}
            '\u{fffe}' | '\u{ffff}' => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn markup_is_escaped_and_control_characters_are_dropped() {
        let expected = "a&lt;b&gt; &amp; &quot;c&quot;";
        assert_eq!(escaped("a<b> & \"c\"\u{7}"), expected);
    }
}
