//! Text inside of XML and what is like it.

/// A text in which nothing is markup: for XML, HTML and the labels of Graphviz
/// that are like HTML. Signs that XML forbids are left out.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            sign if sign.is_control() => {}
            '\u{fffe}' | '\u{ffff}' => {}
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(
            escaped("a<b> & \"c\"\u{7}"),
            "a&lt;b&gt; &amp; &quot;c&quot;"
        );
    }
}
